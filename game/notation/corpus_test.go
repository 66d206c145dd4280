package notation

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/japanese"
)

// TestCorpus follows every CSA and USI game below a directory to its end and
// writes each in all variants.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("KIFUDB_SHOGI_RECORDS")
	if dir == "" {
		t.Skip("KIFUDB_SHOGI_RECORDS does not name a directory of .csa and .usi files")
	}
	files, games, nodes := 0, 0, 0
	endings := map[Ending]int{}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		read := map[string]func([]byte, *ReadOptions) []*Record{".csa": ReadCSA, ".usi": ReadUSI}[filepath.Ext(path)]
		if read == nil {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !utf8.Valid(text) {
			if text, err = japanese.ShiftJIS.NewDecoder().Bytes(text); err != nil {
				return err
			}
		}
		files++
		if got := Detect(text); got.String() != strings.TrimPrefix(filepath.Ext(path), ".") {
			t.Errorf("%s: detected as %s", path, got)
		}
		records := read(text, &ReadOptions{Report: func(p Problem) { t.Logf("%s:%s", path, p) }})
		if len(records) == 0 {
			t.Errorf("%s: no records", path)
		}
		for _, r := range records {
			games++
			moves := 0
			var last *Node
			for n := range r.MainLine() {
				moves++
				last = n
			}
			nodes += moves
			endings[last.Ending]++
			if written := strings.Count(string(text), "\n+") + strings.Count(string(text), "\n-"); filepath.Ext(path) == ".csa" && len(records) == 1 && moves-1 != written-1 {
				t.Logf("%s: %d moves of %d lines", path, moves-1, written-1)
			}
			if words := strings.Fields(string(text)); filepath.Ext(path) == ".usi" && moves-1 != len(words)-3 {
				t.Errorf("%s: %d moves of %d", path, moves-1, len(words)-3)
			}
			checkRoundTrips(t, r)
			checkVariants(t, r)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if games == 0 {
		t.Fatal("no games")
	}
	t.Logf("%d files, %d games, %d nodes, endings %v", files, games, nodes, endings)
}

// checkRoundTrips writes a main line in CSA and USI and reads it again.
func checkRoundTrips(t *testing.T, r *Record) {
	t.Helper()
	fail := &ReadOptions{Report: func(p Problem) {
		if p.Code != IllegalMove {
			t.Errorf("%s", p)
		}
	}}
	var csa, usi bytes.Buffer
	if err := WriteCSA(&csa, r, nil); err != nil {
		t.Fatal(err)
	}
	if err := WriteUSI(&usi, r, nil); err != nil {
		t.Fatal(err)
	}
	var again bytes.Buffer
	for _, got := range ReadCSA(csa.Bytes(), fail) {
		if err := WriteCSA(&again, got, nil); err != nil {
			t.Fatal(err)
		}
	}
	if again.String() != csa.String() {
		t.Fatalf("CSA changed from\n%s\nto\n%s", csa.String(), again.String())
	}
	again.Reset()
	for _, got := range ReadUSI(usi.Bytes(), fail) {
		if err := WriteUSI(&again, got, nil); err != nil {
			t.Fatal(err)
		}
	}
	if again.String() != usi.String() {
		t.Fatalf("USI changed from\n%s\nto\n%s", usi.String(), again.String())
	}
}
