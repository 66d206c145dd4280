package query

import (
	"kifudb/position"
	"kifudb/store/columns"
)

// follow makes the hit of a decided candidate: when it came up, and the first
// stone that was put into the region afterwards. It reads the script without
// executing it, which takes a tenth of the time of a replay. It reports false
// if the candidate is not at the moves, or not before the player, that are
// asked for.
func (f *shapeFilter) follow(p *shapePlan, script position.Script, c columns.Candidate) (Hit, bool) {
	image := &p.images[c.Image]
	hit := Hit{Node: c.Node, Board: &Place{Term: f.figures.Term, Anchor: c.Anchor, Symmetry: image.Symmetry, Swapped: image.Swapped}}
	node, moves := -1, 0
	next := position.Change{Point: position.Pass} // no stone yet
	moved := false                                // the node has a move
	for w := range script.MainLine() {
		word := scriptWord(w)
		if word.startsNode() {
			if node == c.Node {
				hit.MoveNumber = moves
			}
			if next.Point != position.Pass {
				break
			}
			node++
			moved = false
		}
		if word.isMove() {
			moves++
			moved = true
		}
		if stone, ok := word.stone(); ok && node > c.Node && next.Point == position.Pass && p.size.Contains(stone.Point) {
			at := position.At(stone.Point.X()-c.Anchor.X(), stone.Point.Y()-c.Anchor.Y())
			if stone.Point.X() >= c.Anchor.X() && stone.Point.Y() >= c.Anchor.Y() &&
				image.Size().Contains(at) && image.Cells[image.Size().Index(at)] != position.Outside {
				next = stone
			}
		}
	}
	if node == c.Node {
		hit.MoveNumber = moves
	}
	if !f.board.Moves.Contains(hit.MoveNumber) {
		return Hit{}, false
	}
	if next.Point == position.Pass {
		return hit, f.board.Next == position.Empty
	}
	back := image.Back(c.Anchor, next)
	if f.board.Next != position.Empty && back.Color != f.board.Next && !p.swaps {
		return Hit{}, false
	}
	elsewhere := moves - hit.MoveNumber
	if moved {
		elsewhere--
	}
	folded := p.folding.Fold(back)
	hit.Board.Next = []Reply{{Move: position.Move{Color: folded.Color, Point: folded.Point}, Tenuki: elsewhere > 0}}
	return hit, true
}

// A scriptWord is a word of a script, whose form position.Script describes.
type scriptWord uint16

func (w scriptWord) startsNode() bool { return w < 0x9000 }

func (w scriptWord) isMove() bool { return w < 0x8000 || w >= 0xC000 && w < 0xE000 }

// stone returns the stone that a move or setup puts on the board.
func (w scriptWord) stone() (position.Change, bool) {
	p := position.Point(w & 0x0FFF)
	switch w >> 12 {
	case 0x0, 0x9, 0xC:
		return position.Change{Point: p, Color: position.Black}, p != position.Pass
	case 0x4, 0xA, 0xD:
		return position.Change{Point: p, Color: position.White}, p != position.Pass
	}
	return position.Change{}, false
}
