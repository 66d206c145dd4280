package store

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kifudb/position"
)

// TestFilterFacts compares with asking for the facts of one game after the other: of
// games on several pages, of which one is damaged or none, some of them corrected.
func TestFilterFacts(t *testing.T) {
	const games = 2000
	r := rand.New(rand.NewPCG(18, 1))
	var all []byte
	for range games {
		all = appendFacts(all, Facts{
			DateLo: r.Int32(), DateHi: r.Int32(), Margin: r.Int32(), Komi: r.Int32(), Moves: r.Uint32N(400), Nodes: r.Uint32(),
			BlackRank: int16(r.Uint32()), WhiteRank: int16(r.Uint32()), Flags: Flags(r.Uint32()), Winner: Winner(r.Uint32N(5)), How: How(r.Uint32N(5)),
			Handicap: uint8(r.Uint32()), Game: uint8(r.Uint32()), Size: position.Size{Cols: r.IntN(256), Rows: r.IntN(256)},
		})
	}
	if len(all) < 3*pageBytes {
		t.Fatalf("%d bytes are too few pages", len(all))
	}
	var w sectionWriter
	w.add(tagFacts, all)
	path := filepath.Join(t.TempDir(), indexName)
	if err := w.write(files{}, path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	corrections := map[int]Correction{}
	for range 50 {
		corrections[r.IntN(games)] = Correction{Facts: Facts{Moves: r.Uint32N(400), Komi: 650}}
	}
	test := func(f *Facts) bool { return f.Moves%3 == 1 || f.Komi == NoKomi || f.Size.Cols < 20 }
	for _, damage := range []int{-1, 0, pageBytes - 10, pageBytes + 1, len(all) - 1} {
		bad := bytes.Clone(whole)
		if damage >= 0 {
			bad[bytes.Index(whole, all)+damage] ^= 1
		}
		broken := filepath.Join(t.TempDir(), indexName)
		if err := os.WriteFile(broken, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, corrected := range []*corrected{nil, {games: corrections}} {
			s, err := openSections(broken)
			if err != nil {
				t.Fatal(err)
			}
			g := &Segment{files: &segmentFiles{facts: s.checked(tagFacts)}, corrected: corrected}
			for _, few := range []int{1, 7, 300} {
				var locals, want []uint32
				for local := range uint32(games + 3) { // three that there are not
					if r.IntN(few) == 0 {
						locals = append(locals, local)
					}
				}
				got := g.FilterFacts(slices.Clone(locals), test)
				for _, local := range locals {
					if f := g.Facts(int(local)); test(&f) {
						want = append(want, local)
					}
				}
				if !slices.Equal(got, want) {
					t.Errorf("damage at %d, one in %d: %d games, want %d", damage, few, len(got), len(want))
				}
				if few == 1 && (s.damage() != nil) != (damage >= 0) {
					t.Errorf("damage at %d: %v", damage, s.damage())
				}
			}
			if err := s.close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
