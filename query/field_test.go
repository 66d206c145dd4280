package query

import (
	"slices"
	"testing"
)

func TestFields(t *testing.T) {
	seen := make(map[string]bool)
	for _, f := range Fields() {
		for _, name := range append([]string{f.Name}, f.Twins...) {
			if seen[name] {
				t.Errorf("%s names two fields", name)
			}
			seen[name] = true
			if got, ok := FindField(name); !ok || got.Name != f.Name {
				t.Errorf("findField(%q) = %q, %v, want %q", name, got.Name, ok, f.Name)
			}
			if _, ok := findOption(name); ok && name != "ko" || slices.Contains(boardKinds, name) {
				t.Errorf("%s is a field and something else", name)
			}
		}
		if f.About == "" {
			t.Errorf("%s is not explained", f.Name)
		}
	}
	for _, name := range []string{"PB", "PW", "EV", "RO", "DT", "PC", "RE", "KM", "HA", "SZ", "BR", "WR", "RU", "TM", "OT", "C", "N", "AN", "SO", "GM"} {
		if !seen[name] {
			t.Errorf("the identifier %s has no long name", name)
		}
	}
}

// What a field can be used for follows from its row.
func TestUses(t *testing.T) {
	for name, want := range map[string][]Use{
		"comment": {Find, Has}, "dup": {Find}, "saved": {Find}, "player": {Find, Has, List, Count}, "tag": {Find, Has, List, Count},
		"date": {Find, Has, List, Count, SortBy}, "winner": {Find, Has, List, Count, SortBy}, "KGSDE": {Find, Has, List, Count, SortBy},
		"komi": {Find, Has, List, Count, SortBy, MeanOf}, "moves": {Find, Has, List, Count, SortBy, MeanOf},
		"id": {Find, List, SortBy}, "has": {Find, List, Count}, "corners": {List, Count}, "year": {List, Count},
	} {
		f, ok := FindListed(name)
		if !ok {
			t.Errorf("no field %s", name)
		}
		var got []Use
		for u := Find; u <= MeanOf; u++ {
			if f.Can(u) {
				got = append(got, u)
			}
			if (f.Check(u) == nil) != f.Can(u) {
				t.Errorf("%s, use %d: %t, but %v", name, u, f.Can(u), f.Check(u))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// Each option of board terms is explained, and takes what help says that it takes,
// after each kind of term that has it; each place is one.
func TestBoardOptionsAreTrue(t *testing.T) {
	terms := map[string]string{"pos": `pos:"Q16 D4 Q3"`, "pat": "pat:[XXO]", "seq": "seq:[B Q16 W D4]", "moves": "captures:yes"}
	for _, o := range BoardOptions() {
		if o.About == "" || len(o.Kinds) == 0 || len(o.Values) == 0 {
			t.Errorf("%s is not explained", o.Name)
		}
		for _, kind := range o.Kinds {
			for _, value := range o.Values {
				term := terms[kind]
				if value == AtPattern {
					term = "pat:[X] " + term
				}
				if o.Name == "hands" {
					term = kind + `:"sfen 4k4/9/9/9/9/9/9/9/4K4 b P 1"`
				}
				if _, err := Parse(term + " " + o.Name + ":" + value); err != nil {
					t.Errorf("%s:%s after %s: %v", o.Name, value, kind, err)
				}
			}
		}
	}
	for _, a := range Anchors() {
		if _, err := Parse("pat:[X.] anchor:" + a.Name); err != nil || a.About == "" {
			t.Errorf("anchor:%s: %v", a.Name, err)
		}
	}
}

// A name that lists do not have leads to the one that is meant, which they have.
func TestNearListed(t *testing.T) {
	for name, want := range map[string]string{
		"collection": "folder", "Tournament": "event", "joseki": "corners", "plyer": "player", "decad": "decade", "xyzzyx": "",
	} {
		if got := NearListed(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name := range mislisted {
		if _, ok := FindListed(name); ok && name != "archive" {
			t.Errorf("lists have %s themselves", name)
		}
		if f, ok := FindListed(NearListed(name)); !ok || f.Check(List) != nil {
			t.Errorf("%s leads to %s, which lists do not have", name, NearListed(name))
		}
	}
}
