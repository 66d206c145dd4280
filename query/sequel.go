package query

import (
	"kifudb/position"
	"kifudb/store/columns"
)

// A sequel is what became of a decided candidate.
type sequel struct {
	move   int             // the move number at which it came up
	stood  int             // moves that it stood, if that is known
	next   position.Change // the first stone put into the region afterwards; Empty if there is none
	tenuki bool            // moves were played elsewhere before
}

// fromIndex asks the pattern index, which knows of most games. If every
// occurrence is wanted, it does not know where there may be another.
func (p *shapePlan) fromIndex(index *columns.Index, c columns.Candidate, every bool) (sequel, bool) {
	s, known := index.Sequel(c, &p.images[c.Image])
	if !known || every && s.Again {
		return sequel{}, false
	}
	// In such games nodes are numbered as moves.
	after := sequel{move: c.Node, stood: s.Stood}
	if s.NextNode > 0 {
		after.next, after.tenuki = s.Next, s.NextNode > c.Node+1
	}
	return after, true
}

// fromScript reads the main line without executing it, which takes a tenth of
// the time of a replay but does not tell how long the pattern stood.
func (p *shapePlan) fromScript(script position.Script, c columns.Candidate) sequel {
	image := &p.images[c.Image]
	var after sequel
	node, moves := -1, 0
	moved := false // the node has a move
	for w := range script.MainLine() {
		word := scriptWord(w)
		if word.startsNode() {
			if after.next.Color != position.Empty {
				break
			}
			node++
			moved = false
		}
		if word.isMove() {
			moves++
			moved = true
		}
		switch stone := word.stone(); {
		case node <= c.Node:
			after.move = moves
		case after.next.Color == position.Empty && p.size.Contains(stone.Point) && covers(image, c.Anchor, stone.Point):
			after.next = stone
		}
	}
	elsewhere := moves - after.move
	if moved {
		elsewhere--
	}
	after.tenuki = elsewhere > 0
	return after
}

// covers reports whether a point of the board belongs to the region of an
// image at an anchor.
func covers(image *position.Image, anchor, p position.Point) bool {
	x, y := p.X()-anchor.X(), p.Y()-anchor.Y()
	return x >= 0 && y >= 0 && x < image.Cols && y < image.Rows && image.Cells[y*image.Cols+x] != position.Outside
}

// hit makes the hit of a decided candidate. It reports false if the candidate
// is not at the moves, or not before the player, that are asked for.
func (f *shapeFilter) hit(p *shapePlan, c columns.Candidate, after sequel) (Hit, bool) {
	if !f.board.Moves.Contains(after.move) || !f.board.Stood.Contains(after.stood) {
		return Hit{}, false
	}
	image := &p.images[c.Image]
	place := &Place{Term: f.figures.Term, Anchor: c.Anchor, Symmetry: image.Symmetry, Swapped: image.Swapped, Stood: after.stood}
	hit := Hit{Node: c.Node, MoveNumber: after.move, Board: place}
	if after.next.Color == position.Empty {
		return hit, f.board.Next == position.Empty
	}
	back := image.Back(c.Anchor, after.next)
	if f.board.Next != position.Empty && back.Color != f.board.Next && !p.swaps {
		return Hit{}, false
	}
	folded := p.folding.Fold(back)
	place.Next = []Reply{{Move: position.Move{Color: folded.Color, Point: folded.Point}, Tenuki: after.tenuki}}
	return hit, true
}

// A scriptWord is a word of a script, whose form position.Script describes.
type scriptWord uint16

func (w scriptWord) startsNode() bool { return w < 0x9000 }

func (w scriptWord) isMove() bool { return w < 0x8000 || w >= 0xC000 && w < 0xE000 }

// stone returns the stone that a move or setup puts on a point; Pass lies on no
// board.
func (w scriptWord) stone() position.Change {
	p := position.Point(w & 0x0FFF)
	switch w >> 12 {
	case 0x0, 0x9, 0xC:
		return position.Change{Point: p, Color: position.Black}
	case 0x4, 0xA, 0xD:
		return position.Change{Point: p, Color: position.White}
	}
	return position.Change{Point: position.Pass}
}
