package othello

import "kifudb/position"

// The sizes of boards. Usual is that of nearly all games.
const (
	MinSize = 4
	MaxSize = 14
	Usual   = 8
)

// stride is the width of the board in memory: rows of MaxSize squares with a border
// all round, so that walks in every direction end without a look at coordinates.
const stride = 16

// The border around the squares.
const outside position.Color = 3

// directions are the eight steps to a neighbor.
var directions = [8]int{-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1}

// Position is a board and the side to move. It is a plain value: copying it is how one
// goes back.
type Position struct {
	cells [stride * stride]position.Color
	size  uint8
	turn  position.Color // of a game that is over, Black
	over  bool           // neither side has a move
	hashes
}

// ValidSize reports whether there are boards of a size.
func ValidSize(s position.Size) bool {
	return s.Cols == s.Rows && s.Cols >= MinSize && s.Cols <= MaxSize && s.Cols%2 == 0
}

// New returns the position from which a game starts on a board of a size, which must be
// valid: two discs of each color on the middle, Black's on the diagonal that rises to the
// right.
func New(size int) *Position {
	p := NewEmpty(size)
	m := size / 2
	p.Set(position.At(m-1, m-1), position.White)
	p.Set(position.At(m, m), position.White)
	p.Set(position.At(m, m-1), position.Black)
	p.Set(position.At(m-1, m), position.Black)
	p.SetToPlay(position.Black)
	return p
}

// NewEmpty returns a board of a valid size without discs.
func NewEmpty(size int) *Position {
	p := &Position{size: uint8(size), turn: position.Black, over: true}
	for i := range p.cells {
		p.cells[i] = outside
	}
	for i := range size * size {
		p.cells[cell(position.At(i%size, i/size))] = position.Empty
	}
	return p
}

// cell returns where a square is in memory.
func cell(at position.Point) int { return (at.Y()+1)*stride + at.X() + 1 }

// pointOf is the inverse of cell.
func pointOf(cell int) position.Point { return position.At(cell%stride-1, cell/stride-1) }

// Clone returns a copy.
func (p *Position) Clone() *Position {
	q := *p
	return &q
}

// Size returns the size of the board.
func (p *Position) Size() position.Size { return position.Square(int(p.size)) }

// At returns what lies on a square; Empty outside of the board.
func (p *Position) At(at position.Point) position.Color {
	if !p.Size().Contains(at) {
		return position.Empty
	}
	return p.cells[cell(at)]
}

// Set puts a disc on a square, or takes it away with Empty. Whose turn it is may be
// wrong until SetToPlay.
func (p *Position) Set(at position.Point, c position.Color) {
	if p.Size().Contains(at) {
		p.put(cell(at), c)
	}
}

// put changes a square.
func (p *Position) put(at int, c position.Color) {
	p.toggle(int(p.size), at, p.cells[at])
	p.cells[at] = c
	p.toggle(int(p.size), at, c)
}

// Count returns how many discs a player has on the board, or how many squares are
// empty.
func (p *Position) Count(c position.Color) int {
	n := 0
	for _, on := range p.cells {
		if on == c {
			n++
		}
	}
	return n
}

// ToPlay returns the side to move: the one that has a move. If the game is over it returns Black.
func (p *Position) ToPlay() position.Color { return p.turn }

// Over reports whether neither side has a move.
func (p *Position) Over() bool { return p.over }

// SetToPlay makes it a player's turn. If that player has no move, the other one is to
// move; if neither has one, the game is over.
func (p *Position) SetToPlay(c position.Color) {
	p.turn, p.over = c, false
	if p.CanMove(c) {
		return
	}
	p.turn = c.Opponent()
	if !p.CanMove(p.turn) {
		p.turn, p.over = position.Black, true
	}
}

// Margin returns how many discs Black is ahead of White. Empty squares count for the
// player with more discs, as in the rules of tournaments.
func (p *Position) Margin() int {
	margin, empty := p.Count(position.Black)-p.Count(position.White), p.Count(position.Empty)
	switch {
	case margin > 0:
		return margin + empty
	case margin < 0:
		return margin - empty
	}
	return 0
}

// Equal reports whether the same discs lie on the same squares of boards of the same
// size, and the same player is to move.
func (p *Position) Equal(q *Position) bool {
	return p.size == q.size && p.turn == q.turn && p.cells == q.cells
}
