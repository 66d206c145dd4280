package drawing

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kifudb/ask"
)

// The measures of a picture of a board, in its own units.
const (
	unit   = 40.0 // from one cell to the next
	margin = 46   // from the outermost lines to the edge of the picture

	nameAway = 32 // names of columns and rows, from the outermost cells
)

// A Picture is a board as the template "board" draws it.
type Picture struct {
	Label                      string  // for who cannot see it
	Left, Top, Width, Height   float64 // what is shown of the drawing
	Surface                    box
	Tint                       *box
	Line, Edge, Pale, PaleEdge string // paths
	TintHexes                  string // a path, of boards of hexagons
	Stars, Names               []Spot
	Stones, Pieces             []Spot
	Hands, Counts              []Spot // pieces in hand, and how many there are of a kind
	Open, Letters              []Spot
	Shapes, Territory          []Spot
	Arrow, Head                string // paths of arrows and lines, and of the heads of arrows
	Dim, Hidden                []Spot
	Last                       *Spot
	Frame                      string // corners of the region

	honeycomb // of boards of hexagons

	board     *ask.Board
	marks     Marks
	left, top float64 // of the first cell's middle
	squares   bool
	hexes     bool
}

// A Spot is something at a place of a picture.
type Spot struct {
	X, Y  float64
	Class string
	Text  string
	Long  bool   // the text is written smaller
	Turn  int    // degrees
	Kind  string // of a piece
	Hand  string // whose piece in hand, and its kind: "BP"
}

type box struct{ X, Y, Width, Height float64 }

// Board makes a picture of a board.
func Board(b *ask.Board, m Marks, label string) *Picture {
	p := &Picture{Label: label, board: b, marks: m, squares: b.Cells == "squares", hexes: b.Cells == "hexes"}
	extra, side := 0.0, 0.0
	if p.squares || p.hexes {
		extra = unit
	}
	if len(b.Hands) > 0 {
		side = 2 * unit
	}
	p.Width = float64(b.Cols-1)*unit + extra + 2*margin + 2*side
	p.Height = float64(b.Rows-1)*unit + extra + 2*margin
	p.left, p.top = margin+side+extra/2, margin+extra/2
	pad := 24.0
	if p.squares {
		pad = unit / 2
	}
	if p.hexes {
		p.Width += float64(b.Rows-1) * unit / 2
		p.Height -= float64(b.Rows-1) * unit * (1 - hexRise)
	} else {
		p.Surface = box{p.left - pad, p.top - pad, float64(b.Cols-1)*unit + 2*pad, float64(b.Rows-1)*unit + 2*pad}
	}
	if m.Region != nil {
		p.region(m.Region)
	}
	if p.hexes {
		p.hexagons()
	} else {
		p.lines()
		p.stars()
		p.names()
	}
	p.pieces()
	p.hands()
	p.openCells()
	p.letters()
	p.markup()
	if m.Last >= 0 {
		x, y := p.at(m.Last)
		p.Last = &Spot{X: x, Y: y}
	}
	return p
}

// FirstX returns how far the middle of the first cell is from the left.
func (p *Picture) FirstX() float64 { return p.left }

// FirstY returns how far it is from the top.
func (p *Picture) FirstY() float64 { return p.top }

// region tints the part of the board that is asked about, and puts a frame around it.
func (p *Picture) region(r *ask.Region) {
	if p.hexes {
		p.TintHexes = drawHexes(r, unit, p.hexAt)
	} else {
		p.Tint = &box{p.x(r.Left) - unit/2, p.y(r.Top) - unit/2, float64(r.Right-r.Left+1) * unit, float64(r.Bottom-r.Top+1) * unit}
	}
	left, top, right, bottom := float64(r.Left)-.5, float64(r.Top)-.5, float64(r.Right)+.5, float64(r.Bottom)+.5
	var corners []string
	for _, c := range [][2]float64{{left, top}, {right, top}, {right, bottom}, {left, bottom}} {
		x, y := p.place(c[0], c[1])
		corners = append(corners, fmt.Sprintf("%.5g,%.5g", x, y))
	}
	p.Frame = strings.Join(corners, " ")
}

// place returns where a column and a row meet.
func (p *Picture) place(column, row float64) (x, y float64) {
	if p.hexes { // each row is half a cell further to the right
		return p.left + (column+row/2)*unit, p.top + row*hexRise*unit
	}
	return p.left + column*unit, p.top + row*unit
}

func (p *Picture) x(column int) float64 { return p.left + float64(column)*unit }
func (p *Picture) y(row int) float64    { return p.top + float64(row)*unit }

// at returns the middle of a cell.
func (p *Picture) at(cell int) (x, y float64) {
	return p.place(float64(cell%p.board.Cols), float64(cell/p.board.Cols))
}

// inside reports whether a cell belongs to what is asked about.
func inside(r *ask.Region, x, y int) bool {
	return r == nil || x >= r.Left && x <= r.Right && y >= r.Top && y <= r.Bottom
}

// Squares reports whether pieces lie on squares.
func (p *Picture) Squares() bool { return p.squares }

// lines draws the grid: through the cells, or between those that are squares.
func (p *Picture) lines() {
	var line, edge, pale, paleEdge strings.Builder
	cols, rows := p.board.Cols, p.board.Rows
	if p.squares {
		for x := range cols + 1 {
			to := choose(x == 0 || x == cols, &edge, &line)
			fmt.Fprintf(to, "M%g %gV%g", p.x(x)-unit/2, p.y(0)-unit/2, p.y(rows)-unit/2)
		}
		for y := range rows + 1 {
			to := choose(y == 0 || y == rows, &edge, &line)
			fmt.Fprintf(to, "M%g %gH%g", p.x(0)-unit/2, p.y(y)-unit/2, p.x(cols)-unit/2)
		}
		p.Line, p.Edge = line.String(), edge.String()
		return
	}
	r := p.marks.Region
	whole := ask.Region{Right: cols - 1, Bottom: rows - 1, Edges: "NESW"}
	if r == nil {
		r = &whole
	} else {
		for x := range cols {
			fmt.Fprintf(choose(x == 0 || x == cols-1, &paleEdge, &pale), "M%g %gV%g", p.x(x), p.y(0), p.y(rows-1))
		}
		for y := range rows {
			fmt.Fprintf(choose(y == 0 || y == rows-1, &paleEdge, &pale), "M%g %gH%g", p.x(0), p.y(y), p.x(cols-1))
		}
	}
	// Lines run to the frame where the board goes on.
	reach := func(at, end int) float64 {
		if at == end {
			return 0
		}
		return unit / 2
	}
	left, right := p.x(r.Left)-reach(r.Left, 0), p.x(r.Right)+reach(r.Right, cols-1)
	top, bottom := p.y(r.Top)-reach(r.Top, 0), p.y(r.Bottom)+reach(r.Bottom, rows-1)
	counts := func(letter string) bool { return strings.Contains(r.Edges, letter) }
	for x := r.Left; x <= r.Right; x++ {
		isEdge := x == 0 && counts("W") || x == cols-1 && counts("E")
		fmt.Fprintf(choose(isEdge, &edge, &line), "M%g %gV%g", p.x(x), top, bottom)
	}
	for y := r.Top; y <= r.Bottom; y++ {
		isEdge := y == 0 && counts("N") || y == rows-1 && counts("S")
		fmt.Fprintf(choose(isEdge, &edge, &line), "M%g %gH%g", left, p.y(y), right)
	}
	p.Line, p.Edge, p.Pale, p.PaleEdge = line.String(), edge.String(), pale.String(), paleEdge.String()
}

func choose[T any](is bool, a, b T) T {
	if is {
		return a
	}
	return b
}

func (p *Picture) stars() {
	for _, cell := range p.board.Stars {
		x, y := p.at(cell)
		if p.squares { // where lines cross, at the lower right
			x, y = x+unit/2, y+unit/2
		}
		p.Stars = append(p.Stars, Spot{X: x, Y: y, Class: paleUnless(inside(p.marks.Region, cell%p.board.Cols, cell/p.board.Cols), "star")})
	}
}

func paleUnless(inside bool, class string) string {
	if inside {
		return class
	}
	return strings.TrimSpace(class + " pale")
}

// names writes those of columns and rows on all four sides.
func (p *Picture) names() {
	pad := float64(nameAway)
	if p.squares {
		pad = unit/2 + 14
	}
	r := p.marks.Region
	for i, name := range p.board.Columns {
		class := paleUnless(r == nil || i >= r.Left && i <= r.Right, "")
		p.Names = append(p.Names, Spot{X: p.x(i), Y: p.top - pad + 5, Class: class, Text: name},
			Spot{X: p.x(i), Y: p.y(p.board.Rows-1) + pad + 5, Class: class, Text: name})
	}
	for i, name := range p.board.Lines {
		class := paleUnless(r == nil || i >= r.Top && i <= r.Bottom, "")
		p.Names = append(p.Names, Spot{X: p.left - pad, Y: p.y(i) + 5, Class: class, Text: name},
			Spot{X: p.x(p.board.Cols-1) + pad, Y: p.y(i) + 5, Class: class, Text: name})
	}
}

func (p *Picture) pieces() {
	for _, piece := range p.board.Pieces {
		x, y := p.at(piece.Cell)
		outside := choose(inside(p.marks.Region, piece.Cell%p.board.Cols, piece.Cell/p.board.Cols), "", " faded") // of what is asked about
		if piece.Sign != "" {
			s := signed(x, y, piece.Color, piece.Kind, piece.Sign)
			s.Class += outside
			p.Pieces = append(p.Pieces, s)
			continue
		}
		s := Spot{X: x, Y: y, Class: "stone " + piece.Color + outside}
		_, lettered := p.marks.Letters[piece.Cell]
		if n, ok := p.marks.Numbers[piece.Cell]; ok && p.marks.Shapes[piece.Cell] == "" && !lettered {
			s.Text = moveNumber(n)
			s.Long = len(s.Text) > 2
		}
		p.Stones = append(p.Stones, s)
	}
}

// moveNumber writes a number on a stone: past 999 its last two digits.
func moveNumber(n int) string {
	if n > 999 {
		return fmt.Sprintf("%02d", n%100)
	}
	return strconv.Itoa(n)
}

// signed is a piece that is written on; White's stand on their heads.
func signed(x, y float64, color, kind, sign string) Spot {
	s := Spot{X: x, Y: y, Class: "piece " + color, Text: sign, Kind: kind, Long: len([]rune(sign)) > 1}
	if first := []rune(sign)[0]; first >= '♔' && first <= '♟' { // a figure, which stands upright
		s.Class, s.Text = "piece figure "+color, sign+"\ufe0e" // in ink, not as an emoji
		return s
	}
	if strings.HasPrefix(kind, "+") {
		s.Class += " promoted"
	}
	if color == "W" {
		s.Turn = 180
	}
	return s
}

// hands shows what the players have in hand: White's at the left from the top, Black's
// at the right from the bottom.
func (p *Picture) hands() {
	for _, hand := range p.board.Hands {
		x, y, step := p.Width-unit, p.y(p.board.Rows-1), -unit
		if hand.Color == "W" {
			x, y, step = unit, p.top, unit
		}
		for _, piece := range hand.Pieces {
			sign := piece.Sign
			if sign == "" {
				sign = piece.Kind
			}
			held := signed(x-8, y, hand.Color, piece.Kind, sign)
			held.Hand = hand.Color + piece.Kind
			p.Hands = append(p.Hands, held)
			if piece.Count > 1 {
				p.Counts = append(p.Counts, Spot{X: x + 18, Y: y + 5, Text: strconv.Itoa(piece.Count)})
			}
			y += step
		}
	}
}

func (p *Picture) openCells() {
	for _, o := range p.marks.Open {
		x, y := p.at(o.Cell)
		p.Open = append(p.Open, Spot{X: x, Y: y, Class: o.Admits})
	}
}

// under are the colors of the pieces on cells.
func under(b *ask.Board) map[int]string {
	under := map[int]string{}
	for _, piece := range b.Pieces {
		under[piece.Cell] = piece.Color
	}
	return under
}

// letters puts letters on cells; on a stone they are in the other color.
func (p *Picture) letters() {
	under := under(p.board)
	for _, cell := range slices.Sorted(maps.Keys(p.marks.Letters)) {
		x, y := p.at(cell)
		text := []rune(p.marks.Letters[cell])
		s := Spot{X: x, Y: y, Text: string(text[:min(len(text), 4)]), Class: "letter"}
		switch color := under[cell]; {
		case color != "":
			s.Class += " on-" + color
		case p.marks.Region != nil && inside(p.marks.Region, cell%p.board.Cols, cell/p.board.Cols):
			s.Turn = 1 // its disc is tinted
		}
		switch {
		case len(text) > 2:
			s.Class += " tiny"
		case len(text) > 1:
			s.Class += " small"
		}
		p.Letters = append(p.Letters, s)
	}
}

// OnEmpty reports whether a letter stands on an empty cell, whose lines it cuts.
func (s Spot) OnEmpty() bool { return !strings.Contains(s.Class, "on-") }
