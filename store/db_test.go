package store

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRoundTrip(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	const n = 300
	for i := range n {
		id, err := w.Add(t.Context(), game(t, i))
		if err != nil {
			t.Fatal(err)
		}
		if got, known := w.Known(DigestOf([]byte(sgf(i)))); !known || got != id {
			t.Fatalf("Known of a game waiting to be committed: %d, %t; want %d", got, known, id)
		}
	}
	commit(t, w)
	s := newSnapshot(t, db)
	if got := s.Len(); got != n {
		t.Fatalf("%d games, want %d", got, n)
	}
	for i := range n {
		compareGame(t, s, GameID(i+1), game(t, i))
	}
}

// compareGame compares everything that a snapshot says of a game.
func compareGame(t testing.TB, s *Snapshot, id GameID, want *Game) {
	t.Helper()
	g, local, ok := s.Segment(id)
	if !ok {
		t.Fatalf("no game %d", id)
	}
	r, err := g.Record(local)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Record, r); diff != "" {
		t.Errorf("game %d: record (-want +got):\n%s", id, diff)
	}
	if diff := cmp.Diff(want.Info, g.Info(local)); diff != "" {
		t.Errorf("game %d: info (-want +got):\n%s", id, diff)
	}
	if diff := cmp.Diff(want.Facts, g.Facts(local)); diff != "" {
		t.Errorf("game %d: facts (-want +got):\n%s", id, diff)
	}
	if got := g.Digest(local); got != want.Digest {
		t.Errorf("game %d: digest %v, want %v", id, got, want.Digest)
	}
	script, err := g.Script(local)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(script, want.Script) {
		t.Errorf("game %d: script %v, want %v", id, script, want.Script)
	}
	for _, key := range want.Keys {
		if !slices.Contains(g.Positions(key), uint16(local)) {
			t.Errorf("game %d: position %x is not found", id, key)
		}
	}
	if got, known := s.Known(want.Digest); !known || got != id {
		t.Errorf("Known: %d, %t; want %d", got, known, id)
	}
}
