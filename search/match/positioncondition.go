package match

import (
	"context"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
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
	return &positionFilter{positionCondition: c, segment: s}
}

// positionFilter replays the games that the index offers, unless it knows of them.
type positionFilter struct {
	*positionCondition
	segment *store.Segment

	looked sync.Once // guards what follows, see offered
	offers offer

	once   sync.Once   // guards what follows
	known  *knownGames // nil if nothing is known
	open   *roaring.Bitmap
	failed error

	mu       sync.Mutex      // guards what follows
	has, not *roaring.Bitmap // of the open games, in which it came up when they were replayed, and did not; nil for none yet
}

// An offer is what the index of positions of a segment has for a key.
type offer struct {
	key      position.Key
	games    int            // candidates
	meeting  store.KeyGames // what is known of them without a replay
	verified bool           // there is a meeting
}

// offered looks into the index, once.
func (f *positionFilter) offered() *offer {
	f.looked.Do(func() {
		o := &f.offers
		o.key = f.indexed()
		if o.meeting, o.verified = f.segment.Verified(o.key); o.verified {
			o.games = o.meeting.Len()
		} else {
			o.games = f.segment.Offers(o.key)
		}
	})
	return &f.offers
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
		offered := f.offered()
		if offered.games == 0 {
			f.open = roaring.New()
			return
		}
		games := f.segment.Positions(offered.key)
		if offered.verified {
			f.failed = f.search(func(s positionSearcher) (err error) {
				if s, ok := s.(codeReader); ok {
					f.known, err = s.readCodes(f.segment, games, offered.meeting)
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
	return f.offered().verified
}

// A roomy searcher is lent memory while it searches.
type roomy interface {
	enter()
	leave()
}

// search calls find with a searcher that nobody else is using.
func (c *positionCondition) search(find func(positionSearcher) error) error {
	s, ok := c.searches.Get().(positionSearcher)
	if !ok {
		s = c.searcher()
	}
	defer c.searches.Put(s)
	if room, ok := s.(roomy); ok {
		room.enter()
		defer room.leave()
	}
	return find(s)
}

func (f *positionFilter) cost() cost {
	if w, ok := f.askedPosition.(unindexed); ok && w.unindexed() {
		return costReplay
	}
	switch {
	case f.quick():
		return costKnown
	case f.offered().games <= fewCandidates:
		return costFew
	}
	return costPosition
}

// fewCandidates are as many games as are replayed at once.
const fewCandidates = 256

func (f *positionFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	if err := f.begin(); err != nil {
		return nil, err
	}
	if b.keep != KeepNone && b.keep != KeepAll {
		b.ranges, b.known = make([]replyRange, 0, 1), f.known
	}
	open := roaring.And(f.open, mask)
	if f.known == nil && open.IsEmpty() {
		b.figure(&f.figures, 0, 0, start)
		return open, nil
	}
	result := roaring.New()
	if f.known != nil {
		result = roaring.And(f.known.certain, mask)
	}
	candidates := open.GetCardinality() + result.GetCardinality()
	f.replayed(open, result, b.keep)
	var found boardHits
	if b.keep == KeepAll {
		found = make(boardHits)
		b.keepHits(f, found)
	}
	var has, not []uint32 // of those that are replayed
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
	b.figure(&f.figures, candidates, result.GetCardinality(), start)
	return result, nil
}

// replayed takes out of the open games those of which a replay has told already what is wanted,
// and adds them to the result if the position came up: which records are of one game is asked
// of the same games again, and long ones take longer than all that the index knows.
func (f *positionFilter) replayed(open, result *roaring.Bitmap, keep Keep) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.has == nil {
		return
	}
	open.AndNot(f.not)
	if keep == KeepNone {
		result.Or(roaring.And(open, f.has))
		open.AndNot(f.has)
	}
}

// remember keeps what replays have told.
func (f *positionFilter) remember(has, not []uint32) {
	if len(has)+len(not) == 0 {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.has == nil {
		f.has, f.not = roaring.New(), roaring.New()
	}
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
