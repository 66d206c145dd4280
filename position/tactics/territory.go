package tactics

import "kifudb/position"

// Bouzy's method estimates territory by two operations of mathematical morphology: B. Bouzy,
// "Mathematical morphology applied to computer Go", IJPRAI 17 (2003). The names territory for 5
// dilations with 21 erosions and moyo for 5 with 10, and the value 128 of a stone, are those of the
// documentation of GNU Go, "Moyo history". It does not know which stones are dead.

// stoneValue is the value of a stone before the first dilation.
const stoneValue = 128

// Bouzy returns a value for each point, in the order of [position.Size.Index]: above 0 where Black
// has influence, below 0 where White has. Stones begin with 128 or -128, empty points with 0.
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
	values := make([]int, 0, b.size.Area())
	for i := range b.size.Area() {
		p := b.size.At(i)
		values = append(values, int(m.now[(p.Y()+1)*m.stride+p.X()+1]))
	}
	return values
}

// bouzy keeps the memory of Bouzy's method from one board to the next.
type bouzy struct {
	stride    int
	now, next []int32 // by point, with a border
	board     []bool  // the points that are no border
}

// run computes the values. Erosions that change nothing any more are left out, and so are
// dilations past maxDilations.
func (m *bouzy) run(b *bitboard, dilations, erosions int) {
	m.stride = b.size.Cols + 2
	n := m.stride * (b.size.Rows + 2)
	if len(m.now) != n {
		m.now, m.next, m.board = make([]int32, n), make([]int32, n), make([]bool, n)
	}
	clear(m.now)
	clear(m.next)
	clear(m.board)
	for i := range b.size.Area() {
		p := b.size.At(i)
		at := (p.Y()+1)*m.stride + p.X() + 1
		m.board[at] = true
		switch b.at(p) {
		case position.Black:
			m.now[at] = stoneValue
		case position.White:
			m.now[at] = -stoneValue
		}
	}
	for range min(dilations, maxDilations) {
		m.dilate()
	}
	for range erosions {
		if !m.erode() {
			break
		}
	}
}

// maxDilations bounds the values: after so many nothing changes but their height.
const maxDilations = 1 << 16

// dilate executes one dilation.
func (m *bouzy) dilate() {
	s := m.stride
	for at := s; at < len(m.now)-s; at++ {
		v := m.now[at]
		if m.board[at] {
			blacks, whites := int32(0), int32(0)
			for _, w := range [4]int32{m.now[at-s], m.now[at-1], m.now[at+1], m.now[at+s]} {
				switch {
				case w > 0:
					blacks++
				case w < 0:
					whites++
				}
			}
			switch {
			case v >= 0 && whites == 0:
				v += blacks
			case v <= 0 && blacks == 0:
				v -= whites
			}
		}
		m.next[at] = v
	}
	m.now, m.next = m.next, m.now
}

// erode executes one erosion, and reports whether it changed something.
func (m *bouzy) erode() (changed bool) {
	s := m.stride
	for at := s; at < len(m.now)-s; at++ {
		v := m.now[at]
		if v != 0 {
			loss := int32(0)
			for _, next := range [4]int{at - s, at - 1, at + 1, at + s} {
				if w := m.now[next]; m.board[next] && (v > 0 && w <= 0 || v < 0 && w >= 0) {
					loss++
				}
			}
			changed = changed || loss > 0
			if v > 0 {
				v = max(v-loss, 0)
			} else {
				v = min(v+loss, 0)
			}
		}
		m.next[at] = v
	}
	m.now, m.next = m.next, m.now
	return changed
}

// lead returns how many more points have values of Black's than of White's.
func (m *bouzy) lead() int {
	lead := 0
	for _, v := range m.now {
		switch {
		case v > 0:
			lead++
		case v < 0:
			lead--
		}
	}
	return lead
}
