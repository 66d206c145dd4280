package study

import (
	"cmp"
	"errors"
	"slices"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// Lines are the lines of play below a position or pattern.
type Lines struct {
	Asked query.Asked
	// Depth is how long the lines are that were counted: less than was asked for if
	// there were too many to count at once. Skeleton has those from which to go on.
	Depth int
	// Nodes are what the lines come to, the first is the position or pattern itself;
	// each comes behind its parent, and with those below the same parent after
	// the moves in more games.
	Nodes []Line

	skeleton *Skeleton
	contents map[string]int // if positions are merged: where each is in the list
}

// A Line is a move and how often it was played after those above it.
type Line struct {
	Parent int  // its number in the list; -1 for the first, which has no move
	Depth  int  // moves from there
	Move   Move // as asked for
	// Here is in how many games it was played after the moves above it. Games is the
	// same, but where positions are merged: in how many the position came up below
	// any moves.
	Here, Games int
	Hits        int // how often it came up
	Ended       int // how often the record ended there
	Won         search.Results
	Example     store.GameID // the first of the games
	// SameAs is the node at which the position is shown with what follows, if it is
	// reached by other moves, too; -1 for none.
	SameAs int
	// More is how many other moves were played, and MoreGames in how many games each
	// on its own, that were in too few games to be listed, or too many moves.
	More, MoreGames int
}

// A placedNode is a node of a state that is in the list.
type placedNode struct {
	at   int   // in the list
	turn uint8 // the element that leads from its form to what is shown
}

// Finish implements [search.State].
func (s *treeState) Finish() any {
	t := s.tree
	lines := &Lines{Asked: s.shape.asked, Depth: s.depth}
	first, next := s.below()
	homes := s.homes()
	placed := map[int32]placedNode{0: {}}
	lines.Nodes = append(lines.Nodes, s.line(0, -1))
	shown := []int32{0} // nodes, as they are listed
	for i := 0; i < len(shown); i++ {
		node := shown[i]
		if node < 0 { // shown elsewhere
			continue
		}
		from := placed[node]
		out := s.outgoing(first[node], next, from.turn, node)
		kept := 0
		for _, o := range out {
			e, n := &s.edges[o.edge], &s.nodes[s.edges[o.edge].child]
			home := homes[e.child] == o.edge
			few := int(e.games) < t.MinGames && !(home && int(n.games) >= t.MinGames)
			if few || t.MaxMoves > 0 && kept >= t.MaxMoves {
				lines.Nodes[i].More++
				lines.Nodes[i].MoreGames += int(e.games)
				continue
			}
			kept++
			line := s.line(e.child, i)
			line.Move, line.Here = s.shape.move(o.move), int(e.games)
			if s.shape.group[o.turn].swapped {
				line.Won.Black, line.Won.White = line.Won.White, line.Won.Black
			}
			if !home {
				line.SameAs = int(e.child) // until all are listed
				shown = append(shown, -1)
			} else {
				placed[e.child] = placedNode{len(lines.Nodes), o.turn}
				shown = append(shown, e.child)
			}
			lines.Nodes = append(lines.Nodes, line)
		}
	}
	lines.skeleton = s.skeleton(placed)
	s.refer(lines, shown, placed)
	if s.tree.Merge {
		lines.contents = map[string]int{}
		for node, p := range placed {
			lines.contents[s.nodes[node].content] = p.at
		}
	}
	return lines
}

// refer puts the numbers of the list where places refer to others. One that is not
// listed itself, as other moves before it are in too few games, is none.
func (s *treeState) refer(lines *Lines, shown []int32, placed map[int32]placedNode) {
	for i := range lines.Nodes {
		if shown[i] >= 0 {
			continue
		}
		at, ok := placed[int32(lines.Nodes[i].SameAs)]
		if lines.Nodes[i].SameAs = at.at; !ok {
			lines.Nodes[i].SameAs = NotShown
		}
	}
}

// NotShown is Line.SameAs of a position whose own place is left out.
const NotShown = -2

// line returns what is known of a node.
func (s *treeState) line(node int32, parent int) Line {
	n := &s.nodes[node]
	line := Line{
		Parent: parent, Depth: int(n.depth), Here: int(n.games), Games: int(n.games), Hits: int(n.hits), Ended: int(n.ends),
		Won: n.won, Example: n.example, SameAs: -1,
	}
	if line.Depth >= s.depth { // what follows was not looked at
		line.Ended = 0
	}
	return line
}

// none is no edge.
const none = int32(-1)

// below returns the first edge that leaves each node, and for each edge the next that
// leaves the same node, of those that games took.
func (s *treeState) below() (first, next []int32) {
	first, next = make([]int32, len(s.nodes)), make([]int32, len(s.edges))
	for i := range first {
		first[i] = none
	}
	for i := range s.edges {
		if e := &s.edges[i]; e.games > 0 {
			next[i], first[e.parent] = first[e.parent], int32(i)
		}
	}
	return first, next
}

// An outgoing is an edge with its move as it is shown.
type outgoing struct {
	edge int32
	move stone
	turn uint8 // from the child's form to what is shown
}

// outgoing returns the edges that leave a node, those of the most games first.
func (s *treeState) outgoing(from int32, next []int32, turn uint8, node int32) []outgoing {
	own := s.stabilizer(node)
	var list []outgoing
	for i := from; i != none; i = next[i] {
		e := &s.edges[i]
		o := outgoing{edge: i}
		for n := range uint8(len(s.shape.group)) {
			if own>>n&1 == 0 {
				continue
			}
			to := s.shape.join[turn][n]
			if m := s.shape.act(to, e.move); n == 0 || s.shape.first(m, o.move) {
				o.move, o.turn = m, s.shape.join[to][e.turn]
			}
		}
		list = append(list, o)
	}
	slices.SortFunc(list, func(a, b outgoing) int {
		e, f := &s.edges[a.edge], &s.edges[b.edge]
		return cmp.Or(
			cmp.Compare(f.games, e.games), cmp.Compare(s.nodes[f.child].games, s.nodes[e.child].games),
			cmp.Compare(a.move.color, b.move.color), cmp.Compare(a.move.cell, b.move.cell),
			cmp.Compare(s.nodes[e.child].content, s.nodes[f.child].content),
		)
	})
	return list
}

// stabilizer returns the elements that leave the form of a node as it is. Of a line,
// whose form is that of its moves, only the identity need be known: its moves are
// folded already.
func (s *treeState) stabilizer(node int32) turns {
	if !s.tree.Merge || s.shape.replayed {
		return 1
	}
	own := turns(0)
	for n := range uint8(len(s.shape.group)) {
		if s.shape.turned(s.nodes[node].content, n) == s.nodes[node].content {
			own |= 1 << n
		}
	}
	return own
}

// homes returns for each node the edge at which it is shown: that of the most games.
// Between equal ones it is the one whose node above stands for the least content, so
// that it does not matter in which order games were looked at.
func (s *treeState) homes() []int32 {
	homes := make([]int32, len(s.nodes))
	for i := range homes {
		homes[i] = none
	}
	better := func(a, b int32) bool {
		e, f := &s.edges[a], &s.edges[b]
		return cmp.Or(
			cmp.Compare(f.games, e.games), cmp.Compare(s.nodes[e.parent].content, s.nodes[f.parent].content),
			cmp.Compare(e.move.color, f.move.color), cmp.Compare(e.move.cell, f.move.cell),
		) < 0
	}
	for i := range s.edges {
		if s.edges[i].games == 0 {
			continue
		}
		if home := &homes[s.edges[i].child]; *home == none || better(int32(i), *home) {
			*home = int32(i)
		}
	}
	return homes
}

// ErrTooMany is the error of a tree with too many lines to be counted: even one move
// more makes too many.
var ErrTooMany = errors.New("too many lines to count")

// Continued returns what counts on from lines of which there were too many to be
// counted at once, nil if they are as long as was asked for. The error is [ErrTooMany].
func (l *Lines) Continued(t *Tree) (*Tree, error) {
	switch {
	case l.Depth >= t.Depth || len(l.skeleton.Nodes) == 0:
		return nil, nil
	case t.Within != nil && l.Depth <= t.Within.Depth || l.Depth == 0:
		return nil, ErrTooMany
	}
	return &Tree{Depth: t.Depth, MinGames: t.MinGames, MaxMoves: t.MaxMoves, Merge: t.Merge, Local: t.Local, Within: l.skeleton}, nil
}

// Path returns the moves that lead to a node of the list.
func (l *Lines) Path(node int) []position.Move {
	var moves []position.Move
	for ; node > 0; node = l.Nodes[node].Parent {
		moves = append(moves, l.Nodes[node].Move)
	}
	slices.Reverse(moves)
	return moves
}
