package position_test

import (
	"fmt"
	"log"

	"kifudb/position"
)

// A ko: White takes, Black may not take back at once.
func ExampleBoard() {
	setup, err := position.ParsePosition(".XO./X.XO/.XO./....")
	if err != nil {
		log.Fatal(err)
	}
	b := setup.Board()
	b.Play(position.Move{Color: position.White, Point: position.At(1, 1)})
	d := position.NewDiagram(b)
	d.Last = position.At(1, 1)
	fmt.Print(d)
	ko, _ := b.Ko()
	fmt.Println(b.Legal(position.Move{Color: position.Black, Point: ko}))
	// Output:
	//    A B C D
	//  4 . X O . 4
	//  3 X(O). O 3
	//  2 . X O . 2
	//  1 . . . . 1
	//    A B C D
	// B[cb]: illegal move: ko
}

// Mirrored positions, and those with the colors swapped, share a canonical key.
func ExampleBoard_Canonical() {
	for _, text := range []string{"Q16 D4", "D4 Q16", "B D16; W Q4", "Q16 D3"} {
		setup, err := position.ParsePosition(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%016x\n", setup.Board().Canonical())
	}
	// Output:
	// e482b02f2deb2523
	// e482b02f2deb2523
	// e482b02f2deb2523
	// 9832290158d9df12
}

// A script holds what a record does to a board; a replayer runs it, variations
// included.
func ExampleReplayer_Replay() {
	var b position.ScriptBuilder
	b.Add(position.Black, position.At(1, 0))
	b.Node()
	b.Move(position.Move{Color: position.White, Point: position.At(0, 0)})
	b.Open()
	b.Node()
	b.Move(position.Move{Color: position.Black, Point: position.At(0, 1)})
	b.Close()
	b.Open()
	b.Node()
	b.Move(position.Move{Color: position.Black, Point: position.Pass})
	b.Close()

	var r position.Replayer
	r.Replay(position.Square(3), b.Script(), func(_ *position.Board, s *position.Step) bool {
		fmt.Println(s.Node, s.MoveNumber, s.MainLine, s.Changes)
		return true
	})
	// Output:
	// 0 0 true [{ba black}]
	// 1 1 true [{aa white}]
	// 2 2 true [{ab black} {aa empty}]
	// 3 2 false []
}

// Patterns are pasted as they are found, and print in one line.
func ExampleParsePattern() {
	p, err := position.ParsePattern(`
$$W Approach and pincer
$$ --------------
$$ . . . . . . . |
$$ . . 1 . . . . |
$$ 2 . . . X . . |
$$ . . . . . . . |`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p)
	fmt.Println(len(p.Images(position.Square(19), position.ImageOptions{})), "images")
	// Output:
	// NE7x4[.......|.......|....X..|.......] W cb, B ac
	// 8 images
}

// A matcher finds all images of a pattern and how the games went on.
func ExampleMatcher() {
	p, err := position.ParsePattern("NW5x5[.....|.....|..X..|.....|.....]")
	if err != nil {
		log.Fatal(err)
	}
	m, err := position.NewMatcher(p, position.MatchOptions{
		ImageOptions: position.ImageOptions{SwapColors: true},
	})
	if err != nil {
		log.Fatal(err)
	}
	game, err := position.ParsePosition("9x9 G3 C7 E5 D7")
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range m.Find(game.Size, game.Script) {
		image := m.Images(game.Size)[h.Image]
		fmt.Printf("move %d at %v, colors swapped: %v\n", h.MoveNumber, game.Size.Name(h.Anchor), image.Swapped)
		for _, c := range h.Next {
			fmt.Printf("  then %v at %v, %d moves elsewhere first\n", c.Stone.Color, c.Stone.Point, c.Elsewhere)
		}
	}
	// Output:
	// move 1 at E5, colors swapped: false
	//   then black at ee, 1 moves elsewhere first
	// move 2 at A9, colors swapped: true
	//   then white at ee, 0 moves elsewhere first
}
