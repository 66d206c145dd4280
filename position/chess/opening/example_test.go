package opening_test

import (
	"fmt"

	"kifudb/position/chess"
	"kifudb/position/chess/opening"
)

func ExampleOf() {
	p, err := chess.ParseFEN("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(opening.Of(p))
	// Output:
	// B20 Sicilian Defense true
}
