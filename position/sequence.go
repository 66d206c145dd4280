package position

import (
	"math/bits"
	"slices"
)

// A Sequence is the main line of a script as games are compared by it: its
// moves and setup in order, without the nodes that they stood in. It is made of
// a script's words, each of a kind that means one stone:
//
//	0cmm mmmm mmmm mmmm   a move, c is 0 for Black and 1 for White
//	10kk pppp pppp pppp   setup at p: black for k=1, white for k=2, empty for k=3
//
// Records write the same in many ways, so setup that no move divides is a set:
// the last stone on each point counts, and its words ascend. Moves of one color
// with which a line begins, two or more before the other color's first, are
// stones of a handicap and become setup too.
type Sequence []uint16

// Sequence returns the main line for comparison.
func (s Script) Sequence() Sequence { return s.SequenceIn(nil) }

// SequenceIn is Sequence in the memory of another one, which is lost.
func (s Script) SequenceIn(q Sequence) Sequence {
	q, _ = s.sequence(q[:0], nil)
	return q
}

// SequenceNodes is Sequence with the node of each word, in file order from 0.
func (s Script) SequenceNodes() (Sequence, []int32) {
	return s.sequence(nil, make([]int32, 0, len(s)))
}

// sequence appends the words to q, and their nodes to nodes unless it is nil.
func (s Script) sequence(q Sequence, nodes []int32) (Sequence, []int32) {
	q = slices.Grow(q, len(s))
	node := int32(-1)
	for w := range s.MainLine() {
		if startsNode(w) {
			node++
		}
		switch w & wordKind {
		case wordNode, wordControl:
			continue
		case wordMoreBlack:
			w = wordMove | w&wordData
		case wordMoreWhite:
			w = wordWhite | w&wordData
		}
		q = append(q, w)
		if nodes != nil {
			nodes = append(nodes, node)
		}
	}
	q.handicap()
	return q.sortSetup(nodes)
}

// handicap makes setup of the moves of one color with which the line begins.
func (q Sequence) handicap() {
	first := 0
	for first < len(q) && q[first] >= wordNode {
		first++
	}
	end := first
	for end < len(q) && q[end] < wordNode && q[end]&wordWhite == q[first]&wordWhite {
		end++
	}
	if end-first < 2 || end == len(q) || q[end] >= wordNode {
		return
	}
	for i := first; i < end; i++ {
		if Point(q[i]&wordData) == Pass {
			return // a player who passes gives no stones
		}
	}
	for i := first; i < end; i++ {
		kind := wordAddBlack
		if q[i]&wordWhite != 0 {
			kind = wordAddWhite
		}
		q[i] = kind | q[i]&wordData
	}
}

// sortSetup brings each run of setup into order, in place, the last word on
// each point alone.
func (q Sequence) sortSetup(nodes []int32) (Sequence, []int32) {
	if !slices.ContainsFunc(q, func(w uint16) bool { return w >= wordNode }) {
		return q, nodes
	}
	out, outNodes := q[:0], nodes[:0]
	for i := 0; i < len(q); {
		n := q.run(i)
		run := q[i : i+n]
		if run[0] >= wordNode {
			run = setOf(run)
			for k := range run {
				if nodes != nil && k < len(run) {
					nodes[i+k] = nodes[i+n-1] // they take effect together
				}
			}
		}
		if nodes != nil {
			outNodes = append(outNodes, nodes[i:i+len(run)]...)
		}
		out = append(out, run...)
		i += n
	}
	if nodes == nil {
		return out, nil
	}
	return out, outNodes
}

// run returns the number of words from i on that are one move, or the setup
// between two.
func (q Sequence) run(i int) int {
	n := 1
	if q[i] >= wordNode {
		for i+n < len(q) && q[i+n] >= wordNode {
			n++
		}
	}
	return n
}

// setOf sorts setup words in place and keeps the last one on each point.
func setOf(run []uint16) []uint16 {
	if len(run) == 1 {
		return run
	}
	slices.SortStableFunc(run, func(a, b uint16) int { return int(a&wordData) - int(b&wordData) })
	out := run[:0]
	for i, w := range run {
		if i+1 == len(run) || run[i+1]&wordData != w&wordData {
			out = append(out, w)
		}
	}
	slices.Sort(out)
	return out
}

// Moves returns the number of moves, passes included.
func (q Sequence) Moves() int {
	n := 0
	for _, w := range q {
		if w < wordNode {
			n++
		}
	}
	return n
}

// At returns the stone of the i-th word and whether it was played; if not, it
// was set up, and its color may be Empty.
func (q Sequence) At(i int) (m Move, played bool) {
	w := q[i]
	if w < wordNode {
		return Move{Black + Color(w>>14), Point(w & moveCode)}, true
	}
	m.Point = Point(w & wordData)
	switch w & wordKind {
	case wordAddBlack:
		m.Color = Black
	case wordAddWhite:
		m.Color = White
	}
	return m, false
}

// An Orientation says how one line lies to another: turned or mirrored, and
// perhaps with the colors exchanged.
type Orientation struct {
	Symmetry Symmetry
	Swapped  bool
}

// Orientations returns all that games of Go on boards of a size can have:
// sixteen, or eight if it is oblong. The first one changes nothing.
func Orientations(size Size) []Orientation {
	return appendOrientations(make([]Orientation, 0, 2*Symmetries(size)), size)
}

func appendOrientations(list []Orientation, size Size) []Orientation {
	n := Symmetries(size)
	for _, swapped := range [...]bool{false, true} {
		for s := range n {
			list = append(list, Orientation{Symmetry(s), swapped})
		}
	}
	return list
}

// Image returns the line as it lies in an orientation, of Go on a board of a size.
func (q Sequence) Image(m Orientation, size Size) Sequence {
	return q.AppendImage(make(Sequence, 0, len(q)), m, size)
}

// AppendImage appends the line as it lies in an orientation.
func (q Sequence) AppendImage(dst Sequence, m Orientation, size Size) Sequence {
	swap := uint16(0)
	if m.Swapped {
		swap = wordWhite
	}
	// On the board a point's image is a sum, as a point is one of column and row.
	base := m.Symmetry.Apply(At(0, 0), size)
	right, down := m.Symmetry.Apply(At(1, 0), size)-base, m.Symmetry.Apply(At(0, 1), size)-base
	for i := 0; i < len(q); i++ {
		w := q[i]
		if w < wordNode {
			switch p := Point(w & wordData); {
			case size.Contains(p):
				w = w&wordWhite | uint16(base+right*(p&63)+down*(p>>6))
			case p != Pass:
				w = w&wordWhite | uint16(m.Symmetry.Apply(p, size))&wordData
			}
			dst = append(dst, w^swap)
			continue
		}
		n := q.run(i)
		for _, w := range q[i : i+n] {
			w = w&wordKind | uint16(m.Symmetry.Apply(Point(w&wordData), size))&wordData
			if m.Swapped {
				w = swapped(w)
			}
			dst = append(dst, w)
		}
		slices.Sort(dst[len(dst)-n:])
		i += n - 1
	}
	return dst
}

// swapped returns the word with the colors exchanged.
func swapped(w uint16) uint16 {
	switch {
	case w < wordNode:
		return w ^ wordWhite
	case w&wordKind != wordAddEmpty:
		return w ^ wordAddBlack ^ wordAddWhite
	}
	return w
}

// Canonical returns the least of all images of a line of Go, compared word by
// word, and its orientation. Lines that are images of one another have the
// same; and what a line begins with is canonical by itself.
//
// Images that fall behind are given up, so that after the first few moves
// there is one left.
func (q Sequence) Canonical(size Size) (Sequence, Orientation) { return q.AppendCanonical(nil, size) }

// AppendCanonical appends the canonical line to dst.
func (q Sequence) AppendCanonical(dst Sequence, size Size) (Sequence, Orientation) {
	var all [16]Orientation
	left := appendOrientations(all[:0], size)
	var memory [2][8]uint16
	best, other := memory[0][:0], memory[1][:0]
	for i := 0; i < len(q) && len(left) > 1; {
		n := q.run(i)
		kept := left[:0]
		for _, m := range left {
			other = q[i:i+n].AppendImage(other[:0], m, size)
			switch c := slices.Compare(other, best); {
			case len(kept) == 0 || c < 0:
				kept = append(kept[:0], m)
				best, other = other, best
			case c == 0:
				kept = append(kept, m)
			}
		}
		left = kept
		i += n
	}
	return q.AppendImage(slices.Grow(dst, len(q)), left[0], size), left[0]
}

// Digest returns a number for the first moves of a line, with all setup
// before, between and, for the whole line, after them. Seed is that of the
// kind of game and the size of the board, see [KeySeed]. The digest of the canonical
// sequence is the same for a line and all its images. Equal lines have
// equal digests, and different ones have different digests except for one chance
// in 2^64. Such pairs can be made on purpose, so callers verify equal digests.
func (q Sequence) Digest(seed uint64, moves int) uint64 {
	h := seed
	for _, w := range q {
		if w < wordNode {
			if moves == 0 {
				break
			}
			moves--
		}
		h = bits.RotateLeft64(h^uint64(w)+1, 29) * 0x9E3779B97F4A7C15
	}
	return mix(h)
}
