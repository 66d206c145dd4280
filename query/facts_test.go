package query

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/store"
)

// TestFactTexts: what lists show of the facts of a game, and the number by which it is sorted.
func TestFactTexts(t *testing.T) {
	full := store.Facts{
		Game: 1, Size: position.Size{Cols: 19, Rows: 13}, DateLo: 1985_03_12, DateHi: 1985_03_14, Komi: 650, Handicap: 2, Moves: 211, Nodes: 230,
		Winner: store.WinnerWhite, How: store.ByPoints, Margin: 350, BlackRank: 1, WhiteRank: 109, Flags: store.HasClocks | store.HasComments,
	}
	bare := store.Facts{Game: 4, Komi: store.NoKomi}
	// Texts of both games, "?" where lists show others, and their numbers, "-" for none.
	for name, want := range map[string]string{
		"date": "? 19850312 | ? -", "year": "1985 1985 | -", "decade": "1980s | ", "century": "1900s | ", "month": "1985-03 | ",
		"komi": "6.5 650 | -", "handicap": "2 2 | 0 0", "moves": "211 211 | 0 0", "nodes": "230 230 | 0 0", "margin": "3.5 350 | -",
		"winner": "white 2 | unknown -", "by": "points 1 | -", "size": "19x13 247 | 0x0 -", "game": "go 1 | gomoku 4",
		"rank": "1d/9p 109 | / -", "blackrank": "1d/ 1 | / -", "whiterank": "/9p 109 | / -",
	} {
		f, ok := FindListed(name)
		if !ok {
			t.Errorf("there is no field %s", name)
			continue
		}
		var got []string
		for _, facts := range []*store.Facts{&full, &bare} {
			text := "?"
			if sides := f.SideTexts(); sides != nil {
				both := sides(facts)
				text = both[0] + "/" + both[1]
			} else if texts := f.FactTexts(); texts != nil {
				text = strings.Join(texts(facts), "+")
			}
			number := ""
			if f.Facts.Number != nil || f.Facts.Sides != nil {
				number = "-"
				if n, known := f.Facts.OfGame(facts); known {
					number = fmt.Sprint(n)
				}
			}
			got = append(got, strings.TrimSpace(text+" "+number))
		}
		if got := strings.Join(got, " | "); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestSides: of two sides a game is sorted by the higher one, and either may fulfil a condition.
func TestSides(t *testing.T) {
	f, _ := FindField("rank")
	for _, c := range []struct {
		black, white int16
		n            int64
		known        bool
	}{{0, 0, 0, false}, {5, 0, 5, true}, {0, -3, -3, true}, {-3, -5, -3, true}, {1, 2, 2, true}, {2, 1, 2, true}} {
		facts := &store.Facts{BlackRank: c.black, WhiteRank: c.white}
		if n, known := f.Facts.OfGame(facts); n != c.n || known != c.known {
			t.Errorf("%d and %d: %d, %t; want %d, %t", c.black, c.white, n, known, c.n, c.known)
		}
		for n := int64(-5); n <= 5; n++ {
			any := f.Facts.AnyOf(facts, func(m int64) bool { return m == n })
			if want := n != 0 && (int64(c.black) == n || int64(c.white) == n); any != want {
				t.Errorf("%d and %d: any is %d: %t", c.black, c.white, n, any)
			}
		}
	}
	key := f.Facts.KeyOf()
	if key(&store.Facts{BlackRank: 1, WhiteRank: 2}) == key(&store.Facts{BlackRank: 2, WhiteRank: 1}) {
		t.Error("ranks that are exchanged have one key")
	}
	komi, _ := FindField("komi")
	if key := komi.Facts.KeyOf(); key(&store.Facts{Komi: store.NoKomi}) == key(&store.Facts{}) || key(&store.Facts{Komi: 650}) != key(&store.Facts{Komi: 650, Moves: 3}) {
		t.Error("no komi has the key of some, or one has several")
	}
}

// TestPeriods: which years, decades and centuries a date tells.
func TestPeriods(t *testing.T) {
	for _, c := range []struct {
		lo, hi                 int32
		year, decade, cent, mo string
	}{
		{1985_03_12, 1985_03_12, "1985", "1980s", "1900s", "1985-03"},
		{1985_01_01, 1985_12_31, "1985", "1980s", "1900s", ""},
		{1989_12_31, 1990_01_01, "1989", "1980s", "1900s", ""}, // over New Year
		{1980_01_01, 1989_12_31, "", "1980s", "1900s", ""},
		{1980_01_01, 1990_12_31, "", "", "1900s", ""},
		{1900_01_01, 1999_12_31, "", "", "1900s", ""},
		{1900_01_01, 2000_12_31, "", "", "", ""},
		{999_05_01, 999_05_31, "999", "990s", "900s", "0999-05"},
		{0, 0, "", "", "", ""},
	} {
		facts := &store.Facts{DateLo: c.lo, DateHi: c.hi}
		for name, want := range map[string]string{"year": c.year, "decade": c.decade, "century": c.cent, "month": c.mo} {
			f, _ := FindListed(name)
			if got := strings.Join(f.FactTexts()(facts), "+"); got != want {
				t.Errorf("%d to %d: the %s is %q, want %q", c.lo, c.hi, name, got, want)
			}
		}
		if YearKnown(facts) != (c.year != "") {
			t.Errorf("%d to %d: the year is known: %t", c.lo, c.hi, c.year == "")
		}
	}
}

// TestListedTexts: what lists show of the texts of a field, the number in it, and its place.
func TestListedTexts(t *testing.T) {
	for _, c := range []struct{ field, text, part, number string }{
		{"date", "March 12, 1985", "1985-03-12", ""}, {"date", "nobody knows", "", ""},
		{"result", "B+Resign", "B+R", ""}, {"result", "left for tea", "left for tea", ""},
		{"folder", "a/b/c.sgf", "a/b", ""}, {"folder", "a.zip!/c.sgf", "a.zip", ""}, {"folder", "c.sgf", ".", ""}, {"folder", `a\b\c.sgf`, `a\b`, ""},
		{"ratingclass", "2134", "2100", "210000"}, {"rating", "2134.5", "2134.5", "213450"}, {"theory", " 12 ", " 12 ", "12"}, {"theory", "x", "x", ""},
	} {
		f, ok := FindListed(c.field)
		if !ok {
			t.Fatalf("there is no field %s", c.field)
		}
		part := c.text
		if of := f.ListedPart(); of != nil {
			part = of(c.text)
		}
		number := ""
		if n, ok := f.TextNumber(c.text); ok {
			number = fmt.Sprint(n)
		}
		if part != c.part || c.number != "" && number != c.number || c.text == "x" && number != "" {
			t.Errorf("%s of %q: %q and %s, want %q and %s", c.field, c.text, part, number, c.part, c.number)
		}
	}
	for field, ascending := range map[string][]string{
		"decade": {"990s", "1980s"}, "komi": {"-5.5", "0", "6.5"}, "size": {"9", "19x13"}, "rank": {"30k", "1d", "1p"}, "date": {"0999-01-02", "1846", "1985-03-12"}, "ratingclass": {"900", "2100"},
	} {
		f, _ := FindListed(field)
		order := f.ValueOrder()
		for i := 1; i < len(ascending); i++ {
			if order(ascending[i-1]) >= order(ascending[i]) {
				t.Errorf("%s: %s does not come before %s", field, ascending[i-1], ascending[i])
			}
		}
	}
	if f, _ := FindField("event"); f.ValueOrder() != nil {
		t.Error("events have another order than that of letters")
	}
	for field, want := range map[string]string{"date": "decade", "event": "event", "result": "", "file": "", "moves": "", "komi": "komi", "id": "", "comment": "", "tag": "tag"} {
		if f, _ := FindField(field); f.CompletedBy() != want {
			t.Errorf("%s is completed by %q, want %q", field, f.CompletedBy(), want)
		}
	}
	for field, want := range map[string]bool{"id": true, "komi": true, "rating": true, "used": true, "handicap": true, "theory": false, "event": false, "rank": false, "size": false} {
		if f, _ := FindField(field); f.HasNumbers() != want {
			t.Errorf("%s has numbers: %t", field, !want)
		}
	}
	for field, want := range map[string]float64{"komi": 0.01, "margin": 0.01, "moves": 1, "handicap": 1, "event": 1} {
		if f, _ := FindField(field); f.Unit() != want {
			t.Errorf("%s is in units of %v, want %v", field, f.Unit(), want)
		}
	}
}

// TestFlags: names and flags go together.
func TestFlags(t *testing.T) {
	flags := store.HasVariations | store.HasComments | store.HasSetup | store.HasProblems | store.HasClocks
	if got := strings.Join(FlagNames(flags), " "); got != "variations comments setup problems clocks" {
		t.Errorf("all flags are %s", got)
	}
	if got := FlagNames(0); len(got) > 0 {
		t.Errorf("no flags are %s", got)
	}
	for _, name := range FlagNames(flags) {
		if got := FlagNames(Value{Text: strings.ToUpper(name)}.Flag()); len(got) != 1 || got[0] != name {
			t.Errorf("%s is %s", name, got)
		}
	}
	if (Value{Text: "tag"}).Flag() != 0 {
		t.Error("a tag is told by the facts")
	}
}
