package store

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// rewritten are test games by the ids under which they take the place of
// others: two of a segment, one that was removed, and one of another segment.
func rewritten(t testing.TB) map[GameID]*Game {
	return map[GameID]*Game{4: game(t, 100), 8: game(t, 101), 30: game(t, 102), 55: game(t, 103)}
}

// moved are games that have another place, of which one is removed.
func moved() map[GameID]Source {
	return map[GameID]Source{3: {Path: "elsewhere.sgf", Game: 1}, 9: {Path: "elsewhere.sgf"}, 60: {Path: "other.zip!/x.sgf", Game: 7}}
}

// TestChangeEqualsImport changes games and compares with an archive that has
// got the new records from the start.
func TestChangeEqualsImport(t *testing.T) {
	const n = 60
	want := newDB(t, nil)
	scratch := newWriter(t, want)
	for i := range n {
		id := GameID(i + 1)
		g := rewritten(t)[id]
		if place, ok := moved()[id]; ok {
			r := game(t, i).Record
			r.Source = place
			var err error
			if g, err = derive(r); err != nil {
				t.Fatal(err)
			}
		}
		if g == nil {
			g = game(t, i)
		}
		if _, err := scratch.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, scratch)
	if err := scratch.Remove(9); err != nil {
		t.Fatal(err)
	}

	for as, made := range []bool{true, true, false, false} { // games, or records of which they are to be derived
		indexed := as%2 == 0
		changes := &Changes{Games: map[GameID]*Game{}, Records: map[GameID]Record{}, Places: moved()}
		for id, g := range rewritten(t) {
			if made || id == 55 {
				changes.Games[id] = g
			} else {
				changes.Records[id] = g.Record
			}
		}
		db := newDB(t, nil)
		w := newWriter(t, db)
		for _, span := range [][2]int{{0, 40}, {40, n}} {
			addGames(t, w, span[0], span[1])
			if err := w.Commit(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if got := w.SegmentBase(n); got != 41 {
			t.Errorf("the segment of game %d begins with %d, want 41", n, got)
		}
		if indexed {
			commit(t, w)
		}
		if err := w.Remove(8, 9); err != nil {
			t.Fatal(err)
		}
		before := newSnapshot(t, db)
		if err := w.Change(t.Context(), changes); err != nil {
			t.Fatal(err)
		}
		compareGame(t, before, 4, game(t, 3))
		s := newSnapshot(t, db)
		if got, want := s.Generation(), before.Generation()+1; got != want {
			t.Errorf("generation %d after changes, want %d: one change", got, want)
		}
		if got := s.Text().Done(); got != indexed {
			t.Errorf("comments indexed: %t, they were: %t", got, indexed)
		}
		if _, known := w.Known(game(t, 8).Digest); known {
			t.Error("a removed game is live in its new place")
		}
		for id, g := range rewritten(t) {
			compareGame(t, s, id, g)
			if old, known := w.Known(game(t, int(id)-1).Digest); known {
				t.Errorf("game %d was rewritten and its old record is still known as %d", id, old)
			}
		}
		commit(t, w)
		if got, want := answers(t, newSnapshot(t, db)), answers(t, newSnapshot(t, want)); got != want {
			t.Errorf("changed archive differs (-imported +changed):\n%s", cmp.Diff(want, got))
		}
	}
}

func TestRewriteWaiting(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 5)
	commit(t, w)
	addGames(t, w, 5, 8)
	if err := w.Rewrite(t.Context(), map[GameID]*Game{2: game(t, 50), 7: game(t, 51)}); err != nil {
		t.Fatal(err)
	}
	s := newSnapshot(t, db)
	for id, n := range map[GameID]int{1: 0, 2: 50, 6: 5, 7: 51, 8: 7} {
		compareGame(t, s, id, game(t, n))
	}
	if got := s.Len(); got != 8 {
		t.Errorf("%d games, want 8", got)
	}
}

func TestRewriteErrors(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 10)
	commit(t, w)
	if err := w.Remove(3); err != nil {
		t.Fatal(err)
	}
	if err := w.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	generation := newSnapshot(t, db).Generation()
	tests := map[string]struct {
		ctx  context.Context
		id   GameID
		game *Game
		want error // nil: any
	}{
		"compacted away": {t.Context(), 3, game(t, 50), ErrGone},
		"never given":    {t.Context(), 11, game(t, 50), nil},
		"zero":           {t.Context(), 0, game(t, 50), nil},
		"no record":      {t.Context(), 4, new(Game), nil},
		"canceled":       {canceled, 4, game(t, 50), context.Canceled},
	}
	for name, test := range tests {
		err := w.Rewrite(test.ctx, map[GameID]*Game{5: game(t, 51), test.id: test.game})
		if err == nil || test.want != nil && !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want an error (%v)", name, err, test.want)
		}
	}
	if err := w.Rewrite(t.Context(), nil); err != nil {
		t.Errorf("nothing to rewrite: %v", err)
	}
	s := newSnapshot(t, db)
	if s.Generation() != generation {
		t.Error("an error has changed the archive")
	}
	compareGame(t, s, 5, game(t, 4))
	// What was rewritten stays so when its segment is built anew.
	if err := w.Rewrite(t.Context(), map[GameID]*Game{5: game(t, 51)}); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(w.Close(), db.Rebuild(t.Context(), derive, nil)); err != nil {
		t.Fatal(err)
	}
	compareGame(t, newSnapshot(t, db), 5, game(t, 51))
	if live := newSnapshot(t, db).Segments()[0].Live().ToArray(); slices.Contains(live, 2) || len(live) != 9 {
		t.Errorf("live games: %v, want all but the third of 10", live)
	}
}
