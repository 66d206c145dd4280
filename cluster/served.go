package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"

	"kifudb/archive"
	"kifudb/search"
	"kifudb/store"
)

// Serving is an archive as nodes serve it. Size bounds the cache of one in an object store.
func Serving(a *archive.Archive, size int64) Archive { return &served{archive: a, size: size} }

type served struct {
	archive *archive.Archive
	size    int64
	held    atomic.Int64 // bytes of the segments that are held
}

func (s *served) State(ctx context.Context) (*State, error) {
	state, err := s.archive.State(ctx)
	if err != nil {
		return nil, err
	}
	return stateOf(state), nil
}

// stateOf keeps what matters here; the whole state is in the order of games, as here.
func stateOf(s *archive.State) *State {
	state := &State{Archive: s.Archive, Generation: s.Generation, Clusters: s.Clusters, whole: s}
	for _, g := range s.Segments {
		state.Segments = append(state.Segments, Segment{g.Name, g.Live})
	}
	return state
}

func (s *served) Part(ctx context.Context, state *State, names []string) (Part, error) {
	whole, ok := state.whole.(*archive.State)
	if !ok {
		return nil, errors.New("this state is not of this archive")
	}
	h, err := s.archive.Hold(ctx, whole, names)
	if err != nil {
		if archive.IsStale(err) {
			err = fmt.Errorf("%w: %w", ErrPast, err)
		}
		return nil, err
	}
	p := &holdingPart{holding: h, searcher: h.Searcher(), bases: map[string]store.GameID{}, names: map[store.GameID]string{}}
	held := int64(0)
	for _, g := range whole.Segments {
		if slices.Contains(names, g.Name) {
			held += g.Bytes
		}
		p.bases[g.Name], p.names[g.Base] = g.Base, g.Name
	}
	s.held.Store(held)
	return p, nil
}

// Object implements objectKeeper.
func (s *served) Object(key string, offset, length int64) ([]byte, int64, error) {
	return s.archive.Object(key, offset, length)
}

// Cache says what is held of an archive in an object store; of a folder nothing is fetched.
func (s *served) Cache() Cache {
	if !archive.InStore(s.archive.Location()) {
		return Cache{}
	}
	return Cache{s.held.Load(), s.size}
}

// holdingPart answers about segments that the archive holds for it.
type holdingPart struct {
	holding  *archive.Holding
	searcher *search.Local
	bases    map[string]store.GameID
	names    map[store.GameID]string
}

func (p *holdingPart) Close() error { return p.holding.Close() }

func (p *holdingPart) Searcher(names []string) (search.Searcher, error) {
	found := 0
	only := p.searcher.Only(func(g *store.Segment) bool {
		here := slices.Contains(names, p.names[g.Base()])
		if here {
			found++
		}
		return here
	})
	if found != len(names) {
		return nil, fmt.Errorf("%d of %d segments are not held", len(names)-found, len(names))
	}
	return &heldSearcher{only, p, names}, nil
}

// heldSearcher says of which segments it is that something cannot be read.
type heldSearcher struct {
	search.Searcher
	part  *holdingPart
	names []string
}

func (s *heldSearcher) Search(ctx context.Context, batch []*search.Question, watch func([]*search.Partial)) ([]*search.Partial, error) {
	answer, err := s.Searcher.Search(ctx, batch, watch)
	if err == nil || !errors.Is(err, store.ErrCorrupt) {
		return answer, err
	}
	var damaged []string
	for _, g := range s.part.holding.Snapshot().Segments() {
		if name := s.part.names[g.Base()]; g.Err() != nil && slices.Contains(s.names, name) {
			damaged = append(damaged, name)
		}
	}
	return nil, &DamagedError{damaged, err}
}
