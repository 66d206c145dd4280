package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk makes changes on a file system that has less and less room, down
// to none, and demands after each that the archive is the old one or the new
// one, that the error says why, and that the change can be made when there is
// room again. It needs the right to mount a file system in memory.
func TestFullDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=8m"); err != nil {
		t.Skipf("no file system of a certain size can be mounted here, as root can: %v", err)
	}
	t.Cleanup(func() {
		err := syscall.Unmount(disk, 0)
		if err == syscall.EBUSY { // it may be others who look at it: the system's indexing, say
			for _, name := range openFiles(t, disk) {
				t.Errorf("%s is still open", name)
			}
			err = syscall.Unmount(disk, syscall.MNT_DETACH)
		}
		if err != nil {
			t.Error(err)
		}
	})
	template := damagedArchive(t)
	changes := []struct {
		name   string
		change func(ctx context.Context, w *Writer) error
		after  int // games; 12 before
	}{
		{"commit", func(ctx context.Context, w *Writer) error {
			for n := 12; n < 60; n++ {
				if _, err := w.Add(ctx, game(t, n)); err != nil {
					return err
				}
			}
			return errors.Join(w.Commit(ctx), w.IndexComments(ctx, nil))
		}, 60},
		{"rewrite", func(ctx context.Context, w *Writer) error {
			return w.Rewrite(ctx, map[GameID]*Game{5: game(t, 40)})
		}, 12},
		{"remove", func(_ context.Context, w *Writer) error { return w.Remove(3, 4) }, 10},
	}
	for _, test := range changes {
		t.Run(test.name, func(t *testing.T) {
			failed, done := 0, 0
			for room := 0; room < 3<<20; room += max(8<<10, room/4) * stride() {
				t.Run(fmt.Sprint(room), func(t *testing.T) {
					if changeOnFullDisk(t, disk, template, room, test.change, test.after) {
						failed++
					} else {
						done++
					}
				})
			}
			if failed == 0 || done == 0 {
				t.Errorf("%d times the disk was full, %d times it was not: nothing was tested", failed, done)
			}
		})
	}
}

// openFiles lists what this process has open or mapped below a folder.
func openFiles(t *testing.T, folder string) []string {
	t.Helper()
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, links := range []string{"/proc/self/fd", "/proc/self/map_files"} {
		entries, err := os.ReadDir(links)
		if err != nil {
			t.Log(err)
		}
		for _, entry := range entries {
			name, err := os.Readlink(filepath.Join(links, entry.Name()))
			if err == nil && strings.HasPrefix(name, folder+"/") {
				names = append(names, name)
			}
		}
	}
	return names
}

// changeOnFullDisk makes a change to a copy of an archive of 12 games with so
// many bytes of room, and returns whether that was too little.
func changeOnFullDisk(t *testing.T, disk, template string, room int, change func(context.Context, *Writer) error, after int) (full bool) {
	t.Helper()
	dir := filepath.Join(disk, fmt.Sprint(room))
	t.Cleanup(func() { // when all files are closed
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if err := os.CopyFS(dir, os.DirFS(template)); err != nil {
		t.Fatal(err)
	}
	db, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, disk, room)
	err = errors.Join(change(t.Context(), w), w.Close(), db.Close())
	if full = err != nil; full && !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v; want an error that says that there is no room", err)
	}
	if err := os.Remove(filepath.Join(disk, "ballast")); err != nil {
		t.Fatal(err)
	}

	if db, err = Open(dir, nil); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	checkSilent(t, db)
	got := newSnapshot(t, db).Len()
	if got != after && (got != 12 || !full) {
		t.Errorf("%d games, want 12 or %d", got, after)
	}
	w = newWriter(t, db)
	got = newSnapshot(t, db).Len() // with a commit that lacked only its manifest
	if got != after || after == 12 {
		if err := change(t.Context(), w); err != nil {
			t.Errorf("when there is room again: %v", err)
		}
	}
	if got := newSnapshot(t, db).Len(); got != after {
		t.Errorf("when there is room again: %d games, want %d", got, after)
	}
	checkSilent(t, db)
	return full
}

// fill leaves a number of bytes of room on a file system.
func fill(t *testing.T, disk string, room int) {
	t.Helper()
	var stat syscall.Statfs_t
	if err := syscall.Statfs(disk, &stat); err != nil {
		t.Fatal(err)
	}
	size := int64(stat.Bavail)*stat.Bsize - int64(room)
	if size < 0 {
		t.Fatalf("there are less than %d bytes", room)
	}
	file, err := os.Create(filepath.Join(disk, "ballast"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = file.Write(make([]byte, size))
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
}
