package query

import (
	"kifudb/position"
	"kifudb/store/columns"
)

// follow makes the hit of a decided candidate: when it came up, how long it
// stood, and the first stone that was put into the region afterwards. Wanted
// is false if the candidate is not at the moves, or not before the player, that
// are asked for; known is false if only a replay can tell.
func (f *shapeFilter) follow(p *shapePlan, index *columns.Index, c columns.Candidate) (hit Hit, wanted, known bool) {
	image := &p.images[c.Image]
	sequel, known := index.Sequel(c, image)
	if !known {
		return Hit{}, false, false
	}
	if !f.board.Moves.Contains(c.Node) { // in such games nodes are numbered as moves
		return Hit{}, false, true
	}
	place := &Place{Term: f.figures.Term, Anchor: c.Anchor, Symmetry: image.Symmetry, Swapped: image.Swapped, Stood: sequel.Stood}
	hit = Hit{Node: c.Node, MoveNumber: c.Node, Board: place}
	if sequel.NextNode == 0 {
		return hit, f.board.Next == position.Empty, true
	}
	back := image.Back(c.Anchor, sequel.Next)
	if f.board.Next != position.Empty && back.Color != f.board.Next && !p.swaps {
		return Hit{}, false, true
	}
	folded := p.folding.Fold(back)
	place.Next = []Reply{{Move: position.Move{Color: folded.Color, Point: folded.Point}, Tenuki: sequel.NextNode > c.Node+1}}
	return hit, true, true
}
