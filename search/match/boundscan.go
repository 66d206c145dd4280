package match

import (
	"context"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/columns"
)

// scan asks the pattern index where the board stands, for a conjunction that one place at a move decides. It
// returns games that are found, and those that have to be replayed: there the index knows no move at
// which everything holds, but there may be one.
func (f *boundFilter) scan(ctx context.Context, b *Block, mask *roaring.Bitmap) (found, rest *roaring.Bitmap, err error) {
	found, rest = roaring.New(), mask
	for _, board := range f.bound.boards[0] {
		if board.scanned == nil {
			continue
		}
		// As a rule, the first place that is met stands until the end of the game, and decides.
		for _, once := range []bool{true, false} {
			more, err := f.scanBoard(ctx, b, board, rest, once)
			if err != nil {
				return nil, nil, err
			}
			found.Or(more)
			rest = roaring.AndNot(rest, more)
		}
	}
	return found, rest, nil
}

// scanBoard returns the games of a mask in which the index knows a place of the board at a move; with once, one
// place of each game is looked at.
func (f *boundFilter) scanBoard(ctx context.Context, b *Block, board *boundBoard, mask *roaring.Bitmap, once bool) (*roaring.Bitmap, error) {
	found := roaring.New()
	s := board.scanned
	if err := derived(f.segment, s.game); err != nil {
		return nil, err
	}
	for _, size := range f.segment.Sizes(s.game.About().Number) {
		plan := s.plan(size)
		index := f.segment.Columns(s.game.About().Number, size)
		if len(plan.images) == 0 || index == nil { // damage is the segment's error from now on
			continue
		}
		plans, err := s.scanPlans(plan, index)
		if err != nil {
			return nil, err
		}
		q := columns.Query{Images: plan.images, Plans: plans, Games: mask, MainLine: !once, Once: once}
		last, done := -1, false // the latest game, and whether all is known about it
		var moves nodeList
		var failed error
		err = index.Scan(ctx, &q, func(c columns.Candidate) bool {
			local := int(c.Local)
			if local != last {
				last, done = local, false
				if moves, failed = f.movesOf(ctx, b, local, false); failed != nil {
					return false
				}
			}
			if done || !c.Decided {
				return true
			}
			after, known := index.Sequel(c, &plan.images[c.Image])
			if known && moves.within(c.Node, c.Node+after.Stood, board) {
				done = true
				found.Add(uint32(local))
			}
			return true
		})
		if failed != nil {
			return nil, failed
		}
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// within reports whether the list has a node from one to before another that is a move of the main line, of a plain
// game, at which the term of a board may hold: its nodes are numbered as moves.
func (l nodeList) within(from, to int, board *boundBoard) bool {
	for _, node := range l {
		if node >= from && node < to && board.term.Moves.Contains(node) {
			return true
		}
		if node >= to {
			break
		}
	}
	return false
}
