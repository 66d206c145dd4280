package archive

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What moves lost stands at their nodes, with the engine's choice, however the nodes are asked for.
func TestMoveLosses(t *testing.T) {
	v := archiveOf(t, `(;SZ[19]LZ[a 50.0 10
move Q16];B[pd]LZ[a 50.0 10
move D4];W[dd]LZ[a 30.0 10
move C3](;B[dp]LZ[a 55.5 10
move Q3])(;B[cq]LZ[a 70.0 10
move D17];W[jj]))`)
	// At B's nodes the chance is White's to move, as LZ says it.
	whole, err := v.GameTree(1, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, n := range whole.Nodes {
		if l := n.Loss; l != nil {
			percent := "?"
			if l.Percent != nil {
				percent = fmt.Sprint(*l.Percent)
			}
			got += fmt.Sprintf("%d %s %s %s %s;", n.Node, percent, l.Choice, l.Best, l.Class)
		}
	}
	if want := "1 0 first  ;2 20 other D4 blunder;3 14.5 other C3 mistake;4 0 first  ;5 ? other D17 ;"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for from := range whole.Total {
		part, err := v.GameTree(1, from, 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Nodes[from:], part.Nodes, cmpopts.IgnoreUnexported(Estimate{})); diff != "" {
			t.Errorf("from %d: %s", from, diff)
		}
		list, err := v.Nodes(1, []int{from})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(whole.Nodes[from].Loss, list[0].Loss); diff != "" {
			t.Errorf("node %d: %s", from, diff)
		}
	}
}
