package store

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kifudb/internal/durable"
)

// backedUp returns a backup of an archive with some games.
func backedUp(t *testing.T) []byte {
	t.Helper()
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 20)
	commit(t, w)
	var b bytes.Buffer
	if err := db.Backup(t.Context(), &b, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func entriesOf(t *testing.T, dir string) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// A restored archive is there as a whole, and its folder is flushed into the one
// above it.
func nothingBeside(string) error { return nil }

func TestRestoreIsOneRename(t *testing.T) {
	above := t.TempDir()
	dir := filepath.Join(above, "new")
	var steps []string
	f := durable.Files{Step: func(operation, path string) error {
		if rel, err := filepath.Rel(above, path); err == nil && strings.HasPrefix(rel, ".kifudb-") {
			path = filepath.Join(above, "temporary")
		}
		if operation == "rename" {
			if _, err := os.Stat(dir); err == nil {
				t.Error("the folder is there before it is renamed")
			}
		}
		rel, err := filepath.Rel(above, path)
		steps = append(steps, operation+" "+rel)
		return err
	}}
	if err := restore(t.Context(), bytes.NewReader(backedUp(t)), dir, nothingBeside, f); err != nil {
		t.Fatal(err)
	}
	if want := []string{"create new", "sync temporary", "rename new", "sync ."}; !slices.Equal(steps, want) {
		t.Errorf("got %q, want %q", steps, want)
	}
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	checkSilent(t, db)
	if got := entriesOf(t, above); !slices.Equal(got, []string{"new"}) {
		t.Errorf("got %v", got)
	}
	if err := Restore(t.Context(), bytes.NewReader(nil), dir); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("over an archive: %v, want ErrNotEmpty", err)
	}
}

// Whatever is wrong with a backup, or with the disk, leaves an archive or
// nothing.
func TestFailedRestoreLeavesNothing(t *testing.T) {
	data := backedUp(t)
	for _, size := range []int{0, 10, len(data) / 2, len(data) - 1} {
		above := t.TempDir()
		if err := Restore(t.Context(), bytes.NewReader(data[:size]), filepath.Join(above, "new")); err == nil {
			t.Errorf("%d of %d bytes are restored", size, len(data))
		}
		if got := entriesOf(t, above); len(got) > 0 {
			t.Errorf("%d of %d bytes: %v is left", size, len(data), got)
		}
	}
	for fail := 1; ; fail++ {
		above, n := t.TempDir(), 0
		f := durable.Files{Step: func(string, string) error {
			if n++; n == fail {
				return errors.New("failed on purpose")
			}
			return nil
		}}
		err := restore(t.Context(), bytes.NewReader(data), filepath.Join(above, "new"), nothingBeside, f)
		if err == nil {
			if fail < 4 {
				t.Errorf("%d steps only", n)
			}
			break
		}
		if got := entriesOf(t, above); len(got) > 0 && fail < 4 {
			t.Errorf("step %d: %v is left", fail, got)
		}
	}
}

// A restore that is killed leaves no archive, and the next one removes what it
// left.
func TestKilledRestore(t *testing.T) {
	if dir := os.Getenv("KIFUDB_TEST_RESTORE"); dir != "" {
		err := Restore(t.Context(), io.TeeReader(os.Stdin, os.Stdout), dir)
		t.Fatal(err)
	}
	data := backedUp(t)
	above := t.TempDir()
	dir := filepath.Join(above, "new")
	worker := exec.Command(os.Args[0], "-test.run=^TestKilledRestore$")
	worker.Env = append(os.Environ(), "KIFUDB_TEST_RESTORE="+dir)
	in, err := worker.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := worker.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := in.Write(data[:len(data)-100]); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, len(data)/2)); err != nil {
		t.Fatal(err)
	}
	worker.Process.Kill()
	worker.Wait()
	if _, err := os.Stat(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a killed restore made the folder: %v", err)
	}
	if got := entriesOf(t, above); len(got) != 1 {
		t.Fatalf("it left %v; nothing to test", got)
	}
	if err := Restore(t.Context(), bytes.NewReader(data), dir); err != nil {
		t.Fatal(err)
	}
	if got := entriesOf(t, above); !slices.Equal(got, []string{"new"}) {
		t.Errorf("left: %v", got)
	}
}
