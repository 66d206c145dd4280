package match

import (
	"context"
	"errors"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// thenCondition is the condition of a Then.
type thenCondition struct {
	then          *query.Then
	first, second Condition
}

// newThenCondition makes the condition of a Then. Of the second term every
// occurrence is wanted, since those before the first one do not count.
func newThenCondition(n *query.Then) (Condition, error) {
	first, err := newPartCondition(n.First, false)
	if err != nil {
		return nil, err
	}
	second, err := newPartCondition(n.Second, true)
	if err != nil {
		return nil, err
	}
	return &thenCondition{n, first, second}, nil
}

// newPartCondition makes the condition of a term of a Then. With every it is about each time that a
// position comes up.
func newPartCondition(n query.Node, every bool) (Condition, error) {
	switch n := n.(type) {
	case *query.Board:
		board := *n
		board.Every = board.Every || every
		return newBoardCondition(&board)
	case *query.Term:
		return newFeatureCondition(n)
	}
	return nil, errors.New("query: a node of an unknown type in a Then")
}

// isEvery reports whether each time that a term of a Then comes up is wanted, and not just the first.
func isEvery(n query.Node) bool {
	b, ok := n.(*query.Board)
	return ok && b.Every
}

func (c *thenCondition) atoms(list []*Figures) []*Figures { return c.second.atoms(c.first.atoms(list)) }

func (c *thenCondition) Open(s *store.Segment) Filter {
	return &thenFilter{c, s, c.first.Open(s), c.second.Open(s)}
}

// thenFilter asks for the hits of both terms in the games that have both, and
// looks which of them are on one line.
type thenFilter struct {
	*thenCondition
	segment       *store.Segment
	first, second Filter
}

func (*thenFilter) cost() cost { return costThen }

func (f *thenFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	result := roaring.New()
	found := make(boardHits)
	some := roaring.New() // so many that all their hits can be kept
	for it := mask.Iterator(); it.HasNext(); {
		some.Add(it.Next())
		if it.HasNext() && some.GetCardinality() < MaxKept {
			continue
		}
		part := NewBlock(b.Segment, f, some, KeepAll)
		part.Again = b.Again
		if err := f.join(ctx, part, found, b.keep == KeepNone); err != nil {
			return nil, err
		}
		some = roaring.New()
		if b.keep == KeepNone {
			for local := range found {
				result.Add(uint32(local))
			}
			clear(found)
		}
	}
	if b.keep != KeepNone {
		for local := range found {
			result.Add(uint32(local))
		}
		b.keepHits(f, found)
	}
	return result, nil
}

// join finds the hits in the games of a block. If they are not shown, they may lack the points that
// moves are about.
func (f *thenFilter) join(ctx context.Context, b *Block, found boardHits, pointless bool) error {
	mask := b.Mask
	one, other := f.first, f.second
	if other.cost() < one.cost() {
		one, other = other, one
	}
	for _, term := range []Filter{one, other} {
		var err error
		if mask, err = term.narrow(ctx, b, mask); err != nil {
			return err
		}
	}
	var ends []int32
	for local := range iterate(mask) {
		first, err := hitsOf(ctx, b, f.first, local, pointless)
		if err != nil {
			return err
		}
		second, err := hitsOf(ctx, b, f.second, local, pointless)
		if err != nil {
			return err
		}
		script, err := f.segment.Script(local)
		if err != nil {
			return err
		}
		sortHits(first)
		sortHits(second)
		ends = lastBelow(script, ends[:0])
		if hits := joinHits(f.then, first, second, ends); len(hits) > 0 {
			found[local] = hits
		}
	}
	return nil
}

// hitsOf returns the hits of a filter in a game.
func hitsOf(ctx context.Context, b *Block, f Filter, local int, pointless bool) ([]Hit, error) {
	if of, ok := f.(*featureFilter); ok && pointless {
		return of.appendHits(b, local, nil, false)
	}
	return f.hits(ctx, b, local, nil)
}

// hits returns what was kept, or joins the hits of the game again.
func (f *thenFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	found := b.found[f]
	if b.keep == KeepNone {
		found = make(boardHits)
		one := NewBlock(b.Segment, f, roaring.BitmapOf(uint32(local)), KeepAll)
		one.Again = true
		if err := f.join(ctx, one, found, false); err != nil {
			return nil, err
		}
	}
	return append(list, found[local]...), nil
}

// joinHits returns those of the second hits that come after one of the first on the
// same line, soon enough, and unless every one is wanted without another in
// between. Both are in the order of their nodes, which is that of a walk
// through the tree; ends has the last node below each node. The hits on the
// path to the walk's node are on two stacks.
func joinHits(n *query.Then, first, second []Hit, ends []int32) []Hit {
	var hits []Hit
	var before, between []*Hit
	followed := map[*Hit]bool{} // those that are in the lists of hits
	every := isEvery(n.Second)
	pop := func(stack []*Hit, node int) []*Hit {
		for len(stack) > 0 && int(ends[stack[len(stack)-1].Node]) < node {
			stack = stack[:len(stack)-1]
		}
		return stack
	}
	for i := range second {
		h := &second[i]
		for len(first) > 0 && first[0].Node < h.Node {
			before = append(pop(before, first[0].Node), &first[0])
			first = first[1:]
		}
		if before, between = pop(before, h.Node), pop(between, h.Node); len(before) == 0 {
			continue
		}
		after := before[len(before)-1]
		if n.Within > 0 && h.MoveNumber-after.MoveNumber > n.Within {
			continue
		}
		// Hits at one node do not come one after the other.
		k := len(between)
		for k > 0 && between[k-1].Node == h.Node {
			k--
		}
		if every || k == 0 || between[k-1].Node <= after.Node {
			hit := *h
			hit.After = after
			if h.Board == nil && after.Board != nil {
				for _, f := range before {
					if !followed[f] && (n.Within == 0 || h.MoveNumber-f.MoveNumber <= n.Within) {
						followed[f] = true
						hit.Before = append(hit.Before, f)
					}
				}
			}
			hits = append(hits, hit)
		}
		if k == len(between) {
			between = append(between, h)
		}
	}
	return hits
}

// lastBelow appends for each node of a script the last one of those below it
// and itself, in the order of the file.
func lastBelow(script position.Script, ends []int32) []int32 {
	var path []int32 // the nodes above and the latest
	var open []int   // lengths of the path where variations begin
	leave := func(to int) {
		for ; len(path) > to; path = path[:len(path)-1] {
			ends[path[len(path)-1]] = int32(len(ends) - 1)
		}
	}
	for event := range script.Events() {
		switch event {
		case position.AtNode:
			path = append(path, int32(len(ends)))
			ends = append(ends, 0)
		case position.Opened:
			if len(path) > 0 { // else it is none to the replayer either
				open = append(open, len(path))
			}
		case position.Closed:
			if n := len(open); n > 0 {
				leave(open[n-1])
				open = open[:n-1]
			}
		}
	}
	leave(0)
	return ends
}
