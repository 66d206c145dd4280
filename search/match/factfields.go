package match

import (
	"math"
	"strings"

	"kifudb/game"
	"kifudb/query"
	"kifudb/store"
)

// numberCondition is the maker of fields that hold numbers. Literal values find what is
// written so as well as what means it.
func numberCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	if v.Kind != query.Exact || len(f.Idents) == 0 {
		return understoodNumber(f, v)
	}
	written := newTexts(f, v)
	number, err := understoodNumber(f, query.Value{Text: v.Text})
	if err != nil {
		return written, nil // it is no number, but may be written
	}
	if means, ok := number.(*facts); ok {
		means.value, means.written, means.figures.Term = v.String(), true, f.Term(v)
	}
	return some{written, number}, nil
}

// understoodNumber is the condition of a number that is kept of each game, or of one that
// texts are.
func understoodNumber(f query.Field, v query.Value) (Condition, error) {
	r, err := f.Numbers(v)
	switch {
	case err != nil:
		return nil, err
	case f.Facts == nil:
		return newTextNumbers(f, v, r), nil
	}
	return newFacts(f, v, f.Facts.Column, func(g *store.Facts) bool { return f.Facts.AnyOf(g, r.Contains) }), nil
}

func dateCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	if v.Kind == query.Exact {
		return newTexts(f, v), nil
	}
	r, err := v.Days()
	if err != nil {
		return nil, err
	}
	return newFacts(f, v, store.DaysColumn, func(g *store.Facts) bool {
		return g.DateLo != 0 && r.Overlaps(query.Interval{Lo: int64(g.DateLo), Hi: int64(g.DateHi)})
	}), nil
}

func rankCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	if v.Kind == query.Exact {
		return newTexts(f, v), nil
	}
	return understoodNumber(f, v)
}

func winnerCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	w, _ := query.WinnerOf(v.Text)
	return newFacts(f, v, store.ResultsColumn, func(g *store.Facts) bool { return g.Winner == w }), nil
}

func howCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	h, ok := query.HowOf(v.Text)
	if !ok { // how it ended on the board, which moves tell
		ending, _ := query.FindField(game.EndingName)
		return titleCondition(ending, v, nil)
	}
	return newFacts(f, v, store.ResultsColumn, func(g *store.Facts) bool { return g.How == h }), nil
}

// wordedResult makes the condition of a result that is a word of winner: or by:, such
// as resign or white; records write B+R and B+Resign for the same. Results that
// hold the word and were not understood are found, too.
func wordedResult(f query.Field, v query.Value) Condition {
	if !v.SpelledOut() || len(v.Text) < len("time") { // not the letters of B+R
		return nil
	}
	if o, ok := v.Said(); ok {
		return some{outcome(f, v, o), newTexts(f, v)}
	}
	if h, ok := query.HowOf(v.Text); ok {
		return some{newFacts(f, v, store.ResultsColumn, func(g *store.Facts) bool { return g.How == h }), newTexts(f, v)}
	}
	if w, ok := query.WinnerOf(v.Text); ok && w != store.WinnerUnknown {
		return some{newFacts(f, v, store.ResultsColumn, func(g *store.Facts) bool { return g.Winner == w }), newTexts(f, v)}
	}
	return nil
}

func resultCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	o, ok := v.Outcome()
	if written, none := v.NoMargin(); none {
		return newTexts(f, query.Value{Kind: query.Exact, Text: written}), nil
	}
	if !ok {
		if c := wordedResult(f, v); c != nil {
			return c, nil
		}
		return newTexts(f, v), nil
	}
	return outcome(f, v, o), nil
}

// outcome is the condition of a result that is understood.
func outcome(f query.Field, v query.Value, o query.Outcome) Condition {
	of := store.ResultsColumn
	if o.Margin != (query.Interval{Lo: math.MinInt64, Hi: math.MaxInt64}) {
		of = store.AllFacts
	}
	return newFacts(f, v, of, func(g *store.Facts) bool {
		return g.Winner == o.Winner && (o.How == store.HowUnknown || g.How == o.How) && o.Margin.Contains(int64(g.Margin))
	})
}

func sizeCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	if size, one := v.OneSize(); one {
		return newFacts(f, v, store.AllFacts, func(g *store.Facts) bool { return g.Size == size }), nil
	}
	r, err := v.Numbers(false)
	return newFacts(f, v, store.AllFacts, func(g *store.Facts) bool {
		return r.Contains(int64(g.Size.Cols)) && r.Contains(int64(g.Size.Rows))
	}), err
}

func gameCondition(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	n, err := v.GameNumber()
	return newFacts(f, v, store.AllFacts, func(g *store.Facts) bool { return int(g.Game) == n }), err
}

func hasCondition(f query.Field, v query.Value, r *query.Resolution) (Condition, error) {
	if strings.EqualFold(v.Text, query.HasClocks) { // which is not known of games of older archives
		return newTimes(f, v, f, query.AnyTime), nil
	}
	if flag := v.Flag(); flag != 0 {
		return newFacts(f, v, store.AllFacts, func(g *store.Facts) bool { return g.Flags&flag != 0 }), nil
	}
	if r.Games != nil {
		return markedCondition(f, v, r)
	}
	if strings.EqualFold(v.Text, query.HasCorrection) {
		return newMended(f, v), nil
	}
	of, _ := query.FindField(v.Text)
	if of.Flag != 0 {
		return newFacts(f, v, store.AllFacts, func(g *store.Facts) bool { return g.Flags&of.Flag != 0 }), nil
	}
	if len(of.Idents) == 0 && of.Can(query.Has) {
		return newFacts(f, v, of.Facts.Column, func(g *store.Facts) bool { return of.Facts.AnyOf(g, func(int64) bool { return true }) }), nil
	}
	if kind, _ := of.Time(); kind != 0 {
		return newTimes(f, v, of, query.AnyTime), nil
	}
	if kind, _ := of.Grade(); kind != 0 {
		return &grades{test: of.GradeKnown(), figures: Figures{Term: f.Term(v), Index: "values"}}, nil
	}
	if of.IsRating() {
		c := newRatings(of, v, query.AnyRating)
		c.figures.Term = f.Term(v)
		return c, nil
	}
	if of.OfNodes() {
		return newHasProperty(f, v, of), nil
	}
	return newPresence(f, v, of.Idents), nil
}
