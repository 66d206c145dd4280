package store

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/store/fulltext"
)

// correctedSnapshot returns a snapshot of some segments in which some games are
// corrected: other names, new ones, values taken away, another winner.
func correctedSnapshot(t *testing.T, games int) (*Snapshot, map[GameID]Correction) {
	db := newDB(t, &Options{MaxGames: 40})
	w := newWriter(t, db)
	addGames(t, w, 0, games)
	commit(t, w)
	if err := w.Remove(5, 44); err != nil {
		t.Fatal(err)
	}
	commit(t, w)
	s := newSnapshot(t, db)
	r := rand.New(rand.NewPCG(19, 14))
	corrections := map[GameID]Correction{}
	for _, g := range s.Segments() {
		for local := range g.Len() {
			if r.IntN(3) > 0 {
				continue
			}
			c := Correction{Facts: g.Facts(local)}
			c.Facts.Winner, c.Facts.DateLo, c.Facts.DateHi = WinnerWhite, 18460911, 18460911
			for _, v := range g.Info(local) {
				switch {
				case v.Ident == "PB" && r.IntN(2) == 0:
					v.Text = []string{"Yasui Sanchi", "Aaa", "zzz", names[r.IntN(len(names))]}[r.IntN(4)]
				case v.Ident == "EV" && r.IntN(2) == 0:
					continue
				}
				c.Info = append(c.Info, v)
			}
			c.Info = append(c.Info, Value{[]string{"AN", "ZZ"}[r.IntN(2)], "an annotator"})
			corrections[g.Base()+GameID(local)] = c
		}
	}
	s.Correct(NewCorrections(corrections))
	return s, corrections
}

// What a segment says with corrections is what reading game by game says.
func TestCorrectedEqualsReadingAll(t *testing.T) {
	s, corrections := correctedSnapshot(t, 100)
	for _, g := range s.Segments() {
		values := map[Value]*roaring.Bitmap{}
		idents := map[string]bool{}
		for local := range g.Len() {
			facts, info := g.Recorded().Facts(local), g.Recorded().Info(local)
			if c, ok := corrections[g.Base()+GameID(local)]; ok {
				facts, info = c.Facts, c.Info
			}
			if diff := cmp.Diff(facts, g.Facts(local)); diff != "" {
				t.Errorf("facts of %d: %s", local, diff)
			}
			if diff := cmp.Diff(info, g.Info(local)); diff != "" {
				t.Errorf("values of %d: %s", local, diff)
			}
			if g.Winners()[local] != facts.Winner {
				t.Errorf("winner of %d: %v", local, g.Winners()[local])
			}
			if g.Corrections().ContainsInt(local) != !cmp.Equal(info, g.Recorded().Info(local)) {
				t.Errorf("%d is said to be corrected, or not, and is not, or is", local)
			}
			for _, v := range info {
				idents[v.Ident] = true
				if values[v] == nil {
					values[v] = roaring.New()
				}
				if g.Live().ContainsInt(local) {
					values[v].AddInt(local)
				}
			}
		}
		byNumber := map[int]Value{}
		for ident := range idents {
			if !slices.Contains(g.Idents(), ident) {
				t.Errorf("%s is not among the identifiers", ident)
			}
			var last string
			for number, text := range g.NumberedValues(ident) {
				if _, twice := byNumber[number]; twice || text < last {
					t.Errorf("%s %q has a number that another value has, or stands behind a greater one", ident, text)
				}
				byNumber[number], last = Value{ident, text}, text
			}
			got := map[Value]*roaring.Bitmap{}
			last = ""
			for text, games := range g.Values(ident) {
				if text < last {
					t.Errorf("%s: %q after %q", ident, text, last)
				}
				got[Value{ident, text}], last = games, text
			}
			for _, g := range []*Segment{g, g.Recorded()} {
				all := roaring.New()
				for _, games := range g.Values(ident) {
					all.Or(games)
				}
				if having := g.Having(ident); !having.Equals(all) {
					t.Errorf("%s: %v have it, want %v", ident, having, all)
				}
			}
			for v, games := range values {
				if v.Ident == ident && !games.IsEmpty() && (got[v] == nil || !got[v].Equals(games)) {
					t.Errorf("%v: %v, want %v", v, got[v], games)
				}
				if v.Ident == ident {
					delete(got, v)
				}
			}
			if len(got) > 0 {
				t.Errorf("nobody has %v", got)
			}
		}
		if !slices.IsSorted(g.Idents()) {
			t.Errorf("identifiers are not in order: %v", g.Idents())
		}
		for local := range g.Len() {
			var read []Value
			for _, n := range g.ValueNumbers(local, nil) {
				read = append(read, byNumber[n])
			}
			if diff := cmp.Diff(g.Info(local), read); diff != "" {
				t.Errorf("values of %d by number: %s", local, diff)
			}
		}
	}
}

// Values are searched as corrected, except byte for byte.
func TestCorrectedIsSearched(t *testing.T) {
	s, _ := correctedSnapshot(t, 100)
	for _, q := range []fulltext.Query{
		{Idents: []string{"PB"}, Text: "sanchi"},
		{Idents: []string{"PB", "PW"}, Text: "Chikun Cho", Kind: fulltext.Name},
		{Text: "annotator"},
		{Idents: []string{"EV"}, Text: "meij", Kind: fulltext.Prefix},
		{Idents: []string{"EV"}, Text: "", Kind: fulltext.Regexp},
		{Idents: []string{"file"}, Text: "games", Kind: fulltext.Substring},
		{Idents: []string{"PB"}, Text: "Yasui Sanchi", Kind: fulltext.Exact},
		{Idents: []string{"PW"}, Text: names[0], Kind: fulltext.Exact},
	} {
		found := 0
		for _, g := range s.Segments() {
			m, err := q.Matcher()
			if err != nil {
				t.Fatal(err)
			}
			want := roaring.New()
			for _, local := range g.Live().ToArray() {
				info := g.Info(int(local))
				if q.Kind == fulltext.Exact {
					info = g.Recorded().Info(int(local))
				}
				if slices.ContainsFunc(info, func(v Value) bool { return wantedIdent(q.Idents, v.Ident) && m.Match(v.Text) }) {
					want.Add(local)
				}
			}
			got, err := g.SearchValues(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if !got.Equals(want) {
				t.Errorf("%+v: %v, want %v", q, got, want)
			}
			found += int(want.GetCardinality())
		}
		if found == 0 && q.Text != "Yasui Sanchi" {
			t.Errorf("%+v finds nothing", q)
		}
	}
}
