package mcp

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kifudb/archive"
	"kifudb/ask"
)

// A share is a percentage with the number that it is of and its 95 % interval.
type share struct {
	Percent float64 `json:"percent"`
	Low     float64 `json:"low_percent" jsonschema:"lower end of the 95 % interval"`
	High    float64 `json:"high_percent" jsonschema:"upper end of the 95 % interval"`
	N       int     `json:"n" jsonschema:"number of games that it is a share of"`
}

func newShare(s *archive.Share, n int) *share {
	if s == nil {
		return nil
	}
	percent := func(x float64) float64 { return math.Round(1000*x) / 10 }
	return &share{percent(s.Value), percent(s.Low), percent(s.High), n}
}

func (s *share) String() string {
	return fmt.Sprintf("%s %% (n=%d, 95 %% interval %s–%s %%)", decimal(s.Percent), s.N, decimal(s.Low), decimal(s.High))
}

func decimal(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// A results counts how games ended, by color.
type results struct {
	Black   int    `json:"black_won"`
	White   int    `json:"white_won"`
	Drawn   int    `json:"drawn,omitempty"`
	Unknown int    `json:"unknown,omitempty" jsonschema:"games with an unknown result, void or not finished; they are in no share"`
	Share   *share `json:"black_win,omitempty" jsonschema:"share of the decided games (won or drawn) that Black won"`
	Score   *share `json:"black_score,omitempty" jsonschema:"Black's score in the decided games, a draw being half a point; only if there are draws"`
}

func newResults(r archive.Results) results {
	return results{r.Black, r.White, r.Draw, r.Other, newShare(r.BlackShare, r.Decided), newShare(r.BlackScore, r.Decided)}
}

func (r results) String() string {
	said := fmt.Sprintf("Black won %d, White won %d", r.Black, r.White)
	if r.Drawn > 0 {
		said += fmt.Sprintf(", drawn %d", r.Drawn)
	}
	if r.Unknown > 0 {
		said += fmt.Sprintf(", result unknown %d", r.Unknown)
	}
	switch {
	case r.Score != nil:
		said += "; Black's score in those decided " + r.Score.String()
	case r.Share != nil:
		said += "; Black won " + r.Share.String() + " of those decided"
	}
	return said
}

// An outcome counts how games ended for a player.
type outcome struct {
	Won     int    `json:"won"`
	Lost    int    `json:"lost"`
	Drawn   int    `json:"drawn,omitempty"`
	Unknown int    `json:"unknown,omitempty" jsonschema:"games with an unknown result, void or not finished; they are in no share"`
	Share   *share `json:"win,omitempty" jsonschema:"share of the decided games (won, lost or drawn) that the player won"`
	Score   *share `json:"score,omitempty" jsonschema:"the player's score in the decided games, a draw being half a point; only if there are draws"`
}

func newOutcome(o *ask.Outcome) *outcome {
	if o == nil {
		return nil
	}
	return &outcome{o.Won, o.Lost, o.Drawn, o.Unknown, newShare(o.WonShare, o.Decided), newShare(o.Score, o.Decided)}
}

func (o *outcome) String() string {
	said := fmt.Sprintf("won %d, lost %d", o.Won, o.Lost)
	if o.Drawn > 0 {
		said += fmt.Sprintf(", drawn %d", o.Drawn)
	}
	if o.Unknown > 0 {
		said += fmt.Sprintf(", result unknown %d", o.Unknown)
	}
	switch {
	case o.Score != nil:
		said += "; score in those decided " + o.Score.String()
	case o.Share != nil:
		said += "; won " + o.Share.String() + " of those decided"
	}
	return said
}

// years writes a span of years, "" if none is known.
func years(first, last int) string {
	switch {
	case first == 0:
		return ""
	case first == last:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d–%d", first, last)
}

// A paging says which part of a list is wanted.
type paging struct {
	Limit  int    `json:"limit,omitempty" jsonschema:"how many to list" min:"1" max:"50" default:"10"`
	Cursor string `json:"cursor,omitempty" jsonschema:"cursor of the answer before, for what follows it" longest:"4000"`
}

// offset is where a page of a list begins that is asked for from its start.
func (p *paging) offset() (int, error) {
	if p.Cursor == "" {
		return 0, nil
	}
	at, err := strconv.Atoi(strings.TrimPrefix(p.Cursor, "after:"))
	if err != nil || at < 0 || at > 100_000 || !strings.HasPrefix(p.Cursor, "after:") {
		return 0, &archive.RequestError{Part: "cursor", Err: fmt.Errorf("%q is not a cursor of an answer", p.Cursor)}
	}
	return at, nil
}

// A listed says which part of a list an answer has.
type listed struct {
	Total  int    `json:"total" jsonschema:"number of all"`
	From   int    `json:"from" jsonschema:"number of the first that is listed, from 1"`
	Cursor string `json:"cursor,omitempty" jsonschema:"pass it to the same tool with the same parameters for more; missing at the end"`
}

// pageOf returns the part of a list that is asked for. The list begins at its start, and may end
// before its total.
func pageOf[T any](list []T, total int, p *paging) (page []T, l listed, err error) {
	at, err := p.offset()
	if err != nil {
		return nil, l, err
	}
	end := min(at+p.Limit, len(list))
	l = listed{Total: total, From: at + 1}
	if at < end {
		page = list[at:end]
		if end < total {
			l.Cursor = fmt.Sprintf("after:%d", end)
		}
	}
	return page, l, nil
}

// shown says how many of all are shown.
func (l *listed) shown(b *text, n int, what string) {
	switch {
	case n == 0:
		b.line("0 of %d %s.", l.Total, what)
	case n == l.Total:
		b.line("All %d %s:", n, what)
	default:
		b.line("%d to %d of %d %s:", l.From, l.From+n-1, l.Total, what)
	}
}

// more says how to get more.
func (l *listed) more(b *text) {
	if l.Cursor != "" {
		b.line("More: the same question with cursor %q.", l.Cursor)
	}
}
