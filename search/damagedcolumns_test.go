package search

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kifudb/query"
	"kifudb/store"
)

// A pattern index that cannot be opened is an error of the question, and no answer.
func TestDamagedColumns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "damaged")
	if err := os.CopyFS(dir, os.DirFS(newTestArchive(t, 60).dir)); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "segments", "*", "games.idx"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		damaged := bytes.ReplaceAll(data, []byte("kcol"), []byte("kcom"))
		if bytes.Equal(damaged, data) {
			t.Fatalf("%s: no pattern index", file)
		}
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	snapshot, err := db.LazySnapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	q, err := query.Parse("pat:[X]")
	if err != nil {
		t.Fatal(err)
	}
	question, err := Resolve(t.Context(), snapshot, q, map[string]Aggregation{"count": &Count{}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err = Ask(t.Context(), NewLocal(snapshot, nil), question, nil); !errors.Is(err, store.ErrCorrupt) {
		t.Errorf("got %v, want %v", err, store.ErrCorrupt)
	}
}
