package duplicate

import (
	"cmp"
	"slices"

	"kifudb/book/user"
	"kifudb/store"
)

// Decided returns the clusters as the user wants them. Decisions about games
// that are not live any more do not count. They are applied in this order:
// records that are of one game are joined, with all of their clusters; those
// that are not are parted, of which the better record stays; records that are
// no duplicates leave their clusters; and in the end the preferred ones come
// first.
func (c *Clusters) Decided(s *store.Snapshot, decisions []user.Decision) *Clusters {
	decisions = slices.DeleteFunc(slices.Clone(decisions), func(d user.Decision) bool {
		return slices.ContainsFunc(d.Games, func(id store.GameID) bool { return !live(s, id) })
	})
	if len(decisions) == 0 {
		return c
	}
	rank := map[user.DecisionKind]int{user.Same: 0, user.Apart: 1, user.Alone: 2, user.Prefer: 3}
	slices.SortStableFunc(decisions, func(a, b user.Decision) int { return cmp.Compare(rank[a.Kind], rank[b.Kind]) })
	e := editor{list: slices.Clone(c.list), in: map[store.GameID]int{}}
	for i, cluster := range e.list {
		for _, m := range cluster.Members {
			e.in[m.ID] = i
		}
	}
	for _, d := range decisions {
		switch d.Kind {
		case user.Same:
			e.join(s, d.Games[0], d.Games[1])
		case user.Apart:
			e.part(d.Games[0], d.Games[1])
		case user.Alone:
			e.leave(d.Games[0])
		case user.Prefer:
			e.prefer(d.Games[0])
		}
	}
	return newClusters(slices.DeleteFunc(e.list, func(c Cluster) bool { return len(c.Members) < 2 }))
}

func live(s *store.Snapshot, id store.GameID) bool {
	g, local, ok := s.Segment(id)
	return ok && g.Live().ContainsInt(local)
}

// An editor changes clusters.
type editor struct {
	list []Cluster // some without members any more
	in   map[store.GameID]int
}

// join puts two records, with their clusters, into one.
func (e *editor) join(s *store.Snapshot, a, b store.GameID) {
	i, ok := e.in[a]
	j, also := e.in[b]
	if ok && also && i == j {
		return // they are together
	}
	var members []Member
	for _, id := range [...]store.GameID{a, b} {
		i, ok := e.in[id]
		if !ok {
			members = append(members, Member{ID: id})
			continue
		}
		members = append(members, e.list[i].Members...)
		e.list[i].Members = nil
	}
	for i := range members {
		if id := members[i].ID; id == a || id == b {
			members[i].Kinds |= Said
		}
	}
	prefer(members, judge(s))
	for _, m := range members {
		e.in[m.ID] = len(e.list)
	}
	e.list = append(e.list, Cluster{members})
}

// part takes the lesser one of two records out of the cluster that they are in.
func (e *editor) part(a, b store.GameID) {
	i, ok := e.in[a]
	j, also := e.in[b]
	if !ok || !also || i != j {
		return
	}
	members := e.list[i].Members
	if at(members, a) > at(members, b) {
		e.leave(a)
	} else {
		e.leave(b)
	}
}

func at(members []Member, id store.GameID) int {
	return slices.IndexFunc(members, func(m Member) bool { return m.ID == id })
}

// leave takes a record out of its cluster.
func (e *editor) leave(id store.GameID) {
	i, ok := e.in[id]
	if !ok {
		return
	}
	delete(e.in, id)
	members := slices.Clone(e.list[i].Members)
	k := at(members, id)
	if k > 0 { // what is better than the one that leaves is better than the next, for the stronger reason
		members[k-1].Reason = min(members[k-1].Reason, members[k].Reason)
	}
	e.list[i].Members = slices.Delete(members, k, k+1)
}

// prefer puts a record first.
func (e *editor) prefer(id store.GameID) {
	i, ok := e.in[id]
	if !ok {
		return
	}
	members := slices.Clone(e.list[i].Members)
	k := at(members, id)
	first := members[k]
	if k > 0 {
		members[k-1].Reason = min(members[k-1].Reason, first.Reason)
	}
	first.Reason = Chosen
	e.list[i].Members = slices.Insert(slices.Delete(members, k, k+1), 0, first)
}
