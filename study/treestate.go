package study

import (
	"cmp"
	"slices"

	"kifudb/search"
	"kifudb/store"
)

// maxNodes is how many nodes a state of a tree has at most, some 100 bytes each: one
// that gets more forgets the longest lines. See treeState.shrink.
const maxNodes = 1 << 21

// A treeState is the lines of the games that were looked at: nodes, and edges
// between them. In a tree in which positions are merged a node is a position that
// some edges lead to; otherwise each has one.
//
// A node is kept in the form that stands for it and its images under the group of
// the shape, and so is the move of an edge: in the form of the node that it leaves.
type treeState struct {
	tree  *Tree
	shape *shape
	depth int  // of the longest lines that are counted
	base  int  // of the lines of Tree.Within, which are all that may be counted up to here
	room  int  // for nodes
	most  int  // nodes that may be added at all; 0 for any
	bytes int  // of contents
	full  bool // one was not added as there were too many

	nodes    []treeNode // parents before what is below them; 0 is the root
	edges    []treeEdge
	leaving  map[edgeKey]int32 // edges
	contents map[string]int32  // if positions are merged: nodes

	// Of the game at hand.
	game   int32 // counted from 1
	id     store.GameID
	winner store.Winner
}

type treeNode struct {
	depth             int32
	games, hits, ends int32
	seen              int32 // the latest game that was counted
	won               search.Results
	example           store.GameID // the least that has it
	content           string       // if positions are merged, what lies there
}

// A treeEdge is a move from one node to another.
type treeEdge struct {
	parent, child int32
	move          stone
	games         int32
	seen          int32
	turn          uint8 // the element that leads from the child's form to the parent's
}

// An edgeKey is what edges are found by, without gaps between its fields, so that it is
// hashed at once. The same move may lead to several contents, as stones outside of a
// region take some in it: then other is the child.
type edgeKey struct {
	parent, other int32
	move          int32
}

func keyOf(parent int32, m stone) edgeKey {
	return edgeKey{parent: parent, move: int32(m.cell)<<2 | int32(m.color)}
}

func newTreeState(t *Tree, s *shape) *treeState {
	state := &treeState{tree: t, shape: s, depth: t.Depth, room: maxNodes}
	state.reset()
	t.Within.fill(state)
	return state
}

func (s *treeState) reset() {
	s.nodes, s.edges = []treeNode{{}}, nil
	s.leaving = map[edgeKey]int32{}
	if s.tree.Merge {
		s.contents = map[string]int32{"": 0}
	}
}

// begin is called before each game.
func (s *treeState) begin(id store.GameID, winner store.Winner) {
	s.game++
	s.id, s.winner = id, winner
}

// visit counts the game at hand at a node; swapped says that its colors are the
// other way round there.
func (s *treeState) visit(node int32, swapped bool) {
	n := &s.nodes[node]
	n.hits++
	if n.seen == s.game {
		return
	}
	n.seen = s.game
	n.won.Count(s.winner, swapped)
	if n.games++; n.games == 1 || s.id < n.example {
		n.example = s.id
	}
}

// follow returns the node to which a move leads, if it is to be counted. The content
// is what lies there then, "" if positions are not merged.
func (s *treeState) follow(parent int32, m stone, content string, turn uint8) (child int32, ok bool) {
	depth := s.nodes[parent].depth + 1
	if int(depth) > s.depth {
		return 0, false
	}
	key := keyOf(parent, m)
	if s.tree.Merge {
		if child, ok = s.contents[content]; !ok {
			if int(depth) <= s.base || s.crowded(len(content)) {
				return 0, false
			}
			child = s.add(depth, content)
			s.contents[content] = child
		}
		key.other = child
	}
	at, ok := s.leaving[key]
	if !ok {
		if !s.tree.Merge {
			if int(depth) <= s.base || s.crowded(0) {
				return 0, false
			}
			child = s.add(depth, "")
		}
		at = s.join(key, treeEdge{parent: parent, child: child, move: m, turn: turn})
	}
	e := &s.edges[at]
	e.turn = min(e.turn, turn)
	if e.seen != s.game {
		e.seen = s.game
		e.games++
	}
	return e.child, true
}

// crowded reports whether nothing more may be added.
func (s *treeState) crowded(bytes int) bool {
	s.bytes += bytes
	s.full = s.full || s.most > 0 && (len(s.nodes) >= s.most || s.bytes > maxOwnBytes)
	return s.full
}

func (s *treeState) add(depth int32, content string) int32 {
	s.nodes = append(s.nodes, treeNode{depth: depth, content: content})
	return int32(len(s.nodes) - 1)
}

func (s *treeState) join(key edgeKey, e treeEdge) int32 {
	at := int32(len(s.edges))
	s.edges = append(s.edges, e)
	s.leaving[key] = at
	return at
}

// Merge implements [search.State].
func (s *treeState) Merge(other search.State) {
	o := other.(*treeState)
	s.cut(min(s.depth, o.depth))
	to := make([]int32, len(o.nodes)) // by node, its number here; 0 for the root and what is too deep
	taken := make([]bool, len(o.nodes))
	take := func(i int32) {
		if taken[i] {
			return
		}
		taken[i] = true
		n, m := &s.nodes[to[i]], &o.nodes[i]
		if m.games > 0 && (n.games == 0 || m.example < n.example) {
			n.example = m.example
		}
		n.games += m.games
		n.hits += m.hits
		n.ends += m.ends
		n.won.Add(m.won)
	}
	take(0)
	// An edge is made after all that lead to its parent, or with Merge after one.
	for _, i := range o.byDepth() {
		e := &o.edges[i]
		if e.games == 0 || int(o.nodes[e.child].depth) > s.depth {
			continue
		}
		key := keyOf(to[e.parent], e.move)
		child := int32(-1)
		if s.tree.Merge {
			content := o.nodes[e.child].content
			n, ok := s.contents[content]
			if !ok {
				n = s.add(o.nodes[e.child].depth, content)
				s.contents[content] = n
			}
			child, key.other = n, n
		}
		at, ok := s.leaving[key]
		if !ok {
			if child < 0 {
				child = s.add(o.nodes[e.child].depth, "")
			}
			at = s.join(key, treeEdge{parent: to[e.parent], child: child, move: e.move, turn: e.turn})
		}
		sum := &s.edges[at]
		sum.games += e.games
		sum.turn = min(sum.turn, e.turn)
		to[e.child] = sum.child
		take(e.child)
	}
	s.shrink(s.room)
}

// byDepth returns the numbers of the edges, those that leave the root first. Edges
// are made in this order as far as each game goes, but where positions are merged
// a game may come to a node that another has made by a longer list.
func (s *treeState) byDepth() []int {
	order := make([]int, len(s.edges))
	sorted := true
	for i := range order {
		order[i] = i
		sorted = sorted && (i == 0 || s.nodes[s.edges[i-1].child].depth <= s.nodes[s.edges[i].child].depth)
	}
	if !sorted {
		slices.SortStableFunc(order, func(a, b int) int {
			return cmp.Compare(s.nodes[s.edges[a].child].depth, s.nodes[s.edges[b].child].depth)
		})
	}
	return order
}

// shrink forgets the longest lines of a state that has more nodes than there is room
// for, so that half of it is free: what is left is still whole up to its depth. It
// never forgets lines that it was told to count, and whoever asked goes on from
// those that are in enough games.
func (s *treeState) shrink(room int) {
	if len(s.nodes) <= room {
		return
	}
	at := make([]int, s.depth+1)
	for i := range s.nodes {
		at[s.nodes[i].depth]++
	}
	sum, depth := 0, 0
	for d, n := range at {
		if sum += n; d > s.base && sum > room/2 {
			break
		}
		depth = d
	}
	s.cut(depth)
}

// cut forgets the lines that are longer than a depth.
func (s *treeState) cut(depth int) {
	if depth >= s.depth {
		return
	}
	old := *s
	s.depth = depth
	s.reset()
	to := make([]int32, len(old.nodes))
	for i := range old.nodes {
		n := old.nodes[i]
		if int(n.depth) > depth {
			continue
		}
		if i > 0 {
			to[i] = int32(len(s.nodes))
			s.nodes = append(s.nodes, n)
		} else {
			s.nodes[0] = n
		}
		if s.contents != nil {
			s.contents[n.content] = to[i]
		}
	}
	for _, e := range old.edges {
		if int(old.nodes[e.child].depth) > depth {
			continue
		}
		e.parent, e.child = to[e.parent], to[e.child]
		key := keyOf(e.parent, e.move)
		if s.tree.Merge {
			key.other = e.child
		}
		s.join(key, e)
	}
}
