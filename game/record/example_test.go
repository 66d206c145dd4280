package record_test

import (
	"fmt"

	"kifudb/game"
	"kifudb/game/record"
	"kifudb/position"
	"kifudb/sgfread"
)

func ExampleRead() {
	text := `(;SZ[9]AB[dc]PL[W];W[cc];B[cb];W[cb](;B[bc])(;B[jj])(;B[cd]))`
	records, err := record.Read([]byte(text), nil)
	if err != nil {
		fmt.Println(err)
	}
	for _, r := range records {
		for _, p := range r.Problems {
			_, column := sgfread.Position([]byte(text), p.Offset)
			fmt.Printf("column %d: %v\n", column, p)
		}
		steps, err := r.Steps()
		if err != nil {
			fmt.Println(err) // the rules of the game are not known
			continue
		}
		for s := range steps {
			if s.Moved {
				fmt.Printf("%d below %d: %v %s%s\n", s.Node, s.Parent, s.Move.Color, s.Name(false), fault(s))
			}
		}
	}
	// Output:
	// column 49: off-board: a point beside the board ("jj"); kept
	// 1 below 0: white C7
	// 2 below 1: black C8
	// 3 below 2: white C8, against the rules: occupied
	// 4 below 3: black B7
	// 6 below 3: black C6
}

func fault(s *game.Step) string {
	if s.Fault == "" {
		return ""
	}
	return ", against the rules: " + s.Fault
}

func ExampleOf() {
	trees, err := sgfread.Parse([]byte("(;SZ[5];B[cc])"), nil)
	if err != nil {
		fmt.Println(err)
	}
	tree := trees[0]
	tree.Set(tree.Add(1), "W", []byte(position.At(1, 3).String()))
	end, err := record.Of(tree).End()
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(end.Text(), end.ToPlay())
	// Output: SZ[5]AB[cc]AW[bd] black
}
