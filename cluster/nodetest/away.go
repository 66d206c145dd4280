package nodetest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"kifudb/internal/durable"
	"kifudb/store"
)

// A Room has the segments of an archive elsewhere, and brings them into the archive's folder
// one at a time. It implements [store.Bringer].
type Room struct {
	*store.Snapshot // of the archive

	t             testing.TB
	folder, store string

	mu      sync.Mutex // protects what follows
	in      string     // the segment that is there, "" if there is none
	users   int
	Brought int // how often one was
}

// NewRoom returns a room with the segments of a snapshot. Its archive is a copy.
func NewRoom(t testing.TB, s *store.Snapshot) *Room {
	t.Helper()
	r := &Room{t: t, folder: filepath.Join(t.TempDir(), "archive"), store: t.TempDir()}
	err := os.CopyFS(r.folder, os.DirFS(s.Dir()))
	for _, g := range s.Segments() {
		if err == nil {
			err = (durable.Files{}).Rename(r.path(g.Name()), filepath.Join(r.store, g.Name()))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(r.folder, &store.Options{Bringer: r})
	if err != nil {
		t.Fatal(err)
	}
	if r.Snapshot, err = db.Snapshot(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Err(); err != nil {
			t.Error(err)
		}
		r.Close()
		db.Close()
	})
	return r
}

func (r *Room) path(segment string) string { return filepath.Join(r.folder, "segments", segment) }

// Need implements [store.Bringer].
func (r *Room) Need(_ context.Context, segment string, anyway bool) (release func() error, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.users > 0 && r.in != segment {
		if anyway {
			r.t.Errorf("segment %s has to come while %s is there", segment, r.in)
		}
		return nil, store.ErrNoRoom
	}
	if r.users++; r.users == 1 {
		r.Brought++
		r.in = segment
		if err := (durable.Files{}).Rename(filepath.Join(r.store, segment), r.path(segment)); err != nil {
			return nil, err
		}
	}
	return func() error {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.users--; r.users > 0 {
			return nil
		}
		return (durable.Files{}).Rename(r.path(segment), filepath.Join(r.store, segment))
	}, nil
}

// Roll implements [store.Bringer].
func (r *Room) Roll(ctx context.Context, segment string) (path string, err error) {
	path = filepath.Join(r.store, segment+".roll")
	if _, err := os.Lstat(path); err == nil {
		return path, nil
	}
	release, err := r.Need(ctx, segment, false)
	if err != nil {
		return "", err
	}
	defer release()
	return path, store.WriteRoll(r.folder, segment, path)
}
