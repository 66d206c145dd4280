package shogi

import (
	"fmt"

	"kifudb/position"
)

// Position is a board, both hands and the side to move. It is a plain value of
// about 120 bytes: copying it is how one goes back.
type Position struct {
	board [numSquares]Piece
	hands [2][handKinds]uint8
	kings [2]Square // NoSquare if the side has none
	turn  Color
	key   position.Key // of all of the above; see key.go
}

// New returns the position from which an even game starts.
func New() *Position {
	p, err := ParseSFEN(StartSFEN)
	if err != nil {
		panic(err) // a constant
	}
	return p
}

// NewEmpty returns an empty board with empty hands, Black to move.
func NewEmpty() *Position {
	return &Position{kings: [2]Square{NoSquare, NoSquare}, turn: Black}
}

// Clone returns a copy.
func (p *Position) Clone() *Position {
	q := *p
	return &q
}

// At returns what lies on a square.
func (p *Position) At(s Square) Piece {
	if !s.Valid() {
		return NoPiece
	}
	return p.board[s]
}

// Hand returns how many pieces of kind k the player c has in hand.
func (p *Position) Hand(c Color, k Kind) int {
	if c == Empty || k >= handKinds {
		return 0
	}
	return int(p.hands[side(c)][k])
}

// ToPlay returns the side to move.
func (p *Position) ToPlay() Color { return p.turn }

// SetToPlay makes it c's turn.
func (p *Position) SetToPlay(c Color) {
	if c != p.turn && c != Empty {
		p.turn = c
		p.key ^= keys.turn
	}
}

// King returns the square of c's king, NoSquare if there is none.
func (p *Position) King(c Color) Square { return p.kings[side(c)] }

// Set puts a piece on a square, or removes it with NoPiece. The piece that lay there
// leaves the game. If one side has several kings the last one put counts.
func (p *Position) Set(s Square, piece Piece) {
	if !s.Valid() {
		return
	}
	if old := p.board[s]; old != NoPiece {
		p.key ^= keys.pieces[old][s]
		if old.Kind() == King && p.kings[side(old.Color())] == s {
			p.kings[side(old.Color())] = NoSquare
		}
	}
	p.board[s] = piece
	if piece != NoPiece {
		p.key ^= keys.pieces[piece][s]
		if piece.Kind() == King {
			p.kings[side(piece.Color())] = s
		}
	}
}

// SetHand gives the player c exactly n pieces of kind k in hand, from 0 to the
// kind's complement. Other numbers, and kinds that are never in hand, are
// ignored.
func (p *Position) SetHand(c Color, k Kind, n int) {
	if k == NoKind || k >= handKinds || n < 0 || n > complement[k] {
		return
	}
	hand := &p.hands[side(c)][k]
	p.key ^= keys.hands[side(c)][k][*hand] ^ keys.hands[side(c)][k][n]
	*hand = uint8(n)
}

// Check returns an error if the position needs more than one set of men, or if
// a side has two kings.
func (p *Position) Check() error {
	var count [handKinds + 1]int
	var kings [2]int
	for _, piece := range p.board {
		if piece == NoPiece {
			continue
		}
		count[piece.Kind().Demoted()]++
		if piece.Kind() == King {
			kings[side(piece.Color())]++
		}
	}
	for k := Pawn; k < handKinds; k++ {
		count[k] += int(p.hands[0][k]) + int(p.hands[1][k])
	}
	for i, n := range kings {
		if n > 1 {
			return fmt.Errorf("%s has %d kings", Color(i+1), n)
		}
	}
	for k := Pawn; k <= King; k++ {
		if count[k] > complement[k] {
			return fmt.Errorf("%d pieces of kind %s, of which there are %d", count[k], k, complement[k])
		}
	}
	return nil
}

// execute makes a move whose piece is there and whose destination is free of
// own pieces.
func (p *Position) execute(m Move) {
	c := p.turn
	if m.IsDrop() {
		p.SetHand(c, m.Drop, int(p.hands[side(c)][m.Drop])-1)
		p.Set(m.To, NewPiece(c, m.Drop))
	} else {
		piece := p.board[m.From]
		if taken := p.board[m.To].Kind().Demoted(); taken != NoKind && taken != King {
			p.SetHand(c, taken, int(p.hands[side(c)][taken])+1)
		}
		p.Set(m.From, NoPiece)
		if m.Promote {
			piece = NewPiece(c, piece.Kind().Promote())
		}
		p.Set(m.To, piece)
	}
	p.turn = c.Opponent()
	p.key ^= keys.turn
}
