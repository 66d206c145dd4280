package mirror_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"strings"
	"sync"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/mirror"
	"kifudb/objects"
)

// counting counts what is asked of a store.
type counting struct {
	objects.Store

	mu       sync.Mutex // protects what follows
	requests map[string]int
	written  int64 // bytes
}

func (c *counting) count(operation string, bytes int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests[operation]++
	c.written += bytes
}

func (c *counting) reset() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests, c.written = map[string]int{}, 0
}

func (c *counting) all() (n int) {
	for _, one := range c.requests {
		n += one
	}
	return n
}

func (c *counting) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	kind, _, _ := strings.Cut(key, "/")
	c.count("get "+kind, 0)
	return c.Store.Get(ctx, key, offset, length)
}

func (c *counting) PutIfAbsent(ctx context.Context, key string, b objects.Body) (string, error) {
	kind, _, _ := strings.Cut(key, "/")
	c.count("put "+kind, b.Size())
	return c.Store.PutIfAbsent(ctx, key, b)
}

func (c *counting) PutIfMatch(ctx context.Context, key, tag string, b objects.Body) (string, error) {
	c.count("put "+key, b.Size())
	return c.Store.PutIfMatch(ctx, key, tag, b)
}

func (c *counting) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	c.count("list", 0)
	return c.Store.List(ctx, prefix)
}

func (c *counting) Delete(ctx context.Context, key string) error {
	c.count("delete", 0)
	return c.Store.Delete(ctx, key)
}

// What a commit that adds a segment asks of the store and writes into it hardly depends on how
// many segments there are: a page and what is new, and a line for each 64 segments.
func TestCommitCost(t *testing.T) {
	type cost struct {
		requests int
		written  int64
	}
	many := testsize.Of(1000, 200)
	costs := map[int]cost{}
	for _, n := range []int{65, many} {
		s := &counting{Store: objects.NewFolder(t.TempDir()), requests: map[string]int{}}
		m := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
		var names []string
		for i := range n {
			names = append(names, fmt.Sprint("black ", i))
		}
		if err := m.Change(t.Context(), adding(names...)); err != nil {
			t.Fatal(err)
		}
		if state, err := m.State(); err != nil || len(state.Segments) != n {
			t.Fatalf("%d segments, not %d: %v", len(state.Segments), n, err)
		}
		add(t, m, "the first after") // which writes its manifest beside the whole one
		s.reset()
		add(t, m, "one more")
		if state, err := m.State(); err != nil || len(state.Segments) != n+2 {
			t.Fatalf("%d segments, not %d: %v", len(state.Segments), n+2, err)
		}
		costs[n] = cost{s.all(), s.written}
		t.Logf("%d segments: %d requests %v, %d bytes written", n, s.all(), s.requests, s.written)
	}
	few, lots := costs[65], costs[many]
	if lots.requests != few.requests {
		t.Errorf("with %d segments a commit takes %d requests, with 65 %d", many, lots.requests, few.requests)
	}
	// For each page its name, for each segment nothing. Pages are filled differently.
	if most := few.written + 64<<10 + int64(many/64)*256; lots.written > most || few.written < 1<<10 {
		t.Errorf("with %d segments a commit writes %d bytes, with 65 %d", many, lots.written, few.written)
	}
}
