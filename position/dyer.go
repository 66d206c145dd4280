package position

import (
	"fmt"
	"slices"
	"strings"
)

// Dyer is Dave Dyer's signature of a game: the points of six of its moves, by
// which records of one game are recognised though some moves differ. The moves
// are numbers 20, 40, 60, 31, 51 and 71, in the order that Kombilo writes them
// in; stones of a handicap are not counted, so that in such a game White's
// first move is number 1. Pass stands for a pass and for a move that is missing
// because the game ended before it.
type Dyer [6]Point

// dyerMoves are the numbers of the moves, from 1.
var dyerMoves = [6]int{20, 40, 60, 31, 51, 71}

// noDyer is the signature of a line that is too short to have any.
var noDyer = Dyer{Pass, Pass, Pass, Pass, Pass, Pass}

// Dyer returns the signature of a line of Go.
func (q Sequence) Dyer() Dyer {
	d := noDyer
	number := 0
	for _, w := range q {
		if w >= wordNode {
			continue
		}
		number++
		if i := slices.Index(dyerMoves[:], number); i >= 0 {
			d[i] = Point(w & wordData)
		}
		if number == dyerMoves[5] {
			break
		}
	}
	return d
}

// String returns the points in SGF coordinates, as in "ncqfcqrorepn", with
// "??" for those that are missing.
func (d Dyer) String() string {
	b := d.letters()
	return string(b[:])
}

// letters returns the text of a signature.
func (d Dyer) letters() (b [12]byte) {
	for i, p := range d {
		b[2*i], b[2*i+1] = '?', '?'
		if p.X() < MaxSize && p.Y() < MaxSize {
			b[2*i], b[2*i+1] = sgfLetters[p.X()], sgfLetters[p.Y()]
		}
	}
	return b
}

// Image returns the signature of the game under a symmetry of its board.
func (d Dyer) Image(s Symmetry, size Size) Dyer {
	for i, p := range d {
		d[i] = s.Apply(p, size)
	}
	return d
}

// Canonical returns the least of the images, compared as text: games that are
// mirrored or turned have the same one.
func (d Dyer) Canonical(size Size) Dyer {
	least := d
	for s := 1; s < Symmetries(size); s++ {
		if image := d.Image(Symmetry(s), size); image.less(least) {
			least = image
		}
	}
	return least
}

// less compares as the texts compare: by letters, "?" before all others.
func (d Dyer) less(other Dyer) bool {
	a, b := d.letters(), other.letters()
	return slices.Compare(a[:], b[:]) < 0
}

// A DyerPattern is a signature in which some letters are not known.
type DyerPattern [12]byte

// ParseDyer reads a signature in SGF coordinates. A "?" stands for any letter,
// and "??" for any move and for a missing one. If the text is too short the rest is unknown.
func ParseDyer(s string) (DyerPattern, error) {
	var p DyerPattern
	if len(s) > len(p) || len(s)%2 != 0 || s == "" {
		return p, fmt.Errorf("signature %q: want twelve letters, the points of moves 20, 40, 60, 31, 51 and 71 as SGF writes them, with ? for unknown points", s)
	}
	for i := range p {
		p[i] = '?'
		if i < len(s) {
			p[i] = s[i]
		}
		if p[i] != '?' && strings.IndexByte(sgfLetters, p[i]) < 0 {
			return p, fmt.Errorf("signature %q: %q is neither a letter nor ?", s, p[i])
		}
	}
	return p, nil
}

// Match reports whether an image of a signature fits.
func (p DyerPattern) Match(d Dyer, size Size) bool {
	for s := range Symmetries(size) {
		if p.fits(d.Image(Symmetry(s), size).letters()) {
			return true
		}
	}
	return false
}

func (p DyerPattern) fits(letters [12]byte) bool {
	for i, c := range p {
		if c != '?' && c != letters[i] {
			return false
		}
	}
	return true
}
