package shogi_test

import (
	"fmt"

	"kifudb/position"
	"kifudb/position/shogi"
)

func Example() {
	p := shogi.New()
	for _, text := range []string{"7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"} {
		m, err := shogi.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		if fault := p.Play(m); fault != 0 {
			fmt.Println(m, fault)
		}
	}
	fmt.Println(p.SFEN())
	fmt.Printf("%x, %d legal moves\n", p.Key(), len(p.Moves(nil)))
	fmt.Print(p)
	// Output:
	// lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 1
	// 6e1b55dd37f19afe, 74 legal moves
	// White in hand: B
	//   9  8  7  6  5  4  3  2  1
	//   l  n  s  g  k  g  .  n  l  a
	//   .  r  .  .  .  .  .  s  .  b
	//   p  p  p  p  p  p  .  p  p  c
	//   .  .  .  .  .  .  p  .  .  d
	//   .  .  .  .  .  B  .  .  .  e
	//   .  .  P  .  .  .  .  .  .  f
	//   P  P  .  P  P  P  P  P  P  g
	//   .  .  .  .  .  .  .  R  .  h
	//   L  N  S  G  K  G  S  N  L  i
	// Black in hand: none
	// White to play
}

func ExamplePosition_Draw() {
	p, err := shogi.ParseSFEN("3+Pk4/4r4/9/4+b4/9/9/9/9/4K4 w G2Ps 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	last, _ := shogi.ParseMove("5b6a")
	fmt.Print(p.Draw(&shogi.DrawOptions{Kanji: true, Last: last}))
	// Output:
	// White in hand: 銀
	//   ９  ８  ７  ６  ５  ４  ３  ２  １
	//   ・  ・  ・* と v玉  ・  ・  ・  ・  一
	//   ・  ・  ・  ・ v飛  ・  ・  ・  ・  二
	//   ・  ・  ・  ・  ・  ・  ・  ・  ・  三
	//   ・  ・  ・  ・ v馬  ・  ・  ・  ・  四
	//   ・  ・  ・  ・  ・  ・  ・  ・  ・  五
	//   ・  ・  ・  ・  ・  ・  ・  ・  ・  六
	//   ・  ・  ・  ・  ・  ・  ・  ・  ・  七
	//   ・  ・  ・  ・  ・  ・  ・  ・  ・  八
	//   ・  ・  ・  ・  玉  ・  ・  ・  ・  九
	// Black in hand: 金 歩2
	// White to play
}

// A script is the compact form in which an archive keeps a game's moves.
func ExampleReplay() {
	var b position.ScriptBuilder
	b.Node()
	color := shogi.Black
	for _, text := range []string{"7g7f", "3c3d", "8h2b+"} {
		m, err := shogi.ParseMove(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		b.Node()
		b.Move(shogi.ScriptMove(color, m))
		color = color.Opponent()
	}
	for step := range shogi.Replay(shogi.New(), b.Script()) {
		if step.MoveNumber == 3 {
			fmt.Println(step.Move, step.Position.Hand(shogi.Black, shogi.Bishop))
		}
	}
	// Output: 8h2b+ 1
}
