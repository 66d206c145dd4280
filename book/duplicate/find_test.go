package duplicate

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/store"
)

func TestFind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	game, other, third := randomGame(r, 120), randomGame(r, 120), randomGame(r, 90)
	short := randomGame(r, 12)
	who := names("Cho Chikun", "Otake Hideo") + "DT[1980-09-15]"
	family := slices.Concat(game[:40], other[40:])
	shogi := strings.Repeat(" 4i5h 4a5b 5h4i 5b4a", 10)
	tests := []struct {
		name    string
		records []testRecord
		want    string
	}{
		{"no archive", nil, ""},
		{"games of their own", []testRecord{of("", game), of("", other)}, ""},
		{"one game twice", []testRecord{of("", game), of("", other), of("EV[2]", game)}, "3 exact, 1 exact"},
		{"cut and complete", []testRecord{of(who, game[:50]), of("", game)}, "2 prefix, 1 prefix"},
		{"a typo", []testRecord{of("", game), of(who, typo(game, 3, position.At(18, 0)))}, "2 near, 1 near"},
		{"a missing second move, by the signature's other moves or the players", []testRecord{of(who, game), of(who, without(game, 1))}, "1 near, 2 near"},
		{"all kinds", []testRecord{of("", game), of("", typo(game, 50, position.At(18, 0))), of("EV[x]", game), of("", game[:60])}, "3 exact+prefix+near, 1 exact+prefix+near, 2 near, 4 prefix"},
		{"what is only the beginning of two games does not join them", []testRecord{of("", game), of("", family), of("", game[:40])}, "1 prefix, 3 prefix"},
		{"short games of nobody", []testRecord{of("", short), of("EV[x]", short)}, ""},
		{"short games of the same players and day", []testRecord{of(who, short), of(who+"EV[x]", short), of("", short)}, "2 exact, 1 exact"},
		{"a few moves, which may be of two games", []testRecord{of(who, short[:5]), of(who+"EV[x]", short[:5])}, ""},
		{"the more complete record is preferred", []testRecord{of("", game[:100]), of("RE[B+R]", game[:100]), of("", game)}, "3 prefix, 2 exact+prefix, 1 exact+prefix"},
		{"but not one of others who played it again", []testRecord{of("DT[2011]RE[W+R]", game), of("DT[1990-03-28]", game[:100]), of("", game[:100])}, "2 exact+prefix, 1 prefix, 3 exact+prefix"},
		{"the first and the last day of a game", []testRecord{of("DT[1990-03-28]", game), of("DT[1990-03-30]RE[B+R]", game)}, "2 exact, 1 exact"},
		{"the same year", []testRecord{of("DT[1990]", game), of("DT[1990-03-30]", game), of("DT[1990-03]RE[B+R]", game)}, "3 exact, 2 exact, 1 exact"},
		{"a game of shogi", []testRecord{{raw: "startpos moves" + shogi}, {raw: "position startpos moves" + shogi}, {raw: "sfen lnsgkgsnl/1r7/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 moves" + shogi}}, "1 exact, 2 exact"},
		{"no moves", []testRecord{of(who, nil), of(who+"EV[x]", nil)}, ""},
		{"the same problem", []testRecord{of("AB[aa][ba][ca][da]AW[ab][bb][cb][db]", nil), of("GN[x]AB[da][aa][ba][ca]AW[ab][bb][cb][db]", nil)}, "2 exact, 1 exact"},
		{"a handicap is no problem", []testRecord{of("HA[9]AB[dd][dj][dp][jd][jj][jp][pd][pj][pp]", nil), of("GN[x]HA[9]AB[dd][dj][dp][jd][jj][jp][pd][pj][pp]", nil)}, ""},
		{"handicap stones as moves", []testRecord{of("HA[2]AB[dd][pp]", third[1:]), of("", slices.Concat([]position.Move{{Color: position.Black, Point: position.At(15, 15)}, {Color: position.Black, Point: position.At(3, 3)}}, third[1:]))}, "2 exact, 1 exact"},
	}
	for _, test := range tests {
		_, s := openRecords(t, 2, test.records)
		if got := find(t, s).text(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
		corrections := map[store.GameID]store.Correction{}
		for _, g := range s.Segments() {
			for local := range g.Len() {
				id := g.Base() + store.GameID(local)
				day := int32(17000101 + 10000*id) // no two games are of one day, or of the same players
				corrections[id] = store.Correction{
					Facts: store.Facts{DateLo: day, DateHi: day, Winner: store.Winner(id % 3)},
					Info:  []store.Value{{Ident: "PB", Text: "Someone Else " + string(rune('A'+id))}, {Ident: "PW", Text: "Nobody"}, {Ident: "EV", Text: "x"}},
				}
			}
		}
		s.Correct(store.NewCorrections(corrections))
		if got := find(t, s).text(); got != test.want {
			t.Errorf("%s, corrected: got %q, want %q", test.name, got, test.want)
		}
	}
}

// Records of random games in many forms: what is found is what comparing each
// with each other finds, however the games lie in segments.
func TestFindEqualsAllPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	records := manyRecords(r, 150)
	_, s := openRecords(t, 100, records)
	_, other := openRecords(t, 1000, records)
	got := find(t, s)
	if a, b := got.text(), find(t, other).text(); a != b {
		t.Errorf("the segments matter:\n%s\n%s", a, b)
	}

	f := &finder{ctx: context.Background(), snapshot: s, same: map[store.GameID][]store.GameID{}, edges: map[pair]edge{}}
	for _, g := range s.Segments() {
		f.gather(g)
	}
	lines := make([]position.Sequence, len(f.games))
	for i := range f.games {
		lines[i], _ = f.games[i].sequence()
	}
	behind := map[store.GameID]bool{}
	for i := range f.games {
		class := []store.GameID{f.games[i].id}
		for j := i + 1; j < len(f.games) && !behind[f.games[i].id]; j++ {
			if !behind[f.games[j].id] && slices.Equal(lines[i], lines[j]) && len(lines[i]) >= least(evidence(&f.games[i], &f.games[j], false)) {
				class = append(class, f.games[j].id)
			}
		}
		if len(class) > 1 {
			f.same[class[0]] = class
			for _, id := range class[1:] {
				behind[id] = true
			}
		}
	}
	for i := range f.games {
		for j := i + 1; j < len(f.games); j++ {
			if behind[f.games[i].id] || behind[f.games[j].id] {
				continue
			}
			if c := f.games[i].compare(&f.games[j], lines[i], lines[j]); c.Kind != 0 {
				f.edges[pair{f.games[i].id, f.games[j].id}] = edge{kind: c.Kind, cost: c.costOf(min(len(lines[i]), len(lines[j])))}
			}
		}
	}
	want := f.clusters(nil)
	var found, all int
	kinds := Kinds(0)
	for _, c := range want.list {
		for _, m := range c.Members {
			all++
			kinds |= m.Kinds
			if i, _, ok := got.Of(m.ID); ok && got.list[i].Preferred() == c.Preferred() {
				found++
			}
		}
	}
	t.Logf("%d of %d records in clusters are found", found, all)
	if kinds != Exact|Prefix|Near || all < 150 {
		t.Fatalf("only %d records have duplicates, of the kinds %v", all, kinds)
	}
	// A move that is missing among the first moves, of records that do not say
	// who played when, is beyond the numbers by which they are looked for.
	if found < all*95/100 {
		t.Errorf("%d of %d records in clusters are found", found, all)
	}
	for i, c := range got.list {
		for _, m := range c.Members {
			if _, _, ok := want.Of(m.ID); !ok {
				t.Errorf("cluster %d: record %d belongs to none", i, m.ID)
			}
		}
	}
}

// Ten thousand records without moves, or of one opening, take no longer than
// others.
func TestFindIsBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	opening := randomGame(r, 40)
	who := names("Bot", "Bot") + "DT[2020-01-01]"
	var records []testRecord
	games := testsize.Of(2000, 400)
	for range games {
		records = append(records, testRecord{info: who, moves: nil}, testRecord{info: who, moves: slices.Concat(opening, randomGame(r, 100)[40:])})
	}
	_, s := openRecords(t, 65536, records)
	if got := find(t, s); got.Len() > 0 {
		t.Errorf("found %d clusters", got.Len())
	}
	// Among them all exact ones are found still.
	_, s = openRecords(t, 65536, append(records, records[games+1], records[3]))
	if got := find(t, s); got.Len() != 2 || got.Others() != 2 {
		t.Errorf("found %d clusters with %d records more, want 2 and 2", got.Len(), got.Others())
	}
}

func TestFindLeavesOutRemoved(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	game := randomGame(r, 100)
	db, s := openRecords(t, 65536, []testRecord{of("EV[1]", game), of("EV[2]", game), of("EV[3]", game)})
	if got, want := find(t, s).text(), "1 exact, 2 exact, 3 exact"; got != want {
		t.Fatalf("got %q, want %q", got, want)
	}
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i, want := range []string{"2 exact, 3 exact", ""} {
		if err := w.Remove(store.GameID(i + 1)); err != nil {
			t.Fatal(err)
		}
		if got := find(t, snapshot(t, db)).text(); got != want {
			t.Errorf("without %d: got %q, want %q", i+1, got, want)
		}
	}
}

func BenchmarkFind(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 5))
	_, s := openRecords(b, 65536, manyRecords(r, 2000))
	for b.Loop() {
		find(b, s)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*s.Len()), "ns/game")
}
