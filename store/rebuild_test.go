package store

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestRebuildSame rebuilds what is up to date.
func TestRebuildSame(t *testing.T) {
	db := newDB(t, nil)
	if err := db.Rebuild(t.Context(), derive, nil); err != nil {
		t.Errorf("empty archive: %v", err)
	}
	w := newWriter(t, db)
	addGames(t, w, 0, 50)
	commit(t, w)
	if err := db.Rebuild(t.Context(), derive, nil); !errors.Is(err, ErrLocked) {
		t.Errorf("rebuild beside a writer: %v, want ErrLocked", err)
	}
	before, list := w.manifest.Segments[0], listOf(t, w, 0)
	if err := errors.Join(w.Close(), db.Rebuild(t.Context(), derive, nil)); err != nil {
		t.Fatal(err)
	}
	after := newWriter(t, db)
	if got := after.manifest.Segments[0]; got.Name == before.Name {
		t.Errorf("segment %s was not built anew", got.Name)
	}
	if diff := cmp.Diff(list, listOf(t, after, 0)); diff != "" {
		t.Errorf("rebuilt (-was +is):\n%s", diff)
	}
}

// TestRebuildCanceled: what is built by then stays built.
func TestRebuildCanceled(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 6)
	commit(t, w)
	addGames(t, w, 6, 9)
	commit(t, w)
	before := slices.Clone(w.manifest.Segments)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	want := stateOf(t, db)
	ctx, cancel := context.WithCancel(t.Context())
	err := db.Rebuild(ctx, derive, func(done, total int) {
		if total != 9 {
			t.Errorf("%d games to build, want 9", total)
		}
		if done == 6 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("canceled after the first segment: %v", err)
	}
	m, err := readManifest(db.dir)
	if err != nil {
		t.Fatal(err)
	}
	if m.Segments[0].Name == before[0].Name || m.Segments[1].Name != before[1].Name {
		t.Errorf("the segments are %s and %s, they were %s and %s", m.Segments[0].Name, m.Segments[1].Name, before[0].Name, before[1].Name)
	}
	if got := stateOf(t, db); got != want {
		t.Errorf("half rebuilt (-want +got):\n%s", cmp.Diff(want, got))
	}
}
