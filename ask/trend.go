package ask

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study"
	"kifudb/study/chart"
)

// A Trend says in what share of the games of each year positions, patterns or
// sequences came up.
type Trend struct {
	archive.Envelope
	Step  int         `json:"step" doc:"Number of years that are counted together: 1, 10 or 100."`
	Lines []TrendLine `json:"lines" doc:"The lines, in the order of the query."`
}

// A TrendLine is the line of one of them.
type TrendLine struct {
	Name    string         `json:"name" doc:"Name of the line."`
	Query   string         `json:"query" doc:"Position, pattern or sequence in normal form."`
	Among   string         `json:"among" doc:"Query for the games that can have it: those on its board size that are long enough."`
	Games   int            `json:"games" doc:"Number of games with it, dated or not."`
	Of      int            `json:"of" doc:"Number of games that can have it."`
	Share   *archive.Share `json:"share,omitempty" doc:"Share of these games. Missing if there are none."`
	Undated int            `json:"undated" doc:"Number of games with it whose year is unknown."`
	Years   []TrendYear    `json:"years" doc:"Years with games, in ascending order."`
}

// A TrendYear is a year, or the stretch of years that begins with it.
type TrendYear struct {
	Year  int            `json:"year" doc:"The year, or the first of the years that are counted together."`
	Games int            `json:"games" doc:"Number of games with the position, pattern or sequence."`
	Of    int            `json:"of" doc:"Number of games that can have it."`
	Share *archive.Share `json:"share,omitempty" doc:"Share of these games. Missing if there are none."`
}

// TrendOptions say how a trend is counted.
type TrendOptions struct {
	// By is "" for years if there are few of them, and for decades otherwise.
	By string `flag:"by" usually:"year; decade if there are many" usage:"count by {PERIOD}: year, decade or century" query:"by" enum:",year,decade,century" doc:"Period that is counted together. Without it years, or decades if there are many years."`
	// Names are of the lines, in the order of the query. A line without one is called by its term.
	Names      []string `flag:"name" usage:"call the next line {NAME}; may be given more than once" query:"name,explode" maxItems:"6" doc:"Name of a line, in the order of the query. May be repeated."`
	Variations bool     `flag:"variations" usage:"count variations, too" query:"variations" doc:"Count variations, too."`

	// Watch, if set, is called now and then, by one goroutine, with the lines so far, of
	// which the last one grows. They are of single years.
	Watch func(sofar *Trend)
}

// usualYears is how many years are counted one by one unless that is asked for.
const usualYears = 60

// Trend counts what the query asks for on the board, each such term by itself, among
// the games that fulfil its other terms. A query without one is query.ErrNoBoard.
func (vs *Views) Trend(ctx context.Context, s *archive.Search, o *TrendOptions) (*Trend, error) {
	if o.By != "" && archive.TimeStep(o.By) == 0 {
		return nil, badRequest("by", "a trend counts by year, decade or century, not by %q", o.By)
	}
	boards, rest := query.SplitBoards(s.Query.Root)
	switch {
	case len(boards) == 0:
		return nil, query.ErrNoBoard
	case len(boards) > MostLines:
		return nil, badRequest("query", "the query has %d positions and patterns; a chart shows at most %d", len(boards), MostLines)
	case len(o.Names) > len(boards):
		return nil, badRequest("name", "got %d names for %d positions and patterns", len(o.Names), len(boards))
	}
	asking := *s
	asking.Query = archive.Query{Root: rest}
	t := &Trend{Lines: []TrendLine{}}
	among := map[string]*yearly{} // by query
	notes := map[string]bool{}
	for i, board := range boards {
		if !o.Variations {
			on, err := onMainLines(archive.Query{Root: board})
			if err != nil {
				return nil, err
			}
			board = on.Root
		}
		eligible, err := vs.eligible(ctx, &asking, rest, board)
		if err != nil {
			return nil, err
		}
		line := TrendLine{Query: archive.Query{Root: board}.String(), Among: archive.Query{Root: eligible}.String(), Years: []TrendYear{}}
		line.Name = lineName(boards[i])
		if i < len(o.Names) {
			line.Name = o.Names[i]
		}
		of := among[line.Among]
		if of == nil {
			if of, err = vs.yearly(ctx, &asking, archive.Query{Root: eligible}, nil); err != nil {
				return nil, err
			}
			among[line.Among] = of
		}
		var watch func(*yearly)
		if o.Watch != nil {
			watch = func(sofar *yearly) {
				growing := line
				growing.count(sofar, &yearly{games: of.games, years: maps.Clone(of.years)})
				o.Watch(&Trend{Envelope: sofar.Envelope, Step: 1, Lines: append(slices.Clone(t.Lines), growing)})
			}
		}
		with, err := vs.yearly(ctx, &asking, archive.Query{Root: query.AllOf(eligible, board)}, watch)
		if err != nil {
			return nil, err
		}
		for _, n := range append(of.Notices, with.Notices...) {
			if !notes[n.Text] {
				notes[n.Text] = true
				t.Notices = append(t.Notices, n)
				t.Complete = archive.Completeness(t.Notices)
			}
		}
		line.count(with, of)
		t.Lines = append(t.Lines, line)
	}
	whole, err := vs.yearly(ctx, &asking, asking.Query, nil)
	if err != nil {
		return nil, err
	}
	t.Provenance = whole.Provenance
	t.by(o.By)
	return t, nil
}

// lineName is what is asked for on the board in few words: a term with those of its
// options that are not the usual ones.
func lineName(n query.Node) string {
	b, ok := n.(*query.Board)
	if !ok {
		return archive.Query{Root: n}.String()
	}
	text := b.Text
	if b.File {
		text = "@" + text
	}
	if place := b.Anchor; place != "" && place != "drawn" {
		text = place + text
	}
	return archive.Joined(b.Kind+":"+text, b.OptionText())
}

// yearly is games by their years.
type yearly struct {
	archive.Envelope
	games   int
	years   map[int]int
	undated int
}

// yearly counts the games of a query. If watch is not nil, it is called now and then with
// what is known so far.
func (vs *Views) yearly(ctx context.Context, s *archive.Search, q archive.Query, watch func(*yearly)) (*yearly, error) {
	asking := *s
	asking.Query = q
	asking.Also = map[string]search.Aggregation{askGroups[0]: &study.Groups{Labels: search.Labels{Fields: []string{"year"}}}}
	if HasBoard(q) {
		asking.Also = withSizes(q, asking.Also)
	}
	asked, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	return archive.Run(ctx, asked.Question, archive.Recipe[*yearly]{Watch: watch, Read: asked.years, Rest: func(_ *yearly, answer *search.Answer) error {
		asked.noteSizesOf(answer)
		return nil
	}})
}

// years returns the games of an answer by their years.
func (q *question) years(answer *search.Answer) (*yearly, error) {
	found := answer.Found[askGroups[0]].(*study.GroupsFound)
	y := &yearly{games: found.All.Games, undated: found.Without, years: map[int]int{}}
	for _, g := range found.Groups {
		year, err := strconv.Atoi(g.Values[0])
		if err != nil {
			return nil, err
		}
		y.years[year] = g.Games
	}
	y.Envelope = q.Envelope(answer, y.games, 0)
	return y, nil
}

// eligible returns the games in which something on the board can come up: those of
// its game, on boards of its size, of a pattern on boards that it fits on, that have
// at least as many moves as it has stones. Of what has several board terms it is all.
func (vs *Views) eligible(ctx context.Context, s *archive.Search, rest, board query.Node) (query.Node, error) {
	asking := *s
	asking.Query = archive.Query{Root: query.AllOf(rest, board)}
	q, err := vs.question(ctx, &asking)
	if err != nil {
		return nil, err
	}
	asked, ok := q.Asked()
	if !ok {
		return rest, nil
	}
	var words []string
	if game := query.GameTerm(asked.Game.About().Number); !slices.Contains(strings.Fields(archive.Query{Root: rest}.String()), game) {
		words = append(words, game)
	}
	stones := 0
	switch b := asked.Goban(); {
	case b != nil:
		words, stones = append(words, "size:"+b.Size().String()), b.Stones(position.Black)+b.Stones(position.White)
	case asked.Pattern != nil:
		p := asked.Pattern
		words, stones = append(words, fmt.Sprintf("size:>=%d", min(p.Cols, p.Rows))), p.Stones()+len(p.Sequence)
	}
	if stones > 0 {
		words = append(words, fmt.Sprintf("moves:>=%d", stones))
	}
	terms, err := archive.ParseQuery(strings.Join(words, " "))
	if err != nil {
		return nil, err
	}
	return query.AllOf(rest, terms.Root), nil
}

// count fills in the years.
func (l *TrendLine) count(with, of *yearly) {
	l.Games, l.Of, l.Undated = with.games, max(of.games, with.games), with.undated
	l.Share = archive.ShareOf(l.Games, l.Of)
	for year := range with.years { // the preferred record of a game may be dated otherwise
		of.years[year] = max(of.years[year], with.years[year])
	}
	for _, year := range slices.Sorted(maps.Keys(of.years)) {
		l.Years = append(l.Years, TrendYear{year, with.years[year], of.years[year], archive.ShareOf(with.years[year], of.years[year])})
	}
}

// by sums years up to longer stretches.
func (t *Trend) by(field string) {
	if field == "" {
		field = "year"
		for _, l := range t.Lines {
			if n := len(l.Years); n > 0 && l.Years[n-1].Year-l.Years[0].Year >= usualYears {
				field = "decade"
			}
		}
	}
	t.Step = archive.TimeStep(field)
	for i := range t.Lines {
		l := &t.Lines[i]
		list := []TrendYear{}
		for _, y := range l.Years {
			first := y.Year - y.Year%t.Step
			if n := len(list); n == 0 || list[n-1].Year != first {
				list = append(list, TrendYear{Year: first})
			}
			sum := &list[len(list)-1]
			sum.Games += y.Games
			sum.Of += y.Of
			sum.Share = archive.ShareOf(sum.Games, sum.Of)
		}
		l.Years = list
	}
}

// Drawn reports whether a chart shows anything: a year of at least so many games.
func (t *Trend) Drawn(least int) bool {
	return slices.ContainsFunc(t.Lines, func(l TrendLine) bool {
		return slices.ContainsFunc(l.Years, func(y TrendYear) bool { return y.Of >= least })
	})
}

// Chart draws the lines with the bands of their intervals. Years of fewer than least
// games are left empty.
func (t *Trend) Chart(least int) chart.Chart {
	c := &chart.Lines{Head: chart.Head{Title: "share of games", About: "share of the games of each year", Unit: chart.Share}, Step: t.Step}
	if len(t.Lines) == 1 {
		c.Title = t.Lines[0].Name
	}
	for _, l := range t.Lines {
		s := chart.Series{Name: l.Name}
		if len(t.Lines) == 1 {
			s.Name = ""
		}
		for _, y := range l.Years {
			if y.Of >= max(least, 1) {
				n := chart.Number{Value: y.Share.Value, Low: y.Share.Low, High: y.Share.High, Note: fmt.Sprintf("of %d", y.Of)}
				s.Points = append(s.Points, chart.Point{At: y.Year, Number: n})
			}
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// FewGames is the number of games of a year below which charts leave it empty unless
// another is asked for.
const FewGames = 10
