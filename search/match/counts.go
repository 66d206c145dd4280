package match

import (
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
	"kifudb/store/columns"
)

// Counts are what came next in games that were counted many at a time, by sets of games,
// rather than hit by hit.
type Counts struct {
	All     Count // of all hits; its move means nothing
	Ended   int   // hits that nothing followed
	Replies []Count
}

// A Count is how often a move followed.
type Count struct {
	Move   position.Move
	Hits   int
	Tenuki int // of these, after moves elsewhere
	// Games are how many games ended in each way, those in which the first hit lies
	// with the colors exchanged by themselves.
	Games [2][winnerKinds]int
}

// winnerKinds is more than the greatest [store.Winner].
const winnerKinds = 8

// Each calls yield for the games of a count that ended alike.
func (c *Count) Each(yield func(n int, winner store.Winner, swapped bool)) {
	for swapped, games := range c.Games {
		for winner, n := range games {
			if n > 0 {
				yield(n, store.Winner(winner), swapped == 1)
			}
		}
	}
}

// A replyCounter adds up what a scan of the pattern index counts.
type replyCounter struct {
	Counts
	winners []store.Winner
	games   gameSet // in which something was counted
	found   uint64  // how many they are
	tally   columns.Tally
}

// newReplyCounter returns a counter for the games of a segment on boards of a plan's
// size.
func newReplyCounter(s *store.Segment, p *patternPlan, apart *roaring.Bitmap) *replyCounter {
	p.prepareReplies()
	c := &replyCounter{winners: s.Winners()}
	c.Replies = make([]Count, len(p.replies.list))
	for n, m := range p.replies.list {
		c.Replies[n].Move = m
	}
	swapped := make([]bool, len(p.images))
	for i := range p.images {
		swapped[i] = p.images[i].Swapped
	}
	c.tally = columns.Tally{Numbers: p.replies.numbers, Replies: len(p.replies.list), Swapped: swapped, Apart: apart, Block: c.block}
	return c
}

// block adds what was counted in a block.
func (c *replyCounter) block(b *columns.Counted) {
	var won [winnerKinds]uint64 // the games by their winners
	for set := b.Games; set != 0; set &= set - 1 {
		slot := bits.TrailingZeros64(set)
		local := b.Local(slot)
		won[c.winners[local]%winnerKinds] |= 1 << slot
		c.games.add(local)
		c.found++
	}
	c.All.add(b.Games, b.Swapped, &won)
	c.All.Hits += b.Hits
	c.Ended += b.Ended
	for _, n := range b.Seen {
		r := &b.Replies[n]
		c.Replies[n].add(r.Games, r.Swapped, &won)
		c.Replies[n].Hits += r.Hits
		c.Replies[n].Tenuki += r.Tenuki
	}
}

// add counts the games of a block.
func (c *Count) add(games, swapped uint64, won *[winnerKinds]uint64) {
	for winner, set := range won {
		if set &= games; set != 0 {
			c.Games[0][winner] += bits.OnesCount64(set &^ swapped)
			c.Games[1][winner] += bits.OnesCount64(set & swapped)
		}
	}
}

// merge adds what was counted of other games.
func (c *Counts) merge(o *Counts) {
	c.All.merge(&o.All)
	c.Ended += o.Ended
	for i := range o.Replies {
		r := &o.Replies[i]
		if r.Hits == 0 {
			continue
		}
		n := slices.IndexFunc(c.Replies, func(x Count) bool { return x.Move == r.Move })
		if n < 0 {
			n = len(c.Replies)
			c.Replies = append(c.Replies, Count{Move: r.Move})
		}
		c.Replies[n].merge(r)
	}
}

func (c *Count) merge(o *Count) {
	c.Hits += o.Hits
	c.Tenuki += o.Tenuki
	for swapped := range c.Games {
		for winner := range c.Games[swapped] {
			c.Games[swapped][winner] += o.Games[swapped][winner]
		}
	}
}
