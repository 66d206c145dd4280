package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/store"
)

// What the values of an attribute are said to be of is all that they are of: facts that
// differ in all else have the same values.
func TestAttributesAreOf(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 3))
	few := func() store.Facts {
		year := int32(10000 * (1980 + r.IntN(3)))
		return store.Facts{
			DateLo: year + 101, DateHi: year + 101 + 10000*int32(r.IntN(2)), Winner: store.Winner(r.IntN(5)), How: store.How(r.IntN(5)), Margin: r.Int32N(3),
			Komi: 50 * r.Int32N(3), Handicap: uint8(r.IntN(3)), BlackRank: int16(r.IntN(3)), WhiteRank: int16(r.IntN(3)), Game: uint8(1 + r.IntN(3)),
			Size: position.Size{Cols: 9 + r.IntN(2), Rows: 9 + r.IntN(2)}, Moves: r.Uint32N(3), Nodes: r.Uint32N(3), Flags: store.Flags(r.IntN(8)),
		}
	}
	tested := 0
	for _, name := range AttributeNames() {
		a, err := NewAttribute(name)
		if err != nil {
			t.Fatal(err)
		}
		if a.read == nil && a.sided == nil {
			continue
		}
		if tested++; a.of == nil {
			t.Errorf("%s: it is not said what it is of", a.Name)
			continue
		}
		values, different := map[uint64][]string{}, 0
		for range 3000 {
			f := few()
			got := a.ofFacts(&f)
			if a.sided != nil {
				both := a.sided(&f)
				got = both[:]
			}
			if want, ok := values[a.of(&f)]; ok && !slices.Equal(got, want) {
				t.Fatalf("%s: %q and %q of the same", a.Name, got, want)
			} else if !ok {
				different++
			}
			values[a.of(&f)] = got
		}
		if different < 2 {
			t.Errorf("%s: all facts are the same to it", a.Name)
		}
	}
	if tested < 10 {
		t.Errorf("only %d attributes were tested", tested)
	}
}

// Cells count as a map does.
func TestCells(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 4))
	for _, n := range []int{1, 40, 3000} {
		var got cells
		want := map[cellPlace]int{}
		for range 20_000 {
			p := cellPlace{r.Int32N(int32(n)), r.Int32N(7) * int32(n)}
			got.at(int(p.row), int(p.column)).Games++
			want[p]++
		}
		if len(got.places) != len(want) {
			t.Errorf("%d: %d cells, want %d", n, len(got.places), len(want))
		}
		for i, p := range got.places {
			if got.counts[i].Games != want[p] {
				t.Errorf("%d: cell %v has %d games, want %d", n, p, got.counts[i].Games, want[p])
			}
		}
	}
}
