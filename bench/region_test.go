package bench

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"kifudb/position"
)

// A region is a pattern as the scan looks for it: cells, row by row, and the
// points where the upper left one may lie. It knows its images by comparing
// them, not by reasoning.
type region struct {
	cols, rows int
	cells      string // letters ".XOxo!*_", row by row
	anchors    []position.Point
	symmetry   int
	swapped    bool
}

// letters say which colors may lie on a cell: bit 0 empty, 1 black, 2 white.
var letters = [256]uint8{'.': 1, 'X': 2, 'O': 4, 'x': 3, 'o': 5, '!': 6, '*': 7, '_': 7}

// turn returns where a symmetry brings a column and a row of a rectangle.
func turn(symmetry, x, y, cols, rows int) (int, int) {
	w, h := cols-1, rows-1
	switch symmetry {
	case 1:
		return w - x, y
	case 2:
		return x, h - y
	case 3:
		return w - x, h - y
	case 4:
		return y, x
	case 5:
		return h - y, x
	case 6:
		return y, w - x
	case 7:
		return h - y, w - x
	}
	return x, y
}

// image returns the region turned, and with the colors exchanged.
func (g *region) image(size position.Size, symmetry int, swapped bool) region {
	m := region{cols: g.cols, rows: g.rows, symmetry: symmetry, swapped: swapped}
	if symmetry >= 4 {
		m.cols, m.rows = g.rows, g.cols
	}
	cells := make([]byte, len(g.cells))
	for i := range g.cells {
		x, y := turn(symmetry, i%g.cols, i/g.cols, g.cols, g.rows)
		c := g.cells[i]
		if swapped {
			c = swapLetter(c)
		}
		cells[y*m.cols+x] = c
	}
	m.cells = string(cells)
	for _, a := range g.anchors {
		x0, y0 := turn(symmetry, a.X(), a.Y(), size.Cols, size.Rows)
		x1, y1 := turn(symmetry, a.X()+g.cols-1, a.Y()+g.rows-1, size.Cols, size.Rows)
		m.anchors = append(m.anchors, position.At(min(x0, x1), min(y0, y1)))
	}
	slices.Sort(m.anchors)
	return m
}

func swapLetter(c byte) byte {
	if i := strings.IndexByte("XOxo", c); i >= 0 {
		return "OXox"[i]
	}
	return c
}

// same reports whether two regions look for the same at the same places.
func (g *region) same(other *region) bool {
	return g.cols == other.cols && g.rows == other.rows && g.cells == other.cells && slices.Equal(g.anchors, other.anchors)
}

// images returns all images of the region: different ones, and those that are
// the region itself.
func (g *region) images(size position.Size, turned, swaps bool) (different, itself []region) {
	symmetries := 1
	if turned {
		symmetries = 4
		if size.Cols == size.Rows {
			symmetries = 8
		}
	}
	for _, swapped := range []bool{false, true} {
		if swapped && !swaps {
			break
		}
		for s := range symmetries {
			m := g.image(size, s, swapped)
			if m.same(g) {
				itself = append(itself, m)
			}
			if !slices.ContainsFunc(different, func(n region) bool { return m.same(&n) }) {
				different = append(different, m)
			}
		}
	}
	return different, itself
}

// covers reports whether a point belongs to the region at an anchor, and to
// which cell.
func (g *region) covers(anchor, p position.Point) (cell int, ok bool) {
	x, y := p.X()-anchor.X(), p.Y()-anchor.Y()
	if x < 0 || y < 0 || x >= g.cols || y >= g.rows {
		return 0, false
	}
	cell = y*g.cols + x
	return cell, g.cells[cell] != '_'
}

// lies compares point by point.
func (g *region) lies(b *position.Board, anchor position.Point) bool {
	for i := range g.cells {
		c := b.At(position.At(anchor.X()+i%g.cols, anchor.Y()+i/g.cols))
		if letters[g.cells[i]]>>c&1 == 0 {
			return false
		}
	}
	return true
}

// back finds the stone that became a stone on a cell of the image m.
func (g *region) back(m *region, cell int, color position.Color) position.Change {
	for i := range g.cells {
		x, y := turn(m.symmetry, i%g.cols, i/g.cols, g.cols, g.rows)
		if y*m.cols+x == cell {
			if m.swapped {
				color = color.Opponent()
			}
			return position.Change{Point: position.At(i%g.cols, i/g.cols), Color: color}
		}
	}
	return position.Change{Point: position.Pass}
}

// fold returns the stone that stands for all that mean the same because the
// region is its own image: a black one if there is one, of these the rightmost,
// of these the topmost.
func (g *region) fold(c position.Change, itself []region) position.Change {
	best := c
	for _, m := range itself {
		x, y := turn(m.symmetry, c.Point.X(), c.Point.Y(), g.cols, g.rows)
		d := position.Change{Point: position.At(x, y), Color: c.Color}
		if m.swapped {
			d.Color = c.Color.Opponent()
		}
		if cmp.Or(int(d.Color)-int(best.Color), best.Point.X()-d.Point.X(), d.Point.Y()-best.Point.Y()) < 0 {
			best = d
		}
	}
	return best
}

// text writes the region as queries do.
func (g *region) text(place string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s%dx%d[", place, g.cols, g.rows)
	for y := range g.rows {
		if y > 0 {
			b.WriteByte('|')
		}
		b.WriteString(g.cells[y*g.cols : (y+1)*g.cols])
	}
	b.WriteByte(']')
	return b.String()
}

// anchorsOf returns where a region may lie on a board: everywhere for "", or
// so that it touches just the named edges, or with its upper left at @cd.
func anchorsOf(place string, size position.Size, cols, rows int) []position.Point {
	var list []position.Point
	for y := range max(0, size.Rows-rows+1) {
		for x := range max(0, size.Cols-cols+1) {
			p := position.At(x, y)
			west, east := x == 0, x+cols == size.Cols
			north, south := y == 0, y+rows == size.Rows
			var ok bool
			switch place {
			case "":
				ok = true
			case "NW":
				ok = west && north
			case "SE":
				ok = east && south
			case "N":
				ok = north && !west && !east
			case "E":
				ok = east && !north && !south
			case "center":
				ok = !north && !east && !south && !west
			default:
				from, to, span := strings.Cut(place[1:], ":")
				if !span {
					to = from
				}
				ok = from[0] <= 'a'+byte(x) && 'a'+byte(x) <= to[0] && from[1] <= 'a'+byte(y) && 'a'+byte(y) <= to[1]
			}
			if ok {
				list = append(list, p)
			}
		}
	}
	return list
}
