package shogi

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"
)

// A picture has every piece on its square, White's upside down, promoted ones in
// red, both hands, and the square of the latest move.
func TestWriteSVG(t *testing.T) {
	p, err := ParseSFEN("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPP2/7R1/LNSGKGSNL w B2P 1")
	if err != nil {
		t.Fatal(err)
	}
	last, err := ParseMove("8h2b+")
	if err != nil {
		t.Fatal(err)
	}
	var s strings.Builder
	if err := p.WriteSVG(&s, last); err != nil {
		t.Fatal(err)
	}
	for dec := xml.NewDecoder(strings.NewReader(s.String())); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		`<title>Shogi board, White to play</title>`,
		`<rect x="392" y="84" width="48" height="48" fill="#ecdcb4"/>`,   // 2b
		`<text x="416" y="120" fill="#b3261e">馬</text>`,                  // Black's, upright
		`<text x="128" y="120" transform="rotate(180 128 108)">飛</text>`, // 8b
		`<text x="416" y="408">飛</text>`,                                 // 2h
		`>し</text></g>`, `>☗</text><text x="544" y="97">角</text><text x="544" y="124">歩</text><text x="544" y="151">二</text>`, `>九</text>`, `>9</text>`,
	} {
		if !strings.Contains(s.String(), want) {
			t.Errorf("there is no %s in\n%s", want, s.String())
		}
	}
	if upside := strings.Count(s.String(), "rotate(180"); upside != 19 {
		t.Errorf("%d pieces are upside down, want 19", upside)
	}
	s.Reset()
	if err := p.WriteSVG(&s, Move{}); err != nil || strings.Contains(s.String(), "#ecdcb4") {
		t.Errorf("without a move a square is marked, %v", err)
	}
}
