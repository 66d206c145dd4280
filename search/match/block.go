package match

import (
	"context"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// number sets the move numbers of hits that are known by their nodes only.
func (b *Block) number(hits []Hit, local int) error {
	missing := false
	for _, h := range hits {
		missing = missing || h.Node > 0 && h.MoveNumber == 0 && h.Board == nil
	}
	if !missing {
		return nil
	}
	script, err := b.Segment.Script(local)
	if err != nil {
		return err
	}
	i := 0
	var r position.Replayer
	r.Replay(b.Segment.Facts(local).Size, script, func(_ *position.Board, step *position.Step) bool {
		for ; i < len(hits) && hits[i].Node <= step.Node; i++ {
			if hits[i].Node == step.Node {
				hits[i].MoveNumber = step.MoveNumber
			}
		}
		return i < len(hits)
	})
	return nil
}

// HitsOf returns the hits of one game, at least one and no more than so many; 0
// for all.
func (b *Block) HitsOf(ctx context.Context, local, most int) ([]Hit, error) {
	hits, err := b.filter.hits(ctx, b, local, nil)
	if err != nil {
		return nil, err
	}
	for i := range hits {
		hits[i].Before = nil
	}
	sortHits(hits)
	if most > 0 && len(hits) > most {
		hits = hits[:most]
	}
	if len(hits) == 0 {
		hits = []Hit{{Game: b.ID(local)}}
	}
	return hits, b.number(hits, local)
}

// LookedUpHits returns the hits of one game as HitsOf does, also where what was kept while games were
// narrowed are no hits.
func (b *Block) LookedUpHits(ctx context.Context, local int) ([]Hit, error) {
	defer b.onlyHits()()
	return b.HitsOf(ctx, local, 0)
}

// A Block is a run of games of a segment that are evaluated together, by one
// goroutine.
type Block struct {
	Segment *store.Segment
	filter  Filter          // of the whole query
	Mask    *roaring.Bitmap // the live games of the block, then those that are left

	found map[Filter]boardHits // the hits of board terms, if they are kept
	// With KeepReplies patterns keep these instead: the hits, game by game, and
	// where those of each game are; not nil if a pattern did.
	replies []HitReply
	ranges  []replyRange
	known   *knownGames // with KeepReplies, games of which the index knows what followed
	counts  *Counts     // with KeepSums and KeepCounts, of games that are in none of these
	keep    Keep        // the hits to keep that are found while narrowing
	after   int         // filters that will narrow the games further
	Again   bool        // its games have been asked about, and counted, before

	// Apart returns games that may be taken out of the block after it was narrowed. They are
	// never counted together with others. It is called where games are; nil stands for none.
	Apart func() *roaring.Bitmap

	guessed *roaring.Bitmap // games that a term let through by a guess; nil for none
}

// guess notes games that a term lets through by a guess.
func (b *Block) guess(games *roaring.Bitmap) {
	if b.guessed == nil {
		b.guessed = games
		return
	}
	b.guessed.Or(games)
}

// Guessed returns how many of the games that are left were let through by a
// guess.
func (b *Block) Guessed() int {
	if b.guessed == nil {
		return 0
	}
	return int(b.guessed.AndCardinality(b.Mask))
}

// Keep says what to keep of the hits that are found while games are narrowed.
type Keep uint8

const (
	KeepNone    Keep = iota // few games will be asked for their hits
	KeepSums                // all will, but only for what came next, and in sums
	KeepCounts              // the same, and once for each game
	KeepReplies             // all will, but only for what came next
	KeepAll                 // all will
)

// NewBlock returns a block of games to be narrowed by a filter.
func NewBlock(s *store.Segment, f Filter, mask *roaring.Bitmap, k Keep) *Block {
	return &Block{Segment: s, filter: f, Mask: mask, keep: k}
}

// keepHits keeps what a board term found in the games of the block.
func (b *Block) keepHits(f Filter, found boardHits) {
	if b.found == nil {
		b.found = map[Filter]boardHits{}
	}
	b.found[f] = found
}

// Apply leaves the games of the block that fulfil its filter.
func (b *Block) Apply(ctx context.Context) (err error) {
	b.Mask, err = b.filter.narrow(ctx, b, b.Mask)
	return err
}

// Games yields the games that are left, ascending.
func (b *Block) Games() iter.Seq[int] { return iterate(b.Mask) }

// Alone returns a block of one of its games, that has been narrowed.
func (b *Block) Alone(local uint32) *Block {
	one := *b
	one.Mask = roaring.BitmapOf(local)
	one.counts = nil
	return &one
}

// Counts returns what came next in games that were counted together; nil for none. They
// are those that [Block.Replies] leaves out.
func (b *Block) Counts() *Counts { return b.counts }

// Release gives memory away for the replies of other blocks.
func (b *Block) Release() {
	if b.ranges != nil {
		spareReplies.Put(&hitReplies{b.replies, b.ranges})
		b.replies, b.ranges, b.known, b.counts = nil, nil, nil, nil
	}
}

// ID returns the number in the archive of a game of the block.
func (b *Block) ID(local int) store.GameID { return b.Segment.Base() + store.GameID(local) }

// apart returns the games of the block that are never counted together with others, nil for none.
func (b *Block) apart() *roaring.Bitmap {
	if b.Apart == nil {
		return nil
	}
	return b.Apart()
}

// onlyHits makes boards that are asked keep their hits or nothing, not just what came next. It returns what ends it.
func (b *Block) onlyHits() (end func()) {
	keep := b.keep
	if keep != KeepAll {
		b.keep = KeepNone
	}
	return func() { b.keep = keep }
}

// Blocks of which all hits are kept stay small: a shape of a stone or two has
// hundreds of hits in each game. What the index knows of a segment is asked at
// once.
const (
	maxBlock = 8192
	MaxKept  = 1024
)

// MostGames returns how many games of a segment make a block at most.
func MostGames(f Filter, k Keep, g *store.Segment) int {
	_, everything := f.(every) // of which there is nothing to look up
	switch cost := f.cost(); {
	case cost == costValues && k == KeepNone && !everything:
		return g.Len()
	case cost == costFew, cost == costKnown, cost == costFacts:
		return g.Len()
	case k > KeepSums && cost >= costPattern, k == KeepSums && cost > costPattern:
		return MaxKept
	}
	return maxBlock
}

// IsLight reports whether a filter looks little up, as a rule, whatever the number of games.
func IsLight(f Filter) bool { return f.cost() <= costFew }

// iterate returns the members of a bitmap, ascending.
func iterate(b *roaring.Bitmap) iter.Seq[int] {
	return func(yield func(int) bool) {
		for it := b.Iterator(); it.HasNext(); {
			if !yield(int(it.Next())) {
				return
			}
		}
	}
}
