package study

import (
	"errors"

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

// An OwnPlace is a node of the record that stands for one of the lines, or for the
// beginning of all.
type OwnPlace struct {
	Node int // in the order of the record

	at      int // in the skeleton, counted from 1; 0 for the beginning
	content string
	turn    uint8 // makes the form
	lie     lie
}

// ErrNotOwn is the error of a record in which what is asked for does not come up.
var ErrNotOwn = errors.New("the position or pattern that is asked for does not come up in the tree")

// Own finds the lines of a record, which is of the same game on a board of a size.
func (t *Tree) Own(q *search.Question, size position.Size, script position.Script) (*Own, error) {
	s, err := t.shapeOf(q)
	if err != nil {
		return nil, err
	}
	if s.replayed {
		return nil, errors.New("trees of " + s.asked.Game.About().Name + " cannot be read yet")
	}
	hits, err := s.occurrences(size, script)
	if err != nil {
		return nil, err
	}
	o := &Own{shape: s, merge: t.Merge}
	state := newTreeState(&Tree{Depth: MaxDepth, Merge: t.Merge, Local: t.Local}, s)
	state.most = maxOwn
	w := newWalker(s, state)
	var lies lie
	w.told = func(node int, at int32, turn uint8) {
		o.Places = append(o.Places, OwnPlace{Node: node, at: int(at), content: state.nodes[at].content, turn: turn, lie: lies})
	}
	w.setup = script.AppendSetupNodes(nil)
	state.game = 1
	for i := range hits {
		lies = s.lieAt(hits[i].Board)
		w.hit(size, script, &hits[i])
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

// occurrences returns where what is asked for comes up in a script.
func (s *shape) occurrences(size position.Size, script position.Script) ([]match.Hit, error) {
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
	found := m.Find(size, script)
	for _, h := range found {
		image := &m.Images(size)[h.Image]
		hits = append(hits, match.Hit{Node: h.Node, MoveNumber: h.MoveNumber, Board: &match.Place{Anchor: h.Anchor, Symmetry: image.Symmetry, Swapped: image.Swapped}})
	}
	return hits, nil
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
	out := Move{Color: p.lie.color(stone.color), Point: position.Pass}
	if stone.cell != noCell {
		q := p.lie.inverse.Inverse().Apply(o.shape.size.At(stone.cell), o.shape.size)
		out.Point = position.At(q.X()+p.lie.anchor.X(), q.Y()+p.lie.anchor.Y())
	}
	return out
}

// Swapped reports whether the record has the colors of the lines exchanged at a place.
func (o *Own) Swapped(place int) bool {
	p := &o.Places[place]
	return p.lie.swapped != o.shape.group[p.turn].swapped
}

// Line returns which of the lines a place stands for, counted from 1 in Own.Within; 0 is
// the beginning of all.
func (o *Own) Line(place int) int { return o.Places[place].at }
