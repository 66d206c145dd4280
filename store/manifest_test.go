package store

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/store/disk"
)

// TestSeal flips each bit of a sealed text, and cuts it off everywhere.
func TestSeal(t *testing.T) {
	text, err := seal(&head{formatVersion, newIdentity(), 12})
	if err != nil {
		t.Fatal(err)
	}
	if err := unseal("x", text, new(head)); err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(text) {
		data := bytes.Clone(text)
		data[bit/8] ^= 1 << (bit % 8)
		if err := unseal("x", data, new(head)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("bit %d flipped: %v, want ErrCorrupt", bit, err)
		}
	}
	for n := range text {
		if err := unseal("x", text[:n], new(head)); !errors.Is(err, ErrCorrupt) {
			t.Errorf("cut off after %d bytes: %v, want ErrCorrupt", n, err)
		}
	}
	if text, err = seal(&head{newestFormat + 1, "", 1}); err != nil {
		t.Fatal(err)
	}
	if err := unseal("x", text, new(head)); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer format: %v, want ErrNewer", err)
	}
	if text, err = seal(&head{oldestFormat - 1, "", 1}); err != nil {
		t.Fatal(err)
	}
	if err := unseal("x", text, new(head)); !errors.Is(err, ErrOlder) {
		t.Errorf("a format from before the first release: %v, want ErrOlder", err)
	}
}

// variedArchive makes an archive in the last commits of which everything that a
// commit may do has happened, and returns what it answers.
func variedArchive(t testing.TB) (dir, want string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "archive")
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(derive)
	if err != nil {
		t.Fatal(err)
	}
	addGames(t, w, 0, 6)
	commit(t, w)
	addGames(t, w, 6, 10)
	commit(t, w)
	addGames(t, w, 10, 12)
	commit(t, w)
	ctx := t.Context()
	for _, err := range []error{
		w.Remove(2, 8), w.replace(ctx, 0, 2, nil), w.Rewrite(ctx, map[GameID]*Game{5: game(t, 30), 11: game(t, 31)}),
		w.Remove(3, 12), w.Restore(12), w.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	want = stateOf(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, want
}

// stateOf writes down all that an archive says, removed games included.
func stateOf(t testing.TB, db *DB) string {
	t.Helper()
	for err := range db.Check(t.Context(), derive) {
		t.Errorf("check: %v", err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var removed []string
	for _, g := range s.Segments() {
		removed = append(removed, g.Removed().String())
	}
	return fmt.Sprintln(s.ID(), s.Len(), s.Text(), removed, s.LastRemoved()) + answers(t, s)
}

// smallFiles returns the files that say what belongs to an archive.
func smallFiles(t testing.TB, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		name := filepath.Base(path)
		folder := filepath.Base(filepath.Dir(path))
		if err == nil && !entry.IsDir() && (name == headName || name == headerName || folder == manifestsName || folder == removedName) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// noticed reports whether opening an archive or the parts of Check that read
// small files find anything.
func noticed(dir string) error {
	db := &DB{dir: dir, open: map[string]*segmentFiles{}}
	m, err := db.manifest()
	if err != nil {
		return err
	}
	var errs []error
	c := &checker{db: db, yield: func(err error) bool { errs = append(errs, err); return true }}
	c.manifests(m)
	for i := range m.Segments {
		_, err1 := m.Segments[i].files(dir)
		_, err2 := m.Segments[i].commentFiles(dir)
		errs = append(errs, err1, err2)
	}
	return errors.Join(errs...)
}

// TestSmallFilesDamaged flips a bit of each byte of all small files, cuts them
// off and deletes them, one at a time. Everything must be noticed, and Repair
// must bring back the last commit, exactly.
func TestSmallFilesDamaged(t *testing.T) {
	dir, want := variedArchive(t)
	mended := 0
	repair := func(what string) {
		t.Helper()
		to := filepath.Join(t.TempDir(), "damaged")
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		db, err := Open(to, &Options{Damaged: true})
		if err != nil {
			t.Errorf("%s: %v", what, err)
			return
		}
		defer db.Close()
		faults := 0
		if err := db.Repair(t.Context(), derive, &RepairOptions{Report: func(m SegmentRepair) { faults += len(m.Faults) }}); err != nil || faults == 0 {
			t.Errorf("%s: %d faults found by Repair, %v", what, faults, err)
			return
		}
		if got := stateOf(t, db); got != want {
			t.Errorf("%s: repaired (-want +got):\n%s", what, cmp.Diff(want, got))
		}
		mended++
	}
	paths := smallFiles(t, dir)
	if len(paths) < 12 {
		t.Fatalf("only the small files %q: nothing is tested", paths)
	}
	for i, path := range paths {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write := func(data []byte) {
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for at := range whole {
			if testing.Short() && at%7 > 0 && at != len(whole)/2 {
				continue
			}
			data := bytes.Clone(whole)
			data[at] ^= 1 << (at % 8)
			write(data)
			if err := noticed(dir); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s, byte %d flipped: %v, want ErrCorrupt", name, at, err)
			}
			if at == len(whole)/2 && (!testing.Short() || i%3 == 0) || !testing.Short() && at%97 == 0 {
				repair(fmt.Sprintf("%s, byte %d flipped", name, at))
			}
		}
		for _, n := range []int{0, 1, len(whole) / 2, len(whole) - 1} {
			write(whole[:n])
			if err := noticed(dir); !errors.Is(err, ErrCorrupt) {
				t.Errorf("%s cut off after %d bytes: %v, want ErrCorrupt", name, n, err)
			}
		}
		if !testing.Short() || i%3 == 1 {
			repair(name + " cut off")
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		switch err := noticed(dir); {
		case err != nil && testing.Short() && i%3 != 2:
		case err != nil:
			repair(name + " deleted")
		case !strings.HasPrefix(name, manifestsName) || strings.HasSuffix(name, numberName(newestOf(t, dir))):
			if !unneeded(t, dir, name) {
				t.Errorf("%s deleted: nobody notices", name)
			}
		}
		write(whole)
	}
	t.Logf("%d small files, %d repairs", len(paths), mended)
}

func newestOf(t testing.TB, dir string) uint64 {
	t.Helper()
	h, err := readHead(dir)
	if err != nil {
		return 0
	}
	return h.Generation
}

// unneeded reports whether the newest manifest does not name a file of removed games.
func unneeded(t testing.TB, dir, name string) bool {
	t.Helper()
	m, err := readManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	for n := range m.removedFiles() {
		if filepath.Join(removedName, numberName(n)) == strings.TrimSuffix(name, copySuffix) {
			return false
		}
	}
	return strings.HasPrefix(name, removedName)
}

// TestAllManifestsLost deletes and damages all manifests and MANIFEST at once.
func TestAllManifestsLost(t *testing.T) {
	for _, lost := range [][]string{{headName}, {manifestsName}, {headName, manifestsName}} {
		dir, want := variedArchive(t)
		for _, name := range lost {
			if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
		for _, o := range []*Options{nil, {Create: true}} {
			if _, err := Open(dir, o); !errors.Is(err, ErrCorrupt) {
				t.Errorf("without %q: %v, want ErrCorrupt", lost, err)
			}
		}
		db, err := Open(dir, &Options{Damaged: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Repair(t.Context(), derive, nil); err != nil {
			t.Fatal(err)
		}
		if got := stateOf(t, db); got != want {
			t.Errorf("without %q: repaired (-want +got):\n%s", lost, cmp.Diff(want, got))
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestOlderManifestCopiedBack puts the manifests of any earlier moment in the
// place of the newest, as when a folder is put back from a copy of its small
// files. Readers say so or, where one commit only is missing, it may have been
// one that did not come to its end; no writer deletes anything of it.
func TestOlderManifestCopiedBack(t *testing.T) {
	dir, want := variedArchive(t)
	earlier := t.TempDir() // manifests as they were at each moment
	all, err := numbers(filepath.Join(dir, manifestsName))
	if err != nil {
		t.Fatal(err)
	}
	refused, completed := 0, 0
	for _, n := range all[:len(all)-1] {
		to := filepath.Join(earlier, fmt.Sprint(n))
		if err := os.CopyFS(to, os.DirFS(dir)); err != nil {
			t.Fatal(err)
		}
		m, err := readNumbered(to, n)
		if err != nil {
			t.Fatal(err)
		}
		for _, later := range all {
			if later > n {
				if err := os.Remove(manifestPath(to, later)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := writeHead(disk.Files{}, to, m); err != nil {
			t.Fatal(err)
		}
		db, err := Open(to, &Options{Damaged: true})
		if err != nil {
			t.Fatal(err)
		}
		w, err := db.Writer(derive)
		if err == nil {
			completed++
			err = w.Close()
		} else if errors.Is(err, ErrCorrupt) {
			refused++
			err = db.Repair(t.Context(), derive, nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := stateOf(t, db); got != want {
			t.Errorf("manifest %d of %d copied back (-want +got):\n%s", n, all[len(all)-1], cmp.Diff(want, got))
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
	if refused < 2 || completed == 0 {
		t.Errorf("%d archives refused, %d completed: nothing was tested", refused, completed)
	}
}

// TestNothingBecomesANewArchive demands that create refuses a directory with
// anything in it that belongs to an archive, and leaves it as it is.
func TestNothingBecomesANewArchive(t *testing.T) {
	tests := []struct {
		name string
		make func(dir string) error
		want error
	}{
		{"a segment", func(dir string) error { return os.MkdirAll(filepath.Join(dir, segmentsName, "000001"), 0o777) }, ErrCorrupt},
		{"manifests", func(dir string) error {
			return errors.Join(os.MkdirAll(filepath.Join(dir, manifestsName), 0o777), os.WriteFile(manifestPath(dir, 7), nil, 0o666))
		}, ErrCorrupt},
		{"removed games", func(dir string) error {
			return errors.Join(os.MkdirAll(filepath.Join(dir, removedName), 0o777), os.WriteFile(removedPath(dir, 7), nil, 0o666))
		}, ErrCorrupt},
		{"a ledger", func(dir string) error { return os.WriteFile(filepath.Join(dir, besides[0]), nil, 0o666) }, ErrRemains},
		{"notes", func(dir string) error { return os.WriteFile(filepath.Join(dir, besides[1]), nil, 0o666) }, ErrRemains},
		{"other things", func(dir string) error { return os.WriteFile(filepath.Join(dir, "thesis.doc"), nil, 0o666) }, ErrNotEmpty},
	}
	for _, test := range tests {
		dir := t.TempDir()
		if err := test.make(dir); err != nil {
			t.Fatal(err)
		}
		before := listing(t, dir)
		if _, err := Open(dir, &Options{Create: true}); !errors.Is(err, test.want) {
			t.Errorf("a directory with %s: %v, want %v", test.name, err, test.want)
		}
		if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
			t.Errorf("a directory with %s was changed:\n%s", test.name, diff)
		}
	}
}

// listing returns the paths of all that is in a directory.
func listing(t testing.TB, dir string) (paths []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		paths = append(paths, strings.TrimPrefix(path, dir))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestSizeOfCommit demands that a commit to an archive of very many segments
// writes a small manifest, and that it is read as what was written.
func TestSizeOfCommit(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{manifestsName, removedName} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	m := &manifest{Format: formatVersion, Archive: newIdentity(), Generation: 1, NextSegment: 1}
	const n = 500
	for range n {
		m.Segments = append(m.Segments, segmentEntry{Name: m.segmentName(), Format: formatVersion, Base: m.nextID(), Games: 10, Header: digestOf(nil)})
	}
	whole, largest := 0, 0
	for i := range 3 * maxChanged {
		if i > 0 {
			m = m.clone()
			m.Generation++
			switch i % 3 {
			case 0: // a commit
				m.Segments = append(m.Segments, segmentEntry{Name: m.segmentName(), Format: formatVersion, Base: m.nextID(), Games: 7})
			case 1: // a merge
				at := (i * 37) % (len(m.Segments) - 4)
				merged := segmentEntry{Name: m.segmentName(), Format: formatVersion, Base: m.Segments[at].Base}
				for _, e := range m.Segments[at : at+4] {
					merged.Games += e.Games
				}
				m.Segments = slices.Replace(m.Segments, at, at+4, merged)
			case 2: // comments
				m.Segments[(i*41)%len(m.Segments)].Comments = noComments
			}
		}
		if err := publishManifest(disk.Files{}, dir, m); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(manifestPath(dir, m.Generation))
		if err != nil {
			t.Fatal(err)
		}
		if m.base == m.Generation {
			whole++
		} else {
			largest = max(largest, int(info.Size()))
		}
		if i%7 > 0 && i > 10 {
			continue
		}
		got, err := readManifest(dir)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(got.Segments, m.Segments, segmentEntry.same) || got.NextSegment != m.NextSegment {
			t.Fatalf("manifest %d is read as another one", m.Generation)
		}
		if i%21 == 0 {
			if err := pruneManifests(disk.Files{}, dir, m); err != nil {
				t.Fatal(err)
			}
		}
	}
	if whole > 6 || whole < 2 || largest > 20<<10 {
		t.Errorf("of %d manifests of some %d segments %d are whole, the others have up to %d bytes; want a few, and 20 KB", 3*maxChanged, n, whole, largest)
	}
	if left, err := numbers(filepath.Join(dir, manifestsName)); err != nil || len(left) > keptManifests+22 {
		t.Errorf("%d manifests are left, %v", len(left), err)
	}
}

// TestLastManifest: the manifest that is kept is that of the file, whatever happens to the files,
// and nobody who changes what he got changes it for others.
func TestLastManifest(t *testing.T) {
	dir := t.TempDir()
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	same := func(what string) {
		t.Helper()
		got, gotErr := db.last.read(dir)
		want, wantErr := readManifest(dir)
		if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("%s: error %v, want %v", what, gotErr, wantErr)
		}
		if wantErr != nil {
			return
		}
		if got.Generation != want.Generation || len(got.Segments) != len(want.Segments) || stampOf(got) != stampOf(want) {
			t.Fatalf("%s: manifest %d of %d segments, want %d of %d", what, got.Generation, len(got.Segments), want.Generation, len(want.Segments))
		}
		for i := range got.Segments {
			got.Segments[i].Games = 1 << 20
			if !want.Segments[i].removed().Equals(got.Segments[i].removed()) {
				t.Errorf("%s: removed games of segment %d: %v, want %v", what, i, got.Segments[i].removed(), want.Segments[i].removed())
			}
		}
		got.Segments, got.Generation = nil, 1<<40
	}
	same("empty")
	change := func(what string, change func(w *Writer) error) {
		w, err := db.Writer(derive)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(change(w), w.Close()); err != nil {
			t.Fatal(err)
		}
		same(what)
		same("again")
	}
	for i := range 3 {
		change("games were added", func(w *Writer) error {
			addGames(t, w, 10*i, 10*i+10)
			return w.Commit(t.Context())
		})
	}
	change("games were removed", func(w *Writer) error { return w.Remove(3, 12) })
	m, err := readManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	path := manifestPath(dir, m.Generation)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	same("it was cut off")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	same("it was restored")
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	same("it is gone")
}
