package position

import (
	"errors"
	"strings"
)

// A Board is a board with its stones, executing moves by the rules: those of Go,
// or of another game whose stones are put on points and stay there, see Rules.
//
// Each point is one byte: its color and the number of its empty neighbors. A
// move changes five bytes, and a chain is walked only when one of its stones
// has just lost its last empty neighbor, and only until a stone with another
// one is found. That was a third of the time of boards that keep chains.
type Board struct {
	rules Rules
	size  Size
	cells []uint8 // color<<colorShift | number of empty neighbors; see cellOf
	empty []uint8 // the cells of the empty board, which all of the size share

	toPlay   Color
	ko       Point // Pass if no ko
	koFor    Color // who may not take the ko
	captured [3]int

	changed []change // what the latest Play or Set did, in order
	stack   []uint16 // capture's: cells found
	seen    []uint32 // capture's: the walk that found the cell last; nil before the first
	walk    uint32

	stones int // on the board

	keyed                bool // what is below is kept
	indexed              bool // but black and white only as far as IndexKey needs them, see PlainKeys
	stale                bool // black and white are not up to date; only if indexed
	keys                 *keyTable
	black, white         lanes
	lateBlack, lateWhite lanes // of the third line, see IndexKey
	lateKey              Key   // of these
	lateKnown            bool  // lateKey is up to date
}

// The cells are surrounded by a border and lie as points do, 64 to a row. So a
// point's cell is found by an addition, and its neighbors at distances that are
// constants, for which the compiler needs to check bounds but once.
const (
	stride = 64         // cells from a point to the one below
	origin = stride + 1 // the cell of the upper left point
)

func cellOf(p Point) int  { return int(p) + origin }
func pointOf(c int) Point { return Point(c - origin) }

// around is a cell with its neighbors: above, left, right and below.
type around [2*stride + 1]uint8

const (
	above = 0
	left  = stride - 1
	here  = stride
	right = stride + 1
	below = 2 * stride
)

// around returns a cell of a point with its neighbors.
func (b *Board) around(cell int) *around { return (*around)(b.cells[cell-stride:]) }

// change is a cell whose color was changed from old.
type change struct {
	cell uint16
	old  Color
}

const (
	colorShift = 3
	emptyMask  = 1<<colorShift - 1
	border     = 3<<colorShift | 3 // its count is kept too, and stays above 0
)

func colorOf(cell uint8) Color { return Color(cell >> colorShift) }

// NewBoard returns an empty board for Go. A size that SGF cannot name is brought
// into range.
func NewBoard(size Size) *Board { return Rules{}.NewBoard(size) }

// Reset empties the board, which keeps its memory if the size stays.
func (b *Board) Reset(size Size) {
	size = size.Clamp()
	if b.size != size {
		*b = Board{rules: b.rules, size: size, keyed: b.keyed, empty: emptyBoards.get(Rules{}, size, emptyCells)}
		b.cells = make([]uint8, len(b.empty))
		if b.keyed {
			b.keys = keyTables.get(b.rules, size, newKeyTable)
		}
	}
	copy(b.cells, b.empty)
	b.toPlay, b.ko, b.koFor, b.captured = Black, Pass, Empty, [3]int{}
	b.changed, b.stones = b.changed[:0], 0
	b.black, b.white, b.lateBlack, b.lateWhite, b.lateKnown = lanes{}, lanes{}, lanes{}, lanes{}, false
	b.indexed, b.stale = false, false
}

// emptyCells returns the cells of an empty board with its border.
func emptyCells(_ Rules, size Size) []uint8 {
	cells := make([]uint8, (size.Rows+2)*stride)
	for i := range cells {
		cells[i] = border
	}
	for i := range size.Area() {
		p := size.At(i)
		neighbors := uint8(4)
		for _, edge := range [4]bool{p.X() == 0, p.X() == size.Cols-1, p.Y() == 0, p.Y() == size.Rows-1} {
			if edge {
				neighbors--
			}
		}
		cells[cellOf(p)] = neighbors
	}
	return cells
}

// Clone returns a copy that shares nothing that is written to.
func (b *Board) Clone() *Board {
	c := *b
	c.cells = append([]uint8(nil), b.cells...)
	c.walk, c.seen, c.stack, c.changed = 0, nil, nil, nil
	return &c
}

// AsSetup returns a copy as it is read from what [Board.SetupSGF] writes: its stones alone.
func (b *Board) AsSetup() *Board {
	c := b.Clone()
	c.toPlay, c.ko, c.koFor, c.captured = Black, Pass, Empty, [3]int{}
	return c
}

// Rules returns the rules by which the board executes moves.
func (b *Board) Rules() Rules { return b.rules }

// Size returns the board's size.
func (b *Board) Size() Size { return b.size }

// At returns the color of a point, Empty if it is not on the board.
func (b *Board) At(p Point) Color {
	if !b.size.Contains(p) {
		return Empty
	}
	return colorOf(b.cells[cellOf(p)])
}

// ToPlay returns whose turn it is: Black's at first, then the other player's
// after each move, unless SetToPlay says otherwise.
func (b *Board) ToPlay() Color { return b.toPlay }

// SetToPlay sets whose turn it is. Empty is ignored.
func (b *Board) SetToPlay(c Color) {
	if c == Black || c == White {
		b.toPlay = c
	}
}

// Ko returns the point that the player to move may not retake, if there is one.
func (b *Board) Ko() (Point, bool) { return b.ko, b.ko != Pass }

// Captured returns how many stones of a color were captured so far, those that
// suicides removed included.
func (b *Board) Captured(c Color) int { return b.captured[c%3] }

// Stones returns the number of stones of a color on the board.
func (b *Board) Stones(c Color) int {
	n := 0
	for _, cell := range b.cells {
		if colorOf(cell) == c {
			n++
		}
	}
	return n
}

// Fault is a set of things that are wrong with a move that was executed.
type Fault uint8

// The faults of a move.
const (
	OffBoard Fault = 1 << iota // not executed: there is no such point
	Occupied                   // the stone that was there is gone
	KoBan                      // retook a ko at once
	Suicide                    // the stone's own chain was removed
	NoColor                    // not executed: neither Black's nor White's
)

// String lists the faults in words: "occupied, suicide".
func (f Fault) String() string {
	var names []string
	for i, name := range []string{"off the board", "occupied", "ko", "suicide", "no color"} {
		if f>>i&1 != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// ErrIllegal is wrapped by the errors of Legal.
var ErrIllegal = errors.New("illegal move")

// illegal says which faults make a move illegal.
type illegal struct {
	move  Move
	fault Fault
}

func (e *illegal) Error() string { return e.move.String() + ": illegal move: " + e.fault.String() }
func (e *illegal) Unwrap() error { return ErrIllegal }

// Legal returns an error, wrapping ErrIllegal, unless the move is one that the
// rules allow: on an empty point, not a suicide and not a forbidden ko. Longer
// cycles are not looked at. It is for asking, not for replaying: it costs a copy
// of the board.
func (b *Board) Legal(m Move) error {
	if f := b.Clone().Play(m); f != 0 {
		return &illegal{m, f}
	}
	return nil
}

// Play executes a move as SGF demands for records, legal or not, and returns its faults. A
// stone already on the point is replaced. Then neighboring chains of the opponent without
// liberties are captured, and after that the stone's own chain if it has none. Only a move
// without a color and one off the board leave the stones as they are. The turn passes in any case.
func (b *Board) Play(m Move) Fault {
	b.changed = b.changed[:0]
	return b.play(m)
}

// play is Play without forgetting the earlier changes.
func (b *Board) play(m Move) Fault {
	if m.Color != Black && m.Color != White {
		return NoColor
	}
	opponent := m.Color.Opponent()
	b.toPlay = opponent
	ko := b.ko
	b.ko = Pass
	if !b.size.Contains(m.Point) {
		if m.Point == Pass {
			return 0
		}
		return OffBoard
	}
	var fault Fault
	if m.Point == ko && m.Color == b.koFor {
		fault |= KoBan
	}
	cell := cellOf(m.Point)
	n := b.around(cell)
	if colorOf(n[here]) != Empty {
		fault |= Occupied
		b.remove(cell)
	}
	b.put(cell, m.Color)

	if n.settled(opponent) {
		return fault
	}
	return fault | b.settle(cell, m.Color)
}

// settled reports whether a stone that was put here takes no liberty of a chain that may have been its
// last one: no neighbor of the opponent is without an empty neighbor, nor is the stone itself.
func (n *around) settled(opponent Color) bool {
	dead := uint8(opponent) << colorShift // a stone without an empty neighbor
	return n[here]&emptyMask != 0 && n[above] != dead && n[left] != dead && n[right] != dead && n[below] != dead
}

// lives reports whether a stone without an empty neighbor touches one of its color that has some,
// as most do: then there is no need to walk along the chain. Dead is how they look that have none.
func (n *around) lives(dead uint8) bool {
	const most = 4 // empty neighbors
	return n[above]-dead-1 < most || n[left]-dead-1 < most || n[right]-dead-1 < most || n[below]-dead-1 < most
}

// settle captures what has no liberties after a stone was put on a cell, unless the
// rules keep it, and notes a ko.
func (b *Board) settle(cell int, c Color) Fault {
	if b.rules.Keep {
		return 0
	}
	n, opponent := b.around(cell), c.Opponent()
	dead := uint8(opponent) << colorShift
	before, walk, last := b.captured[opponent], b.walk, 0
	for _, next := range [4]int{cell - stride, cell - 1, cell + 1, cell + stride} {
		if b.cells[next] != dead || b.around(next).lives(dead) || b.walk != walk && b.seen[next] == b.walk {
			continue // it lives, perhaps as a part of the chain before
		}
		if b.capture(next) {
			last = next
		}
	}
	if n[here]&emptyMask == 0 {
		if !n.lives(n[here]) && b.capture(cell) {
			return Suicide
		}
		return 0
	}
	if b.captured[opponent] == before+1 && n[here]&emptyMask == 1 && !n.touches(c) {
		b.ko, b.koFor = pointOf(last), opponent
	}
	return 0
}

// touches reports whether a neighbor has the color.
func (n *around) touches(c Color) bool {
	return colorOf(n[above]) == c || colorOf(n[left]) == c || colorOf(n[right]) == c || colorOf(n[below]) == c
}

// Set puts a stone on a point, or removes one with Empty, as setup does: nothing
// is captured, even if stones stand without liberties then. A ko is forgotten.
func (b *Board) Set(p Point, c Color) {
	b.changed = b.changed[:0]
	b.set(p, c)
}

// set is Set without forgetting the earlier changes.
func (b *Board) set(p Point, c Color) {
	if !b.size.Contains(p) || c > White {
		return
	}
	b.ko = Pass
	cell := cellOf(p)
	switch old := colorOf(b.cells[cell]); {
	case old == c:
		return
	case old != Empty:
		b.remove(cell)
	}
	if c != Empty {
		b.put(cell, c)
	}
}

// put puts a stone on an empty cell.
func (b *Board) put(cell int, c Color) {
	n := b.around(cell)
	n[above]--
	n[left]--
	n[here] |= uint8(c) << colorShift
	n[right]--
	n[below]--
	b.changed = append(b.changed, change{uint16(cell), Empty})
	b.stones++
	if b.keyed {
		b.toggle(cell, c)
	}
}

// remove takes a stone off.
func (b *Board) remove(cell int) {
	n := b.around(cell)
	n[above]++
	n[left]++
	c := colorOf(n[here])
	n[here] &= emptyMask
	n[right]++
	n[below]++
	b.changed = append(b.changed, change{uint16(cell), c})
	b.stones--
	if b.keyed {
		b.toggle(cell, c)
	}
}

// toggle puts a stone into the hashes or takes it out.
func (b *Board) toggle(cell int, c Color) {
	row := &b.keys.rows[cell]
	late := b.keys.third != nil && b.keys.third[cell]
	b.lateKnown = b.lateKnown && !late
	b.stale = b.stale || b.indexed && b.afterOpening()
	if c == Black {
		if !b.stale {
			b.black.toggle(row)
		}
		if late {
			b.lateBlack.toggle(row)
		}
	} else {
		if !b.stale {
			b.white.toggle(row)
		}
		if late {
			b.lateWhite.toggle(row)
		}
	}
}

// capture removes the chain of a stone if it has no liberties.
func (b *Board) capture(cell int) bool {
	c := colorOf(b.cells[cell])
	b.walk++
	if b.walk == 0 { // after 2^32 walks the old marks mean nothing
		clear(b.seen)
		b.walk = 1
	}
	if b.seen == nil {
		b.seen = make([]uint32, len(b.cells))
	}
	cells, seen, walk := b.cells, b.seen, b.walk
	if cells[cell]&emptyMask != 0 {
		return false
	}
	dead := uint8(c) << colorShift // one of its stones without an empty neighbor
	seen[cell] = walk
	b.stack = append(b.stack[:0], uint16(cell))
	for i := 0; i < len(b.stack); i++ {
		at := int(b.stack[i])
		for _, next := range [4]int{at - stride, at - 1, at + 1, at + stride} {
			switch n := cells[next]; {
			case n == dead:
				if seen[next] != walk {
					seen[next] = walk
					b.stack = append(b.stack, uint16(next))
				}
			case colorOf(n) == c:
				return false // it has a liberty
			}
		}
	}
	for _, at := range b.stack {
		b.remove(int(at))
	}
	b.captured[c] += len(b.stack)
	return true
}

// undo takes back changes, latest first, down to a length of the list.
func (b *Board) undo(changes []change) {
	for i := len(changes) - 1; i >= 0; i-- {
		at := int(changes[i].cell)
		if now := colorOf(b.cells[at]); now != Empty {
			b.remove(at)
		}
		if old := changes[i].old; old != Empty {
			b.put(at, old)
		}
	}
}
