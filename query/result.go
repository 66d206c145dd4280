package query

import (
	"fmt"
	"math"
	"strings"

	"kifudb/store"
)

// result is the meaning of the result field: SGF's forms are compared by what
// they say, other texts as text.
type result struct{}

func (result) check(v Value) error { return text{}.check(v) }

func (result) literal() bool { return true }
func (result) ordered() bool { return false }

// An outcome is a result as a query asks for it.
type outcome struct {
	winner string // one of winnerNames
	how    string // one of howNames, or "" for any
	margin string // in points, or "" for any
}

// parseOutcome reads the SGF forms B+R, W+3.5, B+, 0, draw, void and ?.
func parseOutcome(s string) (outcome, bool) {
	switch strings.ToLower(s) {
	case "0", "draw", "jigo":
		return outcome{winner: "draw"}, true
	case "void":
		return outcome{winner: "void"}, true
	case "?":
		return outcome{winner: "unknown"}, true
	}
	if len(s) < 2 || s[1] != '+' {
		return outcome{}, false
	}
	o := outcome{}
	switch s[0] {
	case 'B', 'b':
		o.winner = "black"
	case 'W', 'w':
		o.winner = "white"
	default:
		return outcome{}, false
	}
	switch rest := strings.ToLower(s[2:]); rest {
	case "":
	case "r", "resign":
		o.how = "resign"
	case "t", "time":
		o.how = "time"
	case "f", "forfeit":
		o.how = "forfeit"
	default:
		if (number{hundredths: true}).check(Value{Text: rest}) != nil {
			return outcome{}, false
		}
		o.margin = rest
	}
	return o, true
}

// winner is the meaning of the winner field.
type winner struct{}

var winnerNames = []string{"black", "white", "draw", "void", "unknown"}

// check accepts the outcomes. A player's name is a mistake that the message helps
// out of, as who won what is what people ask.
func (winner) check(v Value) error {
	err := checkChoice(v, winners, winnerNames)
	if err != nil && (v.Kind == Word || v.Kind == Phrase) {
		name := printValue(v)
		return fmt.Errorf("%w; games that %[2]s won: (black:%[2]s winner:black) or (white:%[2]s winner:white)", err, name)
	}
	return err
}
func (winner) literal() bool { return false }
func (winner) ordered() bool { return false }

// how is the meaning of the field that says by what a game was won.
type how struct{}

var howNames = []string{"points", "resign", "time", "forfeit"}

func (how) check(v Value) error { return checkChoice(v, hows, howNames) }
func (how) literal() bool       { return false }
func (how) ordered() bool       { return false }

// checkChoice accepts what is in the table and offers the names otherwise.
func checkChoice[T any](v Value, table map[string]T, names []string) error {
	if _, ok := table[strings.ToLower(v.Text)]; ok && (v.Kind == Word || v.Kind == Phrase) {
		return nil
	}
	return fmt.Errorf("%s is not one of %s", printValue(v), strings.Join(names, ", "))
}

// printValue returns a value as it stands after a colon.
func printValue(v Value) string {
	var b strings.Builder
	v.print(&b, true)
	return b.String()
}

// winners and hows are what the names mean in the facts, with other spellings.
var winners = map[string]store.Winner{
	"black": store.WinnerBlack, "b": store.WinnerBlack,
	"white": store.WinnerWhite, "w": store.WinnerWhite,
	"draw": store.WinnerNone, "jigo": store.WinnerNone,
	"void": store.WinnerVoid, "unknown": store.WinnerUnknown,
}

var hows = map[string]store.How{
	"points": store.ByPoints, "score": store.ByPoints,
	"resign": store.ByResign, "resignation": store.ByResign, "r": store.ByResign,
	"time": store.ByTime, "t": store.ByTime,
	"forfeit": store.ByForfeit, "f": store.ByForfeit,
}

func winnerCondition(f field, v Value, _ *Resolution) (condition, error) {
	w := winners[strings.ToLower(v.Text)]
	return newFacts(f, v, func(g *store.Facts) bool { return g.Winner == w }), nil
}

func howCondition(f field, v Value, _ *Resolution) (condition, error) {
	h := hows[strings.ToLower(v.Text)]
	return newFacts(f, v, func(g *store.Facts) bool { return g.How == h }), nil
}

// wordedResult makes the condition of a result that is a word of winner: or by:, such
// as resign or white; records write B+R and B+Resign for the same. Results that
// hold the word and were not understood are found, too.
func wordedResult(f field, v Value) condition {
	word := strings.ToLower(v.Text)
	if v.Kind != Word && v.Kind != Phrase || len(word) < len("time") { // not the letters of B+R
		return nil
	}
	if h, ok := hows[word]; ok {
		return some{newFacts(f, v, func(g *store.Facts) bool { return g.How == h }), newTexts(f, v)}
	}
	if w, ok := winners[word]; ok && w != store.WinnerUnknown {
		return some{newFacts(f, v, func(g *store.Facts) bool { return g.Winner == w }), newTexts(f, v)}
	}
	return nil
}

func resultCondition(f field, v Value, _ *Resolution) (condition, error) {
	o, ok := parseOutcome(v.Text)
	if !ok {
		if c := wordedResult(f, v); c != nil {
			return c, nil
		}
	}
	if !ok || v.Kind != Word && v.Kind != Phrase {
		return newTexts(f, v), nil
	}
	w, h := winners[o.winner], hows[o.how]
	margin := interval{math.MinInt64, math.MaxInt64}
	if o.margin != "" {
		h = store.ByPoints
		margin, _ = number{hundredths: true}.parse(o.margin)
	}
	return newFacts(f, v, func(g *store.Facts) bool {
		return g.Winner == w && (h == store.HowUnknown || g.How == h) && margin.contains(int64(g.Margin))
	}), nil
}
