package tactics

import (
	"math/bits"

	"kifudb/position"
)

// Unconditional life is defined by D. B. Benson, "Life in the game of Go", Information Sciences 10
// (1976). A chain is alive if its owner may pass forever and the opponent still cannot capture
// it. Benson proved that the following finds exactly these chains.
//
// A region of a player is a connected set of points without his stones. It is vital to a chain
// if all of its empty points are liberties of the chain. Take all chains of the player. As long
// as there is one, remove a chain that has fewer than two vital regions, and with it all regions
// that it borders. The remaining chains are alive.

// life finds unconditional life. It keeps memory from one board to the next.
type life struct {
	alive rows // stones that are alive
	vital rows // the regions that keep them alive

	// What the latest result depends on: the regions that may be vital to a chain, their empty points,
	// and the chains that they border.
	size                position.Size
	small, inside, edge rows

	chains   []lifeChain
	regions  []lifeRegion
	borders  []border
	labels   []int32 // by point: its chain, where labelled has it
	labelled rows
	dying    []int32 // chains to remove
}

// A lifeChain is a chain that borders a region.
type lifeChain struct {
	stones    area
	liberties rows
	vital     int // regions
	last      int // its latest border, -1 for none
	dead      bool
}

// A lifeRegion is a region of which each empty point is a liberty.
type lifeRegion struct {
	points area
	from   int // its borders are those from here on, up to those of the next region
	gone   bool
}

// A border is where a chain touches a region.
type border struct {
	chain, region int32
	vital         bool
	before        int // the chain's border before this one, -1 for none
}

// find finds the chains of a player that are alive. Most moves leave the result as it was.
func (l *life) find(b *bitboard, c position.Color) {
	own, empty := &b.of[c], &b.of[position.Empty]

	// A region in which an empty point is no liberty is vital to no chain. Most boards have no
	// other regions.
	near := b.grown(own)
	var others, inside, far rows
	some := uint64(0)
	for y := range b.size.Rows {
		others[y] = b.full &^ own[y]
		far[y] = empty[y] &^ near[y]
	}
	wide := b.whole(&far)
	b.fill(&wide, &others)
	for y := range b.size.Rows {
		others[y] &^= wide.set[y]
		inside[y] = others[y] & empty[y]
		some |= inside[y]
	}
	if l.size == b.size && l.small == others && l.inside == inside && l.sameEdge(b, own) {
		return
	}
	l.alive, l.vital, l.labelled = rows{}, rows{}, rows{}
	l.size, l.small, l.inside, l.edge = b.size, others, inside, rows{}
	if some == 0 {
		return
	}
	l.chains, l.regions, l.borders = l.chains[:0], l.regions[:0], l.borders[:0]
	todo := b.whole(&others)
	for {
		p, ok := todo.first()
		if !ok {
			break
		}
		r := b.connected(p, &others)
		todo.remove(&r)
		todo.lo = r.lo
		l.region(b, own, &r, empty)
	}
	l.edge = l.labelled
	l.remove()
	for i := range l.chains {
		if !l.chains[i].dead {
			l.chains[i].stones.putInto(&l.alive)
		}
	}
	for _, e := range l.borders {
		if e.vital && !l.chains[e.chain].dead && !l.regions[e.region].gone {
			l.regions[e.region].points.putInto(&l.vital)
		}
	}
}

// sameEdge reports whether the chains that the regions border are still whole chains of the player's.
func (l *life) sameEdge(b *bitboard, own *rows) bool {
	near := b.grown(&l.edge)
	for y := range b.size.Rows {
		if near[y]&own[y] != l.edge[y] {
			return false
		}
	}
	return true
}

// region adds a region with the chains that it borders.
func (l *life) region(b *bitboard, own *rows, r *area, empty *rows) {
	inside := r.within(empty)
	if inside.empty() { // stones without liberties, which only a setup leaves on the board
		return
	}
	region := int32(len(l.regions))
	l.regions = append(l.regions, lifeRegion{points: *r, from: len(l.borders)})
	edge := b.around(r)
	edge = edge.within(own)
	for {
		p, ok := edge.first()
		if !ok {
			return
		}
		chain := l.chain(b, p, own)
		c := &l.chains[chain]
		edge.remove(&c.stones)
		outside := inside.without(&c.liberties)
		e := border{chain, region, outside.empty(), c.last}
		if c.last = len(l.borders); e.vital {
			c.vital++
		}
		l.borders = append(l.borders, e)
	}
}

// chain returns the number of the chain of a stone.
func (l *life) chain(b *bitboard, p position.Point, own *rows) int32 {
	if l.labels == nil {
		l.labels = make([]int32, position.MaxSize<<6)
	}
	if l.labelled.has(p) {
		return l.labels[p]
	}
	n := int32(len(l.chains))
	stones := b.connected(p, own)
	near := b.around(&stones)
	near = near.within(&b.of[position.Empty])
	l.chains = append(l.chains, lifeChain{stones: stones, liberties: near.set, last: -1})
	stones.putInto(&l.labelled)
	for y := stones.lo; y < stones.hi; y++ {
		for w := stones.set[y]; w != 0; w &= w - 1 {
			l.labels[position.At(bits.TrailingZeros64(w), y)] = n
		}
	}
	return n
}

// remove removes the chains that have fewer than two vital regions, with their regions.
func (l *life) remove() {
	l.dying = l.dying[:0]
	for i := range l.chains {
		if c := &l.chains[i]; c.vital < 2 {
			c.dead = true
			l.dying = append(l.dying, int32(i))
		}
	}
	for len(l.dying) > 0 {
		chain := l.dying[len(l.dying)-1]
		l.dying = l.dying[:len(l.dying)-1]
		for at := l.chains[chain].last; at >= 0; at = l.borders[at].before {
			r := &l.regions[l.borders[at].region]
			if r.gone {
				continue
			}
			r.gone = true
			for i := r.from; i < len(l.borders) && l.borders[i].region == l.borders[at].region; i++ {
				e := l.borders[i]
				c := &l.chains[e.chain]
				if !e.vital || c.dead {
					continue
				}
				if c.vital--; c.vital < 2 {
					c.dead = true
					l.dying = append(l.dying, e.chain)
				}
			}
		}
	}
}

// Alive returns the stones of a player that are unconditionally alive by Benson's definition, and
// the points of the regions that keep them alive, each in the order of the board.
func Alive(board *position.Board, c position.Color) (stones, regions []position.Point) {
	if c != position.Black && c != position.White {
		return nil, nil
	}
	var b bitboard
	var l life
	b.read(board)
	l.find(&b, c)
	return b.points(nil, &l.alive), b.points(nil, &l.vital)
}

// points appends the points of a set in the order of the board.
func (b *bitboard) points(dst []position.Point, s *rows) []position.Point {
	for y := range b.size.Rows {
		for w := s[y]; w != 0; w &= w - 1 {
			dst = append(dst, position.At(bits.TrailingZeros64(w), y))
		}
	}
	return dst
}

// dead finds the opponent's stones that can never have two eyes, as long as the owner of the
// chains that are alive does not fill their eyes himself. Such stones lie among points that only
// these chains surround. An eye has no point beside them, because they stay on the board. So there
// are no two eyes if at most one point lies apart from them, or two that are one eye together.
//
// KataGo's documentation of rules counts such stones as dead in the same way ("pass-dead").
func (l *life) dead(b *bitboard, c position.Color) (dead rows) {
	var others rows
	some := uint64(0)
	for y := range b.size.Rows {
		some |= l.alive[y]
		others[y] = b.full &^ l.alive[y]
	}
	if some == 0 {
		return dead
	}
	near := b.grown(&l.alive)
	todo := b.whole(&others)
	for {
		p, ok := todo.first()
		if !ok {
			return dead
		}
		r := b.connected(p, &others)
		todo.remove(&r)
		todo.lo = r.lo
		apart := r.without(&near)
		if n := apart.count(); n > 2 || n == 2 && !b.adjoining(&apart) {
			continue
		}
		stones := r.within(&b.of[c.Opponent()])
		stones.putInto(&dead)
	}
}

// adjoining reports whether the points of an area that is not empty are connected.
func (b *bitboard) adjoining(a *area) bool {
	p, _ := a.first()
	r := b.connected(p, &a.set)
	return r.count() == a.count()
}
