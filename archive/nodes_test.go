package archive

import (
	"reflect"
	"strconv"
	"testing"
)

// Several nodes of a game, which are read together, are what each is by itself.
func TestNodes(t *testing.T) {
	v := collection(t)
	ids, err := v.IDs(t.Context(), parse(t, ""), true)
	if err != nil || len(ids) < 20 {
		t.Fatal(ids, err)
	}
	for _, id := range ids {
		tree, err := v.GameTree(id, 0, 40)
		if err != nil {
			t.Fatal(err)
		}
		for step := 1; step <= 3; step += 2 { // all nodes, and some with others between
			var numbers []int
			for n := 0; n < len(tree.Nodes); n += step {
				numbers = append(numbers, n)
			}
			nodes, err := v.Nodes(id, numbers)
			if err != nil {
				t.Fatal(err)
			}
			for i, got := range nodes {
				want, err := v.Node(strconv.Itoa(int(id)) + "@n" + strconv.Itoa(numbers[i]))
				if err != nil {
					t.Fatal(err)
				}
				if got.Step != nil {
					if a, b := got.Step.Name(false), want.Step.Name(false); a != b {
						t.Errorf("%s: the move is called %q, by itself %q", got.Ref, a, b)
					}
					board, _ := got.Data()
					alone, _ := want.Data()
					if !reflect.DeepEqual(board, alone) {
						t.Errorf("%s: the board is\n%+v\nby itself\n%+v", got.Ref, board, alone)
					}
				}
				got.Step, want.Step = nil, nil // which hold what replays need
				got.Game, want.Game = nil, nil
				if !reflect.DeepEqual(got, want) {
					t.Errorf("game %d, node %d:\n%+v\nby itself\n%+v", id, numbers[i], got, want)
				}
			}
		}
	}
	if nodes, err := v.Nodes(ids[0], nil); len(nodes) != 0 || err != nil {
		t.Error(nodes, err)
	}
	for _, numbers := range [][]int{{2, 1}, {1, 1}} {
		if _, err := v.Nodes(ids[0], numbers); KindOf(err) != KindUsage {
			t.Errorf("nodes %v: %v", numbers, err)
		}
	}
	for _, numbers := range [][]int{{-1}, {1 << 20}} {
		if nodes, err := v.Nodes(ids[0], numbers); err == nil {
			t.Errorf("nodes %v: %v", numbers, nodes)
		}
	}
}
