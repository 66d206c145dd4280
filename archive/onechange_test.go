package archive

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kifudb/book/user"
)

// TestOneChange demands that whatever a command puts into the user's log is one line, so that a program that
// is killed has done all of it or nothing.
func TestOneChange(t *testing.T) {
	a := withGames(t, 6)
	var texts map[string]string
	does := []struct {
		name string
		do   func(v *View) error
		text func(v *View) ([]byte, error)
		take func(v *View, text string) error
	}{
		{"tag add", func(v *View) error { _, err := v.Tag("t", []GameID{1, 2, 3, 4}); return err },
			(*View).TagText, func(v *View, text string) error { _, err := v.TakeTags(strings.NewReader(text)); return err }},
		{"dup same", func(v *View) error {
			return v.Decide(t.Context(), Decision{Kind: Same, Games: []GameID{1, 2}}, Decision{Kind: Same, Games: []GameID{1, 3}}, Decision{Kind: Same, Games: []GameID{1, 4}})
		}, (*View).DecisionText, func(v *View, text string) error {
			_, err := v.TakeDecisions(t.Context(), strings.NewReader(text))
			return err
		}},
		{"correct", func(v *View) error {
			return v.Correct([]CorrectionChange{{Game: 1, Property: "DT", After: "1999-01-02"}, {Game: 2, Property: "DT", After: "1998-01-02"}, {Game: 2, Property: "PC", After: "Kyoto"}})
		}, (*View).CorrectionText, func(v *View, text string) error {
			_, err := v.TakeCorrections(strings.NewReader(text), false, false)
			return err
		}},
		{"saved import", func(v *View) error {
			_, err := v.TakeSaved(strings.NewReader("one\tmoves:>1\ntwo\tmoves:>2\nthree\tmoves:>3\n"), false)
			return err
		}, (*View).SavedText, func(v *View, text string) error { _, err := v.TakeSaved(strings.NewReader(text), true); return err }},
	}
	lines := func(a *Archive) int {
		text, err := os.ReadFile(filepath.Join(a.Dir(), user.LogName))
		if err != nil {
			return 0
		}
		return bytes.Count(text, []byte("\n"))
	}
	one := func(a *Archive, name string, do func(*View) error) {
		t.Helper()
		before := lines(a)
		if err := a.Ask(do); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if n := lines(a) - before; n != 1 {
			t.Errorf("%s: %d changes, want 1", name, n)
		}
	}
	texts = map[string]string{}
	for _, d := range does {
		one(a, d.name, d.do)
		if err := a.Ask(func(v *View) error {
			text, err := d.text(v)
			texts[d.name] = string(text)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	other := withGames(t, 6)
	for _, d := range does {
		one(other, "what was written of "+d.name, func(v *View) error { return d.take(v, texts[d.name]) })
	}
}
