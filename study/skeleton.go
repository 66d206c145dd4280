package study

import (
	"errors"
	"fmt"
	"slices"

	"kifudb/position"
)

// A Skeleton is the lines within which others are counted: nothing else is, up to
// its depth.
type Skeleton struct {
	Depth int
	Nodes []SkeletonNode // without the root; each comes behind its parent
}

// A SkeletonNode is a move that is counted.
type SkeletonNode struct {
	Parent int // counted from 1 in the list, 0 for the root
	Color  position.Color
	Point  position.Point
	// Content is what lies there, if positions are merged; then neither parent nor
	// move matter.
	Content []byte `json:",omitempty"`
}

var errSkeleton = errors.New("tree: lines that are no tree")

// check says what is wrong with the lines for a tree of a shape.
func (k *Skeleton) check(s *shape, t *Tree) error {
	if k == nil {
		return nil
	}
	if k.Depth < 0 || k.Depth > t.Depth || len(k.Nodes) > maxNodes {
		return errSkeleton
	}
	depths := make([]int, len(k.Nodes)+1)
	for i, n := range k.Nodes {
		switch {
		case t.Merge:
			depth, ok := s.contentDepth(n.Content)
			if !ok || depth < 1 || depth > k.Depth {
				return fmt.Errorf("%w: node %d", errSkeleton, i+1)
			}
			continue
		case n.Parent < 0 || n.Parent > i || n.Content != nil:
			return fmt.Errorf("%w: node %d", errSkeleton, i+1)
		}
		depths[i+1] = depths[n.Parent] + 1
		if _, ok := s.stone(Move{Color: n.Color, Point: n.Point}); !ok || depths[i+1] > k.Depth {
			return fmt.Errorf("%w: node %d", errSkeleton, i+1)
		}
	}
	return nil
}

// fill puts the lines into an empty state.
func (k *Skeleton) fill(s *treeState) {
	if k == nil {
		return
	}
	s.base = k.Depth
	if s.room < 4*len(k.Nodes) {
		s.room = 4 * len(k.Nodes)
	}
	number := make([]int32, len(k.Nodes)+1)
	for i, n := range k.Nodes {
		if s.tree.Merge {
			depth, _ := s.shape.contentDepth(n.Content)
			if _, ok := s.contents[string(n.Content)]; !ok {
				s.contents[string(n.Content)] = s.add(int32(depth), string(n.Content))
			}
			continue
		}
		m, _ := s.shape.stone(Move{Color: n.Color, Point: n.Point})
		parent := number[n.Parent]
		key := keyOf(parent, m)
		if _, ok := s.leaving[key]; !ok {
			s.join(key, treeEdge{parent: parent, child: s.add(s.nodes[parent].depth+1, ""), move: m})
		}
		number[i+1] = s.edges[s.leaving[key]].child
	}
}

// skeleton returns the nodes that are in a list, up to the depth of the state.
func (s *treeState) skeleton(placed map[int32]placedNode) *Skeleton {
	k := &Skeleton{Depth: s.depth}
	if s.tree.Merge {
		for node := range placed {
			if node > 0 {
				k.Nodes = append(k.Nodes, SkeletonNode{Content: []byte(s.nodes[node].content)})
			}
		}
		slices.SortFunc(k.Nodes, func(a, b SkeletonNode) int { return slices.Compare(a.Content, b.Content) })
		return k
	}
	number := make([]int, len(s.nodes))
	for i := range s.edges {
		e := &s.edges[i]
		if _, ok := placed[e.child]; !ok {
			continue
		}
		m := s.shape.move(e.move)
		k.Nodes = append(k.Nodes, SkeletonNode{Parent: number[e.parent], Color: m.Color, Point: m.Point})
		number[e.child] = len(k.Nodes)
	}
	return k
}

// contentDepth returns the depth that a content tells, and whether it is one.
func (s *shape) contentDepth(text []byte) (int, bool) {
	if s.replayed {
		for _, r := range string(text) {
			return int(r), true
		}
		return 0, false
	}
	if len(text) < contentHead || (len(text)-contentHead)%2 != 0 {
		return 0, false
	}
	last := -1
	for i := contentHead; i < len(text); i += 2 {
		word := int(text[i]) | int(text[i+1])<<8
		if cell := word >> 2; cell >= len(s.in) || !s.in[cell] || cell <= last>>2 && last >= 0 || position.Color(word&3) > position.White {
			return 0, false
		}
		last = word
	}
	color := position.Color(text[2] & 3)
	return int(text[0]) | int(text[1])<<8, text[2] < 8 && (color == position.Black || color == position.White)
}
