package match

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position/feature"
	"kifudb/query"
	"kifudb/store"
)

// In a conjunction, properties of nodes, comments and names of nodes are bound to boards:
// TE=1 pos:… and comment:ladder pos:… are fulfilled where such a node has the position,
// TE=1 pat:… where the pattern stands on its board. Each such pair is to hold, at a node of
// its own. What a record says of the whole game, such as GC, speaks of all its boards.
// What moves lost is bound to the board after the move. Words without a field are not bound: they
// may be names of players. Nor are values of engines and clocks, which tell how a game went.
//
// A term for what a move does binds more: all such terms of a conjunction, and all that is bound to
// boards, hold at one and the same move. captures:>=5 atari:yes pat:… is a move that takes five stones, gives
// atari, and leads to the pattern. What is negated there is not true of that move.

// bindNodes joins the conditions of the nodes of an And.
func bindNodes(nodes query.And, list []Condition) (Condition, error) {
	c := &bound{all: list}
	moves := 0
	for _, n := range nodes {
		if isOnly(n, isMove) {
			moves++
		}
	}
	c.oneMove = moves > 0
	for i, n := range nodes {
		switch not, negated := n.(query.Not); {
		case c.oneMove && negated && isOnly(not.Node, isMove):
			c.not = append(c.not, i)
		case isOnly(n, isMove), isOnly(n, isBound):
			c.said = append(c.said, i)
		case isOnly(n, isApart):
		case isOnly(n, isBoard):
			g, err := newBoundBoards(n)
			if err != nil {
				return nil, err
			}
			c.boards = append(c.boards, g)
		}
	}
	if c.oneMove {
		if len(c.said)+len(c.boards)+len(c.not) == 1 {
			return all(list), nil
		}
		return c, nil
	}
	if len(c.boards) == 0 {
		return all(list), nil
	}
	for i, n := range nodes {
		where := atBoards
		if !slices.Contains(c.said, i) {
			where = anywhere
		}
		if where == atBoards || mayBeAtNodes(n) {
			for _, f := range list[i].atoms(nil) {
				f.Index = strings.TrimSuffix(strings.TrimSuffix(f.Index, atBoards), anywhere) + where
			}
		}
	}
	if len(c.said) == 0 {
		return all(list), nil
	}
	return c, nil
}

// These say of a term beside a board whether it is bound.
const (
	atBoards = ", where the board is"
	anywhere = ", anywhere in the game"
)

// isOnly reports whether a node is a term of a kind, or one of several.
func isOnly(n query.Node, is func(query.Node) bool) bool {
	if or, ok := n.(query.Or); ok {
		return !slices.ContainsFunc(or, func(n query.Node) bool { return !isOnly(n, is) })
	}
	return is(n)
}

func isBoard(n query.Node) bool {
	switch n.(type) {
	case *query.Board, *query.Then:
		return true
	}
	return false
}

// isApart reports whether a node is a board that binds nothing.
func isApart(n query.Node) bool {
	b, ok := n.(*query.Board)
	return ok && b.Apart
}

// isMove reports whether a node asks for what a move does.
func isMove(n query.Node) bool {
	t, ok := n.(*query.Term)
	return ok && t.OfMoves()
}

// isBound reports whether a term asks for what nodes say of their boards.
func isBound(n query.Node) bool {
	t, ok := n.(*query.Term)
	return ok && (t.OfNodes() || t.InComments() || t.OfGrades())
}

// mayBeAtNodes reports whether a condition without boards asks for something that stands at nodes.
func mayBeAtNodes(n query.Node) bool {
	at := false
	for n := range query.Terms(n) {
		t, ok := n.(*query.Term)
		if !ok {
			return false
		}
		at = at || t.AtNodes()
	}
	return at
}

// bound is an And with boards and what nodes say.
type bound struct {
	all
	said   []int // which of the conditions ask for what nodes say or moves do
	boards [][]*boundBoard

	oneMove bool  // all of it holds at one move
	not     []int // which of the conditions say what that move does not do
}

func (c *bound) Open(s *store.Segment) Filter {
	f := &boundFilter{every: c.all.Open(s).(allFilter), bound: c, segment: s}
	for i, child := range f.every {
		if !slices.Contains(c.not, i) {
			f.allFilter = append(f.allFilter, child)
		}
	}
	readTogether(f.every)
	for _, group := range c.boards {
		var filters []Filter
		for _, b := range group {
			if b.found == nil {
				filters = append(filters, nil)
			} else {
				filters = append(filters, b.found.Open(s))
			}
		}
		f.found = append(f.found, filters)
	}
	return f
}

// readTogether lets filters for what moves do read what they need of a game at once.
func readTogether(filters []Filter) {
	along := map[uint8]feature.Set{}
	list := featureFiltersIn(filters)
	for _, f := range list {
		for number, of := range f.games {
			along[number] |= 1 << of.kind
		}
	}
	for _, f := range list {
		f.along = along
	}
}

// featureFiltersIn returns the filters for what moves do among filters and those below.
func featureFiltersIn(filters []Filter) (list []*featureFilter) {
	for _, f := range filters {
		switch f := f.(type) {
		case *featureFilter:
			list = append(list, f)
		case someFilter:
			list = append(list, featureFiltersIn(f)...)
		case noneFilter:
			list = append(list, featureFiltersIn([]Filter{f.Filter})...)
		}
	}
	return list
}

// boundFilter reads the records of the games that all conditions have left.
type boundFilter struct {
	allFilter           // without those that say what a move does not do
	every     allFilter // with them, in the order of the conditions
	bound     *bound
	segment   *store.Segment
	found     [][]Filter // of boards that stand where they are found

	partsOnce sync.Once // for what follows
	ordered   []part
}

func (f *boundFilter) cost() cost { return max(costReplay, f.allFilter.cost()) }

func (f *boundFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	b.after++
	mask, err := f.allFilter.narrow(ctx, b, mask)
	b.after--
	if err != nil {
		return nil, err
	}
	result, rest := roaring.New(), mask
	once := f.bound.decidesOnce()
	if once && len(f.bound.boards) > 0 {
		if result, rest, err = f.scan(ctx, b, mask); err != nil {
			return nil, err
		}
	}
	for local := range iterate(rest) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		holds := false
		if f.bound.oneMove {
			var at []int
			at, err = f.bindMove(ctx, b, local, once)
			holds = len(at) > 0
		} else {
			_, holds, err = f.bind(ctx, b, local)
		}
		if err != nil {
			return nil, err
		}
		if holds {
			result.Add(uint32(local))
		}
	}
	return result, nil
}

// decidesOnce reports whether one place of a board at a move decides that the game is found: nothing
// else depends on which moves and places there are.
func (c *bound) decidesOnce() bool {
	if !c.oneMove || len(c.boards) > 1 {
		return false
	}
	for _, i := range c.said {
		for _, f := range featuresIn(c.all[i]) {
			if f.test.At == query.AtPattern {
				return false
			}
		}
	}
	return true
}

// featuresIn returns the conditions for what moves do in a condition that is one or has several.
func featuresIn(c Condition) []*featureCondition {
	switch c := c.(type) {
	case *featureCondition:
		return []*featureCondition{c}
	case some:
		var list []*featureCondition
		for _, child := range c {
			list = append(list, featuresIn(child)...)
		}
		return list
	}
	return nil
}

// A speaker is a filter that tells what a record says of the whole game from what it says
// at nodes.
type speaker interface {
	// whole reports whether a game that narrow has let through is found by the former.
	whole(ctx context.Context, b *Block, local int) (bool, error)
}

func (f someFilter) whole(ctx context.Context, b *Block, local int) (bool, error) {
	for _, child := range f {
		if s, ok := child.(speaker); ok {
			if whole, err := s.whole(ctx, b, local); whole || err != nil {
				return whole, err
			}
		}
	}
	return false, nil
}

// whole looks into the values; what it finds without them are comments.
func (f *textsFilter) whole(ctx context.Context, b *Block, local int) (bool, error) {
	if f.values == nil && f.comments != nil {
		return false, nil
	}
	if err := f.do(func() error { return f.look(ctx) }); err != nil {
		return false, err
	}
	return f.valued.ContainsInt(local), nil
}

// bind returns the nodes at which something is said and a board stands, and whether there
// is one for each pair of them.
func (f *boundFilter) bind(ctx context.Context, b *Block, local int) (at map[int]bool, holds bool, err error) {
	sets := make([]map[int]bool, 0, len(f.bound.said))
	var wanted nodeList
	wholes := make([]bool, len(f.bound.said))
	for k, i := range f.bound.said {
		hits, err := f.every[i].hits(ctx, b, local, nil)
		if err != nil {
			return nil, false, err
		}
		if s, ok := f.every[i].(speaker); ok {
			if wholes[k], err = s.whole(ctx, b, local); err != nil {
				return nil, false, err
			}
		}
		set := map[int]bool{}
		for _, h := range hits {
			set[h.Node] = true
			wanted = append(wanted, h.Node)
		}
		sets = append(sets, set)
	}
	slices.Sort(wanted)
	wanted = slices.Compact(wanted)
	at = map[int]bool{}
	for i, group := range f.bound.boards {
		stands := nodeAreas{}
		for k, board := range group {
			if err := f.stands(ctx, b, local, board, f.found[i][k], wanted, stands, false); err != nil {
				return nil, false, err
			}
		}
		for k, set := range sets {
			pair := wholes[k]
			for node := range set {
				if stands.at(node) {
					pair, at[node] = true, true
				}
			}
			if !pair {
				return nil, false, nil
			}
		}
	}
	return at, true, nil
}

// A nodeList has nodes of a game, ascending.
type nodeList []int

func (l nodeList) has(node int) bool {
	_, ok := slices.BinarySearch(l, node)
	return ok
}

// keep keeps the nodes that another list has, or has not. It changes the list.
func (l nodeList) keep(other nodeList, has bool) nodeList {
	kept, i := l[:0], 0
	for _, node := range l {
		for i < len(other) && other[i] < node {
			i++
		}
		if (i < len(other) && other[i] == node) == has {
			kept = append(kept, node)
		}
	}
	return kept
}

// A part of a conjunction is a filter that holds at the move, or does not.
type part struct {
	filter  Filter
	negated bool
}

// parts returns what is said of the move but the boards, in the order in which it is looked at: what the index
// knows comes first, since what has to be replayed is looked at where all else holds.
func (f *boundFilter) parts() []part {
	f.partsOnce.Do(func() {
		var list []part
		for _, i := range f.bound.said {
			list = append(list, part{f.every[i], false})
		}
		for _, i := range f.bound.not {
			list = append(list, part{f.every[i].(noneFilter).Filter, true})
		}
		slices.SortStableFunc(list, func(x, y part) int { return int(x.rank() - y.rank()) })
		if list[0].negated { // it takes moves away from those that another part finds
			first := slices.IndexFunc(list, func(p part) bool { return !p.negated })
			list[0], list[first] = list[first], list[0]
		}
		f.ordered = list
	})
	return f.ordered
}

// rank is 0 for what the index knows, 1 for what the record says, 2 for what has to be replayed.
func (p part) rank() int {
	list := featureFiltersIn([]Filter{p.filter})
	if len(list) == 0 {
		return 1
	}
	for _, f := range list {
		if f.begin() != nil || !f.lists() || f.test.At != "" {
			return 2
		}
	}
	return 0
}

// movesOf returns the nodes of the moves at which everything holds but the boards. A text about the whole game
// speaks of all its moves. With once, one of them suffices.
func (f *boundFilter) movesOf(ctx context.Context, b *Block, local int, once bool) (at nodeList, err error) {
	parts := f.parts()
	for k, p := range parts {
		if s, ok := p.filter.(speaker); ok && !p.negated {
			whole, err := s.whole(ctx, b, local)
			if err != nil {
				return nil, err
			}
			if whole {
				continue
			}
		}
		nodes, _, err := nodesOf(ctx, b, p.filter, local, nil, at, once && k == len(parts)-1 && !p.negated)
		switch {
		case err != nil:
			return nil, err
		case at != nil:
			at = at.keep(nodes, !p.negated)
		case !p.negated:
			at = nodes
		}
		if len(at) == 0 {
			return nil, nil
		}
	}
	return at, nil
}

// bindMove returns the nodes of the moves at which everything holds. With once, some of them suffice, if there
// are any.
func (f *boundFilter) bindMove(ctx context.Context, b *Block, local int, once bool) (at nodeList, err error) {
	if at, err = f.movesOf(ctx, b, local, once && len(f.bound.boards) == 0); err != nil {
		return nil, err
	}
	areas := nodeAreas{}
	for i, group := range f.bound.boards {
		if len(at) == 0 {
			return nil, nil
		}
		stands := nodeAreas{}
		for k, board := range group {
			if once && len(stands) > 0 {
				break
			}
			if err := f.stands(ctx, b, local, board, f.found[i][k], at, stands, once); err != nil {
				return nil, err
			}
		}
		at = slices.DeleteFunc(at, func(node int) bool { return !stands.at(node) })
		for _, node := range at {
			areas[node] = append(areas[node], stands[node]...)
		}
	}
	for _, i := range f.bound.said {
		if len(at) == 0 || len(f.bound.boards) == 0 {
			break
		}
		nodes, asks, err := nodesOf(ctx, b, f.every[i], local, areas, at, false)
		if err != nil {
			return nil, err
		}
		if asks {
			at = at.keep(nodes, true)
		}
	}
	return at, nil
}

// nodesOf returns the nodes of a game at which a filter holds. With areas, which say where boards stand, it
// returns those of moves that must lie on such points, and reports whether the filter asks for such a thing. If only
// some nodes are needed, it may leave out others; with once, one of them suffices.
func nodesOf(ctx context.Context, b *Block, f Filter, local int, areas nodeAreas, among nodeList, once bool) (nodes nodeList, asks bool, err error) {
	switch f := f.(type) {
	case *featureFilter:
		if areas != nil && f.test.At != query.AtPattern {
			return nil, false, nil
		}
		nodes, err = f.nodes(local, areas, among, once)
		return nodes, true, err
	case someFilter:
		if areas == nil && len(featureFiltersIn(f)) < len(f) {
			break
		}
		for _, child := range f {
			list, bound, err := nodesOf(ctx, b, child, local, areas, among, once)
			if err != nil {
				return nil, false, err
			}
			asks = asks || bound
			if !bound { // it holds wherever
				if list, _, err = nodesOf(ctx, b, child, local, nil, among, once); err != nil {
					return nil, false, err
				}
			}
			nodes = append(nodes, list...)
		}
		if !asks {
			return nil, false, nil
		}
		slices.Sort(nodes)
		return slices.Compact(nodes), true, nil
	}
	if areas != nil {
		return nil, false, nil
	}
	hits, err := f.hits(ctx, b, local, nil)
	for _, h := range hits {
		nodes = append(nodes, h.Node)
	}
	slices.Sort(nodes)
	return slices.Compact(nodes), true, err
}

// hits adds the nodes at which something is said and the boards stand, what is said of the
// whole game, and all places of the boards.
func (f *boundFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	var at map[int]bool
	if f.bound.oneMove {
		moves, err := f.bindMove(ctx, b, local, false)
		if err != nil {
			return nil, err
		}
		at = map[int]bool{}
		for _, node := range moves {
			at[node] = true
		}
	} else {
		var err error
		if at, _, err = f.bind(ctx, b, local); err != nil {
			return nil, err
		}
	}
	for i, child := range f.every {
		if slices.Contains(f.bound.not, i) {
			continue
		}
		from := len(list)
		var err error
		if list, err = child.hits(ctx, b, local, list); err != nil {
			return nil, err
		}
		if slices.Contains(f.bound.said, i) {
			kept := slices.DeleteFunc(list[from:], func(h Hit) bool { return !at[h.Node] && !h.ofWhole() })
			list = list[:from+len(kept)]
		}
	}
	return list, nil
}

// ofWhole reports whether a hit is a text about the whole game.
func (h *Hit) ofWhole() bool { return h.Comment != nil && h.Comment.Ident == gameComment }
