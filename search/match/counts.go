package match

import (
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
	"kifudb/store/columns"
)

// Counts hold the moves that followed, counted by sets of games rather than hit by hit.
type Counts struct {
	All     Count // of all hits; its move means nothing
	Ended   int   // hits that nothing followed
	Replies []Count

	games   []gameCount // with KeepCounts
	replied []GameReply // by games
}

// A GameReply is a move that followed in a game, perhaps after several hits.
type GameReply struct {
	Move    position.Move
	Swapped bool // the first of these hits lies with the colors exchanged
}

// A gameCount is what followed in a game: replies from one of the list to another.
type gameCount struct {
	local    int
	swapped  bool // in the first hit
	from, to int
}

// EachGame calls yield with each game, if they are kept, whether the colors are exchanged
// in its first hit, and what followed there; in no order.
func (c *Counts) EachGame(yield func(local int, swapped bool, replies []GameReply)) {
	for _, g := range c.games {
		yield(g.local, g.swapped, c.replied[g.from:g.to])
	}
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
	set     gameSet // games in which something was counted
	found   uint64  // how many they are
	each    bool    // games are kept one by one, too
	tally   columns.Tally
	plan    *patternPlan // whose replies are counted
}

// newReplyCounter returns a counter for the games of a segment on boards of a plan's
// size.
func newReplyCounter(s *store.Segment, p *patternPlan, apart func() *roaring.Bitmap, each bool) *replyCounter {
	c := &replyCounter{winners: s.Winners(), each: each, plan: p}
	swapped := make([]bool, len(p.images))
	for i := range p.images {
		swapped[i] = p.images[i].Swapped
	}
	c.tally = columns.Tally{Replies: c.replies, Swapped: swapped, Apart: apart, Block: c.block}
	return c
}

// replies returns the replies for the tally.
func (c *replyCounter) replies() (numbers [][]uint16, replies int) {
	c.plan.prepareReplies()
	return c.plan.replies.numbers, len(c.plan.replies.list)
}

// block adds what was counted in a block.
func (c *replyCounter) block(b *columns.BlockCount) {
	if c.Replies == nil {
		c.plan.prepareReplies() // all hits may have ended so far
		c.Replies = make([]Count, len(c.plan.replies.list))
		for n, m := range c.plan.replies.list {
			c.Replies[n].Move = m
		}
	}
	var won [winnerKinds]uint64 // the games by their winners
	for set := b.Games; set != 0; set &= set - 1 {
		slot := bits.TrailingZeros64(set)
		local := b.Local(slot)
		won[c.winners[local]%winnerKinds] |= 1 << slot
		c.set.add(local)
		c.found++
		if c.each {
			c.game(b, slot, int(local))
		}
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

// game keeps what followed in the game of a slot.
func (c *replyCounter) game(b *columns.BlockCount, slot, local int) {
	from := len(c.replied)
	for _, n := range b.Seen {
		if r := &b.Replies[n]; r.Games>>slot&1 != 0 {
			c.replied = append(c.replied, GameReply{c.Replies[n].Move, r.Swapped>>slot&1 != 0})
		}
	}
	c.games = append(c.games, gameCount{local, b.Swapped>>slot&1 != 0, from, len(c.replied)})
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
	for _, g := range o.games {
		g.from, g.to = g.from+len(c.replied), g.to+len(c.replied)
		c.games = append(c.games, g)
	}
	c.replied = append(c.replied, o.replied...)
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
