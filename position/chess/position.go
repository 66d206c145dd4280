package chess

import (
	"math"
	"sync"
)

// Position is a position: the board, whose turn it is, who may still castle with which
// rook, and which pawn may be taken in passing. The zero value is not valid; see [New].
type Position struct {
	board  [64]Piece
	kings  [2]Square    // by color
	rooks  [2][2]Square // with which may be castled: by color, king's side first
	passed Square       // behind a pawn that a pawn may take in passing, NoSquare for none
	turn   Color

	half, full uint16 // moves since a capture or a pawn's; the number of the move

	sums [4]uint64 // the numbers of all pieces, which are part of the keys of the images
}

// New returns the position from which games start.
func New() *Position {
	p := usual()
	return &p
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

var usual = sync.OnceValue(func() Position {
	p, err := ParseFEN(startFEN)
	if err != nil {
		panic(err)
	}
	return *p
})

// At returns the piece on a square.
func (p *Position) At(s Square) Piece { return p.board[s] }

// ToPlay returns whose turn it is.
func (p *Position) ToPlay() Color { return p.turn }

// Number returns the number of the move that comes next, from 1: both players' moves
// have the same.
func (p *Position) Number() int { return int(p.full) }

// Quiet returns how many moves have been made since a capture or a pawn's move. A position from
// before one of these does not come up again.
func (p *Position) Quiet() int { return int(p.half) }

// Same reports whether two positions are the same but for their counters.
func (p *Position) Same(q *Position) bool {
	return p.board == q.board && p.rooks == q.rooks && p.passed == q.passed && p.turn == q.turn
}

// Clone returns a copy.
func (p *Position) Clone() *Position {
	q := *p
	return &q
}

// index returns the number of a color in tables.
func index(c Color) int { return int(c - Black) }

// forward returns by how much a square's number changes when a pawn of a color advances.
func forward(c Color) int {
	if c == White {
		return -8
	}
	return 8
}

// homeRow returns the row of a color's pieces at the start.
func homeRow(c Color) int {
	if c == White {
		return 7
	}
	return 0
}

// rays are the squares that lie beyond each square in the eight directions, the
// straight ones first.
var rays = func() (rays [64][8][]Square) {
	for s := range NoSquare {
		for d, step := range [8][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}, {-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
			for n := 1; ; n++ {
				to := SquareAt(s.File()+n*step[0], s.Row()+n*step[1])
				if to == NoSquare {
					break
				}
				rays[s][d] = append(rays[s][d], to)
			}
		}
	}
	return rays
}()

// jumps are the squares to which a knight gets from each.
var jumps = func() (jumps [64][]Square) {
	for s := range NoSquare {
		for _, d := range [8][2]int{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}} {
			if to := SquareAt(s.File()+d[0], s.Row()+d[1]); to != NoSquare {
				jumps[s] = append(jumps[s], to)
			}
		}
	}
	return jumps
}()

// directions returns which rays a kind moves along, and how far.
func directions(k Kind) (from, to, far int) {
	switch k {
	case Bishop:
		return 4, 8, 7
	case Rook:
		return 0, 4, 7
	case Queen:
		return 0, 8, 7
	case King:
		return 0, 8, 1
	}
	return 0, 0, 0
}

// attacked reports whether a piece of a color attacks a square.
func (p *Position) attacked(s Square, by Color) bool {
	return p.attackedAfter(s, by, Move{NoSquare, NoSquare, NoKind})
}

// attackedAfter reports whether a piece of a color attacks a square after a move of the other color
// that moves one piece and takes none elsewhere than on its last square.
func (p *Position) attackedAfter(s Square, by Color, m Move) bool {
	knight := NewPiece(by, Knight)
	for _, from := range jumps[s] {
		if p.board[from] == knight && from != m.To {
			return true
		}
	}
	for d := range 8 {
		for n, from := range rays[s][d] {
			piece := p.board[from]
			if from == m.To {
				break
			}
			if piece == NoPiece || from == m.From {
				continue
			}
			if piece.Color() == by {
				switch k := piece.Kind(); k {
				case Queen:
					return true
				case Rook:
					if d < 4 {
						return true
					}
				case Bishop:
					if d >= 4 {
						return true
					}
				case King:
					if n == 0 {
						return true
					}
				case Pawn:
					if n == 0 && d >= 4 && (d >= 6) == (by == White) {
						return true
					}
				}
			}
			break
		}
	}
	return false
}

// InCheck reports whether the king of a color is attacked.
func (p *Position) InCheck(c Color) bool {
	king := p.kings[index(c)]
	return king != NoSquare && p.attacked(king, c.Opponent())
}

// put puts a piece on a square, or none.
func (p *Position) put(s Square, piece Piece) {
	p.count(s, p.board[s])
	p.count(s, piece)
	p.board[s] = piece
	if piece.Kind() == King {
		p.kings[index(piece.Color())] = s
	}
}

// apply executes a move that [Position.reaches].
func (p *Position) apply(m Move) {
	mover, piece, taken := p.turn, p.board[m.From], p.board[m.To]
	us, them := index(mover), index(mover.Opponent())
	passed := p.passed
	p.passed = NoSquare
	if p.half < math.MaxUint16 {
		p.half++
	}
	if mover == Black {
		p.full++
	}
	p.turn = mover.Opponent()
	if m.IsNull() {
		return
	}
	if side, ok := p.castles(mover, m); ok {
		king, rook := castled(mover, side)
		p.put(m.From, NoPiece)
		p.put(m.To, NoPiece)
		p.put(king, NewPiece(mover, King))
		p.put(rook, NewPiece(mover, Rook))
		p.rooks[us] = [2]Square{NoSquare, NoSquare}
		return
	}
	p.put(m.From, NoPiece)
	if taken != NoPiece || piece.Kind() == Pawn {
		p.half = 0
	}
	switch piece.Kind() {
	case King:
		p.rooks[us] = [2]Square{NoSquare, NoSquare}
	case Pawn:
		switch {
		case m.To == passed:
			p.put(Square(int(m.To)-forward(mover)), NoPiece)
		case m.Promote != NoKind:
			piece = NewPiece(mover, m.Promote)
		case int(m.To)-int(m.From) == 2*forward(mover):
			p.pass(Square(int(m.From)+forward(mover)), mover)
		}
	}
	if taken.Kind() == King {
		p.kings[them] = NoSquare
	}
	p.put(m.To, piece)
	for i := range p.rooks[us] {
		if p.rooks[us][i] == m.From {
			p.rooks[us][i] = NoSquare
		}
		if p.rooks[them][i] == m.To {
			p.rooks[them][i] = NoSquare
		}
	}
}

// pass says that a pawn of a color has passed a square, which counts only if a pawn
// of the other stands to take it.
func (p *Position) pass(over Square, by Color) {
	to := int(over) + forward(by)
	for _, d := range [2]int{-1, 1} {
		if file := over.File() + d; file >= 0 && file < 8 && p.board[to+d] == NewPiece(by.Opponent(), Pawn) {
			p.passed = over
			return
		}
	}
}

// castles returns the side to which a move castles, 0 for the king's.
func (p *Position) castles(c Color, m Move) (side int, ok bool) {
	if p.board[m.From] != NewPiece(c, King) || p.board[m.To] != NewPiece(c, Rook) {
		return 0, false
	}
	for side, rook := range p.rooks[index(c)] {
		if rook == m.To {
			return side, true
		}
	}
	return 0, false
}

// castled returns where king and rook stand after castling.
func castled(c Color, side int) (king, rook Square) {
	row := homeRow(c)
	if side == 0 {
		return SquareAt(6, row), SquareAt(5, row)
	}
	return SquareAt(2, row), SquareAt(3, row)
}
