package archive

import (
	"errors"
	"reflect"
	"testing"

	registry "kifudb/game"
)

// Boards are those of Nodes, for games of each kind and any nodes.
func TestBoards(t *testing.T) {
	v := archiveOf(t, "(;SZ[5]AB[cc];B[aa](;W[bb];B[cb])(;W[];AE[cc];B[dd]))", "(;GM[2];B[fe];W[ff];B[fd])", "(;GM[6];B[aa])")
	for id := GameID(1); id <= 2; id++ {
		tree, err := v.GameTree(id, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		for n := range tree.Total {
			numbers = append(numbers, n)
		}
		nodes, err := v.Nodes(id, numbers)
		if err != nil {
			t.Fatal(err)
		}
		for _, some := range [][]int{numbers, numbers[1:2], {0, tree.Total - 1}} {
			var got []int
			err := v.Boards(id, some, func(node int, b *registry.Board) {
				got = append(got, node)
				if want, err := nodes[node].Data(); err != nil || !reflect.DeepEqual(b, want) {
					t.Errorf("game %d, node %d: %+v, want %+v, %v", id, node, b, want, err)
				}
			})
			if err != nil || !reflect.DeepEqual(got, some) {
				t.Errorf("game %d: boards at %v, want %v, %v", id, got, some, err)
			}
		}
	}
	none := func(int, *registry.Board) { t.Error("there is a board") }
	if err := v.Boards(1, []int{99}, none); !errors.Is(err, ErrNoPlace) {
		t.Errorf("a node that the game lacks: %v", err)
	}
	if err := v.Boards(1, []int{2, 1}, none); err == nil {
		t.Error("nodes in any order")
	}
	if err := v.Boards(3, []int{0}, none); err == nil {
		t.Error("a game without rules has a board")
	}
	if err := v.Boards(1, nil, none); err != nil {
		t.Error(err)
	}
}
