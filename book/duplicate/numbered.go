package duplicate

import "kifudb/store"

// numbered are games that share a number with others, in the order of their ids. In
// an archive of ten million games most may be among them, so they are only numbers here.
type numbered struct {
	ids []store.GameID
	// Either of these says which number a game has.
	keys   []uint64
	places []uint32 // of its key in a list of keys
	// ranks order those of the same players and day, see [game.rank].
	ranks []uint64
}

// A keyedGroup are the games that have a number in common, ascending.
type keyedGroup struct {
	key   uint64
	ids   []store.GameID
	ranks []uint64 // of games of the same players and day
}

// rank returns a number by which games of the same players and day are in order: the more moves, the
// higher. Those of as many are in an order that depends on nothing but the moves.
func (g *game) rank() uint64 { return uint64(g.facts.Moves)<<32 | g.line.Digest>>32 }

// groups returns those groups that have two games or more, by their places in a set of keys; without
// one, by their keys.
func (n *numbered) groups(among *keySet) []keyedGroup {
	var groups []keyedGroup
	if among == nil {
		for _, some := range shared(n.keys) {
			g := keyedGroup{key: n.keys[some[0]]}
			for _, i := range some {
				g.ids = append(g.ids, n.ids[i])
				if len(n.ranks) > 0 {
					g.ranks = append(g.ranks, n.ranks[i])
				}
			}
			groups = append(groups, g)
		}
		return groups
	}
	ends := make([]uint32, len(among.keys)+1) // at first where the groups begin
	for _, place := range n.places {
		ends[place+1]++
	}
	for i := range among.keys {
		ends[i+1] += ends[i]
	}
	ids, ranks := make([]store.GameID, len(n.ids)), make([]uint64, len(n.ranks))
	for i, place := range n.places {
		at := ends[place]
		if ids[at] = n.ids[i]; len(ranks) > 0 {
			ranks[at] = n.ranks[i]
		}
		ends[place]++
	}
	from := uint32(0)
	for i, key := range among.keys {
		end := ends[i]
		if end-from > 1 {
			g := keyedGroup{key: key, ids: ids[from:end:end]}
			if len(ranks) > 0 {
				g.ranks = ranks[from:end:end]
			}
			groups = append(groups, g)
		}
		from = end
	}
	return groups
}

// gatherNear notes the games of a segment that have a number in common with one that has
// come or gone. Most games do not, which their lines tell. If all games are compared, it notes all.
func (f *finder) gatherNear(g *store.Segment, halves [2]keyFilter) {
	var places [len(nearKeys)]uint32
	var among [len(nearKeys)]bool // of which groups a game is, or may be
	for local, line := range g.Lines() {
		if c := f.changed; c != nil {
			places[keyHead], among[keyHead] = c.any[keyHead].number(line.Head)
			places[keyWho], among[keyWho] = c.any[keyWho].number(line.Who)
			among[keyFirstHalf] = halves[0].may(asPlayed(line.Dyer[:3]))
			among[keySecondHalf] = halves[1].may(asPlayed(line.Dyer[3:]))
			if among == [len(nearKeys)]bool{} {
				continue
			}
		}
		id := g.Base() + store.GameID(local)
		if _, ok := f.behind[id]; ok {
			continue
		}
		one, ok := gameWith(g, local, line)
		if !ok || one.facts.Moves > longestLine {
			continue
		}
		for k := range nearKeys {
			n := &f.numbered[k]
			switch {
			case f.changed == nil:
				key := one.near(k)
				if key == 0 {
					continue
				}
				n.keys = append(n.keys, key)
			case !among[k]:
				continue
			default:
				if k == keyFirstHalf || k == keySecondHalf {
					place, ok := f.changed.any[k].number(one.near(k))
					if !ok {
						continue
					}
					places[k] = place
				}
				n.places = append(n.places, places[k])
			}
			n.ids = append(n.ids, id)
			if k == keyWho {
				n.ranks = append(n.ranks, one.rank())
			}
		}
	}
	g.Leave()
}

// gatherAll is gatherNear of all segments.
func (f *finder) gatherAll() {
	for k := range f.numbered {
		n := &f.numbered[k]
		n.ids, n.keys, n.places, n.ranks = n.ids[:0], n.keys[:0], n.places[:0], n.ranks[:0]
	}
	var halves [2]keyFilter
	if f.changed != nil {
		halves = [...]keyFilter{f.changed.any[keyFirstHalf].images(), f.changed.any[keySecondHalf].images()}
	}
	for _, g := range f.snapshot.Segments() {
		f.gatherNear(g.Recorded(), halves)
	}
}

// gatherTwins takes those games whose digest another one has, too.
func (f *finder) gatherTwins() {
	var n numbered
	for _, g := range f.snapshot.Segments() {
		for local, line := range g.Recorded().Lines() {
			n.ids, n.keys = append(n.ids, g.Base()+store.GameID(local)), append(n.keys, line.Digest)
		}
	}
	for _, group := range n.groups(nil) {
		for _, id := range group.ids {
			if one, ok := f.game(id); ok {
				f.games = append(f.games, one)
			}
		}
	}
}

// game returns the data of a live game, as gameOf does.
func (f *finder) game(id store.GameID) (game, bool) {
	g, local, ok := f.snapshot.Segment(id)
	if !ok {
		return game{}, false
	}
	one, ok := gameOf(g.Recorded(), local)
	one.stem = f.stems[id]
	return one, ok
}
