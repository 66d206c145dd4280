package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/archive/objects"
	"kifudb/search"
)

// A leavingStore can go away.
type leavingStore struct {
	objects.Store
	away atomic.Bool
}

func (s *leavingStore) here() error {
	if s.away.Load() {
		return fmt.Errorf("connection refused: %w", objects.ErrTemporary)
	}
	return nil
}

func (s *leavingStore) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	if err := s.here(); err != nil {
		return nil, objects.Info{}, err
	}
	return s.Store.Get(ctx, key, offset, length)
}

func (s *leavingStore) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	if err := s.here(); err != nil {
		return func(yield func(objects.Info, error) bool) { yield(objects.Info{}, err) }
	}
	return s.Store.List(ctx, prefix)
}

// A keeper has all that a store has, and answers nothing.
type keeper struct{ objects.Store }

func (k keeper) Searcher(context.Context, string, []archive.SegmentState) (search.Searcher, error) {
	return nil, errors.New("nobody answers")
}

func (k keeper) Kept(context.Context, string) (objects.Store, error) { return k.Store, nil }

// While the store is away, each page says so, also one of a single game.
func TestPagesSayAsOf(t *testing.T) {
	_, folder := served(t, nil)
	store := &leavingStore{Store: objects.NewFolder(t.TempDir())}
	o := archive.Options{
		Objects: func(string) (objects.Store, error) { return store, nil }, Cache: archive.Cache{Dir: t.TempDir()}, Reach: 50 * time.Millisecond,
		Engine: keeper{store.Store}, AsOfLast: true,
	}
	const location = "objects:leaving"
	if _, err := archive.Copy(t.Context(), folder.Location(), location, &o, nil); err != nil {
		t.Fatal(err)
	}
	a, err := archive.Open(location, &o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	s, err := New(a, &Options{})
	if err != nil {
		t.Fatal(err)
	}
	says := func(target string) int {
		return strings.Count(request(s, "GET", target, nil).Body.String(), "; the store cannot be reached")
	}
	pages := []string{"/game/7", "/game/7@4", "/game/7/record", "/archive", "/nothing/here", "/explain?q=x"}
	for _, page := range pages {
		if n := says(page); n != 0 {
			t.Errorf("%s says it %d times while the store is there", page, n)
		}
	}
	store.away.Store(true)
	deadline := time.Now().Add(time.Minute) // what is known is believed for a moment
	for says("/game/7") == 0 && time.Now().Before(deadline) {
		time.Sleep(50 * time.Millisecond)
	}
	for _, page := range pages {
		if n := says(page); n != 1 {
			t.Errorf("%s says it %d times while the store is away", page, n)
		}
	}
}
