package chess_test

import (
	"fmt"

	"kifudb/position/chess"
)

func ExampleParseFEN() {
	p, err := chess.ParseFEN("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := p.Resolve("Nf3")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.ToPlay(), "plays", p.SAN(m)+", one of", len(p.Moves()), "moves")
	p.Play(m)
	fmt.Println(p.FEN())
	// Output:
	// white plays Nf3, one of 30 moves
	// rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2
}
