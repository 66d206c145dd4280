package shogi

import "kifudb/position"

// A Sketch describes a position in part: the pieces on some squares,
// the empty squares, and the least that the players have in hand. The zero value fits
// every position.
type Sketch struct {
	cells [numSquares]cell
	hands [2][handKinds]uint8
	exact bool  // the hands hold just that
	turn  Color // Empty for either
}

// A cell is what a square of a sketch asks for: one of these, or a Piece.
type cell uint8

const (
	anything cell = iota
	nothing
	blackMan
	whiteMan
)

// asks reports whether a cell asks for a man.
func (c cell) asks() bool { return c > nothing }

// fits reports whether a cell is fulfilled by what lies on its square.
func (c cell) fits(p Piece) bool {
	switch c {
	case anything:
		return true
	case nothing:
		return p == NoPiece
	case blackMan:
		return p.Color() == Black
	case whiteMan:
		return p.Color() == White
	}
	return p == Piece(c)
}

// SketchOf returns the sketch of a whole position, with either side to move and the hands as
// the least.
func SketchOf(p *Position) *Sketch {
	k := &Sketch{hands: p.hands}
	for s, piece := range p.board {
		k.cells[s] = cell(piece)
		if piece == NoPiece {
			k.cells[s] = nothing
		}
	}
	return k
}

// SetExact sets whether hands must be equal, or at least as large.
func (k *Sketch) SetExact(exact bool) { k.exact = exact }

// SetToPlay says whose turn it is; Empty for either's.
func (k *Sketch) SetToPlay(c Color) { k.turn = c }

// ToPlay returns whose turn it is, Empty for either's.
func (k *Sketch) ToPlay() Color { return k.turn }

// Fits reports whether a position is as the sketch says.
func (k *Sketch) Fits(p *Position) bool {
	if k.turn != Empty && k.turn != p.turn {
		return false
	}
	for s, c := range k.cells {
		if !c.fits(p.board[s]) {
			return false
		}
	}
	for i := range k.hands {
		for kind, n := range k.hands[i] {
			if have := p.hands[i][kind]; have < n || k.exact && have != n {
				return false
			}
		}
	}
	return true
}

// Image returns the sketch under a symmetry.
func (k *Sketch) Image(s Symmetry) *Sketch {
	q := &Sketch{exact: k.exact, turn: k.turn}
	if k.turn != Empty {
		q.turn = s.Color(k.turn)
	}
	for from, c := range k.cells {
		switch {
		case c > whiteMan:
			c = cell(s.piece(Piece(c)))
		case c == blackMan && s&2 != 0:
			c = whiteMan
		case c == whiteMan && s&2 != 0:
			c = blackMan
		}
		q.cells[s.Square(Square(from))] = c
	}
	for i := range k.hands {
		q.hands[side(s.Color(Color(i+1)))] = k.hands[i]
	}
	return q
}

// A Visit says which squares must have been come to, and which left, in a game in which
// a sketch comes up.
type Visit struct{ to, from []Square }

// VisitFrom returns what must have happened since a position: men came to the squares
// where others are asked for, and left those that are to be empty.
func (k *Sketch) VisitFrom(start *Position) (v Visit) {
	for s, c := range k.cells {
		switch {
		case c.fits(start.board[s]):
		case c.asks():
			v.to = append(v.to, Square(s))
		default:
			v.from = append(v.from, Square(s))
		}
	}
	return v
}

// Possible reports whether the moves of a script, in any line, reach all the squares that
// they must, and leave those that they must.
func (v Visit) Possible(s position.Script) bool {
	var to, from [numSquares + 1]bool
	for event, move := range s.Events() {
		if event != position.AtNode || move.Color == Empty {
			continue
		}
		if m, ok := MoveOf(uint16(move.Point)); ok {
			to[m.To], from[m.From] = true, true
		}
	}
	for _, s := range v.to {
		if !to[s] {
			return false
		}
	}
	for _, s := range v.from {
		if !from[s] {
			return false
		}
	}
	return true
}
