package duplicate

import (
	"cmp"
	"slices"

	"kifudb/position"
	"kifudb/store"
)

// A group are games that have a number in common, the first ones of their classes, and what
// comparing them has found.
type group struct {
	*finder
	games []int32             // ascending
	lines []position.Sequence // of the games, read when they are needed
	// came are the games that are compared with others; nil: all. How others go together is
	// known from before these came, so that a game more costs a number of comparisons that does
	// not grow with the group.
	came   map[store.GameID]struct{}
	reader *lineReader
	meetings
}

// meetings are what was found out about pairs of games.
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
	order := make([]int, len(g.games))
	for i := range order {
		order[i] = i
	}
	reach := len(order)
	if len(order) > g.bounds.allPairs {
		for i := range order {
			if _, err := g.line(i); err != nil {
				return err
			}
		}
		reach = g.bounds.neighbors
		slices.SortFunc(order, func(x, y int) int {
			return cmp.Or(slices.Compare(g.lines[x], g.lines[y]), cmp.Compare(x, y))
		})
	}
	came := make([]bool, len(order)) // in that order
	for at, x := range order {
		_, came[at] = g.came[g.game(x).id]
		came[at] = came[at] || g.came == nil
	}
	for at, x := range order {
		for next := at + 1; next < min(at+1+reach, len(order)); next++ {
			if came[at] || came[next] {
				if err := g.meet(min(x, order[next]), max(x, order[next])); err != nil { // so that it does not matter which group they meet in
					return err
				}
			}
		}
	}
	g.part(order, came, reach)
	return nil
}

func (g *group) game(i int) *game { return &g.finder.games[g.games[i]] }

func (g *group) line(i int) (q position.Sequence, err error) {
	if g.lines[i] == nil {
		g.lines[i], err = g.reader.read(g.game(i))
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
func (g *group) part(order []int, came []bool, reach int) {
	var before []int // where the games stand that were there
	for at := range order {
		if !came[at] {
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
			a, b := g.game(order[at]).id, g.game(order[next]).id
			pair := pair{min(a, b), max(a, b)}
			if _, ok := g.edges[pair]; ok {
				g.parted = append(g.parted, pair)
			}
		}
	}
}
