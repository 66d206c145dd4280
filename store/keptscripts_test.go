package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// branched returns a record of so many variations at the first move.
func branched(n int) Record {
	var text strings.Builder
	text.WriteString("(;GM[1]SZ[19];B[pd]")
	for i := range n {
		fmt.Fprintf(&text, "(;W[%c%c];B[%c%c];W[%c%c])", 'a'+i%19, 'a'+i/19%19, 'a'+i/7%19, 'a'+i%18, 'a'+i/3%19, 'a'+i%17)
	}
	text.WriteString(")")
	r := record(1)
	r.Raw, r.Source.Path = []byte(text.String()), fmt.Sprintf("%d.sgf", n)
	r.Tree = [2]int{0, len(r.Raw)}
	return r
}

// TestKeptScripts: a script that is kept is the same as one that is unpacked, and all of a segment go with it.
func TestKeptScripts(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	for i := range 12 {
		g, err := derive(branched(1 + 150*i))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	commit(t, w)
	s, err := db.LazySnapshot()
	if err != nil {
		t.Fatal(err)
	}
	g := s.Segments()[0]
	var memory position.ScriptBuffer
	for range 2 {
		for local := range g.Len() {
			want, err := g.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			got, err := g.ScriptIn(&memory, local)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("game %d: %d words, want %d (%v)", local, len(got), len(want), err)
			}
		}
	}
	long := 0
	for local := range g.Len() {
		_, kept := db.scripts.of(g.files, local)
		if kept {
			long++
		}
		if is := len(g.files.packedScript(local)) >= manyWords; is != kept {
			t.Errorf("game %d: kept is %t, want %t", local, kept, is)
		}
	}
	if long == 0 || long == g.Len() {
		t.Errorf("%d of %d are kept", long, g.Len())
	}
	db.scripts.forgetAll(g.files)
	if db.scripts.words != 0 || len(db.scripts.scripts) != 0 {
		t.Errorf("%d words of %d scripts are left", db.scripts.words, len(db.scripts.scripts))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestKeptScriptsAreBounded: others go when there are too many.
func TestKeptScriptsAreBounded(t *testing.T) {
	var k keptScripts
	files := new(segmentFiles)
	for i := range 40 {
		k.keep(files, i%23, make(position.Script, 10_000*(1+i%7)))
		sum := 0
		for _, s := range k.scripts {
			sum += len(s)
		}
		if sum != k.words || sum > keptWords {
			t.Fatalf("%d words are kept, %d are counted", sum, k.words)
		}
		if _, ok := k.of(files, i%23); !ok {
			t.Fatal("the last one is not kept")
		}
	}
	if k.keep(files, 50, make(position.Script, keptWords)); k.scripts[scriptOf{files, 50}] != nil {
		t.Error("one that takes nearly all room is kept")
	}
}
