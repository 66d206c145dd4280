package position

import (
	"cmp"
	"slices"
)

// ImageOptions say which images of a pattern count as the pattern.
type ImageOptions struct {
	NoSymmetry bool // not turned or mirrored
	SwapColors bool // also with black and white exchanged
	Hexes      bool // the points are hexagons, see [Rules.Orientations]
}

// Image is a pattern as it must lie on a board of one size: turned or mirrored
// by a symmetry, perhaps with the colors swapped, with the rectangle of points
// where its upper left may come to lie.
type Image struct {
	Cols, Rows               int
	Cells                    []Cell
	Left, Right, Top, Bottom int // anchors, all included
	Symmetry                 Symmetry
	Swapped                  bool
	Sequence                 []Change
}

// Size returns the image's columns and rows.
func (m *Image) Size() Size { return Size{m.Cols, m.Rows} }

// Back maps a stone on the board, with the image anchored at a point, to the
// pattern: to the point counted from its upper left and the color there.
func (m *Image) Back(anchor Point, c Change) Change {
	p := At(c.Point.X()-anchor.X(), c.Point.Y()-anchor.Y())
	p = m.Symmetry.Inverse().Apply(p, m.Size())
	if m.Swapped {
		c.Color = c.Color.Opponent()
	}
	return Change{p, c.Color}
}

// Fits compares point by point: it reports whether the board is as the image
// says with the upper left point at the anchor. It ignores the sequence.
func (m *Image) Fits(b *Board, anchor Point) bool { return m.Nears(b, anchor, 0) }

// Nears is Fits with a number of points that may differ.
func (m *Image) Nears(b *Board, anchor Point, points int) bool {
	for i, c := range m.Cells {
		q := m.Size().At(i)
		if !c.Admits(b.At(At(anchor.X()+q.X(), anchor.Y()+q.Y()))) {
			if points--; points < 0 {
				return false
			}
		}
	}
	return true
}

// equal reports whether two images look for the same.
func (m *Image) equal(n *Image) bool {
	return m.Cols == n.Cols && m.Rows == n.Rows && m.Left == n.Left && m.Right == n.Right &&
		m.Top == n.Top && m.Bottom == n.Bottom && slices.Equal(m.Cells, n.Cells) &&
		slices.Equal(m.Sequence, n.Sequence)
}

// Images returns the images of the pattern on boards of a size, those that look
// for the same only once: place by place, where there are several, first the
// symmetries in order, then those with the colors swapped. There are none if the pattern does not fit on the board or
// fails its Check.
func (p *Pattern) Images(size Size, o ImageOptions) []Image { return different(p.all(size, o)) }

// ImagesFolded returns the images and the folding of the pattern, which takes half as long as
// to ask for one after the other.
func (p *Pattern) ImagesFolded(size Size, o ImageOptions) ([]Image, Folding) {
	all := p.all(size, o)
	folding := p.foldingOf(all)
	return different(all), folding
}

// different returns those of some images that look for the same only once, in the same memory.
func different(all []Image) []Image {
	images := all[:0]
	for i := range all {
		same := false
		for k := range images {
			same = same || images[k].equal(&all[i])
		}
		if !same {
			images = append(images, all[i])
		}
	}
	return images
}

// all returns the images without comparing them.
func (p *Pattern) all(size Size, o ImageOptions) []Image {
	if p.Check() != nil || !size.Valid() {
		return nil
	}
	orientations, places := o.orientations(size), p.Place.each()
	images := make([]Image, 0, len(places)*len(orientations))
	cells := make([]Cell, cap(images)*len(p.Cells)) // of all
	for _, place := range places {
		if _, _, _, _, ok := place.anchors(size, p.Cols, p.Rows); !ok {
			continue // this corner or side has no room for it
		}
		for _, m := range orientations {
			images = append(images, p.image(size, place, m.Symmetry, m.Swapped, cells[:len(p.Cells):len(p.Cells)]))
			cells = cells[len(p.Cells):]
		}
	}
	return images
}

// orientations returns those in which a pattern may lie on boards of a size.
func (o ImageOptions) orientations(size Size) []Orientation {
	list := Rules{Hexes: o.Hexes}.Orientations(size, o.SwapColors)
	if o.NoSymmetry && !o.Hexes {
		list = slices.DeleteFunc(list, func(m Orientation) bool { return m.Symmetry != Identity })
	} else if o.NoSymmetry {
		// The exchange of colors is a mirror: one of the two will do.
		list = slices.DeleteFunc(list, func(m Orientation) bool { return m.Symmetry&3 != 0 })
	}
	return list
}

// image makes one image of a pattern that fits at a place, with room for its cells.
func (p *Pattern) image(size Size, place Place, s Symmetry, swapped bool, cells []Cell) Image {
	to := s.Size(p.Size())
	m := Image{Cols: to.Cols, Rows: to.Rows, Cells: cells, Symmetry: s, Swapped: swapped}
	// A symmetry goes from each cell of a row to the next one by equal steps.
	index := func(x, y int) int { return to.Index(s.Apply(At(x, y), p.Size())) }
	first, step, row := index(0, 0), 0, 0
	if p.Cols > 1 {
		step = index(1, 0) - first
	}
	if p.Rows > 1 {
		row = index(0, 1) - first
	}
	for y := range p.Rows {
		at := first + y*row
		for _, c := range p.Cells[y*p.Cols:][:p.Cols] {
			if swapped {
				c = c.SwapColors()
			}
			cells[at] = c
			at += step
		}
	}
	for _, c := range p.Sequence {
		if swapped {
			c.Color = c.Color.Opponent()
		}
		m.Sequence = append(m.Sequence, Change{s.Apply(c.Point, p.Size()), c.Color})
	}
	left, right, top, bottom, _ := place.anchors(size, p.Cols, p.Rows)
	// An anchor moves with its region: the image's upper left is the least of
	// the images of two opposite corners.
	anchor := func(x, y int) (int, int) {
		a := s.Apply(At(x, y), size)
		b := s.Apply(At(x+p.Cols-1, y+p.Rows-1), size)
		return min(a.X(), b.X()), min(a.Y(), b.Y())
	}
	x0, y0 := anchor(left, top)
	x1, y1 := anchor(right, bottom)
	m.Left, m.Right = min(x0, x1), max(x0, x1)
	m.Top, m.Bottom = min(y0, y1), max(y0, y1)
	return m
}

// Folding says which continuations of a pattern mean the same because the
// pattern is its own image, and chooses one of them.
type Folding struct {
	size   Size
	images []Image // those equal to the pattern itself
}

// Folding returns the pattern's folding under the images that count as it.
func (p *Pattern) Folding(size Size, o ImageOptions) Folding {
	return p.foldingOf(p.all(size, o))
}

// foldingOf returns the folding under all images.
func (p *Pattern) foldingOf(all []Image) Folding {
	f := Folding{size: p.Size()}
	for i := range all {
		if all[i].equal(&all[0]) {
			f.images = append(f.images, all[i])
		}
	}
	return f
}

// Images returns the images that are equal to the pattern itself, which is the first.
// Their maps, as Back applies them with no anchor, are a group.
func (f *Folding) Images() []Image { return slices.Clone(f.images) }

// Fold returns the one of all equivalent continuations that stands for them: a
// black stone if there is one, the rightmost of these, and of those the topmost,
// as one begins a game in the upper right corner.
// The continuation is in the pattern's coordinates, as Image.Back gives it.
func (f *Folding) Fold(c Change) Change {
	best := c
	for i := range f.images {
		d := f.images[i].Back(At(0, 0), c)
		if cmp.Or(cmp.Compare(d.Color, best.Color), cmp.Compare(best.Point.X(), d.Point.X()),
			cmp.Compare(d.Point.Y(), best.Point.Y())) < 0 {
			best = d
		}
	}
	return best
}

// swaps reports whether the pattern is its own image with the colors swapped,
// so that the color of a continuation means nothing.
func (f *Folding) swaps() bool {
	return slices.ContainsFunc(f.images, func(m Image) bool { return m.Swapped })
}
