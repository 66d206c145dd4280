package position

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Diagram is a drawing of a board: the stones, the latest move marked, labels
// on points, and perhaps only a part of the board.
type Diagram struct {
	Board *Board
	// Last is the point whose stone is marked as the latest move's, Pass for
	// none.
	Last Point
	// Labels are short texts on points, on stones or on empty ones. Text
	// diagrams show two characters of them.
	Labels map[Point]string
	// From and To are the upper left and lower right points of the part that
	// is drawn.
	From, To Point
	// NoCoordinates leaves out the letters and numbers around the board.
	NoCoordinates bool
}

// NewDiagram returns a diagram of the whole board, without marks.
func NewDiagram(b *Board) *Diagram {
	return &Diagram{Board: b, Last: Pass, To: At(b.size.Cols-1, b.size.Rows-1)}
}

// Style is a way of drawing boards in text.
type Style uint8

// The styles. ASCII and Unicode boards can be read back by ParsePosition.
const (
	ASCII   Style = iota // X and O, as GTP engines show boards
	Unicode              // round stones on a grid of lines
	ANSI                 // the same with a terminal's colors
)

// String draws the board in ASCII.
func (d *Diagram) String() string { return d.Format(ASCII) }

// String draws the board in ASCII with coordinates.
func (b *Board) String() string { return NewDiagram(b).String() }

// The ANSI style's colors of 256: wood, black and white stones, and a label
// that is easily seen.
const (
	ansiBoard = "\x1b[48;5;179m"
	ansiLine  = "\x1b[38;5;94m"
	ansiBlack = "\x1b[38;5;16m"
	ansiWhite = "\x1b[38;5;231m"
	ansiLabel = "\x1b[1;38;5;52m"
	ansiPlain = "\x1b[0m"
)

// Format draws the board as lines of text. A point is two characters wide,
// which makes boards about square; on hexagons every row begins one character
// further to the right than the one above.
func (d *Diagram) Format(style Style) string {
	from, to := d.part()
	lead := "" // between a row's number and its points
	if style == ANSI || style == Unicode && from.X() > 0 {
		lead = " "
	}
	pen := pen{style: style}
	letters := ""
	if !d.NoCoordinates {
		letters = "  " + lead + d.columnNames(from.X(), to.X()) + "\n"
	}
	pen.WriteString(letters)
	for y := from.Y(); y <= to.Y(); y++ {
		number := d.Board.rules.RowName(d.Board.size, y)
		pen.WriteString(d.indent(y - from.Y()))
		if !d.NoCoordinates {
			pen.WriteString(fmt.Sprintf("%2s%s", number, lead))
		}
		d.row(&pen, y, from.X(), to.X())
		if !d.NoCoordinates {
			pen.WriteString(lead + number)
		}
		pen.WriteString("\n")
	}
	if letters != "" {
		letters = d.indent(to.Y()-from.Y()+1) + letters
	}
	pen.WriteString(letters)
	return trimLines(pen.String())
}

// indent is by what a row of hexagons begins further to the right than the first one.
func (d *Diagram) indent(rows int) string {
	if !d.Board.rules.Hexes {
		return ""
	}
	return strings.Repeat(" ", rows)
}

// columnNames returns the names of columns as they stand above their points.
func (d *Diagram) columnNames(first, last int) string {
	var s strings.Builder
	for x := first; x <= last; x++ {
		fmt.Fprintf(&s, "%2s", d.Board.rules.ColumnName(x))
	}
	return s.String()
}

// pen writes text, in the ANSI style with colors.
type pen struct {
	strings.Builder
	style Style
	color string
}

// draw writes a text in a color.
func (p *pen) draw(color, text string) {
	if p.style == ANSI && color != p.color {
		if p.color == ansiLabel { // ends the bold face
			p.WriteString(ansiPlain + ansiBoard)
		}
		p.WriteString(color)
		p.color = color
	}
	p.WriteString(text)
}

// begin and end enclose the part of a line that has the board's color.
func (p *pen) begin() {
	if p.style == ANSI {
		p.WriteString(ansiBoard)
	}
}

func (p *pen) end() {
	if p.style == ANSI {
		p.WriteString(ansiPlain)
		p.color = ""
	}
}

// trimLines removes spaces at the ends of lines.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}

// part returns the part to draw, within the board.
func (d *Diagram) part() (from, to Point) {
	size := d.Board.size
	from = At(min(d.From.X(), size.Cols-1), min(d.From.Y(), size.Rows-1))
	to = At(min(max(d.To.X(), from.X()), size.Cols-1), min(max(d.To.Y(), from.Y()), size.Rows-1))
	return from, to
}

// row draws a row of points: before each what joins it to the one on its left.
func (d *Diagram) row(pen *pen, y, x0, x1 int) {
	pen.begin()
	for x := x0; x <= x1; x++ {
		p := At(x, y)
		label := []rune(d.Labels[p])
		label = label[:min(len(label), 2)]
		if len(label) < 2 {
			d.joint(pen, x, y)
		}
		switch c := d.Board.At(p); {
		case len(label) > 0:
			pen.draw(ansiLabel, string(label))
		case c == Black:
			pen.draw(ansiBlack, stoneText(c, pen.style, p == d.Last))
		case c == White:
			pen.draw(ansiWhite, stoneText(c, pen.style, p == d.Last))
		default:
			pen.draw(ansiLine, crossing(d.Board.rules, d.Board.size, p, pen.style))
		}
	}
	d.joint(pen, x1+1, y)
	pen.end()
}

// joint draws what stands between a point and the one on its left: the line, or
// in ASCII the brackets around the latest move.
func (d *Diagram) joint(pen *pen, x, y int) {
	switch {
	case pen.style != ASCII && d.Board.rules.Hexes:
		pen.draw(ansiLine, " ")
	case pen.style != ASCII && x > 0 && x < d.Board.size.Cols:
		pen.draw(ansiLine, "─")
	case pen.style == ASCII && d.Last != Pass && d.Last == At(x, y):
		pen.WriteString("(")
	case pen.style == ASCII && d.Last != Pass && x > 0 && d.Last == At(x-1, y):
		pen.WriteString(")")
	default:
		pen.WriteString(" ")
	}
}

// stoneText returns the character for a stone.
func stoneText(c Color, style Style, last bool) string {
	switch {
	case style == ASCII && c == Black:
		return "X"
	case style == ASCII:
		return "O"
	case last && (c == Black || style == ANSI):
		return "◉"
	case last:
		return "◎"
	case c == Black || style == ANSI: // colors tell the stones apart
		return "●"
	}
	return "○"
}

// crossing returns the character for an empty point.
func crossing(rules Rules, size Size, p Point, style Style) string {
	if rules.Hexes && style != ASCII {
		return "·"
	}
	star := rules.Star(size, p)
	if style == ASCII {
		if star {
			return "+"
		}
		return "."
	}
	if star {
		return "╋"
	}
	column, row := 1, 1 // 0 at the beginning, 2 at the end
	switch p.X() {
	case 0:
		column = 0
	case size.Cols - 1:
		column = 2
	}
	switch p.Y() {
	case 0:
		row = 0
	case size.Rows - 1:
		row = 2
	}
	return [3][3]string{{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}[row][column]
}

// Hoshi reports whether a board of the size has a star on the point: in the
// corners on the fourth lines (third lines below 13), in the middle, and from
// 15 lines on in the middle of the sides.
func Hoshi(size Size, p Point) bool {
	column, row := starLine(size.Cols, p.X()), starLine(size.Rows, p.Y())
	middles := 0
	for _, l := range [2]int8{column, row} {
		switch l {
		case notStar:
			return false
		case middleStar:
			middles++
		}
	}
	return middles != 1 || size.Cols >= 15 && size.Rows >= 15
}

const (
	notStar int8 = iota
	cornerStar
	middleStar
)

// starLine says which stars lie on line i of n.
func starLine(n, i int) int8 {
	distance := 3
	if n < 13 {
		distance = 2
	}
	switch {
	case n%2 == 1 && n >= 5 && i == n/2:
		return middleStar
	case n >= 8 && (i == distance || i == n-1-distance):
		return cornerStar
	}
	return notStar
}

// Format draws the pattern as a diagram that ParsePattern can read back if there
// are no labels: one letter per cell, with the board's edges where the pattern
// touches them. Labels go on points counted from the pattern's upper left, one
// character each; numbers show the sequence up to 9.
func (p *Pattern) Format(labels map[Point]string) string {
	edges := Edges(0)
	if p.Place.Kind == AtEdges {
		edges = p.Place.Edges
	}
	var rule strings.Builder
	if edges&West != 0 {
		rule.WriteByte('+')
	}
	rule.WriteString(strings.Repeat("-", 2*p.Cols-1))
	if edges&East != 0 {
		rule.WriteByte('+')
	}
	rule.WriteByte('\n')
	numbers := map[Point]string{}
	for i, c := range p.Sequence {
		if _, twice := numbers[c.Point]; !twice && i < 9 {
			numbers[c.Point] = string(rune('1' + i))
		}
	}
	var s strings.Builder
	if edges&North != 0 {
		s.WriteString(rule.String())
	}
	for y := range p.Rows {
		if edges&West != 0 {
			s.WriteByte('|')
		}
		for x := range p.Cols {
			if x > 0 {
				s.WriteByte(' ')
			}
			text := p.At(At(x, y)).Letter()
			for _, l := range []string{numbers[At(x, y)], labels[At(x, y)]} {
				if l != "" {
					_, n := utf8.DecodeRuneInString(l)
					text = l[:n]
				}
			}
			s.WriteString(text)
		}
		if edges&East != 0 {
			s.WriteByte('|')
		}
		s.WriteByte('\n')
	}
	if edges&South != 0 {
		s.WriteString(rule.String())
	}
	return s.String()
}
