package shogi_test

import (
	"math/rand/v2"
	"testing"

	"kifudb/position"
	"kifudb/position/shogi"
)

// mino is Black's castle, in a position that is not White's to move.
const mino = "lnsgk1snl/1r4gb1/p1pppp1pp/1p4p2/9/2PP5/PP2PPPPP/1BSR1GSK1/LN1G3NL b - 1"

func TestSketches(t *testing.T) {
	for text, want := range map[string]map[string]bool{
		"*/*/*/*/*/*/*/*SK1/*":                 {mino: true, shogi.StartSFEN: false},
		"sfen lnsgk1snl/*/*/*/*/*/*/*/LN1G3NL": {mino: true, shogi.StartSFEN: false},
		"*/*/*/*/*/*/*/*/*NL w":                {mino: false, shogi.StartSFEN: false},
		"*/*/*/*/*/*/*/*/*NL b":                {mino: true, shogi.StartSFEN: true},
		"*/*/*/*/*/*/*/1?*/* ? -":              {mino: true, shogi.StartSFEN: true},
		"*/*/*/*/*/*/*/*A1/*":                  {mino: true, shogi.StartSFEN: true},
		"a8/*/*/*/*/*/*/*/*":                   {mino: false, "k8/9/9/9/9/9/9/9/9 b - 1": true, "K8/9/9/9/9/9/9/9/9 b - 1": false},
		"☗玉28銀38":                              {mino: true, shogi.StartSFEN: false},
		"☗２八玉３八銀 ☖飛82":                         {mino: true},
		"☗玉28 ☖玉51空41":                         {mino: true},
		"☗玉28 ☖玉51空61":                         {mino: false},
		"先手 玉28 後手 角２二":                        {mino: true},
		"K28 S38 r82 .18":                      {mino: true},
		"K28 S3h b22":                          {mino: true},
		"K28 s38":                              {mino: false},
		"☗持角歩2":                                {mino: false, "4k4/9/9/9/9/9/9/9/4K4 b BG3P 1": true, "4k4/9/9/9/9/9/9/9/4K4 b BP 1": false, "4k4/9/9/9/9/9/9/9/4K4 b 3Pb 1": false},
		"☖持歩十一":                                {"4k4/9/9/9/9/9/9/9/4K4 b 11p 1": true, "4k4/9/9/9/9/9/9/9/4K4 b 10p 1": false},
		"b* P*2":                               {"4k4/9/9/9/9/9/9/9/4K4 b 2Pb 1": true, "4k4/9/9/9/9/9/9/9/4K4 b Pb 1": false},
		"☗成銀55":                                {"9/9/9/9/4+S4/9/9/9/9 b - 1": true, "9/9/9/9/4S4/9/9/9/9 b - 1": false},
		"後手の持駒：歩二\n" +
			"| ？ ？ ？ ？ ？ ？ ？ ？ ？|一\n| ? ? ? ? ? ? ? ? ?|二\n| * * * * * * * * *|三\n| ? ? ? ? ? ? ? ? ?|四\n" +
			"| ? ? ? ? ・v玉 ? ? ?|五\n| ? ? ? ? ? ? ? ? ?|六\n| ? ? ? ? ? ? ? ? ?|七\n| ? ? ? ? ? ? ? ? ?|八\n| ? ? ? ? ? ? ? ? ?|九\n": {
			"9/9/9/9/5k3/9/9/9/9 b 2p 1": true, "9/9/9/9/4Pk3/9/9/9/9 b 2p 1": false, "9/9/9/9/5k3/9/9/9/9 b p 1": false,
		},
	} {
		k, err := shogi.ParseSketch(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		for sfen, want := range want {
			p, err := shogi.ParseSFEN(sfen)
			if err != nil {
				t.Fatal(err)
			}
			if got := k.Fits(p); got != want {
				t.Errorf("%q fits %s: %v, want %v", text, sfen, got, want)
			}
		}
	}
}

func TestBadSketches(t *testing.T) {
	for _, text := range []string{
		"", "*/*/*/*/*/*/*/*/*", "*/*/*/*/*/*/*/*", "**/*/*/*/*/*/*/*/*", "P/*/*/*/*/*/*/*/*", "*PPPPPPPPPP/*/*/*/*/*/*/*/*", "X*/*/*/*/*/*/*/*/*",
		"+K*/*/*/*/*/*/*/*/*", "*/*/*/*/*/*/*/*/*+", "P*/*/*/*/*/*/*/*/* x", "P*/*/*/*/*/*/*/*/* b 3R", "P*/*/*/*/*/*/*/*/* b - 1 2",
		"玉28", "☗玉", "☗28", "☗玉2", "☗玉28銀28", "☗犬28", "☗持玉", "☗持飛3", "K28 S28", "+G55", "R*3", "Q16 D4", "| ? |一", "☗持歩十十十十",
		"|? ? ? ? ? ? ? ? ? ?|", "|犬|",
	} {
		if k, err := shogi.ParseSketch(text); err == nil {
			t.Errorf("%q is %v", text, k)
		}
	}
}

// A sketch of some squares of a position that comes up in a game fits it, its images fit
// the images, and the moves of the game are possible for it; what Fits says of random
// positions is what a look at each square says.
func TestSketchOfGames(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 5))
	fitted, refused := 0, 0
	for range 200 {
		start := shogi.New()
		p := start.Clone()
		var b position.ScriptBuilder
		b.Node()
		for range 60 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			b.Node()
			b.Move(shogi.ScriptMove(p.ToPlay(), m))
			p.Play(m)
		}
		text, squares := "", map[shogi.Square]bool{}
		for range 6 {
			s := shogi.Square(r.IntN(81))
			if squares[s] {
				continue
			}
			squares[s] = true
			square := string([]byte{'0' + byte(s.File()), '0' + byte(s.Rank())})
			if piece := p.At(s); piece == shogi.NoPiece {
				text += " ." + square
			} else {
				text += " " + piece.String() + square
			}
		}
		k, err := shogi.ParseSketch(text)
		if err != nil {
			t.Fatal(err)
		}
		if !k.Fits(p) || !k.VisitFrom(start).Possible(b.Script()) {
			t.Errorf("%s: not in the game that ends with\n%s", text, p)
		}
		for s := range shogi.Symmetry(shogi.NumSymmetries) {
			if !k.Image(s).Fits(p.Image(s)) {
				t.Errorf("%s: image %d", text, s)
			}
		}
		q := shogi.New()
		for range 60 {
			fits := true
			for s := range squares {
				fits = fits && q.At(s) == p.At(s)
			}
			if got := k.Fits(q); got != fits {
				t.Errorf("%s: %v, want %v for\n%s", text, got, fits, q)
			} else if fits {
				fitted++
			} else {
				refused++
			}
			moves := q.Moves(nil)
			if len(moves) == 0 {
				break
			}
			q.Play(moves[r.IntN(len(moves))])
		}
	}
	if fitted == 0 || refused == 0 {
		t.Errorf("%d fitted, %d did not", fitted, refused)
	}
	whole := shogi.SketchOf(shogi.New())
	if !whole.Fits(shogi.New()) {
		t.Error("the start is not what it is")
	}
}

// FuzzSketch reads anything without a panic; what it reads says something, and its image
// of an image is itself.
func FuzzSketch(f *testing.F) {
	for _, text := range []string{"*/*/*/*/*/*/*/*SK1/*2G?NL b RB2P", "☗玉28空27持角歩2", "K28 s3h .55 B* p*2", "| ？ ・v玉|一", "後手の持駒：歩十八", "☗持歩十十十十十十十十十十十十十十十十十十十十十"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		k, err := shogi.ParseSketch(text)
		if err != nil {
			return
		}
		if *k == (shogi.Sketch{}) {
			t.Errorf("%q says nothing", text)
		}
		for s := range shogi.Symmetry(shogi.NumSymmetries) {
			if *k.Image(s).Image(s) != *k {
				t.Errorf("%q: image %d", text, s)
			}
		}
		k.Fits(shogi.New())
		k.Draw(&shogi.DrawOptions{Kanji: true})
	})
}
