package position

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// patternTests are patterns as people write them and what String makes of them.
var patternTests = []struct{ name, text, want string }{
	{"inline", "NW3x2[..X|.O.]", "NW3x2[..X|.O.]"},
	{"inline without a size", "ne[..X|.O.]", "NE3x2[..X|.O.]"},
	{"inline with slashes", "corner [..X/.O.]", "corner 3x2[..X|.O.]"},
	{"inline without a bracket", "..X|.O.|...", "3x3[..X|.O.|...]"},
	{"slashes without a bracket", "..X/.O./...", "3x3[..X|.O.|...]"},
	{"one row", "S5x1[.XxO*]", "S5x1[.XxO*]"},
	{"a side", "side: 4x2[....|.XO.]", "side 4x2[....|.XO.]"},
	{"the left side", "W 2x2[..|XO]", "W2x2[..|XO]"},
	{"the center", "center 2x2[XO|OX]", "center 2x2[XO|OX]"},
	{"anywhere", "floating\n.X.\nXOX\n.X.", "3x3[.X.|XOX|.X.]"},
	{"a fixed point", "@cd2x2[XO|OX]", "@cd 2x2[XO|OX]"},
	{"a rectangle of anchors", "@cd:ef 2x2[XO|OX]", "@cd:ef 2x2[XO|OX]"},
	{"all letters", "[.XOxo*?!_]", "9x1[.XOxo**!_]"},
	{"other letters for stones", "[#@BW,+]", "6x1[XOXO..]"},
	{"numbers are a sequence", "NW3x3[...|.21|.X.]", "NW3x3[...|...|.X.] B cb, W bb"},
	{"numbers among points", ".1.\n2X.", "3x2[...|.X.] B ba, W ab"},
	{"zero is ten", "[1234567890]", "10x1[..........] B aa, W ba, B ca, W da, B ea, W fa, B ga, W ha, B ia, W ja"},
	{"numbers of two digits", ". 9 10\n11 X O", "3x2[...|.XO] B ba, W ca, B ab"},
	{"a sequence in words", "NW3x3[...|...|.X.] w cb bb, B cb within 4", "NW3x3[...|...|.X.] W cb, B bb, B cb, within 4"},
	{"labels are empty points", "[.abc.X]", "6x1[.....X]"},
	{
		"Kombilo", `
.......
..x....
..XO...
...*...`,
		"7x4[.......|..x....|..XO...|...*...]",
	},
	{
		"edges drawn", `
+------
|. . . .
|. X O .
|. . . .`,
		"NW4x3[....|.XO.|....]",
	},
	{
		"right and lower edges", `
. . . |
. X O |
. . . |
-------`,
		"SE3x3[...|.XO|...]",
	},
	{
		"one edge", "-------\n. X O .\n. . . .",
		"N4x2[.XO.|....]",
	},
	{
		"a drawn corner is the corner that is named", "corner\n-----\n|. X\n|. .",
		"NW2x2[.X|..]",
	},
	{
		"Sensei's Library", `$$Wc Invasion at the 3-3 point
$$ ----------------
$$ . . . . . . . . |
$$ . . . 5 3 2 . . |
$$ . . , a 1 b . . |
$$ . . X W B # O . |
$$ . . . . Y Q . . |
$$ . . . C S T M . |
$$ . . _ Z P . . . |`,
		"NE8x7[........|........|........|..XOXXO.|....XO..|........|.._XO...] W ec, B fb, W eb, W db",
	},
	{
		"Sensei's Library, a whole board", `$$B
$$ +-------+
$$ | . 1 . |
$$ | 2 X . |
$$ | . . O |
$$ +-------+
$$ [X|Somewhere]
$$ {AR A1 B2}`,
		"board 3x3[...|.X.|..O] B ba, W ab",
	},
	{
		"box drawing", "┌─┬─┬─●─\n├─●─┼─○─\n├─┼─╋─┼─",
		"NW4x3[...X|.X.O|....]",
	},
	{"cut from a position", "NE3x3 Q16 R17", "NE3x3[...|...|O..]"},
	{"cut from SGF", "SW4x4:AB[dp]AW[cq]", "SW4x4[...X|..O.|....|....]"},
	{"a side of a position", "N3x3 9x9 C8", "N3x3[...|.X.|...]"},
	{"a whole position", "3x3 B2", "board 3x3[...|.X.|...]"},
	{"a whole position by name", "board 3x3 B2", "board 3x3[...|.X.|...]"},
	{"points that could be places", "5x5 E5 W1", ""},
	{"moves that could be a place", "W 3x3 B2", ""},
	{"SGF coordinates that could be a place", "ne pd", ""},
}

func TestParsePattern(t *testing.T) {
	for _, tt := range patternTests {
		t.Run(tt.name, func(t *testing.T) {
			if tt.want == "" {
				return // a seed for the fuzzer
			}
			p, err := ParsePattern(tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if got := p.String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			again, err := ParsePattern(p.String())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(p, again); diff != "" {
				t.Errorf("printed and read again: %s", diff)
			}
			if p.Place.Kind == AtEdges && p.Place.Edges != 0 && len(p.Sequence) == 0 {
				again, err := ParsePattern(p.Format(nil))
				if diff := cmp.Diff(p, again); diff != "" || err != nil {
					t.Errorf("drawn and read again: %v %s", err, diff)
				}
			}
		})
	}
}

// Every place has a name that is read back.
func TestPlaceNames(t *testing.T) {
	places := []Place{{}, {Kind: AnyCorner}, {Kind: AnySide}, {Kind: InRectangle, From: At(51, 0), To: At(51, 0)}, {Kind: InRectangle, From: At(1, 2), To: At(3, 4)}}
	for e := range AllEdges + 1 {
		places = append(places, Place{Kind: AtEdges, Edges: e})
	}
	for _, place := range places {
		p := &Pattern{Cols: 1, Rows: 2, Cells: []Cell{OnlyBlack, OnlyEmpty}, Place: place}
		again, err := ParsePattern(p.String())
		if diff := cmp.Diff(p, again); err != nil || diff != "" {
			t.Errorf("%v: %v %s", p, err, diff)
		}
	}
}

// Where a 3×2 pattern may lie on a 9×7 board.
func TestPlaceAnchors(t *testing.T) {
	tests := []struct {
		place  string
		first  string
		last   string
		images int
	}{
		{"", "aa", "gf", 4},
		{"center", "bb", "fe", 4},
		{"NW", "aa", "aa", 4},
		{"SE", "gf", "gf", 4},
		{"N", "ba", "fa", 4},
		{"E", "gb", "ge", 4},
		{"@cd", "cd", "cd", 4},
		{"@cd:ZZ", "cd", "gf", 4},
		{"@hd", "", "", 0},
		{"EW", "", "", 0},
	}
	for _, tt := range tests {
		p, err := ParsePattern(tt.place + " 3x2[X..|.*O]")
		if err != nil {
			t.Fatal(err)
		}
		images := p.Images(Size{9, 7}, ImageOptions{})
		if len(images) != tt.images {
			t.Errorf("%s: %d images, want %d", tt.place, len(images), tt.images)
			continue
		}
		if len(images) == 0 {
			continue
		}
		m := images[0]
		if first, last := At(m.Left, m.Top).String(), At(m.Right, m.Bottom).String(); first != tt.first || last != tt.last {
			t.Errorf("%s: from %s to %s, want %s to %s", tt.place, first, last, tt.first, tt.last)
		}
	}
}

func TestParsePatternErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "nothing is given"},
		{"NW", "has no rows"},
		{"NW3x2[...]", "1 rows, want 2"},
		{"NW3x2[..|...]", "row 1 has 2 points, want 3"},
		{"[..|...]", "row 2 has 3 points, the rows above have 2"},
		{"[..X", "not closed"},
		{"[..q~]", "row 1, column 4: '~' is not a point of a diagram; want . X O x o * ! _ or a number"},
		{"...\n.%.\n...", "line 2, column 2: '%' is not a point"},
		{"...\n....\n...", "row 2 has 4 points, the rows above have 3"},
		{"[11.]", "row 1, column 2: 1 is also in row 1, column 1"},
		{"[___]", "no point belongs to it"},
		{"[.X] cc", "\"cc\" needs a color"},
		{"[.X] B cc", "stone 1 of the sequence is outside"},
		{"[.X] within 1", "there is no sequence"},
		{"[.X] B aa within", "within what number"},
		{"[.X] B aa within none", "want a number of moves"},
		{"center Q16", "needs a size"},
		{"corner7x7 Q16", "a corner of a position: say which"},
		{"SE\n-----\n|. X\n|. .", "drawn at the corner NW, which contradicts the corner SE"},
		{"side\n-----\n|. X\n|. .", "drawn at the corner NW, which contradicts a side"},
		{"NE7x7 Z16 XX", "\"Z16\""},
		{"[" + strings.Repeat(".", 53) + "]", "more than 52 columns"},
		{strings.Repeat(".X.\n", 53), "more than 52 rows"},
	}
	for _, tt := range tests {
		if _, err := ParsePattern(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.text, err, tt.want)
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, tt := range patternTests {
		f.Add(tt.text)
	}
	for _, tt := range positionTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := ParsePosition(text); err == nil {
			if err := s.Script.check(); err != nil {
				t.Fatal(err)
			}
			s.Board().check(t)
		}
		p, err := ParsePattern(text)
		if err != nil {
			return
		}
		again, err := ParsePattern(p.String())
		if err != nil {
			t.Fatalf("%q prints as %q: %v", text, p, err)
		}
		if diff := cmp.Diff(p, again); diff != "" {
			t.Fatalf("%q printed and read again: %s", p, diff)
		}
		for _, size := range []Size{Square(19), {9, 13}, Square(5)} {
			if p.Cols*p.Rows > 100 {
				break
			}
			for _, m := range p.Images(size, ImageOptions{SwapColors: true}) {
				if m.Left < 0 || m.Top < 0 || m.Right+m.Cols > size.Cols || m.Bottom+m.Rows > size.Rows {
					t.Fatalf("%v: image %+v leaves the %v board", p, m, size)
				}
			}
		}
	})
}

func TestPatternFormat(t *testing.T) {
	p, err := ParsePattern("NE3x2[.XO|._*] W aa")
	if err != nil {
		t.Fatal(err)
	}
	got := p.Format(map[Point]string{At(0, 1): "A"})
	want := "-----+\n1 X O|\nA _ *|\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// What is drawn and what is asked for must mean the same place.
func TestPlaceIn(t *testing.T) {
	for _, tt := range []struct{ drawn, asked, want string }{
		{"", "corner", "corner"},
		{"", "NE", "NE"},
		{"NE", "", ""},
		{"NE", "corner", "NE"},
		{"corner", "NE", "NE"},
		{"NE", "NE", "NE"},
		{"E", "side", "E"},
		{"center", "center", "center"},
		{"@cd", "@cd", "@cd"},
		{"NE", "NW", "the pattern is drawn at the corner NE, which contradicts the corner NW"},
		{"NE", "side", "the pattern is drawn at the corner NE, which contradicts a side"},
		{"N", "corner", "the pattern is drawn at the side N, which contradicts a corner"},
		{"NS", "corner", "the pattern is drawn at the edges NS, which contradicts a corner"},
		{"board", "corner", "the pattern is drawn at all four edges, a whole board, which contradicts a corner"},
		{"center", "side", "the pattern is drawn at the center, which contradicts a side"},
		{"@cd", "corner", "the pattern is drawn at the points @cd, which contradicts a corner"},
	} {
		place := func(name string) Place {
			p, err := ParsePattern(name + "[.]")
			if err != nil {
				t.Fatal(err)
			}
			return p.Place
		}
		both, err := place(tt.drawn).In(place(tt.asked))
		got := both.String()
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("drawn at %q, asked at %q: %q, want %q", tt.drawn, tt.asked, got, tt.want)
		}
	}
}
