package game_test

import (
	"errors"
	"fmt"

	"kifudb/game"
)

func Example() {
	for _, name := range []string{"go", "五目並べ", "shogi", "hex", "trax"} {
		g, ok := game.Named(name)
		if !ok {
			fmt.Println(name, "is not a game")
			continue
		}
		start, err := game.Start(g)
		if errors.Is(err, game.ErrNoRules) {
			fmt.Println(err)
			continue
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		board := start.(game.Shown).Data()
		fmt.Printf("%s: %d×%d %s, %d legal moves\n", board.Game, board.Cols, board.Rows, board.Cells, len(board.Moves))
	}
	// Output:
	// go: 19×19 points, 362 legal moves
	// gomoku: 15×15 points, 226 legal moves
	// shogi: 9×9 squares, 30 legal moves
	// hex: 11×11 hexes, 121 legal moves
	// the rules are not known for trax, so its positions cannot be searched; its texts, facts and trees can
}

func ExampleAfter() {
	g, _ := game.Named("shogi")
	p, err := game.After(g, "startpos", "7g7f", "3c3d")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Text(), p.ToPlay())
	_, err = game.After(g, "startpos", "7g7e")
	fmt.Println(err)
	// Output:
	// sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1 black
	// move 1, 7g7e: against the rules: the piece does not go there
}
