package loa_test

import (
	"fmt"

	"kifudb/position"
	"kifudb/position/loa"
)

func Example() {
	p := loa.New()
	if err := p.PlayMoves("b8-b6 a5-c5"); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p, len(p.Moves(nil)), p.Joined(position.Black))
	fmt.Println(p.PlayMoves("b6-b7"))
	// Output:
	// 2LLLLL1/l6l/lL5l/2l4l/l6l/l6l/l6l/1LLLLLL1 w 37 false
	// move 1, b6-b7: against the rules: a piece moves as many squares as there are pieces on the line
}
