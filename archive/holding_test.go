package archive

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"kifudb/indexer"
	"kifudb/search"
	"kifudb/store"
	"kifudb/testdata"
)

// severalSegments returns an archive of the demo's games in segments of a few.
func severalSegments(t *testing.T) *Archive {
	t.Helper()
	dir := t.TempDir()
	games := filepath.Join(dir, "games")
	if err := os.CopyFS(games, testdata.Collection()); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(filepath.Join(dir, "archive"), &store.Options{Create: true, MaxGames: 10})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexer.Import(t.Context(), w, []string{games}, nil)
	if err == nil {
		err = w.IndexComments(t.Context(), nil)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	a, err := Open(filepath.Join(dir, "archive"), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// What holdings answer about their segments comes to the answer of the whole archive,
// also where records of one game are in several.
func TestHoldingsTogether(t *testing.T) {
	a := severalSegments(t)
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(state.Segments) < 4 || state.Clusters == "" {
		t.Fatalf("%d segments, clusters %q: too little to mean anything", len(state.Segments), state.Clusters)
	}
	several := &search.Several{}
	for i := range 3 {
		var names []string
		for j, s := range state.Segments {
			if s.Bytes == 0 || s.Digest == "" {
				t.Errorf("segment %s has %d bytes, digest %q", s.Name, s.Bytes, s.Digest)
			}
			if j%3 == i {
				names = append(names, s.Name)
			}
		}
		h, err := a.Hold(t.Context(), state, names)
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		if len(h.Snapshot().Segments()) != len(names) {
			t.Errorf("%d segments are held, not %d", len(h.Snapshot().Segments()), len(names))
		}
		several.Searchers = append(several.Searchers, h.Searcher())
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, text := range []string{"", "player:shuwa", `pos:"Q16"`, "comment:ladder"} {
		q, err := search.Resolve(t.Context(), v.snapshot, parse(t, text), map[string]search.Aggregation{"count": &search.Count{}, "page": &search.Page{Limit: 20, Texts: true}}, v.Options(t.Context(), false, &Notices{}))
		if err != nil {
			t.Fatal(err)
		}
		clusters, err := v.Clusters(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var texts [2][]byte
		for i, s := range []search.Searcher{several, search.NewLocal(v.snapshot, clusters)} {
			answer, err := search.Ask(t.Context(), s, q, nil)
			if err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if texts[i], err = json.Marshal(answer.Found); err != nil {
				t.Fatal(err)
			}
		}
		if string(texts[0]) != string(texts[1]) {
			t.Errorf("%q: holdings answer\n%s, the archive\n%s", text, texts[0], texts[1])
		}
	}
}

// A state that is over cannot be held, and a game elsewhere is none.
func TestHoldStale(t *testing.T) {
	a := severalSegments(t)
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	h, err := a.Hold(t.Context(), state, []string{state.Segments[0].Name})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := h.Record(state.Segments[0].Base); err != nil {
		t.Error(err)
	}
	if _, err := h.Record(state.Segments[1].Base); !errors.Is(err, ErrNoGame) {
		t.Errorf("a game that is not held: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	_, err = a.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{1}, nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Hold(t.Context(), state, []string{state.Segments[0].Name}); !errors.Is(err, store.ErrStale) {
		t.Errorf("a state that is over: %v", err)
	}
}

// Who follows an archive is told of each state once.
func TestFollow(t *testing.T) {
	a := severalSegments(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var told []uint64
	enough := errors.New("enough")
	err := a.Follow(ctx, time.Millisecond, func(s *State, err error) error {
		if err != nil {
			return err
		}
		if told = append(told, s.Generation); len(told) == 3 {
			return enough
		}
		_, err = a.Remove(ctx, func(*View) ([]GameID, error) { return []GameID{GameID(len(told))}, nil })
		return err
	})
	if !errors.Is(err, enough) || len(told) != 3 || told[1] != told[0]+1 || told[2] != told[1]+1 {
		t.Errorf("told of %d, %v", told, err)
	}
}
