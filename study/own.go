package study

import (
	"errors"
	"iter"

	"kifudb/game"
	"kifudb/position"
	"kifudb/search"
	"kifudb/search/match"
)

// Own is a tree of moves that somebody has, as a record: the lines in it below the
// position or pattern of a question, and where in the record they stand.
type Own struct {
	Within *Skeleton // counts just these lines
	Places []OwnPlace

	shape *shape
	merge bool
}

// A Record is a record of somebody's.
type Record struct {
	Size   position.Size
	Script position.Script
	Steps  iter.Seq[*game.Step] // replays it, see [game.Replayer]
}

// An OwnPlace is a node of the record that stands for one of the lines, or for the
// beginning of all.
type OwnPlace struct {
	Node int // in the order of the record

	at      int // in the skeleton, counted from 1; 0 for the beginning
	content string
	turn    uint8 // makes the form
	lie     lie
	image   *game.Image // instead of lie, if the game is replayed
}

// ErrNotOwn is the error of a record in which what is asked for does not come up.
var ErrNotOwn = errors.New("the position or pattern that is asked for does not come up in the tree")

// Own finds the lines of a record, which is of the same game.
func (t *Tree) Own(q *search.Question, r *Record) (*Own, error) {
	s, err := t.shapeOf(q)
	if err != nil {
		return nil, err
	}
	hits, err := s.occurrences(r)
	if err != nil {
		return nil, err
	}
	o := &Own{shape: s, merge: t.Merge}
	state := newTreeState(&Tree{Depth: MaxDepth, Merge: t.Merge, Local: t.Local}, s)
	state.most = maxOwn
	w := newWalker(s, state)
	var there OwnPlace
	w.told = func(node int, at int32, turn uint8) {
		p := there
		p.Node, p.at, p.content, p.turn = node, int(at), state.nodes[at].content, turn
		o.Places = append(o.Places, p)
	}
	w.setup = r.Script.AppendSetupNodes(nil)
	state.game = 1
	for i := range hits {
		if !s.replayed {
			there.lie = s.lieAt(hits[i].Board)
			w.hit(r.Size, r.Script, &hits[i])
			continue
		}
		image, _ := s.imageOf(hits[i].Board)
		there.image = &image
		if err := w.replayHit(r.replay, &hits[i]); err != nil {
			return nil, err
		}
	}
	if state.full {
		return nil, ErrLargeTree
	}
	if len(o.Places) == 0 {
		return nil, ErrNotOwn
	}
	placed := map[int32]placedNode{}
	depth := 1
	for i := range state.nodes {
		placed[int32(i)] = placedNode{}
		depth = max(depth, int(state.nodes[i].depth))
	}
	o.Within = state.skeleton(placed)
	o.Within.Depth = depth
	number := make([]int, len(state.nodes))
	for i := range state.edges {
		number[state.edges[i].child] = i + 1 // as Tree.skeleton lists them
	}
	for i := range o.Places {
		o.Places[i].at = number[o.Places[i].at]
	}
	return o, nil
}

// replay is a replaying of the record.
func (r *Record) replay(visit func(*game.Step) bool) error {
	r.Steps(visit)
	return nil
}

// occurrences returns where what is asked for comes up in a record.
func (s *shape) occurrences(r *Record) ([]match.Hit, error) {
	if s.replayed {
		return s.replayedOccurrences(r), nil
	}
	pattern := s.asked.Pattern
	if goban := s.asked.Goban(); goban != nil {
		pattern = position.BoardPattern(goban)
	}
	m, err := position.NewMatcher(pattern, position.MatchOptions{
		ImageOptions: position.ImageOptions{NoSymmetry: s.board.Symmetry == "off", SwapColors: s.board.SwapColors, Hexes: s.rules.Hexes}, Rules: s.rules,
	})
	if err != nil {
		return nil, err
	}
	var hits []match.Hit
	found := m.Find(r.Size, r.Script)
	for _, h := range found {
		image := &m.Images(r.Size)[h.Image]
		hits = append(hits, match.Hit{Node: h.Node, MoveNumber: h.MoveNumber, Board: &match.Place{Anchor: h.Anchor, Symmetry: image.Symmetry, Swapped: image.Swapped}})
	}
	return hits, nil
}

// replayedOccurrences returns where the asked position comes up first on each path of a
// record, as the archive finds it in games.
func (s *shape) replayedOccurrences(r *Record) (hits []match.Hit) {
	var came []bool // by node: it came up there or above
	for step := range r.Steps {
		came = append(came, step.Parent >= 0 && came[step.Parent])
		if came[step.Node] || step.Parent >= 0 && !step.Moved {
			continue
		}
		for i := range s.images {
			if image := &s.images[i]; step.Position.Equal(image.Position) {
				came[step.Node] = true
				place := &match.Place{Symmetry: image.Symmetry, Swapped: image.Swapped}
				hits = append(hits, match.Hit{Node: step.Node, MoveNumber: step.MoveNumber, Board: place})
				break
			}
		}
	}
	return hits
}

// In returns for each place where it is in a list of lines that were counted within
// Own.Within; -1 for one that no game took.
func (o *Own) In(l *Lines) []int {
	list := make([]int, len(o.Places))
	if o.merge {
		for i := range o.Places {
			at, ok := l.contents[o.Places[i].content]
			if list[i] = at; !ok {
				list[i] = -1
			}
		}
		return list
	}
	type step struct {
		parent int
		move   Move
	}
	at := map[step]int{}
	for i := 1; i < len(l.Nodes); i++ {
		at[step{l.Nodes[i].Parent, l.Nodes[i].Move}] = i
	}
	lines := make([]int, len(o.Within.Nodes)+1)
	for i, n := range o.Within.Nodes {
		k, ok := at[step{lines[n.Parent], Move{Color: n.Color, Point: n.Point}}]
		if lines[i+1] = k; !ok || lines[n.Parent] < 0 {
			lines[i+1] = -1
		}
	}
	for i := range o.Places {
		list[i] = lines[o.Places[i].at]
	}
	return list
}

// Back returns a move of the lines as the record has it at a place, and below.
func (o *Own) Back(place int, m Move) Move {
	p := &o.Places[place]
	stone, ok := o.shape.stone(m)
	if !ok {
		return m
	}
	stone = o.shape.act(o.shape.back[p.turn], stone)
	if p.image != nil {
		out := Move{Color: stone.color, Point: p.image.Forth(position.Point(stone.cell))}
		if p.image.Swapped {
			out.Color = out.Color.Opponent()
		}
		return out
	}
	out := o.shape.move(stone)
	out.Color = p.lie.color(stone.color)
	if stone.cell >= 0 {
		q := p.lie.inverse.Inverse().Apply(o.shape.size.At(stone.cell), o.shape.size)
		out.Point = position.At(q.X()+p.lie.anchor.X(), q.Y()+p.lie.anchor.Y())
	}
	return out
}

// Swapped reports whether the record has the colors of the lines exchanged at a place.
func (o *Own) Swapped(place int) bool {
	p := &o.Places[place]
	return (p.lie.swapped || p.image != nil && p.image.Swapped) != o.shape.group[p.turn].swapped
}

// Line returns which of the lines a place stands for, counted from 1 in Own.Within; 0 is
// the beginning of all.
func (o *Own) Line(place int) int { return o.Places[place].at }
