package tests

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"kifudb/indexer"
	"kifudb/store"
)

// TestWatch keeps a folder imported by a process of its own: what is added,
// edited and removed arrives in the archive, others may write between the
// rounds, and an interrupt ends it well.
func TestWatch(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("processes cannot be interrupted one by one")
	}
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Chdir(t.TempDir())
	write := func(name, content string) {
		t.Helper()
		name = filepath.Join("games", name)
		must(t, os.MkdirAll(filepath.Dir(name), 0o777))
		must(t, os.WriteFile("new", []byte(content), 0o666))
		must(t, os.Rename("new", name)) // nobody sees the half of it
	}
	write("a.sgf", "(;PB[A];B[aa])")
	cmd := exec.Command("kifudb", "--archive", "archive", "import", "--watch", "--prune", "games")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	must(t, cmd.Start())
	defer cmd.Process.Kill()

	waitFor(t, "A")
	write("b/b.sgf", "(;PB[B];B[bb])")
	waitFor(t, "A B")
	write("a.sgf", "(;PB[edited];B[aa])")
	waitFor(t, "edited B")
	db, err := store.Open("archive", nil)
	must(t, err)
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	for errors.Is(err, store.ErrLocked) { // until no round is under way
		time.Sleep(10 * time.Millisecond)
		w, err = db.Writer(indexer.Derive)
	}
	must(t, err)
	must(t, w.Close())
	must(t, os.Remove(filepath.Join("games", "b", "b.sgf")))
	waitFor(t, "edited")

	must(t, cmd.Process.Signal(os.Interrupt))
	if err := cmd.Wait(); err != nil {
		t.Errorf("got %v: %s", err, out.String())
	}
	for _, want := range []string{"Watching games", "1 file read, 1 game added", "1 file read, 1 game changed", "1 game pruned"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want it with %q", out.String(), want)
		}
	}
}

// waitFor waits until the archive has the games of these players. Its patience
// is for machines on which a round takes a minute.
func waitFor(t *testing.T, players string) {
	t.Helper()
	var got string
	for deadline := time.Now().Add(5 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if got = playersOf(t); got == players {
			return
		}
	}
	t.Fatalf("got the players %q, want %q", got, players)
}

// playersOf returns the players of an archive's live games, "" without one.
func playersOf(t *testing.T) string {
	t.Helper()
	db, err := store.Open("archive", nil)
	if err != nil {
		return ""
	}
	defer db.Close()
	s, err := db.Snapshot()
	must(t, err)
	defer s.Close()
	var all []string
	for _, g := range s.Segments() {
		for local := range g.Len() {
			if g.Live().ContainsInt(local) {
				all = append(all, g.Info(local)[0].Text)
			}
		}
	}
	return strings.Join(all, " ")
}
