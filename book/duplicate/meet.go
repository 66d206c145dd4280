package duplicate

import (
	"cmp"
	"slices"
	"sync"

	"kifudb/position"
	"kifudb/store"
)

// A group are games that have a number in common, the first ones of their classes, and what
// comparing them has found. Its memory is used for one group after the other.
type group struct {
	*finder
	keyedGroup
	games []game              // what is known of them, once it is asked for
	lines []position.Sequence // canonical ones, likewise
	heads []lineHead          // likewise
	// came are the games that are compared with others; nil: all. How others go together is
	// known from before these came, so that a game more costs a number of comparisons that does
	// not grow with the group.
	came   map[store.GameID]struct{}
	reader lineReader
	under  position.Underlay
	laid   int // the game whose head is under; -1: none
	order  []int
	anew   []bool // which of them came, in that order
	meetings
}

// rooms are groups that nobody needs any more.
var rooms = sync.Pool{New: func() any { return new(group) }}

// enter makes it a group of games.
func (g *group) enter(f *finder, of *keyedGroup) {
	n := len(of.ids)
	g.finder, g.keyedGroup, g.came, g.laid = f, *of, nil, -1
	g.games, g.lines, g.heads = resized(g.games, n), resized(g.lines, n), resized(g.heads, n)
	g.order, g.anew = g.order[:0], g.anew[:0]
	g.meetings = meetings{}
}

// leave lets go of the games and of the finder, which a group that waits for others would keep.
func (g *group) leave() {
	clear(g.games)
	clear(g.lines)
	g.finder, g.keyedGroup, g.came, g.meetings = nil, keyedGroup{}, nil, meetings{}
	rooms.Put(g)
}

// resized returns a list of n zeros in the memory of another.
func resized[T any](list []T, n int) []T {
	clear(list)
	return slices.Grow(list[:0], n)[:n]
}

// meetings are the results of comparing pairs of games.
type meetings struct {
	found []foundPair
	known []pair // that go together by another number, too
	// parted meet no longer, as other games have come between them in a large group.
	parted []pair
}

type foundPair struct {
	pair pair
	edge edge
}

// compare compares the games.
func (g *group) compare() error {
	for i := range g.ids {
		g.order = append(g.order, i)
	}
	reach := len(g.ids)
	if reach > g.bounds.allPairs {
		if err := g.sort(); err != nil {
			return err
		}
		reach = g.bounds.neighbors
	}
	for _, x := range g.order {
		_, came := g.came[g.ids[x]]
		g.anew = append(g.anew, came || g.came == nil)
	}
	for at, x := range g.order {
		for next := at + 1; next < min(at+1+reach, len(g.order)); next++ {
			if g.anew[at] || g.anew[next] {
				if err := g.meet(min(x, g.order[next]), max(x, g.order[next])); err != nil { // so that it does not matter which group they meet in
					return err
				}
			}
		}
	}
	g.part(reach)
	return nil
}

// sort brings the games of a large group into the order in which neighbors are compared.
//
// Of those that have moves in common these are the ones that have most in common from the first
// move on: the order is that of their canonical lines. Games of the same players and day that are
// one have their opening or half their signature in common, too, and meet there, unless a move was left
// out early: then they are about as long. To read their lines would take most of an import into
// an archive that has many games of these players and day.
func (g *group) sort() error {
	if g.ranks != nil {
		slices.SortFunc(g.order, func(x, y int) int { return cmp.Or(cmp.Compare(g.ranks[x], g.ranks[y]), cmp.Compare(x, y)) })
		return nil
	}
	for i := range g.ids {
		if _, err := g.line(i); err != nil {
			return err
		}
	}
	slices.SortFunc(g.order, func(x, y int) int {
		return cmp.Or(slices.Compare(g.lines[x], g.lines[y]), cmp.Compare(x, y))
	})
	return nil
}

// game returns the data of a game. If the game can no longer be read they are empty, without a
// segment, and the snapshot has the error.
func (g *group) game(i int) *game {
	one := &g.games[i]
	if one.segment == nil {
		*one, _ = g.finder.game(g.ids[i])
	}
	return one
}

func (g *group) line(i int) (q position.Sequence, err error) {
	if one := g.game(i); g.lines[i] == nil && one.segment != nil {
		g.lines[i], err = g.reader.read(one)
	}
	return g.lines[i], err
}

// meet compares two games unless it is known that they go together.
func (g *group) meet(x, y int) error {
	g.met.Add(1)
	a, b := g.game(x), g.game(y)
	pair := pair{a.id, b.id}
	if _, ok := g.edges[pair]; ok {
		g.known = append(g.known, pair)
		return nil
	}
	if !a.comparable(b) || !plausible(a, b) {
		return nil
	}
	if apart, err := g.apart(x, y); apart || err != nil {
		return err
	}
	one, err := g.line(x)
	if err != nil {
		return err
	}
	other, err := g.line(y)
	if err != nil {
		return err
	}
	if c := a.compare(b, one, other); c.Kind != 0 {
		g.found = append(g.found, foundPair{pair, edge{kind: c.Kind, cost: c.costOf(min(len(one), len(other)))}})
	}
	return nil
}

// part notes which of the games that met before do so no longer.
func (g *group) part(reach int) {
	var before []int // where the games stand that were there
	for at := range g.order {
		if !g.anew[at] {
			before = append(before, at)
		}
	}
	met := len(before)
	if met > g.bounds.allPairs {
		met = g.bounds.neighbors
	}
	for i, at := range before {
		for _, next := range before[i+1 : min(i+1+met, len(before))] {
			if next-at <= reach {
				continue
			}
			a, b := g.ids[g.order[at]], g.ids[g.order[next]]
			pair := pair{min(a, b), max(a, b)}
			if _, ok := g.edges[pair]; ok {
				g.parted = append(g.parted, pair)
			}
		}
	}
}
