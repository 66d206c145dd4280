package duplicate

import (
	"slices"
	"sync"

	"kifudb/position"
)

// nearKeys are the numbers by which games are looked for that are not the same move
// by move: those that have one in common are a group, in which games are compared.
// 0 says nothing.
var nearKeys = [...]func(*game) uint64{
	func(g *game) uint64 { return g.line.Head },
	func(g *game) uint64 { return half(g, 0) },
	func(g *game) uint64 { return half(g, 3) },
	func(g *game) uint64 { return g.line.Who },
}

// The numbers that nearKeys have in it.
const (
	keyHead = iota
	keyFirstHalf
	keySecondHalf
	keyWho
)

// near returns one of the nearKeys of a game.
func (g *game) near(k int) uint64 {
	if g.facts.Moves > longestLine {
		return 0
	}
	return nearKeys[k](g)
}

// half returns a number for three moves of the Dyer signature from the i-th
// on, 0 if not all are known. Two halves find a game though it differs in one
// of the moves, or was cut short.
func half(g *game, i int) uint64 {
	if !g.stones {
		return 0
	}
	d := g.line.Dyer
	for _, p := range d[i : i+3] {
		if p == position.Pass {
			return 0
		}
	}
	least := uint64(1 << 63)
	for s := range position.Symmetries(g.facts.Size) {
		least = min(least, points(d[i:i+3], position.Symmetry(s), g.facts.Size))
	}
	return least<<12 | uint64(g.facts.Size.Cols)<<6 | uint64(g.facts.Size.Rows) // games that are not the same are told apart later
}

// points returns a number for three points, turned.
func points(three []position.Point, s position.Symmetry, size position.Size) (n uint64) {
	for _, p := range three {
		n = n<<12 | uint64(s.Apply(p, size))
	}
	return n
}

// asPlayed returns a number for three points.
func asPlayed(three []position.Point) (n uint64) {
	for _, p := range three {
		n = n<<12 | uint64(p)
	}
	return n
}

// images returns the numbers of the points that have a half, as they may have been
// played.
func images(half uint64) []uint64 {
	size := position.Size{Cols: int(half >> 6 & 63), Rows: int(half & 63)}
	three := []position.Point{position.Point(half >> 36 & 0xFFF), position.Point(half >> 24 & 0xFFF), position.Point(half >> 12 & 0xFFF)}
	var all []uint64
	for s := range position.Symmetries(size) {
		all = append(all, points(three, position.Symmetry(s), size))
	}
	return all
}

// nearAll compares the games of all groups.
func (f *finder) nearAll() error {
	for k := range nearKeys {
		if err := f.near(k); err != nil {
			return err
		}
	}
	return nil
}

// near compares the games that have a number in common. The result for a group depends only
// on its games, the first ones of their classes.
func (f *finder) near(k int) error {
	full := newKeySet()
	groups := slices.DeleteFunc(f.numbered[k].groups(f.changed.of(k)), func(g keyedGroup) bool {
		if len(g.ids) <= f.bounds.largest {
			return false
		}
		full.add(g.key)
		return true
	})
	if f.changed != nil {
		full.seal()
		f.leave(k, full)
	}
	var mu sync.Mutex
	var all meetings
	err := f.each(len(groups), func(i int) error {
		g := rooms.Get().(*group)
		defer g.leave()
		g.enter(f, &groups[i])
		if f.changed != nil && !f.changed.lost[k].has(groups[i].key) {
			g.came = f.changed.came
		}
		err := g.compare()
		if len(g.found)+len(g.known)+len(g.parted) > 0 {
			mu.Lock()
			all.found, all.known, all.parted = append(all.found, g.found...), append(all.known, g.known...), append(all.parted, g.parted...)
			mu.Unlock()
		}
		return err
	})
	for _, found := range all.found {
		found.edge.by = 1 << k
		f.edges[found.pair] = found.edge
	}
	for _, pair := range all.known {
		e := f.edges[pair]
		e.by |= 1 << k
		f.edges[pair] = e
	}
	for _, pair := range all.parted {
		e := f.edges[pair]
		e.by &^= 1 << k
		f.edges[pair] = e
	}
	return err
}

// plausible reports whether two games may be one, without reading their moves. Half a
// signature is equal in many games by chance. In records of one game the other moves are
// equal, too, except one or two.
func plausible(a, b *game) bool {
	if a.line.Head == b.line.Head && a.line.Head != 0 || a.line.Who == b.line.Who && a.line.Who != 0 {
		return true
	}
	for s := range position.Symmetries(a.facts.Size) {
		same := 0
		for i, p := range a.line.Dyer {
			if p != position.Pass && position.Symmetry(s).Apply(p, a.facts.Size) == b.line.Dyer[i] {
				same++
			}
		}
		if same >= 4 {
			return true
		}
	}
	return false
}

// comparable reports whether two games can be near.
func (g *game) comparable(other *game) bool {
	return g.facts.Moves >= minShared && other.facts.Moves >= minShared && // problems differ in a stone
		g.facts.Game == other.facts.Game && g.facts.Size == other.facts.Size
}

// compare compares two games, whose canonical lines are given.
func (g *game) compare(other *game, x, y position.Sequence) Comparison {
	if !g.comparable(other) {
		return Comparison{}
	}
	// Read the values of the records only if the moves may belong to one game.
	c := g.compareLines(x, y, For)
	if c.Kind != 0 {
		if e := evidence(g, other, c.Orientation.Swapped); e != For {
			c = g.compareLines(x, y, e)
		}
	}
	if c.Kind == Exact {
		return Comparison{} // a short one, or they would be of one class
	}
	if c.Kind != 0 && g.branchOff(other, x, y, &c) {
		return Comparison{}
	}
	return c
}

// compareLines compares two games by their lines, given what else speaks for one.
func (g *game) compareLines(x, y position.Sequence, e Evidence) Comparison {
	switch {
	case g.stones:
		return Compare(x, y, g.facts.Size, e)
	case e == For:
		return compareAsIs(x, y, e)
	}
	return Comparison{} // they may begin in different ways
}
