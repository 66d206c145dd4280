package store

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
	"kifudb/store/disk"
)

// TestFilterFacts compares with asking for the facts of one game after the other: of
// games on several pages, of which one is damaged or none, some of them corrected.
func TestFilterFacts(t *testing.T) {
	const games = 20_000
	r := rand.New(rand.NewPCG(18, 1))
	var list []*gatheredGame
	var all []byte
	for i := range games {
		f := Facts{
			DateLo: r.Int32N(20), Margin: r.Int32(), Komi: r.Int32(), Moves: r.Uint32N(400), Nodes: r.Uint32(),
			BlackRank: int16(r.Uint32()), WhiteRank: int16(r.Uint32()), Flags: Flags(r.Uint32()), Winner: Winner(r.Uint32N(5)), How: How(r.Uint32N(5)),
			Handicap: uint8(r.Uint32()), Game: uint8(r.Uint32()), Size: position.Size{Cols: r.IntN(256), Rows: r.IntN(256)},
		}
		f.DateHi = f.DateLo
		switch r.IntN(10) { // what columns do not hold
		case 0:
			f.DateHi += 5
		case 1:
			f.DateLo, f.DateHi = -f.DateLo, -f.DateHi
		case 2:
			f.Moves = noMoves - 1 + r.Uint32N(3)
		case 3:
			f.Winner, f.How = Winner(r.Uint32()), How(r.Uint32())
		case 4:
			f.Moves = r.Uint32()
		}
		all = appendFacts(all, f)
		list = append(list, &gatheredGame{facts: f})
		if i%1000 == 0 {
			copy(all[len(all)-factsWidth:], make([]byte, factsWidth))
			list[i] = nil // a game that is gone
		}
	}
	tests := map[FactColumn]func(f *Facts) bool{
		AllFacts:      func(f *Facts) bool { return f.Moves%3 == 1 || f.Komi == NoKomi || f.Size.Cols < 20 },
		DaysColumn:    func(f *Facts) bool { return f.DateLo%3 == 1 || f.DateHi == 17 || f.DateLo == 0 },
		ResultsColumn: func(f *Facts) bool { return f.Winner == WinnerBlack && f.How != ByResign || f.How > 100 },
		MovesColumn:   func(f *Facts) bool { return f.Moves%3 == 1 || f.Moves >= noMoves },
	}
	corrections := map[int]Correction{}
	for range 50 {
		corrections[r.IntN(games)] = Correction{Facts: Facts{DateLo: 1, DateHi: 17, Winner: WinnerBlack, How: ByTime, Moves: r.Uint32N(400), Komi: 650}}
	}
	var w disk.SectionWriter
	w.Add(tagFacts, all)
	buildFactColumns(list, &w)
	path := filepath.Join(t.TempDir(), indexName)
	if err := w.Write(disk.Files{}, path); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for column, test := range tests {
		data := all
		for i, tag := range w.Tags {
			if tag == [...]string{tagFacts, tagDays, tagResults, tagMoves}[column] {
				data = w.Data[i]
			}
		}
		if len(data) < games {
			t.Fatalf("%d bytes are too few", len(data))
		}
		for _, damage := range []int{-1, 0, disk.PageBytes - 10, disk.PageBytes + 1, len(data) - 1} {
			bad := bytes.Clone(whole)
			if damage >= 0 {
				bad[bytes.Index(whole, data)+damage] ^= 1
			}
			broken := filepath.Join(t.TempDir(), indexName)
			if err := os.WriteFile(broken, bad, 0o666); err != nil {
				t.Fatal(err)
			}
			for _, corrected := range []*segmentCorrections{nil, {games: corrections}} {
				s, err := disk.OpenSections(broken)
				if err != nil {
					t.Fatal(err)
				}
				g := &Segment{entry: segmentEntry{Games: games}, files: &segmentFiles{index: s, games: games}, corrected: corrected}
				for _, few := range []int{1, 7, 3000} {
					asked, want := roaring.New(), roaring.New()
					for local := range uint32(games) {
						if r.IntN(few) == 0 {
							asked.Add(local)
							at := int(local) * factWidths[column]
							f := g.Facts(int(local))
							if _, ok := g.corrected.of(int(local)); !ok && damage >= 0 && column != AllFacts && at>>disk.PageShift == damage>>disk.PageShift {
								f = Facts{Komi: NoKomi} // the rest of the facts is whole
							}
							if test(&f) {
								want.Add(local)
							}
						}
					}
					got := g.FilterFacts(asked, column, test)
					if !got.Equals(want) {
						t.Errorf("column %d, damage at %d, one in %d: %d games, want %d", column, damage, few, got.GetCardinality(), want.GetCardinality())
					}
					if few == 1 && (corrected == nil || damage < 0) { // of a corrected segment all facts are read
						each := roaring.New()
						g.EachFacts(column, func(local int, f *Facts) {
							if test(f) {
								each.Add(uint32(local))
							}
						})
						if !each.Equals(want) {
							t.Errorf("column %d, damage at %d: %d of all games, want %d", column, damage, each.GetCardinality(), want.GetCardinality())
						}
					}
					if few == 1 && (s.Damage() != nil) != (damage >= 0) {
						t.Errorf("column %d, damage at %d: %v", column, damage, s.Damage())
					}
				}
				if corrected == nil && damage < 0 {
					for local, winner := range g.Winners() {
						if want := g.Facts(local).Winner; winner != want {
							t.Fatalf("game %d: winner %d, want %d", local, winner, want)
						}
					}
				}
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// A column that is not of all games is damage.
func TestFactColumnIsWhole(t *testing.T) {
	var w disk.SectionWriter
	w.Add(tagFacts, make([]byte, 2*factsWidth))
	w.Add(tagDays, make([]byte, 4))
	path := filepath.Join(t.TempDir(), indexName)
	if err := w.Write(disk.Files{}, path); err != nil {
		t.Fatal(err)
	}
	s, err := disk.OpenSections(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := openFactColumns(s, 2); err == nil {
		t.Error("got no error")
	}
}
