package tactics

import "kifudb/position"

// A race is two chains of different colors that touch or share a liberty, each of at least 3 stones with at most 8
// liberties and not unconditionally alive, where each player wants to capture the other chain
// first. It is decided only where liberties can be counted: M. Müller, "Race to capture: analyzing
// semeai in Go", Game Programming Workshop (1999), classes 0 and 1.
//
// A chain is confined if no move on one of its liberties gives it a further one or connects it
// with another chain: each point beside a liberty is a liberty, a stone of the chain, a stone of
// the opponent or outside the board. Let n be the number of liberties.
//
// A chain is lost if it is confined and the opponent can capture it although its owner plays
// first. He fills its liberties, always the one beside none of his stones last. At most one liberty
// may be of that kind, or two that touch: they are an eye. He needs at most n moves, and each of
// his stones joins a chain beside the liberties. The owner plays at most n moves before the last of
// them. So the opponent wins if every chain of his beside the confined chain or its liberties holds
// out:
//
//   - it is unconditionally alive, or
//   - it has at least n+1 liberties that the confined chain does not share, or
//   - it has n such liberties and shares one more, and the confined chain has no eye. The opponent
//     leaves the shared liberty for the end. Or
//   - it has an eye and shares s liberties, the confined chain has no eye, and the chain has at
//     least n-2s+1 liberties that are not shared. The opponent leaves the shared ones for the end,
//     and the owner cannot fill the last of them without an eye (me ari me nashi). Only one chain
//     may need this rule.
//
// All chains that need one of the last two rules must share the same liberty. If the opponent plays
// first, one liberty less is enough in each rule.
//
// No move of the owner's elsewhere changes this, and there is no ko: until the end the owner cannot
// capture anything beside the chain but a stone that was thrown into its eye.
//
// A race is seki if neither chain is lost even if the other player plays first, both are confined,
// all other chains beside the two and their liberties are unconditionally alive, and each of the
// two has no eye or one of a single point, with all four neighbors its own. By Müller's theorem neither player can then capture before
// his own chain is captured.

// An outcome is how a race ends.
type outcome uint8

const (
	undecided outcome = iota
	blackWins
	whiteWins
	seki
)

// winOf returns the outcome that a color wins.
func winOf(c position.Color) outcome { return outcome(c) }

// The smallest and the largest chains of races.
const (
	raceStones    = 3
	raceLiberties = 8
)

// A race is two chains with what is known about them.
type race struct {
	stones [3]area // by color; for Empty none

	// first is the outcome if that color plays first. Both colors are confined if it is
	// undecided for lack of a theorem.
	first [3]outcome
	open  bool // one of the chains is not confined
}

// races finds the races of boards. It keeps memory from one board to the next.
type races struct {
	life  [3]life // by color
	lives bool    // the latest find needed life
	list  []race
	tight [3][]tight
}

// A tight is a confined chain with the chains around it.
type tight struct {
	stones, liberties area
	alive             bool
	n                 int  // liberties
	eye               int  // liberties beside none of the opponent's stones
	wide              bool // they may become two eyes
	closed            bool // they touch no other liberties
	around            []rival
	lost              [3]bool // by the color that plays first
}

// A rival is a chain of the opponent's beside a confined chain or one of its liberties.
type rival struct {
	stones    area
	liberties area // all of them
	count     int
	shared    area // with the confined chain
	own       int  // liberties that are not shared
	alive     bool
	eye       bool // it has one; only set if a rule asks for it
}

// find lists the races of a board. The list is valid until the next call.
func (r *races) find(b *bitboard) []race {
	var candidates [3]rows
	some := false
	for c := position.Black; c <= position.White; c++ {
		var any bool
		candidates[c], any = b.confined(c)
		some = some || any
	}
	if r.lives = some && r.gather(b, &candidates); !r.lives {
		return nil
	}
	for c := position.Black; c <= position.White; c++ {
		r.life[c].find(b, c)
	}
	return r.decide(b)
}

// gather lists the confined chains and the chains around them. It reports whether there may be a race.
func (r *races) gather(b *bitboard, candidates *[3]rows) (some bool) {
	for c := position.Black; c <= position.White; c++ {
		r.tight[c] = r.tight[c][:0]
		todo := b.whole(&candidates[c])
		for {
			p, ok := todo.first()
			if !ok {
				break
			}
			stones := b.connected(p, &b.of[c])
			todo.remove(&stones)
			todo.lo = stones.lo
			some = r.add(b, c, &stones) || some
		}
	}
	return some
}

// decide lists the races of the chains that were gathered. It uses the life that was found.
func (r *races) decide(b *bitboard) []race {
	r.list = r.list[:0]
	for c := position.Black; c <= position.White; c++ {
		for i := range r.tight[c] {
			r.look(b, c, &r.tight[c][i])
		}
	}
	for c := position.Black; c <= position.White; c++ {
		for i := range r.tight[c] {
			r.pair(c, &r.tight[c][i])
		}
	}
	return r.list
}

// confined returns the stones of a color whose chains may be confined, and whether there are any.
// A chain is left out if one of its liberties touches an empty point beside no stone of the color.
func (b *bitboard) confined(c position.Color) (stones rows, some bool) {
	own, empty := &b.of[c], &b.of[position.Empty]
	near := b.grown(own)
	var beyond rows
	for y := range b.size.Rows {
		beyond[y] = empty[y] &^ near[y]
	}
	exits := b.grown(&beyond)
	for y := range b.size.Rows {
		exits[y] &= near[y] & empty[y]
	}
	free := b.grown(&exits)
	for y := range b.size.Rows {
		free[y] &= own[y]
	}
	out := b.whole(&free)
	b.fill(&out, own)
	for y := range b.size.Rows {
		stones[y] = own[y] &^ out.set[y]
		some = some || stones[y] != 0
	}
	return stones, some
}

// add adds a chain to those that are confined, if it is and if it is as large as those of races. It
// reports whether one of the chains around it may race with it.
func (r *races) add(b *bitboard, c position.Color, stones *area) (some bool) {
	if stones.count() < raceStones {
		return false
	}
	empty := &b.of[position.Empty]
	liberties := b.around(stones)
	liberties = liberties.within(empty)
	n := liberties.count()
	if n == 0 || n > raceLiberties {
		return false
	}
	beside := b.around(&liberties)
	more := beside.within(empty)
	more.remove(&liberties)
	friends := beside.within(&b.of[c])
	friends.remove(stones)
	if !more.empty() || !friends.empty() {
		return false
	}

	list := r.tight[c]
	if len(list) < cap(list) {
		list = list[:len(list)+1] // keeps the memory of its rivals
	} else {
		list = append(list, tight{})
	}
	r.tight[c] = list
	t := &list[len(list)-1]
	*t = tight{stones: *stones, liberties: liberties, n: n, around: t.around[:0]}

	opponent := c.Opponent()
	enemies := &b.of[opponent]
	filled := b.grown(enemies)
	eye := liberties.without(&filled)
	t.eye = eye.count()
	t.wide = t.eye > 2 || t.eye == 2 && !b.adjoining(&eye)
	wall := b.around(&eye)
	wall = wall.within(&liberties.set)
	t.closed = wall.count() == t.eye

	todo := b.around(stones)
	todo.lo, todo.hi = min(todo.lo, beside.lo), max(todo.hi, beside.hi)
	beside.putInto(&todo.set)
	todo = todo.within(enemies)
	for {
		p, ok := todo.first()
		if !ok {
			break
		}
		v := rival{stones: b.connected(p, enemies)}
		todo.remove(&v.stones)
		near := b.around(&v.stones)
		v.liberties = near.within(empty)
		v.count = v.liberties.count()
		v.shared = v.liberties.within(&liberties.set)
		v.own = v.count - v.shared.count()
		some = some || v.races()
		t.around = append(t.around, v)
	}
	return some
}

// races reports whether a chain is as large as those of races, with as few liberties.
func (v *rival) races() bool { return v.count <= raceLiberties && v.stones.count() >= raceStones }

// look finds which of the chains are alive, and whether the confined one is lost.
func (r *races) look(b *bitboard, c position.Color, t *tight) {
	opponent := c.Opponent()
	if t.alive = t.stones.meets(&r.life[c].alive); t.alive {
		return
	}
	for i := range t.around {
		v := &t.around[i]
		v.alive = v.stones.meets(&r.life[opponent].alive)
		v.eye = t.eye == 0 && !v.alive && v.own < t.n && v.own < v.count && b.hasEye(v, &b.of[opponent])
	}
	t.lost[c] = t.isLost(1)
	t.lost[opponent] = t.isLost(0)
}

// hasEye reports whether a chain has liberties that are surrounded by it alone.
func (b *bitboard) hasEye(v *rival, own *rows) bool {
	var others rows
	for y := range b.size.Rows {
		others[y] = b.full &^ own[y]
	}
	todo := v.liberties.without(&v.shared.set)
	for {
		p, ok := todo.first()
		if !ok {
			return false
		}
		r := b.connected(p, &others)
		todo.remove(&r)
		enemies := r.without(&b.of[position.Empty])
		if !enemies.empty() {
			continue
		}
		wall := b.around(&r)
		wall = wall.within(own)
		wall.remove(&v.stones)
		if wall.empty() {
			return true
		}
	}
}

// isLost reports whether the opponent captures the chain if its owner plays a number of moves
// before him, 0 or 1.
func (t *tight) isLost(first int) bool {
	if t.wide {
		return false
	}
	need := t.n + first
	common := t.liberties // those that all chains share that need one
	eyed := false         // a chain holds out by its eye
	for i := range t.around {
		v := &t.around[i]
		s := v.count - v.own
		switch {
		case v.alive || v.own >= need:
			continue
		case t.eye > 0 || s == 0:
			return false
		case v.own == need-1:
		case v.eye && !eyed && v.own >= need-2*s:
			eyed = true
		default:
			return false
		}
		common = common.within(&v.shared.set)
	}
	return !common.empty()
}

// pair adds the races of a confined chain that is not alive, except those that the other chain has added.
func (r *races) pair(c position.Color, t *tight) {
	if t.alive {
		return
	}
	opponent := c.Opponent()
	for i := range t.around {
		v := &t.around[i]
		if v.alive || !v.races() {
			continue
		}
		at, _ := v.stones.first()
		other := r.confinedAt(opponent, at)
		if other != nil && c == position.White {
			continue // Black's chain has added it
		}
		race := race{open: other == nil}
		race.stones[c], race.stones[opponent] = t.stones, v.stones
		even := other != nil && t.even(&other.stones) && other.even(&t.stones)
		for first := position.Black; first <= position.White; first++ {
			switch {
			case t.lost[first]:
				race.first[first] = winOf(opponent)
			case other != nil && other.lost[first]:
				race.first[first] = winOf(c)
			case even:
				race.first[first] = seki
			}
		}
		r.list = append(r.list, race)
	}
}

// confinedAt returns the confined chain of a stone, nil if its chain is not confined or is alive.
func (r *races) confinedAt(c position.Color, p position.Point) *tight {
	for i := range r.tight[c] {
		if t := &r.tight[c][i]; !t.alive && t.stones.set.has(p) {
			return t
		}
	}
	return nil
}

// even reports whether Müller's theorem decides a race of the chain against another one.
func (t *tight) even(against *area) bool {
	if t.eye > 1 || !t.closed {
		return false
	}
	for i := range t.around {
		if v := &t.around[i]; !v.alive && !v.stones.meets(&against.set) {
			return false
		}
	}
	return true
}
