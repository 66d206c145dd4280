package drawing

import (
	"testing"

	"kifudb/ask"
)

// A problem is shown as books print it: the part of the board where it stands.
func TestCrop(t *testing.T) {
	board := &ask.Board{Cols: 19, Rows: 19, Cells: "points", Columns: make([]string, 19), Lines: make([]string, 19), Pieces: []ask.Piece{{Cell: 0, Color: "B"}, {Cell: 5*19 + 7, Color: "W"}}}
	p := Board(board, Marks{Last: -1}, "")
	p.Crop()
	if p.Left != 0 || p.Top != 0 || p.Width != p.x(8)+unit/2 || p.Height != p.y(6)+unit/2 {
		t.Errorf("%g %g %g %g", p.Left, p.Top, p.Width, p.Height)
	}
	for _, name := range p.Names {
		if name.X > p.Width || name.Y > p.Height {
			t.Errorf("a name at %g %g is outside", name.X, name.Y)
		}
	}
	board.Pieces = nil
	empty := Board(board, Marks{Last: -1}, "")
	whole := *empty
	if empty.Crop(); empty.Width != whole.Width || empty.Left != 0 {
		t.Error("an empty board is cut")
	}
}

// A part of the board is shown as its record says; points in between stay hidden.
func TestView(t *testing.T) {
	board := &ask.Board{Cols: 9, Rows: 9, Cells: "points", Columns: make([]string, 9), Lines: make([]string, 9)}
	shown := map[int]bool{2*9 + 3: true, 5*9 + 8: true}
	m := Marks{Last: -1}
	for cell := range 81 {
		if !shown[cell] {
			m.Hidden = append(m.Hidden, cell)
		}
	}
	p := Board(board, m, "")
	height := p.Height
	p.View()
	if p.Left != p.x(3)-unit/2 || p.Top != p.y(2)-unit/2 || p.Top+p.Height != p.y(5)+unit/2 || p.Left+p.Width <= p.x(8)+unit/2 {
		t.Errorf("%g %g %g %g", p.Left, p.Top, p.Width, p.Height)
	}
	if len(p.Hidden) != 4*6-2 {
		t.Errorf("%d points are hidden, want 22", len(p.Hidden))
	}
	m.Hidden = nil
	p = Board(board, m, "")
	if p.View(); p.Height != height || p.Left != 0 {
		t.Error("a whole board is cut")
	}
}
