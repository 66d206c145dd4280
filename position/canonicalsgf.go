package position

import (
	"slices"
	"strconv"
	"strings"
)

// CanonicalSGF returns the stones and the size of a board as setup in SGF, in
// that of its up to eight images that comes first in the order of bytes: one
// text for a position however it is turned or mirrored, which ParsePosition
// reads. The side to move and a ko are not in it.
//
//	SZ[19]AB[dd][pp]AW[dp]
//
// The board of another game than Go says which: GM[4]SZ[15]AB[hh].
func (b *Board) CanonicalSGF() string {
	first := ""
	for _, m := range b.rules.Orientations(b.size, false) {
		if text := b.setupSGF(m.Symmetry); first == "" || text < first {
			first = text
		}
	}
	return first
}

// SetupSGF returns the stones and the size of a board as setup in SGF, as they
// lie. The side to move and a ko are not in it.
func (b *Board) SetupSGF() string { return b.setupSGF(0) }

// setupSGF writes the image of the board under a symmetry.
func (b *Board) setupSGF(s Symmetry) string {
	stones := map[Color][]Point{}
	for i := range b.size.Area() {
		p := b.size.At(i)
		if c := b.At(p); c != Empty {
			stones[c] = append(stones[c], s.Apply(p, b.size))
		}
	}
	var text strings.Builder
	size := s.Size(b.size).String()
	if b.size.Cols == b.size.Rows {
		size, _, _ = strings.Cut(size, "x")
	}
	if n := b.rules.Game; n > 0 {
		text.WriteString("GM[" + strconv.Itoa(n) + "]")
	}
	text.WriteString("SZ[" + strings.Replace(size, "x", ":", 1) + "]")
	for _, c := range []Color{Black, White} {
		slices.Sort(stones[c])
		for i, p := range stones[c] {
			if i == 0 {
				text.WriteString("A" + c.Letter())
			}
			text.WriteString("[" + p.String() + "]")
		}
	}
	return text.String()
}
