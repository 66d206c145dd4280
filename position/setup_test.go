package position

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"kifudb/internal/testsize"
)

const gnuGoBoard = `= 
   A B C D E F G H J
 9 . . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . X . . . O . . 7
 6 . . . . . . . . . 6
 5 . . . . +(X). . . 5
 4 . . . . . . . . . 4
 3 . . O . . . + . . 3
 2 . . . . . . . . . 2     WHITE (O) has captured 0 stones
 1 . . . . . . . . . 1     BLACK (X) has captured 0 stones
   A B C D E F G H J
`

const katagoBoard = `= MoveNum: 3 HASH: 5E02D4A8C2B5E4A0
   A B C D E
 5 . . . . .
 4 . X2. . .
 3 . . O3. .
 2 . . . X1.
 1 . . . . .

Next player: White
Rules: {"ko":"POSITIONAL","scoring":"AREA"}
B stones captured: 0
`

const pachiBoard = `Move:   2  Komi: 7.5  Handicap: 0  Captures B: 0 W: 0
      A B C D E
    +-----------+
  5 | . . . . . |
  4 | . X . . . |
  3 | . . O). . |
  2 | . . . . . |
  1 | . . . . . |
    +-----------+
`

const leelaBoard = `Passes: 0            Black (X) Prisoners: 0
White (O) to move    White (O) Prisoners: 0

   a b c d e
 5 . . . . . 5
 4 .(X). . . 4
 3 . . O . . 3
 2 . . . X . 2
 1 . . . . . 1
   a b c d e

Hash: BE5F5C2E3E5C3D1A Ko-Hash: BE5F5C2E3E5C3D1A
`

// positionTests are positions as people paste them, and the same as rows.
var positionTests = []struct{ name, text, size, rows string }{
	{"GTP coordinates by turns", "5x5 B4 c3 D2", "5x5", "..... .X... ..O.. ...X. ....."},
	{"GTP coordinates by color", "5x5 B B4 D2; W C3", "5x5", "..... .X... ..O.. ...X. ....."},
	{"GTP commands", "boardsize 5\nclear_board\nkomi 6.5\nplay B B4\nplay W C3\nplay black pass\n", "5x5", "..... .X... ..O.. ..... ....."},
	{"numbered moves", "5x5 1. B4 2. C3 3.D2", "5x5", "..... .X... ..O.. ...X. ....."},
	{"SGF coordinates", "5x5 bb cc dd", "5x5", "..... .X... ..O.. ...X. ....."},
	{"no I", "9x1 J1", "9x1", "........X"},
	{"moves capture", "3x1 A1 B1", "3x1", ".O."},
	{"SGF moves", "SZ[5];B[bb];W[cc]", "5x5", "..... .X... ..O.. ..... ....."},
	{"SGF moves without semicolons", "SZ[5]B[bb]W[cc]", "5x5", "..... .X... ..O.. ..... ....."},
	{"a record", "(;GM[1]SZ[5]C[a \\] (;B[aa\\])]\n;B[bb](;W[cc];B[])(;W[dd]))", "5x5", "..... .X... ..O.. ..... ....."},
	{"setup", "(;SZ[3:2]AB[aa:bb]AE[aa]AW[ca]PL[W])", "3x2", ".XO XX."},
	{"a diagram", ".X.\n..O\n...", "3x3", ".X. ..O ..."},
	{"a diagram in one line", ".X./..O/...", "3x3", ".X. ..O ..."},
	{"an oblong diagram", "+---+\n|.X.|\n|..O|\n+---+", "3x2", ".X. ..O"},
	{"numbered stones are played", "$$W\n$$ -----\n$$ |2 1 X|\n$$ |. O .|\n$$ -----", "3x2", "XOX .O."},
	{"GNU Go", gnuGoBoard, "9x9", "......... ......... ..X...O.. ......... .....X... ......... ..O...... ......... ........."},
	{"KataGo", katagoBoard, "5x5", "..... .X... ..O.. ...X. ....."},
	{"Leela", leelaBoard, "5x5", "..... .X... ..O.. ...X. ....."},
	{"Pachi", pachiBoard, "5x5", "..... .X... ..O.. ..... ....."},
	{"box drawing", "┌─●─┐\n├─◎─┤\n└─┴─┘", "3x3", ".X. .O. ..."},
}

func TestParsePosition(t *testing.T) {
	for _, tt := range positionTests {
		t.Run(tt.name, func(t *testing.T) {
			s, err := ParsePosition(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			b := s.Board()
			if got := b.Size().String(); got != tt.size || !s.Sized {
				t.Errorf("size %s, said: %v, want %s", got, s.Sized, tt.size)
			}
			if got, want := rows(b), strings.ReplaceAll(tt.rows, " ", "\n")+"\n"; got != want {
				t.Errorf("got\n%swant\n%s", got, want)
			}
			for _, style := range []Style{ASCII, Unicode} {
				again, err := ParsePosition(NewDiagram(b).Format(style))
				if err != nil {
					t.Fatalf("drawn and read again: %v\n%s", err, NewDiagram(b).Format(style))
				}
				if got, want := rows(again.Board()), rows(b); got != want {
					t.Errorf("drawn and read again\n%swant\n%s", got, want)
				}
			}
		})
	}
}

func TestParsePositionDefault(t *testing.T) {
	s, err := ParsePosition("Q16 D4")
	if err != nil {
		t.Fatal(err)
	}
	b := s.Board()
	if s.Sized || b.Size() != Square(19) || b.At(At(15, 3)) != Black || b.At(At(3, 15)) != White || b.ToPlay() != Black {
		t.Errorf("Q16 D4 is %+v\n%v", s, b)
	}
}

func TestParsePositionToPlay(t *testing.T) {
	tests := []struct {
		text string
		want Color
	}{
		{"Q16", White},
		{"B Q16 D4", White},
		{"B Q16; W pass", Black},
		{katagoBoard, White},
		{leelaBoard, White},
		{gnuGoBoard, Black},
		{"$$W\n$$ -----\n$$ |X . .|\n$$ |. . .|\n$$ -----", White},
		{"$$W\n$$ -----\n$$ |X 1 .|\n$$ |. . .|\n$$ -----", Black},
		{"(;SZ[9]AB[ee]PL[W])", White},
	}
	for _, tt := range tests {
		s, err := ParsePosition(tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
			continue
		}
		if got := s.Board().ToPlay(); got != tt.want {
			t.Errorf("%q: %v to play, want %v", tt.text, got, tt.want)
		}
	}
}

func TestParsePositionErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "nothing is given"},
		{"Q16 Q20", "word 2: point \"Q20\" is not on a 19x19 board"},
		{"Q16 I4", "there is no column I"},
		{"9x9 Q16", "not on a 9x9 board"},
		{"Q16 hello", "word 2: \"hello\" is not a point; want one like Q16, or pd as in SGF"},
		{"Q16 9x9", "must come before the moves"},
		{"99x99", "size 99x99: want 1 to 52"},
		{"boardsize", "without a number"},
		{"..X.\n....", "not a whole board"},
		{".X.\n.x.\n...", "row 2, column 2: \"x\" leaves open"},
		{"SZ[0];B[aa]", "SZ[0]: want a size from 1 to 52"},
		{"B[pd", "not closed"},
		{"SZ[9]B[pd]", "B[pd]: not on a 9x9 board"},
		{"AB[a]W[dd]", "AB[a]"},
		{"SZ[52]AB" + strings.Repeat("[aa:ZZ]", 400), "more than 1048576 stones"},
	}
	for _, tt := range tests {
		if _, err := ParsePosition(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
}

// TestAsSetup: a board as a setup is what is read from its text.
func TestAsSetup(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	barred, captured := 0, 0
	for range testsize.Of(200, 40) {
		size := Size{2 + rng.IntN(18), 2 + rng.IntN(18)}
		b := NewBoard(size)
		for range rng.IntN(3 * size.Area()) {
			b.Play(Move{Black + Color(rng.IntN(2)), size.At(rng.IntN(size.Area()))})
		}
		if _, ko := b.Ko(); ko {
			barred++
		}
		captured += b.Captured(Black)
		setup, err := ParsePosition(b.SetupSGF())
		if err != nil {
			t.Fatal(err)
		}
		got, want := b.AsSetup(), setup.Board()
		for _, b := range []*Board{got, want} {
			b.keepKeys()
			b.changed, b.stack, b.seen, b.walk = nil, nil, nil, 0
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%s\n%+v\n%+v", b.SetupSGF(), got, want)
		}
	}
	if barred == 0 || captured == 0 {
		t.Error("no ko and no captures were tried")
	}
}
