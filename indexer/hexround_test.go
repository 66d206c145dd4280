package indexer_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"kifudb/format"
	"kifudb/game"
	"kifudb/indexer"
	"kifudb/store"
)

// replayed returns what a game comes to at each of its nodes: the move, what is wrong with
// it, and the position with the side to move.
func replayed(t *testing.T, g *store.Game) (list []string) {
	t.Helper()
	rules := game.Of(int(g.Facts.Game)).(game.Replayer)
	start, err := rules.Start(indexer.RecordOf(g.Facts.Size, g.Info))
	must(t, err)
	for s := range rules.Replay(start, g.Script) {
		list = append(list, fmt.Sprint(s.Parent, s.Name(false), s.Fault, s.Position.ToPlay(), s.Position.Text()))
	}
	return list
}

// A game of Hex that is written in SGF comes to the same positions, by moves of the same
// names: whoever swaps, and however.
func TestHexRoundTrip(t *testing.T) {
	_, writer := indexer.Formats().Writer("sgf")
	seen := map[string]bool{}
	for _, raw := range []string{
		"(;GM[11]SZ[5];B[c1];W[swap-pieces];B[c3];W[b3](;B[e1];W[c2])(;B[a1]))",
		"(;GM[11]SZ[5];B[c1];W[swap-pieces];W[c3];B[b3])",
		"(;GM[11]SZ[5];B[c1];W[swap-sides];W[c3];B[b3])",
		"(;GM[11]SZ[5];B[c1](;W[swap];B[c3])(;W[a3];B[c3])(;W[swap];W[c3]))",
		"(;GM[11]SZ[5:4]AB[b2]AW[c3]PL[W];W[d4];B[resign])",
		"(;FF[4]EV[hex.ch.1.1]PB[Eve]PW[Fay]SZ[5]RE[B]SO[http://www.littlegolem.com];W[ac];B[swap];W[dd];B[cc];W[bb];B[resign])",
	} {
		first, err := indexer.Derive(record(raw, "utf-8"))
		must(t, err)
		var out bytes.Buffer
		must(t, writer.Write(&out, &format.Written{Game: first, From: indexer.FormatOf(&first.Record)}))
		again, err := indexer.Derive(record(out.String(), "utf-8"))
		must(t, err)
		want := replayed(t, first)
		if got := replayed(t, again); !slices.Equal(got, want) || again.Facts.Winner != first.Facts.Winner {
			t.Errorf("%s\nis written as\n%s\nand comes to\n%q\nnot\n%q", raw, out.String(), got, want)
		}
		for _, word := range []string{"swap-pieces", "swap-sides"} {
			for _, s := range want {
				seen[word] = seen[word] || bytes.Contains([]byte(s), []byte(word))
			}
		}
	}
	if len(seen) != 2 || !seen["swap-pieces"] || !seen["swap-sides"] {
		t.Errorf("only %v were seen", seen)
	}
}
