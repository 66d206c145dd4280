package match

import (
	"slices"

	"kifudb/position"
)

// misfits counts, for each image of a board, the points on which the board of a
// game holds something else. The image lies there when its count is zero. A
// count is a lane of 16 bits, four to a word, so that a changed point costs one
// addition for four images, and nothing need be hashed or compared.
type misfits struct {
	*misfitTable
	counts []uint64
	stones []position.Color // the board, by Size.Index
}

// misfitTable is what the counts of a list of images change by.
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

// make makes the table in the memory of the one before.
func (t *misfitTable) make(size position.Size, images []position.BoardImage) {
	t.size, t.words = size, (len(images)+misfitLanes-1)/misfitLanes
	n := size.Area() * 3 * t.words
	t.deltas = slices.Grow(t.deltas[:0], n)[:n]
	t.empty = slices.Grow(t.empty[:0], t.words)[:t.words]
	clear(t.of(0, position.Empty))
	ones := t.of(0, position.Black) // of the lanes with an image
	clear(ones)
	for i := range images {
		word, one := lane(i)
		ones[word] += one
	}
	for w := range t.empty {
		t.empty[w] = misfitOnes - ones[w] // lanes without an image are never zero
	}
	copy(t.of(0, position.White), ones)
	for done := 3 * t.words; done < n; done *= 2 { // all points are alike without stones
		copy(t.deltas[done:], t.deltas[:done])
	}
	for i := range images {
		word, one := lane(i)
		for _, s := range images[i].Stones {
			p := size.Index(s.Point)
			t.of(p, s.Color)[word] -= one
			t.of(p, position.Empty)[word] += one
			t.empty[word] += one
		}
	}
}

// lane returns the word of an image's counts, and a one in its lane there.
func lane(image int) (word int, one uint64) {
	return image / misfitLanes, uint64(1) << (misfitWidth * (image % misfitLanes))
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
