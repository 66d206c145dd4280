package shogi

import "strings"

// Fault is a set of things that are wrong with a move, 0 if it is legal.
type Fault uint8

// The faults. A move with one of the first three cannot be executed at all.
const (
	NotThere    Fault = 1 << iota // no such piece of the mover's on the board or in the hand
	Occupied                      // an own piece, for a drop any piece, on the destination
	NoPromotion                   // promotes a piece that cannot, or outside the far three ranks
	Unreachable                   // the piece does not go that way
	DeadPiece                     // the piece could never move again
	Nifu                          // drops a second unpromoted pawn on a file
	DropMate                      // mates with a dropped pawn
	LeavesCheck                   // the mover's king can be taken
)

const impossible = NotThere | Occupied | NoPromotion

// Possible reports whether a move with these faults can be executed.
func (f Fault) Possible() bool { return f&impossible == 0 }

// Slip reports whether the faults are only of the kind that ends real games:
// nifu, mate by a dropped pawn, the own king left in check. The piece went as it
// goes.
func (f Fault) Slip() bool { return f&^(Nifu|DropMate|LeavesCheck) == 0 }

var faultTexts = []string{
	"no such piece", "the square is taken", "cannot promote", "the piece does not go there",
	"the piece could not move again", "second pawn on the file", "mate by a dropped pawn", "the king is left in check",
}

// String lists the faults: "second pawn on the file"; "" for none.
func (f Fault) String() string {
	var texts []string
	for i, text := range faultTexts {
		if f&(1<<i) != 0 {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, ", ")
}

// Judge returns all that is wrong with a move, 0 if it is legal.
func (p *Position) Judge(m Move) (f Fault) {
	if !m.To.Valid() || m.IsDrop() && (m.Drop >= handKinds || m.Promote) || !m.IsDrop() && !m.From.Valid() {
		return NotThere
	}
	c := p.turn
	kind := m.Drop
	if m.IsDrop() {
		if p.Hand(c, m.Drop) == 0 {
			f |= NotThere
		}
		if p.board[m.To] != NoPiece {
			f |= Occupied
		}
		if m.Drop == Pawn && p.pawnFiles(c)&(1<<(m.To%9)) != 0 {
			f |= Nifu
		}
	} else {
		piece := p.board[m.From]
		if piece.Color() != c {
			return NotThere
		}
		kind = piece.Kind()
		if p.board[m.To].Color() == c {
			f |= Occupied
		}
		if m.Promote && !MayPromote(c, kind, m.From, m.To) {
			f |= NoPromotion
		}
		if p.board[m.To].Kind() == King || !p.Reaches(m.From, m.To) {
			f |= Unreachable
		}
	}
	if !m.Promote && MustPromote(c, kind, m.To) {
		f |= DeadPiece
	}
	if !f.Possible() {
		return f
	}
	q := *p
	q.execute(m)
	if q.InCheck(c) {
		f |= LeavesCheck
	}
	if m.Drop == Pawn && f == 0 && m.To == p.mateSquare() {
		f |= DropMate
	}
	return f
}

// Play executes a move as far as it can be executed and returns what is wrong
// with it. If the faults are not Possible the position stays as it was.
func (p *Position) Play(m Move) Fault {
	f := p.Judge(m)
	if f.Possible() {
		p.execute(m)
	}
	return f
}

// PlayLegal executes a move that is known to be legal, as those of Moves are.
func (p *Position) PlayLegal(m Move) { p.execute(m) }

// MayPromote reports whether a piece of c's may promote when it goes from one
// square to another: it enters, leaves or moves in the far three ranks.
func MayPromote(c Color, k Kind, from, to Square) bool {
	return k.CanPromote() && (from.zone(c) || to.zone(c))
}

// MustPromote reports whether a piece of c's that arrives unpromoted on a square
// could never leave it.
func MustPromote(c Color, k Kind, s Square) bool {
	switch k {
	case Pawn, Lance:
		return s.advance(c) < 1
	case Knight:
		return s.advance(c) < 2
	}
	return false
}

// pawnFiles is the set of columns, from the left, with an unpromoted pawn of c's.
func (p *Position) pawnFiles(c Color) (files uint16) {
	pawn := NewPiece(c, Pawn)
	for s, piece := range p.board {
		if piece == pawn {
			files |= 1 << (s % 9)
		}
	}
	return files
}
