package archive

import (
	"fmt"
	"testing"
)

// Engines of chess and shogi say of games with a mate in one, or at the end, who mates: so each dialect
// shows whose its numbers are.
func TestMatesOfDialects(t *testing.T) {
	chess := func(said string) string {
		return "[Event \"?\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 " + said + " 0-1\n"
	}
	white := "[Event \"?\"]\n[White \"Ada\"]\n[Black \"Bo\"]\n[Result \"1-0\"]\n\n1. e4 f6 2. d4 g5 3. Qh5# "
	for _, test := range []struct {
		name, record string
		node         int
		want         string // who mates
	}{
		{"Lichess, Black mates", chess("{[%eval #-1]} Qh4#"), 3, "B"},
		{"Lichess, White mates", white + "{[%eval #1]} 1-0\n", 5, "W"},
		{"cutechess, Black mates", chess("Qh4# {+M1/5 0.1s}"), 4, "B"},
		{"cutechess, White is mated", chess("{-M2/5 0.1s} Qh4#"), 3, "B"},
		{"cutechess, White mates", white + "{+M1/5 0.1s} 1-0\n", 5, "W"},
		{"TCEC, Black mates", chess("Qh4# {d=5, wv=-M1, pd=h4}"), 4, "B"},
		{"TCEC, White mates", white + "{d=5, wv=M1,} 1-0\n", 5, "W"},
		// A gold in front of the king, guarded by another.
		{"floodgate, 先手 mates", "V2.2\nN+Ada\nN-Bo\nP-51OU\nP+53KI59OU\nP+00KI\n+\n+0052KI\n'** 32000\n%TORYO\n", 1, "B"},
		{"floodgate, 後手 mates", "V2.2\nN+Ada\nN-Bo\nP+59OU\nP-57KI51OU\nP-00KI\n-\n-0058KI\n'** -32000\n%TORYO\n", 1, "W"},
	} {
		tree, err := archiveOf(t, test.record).GameTree(1, 0, 0)
		if err != nil {
			t.Fatal(test.name, err)
		}
		got := ""
		for _, n := range tree.Nodes {
			if n.Estimate != nil {
				got += fmt.Sprintf("%d%s", n.Node, n.Estimate.Mate)
			}
		}
		if want := fmt.Sprintf("%d%s", test.node, test.want); got != want {
			t.Errorf("%s: %q, want %q", test.name, got, want)
		}
	}
}
