package game

import (
	"iter"
	"strconv"
	"strings"

	"kifudb/internal/lazy"
	"kifudb/position"
)

// stones is what entries of games of Stones are made of.
type stones struct {
	entry
	rules position.Rules
}

// newStones makes the entry of a game whose stones are put on points and stay.
// Title is what drawings call it; with keep stones are never captured; withI is how
// boards of all games but Go look.
func newStones(a About, title string, keep, withI bool) stones {
	return stones{entry{a}, position.Rules{Game: a.Number, Name: title, Keep: keep, Usual: a.Size, Bare: withI, WithI: withI}}
}

func (g *stones) Rules() position.Rules { return g.rules }

// inSGF is the property that names the game in SGF.
var inSGF = lazy.Regexp(`\bGM\s*\[\s*(\d+)\s*\]`)

// Recognizes reports whether SGF names the game; what is written without is the
// same for all games of stones.
func (g *stones) Recognizes(text string) bool {
	number := numberInSGF(text)
	return number != "" && number == strconv.Itoa(g.about.Number)
}

// numberInSGF returns the number by which SGF names the game of a text, "" if it does not.
func numberInSGF(text string) string {
	if !strings.Contains(text, "GM") { // as most do not, which is seen sooner so
		return ""
	}
	if m := inSGF().FindStringSubmatch(text); m != nil {
		return m[1]
	}
	return ""
}

func (g *stones) ReadPosition(text string) (Position, error) {
	setup, err := g.rules.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	return OnPoints(setup.Board()), nil
}

func (g *stones) Start(r Record) (Position, error) { return OnPoints(g.rules.NewBoard(r.Size)), nil }

func (g *stones) Replay(start Position, s position.Script) iter.Seq[*Step] {
	return replayStones(g.rules, start, s)
}

// replayStones replays a script on an empty board of the size of the start: all
// stones are in the script.
func replayStones(rules position.Rules, start Position, s position.Script) iter.Seq[*Step] {
	return func(yield func(*Step) bool) {
		judge, _ := Of(rules.Number()).(Judge)
		r := position.Replayer{Rules: rules}
		var step Step
		r.Replay(start.(*Points).Goban.Size(), s, func(b *position.Board, done *position.Step) bool {
			step = Step{
				Node: done.Node, Parent: done.Parent, MoveNumber: done.MoveNumber, MainLine: done.MainLine,
				Moved: done.Moved, Move: done.Move, Fault: done.Fault.String(), Position: &Points{b},
				Swap: rules.Reply(done).Point == position.SwapsStone,
				Done: done.Moved && done.Fault&(position.OffBoard|position.NoColor) == 0,
			}
			if judge != nil && step.Fault == "" {
				step.Fault = judge.Judge(b, done)
			}
			return yield(&step)
		})
	}
}
