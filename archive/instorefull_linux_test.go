package archive

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"kifudb/archive/objects"
	"kifudb/internal/testsize"
)

// A disk of the cache that is full, at any place: opening, importing and holding segments fail
// for want of room and for nothing else, nothing is half there, and all goes on when there is
// room again. It needs the right to mount a file system in memory.
func TestStoreCacheDiskFull(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=16m"); err != nil {
		t.Skipf("no file system of a certain size can be mounted here, as root can: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) })
	s := objects.NewFolder(t.TempDir())
	a := newMachine(t, s).archive(t)
	for i := range 4 {
		importedFrom(t, a, records(t, 20*i, 20*i+20+i))
	}
	games := 83
	ballast := filepath.Join(disk, "ballast")
	room := func(bytes int64) { // all but so many are taken
		t.Helper()
		var stat syscall.Statfs_t
		if err := syscall.Statfs(disk, &stat); err != nil {
			t.Fatal(err)
		}
		if size := int64(stat.Bavail)*stat.Bsize - bytes; size > 0 {
			fill(t, ballast, size)
		}
	}
	full, done := 0, 0
	tell := func(what string, bytes int64, err error) (failed bool) {
		t.Helper()
		if err == nil {
			done++
			return false
		}
		full++
		if !errors.Is(err, syscall.ENOSPC) && !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s with %d bytes of room: %v", what, bytes, err)
		}
		return true
	}
	for bytes := int64(0); bytes < 4<<20; bytes += max(16<<10, bytes/3) * int64(testsize.Of(1, 3)) {
		m := &machine{store: s, cache: filepath.Join(disk, "cache")}
		if err := os.Mkdir(m.cache, 0o777); err != nil {
			t.Fatal(err)
		}
		room(bytes)
		b, err := m.open(Options{})
		if !tell("opening", bytes, err) {
			expectGames(t, b, 0, games)
			b.Close()
		}
		_ = os.Remove(ballast)
		if b, err = m.open(Options{}); err != nil {
			t.Fatalf("when there is room again, after %d bytes: %v", bytes, err)
		}
		expectGames(t, b, 0, games)
		room(bytes)
		path := records(t, games, games+2)
		_, err = b.Import(t.Context(), &Import{Paths: []string{path}})
		failed := tell("importing", bytes, err)
		_ = os.Remove(ballast)
		if failed {
			importedFrom(t, b, path)
		}
		games += 2
		expectGames(t, b, 0, games)
		sound(t, b)
		b.Close()
		node, err := m.open(Options{Sparse: true})
		if err != nil {
			t.Fatal(err)
		}
		room(bytes)
		held := 0
		state := stateNow(t, node)
		for _, g := range state.Segments {
			h, err := node.Hold(t.Context(), state, []string{g.Name})
			if !tell("holding", bytes, err) {
				held++
				if err := h.Close(); err != nil {
					t.Error(err)
				}
			}
		}
		_ = os.Remove(ballast)
		for _, g := range state.Segments {
			h, err := node.Hold(t.Context(), state, []string{g.Name})
			if err != nil {
				t.Fatalf("when there is room again, and %d segments were held: %v", held, err)
			}
			if err := h.Close(); err != nil {
				t.Error(err)
			}
		}
		node.Close()
		if err := os.RemoveAll(m.cache); err != nil {
			t.Fatal(err)
		}
	}
	if full < 3 || done < 3 {
		t.Errorf("%d times the disk was full, %d times it was not: nothing was tested", full, done)
	}
	t.Logf("%d times the disk was full, %d times it was not", full, done)
	expectGames(t, newMachine(t, s).archive(t), 0, games)
}

func stateNow(t *testing.T, a *Archive) *State {
	t.Helper()
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// fill writes a file of so many bytes, or as many as there is room for.
func fill(t *testing.T, path string, size int64) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	zeros := bytes.Repeat([]byte{0}, 64<<10)
	for err == nil && size > 0 {
		var n int
		n, err = file.Write(zeros[:min(size, int64(len(zeros)))])
		size -= int64(n)
	}
	if err := errors.Join(err, file.Close()); err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
}
