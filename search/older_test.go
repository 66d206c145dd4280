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

// In segments of older formats, late positions have keys of their own, and are found.
func TestPositionsOfOlderSegments(t *testing.T) {
	z, err := zip.OpenReader(filepath.Join("..", "testdata", "archive", "format2.zip"))
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
	late := 0
	var replay position.Replayer
	for _, g := range snapshot.Segments() {
		if !g.CanonicalKeys() {
			t.Fatalf("the segment from %d on is of no older format", g.Base())
		}
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
			for node := 0; node < script.Nodes(); node += 9 {
				board, _ := replay.To(facts.Size, script, node)
				if board.IndexKey() != board.Canonical() {
					late++
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
	if late < 20 {
		t.Errorf("only %d late positions", late)
	}
}
