package duplicate

import (
	"slices"
	"sync"

	"kifudb/position"
)

// The measures by which two lines are of one game, in moves; least and enough
// apply them. They were set by reading what they find among some 100,000 records;
// compare_test.go and evidence_test.go hold such cases from both sides of each.
const (
	// leastMoves are too few to tell anything.
	leastMoves = 10
	// minShared is the least number of moves that tells one game from another:
	// famous openings go to some twenty.
	minShared = 30
	// sureShared is enough even if the records name different players or days.
	// Programs that always answer the same lead to games that are the same for longer.
	sureShared = 60
	// longShared is enough in spite of contradictions: others played the game again, or a record
	// is wrong.
	longShared = 100
	// editsPer is how many words there are to one that differs, besides the
	// first one.
	editsPer = 25
	// maxEdits is the number of differences after which nobody looks further.
	maxEdits = 12
	// maxBlocks is how many stretches of moves may stand in another order.
	maxBlocks = 12
	// sampled is the number of words by which lines are laid over one another.
	sampled = 60
)

// least returns the number of moves from which on lines that are the same are of
// one game.
func least(e Evidence) int {
	switch e {
	case For:
		return leastMoves
	case Against:
		return sureShared
	case Contradicted:
		return longShared
	}
	return minShared
}

// enough reports whether a number of shared moves makes one game of two that differ
// otherwise, given the moves of the shorter line. Found reports whether the rest of it is in the
// other line, too, in another order. If it is not, the games part; games of programs do so
// after a long opening. Found takes longer than everything else, so it is only called where it
// decides.
func enough(shared, moves int, found func() bool, e Evidence) bool {
	parts := func() bool { return shared < longShared && !found() }
	switch e {
	case For:
		return shared >= minShared && shared*5 >= moves*4 || shared >= sureShared && shared*2 >= moves && !parts()
	case Against:
		return shared >= longShared && shared*10 >= moves*9
	case Contradicted:
		return shared >= longShared && shared*20 >= moves*19
	}
	return shared >= sureShared && (shared*10 >= moves*9 || shared*5 >= moves*4 && !parts())
}

// A Comparison says how two main lines go together.
type Comparison struct {
	Kind Kinds // Exact, Prefix or Near; 0 if they are of two games
	// Orientation is how the second line must be laid to be like the first.
	Orientation position.Orientation
	// Common is the number of words, from the first on, that are equal then.
	Common int
	// Shared is the number of words of the shorter line up to where they go
	// together, and Edits how many must be replaced, added, left out or
	// exchanged with their neighbor on the way.
	Shared, Edits int
}

// Compare compares two lines of Go on boards of the same size.
func Compare(a, b position.Sequence, size position.Size, e Evidence) Comparison {
	c := Comparison{Common: common(a, b)}
	if c.Common < minShared && c.Common < min(len(a), len(b)) {
		n := min(len(a), len(b), sampled)
		o, stones := a[:n].Overlay(b[:n], size)
		if stones < n*3/5 {
			return c
		}
		if o != (position.Orientation{}) {
			b = b.Image(o, size)
			c.Orientation, c.Common = o, common(a, b)
		}
	}
	c.judge(a, b, e)
	return c
}

// compareAsIs compares lines that cannot be turned: of games other than Go.
func compareAsIs(a, b position.Sequence, e Evidence) Comparison {
	c := Comparison{Common: common(a, b)}
	c.judge(a, b, e)
	return c
}

// judge compares lines that lie alike.
func (c *Comparison) judge(a, b position.Sequence, e Evidence) {
	if len(a) > len(b) {
		a, b = b, a
	}
	c.Shared = c.Common
	if c.Common == len(b) {
		c.Kind = Exact
		return
	}
	setup := setupOf(a) // what was set up first says less than moves
	moves := len(a) - setup
	if c.Common == len(a) {
		if moves >= max(minShared, least(e)) {
			c.Kind = Prefix
		}
		return
	}
	for edits, reach := range reaches(a, b, c.Common) {
		// Moves that had to be replaced are not shared.
		found := func() bool { return inOtherOrder(a[reach:], b[reach:]) }
		if edits <= 1+(reach-setup)/editsPer && enough(reach-setup-edits, moves, found, e) {
			c.Kind, c.Shared, c.Edits = Near, reach, edits
			return
		}
	}
	if moves < sureShared || e != For && e != Silent {
		return
	}
	if blocks := blocks(a, b); blocks <= maxBlocks {
		c.Kind, c.Shared, c.Edits = Near, len(a), blocks
	}
}

// setupOf returns how many words of a line come before its first move.
func setupOf(q position.Sequence) int {
	for i := range q {
		if _, played := q.At(i); played {
			return i
		}
	}
	return len(q)
}

// inOtherOrder reports whether most words of a line are in another one. In two different
// games with many moves left, some 40 % match by chance.
func inOtherOrder(a, b position.Sequence) bool { return (len(a)-missingFrom(a, b))*10 >= len(a)*7 }

// A tally counts the words of a line. It is zero when nobody uses it.
type tally [1 << 16]int32

var tallies = sync.Pool{New: func() any { return new(tally) }}

// missingFrom returns how many words of a line are not in another one, where a word of the other
// stands for one of the first only.
func missingFrom(a, b position.Sequence) (missing int) {
	t := tallies.Get().(*tally)
	for _, w := range b {
		t[w]++
	}
	for _, w := range a {
		if t[w] > 0 {
			t[w]--
		} else {
			missing++
		}
	}
	for _, w := range b {
		t[w] = 0
	}
	tallies.Put(t)
	return missing
}

// blocks returns the number of stretches of which the shorter line is made, as
// they stand in the longer one, if nearly all of it is there and they end
// together; otherwise more than maxBlocks. So a record is known in which pages
// or columns of moves changed places, which takes an edit for each move.
func blocks(a, b position.Sequence) int {
	const otherwise = maxBlocks + 1
	if len(b)-len(a) > len(b)/editsPer {
		return otherwise
	}
	if missingFrom(a, b) > len(a)/editsPer {
		return otherwise // most pairs, which need no places
	}
	at := map[uint16][]int{}
	for i, w := range b {
		at[w] = append(at[w], i)
	}
	n, next := 0, -1
	for _, w := range a {
		places := at[w]
		if len(places) == 0 {
			continue
		}
		k := max(0, slices.Index(places, next)) // a point may be played again
		if places[k] != next {
			n++
		}
		next = places[k] + 1
		at[w] = slices.Delete(places, k, k+1)
	}
	return n
}

// costOf returns a number by which the closer of two comparisons is known, given
// the length of the shorter line.
func (c *Comparison) costOf(shorter int) int { return c.Edits*1000 + shorter - c.Shared }

// common returns how many words both lines begin with.
func common(a, b position.Sequence) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// reaches returns for each number of edits how far into a one comes along b.
//
// It is the method of E. Ukkonen ("Algorithms for approximate string matching",
// 1985): for each number of edits and each diagonal of the table only the
// furthest point is kept. An edit replaces, adds or leaves out one word, or
// exchanges two neighbors. The lines agree in the first words already.
func reaches(a, b position.Sequence, common int) []int {
	const middle = maxEdits + 1
	const diagonals = 2*middle + 1
	var before, now [diagonals]int // how far in a; in b it is more by the diagonal
	for d := range before {
		before[d] = -1
	}
	before[middle] = common
	list := []int{common}
	for e := 1; e <= maxEdits; e++ {
		best := 0
		for d := range now {
			now[d] = -1
		}
		for d := max(1, middle-e); d <= min(diagonals-2, middle+e); d++ {
			shift := d - middle
			i := -1
			if f := before[d]; f >= 0 {
				i = f + 1 // replaced
				if g := f + shift; f+1 < len(a) && g+1 < len(b) && a[f] == b[g+1] && a[f+1] == b[g] {
					i = f + 2 // exchanged
				}
			}
			if f := before[d+1]; f >= 0 {
				i = max(i, f+1) // left out of b
			}
			if f := before[d-1]; f >= 0 {
				i = max(i, f) // added in b
			}
			if i < 0 {
				continue
			}
			i = min(i, len(a), len(b)-shift)
			for i >= 0 && i < len(a) && i+shift >= 0 && i+shift < len(b) && a[i] == b[i+shift] {
				i++
			}
			if i < 0 || i+shift < 0 {
				continue
			}
			now[d] = i
			best = max(best, i)
		}
		list = append(list, best)
		if best == len(a) {
			break
		}
		before = now
	}
	return list
}
