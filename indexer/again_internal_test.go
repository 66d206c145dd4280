package indexer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/store"
)

// An extractor is used for one record after the other: what was wrong with one,
// or its game and format, makes no difference to the next.
func TestExtractorForgetsTheLastRecord(t *testing.T) {
	var records []store.Record
	for _, text := range []string{
		"(;PB[A]PW[B]C[a comment];B[aa];W[bb](;B[cc])(;B[dd]))",
		"(;SZ[9]AB[aa][bb];W[aa];B[zz];W[])", "(;SZ[99]KM[x]DT[y];B[aa](;W[bb", "(;", "()",
		"(;HA[2]AB[dd][pp];W[qd])", "(;GM[2]SZ[8];B[d3])", "(;GM[8];B[7g7f];W[9i1a])", "(;GM[4];B[hh];W[hh])", "(;GM[999];B[x])",
		"(;C[" + strings.Repeat("x", 1000) + "\xff];B[aa])",
	} {
		records = append(records, store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}})
	}
	for _, r := range []struct{ format, text string }{
		{"csa", "V2.2\nN+A\nN-B\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"},
		{"csa", "V2.2\nnothing\n"},
		{"usi", "position startpos moves 7g7f 3c3d\n"},
		{"usi", "position startpos moves 7g7f 7g7f\n"},
		{"usi", "position nowhere\n"},
	} {
		records = append(records, store.Record{Raw: []byte(r.text), Tree: [2]int{0, len(r.text)}, Format: r.format})
	}
	for i := range records {
		records[i].Charset = store.Charset{Name: "utf-8", Confidence: 1}
	}
	derive := func(x *extractor, r store.Record) string {
		g := new(store.Game)
		problems := x.extract(g, &r, r.Digest(), 1)
		var found []string
		for _, p := range problems {
			found = append(found, fmt.Sprint(p.Code, p.Line, p.Err))
		}
		return fmt.Sprintf("%+v %x %v %v %v %v", g.Facts, g.Keys, g.Script, g.Info, g.Comments, found)
	}
	var want []string
	for _, r := range records {
		want = append(want, derive(newExtractor(), r))
	}
	random := rand.New(rand.NewPCG(12, 1))
	x := newExtractor()
	last := -1
	for range 2000 {
		i := random.IntN(len(records))
		if diff := cmp.Diff(want[i], derive(x, records[i])); diff != "" {
			t.Fatalf("record %d after record %d (-fresh +again):\n%s", i, last, diff)
		}
		last = i
	}
}

// A batch ends at each of its limits.
func TestBatchesEnd(t *testing.T) {
	for name, tt := range map[string]struct {
		e    entry
		each int // entries of a batch
	}{
		"records": {entry{kind: recordFound, record: store.Record{Raw: []byte("(;B[aa])")}}, batchRecords},
		"bytes":   {entry{kind: recordFound, record: store.Record{Raw: make([]byte, batchBytes/8)}}, 8},
		"entries": {entry{kind: filePassed}, batchEntries},
	} {
		var got []int
		c := newCutter(func(b *batch) error { got = append(got, len(b.entries)); return nil })
		for range 2*tt.each + 1 {
			if err := c.put(tt.e); err != nil {
				t.Fatal(err)
			}
		}
		if err := c.flush(); err != nil {
			t.Fatal(err)
		}
		if want := []int{tt.each, tt.each, 1}; !cmp.Equal(got, want) {
			t.Errorf("%s: batches of %v entries, want %v", name, got, want)
		}
	}
}
