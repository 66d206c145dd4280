package duplicate

import (
	"cmp"
	"slices"

	"kifudb/store"
)

// clusters joins what goes together. The longest game comes first and gathers
// those that go with it; what they go with besides does not count, or the
// records of many games would hang together by the beginning that they share.
// The members of a cluster that keep knows are put in order by it.
func (f *finder) clusters(keep func(*Cluster) bool) *Clusters {
	joined := map[store.GameID][]store.GameID{}
	for pair := range f.edges {
		joined[pair[0]] = append(joined[pair[0]], pair[1])
		joined[pair[1]] = append(joined[pair[1]], pair[0])
	}
	type first struct {
		id    store.GameID
		moves uint32
	}
	var firsts []first
	for id := range joined {
		firsts = append(firsts, first{id, f.moves(id)})
	}
	slices.SortFunc(firsts, func(a, b first) int {
		return cmp.Or(cmp.Compare(b.moves, a.moves), cmp.Compare(a.id, b.id))
	})
	between := func(a, b store.GameID) edge { return f.edges[pair{min(a, b), max(a, b)}] }
	gathered := map[store.GameID][]store.GameID{} // by leader
	led := map[store.GameID]bool{}
	for _, i := range firsts {
		best := store.GameID(0)
		for _, j := range joined[i.id] {
			if _, leads := gathered[j]; !leads {
				continue
			}
			if best != 0 {
				e, other := between(i.id, j), between(i.id, best)
				if cmp.Or(cmp.Compare(e.kind, other.kind), cmp.Compare(e.cost, other.cost), cmp.Compare(j, best)) > 0 {
					continue
				}
			}
			best = j
		}
		if best == 0 {
			gathered[i.id] = nil
			continue
		}
		gathered[best] = append(gathered[best], i.id)
		led[i.id] = true
	}
	for id := range f.same {
		if !led[id] {
			if _, leads := gathered[id]; !leads {
				gathered[id] = nil
			}
		}
	}
	var list []Cluster
	for leader, others := range gathered {
		var c Cluster
		all := Kinds(0)
		for _, id := range others {
			kind := between(leader, id).kind
			all |= kind
			c.Members = f.appendClass(c.Members, id, kind)
		}
		c.Members = f.appendClass(c.Members, leader, all)
		if len(c.Members) > 1 {
			list = append(list, c)
		}
	}
	judge := judge(f.snapshot)
	for i := range list {
		if keep == nil || !keep(&list[i]) {
			prefer(list[i].Members, judge)
		}
	}
	return newClusters(list)
}

// moves returns the number of moves of a game.
func (f *finder) moves(id store.GameID) uint32 {
	g, local, _ := f.snapshot.Segment(id)
	return g.Recorded().Facts(local).Moves
}

// appendClass appends a game and those with the same moves.
func (f *finder) appendClass(list []Member, id store.GameID, kinds Kinds) []Member {
	class := f.same[id]
	if class == nil {
		return append(list, Member{ID: id, Kinds: kinds})
	}
	for _, other := range class {
		list = append(list, Member{ID: other, Kinds: kinds | Exact})
	}
	return list
}
