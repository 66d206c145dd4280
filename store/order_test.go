package store

import (
	"bytes"
	"context"
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/store/disk"
)

// orderPath is the golden file of TestOrderOfOperations.
const orderPath = "testdata/order.txt"

//go:embed testdata/order.txt
var order string

// TestOrderOfOperations records every operation by which an archive's directory
// is changed, and compares it with the golden file: what is written, flushed,
// renamed, linked and removed, in which order. An archive survives a loss of power
// because of this order and of each flush in it, which nothing else can show.
// KIFUDB_GOLDEN=1 accepts a new order; read the difference with format.go at hand.
func TestOrderOfOperations(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // parts are built one after the other
	root := t.TempDir()
	dir := filepath.Join(root, "new", "archive")
	var log strings.Builder
	f := disk.Files{Fail: func(operation, path string) error {
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		fmt.Fprintf(&log, "%-6s %s\n", operation, filepath.ToSlash(name))
		return nil
	}}
	did := func(what string, err error) {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		fmt.Fprintf(&log, "# that was: %s\n\n", what)
	}
	db, err := openWith(dir, &Options{Create: true}, f)
	did("create", err)
	w, err := db.Writer(derive)
	did("a writer", err)
	ctx := context.Background()
	addGames(t, w, 0, 3)
	did("commit", w.Commit(ctx))
	did("comments", w.IndexComments(ctx, nil))
	addGames(t, w, 3, 5)
	did("a second commit", w.Commit(ctx))
	did("remove", w.Remove(2))
	did("rewrite", w.Rewrite(ctx, map[GameID]*Game{1: game(t, 20), 4: game(t, 21)}))
	did("merge", w.replace(ctx, 0, 2, nil))
	did("compact", w.Compact(ctx))
	did("close", w.Close())
	did("rebuild", db.Rebuild(ctx, derive, nil))
	if err := os.Remove(filepath.Join(dir, headName)); err != nil {
		t.Fatal(err)
	}
	did("repair without MANIFEST", db.Repair(ctx, derive, nil))
	var backup bytes.Buffer
	did("backup", db.Backup(ctx, &backup, nil))
	did("unpack", unpackWith(ctx, &backup, filepath.Join(root, "unpacked"), f))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if os.Getenv("KIFUDB_GOLDEN") != "" {
		if err := os.WriteFile(orderPath, []byte(log.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.Split(order, "\n"), strings.Split(log.String(), "\n")); diff != "" {
		t.Errorf("the order of operations has changed (-golden +now):\n%s", diff)
	}
}
