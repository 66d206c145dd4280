package notation_test

import (
	"fmt"
	"os"
	"strings"

	"kifudb/game/notation"
)

func ExampleConvert() {
	text := `INPUT=(WESTERN,NUMBERS=PAIRS)
OUTPUT=(JAPANESE,NUMBERS=PAIRS,FORMAT=COLUMNS)
1. P-7f, P-3d
COMMENTS
The bishops are exchanged at once.
SCORE
2. Bx2b+, Sx2b
3. P-9z
`
	errors, err := notation.Convert(os.Stdout, strings.NewReader(text), &notation.ConvertOptions{
		Report: func(p notation.Problem) { fmt.Printf("game.txt:%s\n", p) },
	})
	fmt.Println(errors, err)
	// Output:
	// game.txt:8:4: error: E34 cannot read "P-9z" as a move in Western notation
	// INPUT=(JAPANESE,NUMBERS=PAIRS)
	// GAME=(START,HANDICAP=NONE)
	//   1. 76 FU           , 34 FU
	// COMMENTS
	// The bishops are exchanged at once.
	// SCORE
	//   2. 22 KAKU NARI    , 22 GIN
	// 1 <nil>
}

func ExampleRead() {
	text := `INPUT=(WESTERN,NUMBERS=NONE)
P-7f
MEMORIZE
G-3b
RESUME
P-3d Bx2b+ Resigns
`
	for _, r := range notation.Read([]byte(text), nil) {
		for v := range r.Nodes() {
			fmt.Println(v.Index, v.Parent, v.Node.Move, v.Position.SFEN())
		}
		fmt.Println(r.Result())
	}
	// Output:
	// 0 -1 - lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
	// 1 0 7g7f lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 1
	// 2 1 3c3d lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1
	// 3 2 8h2b+ lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 1
	// 4 1 4a3b lnsgk1snl/1r4gb1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 1
	// B+R
}

func ExampleWrite() {
	text := "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e resign"
	for _, r := range notation.ReadAny([]byte(text), nil) {
		f := notation.Format{Numbers: notation.Pairs, Width: 72}
		if err := notation.Write(os.Stdout, r, f, nil); err != nil {
			fmt.Println(err)
		}
		f = notation.Format{Notation: notation.Japanese, Numbers: notation.Single}
		if err := notation.Write(os.Stdout, r, f, &notation.PrintOptions{Kanji: true, Bare: true}); err != nil {
			fmt.Println(err)
		}
		if err := notation.WriteSGF(os.Stdout, r, nil); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// GAME=(START,HANDICAP=NONE)
	// INPUT=(WESTERN,NUMBERS=PAIRS)
	// 1.P7f,P3d 2.Bx2b+,Sx2b 3.B'4e Resigns
	//   1. ☗７六歩            2. ☖３四歩
	//   3. ☗２二角成          4. ☖２二銀
	//   5. ☗４五角打
	// 投了
	// (;GM[8]FF[4]CA[UTF-8]AP[kifudb]RE[B+R];B[7g7f];W[3c3d];B[8h2b+];W[3a2b];B[B*4e]ENDING[TORYO])
}

// A file of CSA may hold several games.
func ExampleScanner() {
	file := "N+Ann\nPI\n+\n+7776FU\n/\nN+Ben\nPI\n+\n+2726FU\n"
	s := notation.NewScanner(strings.NewReader(file), notation.Detect([]byte(file)), 1<<20)
	for s.Scan() {
		game := notation.ReadCSA(s.Piece().Text, nil)[0]
		fmt.Printf("line %d: %s plays %s\n", s.Piece().Line, game.Field("PB"), game.Root.Children[0].Move)
	}
	if err := s.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// line 1: Ann plays 7g7f
	// line 6: Ben plays 2g2f
}
