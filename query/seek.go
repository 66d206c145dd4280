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

// seek is the condition that a position came up in a game.
type seek struct {
	sought
	figures Figures
}

func newSeek(b *Board, wanted sought) *seek {
	return &seek{sought: wanted, figures: Figures{Term: printNode(b), Index: "positions"}}
}

func (c *seek) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *seek) open(s *store.Segment) filter { return &seekFilter{seek: c, segment: s} }

// seekFilter replays the games that the index offers.
type seekFilter struct {
	*seek
	segment *store.Segment

	once       sync.Once // guards the candidates
	candidates *roaring.Bitmap
	searchers  sync.Pool // of searcher
}

// search calls find with a searcher that nobody else is using.
func (f *seekFilter) search(find func(searcher) error) error {
	s, ok := f.searchers.Get().(searcher)
	if !ok {
		s = f.searcher()
	}
	defer f.searchers.Put(s)
	return find(s)
}

func (*seekFilter) cost() cost { return costPosition }

func (f *seekFilter) narrow(ctx context.Context, b *block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	f.once.Do(func() {
		f.candidates = roaring.New()
		for _, local := range f.segment.Positions(f.indexed()) {
			f.candidates.Add(uint32(local))
		}
	})
	candidates := roaring.And(f.candidates, mask)
	result := roaring.New()
	found := make(boardHits)
	kept := keepNone
	if b.keep != keepNone {
		kept = keepAll
	}
	err := f.search(func(s searcher) error {
		looked := 0
		for local := range iterate(candidates) {
			if looked++; looked%32 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			hits, err := s.find(f.segment, local, kept)
			if err != nil {
				return err
			}
			if len(hits) == 0 {
				continue
			}
			result.Add(uint32(local))
			if kept == keepAll {
				found[local] = hits
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if kept == keepAll {
		b.found[f] = found
	}
	f.figures.add(candidates.GetCardinality(), result.GetCardinality(), start)
	return result, nil
}

// hits returns what was kept, or replays the game again.
func (f *seekFilter) hits(_ context.Context, b *block, local int, list []Hit) ([]Hit, error) {
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
