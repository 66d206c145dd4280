package match

import (
	"context"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/query"
	"kifudb/store"
)

// positionCondition is the condition that a position came up in a game.
type positionCondition struct {
	askedPosition
	game     game.Game
	figures  Figures
	searches sync.Pool // of positionSearcher
}

// An unindexed is an askedPosition that may come up in any game of its kind, if it says
// so.
type unindexed interface{ unindexed() bool }

func newPositionCondition(b *query.Board, g game.Game, wanted askedPosition) *positionCondition {
	c := &positionCondition{askedPosition: wanted, game: g, figures: Figures{Term: query.Print(b), Index: "positions"}}
	if w, ok := wanted.(unindexed); ok && w.unindexed() {
		c.figures.Index = "replay"
	}
	return c
}

func (c *positionCondition) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *positionCondition) Open(s *store.Segment) Filter {
	return &positionFilter{positionCondition: c, segment: s, has: roaring.New(), not: roaring.New()}
}

// positionFilter replays the games that the index offers, unless it knows of them.
type positionFilter struct {
	*positionCondition
	segment *store.Segment

	once   sync.Once   // guards what follows
	known  *knownGames // nil if nothing is known
	open   *roaring.Bitmap
	failed error

	mu       sync.Mutex      // guards what follows
	has, not *roaring.Bitmap // of the open games, in which it came up when they were replayed, and did not
}

// begin asks the index.
func (f *positionFilter) begin() error {
	f.once.Do(func() {
		if f.failed = derived(f.segment, f.game); f.failed != nil {
			return
		}
		if w, ok := f.askedPosition.(unindexed); ok && w.unindexed() {
			f.open = roaring.New()
			for local := range iterate(f.segment.Live()) {
				if int(f.segment.Facts(local).Game) == f.game.About().Number {
					f.open.Add(uint32(local))
				}
			}
			return
		}
		key := f.indexed(f.segment)
		games := f.segment.Positions(key)
		if m, ok := f.segment.Verified(key); ok {
			f.failed = f.search(func(s positionSearcher) (err error) {
				if s, ok := s.(codeReader); ok {
					f.known, err = s.readCodes(f.segment, games, m)
				}
				return err
			})
		}
		if f.known != nil {
			f.open = f.known.open
			return
		}
		f.open = roaring.New()
		for _, local := range games {
			f.open.Add(uint32(local))
		}
	})
	return f.failed
}

// quick reports whether the index knows of most games, so that few are replayed.
func (f *positionFilter) quick() bool {
	if w, ok := f.askedPosition.(*boardPosition); !ok || w.board.Ko != "" {
		return false
	}
	_, ok := f.segment.Verified(f.indexed(f.segment))
	return ok
}

// search calls find with a searcher that nobody else is using.
func (c *positionCondition) search(find func(positionSearcher) error) error {
	s, ok := c.searches.Get().(positionSearcher)
	if !ok {
		s = c.searcher()
	}
	defer c.searches.Put(s)
	return find(s)
}

func (f *positionFilter) cost() cost {
	if w, ok := f.askedPosition.(unindexed); ok && w.unindexed() {
		return costReplay
	}
	if f.quick() {
		return costKnown
	}
	return costPosition
}

func (f *positionFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	if err := f.begin(); err != nil {
		return nil, err
	}
	open := roaring.And(f.open, mask)
	result := roaring.New()
	if f.known != nil {
		result = roaring.And(f.known.certain, mask)
	}
	candidates := open.GetCardinality() + result.GetCardinality()
	f.replayed(open, result, b.keep)
	found := make(boardHits)
	var has, not []uint32 // of those that are replayed
	if b.keep != KeepNone && b.keep != KeepAll {
		b.ranges, b.known = make([]replyRange, 0, 1), f.known
	}
	err := f.search(func(s positionSearcher) error {
		looked := 0
		for local := range iterate(open) {
			if looked++; looked%32 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			hits, err := s.find(f.segment, local, b.keep)
			if err != nil {
				return err
			}
			if len(hits) == 0 {
				not = append(not, uint32(local))
				continue
			}
			has = append(has, uint32(local))
			switch b.keep {
			case KeepSums, KeepCounts, KeepReplies:
				from := len(b.replies)
				b.replies = appendReplies(b.replies, hits)
				b.ranges = append(b.ranges, replyRange{local, from, len(b.replies)})
			case KeepAll:
				found[local] = hits
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	result.AddMany(has)
	f.remember(has, not)
	if b.keep == KeepAll {
		b.found[f] = found
	}
	b.figure(&f.figures, candidates, result.GetCardinality(), start)
	return result, nil
}

// replayed takes out of the open games those of which a replay has told already what is wanted,
// and adds them to the result if the position came up: which records are of one game is asked
// of the same games again, and long ones take longer than all that the index knows.
func (f *positionFilter) replayed(open, result *roaring.Bitmap, keep Keep) {
	f.mu.Lock()
	defer f.mu.Unlock()
	open.AndNot(f.not)
	if keep == KeepNone {
		result.Or(roaring.And(open, f.has))
		open.AndNot(f.has)
	}
}

// remember keeps what replays have told.
func (f *positionFilter) remember(has, not []uint32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.has.AddMany(has)
	f.not.AddMany(not)
}

// hits returns what is known or was kept, or replays the game again.
func (f *positionFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	if f.known != nil && f.known.certain.ContainsInt(local) {
		h := f.known.hit(local)
		h.Game = b.ID(local)
		return append(list, h), nil
	}
	found := b.found[f][local]
	if b.keep == KeepNone {
		err := f.search(func(s positionSearcher) (err error) {
			found, err = s.find(f.segment, local, KeepAll)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, h := range found {
		h.Game = b.ID(local)
		list = append(list, h)
	}
	return list, nil
}
