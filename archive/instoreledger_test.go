package archive

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/archive/objects"

	"github.com/google/go-cmp/cmp"
)

// copiedTo returns another folder with the same files, which are younger.
func copiedTo(t *testing.T, dir string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(filepath.Join(to, "copy"), os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	return to
}

// importsOf returns the imports of an archive, and what became of each file, in words.
func importsOf(t *testing.T, a *Archive) (list []string) {
	t.Helper()
	runs, err := a.Imports()
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		r := &runs[i]
		list = append(list, fmt.Sprintf("%d %s of %s: %+v", r.Number, r.State, r.Host, r.Totals))
		for o, err := range a.Outcomes(t.Context(), r.Number, EveryFile) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprintf("%d %s %s %+v", o.Run, o.Path, o.What, o.Games))
		}
	}
	return list
}

// What one computer has imported, every other knows: it does not read the same files again,
// wherever they are, and shows the same imports.
func TestStoreSharedLedger(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	one, two := newMachine(t, s), newMachine(t, s)
	a, b := one.archive(t), two.archive(t)
	dir := records(t, 0, 30)
	damaged := filepath.Join(dir, "damaged.zip")
	if err := os.WriteFile(damaged, []byte("PK\x03\x04 no zip"), 0o666); err != nil {
		t.Fatal(err)
	}
	first := importedFrom(t, a, dir)
	if first.Files != 30 || first.Failed != 1 || first.Same != 0 {
		t.Fatalf("%+v", first.Totals)
	}
	there := copiedTo(t, dir)
	again := importedFrom(t, b, there)
	if again.Same != 30 || again.Files != 0 || again.Added != 0 || again.Known != again.Games || again.Games != first.Games || again.Failed != 1 || again.Run != 2 {
		t.Errorf("the same on another computer: %+v", again.Totals)
	}
	// From now on they are known by their times.
	if again = importedFrom(t, b, there); again.Unchanged != 30 || again.Still != 1 || again.Run != 3 {
		t.Errorf("and once more: %+v", again.Totals)
	}
	for _, m := range []*machine{one, two} {
		if runs := importsOf(t, m.archive(t)); len(runs) != 3+31*3 {
			t.Errorf("%d lines about imports: %s", len(runs), runs)
		}
	}
	if diff := cmp.Diff(importsOf(t, a), importsOf(t, b)); diff != "" {
		t.Error(diff)
	}
	// A file that is edited here is not the one that is still there.
	edited := filepath.Join(there, "copy", "0003.sgf")
	if _, err := os.Stat(edited); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(edited, []byte("(;PB[Black edited]PW[White]SZ[19];B[aa])"), 0o666); err != nil {
		t.Fatal(err)
	}
	if again = importedFrom(t, b, there); again.Added != 1 || again.Changed != 0 || again.Missing != 0 {
		t.Errorf("edited: %+v", again.Totals)
	}
	// What a file on another computer holds is not missing, and is not pruned.
	if err := os.Remove(filepath.Join(there, "copy", "0004.sgf")); err != nil {
		t.Fatal(err)
	}
	pruned, err := b.Import(t.Context(), &Import{Paths: []string{there}, Prune: true})
	if err != nil || pruned.Pruned != 0 || pruned.Missing != 0 {
		t.Errorf("removed: %+v, %v", pruned, err)
	}
	// Nor has it a new place: where it is cannot be told from here.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	state, err := b.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err = b.Import(t.Context(), &Import{Paths: []string{there}, Reread: true}); err != nil {
		t.Fatal(err)
	}
	if now, err := b.State(t.Context()); err != nil || cmp.Diff(state.Segments, now.Segments) != "" {
		t.Errorf("segments changed: %v, %s", err, cmp.Diff(state.Segments, now.Segments))
	}
	for _, m := range []*machine{one, two} {
		sound(t, m.archive(t))
	}
}

// What is uploaded is for everybody, and stays when the cache is gone.
func TestStoreUpload(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	a, b := newMachine(t, s).archive(t), newMachine(t, s).archive(t)
	for round, want := range []int{1, 1} { // the second time they are copies
		uploaded(t, a, map[string]string{"game.sgf": "(;PB[A]PW[B];B[aa])", "囲碁/broken.zip": "PK\x03\x04 no zip"})
		if n := len(contentsOf(t, newMachine(t, s).archive(t))); n != 1 {
			t.Errorf("round %d: %d games", round, n)
		}
		if keys := objectsOf(t, s, "uploads/"); len(keys) != want {
			t.Errorf("round %d: the store holds %q", round, keys)
		}
	}
	// The object can be imported as it is.
	file := filepath.Join(t.TempDir(), "upload.tar.zst")
	text, _, err := objects.ReadAll(t.Context(), s, objectsOf(t, s, "uploads/")[0], 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if done := importedFrom(t, b, file); done.Known != 1 || done.Failed != 1 || done.Files != 1 {
		t.Errorf("%+v", done.Totals)
	}
	sound(t, b)
}

// What one could not read another may accept, and take that back.
func TestStoreSharedAccepted(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	a, b := newMachine(t, s).archive(t), newMachine(t, s).archive(t)
	dir := t.TempDir()
	damaged := filepath.Join(dir, "damaged.zip")
	if err := os.WriteFile(damaged, []byte("PK\x03\x04 no zip"), 0o666); err != nil {
		t.Fatal(err)
	}
	if done := importedFrom(t, a, dir); done.Failed != 1 {
		t.Fatalf("%+v", done.Totals)
	}
	for round := range 2 {
		if files, err := b.AcceptFiles([]string{damaged}); err != nil || len(files) != 1 {
			t.Fatalf("%+v, %v", files, err)
		}
		if done := importedFrom(t, a, dir); done.Failed+done.Still != 0 {
			t.Errorf("round %d, accepted: %+v", round, done.Totals)
		}
		if files, err := a.UnacceptFiles([]string{dir}); err != nil || len(files) != 1 {
			t.Fatalf("%+v, %v", files, err)
		}
		for _, c := range []*Archive{a, b} {
			if files, err := c.AcceptedFiles(); err != nil || len(files) != 0 {
				t.Errorf("round %d, taken back: %+v, %v", round, files, err)
			}
		}
		if done := importedFrom(t, a, dir); done.Still != 1 {
			t.Errorf("round %d, taken back: %+v", round, done.Totals)
		}
	}
}

// What is in the archive is what is in the store: the same on every computer, whoever imported
// what and whatever of it is here.
func TestStoreInventory(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	one, two := newMachine(t, s).archive(t), newMachine(t, s).archive(t)
	damaged := records(t, 0, 30)
	if err := os.WriteFile(filepath.Join(damaged, "damaged.sgf"), []byte("(;GM[1]SZ[9]DT[some day]KM[750];B[aa];W[aa]"), 0o666); err != nil {
		t.Fatal(err)
	}
	const problem = "(;GM[1]SZ[9]AB[aa][bb][cb]AW[ab][ba][ca];B[da]C[RIGHT])"
	if err := os.WriteFile(filepath.Join(damaged, "problem.sgf"), []byte(problem), 0o666); err != nil {
		t.Fatal(err)
	}
	importedFrom(t, one, damaged)
	inventory := func(a *Archive) (i *Inventory, text string) {
		t.Helper()
		if err := a.mirror.Refresh(t.Context(), 0); err != nil {
			t.Fatal(err)
		}
		err := a.Ask(func(v *View) (err error) {
			if i, err = v.Inventory(); err != nil {
				return err
			}
			values, err := AskQuestion(t.Context(), v.Views, "audit", nil, "")
			if err != nil {
				return err
			}
			moves, err := v.Reading(t.Context(), nil)
			if err != nil {
				return err
			}
			problems, err := AskQuestion(t.Context(), v.Views, "problems", &Search{Query: parse(t, "")}, "")
			if err != nil {
				return err
			}
			data, err := json.MarshalIndent([]any{i, values, moves, problems}, "", " ")
			text = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return i, text
	}
	before, _ := inventory(two)
	more := records(t, 20, 60)
	if err := os.WriteFile(filepath.Join(more, "again.sgf"), []byte(strings.Replace(problem, "GM", "EV[Another book]GM", 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	importedFrom(t, two, more)
	want, text := inventory(one)
	var segments, largest, all int64
	state, err := one.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range state.Segments {
		segments, largest = segments+g.Bytes, max(largest, g.Bytes)
	}
	for name, bytes := range want.PartBytes {
		all += bytes
		switch name {
		case partManifests, partRolls, partLedger, partClusters:
		default:
			segments -= bytes
		}
	}
	if all != want.Bytes || segments != 0 || want.Problems["illegal-move"] != 1 {
		t.Errorf("parts of %d bytes, %d in segments are no part: %+v", all, segments, want)
	}
	if was, is := before.PartBytes[partLedger], want.PartBytes[partLedger]; was == 0 || is <= was {
		t.Errorf("the ledgers of two computers have %d bytes, that of one %d", is, was)
	}
	bounded := newMachine(t, s)
	b, err := bounded.open(Options{Cache: Cache{Size: largest}})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for name, a := range map[string]*Archive{"who imported": two, "who did not": newMachine(t, s).archive(t), "with a bounded cache": b} {
		if _, got := inventory(a); got != text {
			t.Errorf("on a computer %s:\n%s", name, firstDifference(text, got))
		}
	}
	// A folder has the ledgers, too.
	dir := filepath.Join(t.TempDir(), "folder")
	o := &Options{Objects: func(string) (objects.Store, error) { return s, nil }, Cache: Cache{Dir: t.TempDir()}, patience: impatient}
	if _, err := Copy(t.Context(), "objects:the-store", dir, o, nil); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "not-ours"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "not-ours", "file"), make([]byte, 12345), 0o666); err != nil {
		t.Fatal(err)
	}
	folder, err := Open(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	err = folder.Ask(func(v *View) error {
		i, err := v.Inventory()
		if err == nil && (i.PartBytes[partLeft] < 12345 || i.PartBytes[partLeft] > 13000) {
			t.Errorf("%d bytes are left over: %+v", i.PartBytes[partLeft], i.PartBytes)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
