package ask

import (
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// Whatever people copy becomes a question about the same position.
func TestPasted(t *testing.T) {
	v := archivetest.Collection(t)
	board := func(cols, rows int, stones map[[2]int]string) string {
		var b strings.Builder
		for y := range rows {
			for x := range cols {
				c, ok := stones[[2]int{x, y}]
				if !ok {
					c = "."
				}
				b.WriteString(c + " ")
			}
			b.WriteString("\r\n")
		}
		return b.String()
	}
	two := map[[2]int]string{{15, 3}: "X", {3, 15}: "O"}
	const (
		kif = "手合割：平手\n先手：a\n後手：b\n手数----指手---------消費時間--\n1 ７六歩(77)\n2 ３四歩(33)\n"
		csa = "V2.2\nN+a\nN-b\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n"
		pgn = "[Event \"E\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n"
	)
	for _, test := range []struct{ text, want, as, game string }{
		{"Q16 D4", `pos:"Q16 D4"`, asPosition, "go"},
		{" 1@3\n", "pos:1@3", asPlace, "go"},
		{`player:shusaku pos:"Q16"`, `player:"shusaku" pos:"Q16"`, asQuery, ""},
		{`pos:"(;GM[1]SZ[9];B[ee])"`, `pos:"9x9 B=E5"`, asQuery, ""},
		{`player:shusaku`, `player:"shusaku"`, asQuery, ""},
		{"B[pd];W[dp]", `pos:"19x19 B=Q16 W=D4"`, asPosition, "go"},
		{"(;GM[1]SZ[19];B[pd];W[dp](;B[pp])(;B[dd]))", `pos:"19x19 B=Q16,Q4 W=D4"`, asRecord, "go"},
		{"(;FF[4]GM[1]SZ[9]\n;B[ee]\n;W[gc])", `pos:"9x9 B=E5 W=G7"`, asRecord, "go"},
		{board(19, 19, two), `pos:"19x19 B=Q16 W=D4"`, asPosition, "go"},
		{board(9, 9, map[[2]int]string{{4, 4}: "X"}), `pos:"9x9 B=E5"`, asPosition, "go"},
		{"$$ A board\n$$ -------\n$$ | . X |\n$$ | . . |\n$$ -------", `pos:"2x2 B=B2"`, asPosition, "go"},
		{"+----\n|. . . .\n|. . X .\n|. O . .", `pat:NW[....|..X.|.O..]`, asPart, "go"},
		{". X .\n* o .", "pat:[.X.|*o.]", asPart, "go"},
		{"sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1", `pos:"sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1"`, asPosition, "shogi"},
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", `pos:"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" game:chess`, asPosition, "chess"},
		{"startpos moves 7g7f 3c3d", `pos:"startpos moves 7g7f 3c3d"`, asPosition, "shogi"},
		{"7g7f 3c3d", `pos:"startpos moves 7g7f 3c3d" game:shogi`, asPosition, "shogi"},
		{kif, `pos:"startpos moves 7g7f 3c3d" game:shogi`, asRecord, "shogi"},
		{csa, `pos:"startpos moves 7g7f 3c3d" game:shogi`, asRecord, "shogi"},
		{pgn, `pos:"1. e4 e5" game:chess`, asRecord, "chess"},
		{"shusaku ladder", `"shusaku" "ladder"`, asWords, ""},
	} {
		r, err := Of(v.Views).Pasted(t.Context(), test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		got := r.Query
		if r.As != test.as || r.Game != test.game || (r.Record != "") != (r.As == asRecord) || r.Held != "" {
			t.Errorf("%q is read as %+v", test.text, r)
		}
		q, err := archive.ParseQuery(got)
		if err != nil {
			t.Errorf("%q: %s is no query: %v", test.text, got, err)
			continue
		}
		want := archivetest.Query(t, test.want)
		if q.String() == want.String() {
			continue
		}
		a, err := Of(v.Views).Scene(t.Context(), q)
		if err != nil {
			t.Fatal(test.text, err)
		}
		b, err := Of(v.Views).Scene(t.Context(), want)
		if err != nil || a.Board.Text != b.Board.Text || a.Region != nil || b.Region != nil || len(got) > 100 {
			t.Errorf("%q: %s, want %s (%v)", test.text, got, test.want, err)
		}
	}
	for _, text := range []string{"", "x:y:z:", strings.Repeat("X\n", 5000), "one\ntwo", "99999@5"} {
		if got, err := Of(v.Views).Pasted(t.Context(), text); err == nil && text != "" {
			t.Errorf("%.20q: %+v", text, got)
		}
	}
	for _, test := range []struct {
		text string
		want Reading
	}{
		{pgn + "\n" + pgn, Reading{As: asRecord, Record: "PGN", Ending: ".pgn", Games: 2}},
		{"(;GM[1];B[aa])(;GM[1];B[bb])(;GM[1];B[cc])", Reading{As: asRecord, Record: "SGF", Ending: ".sgf", Games: 3}},
		{"(;B[pd\n(((", Reading{As: asRecord, Record: "SGF", Ending: ".sgf", Games: 1}},      // which an import mends
		{"(;GM[40];B[xyz])", Reading{As: asRecord, Record: "SGF", Ending: ".sgf", Games: 1}}, // of a game whose rules are not known
	} {
		if got, err := Of(v.Views).Pasted(t.Context(), test.text); err != nil || *got != test.want {
			t.Errorf("%.20q: %+v, %v", test.text, got, err)
		}
	}
	// The archive has the record already.
	n, err := v.Node("3")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := Of(v.Views).Pasted(t.Context(), string(n.Tree())); err != nil || r.As != asRecord || r.Held != "3" || r.Query == "" {
		t.Errorf("%+v, %v", r, err)
	}
}

// What may lie anywhere is drawn where its user had it, with all that lies in it; what has
// a place stays there.
func TestMoved(t *testing.T) {
	v := archivetest.Collection(t)
	scene := func(text string) *Scene {
		s, err := Of(v.Views).Scene(t.Context(), archivetest.Query(t, text))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := scene("pat:[X*.|..O]")
	m := s.Moved(16, 2)
	at := func(x, y int) int { return y*19 + x }
	if *m.Region != (Region{16, 2, 18, 3, "anywhere", ""}) || m.Open[0].Cell != at(17, 2) || len(m.Board.Pieces) != 2 || m.Board.Pieces[0].Cell != at(16, 2) || m.Board.Pieces[1].Cell != at(18, 3) {
		t.Errorf("%+v %+v %+v", m.Region, m.Open, m.Board.Pieces)
	}
	if s.Region.Left == 16 || s.Board.Pieces[0].Cell == at(16, 2) || s.Board.Text == m.Board.Text {
		t.Error("the scene itself has moved")
	}
	if name, err := m.Continued(archive.Move{Color: "B", Point: "ba"}); err != nil || name.Name != "S17" {
		t.Errorf("%+v, %v", name, err)
	}
	if a, err := m.Played(archive.Move{Color: "B", Point: "ca"}); err != nil || a != `pat:"[X*X|..O]"` {
		t.Errorf("%s, %v", a, err)
	}
	for _, stays := range []*Scene{s.Moved(17, 2), s.Moved(-1, 0), s.Moved(0, 18)} {
		if stays != s {
			t.Error("it has no room there")
		}
	}
	if s := scene("pat:NE[X*.|..O]"); s.Moved(3, 3) != s {
		t.Error("a corner has moved")
	}
}
