package archive

import (
	"archive/tar"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"kifudb/archive/objects"
)

// uploaded gives files to an archive as a page does.
func uploaded(t *testing.T, a *Archive, files map[string]string) {
	t.Helper()
	u, err := a.NewUpload(UploadLimits{Files: 10, Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if _, err := u.Add(name, strings.NewReader(text)); err != nil {
			t.Fatal(err)
		}
	}
	job, err := u.Import()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := job.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// uploadsOf returns the names and contents of the files that an archive keeps of uploads, packed or not.
func uploadsOf(t *testing.T, a *Archive) string {
	t.Helper()
	kept, err := a.keptUploads(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, k := range kept {
		r, w := io.Pipe()
		go func() { w.CloseWithError(k.Write(t.Context(), w)) }()
		unpacker, err := zstd.NewReader(r)
		if err != nil {
			t.Fatal(err)
		}
		for in := tar.NewReader(unpacker); ; {
			header, err := in.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(k.Name, err)
			}
			text, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			lines = append(lines, fmt.Sprintf("%s: %s\n", header.Name, text))
		}
		unpacker.Close()
		r.Close()
	}
	slices.Sort(lines)
	return strings.Join(lines, "")
}

// tellsOf returns what an archive tells of everything that a copy might lose.
func tellsOf(t *testing.T, a *Archive) map[string]any {
	t.Helper()
	all := map[string]any{"imports": importsOf(t, a), "uploads": uploadsOf(t, a), "games": contentsOf(t, a)}
	sound(t, a)
	waiting, err := a.WaitingUploads()
	if err != nil {
		t.Fatal(err)
	}
	all["waiting"] = len(waiting)
	err = a.Ask(func(v *View) error {
		for name, ask := range map[string]func() (any, error){
			"problems": func() (any, error) {
				return AskQuestion(t.Context(), v.Views, "problems", &Search{Query: parse(t, "")}, "moved")
			},
			"audit":  func() (any, error) { return AskQuestion(t.Context(), v.Views, "audit", nil, "") },
			"search": func() (any, error) { return v.Search(t.Context(), &Search{Query: parse(t, "tag:fine or player:7")}) },
		} {
			answer, err := ask()
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			text, err := json.MarshalIndent(answer, "", " ")
			if err != nil {
				return err
			}
			all[name] = string(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// An archive into which several computers have imported, and files were uploaded, tells the same
// after each copy: from a store to a folder, to another folder, to a store, to another store.
func TestStoreCopyOfSeveral(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	one, two, three := newMachine(t, s), newMachine(t, s), newMachine(t, s)
	a, b := one.archive(t), two.archive(t)
	importedFrom(t, a, records(t, 0, 10))
	dir := records(t, 5, 15) // half of them known
	for name, text := range map[string]string{
		"damaged.zip": "PK\x03\x04 no zip",
		"faulty.sgf":  "(;GM[1]SZ[9]DT[some day]KM[750];B[aa];W[aa]",
		"1.sgf":       "(;SZ[9]AB[aa][bb]AW[ab]EV[A book];B[ba]C[RIGHT])",
		"2.sgf":       "(;SZ[9]AB[aa][bb]AW[ab]EV[Another book];B[ca]C[RIGHT])",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	importedFrom(t, b, dir)
	uploaded(t, b, map[string]string{"囲碁/game.sgf": "(;PB[Uploaded]PW[B];B[aa])", "broken.zip": "PK\x03\x04 no zip"})
	uploaded(t, a, map[string]string{"game.sgf": "(;PB[Uploaded twice]PW[B];B[bb])"})
	importedFrom(t, a, records(t, 15, 20))
	err := a.Ask(func(v *View) error {
		_, err := v.Tag("fine", []GameID{2})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := tellsOf(t, three.archive(t)) // which has imported nothing itself
	if n := len(want["imports"].([]string)); n != 5+10+14+3+5 {
		t.Fatalf("%d lines about imports", n)
	}
	if text := want["uploads"].(string); strings.Count(text, "\n") != 3 || !strings.Contains(text, "囲碁/game.sgf: (;PB[Uploaded]") {
		t.Fatalf("the uploads are %q", text)
	}
	if text := want["problems"].(string); !strings.Contains(text, "Another book") {
		t.Fatalf("no problem stands in both books: %s", text)
	}

	stores := map[string]objects.Store{"objects:the-store": s, "objects:second": objects.NewFolder(t.TempDir()), "objects:third": objects.NewFolder(t.TempDir())}
	o := &Options{Objects: func(location string) (objects.Store, error) { return stores[location], nil }, Cache: Cache{Dir: t.TempDir()}, patience: impatient}
	folder, other, last := filepath.Join(t.TempDir(), "folder"), filepath.Join(t.TempDir(), "other"), filepath.Join(t.TempDir(), "last")
	for _, c := range [][2]string{{"objects:the-store", folder}, {folder, other}, {other, "objects:second"}, {"objects:second", "objects:third"}, {"objects:third", last}} {
		done, err := Copy(t.Context(), c[0], c[1], o, nil)
		if err != nil || done.Uploads != 2 {
			t.Fatalf("%v: %+v, %v", c, done, err)
		}
		copied, err := Open(c[1], o)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, tellsOf(t, copied)); diff != "" {
			t.Errorf("%v: %s", c, diff)
		}
		if err := copied.Close(); err != nil {
			t.Fatal(err)
		}
	}
	// The same once more has nothing to do, but for what was uploaded since.
	changed, err := Open(other, o)
	if err != nil {
		t.Fatal(err)
	}
	uploaded(t, changed, map[string]string{"late.txt": "no game"})
	if err := changed.Close(); err != nil {
		t.Fatal(err)
	}
	done, err := Copy(t.Context(), other, "objects:second", o, nil)
	if err != nil || !done.Same || done.Uploads != 3 || len(objectsOf(t, stores["objects:second"], "uploads/")) != 3 {
		t.Errorf("again: %+v, %v, %v", done, err, objectsOf(t, stores["objects:second"], "uploads/"))
	}
	another := filepath.Join(t.TempDir(), "another")
	if done, err := Copy(t.Context(), other, another, o, nil); err != nil || done.Uploads != 3 {
		t.Errorf("to a folder: %+v, %v", done, err)
	}
	third, err := Open(another, o)
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	if waiting, err := third.WaitingUploads(); err != nil || len(waiting) != 0 || !strings.Contains(uploadsOf(t, third), "late.txt: no game") {
		t.Errorf("%q wait to be imported, %v; there are %q", waiting, err, uploadsOf(t, third))
	}
	// Imports go on, under further numbers.
	goesOn, err := Open(last, o)
	if err != nil {
		t.Fatal(err)
	}
	defer goesOn.Close()
	if next := importedFrom(t, goesOn, records(t, 0, 20)); next.Added != 0 || next.Run != 6 {
		t.Errorf("the same files, elsewhere: run %d, %+v", next.Run, next.Totals)
	}
}

// What is no upload is not taken for one, and is not left out silently.
func TestStoreCopyForeignUpload(t *testing.T) {
	s := objects.NewFolder(t.TempDir())
	m := newMachine(t, s)
	importedFrom(t, m.archive(t), records(t, 0, 1))
	for _, name := range []string{"a/b", "last."} {
		if _, err := s.PutIfAbsent(t.Context(), "uploads/"+name, objects.Text([]byte("x"))); err != nil {
			t.Fatal(err)
		}
		o := &Options{Objects: func(string) (objects.Store, error) { return s, nil }, Cache: Cache{Dir: t.TempDir()}, patience: impatient}
		_, err := Copy(t.Context(), "objects:the-store", filepath.Join(t.TempDir(), "to"), o, nil)
		if err == nil || !strings.Contains(err.Error(), "uploads/"+name) {
			t.Errorf("with %q: %v", name, err)
		}
		if err := s.Delete(t.Context(), "uploads/"+name); err != nil {
			t.Fatal(err)
		}
	}
}
