package match

import "kifudb/position"

// misfits counts, for each image of a board, the points on which the board of a
// game holds something else. The image lies there when its count is zero. A
// count is a lane of 16 bits, four to a word, so that a changed point costs one
// addition for four images, and nothing need be hashed or compared.
type misfits struct {
	*misfitTable
	counts []uint64
	stones []position.Color // the board, by Size.Index
}

// misfitTable is what the counts of a list of images change by. It is not
// written to once made.
type misfitTable struct {
	size  position.Size
	words int
	empty []uint64 // the counts of the empty board
	// deltas has, by point and color, which of the images do not hold it there,
	// as a one in their lanes.
	deltas []uint64
}

const (
	misfitLanes = 4 // in a word
	misfitWidth = 16
	misfitOnes  = 0x0001_0001_0001_0001
)

func newMisfitTable(size position.Size, images []boardImage) *misfitTable {
	t := &misfitTable{size: size, words: (len(images) + misfitLanes - 1) / misfitLanes}
	t.deltas = make([]uint64, size.Area()*3*t.words)
	t.empty = make([]uint64, t.words)
	for w := range t.empty {
		t.empty[w] = misfitOnes // lanes without an image are never zero
	}
	for i := range images {
		word, one := i/misfitLanes, uint64(1)<<(misfitWidth*(i%misfitLanes))
		t.empty[word] -= one
		for p := range size.Area() {
			held := images[i].board.At(size.At(p))
			for _, c := range [...]position.Color{position.Empty, position.Black, position.White} {
				if c != held {
					t.of(p, c)[word] += one
				}
			}
			if held != position.Empty {
				t.empty[word] += one
			}
		}
	}
	return t
}

// of returns the deltas of a point that holds a color.
func (t *misfitTable) of(point int, c position.Color) []uint64 {
	return t.deltas[(3*point+int(c))*t.words:][:t.words]
}

// reset begins with an empty board.
func (m *misfits) reset(t *misfitTable) {
	m.misfitTable = t
	m.counts = append(m.counts[:0], t.empty...)
	if len(m.stones) != t.size.Area() {
		m.stones = make([]position.Color, t.size.Area())
	}
	clear(m.stones)
}

// change takes in what a node changed.
func (m *misfits) change(changes []position.Change) {
	for _, c := range changes {
		p := m.size.Index(c.Point)
		before, after := m.of(p, m.stones[p]), m.of(p, c.Color)
		for w := range m.counts {
			m.counts[w] += after[w] - before[w]
		}
		m.stones[p] = c.Color
	}
}

// fitting returns the number of the image that lies on the board, or -1.
func (m *misfits) fitting() int {
	const tops = misfitOnes << (misfitWidth - 1)
	for w, v := range m.counts {
		// No board has so many points that a lane reaches its top bit by itself.
		zero := ^(v + (tops - misfitOnes)) & tops
		if zero == 0 {
			continue
		}
		for lane := range misfitLanes {
			if zero>>(misfitWidth*lane+misfitWidth-1)&1 != 0 {
				return misfitLanes*w + lane
			}
		}
	}
	return -1
}
