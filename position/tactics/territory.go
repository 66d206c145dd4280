package tactics

import (
	"math/bits"

	"kifudb/position"
)

// Bouzy's method estimates territory by two operations of mathematical morphology: B. Bouzy,
// "Mathematical morphology applied to computer Go", IJPRAI 17 (2003). The names territory for 5
// dilations with 21 erosions and moyo for 5 with 10, and the value 128 of a stone, are those of the
// documentation of GNU Go, "Moyo history". It does not know which stones are dead.

// maxDilations bounds the values: each dilation adds up to 4, and a value has 8 bits.
const maxDilations = 31

// Bouzy returns a value for each point, in the order of [position.Size.Index]: above 0 where Black
// has influence, below 0 where White has. Stones begin with 128 or -128, empty points with 0. More
// than 31 dilations are 31.
//
// A dilation adds to a point that is not White's and touches none of White's points the number of
// Black's points that it touches, and does the same for White. An erosion takes from a point of
// Black's the number of its neighbors that are not Black's, down to 0, and does the same for
// White. All points change at once.
func Bouzy(board *position.Board, dilations, erosions int) []int {
	var b bitboard
	var m bouzy
	b.read(board)
	m.run(&b, dilations, erosions)
	values := make([]int, b.size.Area())
	for i := range values {
		p := b.size.At(i)
		for plane := range 8 {
			bit := 1 << plane
			values[i] += bit * int(m.value[position.Black][p.Y()][plane]>>p.X()&1)
			values[i] -= bit * int(m.value[position.White][p.Y()][plane]>>p.X()&1)
		}
	}
	return values
}

// bouzy executes Bouzy's method for all points of a row at once. A value is spread over 8 words,
// each of which has one of its bits for every point.
type bouzy struct {
	size  position.Size
	full  uint64                          // a row with all of its points
	value [3][position.MaxSize][8]uint64  // by color and row, without sign
	set   [3][position.MaxSize + 2]uint64 // by color and row, from 1 on: the points whose value is not 0
	other [3][position.MaxSize + 2]uint64 // the same for the points that are not the color's
}

// run computes the values.
func (m *bouzy) run(b *bitboard, dilations, erosions int) {
	*m = bouzy{size: b.size, full: b.full}
	for c := position.Black; c <= position.White; c++ {
		for y := range b.size.Rows {
			m.set[c][y+1] = b.of[c][y]
			m.value[c][y][7] = b.of[c][y]
		}
	}
	for range min(dilations, maxDilations) {
		m.dilate()
	}
	for c := position.Black; c <= position.White; c++ {
		for i := 0; i < erosions && m.erode(c); i++ {
		}
	}
}

// neighbors counts for each point of a row how many of its neighbors are in a set. The number has
// three bits.
func (m *bouzy) neighbors(set *[position.MaxSize + 2]uint64, row int) (ones, twos, fours uint64) {
	above, below := set[row-1], set[row+1]
	left, right := set[row]<<1&m.full, set[row]>>1
	upright, level := above^below, left^right
	carry := upright & level
	bothUpright, bothLevel := above&below, left&right
	ones = upright ^ level
	twos = bothUpright ^ bothLevel ^ carry
	fours = bothUpright & bothLevel // there is no carry then
	return ones, twos, fours
}

// dilate executes one dilation.
func (m *bouzy) dilate() {
	old := m.set
	for c := position.Black; c <= position.White; c++ {
		theirs := &old[c.Opponent()]
		for y := range m.size.Rows {
			row := y + 1
			touched := theirs[row] | theirs[row-1] | theirs[row+1] | theirs[row]<<1 | theirs[row]>>1
			free := m.full &^ touched
			ones, twos, fours := m.neighbors(&old[c], row)
			ones, twos, fours = ones&free, twos&free, fours&free
			if ones|twos|fours == 0 {
				continue
			}
			m.set[c][row] |= ones | twos | fours
			v := &m.value[c][y]
			add := [8]uint64{ones, twos, fours}
			carry := uint64(0)
			for i := range v {
				x, a := v[i], add[i]
				v[i] = x ^ a ^ carry
				carry = x&a | carry&(x|a)
			}
		}
	}
}

// erode executes one erosion of a color, and reports whether it changed something.
func (m *bouzy) erode(c position.Color) (changed bool) {
	own, other := &m.set[c], &m.other[c]
	for y := range m.size.Rows {
		other[y+1] = m.full &^ own[y+1]
	}
	for y := range m.size.Rows {
		row := y + 1
		if own[row] == 0 {
			continue
		}
		ones, twos, fours := m.neighbors(other, row)
		ones, twos, fours = ones&own[row], twos&own[row], fours&own[row]
		if ones|twos|fours == 0 {
			continue
		}
		changed = true
		v := &m.value[c][y]
		take := [8]uint64{ones, twos, fours}
		borrow, left := uint64(0), uint64(0)
		for i := range v {
			x, a := v[i], take[i]
			v[i] = x ^ a ^ borrow
			borrow = ^x&(a|borrow) | a&borrow
		}
		for i := range v {
			v[i] &^= borrow
			left |= v[i]
		}
		own[row] = left
	}
	return changed
}

// lead returns how many more points have values of Black's than of White's.
func (m *bouzy) lead() int {
	lead := 0
	for row := 1; row <= m.size.Rows; row++ {
		lead += bits.OnesCount64(m.set[position.Black][row]) - bits.OnesCount64(m.set[position.White][row])
	}
	return lead
}
