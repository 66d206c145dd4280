package ask

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
)

// WriteSGF writes a problem for each example, as one collection: the position before the move is set up, with
// marks on the points that the term is about, and the moves of the game follow. The first is marked as
// right. It returns how many examples are left out, as SGF cannot set up their positions; if there are no
// others, the error is [archive.ErrNoForm].
func (x *Examples) WriteSGF(w io.Writer) (left int, err error) {
	var problems []*sgfread.Tree
	for i := range x.Examples {
		if p := x.Examples[i].problem(i + 1); p != nil {
			problems = append(problems, p)
		}
	}
	if len(problems) == 0 {
		return 0, fmt.Errorf("%w: there are no problems to write", archive.ErrNoForm)
	}
	return len(x.Examples) - len(problems), sgfread.FormatNormalized(w, nil, problems...)
}

// problem writes an example, nil if SGF cannot set up its position.
func (e *Example) problem(number int) *sgfread.Tree {
	s := &mistakeSGF{record: sgfread.NewTree()}
	s.set(0, "FF", "4")
	s.set(0, "CA", "UTF-8")
	s.set(0, "AP", "kifudb")
	s.set(0, "GM", strconv.Itoa(e.Game.Kind().About().Number))
	s.set(0, "GN", fmt.Sprintf("%d. %s", number, e.Source()))
	s.pattern = &MistakePattern{ToPlay: e.ToPlay}
	s.pattern.problem.position = e.before
	if err := s.setup(); err != nil {
		return nil
	}
	_, points := e.before.(*registry.Points)
	if marks := e.Marks(); points && len(marks) > 0 {
		s.set(0, archive.FeatureSign, marks...)
	}
	s.set(0, "C", e.Sides()+". "+e.Source())
	at := sgfread.NodeID(0)
	for i, n := range e.line[1:] {
		if n.Step == nil || !n.Step.Moved {
			break
		}
		at = s.record.Add(at)
		text := n.Last.Point
		if points && n.Step.Move.Point == position.Pass {
			text = ""
		}
		s.set(at, n.Last.Color, text)
		if i == 0 {
			s.record.Set(at, "TE", []byte("1"))
			s.set(at, "C", strings.TrimSpace("RIGHT. "+e.Does()+"\n\n"+e.Comment))
		}
	}
	return s.record
}

// BeforeNode is the game before the move.
func (e *Example) BeforeNode() *archive.Node { return e.line[0] }

// Marks returns the points that the example is about, each once.
func (e *Example) Marks() (points []string) {
	known := map[string]bool{}
	for _, f := range e.Features {
		for _, p := range f.Points {
			if !known[p] {
				known[p] = true
				points = append(points, p)
			}
		}
	}
	return points
}

// Does says what the move does: "captures 5, atari 2".
func (e *Example) Does() string {
	var words []string
	for i := range e.Features {
		words = append(words, e.Features[i].String())
	}
	return strings.Join(words, ", ")
}

// Source names the players, the date and the place in the archive.
func (e *Example) Source() string {
	var words []string
	for _, text := range []string{strings.Trim(e.Game.Black+" – "+e.Game.White, " –"), e.Game.Date, e.Game.Event, e.Ref} {
		if text != "" {
			words = append(words, text)
		}
	}
	return strings.Join(words, ", ")
}

// Sides says who moves.
func (e *Example) Sides() string {
	if e.ToPlay == "W" {
		return "White to play"
	}
	return "Black to play"
}

// Answer is the move with the moves that follow it, and what it does.
func (e *Example) Answer() string {
	text := e.Name + ": " + e.Does()
	if len(e.Follows) > 0 {
		text += "; then " + strings.Join(e.Follows, " ")
	}
	return text
}
