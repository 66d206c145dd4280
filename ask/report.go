package ask

import (
	"context"
	"errors"
	"fmt"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/query"
	"kifudb/search"
	"kifudb/study/chart"
)

// A Report has everything on a page about the games that match a query. All of it belongs to
// one state of the archives. The same state and query give the same report.
type Report struct {
	Provenance archive.Provenance `json:"provenance" doc:"What the report is about."`
	Results    archive.Results    `json:"results" doc:"How the games ended."`

	Years   *Stats `json:"years,omitempty" doc:"Number of games and of moves by year, or by decade if there are many years. Missing while the server has not counted it."`
	Decades *Stats `json:"decades,omitempty" doc:"Results by decade. Missing while the server has not counted it."`
	Komi    *Stats `json:"komi,omitempty" doc:"Results by komi. Missing while the server has not counted it."`
	Fuseki  *Stats `json:"fuseki,omitempty" doc:"Results by position after four moves. Missing while the server has not counted it."`
	Next    *Next  `json:"next,omitempty" doc:"Moves that were played next. Missing unless the query has one position or pattern."`
	Trend   *Trend `json:"trend,omitempty" doc:"Share of each year's games with the position or pattern. Missing unless the query has one."`

	Players     *NameList `json:"players,omitempty" doc:"Players of the games. Missing while the server has not counted it."`
	Events      *NameList `json:"events,omitempty" doc:"Events of the games. Missing while the server has not counted it."`
	Collections *NameList `json:"collections,omitempty" doc:"Folders and containers of the games. Missing while the server has not counted it."`

	Games []*archive.Game `json:"games" doc:"Games by date, as many as the request asks for."`
	archive.Gaps
}

// ReportOptions say how much of a report is wanted.
type ReportOptions struct {
	Games int `flag:"games" value:"200" usage:"list at most {N} games below the tables, 0 for all" query:"games" minimum:"0" default:"200" doc:"Largest number of games to list. 0 for all."`
	Rows  int `flag:"limit,n" value:"15" usage:"at most {N} rows in each table, 0 for all" query:"limit" minimum:"0" default:"15" doc:"Largest number of rows in each table. 0 for all."`

	// Watch, if set, is called with the report so far whenever a part of it is whole.
	Watch func(sofar *Report)
}

// Report finds out what a page tells of the games of a query.
func (vs *Views) Report(ctx context.Context, s *archive.Search, o *ReportOptions) (*Report, error) {
	if o.Games < 0 || o.Rows < 0 {
		return nil, badRequest("limit", "limits cannot be negative")
	}
	r := &Report{}
	komi := &StatsOptions{By: []string{"komi"}, Metrics: []string{"games", "bwin"}, Limit: o.Rows}
	stats := func(to **Stats, g *StatsOptions) func() error {
		return func() (err error) {
			g.whole = true
			*to, err = vs.Stats(ctx, s, g)
			return err
		}
	}
	names := func(to **NameList, kind NameKind) func() error {
		return func() (err error) {
			*to, err = vs.Names(ctx, s, &NamesOptions{Kind: kind, Limit: o.Rows, whole: true})
			return err
		}
	}
	for _, part := range []func() error{
		func() error { return vs.reportGames(ctx, s, o, r) },
		stats(&r.Years, &StatsOptions{By: []string{"year"}, Metrics: []string{"games", "moves"}}),
		stats(&r.Decades, &StatsOptions{By: []string{"decade"}, Metrics: []string{"games", "bwin", "draw", "resign"}}),
		func() error {
			if r.Provenance.Games > 20*FewGames { // slips of the pen are more than a few games show
				komi.Min = FewGames
			}
			return stats(&r.Komi, komi)()
		},
		stats(&r.Fuseki, &StatsOptions{By: []string{"fuseki"}, Metrics: []string{"games", "share", "bwin"}, Limit: o.Rows}),
		names(&r.Players, PlayerNames), names(&r.Events, EventNames), names(&r.Collections, CollectionNames),
		func() error { return vs.reportBoard(ctx, s, o, r) },
	} {
		if err := part(); err != nil {
			return nil, err
		}
		if o.Watch != nil {
			sofar := *r
			o.Watch(&sofar)
		}
	}
	if len(r.Years.Groups.Groups) > usualYears {
		byDecade := &StatsOptions{By: []string{"decade"}, Metrics: []string{"games", "moves"}}
		if err := stats(&r.Years, byDecade)(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// reportGames adds the list of games and what the report is about.
func (vs *Views) reportGames(ctx context.Context, s *archive.Search, o *ReportOptions, r *Report) error {
	asking := *s
	asking.Sort, asking.Limit, asking.PerGame = "date,id", o.Games, 1
	asking.Also = map[string]search.Aggregation{askAll: &search.FacetCounts{Labels: search.Labels{Fields: []string{"winner"}}}, askKinds: kindsAsked()}
	q, err := vs.question(ctx, &asking, archive.AskPage, archive.AskCount)
	if err != nil {
		return err
	}
	answer, err := q.Ask(ctx, nil)
	if err != nil {
		return err
	}
	page, err := q.Page(answer)
	if err != nil {
		return err
	}
	r.Games, r.Provenance = page.Games, q.Provenance(answer, page.Total, 0)
	var won search.Results
	for _, v := range answer.Found[askAll].(*search.FacetsOfGames).Facets[0].Values {
		won.Black += v.Won.Black
		won.White += v.Won.White
		won.Draw += v.Won.Draw
		won.Other += v.Won.Other
	}
	r.Results = archive.NewResults(won)
	found := kindsOf(answer)
	if found.several() {
		r.Results.WithoutShares()
		q.noteGames(found)
	} else {
		q.noteSizes(found)
	}
	q.NoteGuesses(answer.Guessed)
	r.SetGaps(&q.Notices)
	return nil
}

// reportBoard adds what followed, and the trend, if the query asks for one thing on
// the board.
func (vs *Views) reportBoard(ctx context.Context, s *archive.Search, o *ReportOptions, r *Report) (err error) {
	if r.Next, err = vs.Next(ctx, &archive.Search{Query: s.Query, Records: s.Records, Among: s.Among}, &NextOptions{}); err != nil {
		if r.Next = nil; errors.Is(err, query.ErrNoBoard) {
			return nil
		}
		return err
	}
	if o.Rows > 0 && len(r.Next.Next) > o.Rows {
		r.Next.Next = r.Next.Next[:o.Rows]
	}
	r.Trend, err = vs.Trend(ctx, s, &TrendOptions{})
	return err
}

// A ReportBoard is the board that a query asks for, with letters for the continuations that a
// report lists.
type ReportBoard struct {
	*Scene
	Letters map[int]string // by cell
	Rows    []string       // the letter of each of Report.Next.Next, "" if it has none
}

// maxLetters is how many continuations have letters.
const maxLetters = 26

// Board returns the board that the query asks for. It is nil if the query asks for none, or its game
// has no boards.
func (r *Report) Board() (*ReportBoard, error) {
	if r.Next == nil {
		return nil, nil
	}
	b := &ReportBoard{&Scene{Open: []OpenCell{}, Moves: []SceneMove{}}, map[int]string{}, make([]string, len(r.Next.Next))}
	err := b.lay(r.Next.Asked)
	if errors.Is(err, registry.ErrNoRules) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for i := range r.Next.Next {
		move, err := b.Continued(r.Next.Next[i].Move)
		if err != nil || move.From != nil || move.To < 0 {
			continue // it is not on an empty cell
		}
		if b.Letters[move.To] == "" && len(b.Letters) < maxLetters {
			b.Letters[move.To] = string(rune('A' + len(b.Letters)))
		}
		b.Rows[i] = b.Letters[move.To]
	}
	return b, nil
}

// OpeningBoard returns the position that moves on 19 lines lead to, as the field fuseki names it.
func OpeningBoard(moves string) (*Board, error) {
	q, err := query.Parse(fmt.Sprintf("pos:%q", moves))
	if err != nil {
		return nil, err
	}
	term, err := query.OneBoard(q.Root)
	if err != nil {
		return nil, err
	}
	asked, err := term.Asked()
	if err != nil {
		return nil, err
	}
	s := &Scene{}
	err = s.lay(asked)
	return s.Board, err
}

// NextChart draws what share of the decided games Black won, by continuation, with its letter.
func (r *Report) NextChart(letters []string) chart.Chart {
	c := &chart.Bars{Head: chart.Head{Title: "Black won, by what was played next", About: "of the games won or drawn", Unit: chart.Share, Full: true}}
	for i := range r.Next.Next {
		n := &r.Next.Next[i]
		number := chart.Number{Value: chart.Unknown}
		if share := n.Won.BlackShare; share != nil {
			number = chart.Number{Value: share.Value, Low: share.Low, High: share.High, Note: "of " + chart.Count.Format(float64(n.Won.Decided))}
		}
		label := archive.Joined(letters[i], archive.Joined(colorWord(n.Color), MoveName(n.Played, r.Next.Asked)))
		c.Bars = append(c.Bars, chart.Bar{Label: label, Number: number})
	}
	return c
}

// colorWord names the color of a letter.
func colorWord(letter string) string { return map[string]string{"B": "Black", "W": "White"}[letter] }
