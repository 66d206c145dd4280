package mirror_test

import (
	"bytes"
	"context"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/store"
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

// onceEach is a store in memory that keeps contents of one digest once, whatever they are called:
// stubs of segments are all alike.
type onceEach struct {
	objects.Store // of everything but contents

	mu   sync.Mutex // protects what follows
	text map[string][]byte
	tags map[string]bool // keys
}

// sameText returns what tells contents from others; "" of what is no contents.
func sameText(key string) string {
	name, ok := strings.CutPrefix(key, "data/")
	if !ok {
		return ""
	}
	digest, _, _ := strings.Cut(name, "-")
	return digest
}

func (o *onceEach) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	digest := sameText(key)
	if digest == "" {
		return o.Store.Get(ctx, key, offset, length)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.tags[key] {
		return nil, objects.Info{}, objects.ErrNotExist
	}
	text := o.text[digest]
	info := objects.Info{Key: key, Size: int64(len(text)), Tag: "one"}
	text = text[min(offset, info.Size):]
	if length >= 0 {
		text = text[:min(length, int64(len(text)))]
	}
	return io.NopCloser(bytes.NewReader(text)), info, nil
}

func (o *onceEach) PutIfAbsent(ctx context.Context, key string, b objects.Body) (string, error) {
	digest := sameText(key)
	if digest == "" {
		return o.Store.PutIfAbsent(ctx, key, b)
	}
	text, err := io.ReadAll(io.NewSectionReader(b, 0, b.Size()))
	if err != nil {
		return "", err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tags[key] {
		return "", objects.ErrExists
	}
	o.tags[key] = true
	if o.text[digest] == nil {
		o.text[digest] = text
	}
	return "one", nil
}

// What a commit that adds a segment asks of the store and writes into it hardly depends on how
// many segments there are: a page and what is new, and a line for each 64 segments.
// KIFUDB_SEGMENTS=5000 measures so many.
func TestCommitCost(t *testing.T) {
	type cost struct {
		requests int
		written  int64
	}
	many := testsize.Of(1000, 300)
	if text := os.Getenv("KIFUDB_SEGMENTS"); text != "" {
		var err error
		if many, err = strconv.Atoi(text); err != nil || many < 65 {
			t.Fatalf("KIFUDB_SEGMENTS=%s: want a number from 65 on", text)
		}
	}
	costs := map[int]cost{}
	for _, n := range []int{65, many} {
		one := &onceEach{Store: objects.NewFolder(t.TempDir()), text: map[string][]byte{}, tags: map[string]bool{}}
		s := &counting{Store: one, requests: map[string]int{}}
		m := open(t, s, mirror.Options{Cache: t.TempDir(), Create: true})
		if err := m.Change(t.Context(), addingStubs(t, n)); err != nil {
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
	// A page more or less filled, a manifest with more or fewer entries, and for each other page
	// its name; for each segment nothing, as each has more than 500 bytes in its page.
	if most := few.written + 50<<10 + int64(many/64)*200; lots.written > most || few.written < 1<<10 {
		t.Errorf("with %d segments a commit writes %d bytes, more than %d; with 65 %d", many, lots.written, most, few.written)
	}
}

// addingStubs adds segments in one commit that are all alike: one that has a game, and what
// adopting it again and again makes.
func addingStubs(t *testing.T, n int) mirror.Change {
	return mirror.Change{Make: func(work mirror.Work) error {
		db, err := store.Open(work.Dir, nil)
		if err != nil {
			return err
		}
		defer db.Close()
		w, err := db.Writer(indexer.Derive)
		if err != nil {
			return err
		}
		defer w.Close()
		ctx := context.Background()
		game, err := indexer.Derive(store.Record{Raw: []byte("(;PB[black];B[pd])"), Charset: store.Charset{Name: "UTF-8"}})
		if err != nil {
			return err
		}
		if _, err := w.Add(ctx, game); err != nil {
			return err
		}
		if err := w.Commit(ctx); err != nil {
			return err
		}
		from := filepath.Join(t.TempDir(), "archive")
		if err := os.CopyFS(from, os.DirFS(work.Dir)); err != nil {
			return err
		}
		contents, err := store.ReadContents(from)
		if err != nil {
			return err
		}
		for range n - 1 {
			if _, err := w.Adopt(ctx, from, contents.Segments[0].Name); err != nil {
				return err
			}
		}
		return nil
	}}
}

// A commit that somebody else was faster than is made again without putting once more what was
// put for it: of a segment that is taken over only the header is another.
func TestLostCommitCost(t *testing.T) {
	folder := objects.NewFolder(t.TempDir())
	first := open(t, folder, mirror.Options{Cache: t.TempDir(), Create: true})
	add(t, first, "the first")
	other := open(t, folder, mirror.Options{Cache: t.TempDir()})
	s := &counting{Store: &faster{Store: folder, do: func() { add(t, other, "theirs") }}, requests: map[string]int{}}
	m := open(t, s, mirror.Options{Cache: t.TempDir()})
	written := map[string]int64{}
	change := adding("mine")
	change.Again = func(ctx context.Context, w, mine mirror.Work, base *store.Contents) (func(), error) {
		written["first"] = s.written
		db, err := store.Open(w.Dir, nil)
		if err != nil {
			return nil, err
		}
		defer db.Close()
		writer, err := db.Writer(indexer.Derive)
		if err != nil {
			return nil, err
		}
		defer writer.Close()
		made, err := store.ReadContents(mine.Dir)
		if err != nil {
			return nil, err
		}
		_, err = writer.Adopt(ctx, mine.Dir, made.Segments[len(made.Segments)-1].Name)
		return func() {}, err
	}
	s.reset()
	if err := m.Change(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	if state, err := m.State(); err != nil || len(state.Segments) != 3 {
		t.Fatalf("%+v, %v", state, err)
	}
	again := s.written - written["first"]
	t.Logf("%d bytes were written at first, %d when somebody else had been faster", written["first"], again)
	if written["first"] == 0 || again > written["first"]/2 {
		t.Errorf("%d bytes were written at first, %d when somebody else had been faster", written["first"], again)
	}
	third := open(t, folder, mirror.Options{Cache: t.TempDir()})
	if checked, err := third.Check(t.Context()); err != nil || len(checked.Faults) > 0 {
		t.Errorf("%+v, %v", checked, err)
	}
}

// faster is a store in which somebody else commits just before the first commit that is tried.
type faster struct {
	objects.Store
	once sync.Once
	do   func()
}

func (f *faster) PutIfAbsent(ctx context.Context, key string, b objects.Body) (string, error) {
	if strings.HasPrefix(key, "commits/") {
		f.once.Do(f.do)
	}
	return f.Store.PutIfAbsent(ctx, key, b)
}
