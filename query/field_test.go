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
			if _, ok := findOption(name); ok || slices.Contains(boardKinds, name) {
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

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0},
		{"", "abc", 3},
		{"player", "plaer", 1},
		{"event", "evnet", 1},
		{"date", "data", 1},
		{"komi", "handicap", 7},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
		if got := editDistance(test.b, test.a); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.b, test.a, got, test.want)
		}
	}
}
