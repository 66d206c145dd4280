// Package objectstest is what every implementation of objects.Store must pass, and a store
// that fails in all the ways in which stores fail. Only tests import it.
package objectstest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"kifudb/archive/objects"
)

// writers is how many write at once.
const writers = 32

// Conform tests a store that is empty.
func Conform(t *testing.T, s objects.Store) {
	ctx := t.Context()
	t.Run("one object", func(t *testing.T) { one(ctx, t, s) })
	t.Run("ranges", func(t *testing.T) { ranges(ctx, t, s) })
	t.Run("list", func(t *testing.T) { list(ctx, t, s) })
	t.Run("conditions", func(t *testing.T) { conditions(ctx, t, s) })
	t.Run("one of many is first", func(t *testing.T) { first(ctx, t, s) })
	t.Run("one of many replaces", func(t *testing.T) { replace(ctx, t, s) })
	t.Run("probe", func(t *testing.T) {
		if err := objects.Probe(ctx, s); err != nil {
			t.Error(err)
		}
		for info, err := range s.List(ctx, objects.ProbePrefix) {
			t.Errorf("the probe leaves %s, %v", info.Key, err)
		}
	})
}

func read(ctx context.Context, s objects.Store, key string, offset, length int64) (string, objects.Info, error) {
	r, info, err := s.Get(ctx, key, offset, length)
	if err != nil {
		return "", info, err
	}
	text, err := io.ReadAll(r)
	return string(text), info, errors.Join(err, r.Close())
}

func one(ctx context.Context, t *testing.T, s objects.Store) {
	const key = "one/a.b-c_1"
	if _, _, err := read(ctx, s, key, 0, -1); !errors.Is(err, objects.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
	tag, err := s.PutIfAbsent(ctx, key, objects.Text([]byte("text")))
	if err != nil || tag == "" {
		t.Fatalf("tag %q, %v", tag, err)
	}
	text, info, err := read(ctx, s, key, 0, -1)
	if err != nil || text != "text" || info.Tag != tag || info.Size != 4 {
		t.Errorf("%q, %+v, %v; tag %s", text, info, err, tag)
	}
	if since := time.Since(info.Modified); since > time.Minute || since < -time.Minute {
		t.Errorf("modified %v", info.Modified)
	}
	for range 2 { // the second time it is gone already
		if err := s.Delete(ctx, key); err != nil {
			t.Error(err)
		}
	}
	if _, _, err := read(ctx, s, key, 0, -1); !errors.Is(err, objects.ErrNotExist) {
		t.Errorf("after it was deleted: %v", err)
	}
	canceled, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := read(canceled, s, key, 0, -1); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %v", err)
	}
}

func ranges(ctx context.Context, t *testing.T, s objects.Store) {
	large := make([]byte, 20<<20) // more than clients send in one part
	r := rand.NewChaCha8([32]byte{1})
	_, _ = r.Read(large)
	if _, err := s.PutIfAbsent(ctx, "large", objects.Text(large)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ offset, length, want int64 }{
		{0, -1, 20 << 20}, {0, 1, 1}, {1, 1, 1}, {5 << 20, -1, 15 << 20}, {5, 7, 7}, {20<<20 - 3, 10, 3}, {20 << 20, 5, 0}, {0, 0, 0},
	} {
		text, info, err := read(ctx, s, "large", c.offset, c.length)
		if err != nil || info.Size != 20<<20 || !bytes.Equal([]byte(text), large[c.offset:c.offset+c.want]) {
			t.Errorf("%d bytes from %d: got %d, %+v, %v", c.length, c.offset, len(text), info, err)
		}
	}
}

func list(ctx context.Context, t *testing.T, s objects.Store) {
	const n = 1100 // more than a page of S3
	var group sync.WaitGroup
	for w := range 8 {
		group.Go(func() {
			for i := w; i < n; i += 8 {
				if _, err := s.PutIfAbsent(ctx, fmt.Sprintf("list/%04d", i), objects.Text(make([]byte, 1+i%3))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	i := 0
	for info, err := range s.List(ctx, "list/") {
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("list/%04d", i); info.Key != want || info.Size != int64(1+i%3) || info.Modified.IsZero() {
			t.Fatalf("got %+v, want %s", info, want)
		}
		i++
	}
	if i != n {
		t.Errorf("%d objects are listed", i)
	}
	for info, err := range s.List(ctx, "list/010") { // a part of a name
		if err != nil || info.Key < "list/0100" || info.Key > "list/0109" {
			t.Errorf("%s, %v", info.Key, err)
		}
		i++
		if info.Key == "list/0104" {
			break // nobody is left waiting
		}
	}
	if i != n+5 {
		t.Errorf("%d of a part are listed", i-n)
	}
	for info, err := range s.List(ctx, "nothing/") {
		t.Errorf("%s, %v", info.Key, err)
	}
}

func conditions(ctx context.Context, t *testing.T, s objects.Store) {
	const key = "conditions"
	if _, err := s.PutIfMatch(ctx, key, "0123456789abcdef0123456789abcdef", objects.Text([]byte("x"))); !errors.Is(err, objects.ErrChanged) {
		t.Errorf("replacing what is not there: %v", err)
	}
	tag, err := s.PutIfAbsent(ctx, key, objects.Text([]byte("first")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.PutIfAbsent(ctx, key, objects.Text([]byte("other"))); !errors.Is(err, objects.ErrExists) {
		t.Errorf("making what is there: %v", err)
	}
	newTag, err := s.PutIfMatch(ctx, key, tag, objects.Text([]byte("third")))
	if err != nil || newTag == tag {
		t.Fatalf("tags %s and %s, %v", tag, newTag, err)
	}
	if _, err := s.PutIfMatch(ctx, key, tag, objects.Text([]byte("fourth"))); !errors.Is(err, objects.ErrChanged) {
		t.Errorf("replacing what has been replaced: %v", err)
	}
	if text, info, err := read(ctx, s, key, 0, -1); text != "third" || info.Tag != newTag || err != nil {
		t.Errorf("%q, %+v, %v", text, info, err)
	}
}

// contend has all writers do something at once, again and again; one must win each time.
func contend(t *testing.T, rounds int, lost error, write func(round, writer int) error, check func(round, winner int)) {
	for round := range rounds {
		var group sync.WaitGroup
		errs := make([]error, writers)
		start := make(chan struct{})
		for w := range writers {
			group.Go(func() {
				<-start
				for errs[w] = write(round, w); errors.Is(errs[w], objects.ErrTemporary); errs[w] = write(round, w) {
					time.Sleep(time.Millisecond) // S3 says Conflict where it cannot decide
				}
			})
		}
		close(start)
		group.Wait()
		winner, winners := 0, 0
		for w, err := range errs {
			if err == nil {
				winner = w
				winners++
			} else if !errors.Is(err, lost) {
				t.Errorf("round %d, writer %d: %v", round, w, err)
			}
		}
		if winners != 1 {
			t.Fatalf("round %d: %d of %d writers won", round, winners, writers)
		}
		check(round, winner)
	}
}

func first(ctx context.Context, t *testing.T, s objects.Store) {
	key := func(round int) string { return fmt.Sprintf("race/%d", round) }
	text := func(writer int) string { return fmt.Sprintf("writer %d", writer) }
	contend(t, 4, objects.ErrExists, func(round, writer int) error {
		_, err := s.PutIfAbsent(ctx, key(round), objects.Text([]byte(text(writer))))
		return err
	}, func(round, winner int) {
		if got, _, err := read(ctx, s, key(round), 0, -1); got != text(winner) || err != nil {
			t.Errorf("%q is there, %v; writer %d was told that it won", got, err, winner)
		}
	})
}

func replace(ctx context.Context, t *testing.T, s objects.Store) {
	tag, err := s.PutIfAbsent(ctx, "replaced", objects.Text([]byte("-")))
	if err != nil {
		t.Fatal(err)
	}
	text := func(round, writer int) string { return fmt.Sprintf("round %d, writer %d", round, writer) }
	contend(t, 4, objects.ErrChanged, func(round, writer int) error {
		_, err := s.PutIfMatch(ctx, "replaced", tag, objects.Text([]byte(text(round, writer))))
		return err
	}, func(round, winner int) {
		got, info, err := read(ctx, s, "replaced", 0, -1)
		if got != text(round, winner) || err != nil {
			t.Errorf("%q is there, %v; writer %d was told that it won", got, err, winner)
		}
		tag = info.Tag
	})
}
