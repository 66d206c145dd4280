package position

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// labeled is a small board with everything that a diagram can show.
func labeled(t *testing.T) *Diagram {
	d := NewDiagram(mustBoard(t, "9x9 C7 G7 E5 C3"))
	d.Last = At(2, 6)
	d.Labels = map[Point]string{At(3, 6): "a", At(5, 5): "10", At(6, 6): "B", At(6, 2): "2", At(0, 0): "long"}
	return d
}

func TestDiagramASCII(t *testing.T) {
	want := `   A B C D E F G H J
 9lo . . . . . . . . 9
 8 . . . . . . . . . 8
 7 . . X . . . 2 . . 7
 6 . . . . . . . . . 6
 5 . . . . X . . . . 5
 4 . . . . .10 . . . 4
 3 . .(O)a . . B . . 3
 2 . . . . . . . . . 2
 1 . . . . . . . . . 1
   A B C D E F G H J
`
	if got := labeled(t).String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDiagramUnicode(t *testing.T) {
	want := `   A B C D E F G H J
 9lo─┬─┬─┬─┬─┬─┬─┬─┐ 9
 8 ├─┼─┼─┼─┼─┼─┼─┼─┤ 8
 7 ├─┼─●─┼─┼─┼─2─┼─┤ 7
 6 ├─┼─┼─┼─┼─┼─┼─┼─┤ 6
 5 ├─┼─┼─┼─●─┼─┼─┼─┤ 5
 4 ├─┼─┼─┼─┼10─┼─┼─┤ 4
 3 ├─┼─◎─a─┼─┼─B─┼─┤ 3
 2 ├─┼─┼─┼─┼─┼─┼─┼─┤ 2
 1 └─┴─┴─┴─┴─┴─┴─┴─┘ 1
   A B C D E F G H J
`
	if got := labeled(t).Format(Unicode); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestDiagramPart(t *testing.T) {
	d := labeled(t)
	d.From, d.To = At(4, 4), At(51, 51) // the rest of the board
	want := `    E F G H J
 5 ─●─┼─┼─┼─┤  5
 4 ─┼10─┼─┼─┤  4
 3 ─┼─┼─B─┼─┤  3
 2 ─┼─┼─┼─┼─┤  2
 1 ─┴─┴─┴─┴─┘  1
    E F G H J
`
	if got := d.Format(Unicode); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	d.NoCoordinates, d.Labels = true, nil
	want = " X . . . .\n . . . . .\n . . + . .\n . . . . .\n . . . . .\n"
	if got := d.Format(ASCII); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// A terminal's colors must not change what stands where.
func TestDiagramANSI(t *testing.T) {
	var plain strings.Builder
	for i, part := range strings.Split(labeled(t).Format(ANSI), "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		plain.WriteString(part)
	}
	lines := strings.Split(plain.String(), "\n")
	if got, want := lines[7], " 3  ├─┼─◉─a─┼─┼─B─┼─┤  3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestHoshi(t *testing.T) {
	for size, want := range map[Size]string{
		Square(19): "dd jd pd dj jj pj dp jp pp",
		Square(13): "dd jd gg dj jj",
		Square(9):  "cc gc ee cg gg",
		Square(8):  "cc fc cf ff",
		Square(5):  "cc",
		Square(4):  "",
		{19, 13}:   "dd pd jg dj pj",
	} {
		var got []string
		for i := range size.Area() {
			if p := size.At(i); Hoshi(size, p) {
				got = append(got, p.String())
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%v: %s, want %s", size, got, want)
		}
	}
}

func TestWriteSVG(t *testing.T) {
	d := labeled(t)
	d.Labels[At(7, 7)] = "<&"
	var s strings.Builder
	if err := d.WriteSVG(&s); err != nil {
		t.Fatal(err)
	}
	elements, text := map[string]int{}, ""
	for dec := xml.NewDecoder(strings.NewReader(s.String())); ; {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, s.String())
		}
		switch token := token.(type) {
		case xml.StartElement:
			elements[token.Name.Local]++
		case xml.CharData:
			text += string(token)
		}
	}
	// 4 stones, 1 ring, 5 blanks under labels, 1 star; 36 coordinates and 6 labels.
	if elements["circle"] != 4+1+5+1 || elements["text"] != 36+6 || elements["path"] != 2 {
		t.Errorf("elements %v", elements)
	}
	if !strings.Contains(text, "<&") {
		t.Errorf("the label is not in the text %q", text)
	}
	if err := d.WriteSVG(failing{}); err != errFull {
		t.Errorf("error %v, want %v", err, errFull)
	}
}

var errFull = errors.New("disk full")

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errFull }
