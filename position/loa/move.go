package loa

import (
	"errors"
	"math/bits"
	"strings"

	"kifudb/position"
)

// Move is a move of a piece from a square to another one.
type Move struct{ From, To uint8 }

// Pass is the move of who has none.
var Pass = Move{63, 63}

// Code packs the move into 12 bits: 64 times the square that is left, and the square that
// is taken. That of a pass is [position.Pass]. The codes are kept on disk and do not
// change.
func (m Move) Code() position.Point { return position.Point(m.From)<<6 | position.Point(m.To) }

// MoveOf is the inverse of [Move.Code]; ok is false for what is none.
func MoveOf(code position.Point) (m Move, ok bool) {
	m = Move{uint8(code >> 6 & 63), uint8(code & 63)}
	return m, code <= position.Pass && (m.From != m.To || m == Pass)
}

// SquareName returns what a square is called: "a8" is square 0.
func SquareName(square int) string {
	return string([]byte{byte('a' + square%Side), byte('0' + Side - square/Side)})
}

// ParseSquare reads the name of a square, in upper or lower case.
func ParseSquare(text string) (int, error) {
	if len(text) == 2 {
		x, y := int(text[0]|0x20)-'a', '0'+Side-int(text[1])
		if x >= 0 && x < Side && y >= 0 && y < Side {
			return y*Side + x, nil
		}
	}
	return 0, errNoSquare
}

var (
	errNoSquare = errors.New("no square, such as e4")
	errNoMove   = errors.New("no move, such as e1-e3, nor a pass")
)

// String returns the move as SGF has it: "e1-e3", "Pass".
func (m Move) String() string {
	if m == Pass {
		return "Pass"
	}
	return SquareName(int(m.From)) + "-" + SquareName(int(m.To))
}

// ParseMove reads a move: two squares, perhaps with '-' or, for a capture, ':' or 'x'
// between them, and perhaps with signs such as "+" or "!" behind them, which are left out;
// or a pass.
func ParseMove(text string) (Move, error) {
	text = strings.TrimRight(strings.TrimSpace(text), "+!?#*")
	if text == "" || strings.EqualFold(text, "pass") {
		return Pass, nil
	}
	if len(text) == 5 && strings.IndexByte("-:xX", text[2]) >= 0 {
		text = text[:2] + text[3:]
	}
	if len(text) != 4 {
		return Move{}, errNoMove
	}
	from, err1 := ParseSquare(text[:2])
	to, err2 := ParseSquare(text[2:])
	if err1 != nil || err2 != nil || from == to {
		return Move{}, errNoMove
	}
	return Move{uint8(from), uint8(to)}, nil
}

// Name returns a move as players write it, which shows whether it captures: "c2:c5".
func (p *Position) Name(m Move) string {
	if m != Pass && p.on(int(m.To)) != position.Empty {
		return strings.Replace(m.String(), "-", ":", 1)
	}
	return m.String()
}

// A Fault says how a move is against the rules.
type Fault uint8

// The faults. After the first three nothing is moved.
const (
	OK       Fault = iota
	Nothing        // there is no piece to move
	Own            // a piece of the same player lies there
	NoMove         // the code is none of a move
	Bent           // the squares are not in a line
	Distance       // the line has another number of pieces
	Leaps          // it passes over a piece of the other side
	NotTurn        // it is a piece of the side that is not to move
	MayNot         // a pass of a player who has moves
	TooLate        // the game was over
)

// String returns the fault in words that continue "a move", "" for none.
func (f Fault) String() string {
	return [...]string{
		"", "there is no piece to move", "a piece of the same player lies there", "it is no move",
		"the squares are not in a line", "a piece moves as many squares as there are pieces on the line",
		"a piece of the other side is in the way", "the other side was to move",
		"a player with moves may not pass", "the game was over",
	}[f]
}

// Possible reports whether the move was executed.
func (f Fault) Possible() bool { return f == OK || f > NoMove }

// line returns the squares of the line through a square in a direction, that square
// included.
func line(square, dx, dy int) (set uint64) {
	for _, sign := range [2]int{1, -1} {
		for x, y := square%Side, square/Side; x >= 0 && x < Side && y >= 0 && y < Side; x, y = x+sign*dx, y+sign*dy {
			set |= 1 << (y*Side + x)
		}
	}
	return set
}

// The directions of lines: along a row, along a column, and along the diagonals.
var directions = [4][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

// lines are those through each square.
var lines = func() (all [Side * Side][len(directions)]uint64) {
	for square := range all {
		for i, d := range directions {
			all[square][i] = line(square, d[0], d[1])
		}
	}
	return all
}()

// between returns the squares that a move in a line passes over.
func between(m Move, step int) (set uint64) {
	for at := int(m.From) + step; at != int(m.To); at += step {
		set |= 1 << at
	}
	return set
}

// way returns the index of the direction in which a move goes, and the difference of
// neighboring squares on its way; ok is false if its squares are not in a line.
func (m Move) way() (direction, step int, ok bool) {
	dx, dy := int(m.To)%Side-int(m.From)%Side, int(m.To)/Side-int(m.From)/Side
	far := max(dx, -dx, dy, -dy)
	if far == 0 || dx%far != 0 || dy%far != 0 {
		return 0, 0, false
	}
	dx, dy = dx/far, dy/far
	for i, d := range directions {
		if d == [2]int{dx, dy} || d == [2]int{-dx, -dy} {
			return i, dy*Side + dx, true
		}
	}
	return 0, 0, false
}

// pieceMoves calls yield with each move of the piece on a square, as long as it returns
// true, and reports whether it always did.
func (p *Position) pieceMoves(from int, yield func(Move) bool) bool {
	own := p.of(p.on(from))
	other := p.of(p.on(from).Opponent())
	for i, d := range directions {
		n := bits.OnesCount64((own | other) & lines[from][i])
		for _, sign := range [2]int{1, -1} {
			x, y := from%Side+sign*n*d[0], from/Side+sign*n*d[1]
			if x < 0 || x >= Side || y < 0 || y >= Side || own>>(y*Side+x)&1 != 0 {
				continue
			}
			m := Move{uint8(from), uint8(y*Side + x)}
			if between(m, sign*(d[1]*Side+d[0]))&other == 0 && !yield(m) {
				return false
			}
		}
	}
	return true
}

// canMove reports whether the side to move can move a piece.
func (p *Position) canMove() bool {
	for set := p.of(p.turn); set != 0; set &= set - 1 {
		if !p.pieceMoves(bits.TrailingZeros64(set), func(Move) bool { return false }) {
			return true
		}
	}
	return false
}

// Moves appends the legal moves of the side to move, by the squares that are left: a pass
// if no piece can move, none if the game is over.
func (p *Position) Moves(list []Move) []Move {
	if p.Over() {
		return list
	}
	before := len(list)
	for set := p.of(p.turn); set != 0; set &= set - 1 {
		p.pieceMoves(bits.TrailingZeros64(set), func(m Move) bool {
			list = append(list, m)
			return true
		})
	}
	if len(list) == before {
		list = append(list, Pass)
	}
	return list
}

// Judge says what is wrong with a move, without making it.
func (p *Position) Judge(m Move) Fault {
	fault := p.judgePiece(m)
	switch {
	case !fault.Possible():
		return fault
	case p.Over():
		return TooLate
	case m == Pass && p.canMove():
		return MayNot
	case m != Pass && p.on(int(m.From)) != p.turn:
		return NotTurn
	}
	return fault
}

// judgePiece says what is wrong with a move, whoever's turn it is.
func (p *Position) judgePiece(m Move) Fault {
	if m == Pass {
		return OK
	}
	own := p.on(int(m.From))
	if own == position.Empty {
		return Nothing
	}
	if p.on(int(m.To)) == own {
		return Own
	}
	direction, step, ok := m.way()
	if !ok {
		return Bent
	}
	far := max(int(m.To)%Side-int(m.From)%Side, int(m.From)%Side-int(m.To)%Side, int(m.To)/Side-int(m.From)/Side, int(m.From)/Side-int(m.To)/Side)
	switch {
	case bits.OnesCount64((p.black|p.white)&lines[m.From][direction]) != far:
		return Distance
	case between(m, step)&p.of(own.Opponent()) != 0:
		return Leaps
	}
	return OK
}

// Play makes a move as far as it can be made: a piece is moved wherever it is said to go,
// but not onto one of its own side. Then it is the turn of the other side than that of the
// piece.
func (p *Position) Play(m Move) Fault {
	fault := p.Judge(m)
	switch {
	case !fault.Possible() || m == Pass:
		p.turn = p.turn.Opponent()
	default:
		c := p.on(int(m.From))
		p.put(int(m.From), position.Empty)
		p.put(int(m.To), c)
		p.turn = c.Opponent()
	}
	return fault
}
