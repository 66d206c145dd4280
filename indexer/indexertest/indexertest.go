// Package indexertest makes archives for the tests of packages that read them.
package indexertest

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"kifudb/indexer"
	"kifudb/internal/durable"
	"kifudb/store"
	"kifudb/testdata"
)

// Branched has comments in variations: the comment of node 9 lies at move 2 of a line of its
// own, and move 2 of the main line is node 2.
const Branched = `(;GM[1]SZ[9]PB[Branch]PW[Leaf]KM[6.5]HA[2]RE[B+2.5]C[trunk]
;B[cc];W[gg]C[main ladder]
(;B[cg];W[gc]C[end])
(;B[gc]C[first ladder];W[cg]
(;B[ee])(;B[ed]C[second ladder])))`

// Collection returns the folder of a new archive, which holds the games of the demo and
// Branched. It goes with the test.
func Collection(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	games := filepath.Join(dir, "games")
	if err := os.CopyFS(games, testdata.Collection()); err != nil {
		t.Fatal(err)
	}
	if _, err := (durable.Files{}).Write(filepath.Join(games, "branched.sgf"), false, func(w io.Writer) error {
		_, err := io.WriteString(w, Branched)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "archive")
	db, err := store.Open(folder, &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexer.Import(t.Context(), w, []string{games}, &indexer.Options{})
	if err == nil {
		err = w.IndexComments(t.Context(), nil)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return folder
}
