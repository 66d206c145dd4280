package opening

import (
	"strings"
	"testing"

	"kifudb/position/chess"
)

// Every position of the table is one that can be reached, and no two openings have the
// same.
func TestTable(t *testing.T) {
	lines := strings.Count(table, "\n")
	if o := read(); len(o.at) != lines || len(o.all) < 2000 || len(o.all) > lines {
		t.Errorf("%d lines, %d positions, %d names", lines, len(o.at), len(o.all))
	}
	seen := map[Opening]bool{}
	for _, o := range All() {
		if seen[o] || len(o.Code) != 3 || o.Code[0] < 'A' || o.Code[0] > 'E' || o.Name == "" {
			t.Errorf("%q", o)
		}
		seen[o] = true
	}
}

func TestOf(t *testing.T) {
	for moves, want := range map[string]string{
		"e4":                                   "B00 King's Pawn",
		"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6": "B90 Sicilian Defense: Najdorf Variation",
		"Nf3 d6 e4 c5 d4 cxd4 Nxd4 Nf6 Nc3 a6": "B90 Sicilian Defense: Najdorf Variation", // by another order
		"e4 e5 Nf3 Nc6 Bb5":                    "C60 Ruy Lopez",
		"d4 Nf6 c4 e6 Nc3 Bb4":                 "E20 Nimzo-Indian Defense",
		"a3 a6 a4 a5 Ra3 Ra6 Ra2":              "",
	} {
		p := chess.New()
		for _, word := range strings.Fields(moves) {
			m, err := p.Resolve(word)
			if err != nil {
				t.Fatalf("%s: %s: %v", moves, word, err)
			}
			p.Play(m)
		}
		o, ok := Of(p)
		if got := o.String(); ok != (want != "") || ok && got != want {
			t.Errorf("%s: %q, want %q", moves, got, want)
		}
	}
}
