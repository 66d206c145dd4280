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

// Each option of board terms is explained, and takes what help says that it takes,
// after each kind of term that has it; each place is one.
func TestBoardOptionsAreTrue(t *testing.T) {
	terms := map[string]string{"pos": `pos:"Q16 D4 Q3"`, "pat": "pat:[XXO]", "seq": "seq:[B Q16 W D4]"}
	for _, o := range BoardOptions() {
		if o.About == "" || len(o.Kinds) == 0 || len(o.Values) == 0 {
			t.Errorf("%s is not explained", o.Name)
		}
		for _, kind := range o.Kinds {
			for _, value := range o.Values {
				term := terms[kind]
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
