package indexer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"kifudb/format"
	"kifudb/indexer"
)

// The games of a tree are records of their own, in the encoding of the tree, which comes back byte for byte; what is
// wrong with them is said with the lines of the file, and games behind the tree are counted behind its games.
func TestPartsOfATree(t *testing.T) {
	gbk := "(;CA[GBK]SZ[9]EV[\xb1\xad];B[ee]\n(;W[cc]PB[\xbc\xd7]PW[\xd2\xd2]RE[B+R])\n(;W[cg]PB[\xb1\xfb]PW[\xb6\xa1]RE[W+R]\n;B[zz])\n)\n(;PB[next]\n;B[zz])"
	wide := "\xff\xfe"
	for _, c := range utf16.Encode([]rune("(;SZ[9]EV[杯];B[ee](;W[cc]PB[甲]PW[乙])(;W[cg]PB[丙]PW[丁]))")) {
		wide += string([]byte{byte(c), byte(c >> 8)})
	}
	for _, tt := range []struct {
		name, text, first string
		games             int // in all
		problems          []string
	}{
		{"gbk", gbk, "甲", 3, []string{"game 2: line 4: ", "game 3: line 7: "}},
		{"utf-16", wide, "甲", 2, nil},
	} {
		a := newLedger(t)
		file := filepath.Join(t.TempDir(), "a.sgf")
		if err := os.WriteFile(file, []byte(tt.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, problems := a.mustRun(file)
		for _, want := range tt.problems {
			if !strings.Contains(strings.Join(problems, "\n"), want) {
				t.Errorf("%s: %q, want %q", tt.name, problems, want)
			}
		}
		records := a.records()
		if len(records) != tt.games {
			t.Fatalf("%s: %d games", tt.name, len(records))
		}
		for i := range records {
			if records[i].Source.Game != i {
				t.Errorf("%s: game %d has the number %d", tt.name, i, records[i].Source.Game)
			}
		}
		g, err := indexer.Derive(records[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range g.Info {
			if v.Ident == "PB" && v.Text != tt.first {
				t.Errorf("%s: black is %q", tt.name, v.Text)
			}
		}
		whole, ok := indexer.Whole(records[:2])
		if got := string(format.Game(&whole)); !ok || tt.name == "gbk" && !strings.HasPrefix(tt.text, got) || !strings.HasSuffix(got, ")") {
			t.Errorf("%s: %v, put together as %q", tt.name, ok, got)
		}
		// What stands behind the tree is that of the last game.
		ends := slices.Clone(records[:2])
		for i := range ends {
			ends[i].Raw = append(slices.Clone(ends[i].Raw), fmt.Sprint(" behind ", i)...)
		}
		if got, ok := indexer.Whole(ends); !ok || string(got.Raw) != string(whole.Raw)+" behind 1" {
			t.Errorf("%s: %t, put together with what is behind as %q", tt.name, ok, got.Raw)
		}
		if _, ok := indexer.Whole(records[:1]); ok {
			t.Errorf("%s: one game is a whole tree", tt.name)
		}
		a.mustRun(file)
		if again := a.records(); len(again) != tt.games {
			t.Errorf("%s, again: %d games", tt.name, len(again))
		}
	}
}

// A tree whose games would take too much stays one record, and says so.
func TestTreeThatIsTooMuch(t *testing.T) {
	text := "(;C[" + strings.Repeat("x", 1<<17) + "];B[aa]" + strings.Repeat("(;W[bb]PB[A]PW[B])", 500) + ")"
	a := newArchive(t)
	file := filepath.Join(t.TempDir(), "a.sgf")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	_, problems := a.mustRun(file)
	if n := len(a.records()); n != 1 || !strings.Contains(strings.Join(problems, "\n"), "shared-tree: 500 games") {
		t.Errorf("%d records, %q", n, problems)
	}
}
