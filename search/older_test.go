package search

import (
	"archive/zip"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// In segments of older formats, later positions have keys of their own, and are found.
func TestPositionsOfOlderSegments(t *testing.T) {
	for _, o := range []struct {
		format int
		key    func(*position.Board) position.Key
	}{
		{2, (*position.Board).Canonical},
		{6, (*position.Board).OlderIndexKey},
		{7, (*position.Board).OlderIndexKey},
	} {
		t.Run(fmt.Sprint("format ", o.format), func(t *testing.T) { positionsOfOlder(t, o.format, o.key) })
	}
}

func positionsOfOlder(t *testing.T, format int, key func(*position.Board) position.Key) {
	z, err := zip.OpenReader(filepath.Join("..", "testdata", "archive", fmt.Sprintf("format%d.zip", format)))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := filepath.Join(t.TempDir(), "older")
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	snapshot, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer snapshot.Close()
	differ := 0
	var replay position.Replayer
	for _, g := range snapshot.Segments() {
		for local := range g.Len() {
			facts := g.Facts(local)
			if !g.Live().ContainsInt(local) || facts.Game != 1 {
				continue
			}
			script, err := g.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			id := g.Base() + store.GameID(local)
			for node := 0; node < script.Nodes(); node += 3 {
				board, _ := replay.To(facts.Size, script, node)
				keys := store.PositionKeysOf(board)
				if got, want := g.KeyOf(&keys), key(board); got != want {
					t.Fatalf("game %d, node %d: key %016x, want %016x", id, node, got, want)
				}
				if key(board) != board.IndexKey() {
					differ++
				}
				q, err := query.Parse(fmt.Sprintf("pos:%d@n%d", id, node))
				if err != nil {
					t.Fatal(err)
				}
				if ids, _ := collect(t, Run(t.Context(), snapshot, q, nil)); !slices.Contains(ids, id) {
					t.Errorf("game %d, node %d: found in %v", id, node, ids)
				}
			}
		}
	}
	if differ < 8 {
		t.Errorf("only %d positions have other keys than in new segments", differ)
	}
}
