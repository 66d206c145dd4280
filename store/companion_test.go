package store

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// withMore returns the records of some games of which those with odd numbers have a
// format and companions, some of them empty.
func withMore(n int) (records []Record) {
	for i := range n {
		r := Record{
			Raw: []byte{byte(i), 0, '[', 0xFF, ';', 'B', '[', 'a', 'b', ']', '(', ';'}, Tree: [2]int{1, 12},
			Source: Source{"x.dat", i}, Charset: Charset{"utf-8", 1, "x"},
		}
		if i%2 == 1 {
			r.Format = "cards"
			r.Companions = slices.Clip([]Companion{{"black", []byte{byte(i), 0}}, {"", nil}, {"all", []byte(strings.Repeat("x", i))}}[:i%4])
		}
		records = append(records, r)
	}
	return records
}

func bare(r Record) (*Game, error) {
	return &Game{Record: r, Digest: r.Digest(), Facts: Facts{Game: 99}}, nil
}

// What a record needs of other files is kept with it, through every way in which a
// segment is built; records without that are stored as ever.
func TestCompanionsAreKept(t *testing.T) {
	dir := t.TempDir()
	db, err := Open(dir, &Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { db.Close() }()
	want := withMore(70)
	check := func(when string, format int) {
		t.Helper()
		s := newSnapshot(t, db)
		if s.Format() != format {
			t.Errorf("%s: format %d, want %d", when, s.Format(), format)
		}
		i := 0
		for _, g := range s.Segments() {
			reader := g.RecordReader()
			for local := range g.Len() {
				for _, read := range []func(int) (Record, error){g.Record, reader.Record} {
					got, err := read(local)
					if err != nil {
						t.Fatalf("%s: %v", when, err)
					}
					if diff := cmp.Diff(want[i], got, cmp.Transformer("bytes", func(b []byte) string { return string(b) })); diff != "" {
						t.Errorf("%s: record %d (-want +got):\n%s", when, i, diff)
					}
				}
				i++
			}
		}
		for err := range db.Check(t.Context(), bare) {
			t.Errorf("%s: %v", when, err)
		}
	}
	w, err := db.Writer(bare)
	if err != nil {
		t.Fatal(err)
	}
	add := func(records []Record) {
		t.Helper()
		for _, r := range records {
			g, _ := bare(r)
			if _, err := w.Add(t.Context(), g); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Commit(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	plain := want
	want = want[:1]
	add(want)
	check("without companions", formatVersion)
	want = plain
	add(want[1:])
	check("with them", formatVersion)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := db.Rebuild(t.Context(), bare, nil); err != nil {
		t.Fatal(err)
	}
	check("rebuilt", formatVersion)
	db.Close()
	if db, err = Open(dir, nil); err != nil {
		t.Fatal(err)
	}
	check("opened again", formatVersion)
}

// Games that differ only in what they refer to are different games.
func TestDigestOfCompanions(t *testing.T) {
	seen := map[Digest]int{}
	base := Record{Raw: []byte("game"), Tree: [2]int{0, 4}}
	if base.Digest() != DigestOf([]byte("game")) {
		t.Error("a record without companions has another digest than before")
	}
	for i, more := range []Record{
		{}, {Format: "a"}, {Format: "b"}, {Format: "a", Companions: []Companion{{"x", nil}}},
		{Format: "a", Companions: []Companion{{"", []byte("x")}}}, {Format: "a", Companions: []Companion{{"x", []byte("y")}}},
		{Companions: []Companion{{"a", []byte("x")}, {"y", nil}}}, {Companions: []Companion{{"a", []byte("xy")}}},
	} {
		r := base
		r.Format, r.Companions = more.Format, more.Companions
		if other, ok := seen[r.Digest()]; ok {
			t.Errorf("records %d and %d are alike", i, other)
		}
		seen[r.Digest()] = i
	}
}

// Companions are bounded, as a table with each game would be.
func TestCompanionsAreBounded(t *testing.T) {
	r := Record{Raw: []byte("game"), Tree: [2]int{0, 4}, Companions: []Companion{{"x", make([]byte, maxCompanions)}}}
	if err := r.valid(); err == nil || !strings.Contains(err.Error(), "65536 at most") {
		t.Errorf("got %v", err)
	}
	r.Companions[0].Name = ""
	if err := r.valid(); err != nil {
		t.Error(err)
	}
}

// A record that is cut off, or lies about its companions, is an error.
func TestCompanionsCutOff(t *testing.T) {
	for i, r := range withMore(4) {
		var whole plainBlock
		whole.add(&r)
		size := binary.PutUvarint(make([]byte, 10), uint64(len(r.Raw))) // one that is cut off is a game that is gone
		if r.saysMore() {
			size = 5
		}
		for n := size; n < len(whole.records); n++ {
			b := plainBlock{records: whole.records[:n], moves: whole.moves}
			if _, err := b.cut(); err == nil {
				t.Errorf("record %d of %d bytes: no error", i, n)
			} else if !errors.Is(err, errCutOff) && !strings.Contains(err.Error(), "outside") {
				t.Errorf("record %d of %d bytes: %v", i, n, err)
			}
		}
	}
}
