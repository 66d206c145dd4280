package query

import (
	"sync"

	"kifudb/position"
	"kifudb/store"
)

// hitReply is a hit, or one of the branches below it, as it counts for the
// table of what came next. Shapes of a stone or two have tens of millions of
// hits in a large archive, so it is small and points nowhere.
type hitReply struct {
	order   uint64 // of a game's hits, the least comes first
	move    position.Move
	hit     bool // false for the further branches of a hit
	swapped bool
	replied bool // the move followed
	tenuki  bool
}

// A replyRange is where the hits of a game lie in a block's list.
type replyRange struct{ local, from, to int }

// hitReplies are the hits of a block, game by game.
type hitReplies struct {
	list   []hitReply
	ranges []replyRange
}

// spareReplies has those that were counted, for what they have allocated.
var spareReplies = sync.Pool{New: func() any { return &hitReplies{ranges: make([]replyRange, 0, maxKeptBlock)} }}

// orderOf is the order of sortHits as a number.
func orderOf(node int, image *position.Image, anchor position.Point) uint64 {
	order := uint64(node)<<32 | uint64(image.Symmetry)<<16 | uint64(anchor)
	if image.Swapped {
		order |= 1 << 31
	}
	return order
}

// appendReplies puts the hits of a game into the form in which they are counted.
func appendReplies(list []hitReply, hits []Hit) []hitReply {
	sortHits(hits)
	for i, h := range hits {
		if h.Board == nil {
			continue
		}
		f := hitReply{order: uint64(i), hit: true, swapped: h.Board.Swapped}
		if len(h.Board.Next) == 0 {
			list = append(list, f)
		}
		for _, reply := range h.Board.Next {
			f.replied, f.move, f.tenuki = true, reply.Move, reply.Tenuki
			list = append(list, f)
			f.hit = false
		}
	}
	return list
}

// appendReplies does the same for the hits of a matcher.
func (f *patternFilter) appendReplies(list []hitReply, m *position.Matcher, size position.Size, found []position.Hit) []hitReply {
	images := m.Images(size)
	for _, h := range found {
		image := &images[h.Image]
		one := hitReply{order: orderOf(h.Node, image, h.Anchor), hit: true, swapped: image.Swapped}
		if len(h.Next) == 0 {
			list = append(list, one)
		}
		for i := range h.Next {
			c := &h.Next[i]
			one.replied, one.move, one.tenuki = true, position.Move{Color: c.Stone.Color, Point: c.Stone.Point}, c.Tenuki()
			list = append(list, one)
			one.hit = false
		}
	}
	return list
}

// replyTable is where every stone on an image lies in the pattern as it was asked
// for, folded: by image, cell and color.
type replyTable struct {
	once  sync.Once
	moves [][]position.Move
}

// reply returns the move that a stone on an image at an anchor stands for.
func (p *patternPlan) reply(n int, anchor position.Point, stone position.Change) position.Move {
	p.replies.once.Do(func() {
		p.replies.moves = make([][]position.Move, len(p.images))
		for i := range p.images {
			image := &p.images[i]
			moves := make([]position.Move, 2*len(image.Cells))
			for cell := range image.Cells {
				for k, color := range [...]position.Color{position.Black, position.White} {
					c := p.folding.Fold(image.Back(0, position.Change{Point: image.Size().At(cell), Color: color}))
					moves[2*cell+k] = position.Move{Color: c.Color, Point: c.Point}
				}
			}
			p.replies.moves[i] = moves
		}
	})
	cell := (stone.Point.Y()-anchor.Y())*p.images[n].Cols + stone.Point.X() - anchor.X()
	return p.replies.moves[n][2*cell+int(stone.Color-position.Black)]
}

// A tally counts continuations. Tallies of different games can be added.
type tally struct {
	numbers []int32 // by point and color, the number in the list, counted from 1
	list    []Continuation
	total   Table

	// Of the game at hand.
	firsts []hitReply // by number, the first hit that went on so
	games  []int      // by number, the game that firsts is about, counted from 1
	seen   []int      // numbers
}

// spareTallies has empty tallies, for what they have allocated.
var spareTallies = sync.Pool{New: func() any { return new(tally) }}

// spare empties a tally for others to use.
func (t *tally) spare() {
	for _, c := range t.list {
		t.numbers[tallied(c.Move)] = 0
	}
	t.list, t.firsts, t.games, t.seen = t.list[:0], t.firsts[:0], t.games[:0], t.seen[:0]
	t.total = Table{}
	spareTallies.Put(t)
}

// tallied numbers moves.
func tallied(m position.Move) int { return 3*int(m.Point&position.Pass) + int(m.Color%3) }

// number returns the number of a move in the list, where it puts it.
func (t *tally) number(m position.Move) int {
	at := tallied(m)
	if at >= len(t.numbers) {
		t.numbers = append(t.numbers, make([]int32, 2*at+2-len(t.numbers))...)
	}
	n := int(t.numbers[at])
	if n == 0 {
		t.list = append(t.list, Continuation{Move: m})
		t.firsts, t.games = append(t.firsts, hitReply{}), append(t.games, 0)
		n = len(t.list)
		t.numbers[at] = int32(n)
	}
	return n - 1
}

// add adds what was counted in other games.
func (t *tally) add(o *tally) {
	t.total.Games += o.total.Games
	t.total.Hits += o.total.Hits
	t.total.Ended += o.total.Ended
	t.total.Won.add(o.total.Won)
	for i := range o.list {
		c := &o.list[i]
		sum := &t.list[t.number(c.Move)]
		sum.Games += c.Games
		sum.Hits += c.Hits
		sum.Tenuki += c.Tenuki
		sum.Won.add(c.Won)
	}
}

// game counts the hits of one game.
func (t *tally) game(winner store.Winner, list []hitReply) {
	t.total.Games++
	t.seen = t.seen[:0]
	var first *hitReply
	for i := range list {
		f := &list[i]
		if f.hit {
			t.total.Hits++
			if first == nil || f.order < first.order {
				first = f
			}
		}
		if !f.replied {
			t.total.Ended++
			continue
		}
		n := t.number(f.move)
		c := &t.list[n]
		c.Hits++
		if f.tenuki {
			c.Tenuki++
		}
		if t.games[n] != t.total.Games {
			t.games[n], t.firsts[n] = t.total.Games, *f
			t.seen = append(t.seen, n)
		} else if f.order < t.firsts[n].order {
			t.firsts[n] = *f
		}
	}
	if first != nil {
		t.total.Won.count(winner, first.swapped)
	}
	for _, n := range t.seen {
		t.list[n].Games++
		t.list[n].Won.count(winner, t.firsts[n].swapped)
	}
}
