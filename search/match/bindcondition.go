package match

import (
	"context"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// In a conjunction, properties of nodes are bound to boards: TE=1 pos:… is fulfilled where
// a node with the property has the position, TE=1 pat:… where the pattern stands on the
// board of such a node. Each such pair is to hold, at a node of its own. Comments are not
// bound: they speak of what was or will be played.

// bindProperties joins the conditions of the nodes of an And.
func bindProperties(nodes query.And, list []Condition) (Condition, error) {
	c := &bound{all: list}
	for i, n := range nodes {
		switch {
		case isOnly(n, isProperty):
			c.properties = append(c.properties, i)
		case isOnly(n, isBoard):
			g, err := newBoundBoards(n)
			if err != nil {
				return nil, err
			}
			c.boards = append(c.boards, g)
		}
	}
	if len(c.properties) == 0 || len(c.boards) == 0 {
		return all(list), nil
	}
	for _, i := range c.properties {
		for _, f := range list[i].atoms(nil) {
			f.Index = strings.TrimSuffix(f.Index, atBoards) + atBoards
		}
	}
	return c, nil
}

// atBoards says of a term that it is bound.
const atBoards = ", where the board is"

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

// isProperty reports whether a term asks for properties of nodes.
func isProperty(n query.Node) bool {
	t, ok := n.(*query.Term)
	return ok && t.OfNodes()
}

// bound is an And with properties and boards.
type bound struct {
	all
	properties []int // which of the conditions ask for properties
	boards     [][]*boundBoard
}

// A boundBoard is a term for a board: as images if it stands wherever one of them fits,
// otherwise it stands where it is found.
type boundBoard struct {
	term    *query.Board // nil if it is found
	game    game.Stones
	pattern *position.Pattern
	options position.ImageOptions
	found   Condition
}

func newBoundBoards(n query.Node) ([]*boundBoard, error) {
	var list []*boundBoard
	for t := range query.Terms(n) {
		b, err := newBoundBoard(t)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

func newBoundBoard(n query.Node) (*boundBoard, error) {
	b, ok := n.(*query.Board)
	if !ok {
		found, err := prepareTerm(n)
		return &boundBoard{found: found}, err
	}
	asked, err := b.Asked()
	if err != nil {
		return nil, err
	}
	stones, ok := asked.Game.(game.Stones)
	if ok && asked.Pattern == nil && asked.Goban() != nil {
		asked.Pattern = position.BoardPattern(asked.Goban())
	}
	if ok && asked.Pattern != nil && len(asked.Pattern.Sequence) == 0 && b.Near == 0 && b.Ko == "" && b.Next == position.Empty && b.Stood == (query.Window{}) {
		return &boundBoard{
			term: b, game: stones, pattern: asked.Pattern,
			options: position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors, Hexes: stones.Rules().Hexes},
		}, nil
	}
	every := *b
	every.Every = true
	found, err := newBoardCondition(&every)
	return &boundBoard{found: found}, err
}

func (c *bound) Open(s *store.Segment) Filter {
	f := &boundFilter{allFilter: c.all.Open(s).(allFilter), bound: c, segment: s}
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

// boundFilter reads the records of the games that all conditions have left.
type boundFilter struct {
	allFilter
	bound   *bound
	segment *store.Segment
	found   [][]Filter // of boards that stand where they are found
}

func (f *boundFilter) cost() cost { return max(costReplay, f.allFilter.cost()) }

func (f *boundFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	b.after++
	mask, err := f.allFilter.narrow(ctx, b, mask)
	b.after--
	if err != nil {
		return nil, err
	}
	result := roaring.New()
	for local := range iterate(mask) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		_, holds, err := f.bind(ctx, b, local)
		if err != nil {
			return nil, err
		}
		if holds {
			result.Add(uint32(local))
		}
	}
	return result, nil
}

// bind returns the nodes with a property at which a board stands, and whether there is one
// for each pair of them. What a root says of the whole game is bound to no node.
func (f *boundFilter) bind(ctx context.Context, b *Block, local int) (at map[int]bool, holds bool, err error) {
	sets := make([]map[int]bool, 0, len(f.bound.properties))
	wanted := map[int]bool{}
	for _, i := range f.bound.properties {
		hits, err := f.allFilter[i].hits(ctx, b, local, nil)
		if err != nil {
			return nil, false, err
		}
		set := map[int]bool{}
		for _, h := range hits {
			set[h.Node], wanted[h.Node] = true, true
		}
		if len(set) > 0 {
			sets = append(sets, set)
		}
	}
	at = map[int]bool{}
	for i, group := range f.bound.boards {
		stands := map[int]bool{}
		for k, board := range group {
			if err := f.stands(ctx, b, local, board, f.found[i][k], wanted, stands); err != nil {
				return nil, false, err
			}
		}
		for _, set := range sets {
			pair := false
			for node := range set {
				if stands[node] {
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

// stands adds those of some nodes of a game at which a board stands.
func (f *boundFilter) stands(ctx context.Context, b *Block, local int, board *boundBoard, found Filter, wanted, stands map[int]bool) error {
	if found == nil {
		return board.fits(f.segment, local, wanted, stands)
	}
	one := NewBlock(b.Segment, found, roaring.BitmapOf(uint32(local)), KeepAll)
	one.Again = true
	if err := one.Apply(ctx); err != nil || one.Mask.IsEmpty() {
		return err
	}
	hits, err := found.hits(ctx, one, local, nil)
	for _, h := range hits {
		if wanted[h.Node] {
			stands[h.Node] = true
		}
	}
	return err
}

// fits does so by playing the game.
func (c *boundBoard) fits(s *store.Segment, local int, wanted, stands map[int]bool) error {
	facts := s.Facts(local)
	if int(facts.Game) != c.game.About().Number {
		return nil
	}
	script, err := s.Script(local)
	if err != nil {
		return err
	}
	images := c.pattern.Images(facts.Size, c.options)
	r := position.Replayer{Rules: c.game.Rules()}
	left := len(wanted)
	r.Replay(facts.Size, script, func(board *position.Board, step *position.Step) bool {
		if !wanted[step.Node] {
			return true
		}
		left--
		if c.term.Moves.Contains(step.MoveNumber) && (step.MainLine || !c.term.MainLine) && slices.ContainsFunc(images, func(m position.Image) bool { return lies(&m, board) }) {
			stands[step.Node] = true
		}
		return left > 0
	})
	return nil
}

// lies reports whether an image fits somewhere.
func lies(m *position.Image, b *position.Board) bool {
	for y := m.Top; y <= m.Bottom; y++ {
		for x := m.Left; x <= m.Right; x++ {
			if m.Fits(b, position.At(x, y)) {
				return true
			}
		}
	}
	return false
}

// hits adds the nodes with the properties at which the boards stand, and all places of
// the boards.
func (f *boundFilter) hits(ctx context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	at, _, err := f.bind(ctx, b, local)
	if err != nil {
		return nil, err
	}
	for i, child := range f.allFilter {
		from := len(list)
		if list, err = child.hits(ctx, b, local, list); err != nil {
			return nil, err
		}
		if slices.Contains(f.bound.properties, i) {
			kept := slices.DeleteFunc(list[from:], func(h Hit) bool { return !at[h.Node] })
			list = list[:from+len(kept)]
		}
	}
	return list, nil
}
