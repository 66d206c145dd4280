package othello_test

import (
	"fmt"

	"kifudb/position/othello"
)

func ExampleParseMoves() {
	p, err := othello.ParseMoves("f5d6c3d3c4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(othello.OpeningAt(p).Name)
	_, err = othello.ParseMoves("f5f6e6f4g8")
	fmt.Println(err)
	// Output:
	// Tiger
	// move 5, g8: against the rules: it turns no disc
}
