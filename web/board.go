package web

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"kifudb/archive"
)

// The measures of a picture of a board, in its own units. They and the classes of what
// is drawn are those of boarddrawing.js, which draws the same in a browser.
const (
	unit   = 40.0 // from one cell to the next
	margin = 46   // from the outermost lines to the edge of the picture

	nameAway  = 32 // names of columns and rows, from the outermost cells
	thumbUnit = 10
	thumbPad  = 7
)

// marks are what is shown on a board besides what lies there.
type marks struct {
	Region  *archive.Region
	Open    []archive.OpenCell
	Letters map[int]string
	Numbers map[int]int // of moves, on stones
	Last    int         // the cell of the last move, -1 for none

	Shapes    map[int]string // TR, SQ, CR, MA or SL, as SGF names them
	Territory [2][]int       // Black's cells and White's
	Arrows    [][2]int       // from, to
	Lines     [][2]int
	Dim       []int // cells that are grayed out
	Hidden    []int // and that are not shown
}

// A picture is a board as the template "board" draws it.
type picture struct {
	Label                      string  // for who cannot see it
	Left, Top, Width, Height   float64 // what is shown of the drawing
	Surface                    box
	Tint                       *box
	Line, Edge, Pale, PaleEdge string // paths
	TintHexes                  string // a path, of boards of hexagons
	Stars, Names               []spot
	Stones, Pieces, Counts     []spot
	Open, Letters              []spot
	Shapes, Territory          []spot
	Arrow, Head                string // paths of arrows and lines, and of the heads of arrows
	Dim, Hidden                []spot
	Last                       *spot

	honeycomb // of boards of hexagons

	board     *archive.Board
	marks     marks
	left, top float64 // of the first cell's middle
	squares   bool
	hexes     bool
}

// A spot is something at a place of a picture.
type spot struct {
	X, Y  float64
	Class string
	Text  string
	Long  bool // the text is written smaller
	Turn  int  // degrees
}

type box struct{ X, Y, Width, Height float64 }

// draw makes a picture of a board.
func draw(b *archive.Board, m marks, label string) *picture {
	p := &picture{Label: label, board: b, marks: m, squares: b.Cells == "squares", hexes: b.Cells == "hexes"}
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
	switch r := m.Region; {
	case r == nil:
	case p.hexes:
		p.TintHexes = drawHexes(r, unit, p.hexAt)
	default:
		p.Tint = &box{p.x(r.Left) - unit/2, p.y(r.Top) - unit/2, float64(r.Right-r.Left+1) * unit, float64(r.Bottom-r.Top+1) * unit}
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
		p.Last = &spot{X: x, Y: y}
	}
	return p
}

func (p *picture) x(column int) float64 { return p.left + float64(column)*unit }
func (p *picture) y(row int) float64    { return p.top + float64(row)*unit }

// at returns the middle of a cell.
func (p *picture) at(cell int) (x, y float64) {
	if p.hexes {
		return p.hexAt(cell%p.board.Cols, cell/p.board.Cols)
	}
	return p.x(cell % p.board.Cols), p.y(cell / p.board.Cols)
}

// inside reports whether a cell belongs to what is asked about.
func inside(r *archive.Region, x, y int) bool {
	return r == nil || x >= r.Left && x <= r.Right && y >= r.Top && y <= r.Bottom
}

// Squares reports whether pieces lie on squares.
func (p *picture) Squares() bool { return p.squares }

// lines draws the grid: through the cells, or between those that are squares.
func (p *picture) lines() {
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
	whole := archive.Region{Right: cols - 1, Bottom: rows - 1, Edges: "NESW"}
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

func (p *picture) stars() {
	for _, cell := range p.board.Stars {
		x, y := p.at(cell)
		if p.squares { // where lines cross, at the lower right
			x, y = x+unit/2, y+unit/2
		}
		p.Stars = append(p.Stars, spot{X: x, Y: y, Class: paleUnless(inside(p.marks.Region, cell%p.board.Cols, cell/p.board.Cols), "star")})
	}
}

func paleUnless(inside bool, class string) string {
	if inside {
		return class
	}
	return strings.TrimSpace(class + " pale")
}

// names writes those of columns and rows on all four sides.
func (p *picture) names() {
	pad := float64(nameAway)
	if p.squares {
		pad = unit/2 + 14
	}
	r := p.marks.Region
	for i, name := range p.board.Columns {
		class := paleUnless(r == nil || i >= r.Left && i <= r.Right, "")
		p.Names = append(p.Names, spot{X: p.x(i), Y: p.top - pad + 5, Class: class, Text: name},
			spot{X: p.x(i), Y: p.y(p.board.Rows-1) + pad + 5, Class: class, Text: name})
	}
	for i, name := range p.board.Lines {
		class := paleUnless(r == nil || i >= r.Top && i <= r.Bottom, "")
		p.Names = append(p.Names, spot{X: p.left - pad, Y: p.y(i) + 5, Class: class, Text: name},
			spot{X: p.x(p.board.Cols-1) + pad, Y: p.y(i) + 5, Class: class, Text: name})
	}
}

func (p *picture) pieces() {
	for _, piece := range p.board.Pieces {
		x, y := p.at(piece.Cell)
		if piece.Sign != "" {
			p.Pieces = append(p.Pieces, signed(x, y, piece.Color, piece.Kind, piece.Sign))
			continue
		}
		s := spot{X: x, Y: y, Class: "stone " + piece.Color}
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
func signed(x, y float64, color, kind, sign string) spot {
	s := spot{X: x, Y: y, Class: "piece " + color, Text: sign, Long: len([]rune(sign)) > 1}
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
func (p *picture) hands() {
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
			p.Pieces = append(p.Pieces, signed(x-8, y, hand.Color, piece.Kind, sign))
			if piece.Count > 1 {
				p.Counts = append(p.Counts, spot{X: x + 18, Y: y + 5, Text: strconv.Itoa(piece.Count)})
			}
			y += step
		}
	}
}

func (p *picture) openCells() {
	for _, o := range p.marks.Open {
		x, y := p.at(o.Cell)
		p.Open = append(p.Open, spot{X: x, Y: y, Class: o.Admits})
	}
}

// under are the colors of the pieces on cells.
func (p *picture) under() map[int]string {
	under := map[int]string{}
	for _, piece := range p.board.Pieces {
		under[piece.Cell] = piece.Color
	}
	return under
}

// letters puts letters on cells; on a stone they are in the other color.
func (p *picture) letters() {
	under := p.under()
	for _, cell := range slices.Sorted(maps.Keys(p.marks.Letters)) {
		x, y := p.at(cell)
		text := []rune(p.marks.Letters[cell])
		s := spot{X: x, Y: y, Text: string(text[:min(len(text), 4)]), Class: "letter"}
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
func (s spot) OnEmpty() bool { return !strings.Contains(s.Class, "on-") }

// A thumb is a small board as the template "thumb" draws it.
type thumb struct {
	Width, Height float64
	Frame         *box // nil of boards of hexagons
	Tint          *box
	TintHexes     string // a path, of boards of hexagons
	Line          string
	honeycomb
	Stones, Signs []spot
	Last          *spot
}

// drawThumb makes a small picture of a board, with the region where it was found.
func drawThumb(b *archive.Board, region *archive.Region, last int) *thumb {
	if b.Cells == "hexes" {
		return drawHexThumb(b, region, last)
	}
	cols, rows, middle := b.Cols-1, b.Rows-1, 0.0 // stones stand where lines cross
	if b.Cells == "squares" {
		cols, rows, middle = b.Cols, b.Rows, .5
	}
	width, height := float64(cols)*thumbUnit, float64(rows)*thumbUnit
	t := &thumb{Width: width + 2*thumbPad, Height: height + 2*thumbPad, Frame: &box{thumbPad, thumbPad, width, height}}
	at := func(cell int) (x, y float64) {
		return thumbPad + (float64(cell%b.Cols)+middle)*thumbUnit, thumbPad + (float64(cell/b.Cols)+middle)*thumbUnit
	}
	if r := region; r != nil {
		t.Tint = &box{thumbPad + (float64(r.Left)-.5+middle)*thumbUnit, thumbPad + (float64(r.Top)-.5+middle)*thumbUnit,
			float64(r.Right-r.Left+1) * thumbUnit, float64(r.Bottom-r.Top+1) * thumbUnit}
	}
	var d strings.Builder
	for x := 1; x < cols; x++ {
		fmt.Fprintf(&d, "M%d %dv%g", thumbPad+x*thumbUnit, thumbPad, height)
	}
	for y := 1; y < rows; y++ {
		fmt.Fprintf(&d, "M%d %dh%g", thumbPad, thumbPad+y*thumbUnit, width)
	}
	t.Line = d.String()
	t.put(b, last, at)
	return t
}

// drawHexThumb does so with a board of hexagons.
func drawHexThumb(b *archive.Board, region *archive.Region, last int) *thumb {
	radius := thumbUnit / math.Sqrt(3)
	hexAt := func(column, row int) (x, y float64) {
		return thumbPad + (float64(column)+float64(row+1)/2)*thumbUnit, thumbPad + radius + float64(row)*hexRise*thumbUnit
	}
	t := &thumb{
		Width:     (float64(b.Cols)+float64(b.Rows-1)/2)*thumbUnit + 2*thumbPad,
		Height:    float64(b.Rows-1)*hexRise*thumbUnit + 2*radius + 2*thumbPad,
		honeycomb: newHoneycomb(b.Cols, b.Rows, thumbUnit, hexAt),
	}
	if region != nil {
		t.TintHexes = drawHexes(region, thumbUnit, hexAt)
	}
	t.put(b, last, func(cell int) (x, y float64) { return hexAt(cell%b.Cols, cell/b.Cols) })
	return t
}

// put draws what lies on the cells, and marks the last move.
func (t *thumb) put(b *archive.Board, last int, at func(cell int) (x, y float64)) {
	for _, piece := range b.Pieces {
		x, y := at(piece.Cell)
		if piece.Sign != "" {
			s := signed(x, y, piece.Color, piece.Kind, piece.Sign)
			s.Class = strings.Replace(s.Class, "piece", "sign", 1)
			t.Signs = append(t.Signs, s)
			continue
		}
		t.Stones = append(t.Stones, spot{X: x, Y: y, Class: "stone " + piece.Color})
	}
	if last >= 0 {
		x, y := at(last)
		t.Last = &spot{X: x, Y: y}
	}
}
