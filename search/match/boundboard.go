package match

import (
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// A boundBoard is a term for a board: as images if it stands wherever one of them fits,
// otherwise it stands where it is found.
type boundBoard struct {
	term    *query.Board // the second of a Then
	move    bool         // the second of a Then is a move: what stands is its node alone
	game    game.Stones
	pattern *position.Pattern
	options position.ImageOptions
	found   Condition
	scanned *patternCondition // with what the pattern index is scanned; nil if it does not know where the board stands
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
	if then, ok := n.(*query.Then); ok {
		every := *then
		term := &query.Board{}
		if b, ok := then.Second.(*query.Board); ok {
			second := *b
			second.Every, every.Second = true, &second
			term = &second
		}
		found, err := newThenCondition(&every)
		return &boundBoard{term: term, move: isMove(then.Second), found: found}, err
	}
	b := n.(*query.Board)
	asked, err := b.Asked()
	if err != nil {
		return nil, err
	}
	stones, ok := asked.Game.(game.Stones)
	if ok && asked.Pattern == nil && asked.Goban() != nil {
		asked.Pattern = position.BoardPattern(asked.Goban())
	}
	if ok && asked.Pattern != nil && len(asked.Pattern.Sequence) == 0 && b.Ko == "" && b.Stood == (query.Window{}) && (b.Next == position.Empty || b.Kind == "pos") {
		board := &boundBoard{
			term: b, game: stones, pattern: asked.Pattern,
			options: position.ImageOptions{NoSymmetry: b.Symmetry == "off", SwapColors: b.SwapColors, Hexes: stones.Rules().Hexes},
		}
		if b.Next == position.Empty && b.Near == 0 && game.Stays(stones.About().Number) {
			board.scanned = newPatternCondition(b, asked)
		}
		return board, nil
	}
	every := *b
	every.Every = true
	found, err := newBoardCondition(&every)
	return &boundBoard{term: b, pattern: asked.Pattern, found: found}, err
}

// nodeAreas says at which nodes a board stands, and on which points.
type nodeAreas map[int][]query.Area

func (s nodeAreas) at(node int) bool { return len(s[node]) > 0 }

// wholeBoard are the points of a board that is no pattern.
var wholeBoard = query.Area{To: position.At(position.MaxSize-1, position.MaxSize-1)}

// stands adds those of some nodes of a game at which a board stands. With once, the first suffices.
func (f *boundFilter) stands(ctx context.Context, b *Block, local int, board *boundBoard, found Filter, wanted nodeList, stands nodeAreas, once bool) error {
	if found == nil {
		return board.fits(ctx, f.segment, local, wanted, stands, once)
	}
	one := NewBlock(b.Segment, found, roaring.BitmapOf(uint32(local)), KeepAll)
	one.Again = true
	if err := one.Apply(ctx); err != nil || one.Mask.IsEmpty() {
		return err
	}
	hits, err := found.hits(ctx, one, local, nil)
	if err != nil {
		return err
	}
	places := make(nodeAreas, len(hits))
	for _, h := range hits {
		places[h.Node] = append(places[h.Node], board.area(&h))
	}
	script, err := f.segment.Script(local)
	if err != nil {
		return err
	}
	if board.move {
		for node, areas := range places {
			if wanted.has(node) {
				stands[node] = append(stands[node], areas...)
			}
		}
		return nil
	}
	for v, n := range position.Walk(new([]query.Area), script) { // nodes may leave the board as it is
		switch here := places[v.Node]; {
		case here != nil:
			*v.Position = here
		case n.Move.Color != position.Empty || len(n.Setup) > 0:
			*v.Position = nil
		}
		if *v.Position != nil && wanted.has(v.Node) && (v.MainLine || !board.term.MainLine) {
			stands[v.Node] = append(stands[v.Node], *v.Position...)
		}
	}
	return nil
}

// area returns the points on which a hit of the board lies.
func (c *boundBoard) area(h *Hit) query.Area {
	if c.pattern == nil || h.Board == nil {
		return wholeBoard
	}
	size := h.Board.Symmetry.Size(position.Size{Cols: c.pattern.Cols, Rows: c.pattern.Rows})
	return areaAt(h.Board.Anchor, size)
}

// areaAt returns the rectangle of a size with its upper left at a point.
func areaAt(anchor position.Point, size position.Size) query.Area {
	return query.Area{From: anchor, To: position.At(anchor.X()+size.Cols-1, anchor.Y()+size.Rows-1)}
}

// fits does so by playing the game.
func (c *boundBoard) fits(ctx context.Context, s *store.Segment, local int, wanted nodeList, stands nodeAreas, once bool) error {
	facts := s.Facts(local)
	if int(facts.Game) != c.game.About().Number {
		return nil
	}
	script, err := s.Script(local)
	if err != nil {
		return err
	}
	images := c.pattern.Images(facts.Size, c.options)
	var next []byte
	if c.term.Next != position.Empty {
		next = movesBelow(script)
	}
	r := position.Replayer{Rules: c.game.Rules()}
	left := len(wanted)
	r.Replay(facts.Size, script, func(board *position.Board, step *position.Step) bool {
		if left == 0 || step.Node < wanted[len(wanted)-left] {
			return left > 0
		}
		left--
		if c.term.Moves.Contains(step.MoveNumber) && (step.MainLine || !c.term.MainLine) {
			for i := range images {
				m := &images[i]
				if next == nil || next[step.Node]>>colorOf(c.term.Next, m.Swapped)&1 != 0 {
					if places := appendPlaces(stands[step.Node], m, board, c.term.Near, once); len(places) > 0 {
						if stands[step.Node] = places; once {
							return false
						}
					}
				}
			}
		}
		return left > 0 && ctx.Err() == nil
	})
	return ctx.Err()
}

// movesBelow returns for each node of a script, one bit each, who makes the moves that
// follow it with nothing in between.
func movesBelow(s position.Script) []byte {
	above, moved := make([]int, 0, s.Nodes()), make([]position.Color, 0, s.Nodes())
	for v, n := range position.Walk(new(struct{}), s) {
		if n.Move.Color == position.Empty && len(n.Setup) > 0 {
			v.Parent = -1
		}
		above, moved = append(above, v.Parent), append(moved, n.Move.Color)
	}
	below := make([]byte, len(above))
	for node, parent := range slices.Backward(above) {
		switch {
		case parent < 0:
		case moved[node] != position.Empty:
			below[parent] |= 1 << moved[node]
		default:
			below[parent] |= below[node]
		}
	}
	return below
}

// colorOf returns a color, the other one if they are exchanged.
func colorOf(c position.Color, swapped bool) position.Color {
	if swapped {
		return c.Opponent()
	}
	return c
}

// appendPlaces appends the places where an image fits, with no more points different than may be.
// With once, the first place suffices.
func appendPlaces(list []query.Area, m *position.Image, b *position.Board, near int, once bool) []query.Area {
	for y := m.Top; y <= m.Bottom; y++ {
		for x := m.Left; x <= m.Right; x++ {
			if at := position.At(x, y); m.Nears(b, at, near) {
				if list = append(list, areaAt(at, m.Size())); once {
					return list
				}
			}
		}
	}
	return list
}
