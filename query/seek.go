package query

import (
	"context"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store"
)

// rules are what pos: needs to know of a game. Another game is another file
// with its rules, and their line in allRules.
type rules interface {
	// game returns SGF's number.
	game() uint8
	// reads reports whether a text is written as positions of the game are,
	// and what is wrong with it.
	reads(text string) (mine bool, err error)
	// seek returns the position that a text describes, to be found as the
	// options of a term want it.
	seek(b *Board, text string) (sought, error)
	// seekAt returns the position at a place in a game. Its errors continue
	// "game 12".
	seekAt(b *Board, s *store.Segment, local int, at moveRef) (sought, error)
}

// allRules lists the games. A text is offered to one after the other.
func allRules() []rules { return []rules{shogiRules{}, goRules{}} }

// A sought position is what a pos: term asks for. It is safe for concurrent
// use.
type sought interface {
	// indexed returns the key by which the index knows the games in which it
	// may have come up.
	indexed() position.Key
	searcher() searcher
	shown() Asked
}

// A searcher looks for a position in games, in one goroutine.
type searcher interface {
	// find replays a game and returns the nodes at which the position comes
	// up, and unless every one is wanted only the first on its path. With
	// keepNone the first of all will do. What it returns lasts to the next
	// call, but with keepAll for ever.
	find(s *store.Segment, local int, k keep) ([]Hit, error)
}

// A meeter is a searcher that can make use of what the index knows of games.
type meeter interface {
	meet(s *store.Segment, games []uint16, m store.Meeting) (*meetings, error)
}

// seek is the condition that a position came up in a game.
type seek struct {
	sought
	figures  Figures
	searches sync.Pool // of searcher
}

func newSeek(b *Board, wanted sought) *seek {
	return &seek{sought: wanted, figures: Figures{Term: printNode(b), Index: "positions"}}
}

func (c *seek) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *seek) open(s *store.Segment) filter { return &seekFilter{seek: c, segment: s} }

// seekFilter replays the games that the index offers, unless it knows of them.
type seekFilter struct {
	*seek
	segment *store.Segment

	once   sync.Once // guards what follows
	known  *meetings // nil if nothing is known
	open   *roaring.Bitmap
	failed error
}

// begin asks the index.
func (f *seekFilter) begin() error {
	f.once.Do(func() {
		games := f.segment.Positions(f.indexed())
		if m, ok := f.segment.Verified(f.indexed()); ok {
			f.failed = f.search(func(s searcher) (err error) {
				if s, ok := s.(meeter); ok {
					f.known, err = s.meet(f.segment, games, m)
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
func (f *seekFilter) quick() bool {
	if w, ok := f.sought.(*whole); !ok || w.board.Ko != "" {
		return false
	}
	_, ok := f.segment.Verified(f.indexed())
	return ok
}

// search calls find with a searcher that nobody else is using.
func (c *seek) search(find func(searcher) error) error {
	s, ok := c.searches.Get().(searcher)
	if !ok {
		s = c.searcher()
	}
	defer c.searches.Put(s)
	return find(s)
}

func (f *seekFilter) cost() cost {
	if f.quick() {
		return costKnown
	}
	return costPosition
}

func (f *seekFilter) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
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
	found := make(boardHits)
	if b.keep == keepReplies {
		b.ranges, b.known = make([]followedRange, 0, 1), f.known
	}
	err := f.search(func(s searcher) error {
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
				continue
			}
			result.Add(uint32(local))
			switch b.keep {
			case keepReplies:
				from := len(b.followed)
				b.followed = appendFollowed(b.followed, hits)
				b.ranges = append(b.ranges, followedRange{local, from, len(b.followed)})
			case keepAll:
				found[local] = hits
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if b.keep == keepAll {
		b.found[f] = found
	}
	b.figure(&f.figures, candidates, result.GetCardinality(), start)
	return result, nil
}

// hits returns what is known or was kept, or replays the game again.
func (f *seekFilter) hits(_ context.Context, b *block, local int, list []Hit) ([]Hit, error) {
	if f.known != nil && f.known.certain.ContainsInt(local) {
		h := f.known.hit(local)
		h.Game = b.id(local)
		return append(list, h), nil
	}
	found := b.found[f][local]
	if b.keep == keepNone {
		err := f.search(func(s searcher) (err error) {
			found, err = s.find(f.segment, local, keepAll)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	for _, h := range found {
		h.Game = b.id(local)
		list = append(list, h)
	}
	return list, nil
}
