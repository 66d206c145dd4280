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
	for _, test := range []struct{ text, want string }{
		{"Q16 D4", `pos:"Q16 D4"`},
		{" 1@3\n", "pos:1@3"},
		{`player:shusaku pos:"Q16"`, `player:"shusaku" pos:"Q16"`},
		{"B[pd];W[dp]", `pos:"19x19 B=Q16 W=D4"`},
		{"(;GM[1]SZ[19];B[pd];W[dp](;B[pp])(;B[dd]))", `pos:"19x19 B=Q16,Q4 W=D4"`},
		{"(;FF[4]GM[1]SZ[9]\n;B[ee]\n;W[gc])", `pos:"9x9 B=E5 W=G7"`},
		{board(19, 19, two), `pos:"19x19 B=Q16 W=D4"`},
		{board(9, 9, map[[2]int]string{{4, 4}: "X"}), `pos:"9x9 B=E5"`},
		{"+----\n|. . . .\n|. . X .\n|. O . .", `pat:NW[....|..X.|.O..]`},
		{". X .\n* o .", "pat:[.X.|*o.]"},
		{"sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1", `pos:"sfen 4k4/9/9/9/9/9/9/9/4K4 b 2P 1"`},
		{"startpos moves 7g7f 3c3d", `pos:"startpos moves 7g7f 3c3d"`},
		{"7g7f 3c3d", `pos:"startpos moves 7g7f 3c3d" game:shogi`},
		{"shusaku ladder", `"shusaku" "ladder"`},
	} {
		got, err := Of(v.Views).Pasted(t.Context(), test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
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
	for _, text := range []string{"", "x:y:z:", "(;B[pd\n(((", strings.Repeat("X\n", 5000), "one\ntwo", "99999@5"} {
		if got, err := Of(v.Views).Pasted(t.Context(), text); err == nil && text != "" {
			t.Errorf("%.20q: %s", text, got)
		}
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
