package position

// Overlay returns the orientation in which most words of another line are among
// those of this one, and how many they are then. Their order does not count,
// so that a move more or less does not matter; points off the board lie on nothing.
func (q Sequence) Overlay(other Sequence, size Size) (best Orientation, words int) {
	var u Underlay
	u.Lay(q, size)
	return u.Overlay(other)
}

// An Underlay is a line of Go over which others are laid one after the other, after
// Lay.
//
// Of each kind of word and each point a byte says by which symmetries it comes to lie on one
// of the line: so another line is gone through once, and not once for each image.
type Underlay struct {
	size     Size
	points   int // of the board, and one more at the end, which is Pass
	repeated int
	lies     []uint8
	memory   [16 * (19*19 + 1)]uint8
}

// Lay makes it the underlay of a line on a board of a size.
func (u *Underlay) Lay(q Sequence, size Size) {
	u.size, u.points, u.repeated = size, size.Area()+1, 0
	if n := 16 * u.points; n <= len(u.memory) {
		u.lies = u.memory[:n]
		clear(u.lies)
	} else {
		u.lies = make([]uint8, n)
	}
	n := Symmetries(size)
	var base, right, down [8]int // where a point comes from is a sum
	for s := range n {
		at := func(x, y int) int { return size.Index(Symmetry(s).Inverse().Apply(At(x, y), size)) }
		base[s] = at(0, 0)
		right[s], down[s] = at(1, 0)-base[s], at(0, 1)-base[s]
	}
	for _, w := range q {
		from := u.lies[int(w>>12)*u.points:][:u.points]
		switch i := u.index(w); {
		case i < 0:
			u.repeated++
		case from[i]&1 != 0: // as it lies, by the first symmetry
			u.repeated++
		case i == u.points-1:
			from[i] = 1<<n - 1
		default:
			x, y := Point(w&wordData).X(), Point(w&wordData).Y()
			for s := range n {
				from[base[s]+right[s]*x+down[s]*y] |= 1 << s
			}
		}
	}
}

// index returns the number of a word's point, -1 if it is off the board.
func (u *Underlay) index(w uint16) int {
	switch p := Point(w & wordData); {
	case u.size.Contains(p):
		return u.size.Index(p)
	case p == Pass:
		return u.points - 1
	}
	return -1
}

// Repeated returns how many words of the line occur earlier or lie off the board. In the other
// direction, at most that many more words may lie on one.
func (u *Underlay) Repeated() int { return u.repeated }

// Overlay is [Sequence.Overlay] of the line.
func (u *Underlay) Overlay(other Sequence) (best Orientation, words int) {
	var counts [16]int // two for each symmetry: as the colors are, and exchanged
	for len(other) > 0 {
		some := other[:min(len(other), 255)]
		other = other[len(some):]
		var as, exchanged uint64 // a byte for each symmetry
		for _, w := range some {
			if i := u.index(w); i >= 0 {
				as += bytewise[u.lies[int(w>>12)*u.points+i]]
				exchanged += bytewise[u.lies[int(swapped(w)>>12)*u.points+i]]
			}
		}
		for s := range 8 {
			counts[2*s] += int(as >> (8 * s) & 0xFF)
			counts[2*s+1] += int(exchanged >> (8 * s) & 0xFF)
		}
	}
	words = -1
	for i, count := range counts[:2*Symmetries(u.size)] {
		if count > words {
			best, words = Orientation{Symmetry(i / 2), i%2 == 1}, count
		}
	}
	return best, words
}

// bytewise has for each byte its bits, each in a byte of its own.
var bytewise = func() (list [256]uint64) {
	for b := range list {
		for i := range 8 {
			list[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return list
}()
