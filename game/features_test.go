package game

import (
	"regexp"
	"strings"
	"testing"
)

// A name of a feature means the same kind of feature in every game that has it, with words in
// all or with numbers in all; within a game it is taken once. Names can be typed as fields.
func TestNamesOfFeatures(t *testing.T) {
	type meaning struct {
		game, kind string
		words      bool
	}
	meanings := map[string]meaning{}
	field := regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	observers := 0
	for _, g := range All() {
		o, ok := g.(Observer)
		if !ok {
			continue
		}
		observers++
		game, kinds := g.About().Name, o.Features()
		if len(kinds) == 0 || len(kinds) > 64 {
			t.Errorf("%s has %d kinds", game, len(kinds))
		}
		here := map[string]bool{}
		for i := range kinds {
			k := &kinds[i]
			if !field.MatchString(k.Name) || k.About == "" {
				t.Errorf("%s: %q is about %q", game, k.Name, k.About)
			}
			for _, name := range append([]string{k.Name}, k.Also...) {
				if here[name] || name != strings.ToLower(name) || strings.ContainsAny(name, ": ") {
					t.Errorf("%s: %q names two kinds, or cannot be a field", game, name)
				}
				here[name] = true
				m := meaning{game, k.Name, len(k.Words) > 0}
				if was, ok := meanings[name]; ok && (was.kind != m.kind || was.words != m.words) {
					t.Errorf("%q is %+v and %+v", name, was, m)
				}
				meanings[name] = m
			}
			words := map[string]bool{}
			for _, w := range k.Words {
				for _, name := range append([]string{w.Name}, w.Also...) {
					if words[name] || k.Word(name) == 0 || w.About == "" {
						t.Errorf("%s: %s: %q names two values, or none, or says nothing", game, k.Name, name)
					}
					words[name] = true
				}
			}
		}
	}
	if observers < 4 {
		t.Errorf("%d games report features", observers)
	}
}
