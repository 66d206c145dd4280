package drawing

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"kifudb/ask"
)

// svgOf returns a picture as an element, which must be well-formed.
func svgOf(t *testing.T, s *SVG, p *Picture) string {
	t.Helper()
	var b bytes.Buffer
	if err := s.Write(&b, p); err != nil {
		t.Fatal(err)
	}
	var all struct{}
	if err := xml.Unmarshal(b.Bytes(), &all); err != nil {
		t.Fatal(err, b.String())
	}
	return b.String()
}

// What lies on a board is in few groups, and on a dark page each has a colour that is seen.
func TestSVG(t *testing.T) {
	b := &ask.Board{Cells: "points", Cols: 5, Rows: 5, Columns: strings.Split("ABCDE", ""), Lines: strings.Split("54321", ""), Stars: []int{12},
		Pieces: []ask.Piece{{Cell: 0, Color: "B"}, {Cell: 1, Color: "W"}, {Cell: 2, Color: "B"}, {Cell: 3, Color: "W"}}}
	m := Marks{Last: 3, Numbers: map[int]int{0: 1, 1: 100}, Letters: map[int]string{2: "x", 3: "y", 7: "<&z"}, Shapes: map[int]string{8: "TR"},
		Territory: [2][]int{{10}, {11}}, Arrows: [][2]int{{15, 17}}, Dim: []int{20}, Hidden: []int{24}}
	got := svgOf(t, &SVG{}, Board(b, m, `a "label" & <more>`+"\x00"))
	for _, want := range []string{
		`viewBox="0 0 252 252" width="151" height="151" role="img" aria-label="a &#34;label&#34; &amp; &lt;more&gt;` + "\ufffd" + `"`,
		`<g class="ink-B" fill="#000" stroke="#000" stroke-width="1.3"><circle cx="46" cy="46" r="18.05"/><circle cx="126" cy="46" r="18.05"/></g>`,
		`<g class="ink-W" fill="#fff" stroke="#000" stroke-width="1.3"><circle cx="86" cy="46" r="18.05"/>`,
		`<g class="ink-w" fill="#fff" font-size="20"><text x="46" y="53.2">1</text></g>`,
		`<g class="ink-k" fill="#000" font-size="16"><text x="86" y="51.76">100</text></g>`,
		`<g class="ink-w" fill="#fff" font-size="22"><text x="126" y="53.92">x</text></g>`,
		`<g class="ink-k" fill="#000" font-size="22"><text x="166" y="53.92">y</text></g>`,
		`<g class="ink-b" fill="#000" font-size="12"><text x="126" y="90.32">&lt;&amp;z</text></g>`,
		`<g class="pen-b" stroke="#000" stroke-width="2"><path d="M166 75L175.5 92L156.5 92Z"/></g>`,
		`<g class="ink-o" fill="#000"><path d="M39.5 119.5H52.5V132.5H39.5Z"/>`,
		`<g class="ink-p" fill="#fff" fill-opacity=".65">`,
		`<g class="pen-a" stroke="#b3341b" stroke-width="2.4"><circle cx="166" cy="46" r="19.8"/></g>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s in\n%s", want, got)
		}
	}
	if strings.Contains(got, "xlink") || strings.Contains(got, ".00") || strings.Contains(got, ".50") {
		t.Errorf("it is longer than it need be:\n%s", got)
	}
	p := Board(b, Marks{Last: -1}, "")
	p.Bare()
	if got := svgOf(t, &SVG{}, p); !strings.Contains(got, `viewBox="0 0 212 212"`) || !strings.Contains(got, `<g transform="translate(-20 -20)">`) {
		t.Errorf("a part of a picture is %s", got)
	}
}

// Pieces of one look are drawn once on a page, or once in each picture that is to stand alone.
func TestSVGPieces(t *testing.T) {
	b := &ask.Board{Cells: "squares", Cols: 8, Rows: 8}
	for i := range 8 {
		b.Columns, b.Lines = append(b.Columns, fmt.Sprint(i)), append(b.Lines, fmt.Sprint(i))
		b.Pieces = append(b.Pieces, ask.Piece{Cell: 8 + i, Color: "B", Kind: "P", Sign: "♟"}, ask.Piece{Cell: 48 + i, Color: "W", Kind: "P", Sign: "♙"})
	}
	p := Board(b, Marks{Last: -1}, "")
	for _, test := range []struct {
		alone  bool
		drawn  []int
		second string // the first piece of the second picture
	}{{false, []int{2, 0}, "#piece-1"}, {true, []int{2, 2}, "#piece-3"}} {
		s := &SVG{Alone: test.alone}
		for i, want := range test.drawn {
			got := svgOf(t, s, p)
			if n := strings.Count(got, "<defs>"); n != want || strings.Count(got, "<use ") != 16 {
				t.Errorf("alone %t: picture %d draws %d pieces, and uses %d", test.alone, i+1, n, strings.Count(got, "<use "))
			}
			if i == 1 && !strings.Contains(got, test.second) {
				t.Errorf("alone %t: no %s", test.alone, test.second)
			}
		}
	}
}

// Each ink has a colour, and where it can be used a rule in the style sheet.
func TestInksOfSVG(t *testing.T) {
	for ink, i := range svgInks {
		if i.class == "" || i.color == "" {
			t.Errorf("ink %d has no class or no colour", ink)
		}
		if !strings.Contains(SVGStyle, ".ink-"+i.class+"{") && !strings.Contains(SVGStyle, ".pen-"+i.class+"{") {
			t.Errorf("class %s has no rule", i.class)
		}
	}
}
