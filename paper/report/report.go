// Package report makes a document of what an archive tells of some games: results, boards, tables
// and charts. The writers of documents, see paper/formats, print it. The same report gives the same
// document.
package report

import (
	"fmt"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/paper"
	"kifudb/study/chart"
)

// openings is how many positions after four moves are drawn.
const openings = 8

// Document returns a report as a document. Without a title it is called Report.
func Document(r *ask.Report, title string) (*paper.Document, error) {
	if title == "" {
		title = "Report"
	}
	m := &maker{Report: r}
	m.head()
	if r.Provenance.Games > 0 {
		m.results()
		for _, part := range []func() error{m.next, m.trend, m.years, m.openings} {
			if err := part(); err != nil {
				return nil, err
			}
		}
		m.stats(r.Decades)
		m.stats(r.Komi)
		m.names(r.Players)
		m.names(r.Events)
		m.names(r.Collections)
		m.games()
		m.foot()
	}
	return &paper.Document{Title: title, Language: paper.English, Parts: func(yield func(*paper.Part, error) bool) {
		yield(&paper.Part{Anchor: "report", Blocks: m.blocks}, nil)
	}}, nil
}

// A maker makes the blocks of a report.
type maker struct {
	*ask.Report
	blocks []paper.Block
}

func (m *maker) add(b ...paper.Block) { m.blocks = append(m.blocks, b...) }

func (m *maker) heading(text string) {
	m.add(&paper.Heading{Text: strings.ToUpper(text[:1]) + text[1:]})
}

func (m *maker) note(format string, values ...any) {
	m.add(&paper.Paragraph{Text: fmt.Sprintf(format, values...)})
}

// table returns a table without rows. The heads of columns of texts begin with a blank, others are of numbers.
func table(heads ...string) *paper.Table {
	t := &paper.Table{Whole: true}
	for _, head := range heads {
		words, isText := strings.CutPrefix(head, " ")
		t.Head, t.Numbers = append(t.Head, words), append(t.Numbers, !isText)
	}
	return t
}

func row(t *paper.Table, cells ...string) { t.Rows = append(t.Rows, cells) }

func (m *maker) head() {
	p := &m.Provenance
	found := counted(p.Games, "game")
	if p.Records != p.Games {
		found += " in " + counted(p.Records, "record")
	}
	query := p.Query
	if query == "" {
		query = "* (every game)"
	}
	m.add(&paper.Facts{Lines: [][2]string{{"Found", found + ", of " + counted(p.Of, "record") + " in the archive"}, {"Query", query}}})
	for _, n := range m.Notices {
		m.note("%s", n.Text)
	}
	if p.Games == 0 {
		m.note("Nothing like this in %s.", counted(p.Of, "record"))
	}
}

func (m *maker) results() {
	m.heading("results")
	r := &m.Results
	t := table(" ", "games", "share", "95 %")
	row(t, "Black won", number(r.Black), share(r.BlackShare), interval(r.BlackShare))
	row(t, "White won", number(r.White), share(r.WhiteShare), interval(r.WhiteShare))
	row(t, "drawn", number(r.Draw), share(r.DrawShare), interval(r.DrawShare))
	row(t, "not decided or not known", number(r.Other), "", "")
	m.add(t)
	m.note("Shares are of the %s won or drawn; intervals are those of Wilson.", counted(r.Decided, "game"))
}

// next adds what was played next.
func (m *maker) next() error {
	n := m.Next
	if n == nil {
		return nil
	}
	m.heading("what was played next")
	board, err := m.Board()
	if err != nil {
		return err
	}
	letters := make([]string, len(n.Next))
	if board != nil {
		letters = board.Rows
		drawn, marks := drawing.OfScene(board.Scene, board.Letters)
		m.add(&paper.Figure{Board: drawn, Marks: marks, Coordinates: board.Region == nil, Crop: board.Region != nil})
	}
	t := table(" ", " move", "games", "share", "Black won", "95 %", "of")
	for i := range n.Next {
		c := &n.Next[i]
		row(t, letters[i], archive.Joined(colors[c.Color], ask.MoveName(c.Played, n.Asked)), number(c.Games), share(c.Share),
			share(c.Won.BlackShare), interval(c.Won.BlackShare), number(c.Won.Decided))
	}
	if n.Ended > 0 {
		row(t, "", "nothing", number(n.Ended), "", "", "", "")
	}
	m.add(t)
	m.note("%d of %s; in %s it came up %s. Moves that mean the same by symmetry are one.", len(n.Next), counted(n.Moves, "move"), counted(n.Games, "game"), counted(n.Hits, "time"))
	if len(n.Next) > 0 {
		m.add(&paper.Chart{Chart: m.NextChart(letters)})
	}
	return nil
}

var colors = map[string]string{"B": "Black", "W": "White"}

// trend adds in what share of games the position came up.
func (m *maker) trend() error {
	if m.Trend == nil {
		return nil
	}
	m.heading("in what share of games")
	least := ask.FewGames
	if !m.Trend.Drawn(least) { // a small archive is all there is
		least = 1
	}
	t := table(" year", "share", "95 %", "of")
	for _, l := range m.Trend.Lines {
		for _, y := range l.Years {
			if y.Of >= least {
				row(t, fmt.Sprint(y.Year), share(y.Share), interval(y.Share), number(y.Of))
			}
		}
	}
	t.Whole = false
	m.add(&paper.Chart{Chart: m.Trend.Chart(least), Table: t})
	for _, l := range m.Trend.Lines {
		m.note("%s of %s (%s, %s): %s", number(l.Games), counted(l.Of, "game"), share(l.Share), interval(l.Share), l.Among)
	}
	return nil
}

// years adds charts over time and by komi.
func (m *maker) years() error {
	headed := false
	for _, one := range []struct {
		stats  *ask.Stats
		metric string
		table  *paper.Table
	}{{m.Years, "games", statsTable(m.Years, false)}, {m.Years, "moves", nil}, {m.Decades, "bwin", nil}, {m.Komi, "bwin", nil}} {
		if len(one.stats.Groups.Groups) < 2 {
			continue
		}
		c, err := one.stats.Chart(one.metric)
		if err != nil {
			return err
		}
		if !headed {
			m.heading("over time, and by komi")
			headed = true
		}
		m.add(&paper.Chart{Chart: c, Table: one.table})
	}
	return nil
}

// openings adds the most frequent positions after four moves.
func (m *maker) openings() error {
	groups := m.Fuseki.Groups.Groups
	if len(groups) == 0 {
		return nil
	}
	m.heading("positions after four moves")
	groups = groups[:min(len(groups), openings)]
	metrics := m.Fuseki.Metrics
	for _, g := range groups {
		board, err := ask.OpeningBoard(g.Values[0])
		if err != nil {
			return err
		}
		m.add(&paper.Figure{
			Caption: g.Values[0], Board: board, Marks: drawing.Marks{Last: -1}, Abreast: 4,
			Notes: []string{counted(int(*g.Measured[0].Value), "game"), value(metrics[1], g.Measured[1]), fmt.Sprintf("Black won %s (%s)", value(metrics[2], g.Measured[2]), bounds(metrics[2], g.Measured[2]))},
		})
	}
	m.note("%d of %s, on boards of 19 lines without handicap%s.", len(groups), counted(m.Fuseki.Groups.Distinct, "position"), without(m.Fuseki.Without))
	return nil
}

// without says how many games have no value.
func without(n int) string {
	if n == 0 {
		return ""
	}
	return "; " + counted(n, "game") + " without"
}

// stats adds groups of games with what was measured.
func (m *maker) stats(s *ask.Stats) {
	if len(s.Groups.Groups) == 0 {
		return
	}
	m.heading("by " + s.Groups.Field)
	m.add(statsTable(s, true))
	few := ""
	if s.Groups.Few > 0 {
		few = fmt.Sprintf(", %s of them left out for too few games", number(s.Groups.Few))
	}
	said := fmt.Sprintf("%d of %s%s%s.", len(s.Groups.Groups), counted(s.Groups.Distinct, "value"), few, without(s.Without))
	for _, metric := range s.Metrics {
		if metric.Kind != ask.MetricCount {
			said += fmt.Sprintf(" %s: %s.", metric.Label, metric.About)
		}
	}
	m.note("%s", said)
}

// statsTable has a row for each group, with intervals or without.
func statsTable(s *ask.Stats, intervals bool) *paper.Table {
	heads := []string{" " + s.Groups.Field}
	for _, metric := range s.Metrics {
		heads = append(heads, metric.Label)
		if intervals && metric.Kind != ask.MetricCount {
			heads = append(heads, "95 %", "of")
		}
	}
	t := table(heads...)
	t.Whole = intervals
	for _, g := range s.Groups.Groups {
		cells := []string{g.Values[0]}
		for i, n := range g.Measured {
			metric := s.Metrics[i]
			cells = append(cells, value(metric, n))
			if intervals && metric.Kind != ask.MetricCount {
				cells = append(cells, bounds(metric, n), number(n.Of))
			}
		}
		row(t, cells...)
	}
	return t
}

// names adds a list of names.
func (m *maker) names(l *ask.NameList) {
	if len(l.Names) == 0 {
		return
	}
	m.heading(string(l.Kind))
	var t *paper.Table
	if l.Kind == ask.PlayerNames {
		t = table(" "+string(l.Kind), "games", "won", "lost", "drawn", "score", "95 %", "years", "ranks")
	} else {
		t = table(" "+string(l.Kind), "games", "Black won", "95 %", "of", "years")
	}
	for _, n := range l.Names {
		if l.Kind == ask.PlayerNames {
			o := n.Outcome
			row(t, n.Name, number(n.Games), number(o.Won), number(o.Lost), number(o.Drawn), share(o.OwnScore()), interval(o.OwnScore()), n.Years(), n.Ranks())
		} else {
			row(t, n.Name, number(n.Games), share(n.Won.BlackShare), interval(n.Won.BlackShare), number(n.Won.Decided), n.Years())
		}
	}
	m.add(t)
	m.note("%d of %s%s.", len(l.Names), number(l.Distinct), without(l.Without))
}

// games adds the list of games.
func (m *maker) games() {
	m.heading("the games")
	t := table(" game", " date", " Black", " White", " result", "moves", " event")
	for _, g := range m.Games {
		name := g.Name()
		if len(g.Hits) > 0 {
			name = g.Hits[0].Ref
		}
		row(t, name, g.Date, archive.Joined(g.Black, g.BlackRank), archive.Joined(g.White, g.WhiteRank), g.Result, number(g.Moves), g.Event)
	}
	m.add(t)
	others, at := "", ""
	if len(m.Games) < m.Provenance.Games {
		others = "; the others are not listed here, but counted above"
	}
	if m.Next != nil {
		at = ", with the move at which it came up"
	}
	m.note("%s of %s, by date%s. Numbers are those of the archive%s.", number(len(m.Games)), counted(m.Provenance.Games, "game"), others, at)
}

// foot says of what the report was made.
func (m *maker) foot() {
	var from []string
	for _, a := range m.Provenance.Archives {
		one := fmt.Sprintf("archive %s, state %d", a.ID, a.Generation)
		if a.Clusters != "" {
			one += ", records of one game " + a.Clusters
		}
		from = append(from, one)
	}
	m.note("Made by kifudb %s from %s. The same program, archive and question give the same report. Intervals hold the true value in 95 of 100 cases, as far as chance goes: which games were collected is another matter.",
		m.Provenance.Program, strings.Join(from, ", "))
}

// number writes a number of things.
func number(n int) string { return chart.Count.Format(float64(n)) }

// counted writes a number of things with what they are: "1 game", "2,000 games".
func counted(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return number(n) + " " + word
}

// share writes a share, – of nothing.
func share(s *archive.Share) string {
	if s == nil {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*s.Value)
}

// interval writes the interval of a share.
func interval(s *archive.Share) string {
	if s == nil {
		return ""
	}
	return fmt.Sprintf("%.1f–%.1f", 100*s.Low, 100*s.High)
}

// value writes what was measured.
func value(m ask.Metric, n ask.Measured) string {
	switch {
	case n.Value == nil:
		return "–"
	case m.Kind == ask.MetricMean:
		return fmt.Sprintf("%.1f", *n.Value)
	}
	return m.Unit().Format(*n.Value)
}

// bounds writes the interval of what was measured.
func bounds(m ask.Metric, n ask.Measured) string {
	if n.Low == nil || m.Name == "share" {
		return ""
	}
	if m.Kind == ask.MetricShare {
		return fmt.Sprintf("%.1f–%.1f", 100**n.Low, 100**n.High)
	}
	return fmt.Sprintf("%.1f–%.1f", *n.Low, *n.High)
}
