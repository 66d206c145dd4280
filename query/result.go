package query

import (
	"fmt"
	"strings"
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

func (winner) check(v Value) error { return checkChoice(v, winnerNames, "b", "w", "jigo") }
func (winner) literal() bool       { return false }
func (winner) ordered() bool       { return false }

// how is the meaning of the field that says by what a game was won.
type how struct{}

var howNames = []string{"points", "resign", "time", "forfeit"}

func (how) check(v Value) error {
	return checkChoice(v, howNames, "r", "t", "f", "score", "resignation")
}
func (how) literal() bool { return false }
func (how) ordered() bool { return false }

// checkChoice accepts the names, and other spellings of them.
func checkChoice(v Value, names []string, spellings ...string) error {
	if v.Kind == Word || v.Kind == Phrase {
		for _, name := range append(spellings, names...) {
			if strings.EqualFold(name, v.Text) {
				return nil
			}
		}
	}
	return fmt.Errorf("%s is not one of %s", printValue(v), strings.Join(names, ", "))
}

// printValue returns a value as it stands after a colon.
func printValue(v Value) string {
	var b strings.Builder
	v.print(&b, true)
	return b.String()
}
