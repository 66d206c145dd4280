package position

import "slices"

// A BoardImage is a whole board as it lies in an orientation.
type BoardImage struct {
	Orientation
	Size   Size
	Stones []Change // all of them, in the order of the board's
	board  *Board   // of which it is
}

// At returns the color of a point of the image.
func (m *BoardImage) At(p Point) Color {
	if !m.Size.Contains(p) {
		return Empty
	}
	c := m.board.At(m.Symmetry.Inverse().Apply(p, m.Size))
	if m.Swapped {
		c = c.Opponent()
	}
	return c
}

// BoardImages returns what the pattern of a board, see [BoardPattern], has for images on boards of its
// size, those that look for the same only once, and its folding. It goes by the stones and not
// by the points, of which there are many more. The board is not to be changed as long as the images are used.
func BoardImages(b *Board, o ImageOptions) ([]BoardImage, Folding) {
	size, stones := b.size, b.stoneList()
	f := Folding{size: size}
	own := ownImages{board: b, stones: stones}
	orientations := o.orientations(size)
	images := make([]BoardImage, 0, len(orientations))
	moved := make([]Change, 0, len(orientations)*len(stones))
	for i, m := range orientations {
		if i == 0 || own.is(m) { // the first is the board itself
			f.images = append(f.images, Image{Cols: size.Cols, Rows: size.Rows, Symmetry: m.Symmetry, Swapped: m.Swapped})
		}
		// Two images are the same if one of them, turned back as the other was turned, is the board.
		same := func(n BoardImage) bool {
			return own.is(Orientation{m.Symmetry.Then(n.Symmetry.Inverse()), m.Swapped != n.Swapped})
		}
		if slices.ContainsFunc(images, same) {
			continue
		}
		from := len(moved)
		for _, s := range stones {
			s.Point = m.Symmetry.Apply(s.Point, size)
			if m.Swapped {
				s.Color = s.Color.Opponent()
			}
			moved = append(moved, s)
		}
		images = append(images, BoardImage{Orientation: m, Size: m.Symmetry.Size(size), Stones: moved[from:len(moved):len(moved)], board: b})
	}
	return images, f
}

// ownImages tells which images of a board are the board itself.
type ownImages struct {
	board  *Board
	stones []Change
	told   [2 * 8]int8 // by orientation: 1 if it is, -1 if it is not, 0 if that is not known yet
}

func (o *ownImages) is(m Orientation) bool {
	told := &o.told[m.Symmetry]
	if m.Swapped {
		told = &o.told[8|m.Symmetry]
	}
	if *told == 0 {
		*told = 1
		if size := o.board.size; m.Symmetry.Size(size) != size || slices.ContainsFunc(o.stones, func(s Change) bool {
			if m.Swapped {
				s.Color = s.Color.Opponent()
			}
			return o.board.At(m.Symmetry.Apply(s.Point, size)) != s.Color
		}) {
			*told = -1
		}
	}
	return *told > 0
}

// stoneList returns the stones of a board, row by row.
func (b *Board) stoneList() []Change {
	stones := make([]Change, 0, b.stones)
	for y := range b.size.Rows {
		row := b.cells[cellOf(At(0, y)):][:b.size.Cols]
		for x, cell := range row {
			if c := colorOf(cell); c != Empty {
				stones = append(stones, Change{At(x, y), c})
			}
		}
	}
	return stones
}
