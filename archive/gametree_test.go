package archive

import (
	"reflect"
	"testing"
)

// The tree of a game is that of its record, and its parts put together are the whole.
func TestGameTree(t *testing.T) {
	v := collection(t)
	ids, err := v.IDs(t.Context(), parse(t, "black=Branch"), true)
	if err != nil || len(ids) != 1 {
		t.Fatal(ids, err)
	}
	whole, err := v.GameTree(ids[0], 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	want := []RecordNode{
		{Node: 0, Parent: -1, Comment: true},
		{Node: 1, Parent: 0, Move: 1, Color: "B", Point: "cc"},
		{Node: 2, Parent: 1, Move: 2, Color: "W", Point: "gg", Comment: true},
		{Node: 3, Parent: 2, Move: 3, Color: "B", Point: "cg"},
		{Node: 4, Parent: 3, Move: 4, Color: "W", Point: "gc", Comment: true},
		{Node: 5, Parent: 2, Move: 3, Color: "B", Point: "gc", Variation: true, Comment: true},
		{Node: 6, Parent: 5, Move: 4, Color: "W", Point: "cg", Variation: true},
		{Node: 7, Parent: 6, Move: 5, Color: "B", Point: "ee", Variation: true},
		{Node: 8, Parent: 6, Move: 5, Color: "B", Point: "ed", Variation: true, Comment: true},
	}
	if !reflect.DeepEqual(whole.Nodes, want) || whole.Total != 9 || whole.Moves != 4 || whole.Next != 0 {
		t.Errorf("%+v", whole)
	}
	var parts []RecordNode
	for from, first := 0, true; from > 0 || first; first = false {
		part, err := v.GameTree(ids[0], from, 2)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, part.Nodes...)
		from = part.Next
	}
	if !reflect.DeepEqual(parts, want) {
		t.Errorf("in parts: %+v", parts)
	}
	for _, from := range []int{-1, 9} {
		if _, err := v.GameTree(ids[0], from, 0); KindOf(err) != KindUsage {
			t.Errorf("from %d: %v", from, err)
		}
	}
	if _, err := v.GameTree(1<<20, 0, 0); KindOf(err) != KindNotFound {
		t.Errorf("a game that is not there: %v", err)
	}
}
