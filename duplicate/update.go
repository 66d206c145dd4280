package duplicate

import (
	"context"
	"maps"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// found is all that comparing the games of an archive has found. The archive keeps it, so
// that only those groups of games are compared again of which a game has come
// or gone since. That gives the same as comparing all: an exact class depends on
// nothing but the games with its digest, what else goes together on nothing but the games
// with one of the nearKeys in common, and the clusters on nothing but these.
type found struct {
	segments []comparedSegment
	same     map[store.GameID][]store.GameID
	edges    map[pair]edge
	clusters *Clusters
}

// A comparedSegment says which games of a segment were compared.
type comparedSegment struct {
	stamp string          // of its games, see [store.Segment.Stamp]
	base  store.GameID    // its first id
	live  *roaring.Bitmap // local
	// numbers are those of the live games of a small segment, ascending by game.
	// It may be merged with others, and its games could not be asked any more.
	numbers []numbers
}

// numbers are all by which other records of a game are looked for; zeros if its moves
// are not known.
type numbers struct {
	digest uint64
	near   [len(nearKeys)]uint64
}

// numbers returns the numbers of a game.
func (g *game) numbers() numbers {
	n := numbers{digest: g.line.Digest}
	for k := range nearKeys {
		n.near[k] = g.near(k)
	}
	return n
}

func numbersOf(g *store.Segment, local int) numbers {
	one, ok := gameOf(g, local)
	if !ok {
		return numbers{}
	}
	return one.numbers()
}

// compared returns which games of a snapshot there are to be compared.
func compared(s *store.Snapshot, b bounds) []comparedSegment {
	var all []comparedSegment
	for _, g := range s.Segments() {
		c := comparedSegment{stamp: g.Stamp(), base: g.Base(), live: g.Live()}
		if g.Len() <= b.small {
			for it := c.live.Iterator(); it.HasNext(); {
				c.numbers = append(c.numbers, numbersOf(g.Recorded(), int(it.Next())))
			}
		}
		all = append(all, c)
	}
	return all
}

// A difference is what has come to pass since games were compared.
type difference struct {
	added   map[store.GameID]numbers
	removed map[store.GameID]numbers // a game may be both, of which the record has changed
}

// since returns how the games of a snapshot differ from those that were compared. It
// reports false if that is not known, or so much that all may be compared as well.
func (p *found) since(s *store.Snapshot, b bounds) (d difference, ok bool) {
	d = difference{map[store.GameID]numbers{}, map[store.GameID]numbers{}}
	old := map[string]*comparedSegment{}
	for i := range p.segments {
		c := &p.segments[i]
		if c.stamp == "" {
			return d, false
		}
		old[c.stamp] = c
	}
	most := uint64(s.Len()/4 + b.small)
	count := uint64(0)
	for _, g := range s.Segments() {
		live := g.Live()
		added, removed := live, roaring.New()
		if c := old[g.Stamp()]; c != nil {
			delete(old, c.stamp)
			added, removed = roaring.AndNot(live, c.live), roaring.AndNot(c.live, live)
		}
		if count += added.GetCardinality() + removed.GetCardinality(); count > most {
			return d, false
		}
		for _, part := range []struct {
			games *roaring.Bitmap
			into  map[store.GameID]numbers
		}{{added, d.added}, {removed, d.removed}} {
			for it := part.games.Iterator(); it.HasNext(); {
				local := int(it.Next())
				if n := numbersOf(g.Recorded(), local); n != (numbers{}) {
					part.into[g.Base()+store.GameID(local)] = n
				}
			}
		}
	}
	for _, c := range old {
		if c.numbers == nil && !c.live.IsEmpty() {
			return d, false
		}
		for i, it := 0, c.live.Iterator(); it.HasNext(); i++ {
			id := c.base + store.GameID(it.Next())
			if c.numbers[i] != (numbers{}) {
				d.removed[id] = c.numbers[i]
			}
		}
	}
	return d, true
}

// update compares what has changed since games were compared.
func (p *found) update(ctx context.Context, s *store.Snapshot, b bounds) (*found, error) {
	d, ok := p.since(s, b)
	if !ok {
		return compareAll(ctx, s, b)
	}
	f, err := p.compareChanged(ctx, s, b, d)
	if err != nil {
		return nil, err
	}
	return f.result(p.keep(d))
}

// compareChanged compares what has changed.
func (p *found) compareChanged(ctx context.Context, s *store.Snapshot, b bounds, d difference) (*finder, error) {
	f := &finder{ctx: ctx, snapshot: s, bounds: b, same: maps.Clone(p.same), edges: maps.Clone(p.edges)}
	if err := f.exactAgain(d); err != nil {
		return nil, err
	}
	f.behind = behind(f.same)
	all := changed(d, behind(p.same), f.behind, s)
	f.changed = all
	f.forget(d)
	parts := 1
	for _, keys := range all.any {
		parts = max(parts, 1+len(keys.keys)/b.atOnce)
	}
	for part := range parts {
		f.changed = all.part(part, parts)
		f.games = f.games[:0]
		halves := [...]keyFilter{f.changed.any[keyFirstHalf].images(), f.changed.any[keySecondHalf].images()}
		for _, g := range s.Segments() {
			f.gatherNear(g.Recorded(), halves)
		}
		if err := f.nearAll(); err != nil {
			return nil, err
		}
	}
	maps.DeleteFunc(f.edges, func(_ pair, e edge) bool { return e.by == 0 })
	return f, nil
}

// exactAgain finds those classes again of which a game has come or gone.
func (f *finder) exactAgain(d difference) error {
	digests := newKeySet()
	for _, games := range [...]map[store.GameID]numbers{d.added, d.removed} {
		for _, n := range games {
			digests.add(n.digest)
		}
	}
	digests.seal()
	for first, class := range f.same {
		for _, id := range class {
			_, gone := d.removed[id]
			if !gone {
				g, local, _ := f.snapshot.Segment(id)
				gone = digests.has(g.Line(local).Digest)
			}
			if gone {
				delete(f.same, first)
				break
			}
		}
	}
	for _, g := range f.snapshot.Segments() {
		g := g.Recorded()
		for local, line := range g.Lines() {
			if digests.has(line.Digest) {
				if one, ok := gameOf(g, local); ok {
					f.games = append(f.games, one)
				}
			}
		}
	}
	return f.exact()
}

// changes are the groups that have changed, by the nearKeys that their games have in
// common: those of the games that came, that went, or that stand behind another since or no
// longer.
type changes struct {
	any  [len(nearKeys)]*keySet
	lost [len(nearKeys)]*keySet // of those that a game has left: all of their games are compared again
	// came are the games that others have to be compared with in groups that none has left. How
	// other two go together is known.
	came map[store.GameID]struct{}
}

// changed returns which groups have changed, given the games that stood behind another and
// that do now.
func changed(d difference, before, now map[store.GameID]struct{}, s *store.Snapshot) *changes {
	c := &changes{came: map[store.GameID]struct{}{}}
	for k := range nearKeys {
		c.any[k], c.lost[k] = newKeySet(), newKeySet()
	}
	lose := func(n numbers) {
		for k, key := range n.near {
			c.any[k].add(key)
			c.lost[k].add(key)
		}
	}
	come := func(id store.GameID, n numbers) {
		for k, key := range n.near {
			c.any[k].add(key)
		}
		c.came[id] = struct{}{}
	}
	for id, n := range d.removed {
		if _, ok := before[id]; !ok {
			lose(n)
		}
	}
	for id, n := range d.added {
		if _, ok := now[id]; !ok {
			come(id, n)
		}
	}
	// Games that neither came nor went.
	others := func(a, b map[store.GameID]struct{}, do func(id store.GameID, n numbers)) {
		for id := range a {
			if _, ok := b[id]; ok {
				continue
			}
			if _, ok := d.added[id]; ok {
				continue
			}
			if g, local, ok := s.Segment(id); ok && g.Live().ContainsInt(local) {
				do(id, numbersOf(g.Recorded(), local))
			}
		}
	}
	others(before, now, come)
	others(now, before, func(_ store.GameID, n numbers) { lose(n) })
	for k := range nearKeys {
		c.any[k].seal()
		c.lost[k].seal()
	}
	return c
}

// part returns a part of the groups, of so many about as large.
func (c *changes) part(part, of int) *changes {
	if of == 1 {
		return c
	}
	some := &changes{lost: c.lost, came: c.came}
	for k, all := range c.any {
		some.any[k] = newKeySet()
		for _, key := range all.keys {
			if mixed(key)>>32%uint64(of) == uint64(part) {
				some.any[k].add(key)
			}
		}
		some.any[k].seal()
	}
	return some
}

// forget takes away what was known of games that are gone, or stand behind another,
// and what was found in groups all of whose games are compared again.
func (f *finder) forget(d difference) {
	maps.DeleteFunc(f.edges, func(pair pair, _ edge) bool {
		for _, id := range pair {
			_, removed := d.removed[id]
			_, behind := f.behind[id]
			if removed || behind {
				return true
			}
		}
		return false
	})
	for k := range nearKeys {
		f.leave(k, f.changed.lost[k])
	}
}

// leave takes away what was found in the groups of some numbers. That two games go together
// is known all the same: if they meet in another group, they need not be compared.
func (f *finder) leave(k int, keys *keySet) {
	if len(keys.keys) == 0 {
		return
	}
	for pair, e := range f.edges {
		if e.by>>k&1 == 0 {
			continue
		}
		g, local, _ := f.snapshot.Segment(pair[0])
		if one, ok := gameOf(g.Recorded(), local); ok && keys.has(one.near(k)) {
			e.by &^= 1 << k
			f.edges[pair] = e
		}
	}
}

// gatherNear takes the games of a segment that belong to a group that has changed, and
// few others. Most games do not, which their lines tell.
func (f *finder) gatherNear(g *store.Segment, halves [2]keyFilter) {
	for local, line := range g.Lines() {
		if !f.changed.any[keyHead].has(line.Head) && !f.changed.any[keyWho].has(line.Who) &&
			!halves[0].may(asPlayed(line.Dyer[:3])) && !halves[1].may(asPlayed(line.Dyer[3:])) {
			continue
		}
		if _, ok := f.behind[g.Base()+store.GameID(local)]; ok {
			continue
		}
		if one, ok := gameOf(g, local); ok {
			f.games = append(f.games, one)
		}
	}
}

// keep returns a function that puts the members of a cluster in order, if they were a
// cluster before and their records are the same.
func (p *found) keep(d difference) func(*Cluster) bool {
	return func(c *Cluster) bool {
		number, _, ok := p.clusters.Of(c.Members[0].ID)
		if !ok {
			return false
		}
		old := p.clusters.Cluster(number)
		if len(old.Members) != len(c.Members) {
			return false
		}
		kinds := make(map[store.GameID]Kinds, len(c.Members))
		for _, m := range c.Members {
			if _, ok := d.added[m.ID]; ok {
				return false
			}
			kinds[m.ID] = m.Kinds
		}
		for _, m := range old.Members {
			if k, ok := kinds[m.ID]; !ok || k != m.Kinds {
				return false
			}
		}
		c.Members = old.Members
		return true
	}
}
