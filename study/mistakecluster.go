package study

import (
	"cmp"
	"container/heap"
	"slices"

	"kifudb/position"
	"kifudb/store"
)

// Each mistake is in one cluster at most, so that no loss counts twice. The kinds of regions make
// groups, and the group that lost the most is the first cluster; its mistakes are taken
// out of the other groups, and so on. Since a small region is in a larger one, it holds at least as
// many mistakes. So before a group becomes a cluster, a larger region takes its
// place that holds nearly all of its mistakes, or two or three that each hold many.

const (
	nearlyAll = 0.8 // of the mistakes of a group
	manyParts = 3   // larger regions that together take the place of a smaller one
	manyIn    = 4   // mistakes of each of several
)

// A mistakeGroup is the mistakes before which one region was the same.
type mistakeGroup struct {
	kind    RegionKind
	key     uint64
	members []int32 // indexes, ascending

	left int   // members that are in no cluster yet
	lost int64 // by these

	// As the heap has them: they may be out of date, which is found out when the group comes first.
	ranked     int
	rankedLost int64
}

// A clusterer makes clusters of mistakes, which are in order.
type clusterer struct {
	list    []Mistake
	least   int
	byCount bool

	groups []*mistakeGroup
	of     [regionKinds][]int32 // by mistake, its group, -1 for none
	taken  []bool               // by mistake
	queue  []*mistakeGroup      // a heap
	found  []MistakeCluster
}

// clusters returns the clusters of mistakes that stand in enough games.
func clusters(list []Mistake, least int, byCount bool) []MistakeCluster {
	c := &clusterer{list: list, least: least, byCount: byCount, taken: make([]bool, len(list))}
	c.group()
	heap.Init(c)
	for len(c.queue) > 0 {
		g := c.queue[0]
		if g.left != g.ranked || g.lost != g.rankedLost {
			g.ranked, g.rankedLost = g.left, g.lost
			heap.Fix(c, 0)
			continue
		}
		if c.games(c.rest(g)) < c.least {
			heap.Pop(c) // it only becomes less
			continue
		}
		for _, larger := range c.inPlaceOf(g) {
			c.take(larger)
		}
	}
	slices.SortStableFunc(c.found, func(a, b MistakeCluster) int {
		return cmp.Or(c.compare(len(a.Members), int64(a.Losses.Sum), len(b.Members), int64(b.Losses.Sum)), a.Members[0].compare(&b.Members[0]))
	})
	return c.found
}

// compare puts what counts for more first.
func (c *clusterer) compare(count int, lost int64, count2 int, lost2 int64) int {
	if c.byCount {
		return cmp.Or(cmp.Compare(count2, count), cmp.Compare(lost2, lost))
	}
	return cmp.Or(cmp.Compare(lost2, lost), cmp.Compare(count2, count))
}

// group makes the groups. Of a mistake that is like no other, only its largest region is one,
// if a single game is enough.
func (c *clusterer) group() {
	order := make([]int32, len(c.list))
	alone := make([]bool, len(c.list)) // has such a group
	for k := range regionKinds {
		c.of[k] = make([]int32, len(c.list))
		for i := range order {
			order[i], c.of[k][i] = int32(i), -1
		}
		slices.SortFunc(order, func(i, j int32) int {
			return cmp.Or(cmp.Compare(c.list[i].keys[k], c.list[j].keys[k]), cmp.Compare(i, j))
		})
		for from := 0; from < len(order); {
			key, to := c.list[order[from]].keys[k], from
			for to < len(order) && c.list[order[to]].keys[k] == key {
				to++
			}
			members := order[from:to]
			from = to
			single := len(members) == 1
			if key == noRegion || len(members) < c.least || single && alone[members[0]] {
				continue
			}
			g := &mistakeGroup{kind: RegionKind(k), key: key, members: slices.Clone(members), left: len(members)}
			for _, i := range members {
				g.lost += int64(c.list[i].Loss)
				c.of[k][i] = int32(len(c.groups))
				alone[i] = alone[i] || single
			}
			g.ranked, g.rankedLost = g.left, g.lost
			c.groups, c.queue = append(c.groups, g), append(c.queue, g)
		}
	}
}

// rest returns the members of a group that are in no cluster yet.
func (c *clusterer) rest(g *mistakeGroup) []int32 {
	if g.left == len(g.members) {
		return g.members
	}
	rest := make([]int32, 0, g.left)
	for _, i := range g.members {
		if !c.taken[i] {
			rest = append(rest, i)
		}
	}
	return rest
}

// games returns in how many games mistakes stand.
func (c *clusterer) games(members []int32) int {
	n := 0
	for i, at := range members {
		if i == 0 || c.list[at].Game != c.list[members[i-1]].Game {
			n++
		}
	}
	return n
}

// inPlaceOf returns the groups of a larger region that take the place of a group, or itself.
func (c *clusterer) inPlaceOf(g *mistakeGroup) []*mistakeGroup {
	rest := c.rest(g)
	for k := range g.kind {
		held := map[int32]int{}
		for _, i := range rest {
			if at := c.of[k][i]; at >= 0 {
				held[at]++
			}
		}
		var parts []int32
		for at := range held {
			parts = append(parts, at)
		}
		slices.SortFunc(parts, func(a, b int32) int {
			return cmp.Or(cmp.Compare(held[b], held[a]), cmp.Compare(c.groups[a].members[0], c.groups[b].members[0]))
		})
		sum := 0
		for i, at := range parts[:min(len(parts), manyParts)] {
			if sum += held[at]; i > 0 && held[at] < manyIn || c.games(c.rest(c.groups[at])) < c.least {
				break
			}
			if float64(sum) < nearlyAll*float64(len(rest)) {
				if held[at] < manyIn {
					break
				}
				continue
			}
			var larger []*mistakeGroup
			for _, at := range parts[:i+1] {
				larger = append(larger, c.groups[at])
			}
			return larger
		}
	}
	return []*mistakeGroup{g}
}

// take makes a cluster of what is left of a group.
func (c *clusterer) take(g *mistakeGroup) {
	cluster := MistakeCluster{Kind: g.kind, Key: g.key}
	played := map[position.Point]*MistakePlayed{}
	var game store.GameID
	moves, lost := 0, int64(0)
	for _, i := range c.rest(g) {
		m := &c.list[i]
		cluster.Members = append(cluster.Members, *m)
		if m.Game != game {
			cluster.Losses.Count(moves, lost)
			game, moves, lost = m.Game, 0, 0
		}
		moves++
		lost += int64(m.Loss)
		p := played[m.played[g.kind]]
		if p == nil {
			p = &MistakePlayed{Point: m.played[g.kind]}
			played[p.Point] = p
		}
		p.Moves++
		p.Lost += int64(m.Loss)
		c.taken[i] = true
		for k := range c.of {
			if at := c.of[k][i]; at >= 0 {
				c.groups[at].left--
				c.groups[at].lost -= int64(m.Loss)
			}
		}
	}
	cluster.Losses.Count(moves, lost)
	for _, p := range played {
		cluster.Played = append(cluster.Played, *p)
	}
	slices.SortFunc(cluster.Played, func(a, b MistakePlayed) int {
		return cmp.Or(c.compare(a.Moves, a.Lost, b.Moves, b.Lost), cmp.Compare(a.Point, b.Point))
	})
	c.found = append(c.found, cluster)
}

// Len, Less, Swap, Push and Pop make the groups a heap, the one that counts for most first, and of
// several the one with the largest region.
func (c *clusterer) Len() int { return len(c.queue) }

// Less orders the groups.
func (c *clusterer) Less(i, j int) bool {
	g, h := c.queue[i], c.queue[j]
	return cmp.Or(c.compare(g.ranked, g.rankedLost, h.ranked, h.rankedLost), cmp.Compare(g.kind, h.kind), cmp.Compare(g.members[0], h.members[0])) < 0
}

// Swap exchanges two groups.
func (c *clusterer) Swap(i, j int) { c.queue[i], c.queue[j] = c.queue[j], c.queue[i] }

// Push adds a group.
func (c *clusterer) Push(g any) { c.queue = append(c.queue, g.(*mistakeGroup)) }

// Pop takes the last group away.
func (c *clusterer) Pop() any {
	last := len(c.queue) - 1
	g := c.queue[last]
	c.queue = c.queue[:last]
	return g
}
