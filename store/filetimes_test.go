package store

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"
)

// A reader that goes by what it sees of the files knows what another process has committed, removed,
// indexed, lost or damaged as soon as one that reads everything.
func TestSightsOfWhatOthersDo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("folders are always read here")
	}
	other := newDB(t, nil)
	w := newWriter(t, other)
	addGames(t, w, 0, 10)
	commit(t, w)
	db, err := Open(other.dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	later := time.Now().Add(time.Hour) // when nothing is so new that it may change unseen
	seen := 0
	same := func(what string) {
		t.Helper()
		for range 3 { // read, read and remembered, not read
			got, gotErr := db.last.readable(db.dir, later)
			want, wantErr := new(lastManifest).readable(db.dir, later)
			if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Fatalf("%s: %v, want %v", what, gotErr, wantErr)
			}
			if wantErr == nil && (got.Generation != want.Generation || stampOf(got) != stampOf(want) ||
				!slices.EqualFunc(got.Segments, want.Segments, func(a, b segmentEntry) bool { return a.same(b) && a.removed().Equals(b.removed()) })) {
				t.Fatalf("%s: manifest %d, want %d", what, got.Generation, want.Generation)
			}
		}
		if db.last.sights != nil {
			seen++
		}
	}
	same("at first")
	read := *db.last.sights
	if now, settled := lookAt(db.dir, db.last.manifest.Generation, later); !settled || !now.same(&read) {
		t.Error("what has not changed looks as if it had")
	}
	if _, err := db.last.readable(db.dir, time.Now()); err != nil || db.last.sights != nil {
		t.Errorf("files of this minute are relied upon (%v)", err)
	}
	same("again")

	addGames(t, w, 10, 20)
	commit(t, w)
	same("games were added")
	if err := w.Remove(3, 12); err != nil {
		t.Fatal(err)
	}
	same("games were removed")
	for range 12 { // so that manifests are pruned
		if err := w.Remove(4); err != nil {
			t.Fatal(err)
		}
		same("the other way")
		if err := w.Restore(4); err != nil {
			t.Fatal(err)
		}
		same("and back")
	}
	head := filepath.Join(db.dir, headName)
	before, err := os.ReadFile(head)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(5); err != nil {
		t.Fatal(err)
	}
	write := func(path string, text []byte) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(head, before)
	same("a writer ended before it replaced MANIFEST")
	newest := manifestPath(db.dir, db.last.manifest.Generation)
	text, err := os.ReadFile(newest)
	if err != nil {
		t.Fatal(err)
	}
	write(newest, text[:len(text)/2])
	same("the manifest was cut off")
	write(newest, text)
	same("it was restored")
	write(head, before[:len(before)-2])
	same("MANIFEST was cut off")
	write(head, before)
	same("it was restored, too")
	if err := os.Rename(newest, newest+".gone"); err != nil {
		t.Fatal(err)
	}
	same("the manifest is gone")
	if err := os.Rename(newest+".gone", newest); err != nil {
		t.Fatal(err)
	}
	same("and there again")
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := other.Rebuild(t.Context(), derive, nil); err != nil {
			t.Fatal(err)
		}
		same("everything was rebuilt")
	}
	if seen < 30 {
		t.Errorf("%d times was anything relied upon, want 30", seen)
	}
	old := filepath.Join(db.dir, removedName, numberName(db.last.manifest.Generation+7))
	write(old, nil)
	same("an older manifest was copied back")
	if _, err := db.last.readable(db.dir, later); !errors.Is(err, ErrCorrupt) {
		t.Errorf("an older manifest was copied back: %v", err)
	}
	if err := os.Remove(head); err != nil {
		t.Fatal(err)
	}
	same("MANIFEST is gone")
	write(head, before)
	if err := os.Remove(old); err != nil {
		t.Fatal(err)
	}
	same("all is well")
}
