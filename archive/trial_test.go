package archive

import (
	"bytes"
	"strings"
	"testing"

	"kifudb/sgfread"
)

// Moves are tried by the rules of each game, and written as a variation of the record.
func TestTry(t *testing.T) {
	v := archiveOfFiles(t, "(;GM[1]SZ[9]PB[A];B[cc];W[gg](;B[cg];W[gc])(;B[gc];W[cg]))",
		"V2.2\nN+Kiku\nN-Hana\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n", "(;GM[2]SZ[8]PB[B];B[d3];W[c3])", "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. e4 e5 *\n", "(;GM[11]SZ[11]PB[C];B[f6];W[swap-pieces])")
	for _, test := range []struct {
		ref, names string
		moves      []string
		term       string // beside the position
	}{
		{"1@2", "B E5, W G4", []string{"ee", "G4"}, ""},
		{"1@n5", "W A9, B pass", []string{"aa", "pass"}, "game:go"},
		{"2@0", "B P-7f, W P-3d, B Bx2b+", []string{"7g7f", "3c3d", "8h2b+"}, "game:shogi"},
		{"3@1", "W c5", []string{"c5"}, "game:othello"},
		{"4@1", "B c5, W Nf3", []string{"c5", "Nf3"}, "game:chess"},
		{"5@1", "W a1, B b2", []string{"a1", "b2"}, "game:hex"},
	} {
		n, err := v.Node(test.ref)
		if err != nil {
			t.Fatal(err)
		}
		before := n.Position
		tried, err := v.Try(n, test.moves)
		if err != nil {
			t.Fatalf("%s: %v", test.ref, err)
		}
		var names []string
		for _, m := range tried.Tried {
			name, _, _ := strings.Cut(m.Name, " (") // as lists show it
			names = append(names, m.Color+" "+name)
			if again, err := v.Try(n, []string{tried.Tried[0].Text}); err != nil || again.Tried[0].Point != tried.Tried[0].Point {
				t.Errorf("%s: %v", m.Text, err)
			}
		}
		if strings.Join(names, ", ") != test.names {
			t.Errorf("%q", names)
		}
		if len(tried.Tried) != len(test.moves) || tried.Move != n.Move+len(test.moves) || tried.Position == before || n.Position != before || len(n.Tried) != 0 {
			t.Errorf("%s: %+v", test.ref, tried.Tried)
		}
		// The position is asked for by what Whole says, and is that of the board.
		q, err := ParseQuery(tried.Whole())
		if err != nil || !strings.Contains(tried.Whole(), test.term) {
			t.Errorf("%s: %v", tried.Whole(), err)
		}
		if _, err := v.Count(t.Context(), &Search{Query: q}); err != nil {
			t.Errorf("%s: %v", tried.Whole(), err)
		}
		var text bytes.Buffer
		if err := tried.WriteTried(&text); err != nil {
			t.Fatalf("%s: %v", test.ref, err)
		}
		trees, err := sgfread.Parse(text.Bytes(), nil)
		if err != nil || len(trees) != 1 {
			t.Fatal(trees, err)
		}
		last := sgfread.NoNode
		for id := range trees[0].All() {
			if m := tried.Tried[len(tried.Tried)-1]; string(bytes.Join(trees[0].Values(id, m.Color), nil)) == m.Point && trees[0].Child(id) == sgfread.NoNode && len(trees[0].Path(id)) > len(test.moves) {
				last = id
			}
		}
		if last == sgfread.NoNode {
			t.Errorf("%s: the record has no %v:\n%s", test.ref, tried.Tried, &text)
		}
	}
	n, err := v.Node("1@2")
	if err != nil {
		t.Fatal(err)
	}
	for _, moves := range [][]string{{"C7"}, {"Z99"}, {""}, {"E5", "E5"}, make([]string, MaxTried+1)} {
		if _, err := v.Try(n, moves); KindOf(err) != KindUsage {
			t.Errorf("%.40q: %v", moves, err)
		}
	}
}
