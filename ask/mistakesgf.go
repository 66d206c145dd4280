package ask

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
	registry "kifudb/game"
	"kifudb/position"
	"kifudb/sgfread"
)

// A mistakeProblem is the whole position of a mistake, as its pattern is turned.
type mistakeProblem struct {
	position registry.Position
	anchor   position.Point // of the pattern on the board
}

// WriteSGF writes a problem for each pattern, as one collection: the whole position of the mistake that lost
// the most, turned as the pattern is, with the moves that were played, and those that engines
// would have made. The right ones are marked as collections of problems do, by TE and by the word RIGHT.
// Patterns of which nobody knows the position are left out; if there are no others, the error is
// [archive.ErrNoForm].
func (m *Mistakes) WriteSGF(w io.Writer) error {
	var problems []*sgfread.Tree
	for i := range m.Patterns {
		if p := &m.Patterns[i]; p.problem.position != nil {
			problem, err := m.problem(p, i+1)
			if err != nil {
				return err
			}
			problems = append(problems, problem)
		}
	}
	if len(problems) == 0 {
		return fmt.Errorf("%w: there are no problems to write", archive.ErrNoForm)
	}
	return sgfread.FormatNormalized(w, nil, problems...)
}

// problem writes one problem.
func (m *Mistakes) problem(p *MistakePattern, number int) (*sgfread.Tree, error) {
	record := sgfread.NewTree()
	s := &mistakeSGF{record, p}
	s.set(0, "FF", "4")
	s.set(0, "CA", "UTF-8")
	s.set(0, "AP", "kifudb")
	s.set(0, "GM", strconv.Itoa(p.Asked.Game.About().Number))
	s.set(0, "GN", fmt.Sprintf("%d. %s", number, archive.Joined(p.Region, p.Size)))
	if err := s.setup(); err != nil {
		return nil, err
	}
	side := "Black"
	if p.ToPlay == "W" {
		side = "White"
	}
	var places []string
	for _, place := range p.Places[:min(len(p.Places), 10)] {
		places = append(places, place.Ref)
	}
	text := fmt.Sprintf("%s to play. %s in %s lost %s %s, %.1f each: %s.", side, numberOf(p.Moves, "mistake"), numberOf(p.Games, "game"),
		strconv.FormatFloat(p.Lost, 'f', -1, 64), m.Unit, p.Mean, strings.Join(places, ", "))
	switch {
	case p.RightOf == 0:
		text += " The records do not say what an engine would have played."
	case len(p.Right) == 0:
		text += " Engines would have played elsewhere."
	case p.Elsewhere > 0:
		text += fmt.Sprintf(" Engines would have played elsewhere in %d of %d.", p.Elsewhere, p.RightOf)
	}
	s.set(0, "C", text)
	for _, right := range p.Right {
		id, err := s.move(&right)
		if err != nil {
			return nil, err
		}
		s.record.Set(id, "TE", []byte("1"))
		s.set(id, "C", fmt.Sprintf("RIGHT. The first move of engines in %d of %d.", right.Moves, p.RightOf))
	}
	for _, played := range p.Played {
		if slices.ContainsFunc(p.Right, func(right MistakeMove) bool { return right.Played == played.Played }) {
			continue // right elsewhere, as the rest of the board was another
		}
		id, err := s.move(&played)
		if err != nil {
			return nil, err
		}
		s.record.Set(id, "BM", []byte("1"))
		s.set(id, "C", fmt.Sprintf("WRONG. Played %s, lost %.1f %s each.", timesWord(played.Moves), *played.Mean, m.Unit))
	}
	return record, nil
}

func timesWord(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

// mistakeSGF is a problem while it is put into a record.
type mistakeSGF struct {
	record  *sgfread.Tree
	pattern *MistakePattern
}

func (s *mistakeSGF) set(id sgfread.NodeID, name string, texts ...string) {
	var values [][]byte
	for _, text := range texts {
		values = append(values, sgfread.AppendEscaped(nil, []byte(text), false))
	}
	s.record.Set(id, name, values...)
}

// setup writes the position.
func (s *mistakeSGF) setup() error {
	switch at := s.pattern.problem.position.(type) {
	case *registry.Points:
		size := at.Goban.Size()
		if size.Cols == size.Rows {
			s.set(0, "SZ", strconv.Itoa(size.Cols))
		} else {
			s.record.Set(0, "SZ", fmt.Appendf(nil, "%d:%d", size.Cols, size.Rows))
		}
		stones := map[position.Color][]string{}
		for i := range size.Area() {
			p := size.At(i)
			stones[at.Goban.At(p)] = append(stones[at.Goban.At(p)], p.String())
		}
		for _, color := range []position.Color{position.Black, position.White} {
			if len(stones[color]) > 0 {
				s.set(0, "A"+color.Letter(), stones[color]...)
			}
		}
	case registry.Placed:
		ident, value := at.StartInfo()
		s.set(0, ident, value)
		return nil
	default:
		return fmt.Errorf("%w: SGF cannot say how a game of %s starts", archive.ErrNoForm, s.pattern.Asked.Game.About().Name)
	}
	s.set(0, "PL", s.pattern.ToPlay)
	return nil
}

// move adds the node of a move below the root.
func (s *mistakeSGF) move(m *MistakeMove) (sgfread.NodeID, error) {
	text := m.Point
	if points, ok := s.pattern.problem.position.(*registry.Points); ok && m.Played.Point < position.SwapsStone {
		p, anchor := m.Played.Point, s.pattern.problem.anchor
		text = position.At(anchor.X()+p.X(), anchor.Y()+p.Y()).String()
	} else if ok {
		text = points.Name(m.Played.Point, false)
		if m.Played.Point == position.Pass {
			text = ""
		}
	} else if text == "" {
		return 0, fmt.Errorf("%w: a move has no name", archive.ErrNoForm)
	}
	id := s.record.Add(0)
	s.set(id, s.pattern.ToPlay, text)
	return id, nil
}
