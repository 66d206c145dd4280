// Package report writes what an archive tells of some games as one page of HTML that
// stands by itself: boards, tables and charts, without scripts and without anything
// from elsewhere, to be kept, sent and printed. The same report is the same bytes.
package report

import (
	"bytes"
	_ "embed" // the template and the styles
	"fmt"
	"html/template"
	"io"
	"sync"
	"unicode"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/study/chart"
)

//go:embed report.html
var page string

//go:embed report.css
var style string

// parsed is made when the first report is: most processes write none.
var parsed = sync.OnceValue(func() *template.Template { return template.Must(template.New("report").Funcs(functions).Parse(page)) })

var functions = template.FuncMap{
	"number":  func(n int) string { return chart.Count.Format(float64(n)) },
	"counted": counted,
	"share":   share,
	"between": interval,
	"value":   value,
	"bounds":  bounds,
	"side":    side,
	"letter":  func(r *ask.Report, c ask.NextMove) string { return r.Letter(&c) },
	"move": func(r *ask.Report, c ask.NextMove) string {
		return ask.MoveName(c.Played, r.Next.Asked)
	},
	"color": func(letter string) string { return map[string]string{"B": "Black", "W": "White"}[letter] },
}

// A Page is a report to be written.
type Page struct {
	Title  string // "" is made of the query
	Report *ask.Report
}

// shown is a page as the template sees it. What is of type HTML was drawn by kifudb,
// which escapes the texts in it; all else is escaped by the template.
type shown struct {
	*ask.Report
	Title    string
	Style    template.CSS
	Board    template.HTML
	Charts   []template.HTML
	NextBars template.HTML
	Trended  template.HTML
	Openings []opening
}

// An opening is a position after four moves with its board.
type opening struct {
	ask.Group
	Games int
	Board template.HTML
}

// openings is how many are drawn.
const openings = 8

// Write writes a page.
func Write(w io.Writer, p *Page) error {
	r := p.Report
	s := &shown{Report: r, Title: p.Title, Style: template.CSS(chart.Style + style)}
	if s.Title == "" {
		s.Title = "Report"
	}
	for _, one := range []struct {
		stats  *ask.Stats
		metric string
	}{{r.Years, "games"}, {r.Years, "moves"}, {r.Decades, "bwin"}, {r.Komi, "bwin"}} {
		if len(one.stats.Groups.Groups) < 2 {
			continue
		}
		c, err := one.stats.Chart(one.metric)
		if err != nil {
			return err
		}
		s.Charts = append(s.Charts, template.HTML(c.Figure()))
	}
	board, err := r.Board()
	if err != nil {
		return err
	}
	s.Board = template.HTML(board)
	if r.Next != nil && len(r.Next.Next) > 0 {
		s.NextBars = template.HTML(r.NextChart().Figure())
	}
	if r.Trend != nil {
		least := ask.FewGames
		if !r.Trend.Drawn(least) { // a small archive is all there is
			least = 1
		}
		s.Trended = template.HTML(r.Trend.Chart(least).Figure())
	}
	for i, g := range r.Fuseki.Groups.Groups {
		if i == openings {
			break
		}
		drawn, err := r.Opening(g.Values[0])
		if err != nil {
			return err
		}
		s.Openings = append(s.Openings, opening{g, int(*g.Measured[0].Value), template.HTML(drawn)})
	}
	var b bytes.Buffer
	if err := parsed().Execute(&b, s); err != nil {
		return err
	}
	_, err = w.Write(bytes.Map(printable, b.Bytes()))
	return err
}

// printable replaces characters that no page may hold, whatever record they are from.
func printable(r rune) rune {
	if unicode.IsControl(r) && r != '\n' {
		return unicode.ReplacementChar
	}
	return r
}

// counted writes a number of things: "1 game", "2,000 games".
func counted(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return chart.Count.Format(float64(n)) + " " + word
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

// side is a player with the rank.
func side(name, rank string) string { return archive.Joined(name, rank) }
