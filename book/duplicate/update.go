package duplicate

import (
	"context"
	"encoding/binary"
	"maps"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"

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
	// sum is that of the live games of a larger one, see [numbers.sum]. It tells whether the
	// games of a segment that has been merged are still the same.
	sum uint64
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

// sum returns a number for a game with these numbers and a stem. Two sums of these, for any
// games in any order, are equal by chance once in 2^64 times.
func (n *numbers) sum(id store.GameID, stem int) uint64 {
	var memory [8 * (3 + len(n.near))]byte
	b := binary.LittleEndian.AppendUint64(memory[:0], uint64(id))
	b = binary.LittleEndian.AppendUint64(b, n.digest)
	for _, key := range n.near {
		b = binary.LittleEndian.AppendUint64(b, key)
	}
	if stem > 0 {
		b = binary.LittleEndian.AppendUint64(b, uint64(stem))
	}
	return xxhash.Sum64(b)
}

func numbersOf(g *store.Segment, local int) numbers {
	one, ok := gameOf(g, local)
	if !ok {
		return numbers{}
	}
	return one.numbers()
}

// compared returns which games of a snapshot there are to be compared, given those that there
// were before.
func compared(s *store.Snapshot, stems stems, b bounds, before []comparedSegment) []comparedSegment {
	old := byStamp(before)
	var all []comparedSegment
	for _, g := range s.Segments() {
		c := comparedSegment{stamp: g.Stamp(), base: g.Base(), live: g.Live()}
		if g.Len() <= b.small {
			for it := c.live.Iterator(); it.HasNext(); {
				c.numbers = append(c.numbers, numbersOf(g.Recorded(), int(it.Next())))
			}
		} else {
			c.sum = sumOf(g.Recorded(), stems, c.live, old[c.stamp])
		}
		all = append(all, c)
	}
	return all
}

// byStamp returns segments by their stamps, without those that have none.
func byStamp(segments []comparedSegment) map[string]*comparedSegment {
	all := make(map[string]*comparedSegment, len(segments))
	for i := range segments {
		all[segments[i].stamp] = &segments[i]
	}
	delete(all, "")
	return all
}

// sumOf returns the sum of some games of a segment, given what it was of others of them, if
// that is known.
func sumOf(g *store.Segment, stems stems, live *roaring.Bitmap, before *comparedSegment) (sum uint64) {
	come, gone := live, roaring.New()
	if before != nil && before.numbers == nil {
		sum, come, gone = before.sum, roaring.AndNot(live, before.live), roaring.AndNot(before.live, live)
	}
	of := func(local uint32) uint64 {
		n, id := numbersOf(g, int(local)), g.Base()+store.GameID(local)
		return n.sum(id, stems[id])
	}
	for it := come.Iterator(); it.HasNext(); {
		sum += of(it.Next())
	}
	for it := gone.Iterator(); it.HasNext(); {
		sum -= of(it.Next())
	}
	return sum
}

// A difference is what has come to pass since games were compared.
type difference struct {
	added   map[store.GameID]numbers
	removed map[store.GameID]numbers // a game may be both, of which the record has changed
	stems   stems                    // of all games that there are now
}

// since returns how the games of a snapshot differ from those that were compared. It
// reports false if that is not known, or so much that all may be compared as well.
func (p *found) since(s *store.Snapshot, b bounds) (d difference, ok bool) {
	d = difference{map[store.GameID]numbers{}, map[store.GameID]numbers{}, stemsOf(s)}
	old := byStamp(p.segments)
	if len(old) < len(p.segments) {
		return d, false // of an archive whose segments cannot be told apart
	}
	most := uint64(s.Len()/4 + b.small)
	count := uint64(0)
	note := func(g *store.Segment, added, removed *roaring.Bitmap) bool {
		if count += added.GetCardinality() + removed.GetCardinality(); count > most {
			return false
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
		return true
	}
	var fresh []*store.Segment
	for _, g := range s.Segments() {
		c := old[g.Stamp()]
		if c == nil {
			fresh = append(fresh, g)
			continue
		}
		delete(old, c.stamp)
		if !note(g, roaring.AndNot(g.Live(), c.live), roaring.AndNot(c.live, g.Live())) {
			return d, false
		}
	}
	moved := roaring.New() // games that lay in segments that there are no longer, by id
	for _, c := range old {
		if c.numbers == nil {
			if !c.within(s, d.stems) {
				return d, false
			}
			moved.Or(c.ids())
			continue
		}
		for i, it := 0, c.live.Iterator(); it.HasNext(); i++ {
			id := c.base + store.GameID(it.Next())
			if c.numbers[i] != (numbers{}) {
				d.removed[id] = c.numbers[i]
			}
		}
	}
	for _, g := range fresh {
		here := roaring.New() // games that have moved to it
		for local := range g.Len() {
			if moved.Contains(uint32(g.Base()) + uint32(local)) {
				here.AddInt(local)
			}
		}
		if !note(g, roaring.AndNot(g.Live(), here), roaring.AndNot(here, g.Live())) {
			return d, false
		}
	}
	return d, true
}

// ids returns the ids of the games that were compared.
func (c *comparedSegment) ids() *roaring.Bitmap { return roaring.AddOffset(c.live, uint32(c.base)) }

// within reports whether the games of a larger segment that there is no longer lie, all
// unchanged, in others of a snapshot, where some may have been removed.
func (c *comparedSegment) within(s *store.Snapshot, stems stems) bool {
	sum := uint64(0)
	for it := c.live.Iterator(); it.HasNext(); {
		id := c.base + store.GameID(it.Next())
		g, local, ok := s.Segment(id)
		if !ok {
			return false
		}
		n := numbersOf(g.Recorded(), local)
		sum += n.sum(id, stems[id])
	}
	return sum == c.sum
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
	f := &finder{ctx: ctx, snapshot: s, bounds: b, stems: d.stems, before: p.segments, same: maps.Clone(p.same), edges: maps.Clone(p.edges)}
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
		f.gatherAll()
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
				if one, ok := f.game(g.Base() + store.GameID(local)); ok {
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

// of returns the numbers of a kind whose groups have changed; nil for all, where all games are compared.
func (c *changes) of(k int) *keySet {
	if c == nil {
		return nil
	}
	return c.any[k]
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

// part returns one of several parts of the groups, of about equal size.
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

// forget removes the data of games that are gone or stand behind another, and the results
// of groups whose games are all compared again.
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

// leave removes the results for the groups of some numbers. It remembers which two games go
// together: if they meet in another group, they need not be compared.
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
