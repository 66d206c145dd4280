package query

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"

	"kifudb/book/alias"
	"kifudb/position"
)

// TestFilters: a filter is read as it was written, with what was found out about its terms.
func TestFilters(t *testing.T) {
	games := roaring.BitmapOf(3, 5, 1<<20)
	for name, filter := range map[string]Node{
		"every game": nil,
		"a side":     term("player", word("cho")).Resolved(Resolution{Side: position.White}),
		"names":      term("player", word("cho")).Resolved(Resolution{Side: position.Black, Names: []alias.Name{{Key: "cho"}}, Also: []string{"Chou"}, Sure: true}),
		"games":      And{term("tag", word("read")).Resolved(Resolution{Games: games}), term("", word("x"))},
		"none":       term("tag", word("read")).Resolved(Resolution{Games: roaring.New()}),
		"charset":    Not{term("charset", word("GBK")).Resolved(Resolution{Charset: "gb18030"})},
		"positions":  term("note", word("joseki")).Resolved(Resolution{Games: roaring.New(), Positions: []string{"AB[pd]"}}),
		"a file":     &Board{Kind: "pat", Text: "[XO]", Written: &Written{Text: "x.txt", File: true}},
		"a place":    &Then{&Board{Kind: "pos", Text: "AB[pd]", Ko: "none", Written: &Written{Text: "12@4", Ko: "same"}}, &Board{Kind: "pat", Text: "[X]"}, 9},
		"of a game":  And{term("game", word("gomoku")), &Board{Kind: "pat", Text: "[X]", Game: 4}},
	} {
		data, err := FilterToJSON(filter)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		got, err := FilterFromJSON(data)
		if err != nil {
			t.Errorf("%s: %v of %s", name, err, data)
			continue
		}
		equal := cmp.Comparer(func(a, b *roaring.Bitmap) bool { return a == b || a != nil && b != nil && a.Equals(b) })
		if d := cmp.Diff(filter, got, equal); d != "" {
			t.Errorf("%s: (-written +read) %s\n%s", name, data, d)
		}
	}
	for filter, want := range map[string]string{
		`{"field": "plaer", "values": ["x"]}`:                               "unknown field",
		`{"field": "date", "values": ["someday"]}`:                          "is not a date",
		`{"field": "player", "values": ["x"], "found": {"side": "x"}}`:      "is not a side",
		`{"field": "player", "values": ["x", "y"], "found": {"side": "b"}}`: "one of 2 values",
		`{"field": "tag", "values": ["x"], "found": {"games": "AAAA"}}`:     "a set of games",
		`{"pat": "x.txt", "file": true}`:                                    "is not read yet",
		`{"then": [{"pat": "[X]"}, {"pat": "x.txt", "file": true}]}`:        "is not read yet",
		`{"then": [{"pat": "x.txt", "file": true}, {"pat": "[X]"}]}`:        "is not read yet",
		`{"pos": "Q99"}`: "Q99",
		`{"and": [{"values": ["x"]}, {"not": {"field": "moves", "values": ["many"]}}]}`: "is not a number",
		`{"values": ["x"], "nonsense": 1}`:                                              "nonsense",
	} {
		if n, err := FilterFromJSON(json.RawMessage(filter)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %q", filter, n, err, want)
		}
	}
}
