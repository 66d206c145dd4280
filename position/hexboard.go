package position

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Boards of hexagons, see [Rules.Hexes]: their diagrams as text and as pictures.

// hexLines makes a diagram with edges of one whose rows are numbered from the top,
// whatever they are shifted by, as this package and programs for Hex draw them:
//
//	 a b c
//	1\. . .\1
//	 2\. X .\2
//	  3\O . .\3
//
// Lines above and below are left out. It reports false if there are no such rows.
func hexLines(lines []string) ([]string, bool) {
	var rows []string
	for _, line := range lines {
		number := strconv.Itoa(len(rows) + 1)
		fields := strings.Fields(strings.NewReplacer(`\`, " ", "(", " ", ")", " ").Replace(line))
		if len(fields) < 2 || fields[0] != number {
			continue
		}
		fields = fields[1:]
		if last := len(fields) - 1; last > 0 && fields[last] == number {
			fields = fields[:last]
		}
		if slices.ContainsFunc(fields, func(f string) bool { _, ok := symbols[[]rune(f)[0]]; return !ok || utf8.RuneCountInString(f) > 1 }) {
			continue
		}
		rows = append(rows, "|"+strings.Join(fields, " ")+"|")
	}
	if len(rows) == 0 {
		return lines, false
	}
	const edge = "+--+"
	return append(append([]string{edge}, rows...), edge), true
}

// hexRise is how far one row of hexagons lies below the other, in units of svgCell.
var hexRise = math.Sqrt(3) / 2

// hexAt returns the middle of a cell in a picture.
func (v *svg) hexAt(x, y int) (float64, float64) {
	x, y = x-v.from.X(), y-v.from.Y()
	return float64(v.margin) + (float64(x)+float64(y)/2)*svgCell, float64(v.margin) + float64(y)*hexRise*svgCell
}

// hexCorner returns a corner of a cell: 0 is the uppermost, and on clockwise.
func (v *svg) hexCorner(x, y, corner int) string {
	cx, cy := v.hexAt(x, y)
	angle := float64(corner) * math.Pi / 3
	radius := svgCell / math.Sqrt(3)
	return fixed(cx+radius*math.Sin(angle)) + " " + fixed(cy-radius*math.Cos(angle))
}

// step begins a path, or goes on with it.
func step(i int) string {
	if i == 0 {
		return "M"
	}
	return "L"
}

func fixed(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }

// drawHexes draws a board of hexagons: cells with their borders, and along the sides
// which the players want to join a line in their color, White's with an outline.
func (v *svg) drawHexes() {
	width, height := v.hexAt(v.to.X(), v.to.Y())
	v.open(int(width)+v.margin, int(height)+v.margin)
	size := v.d.Board.size

	var cells, top, left strings.Builder // sides: Black's, White's
	for y := v.from.Y(); y <= v.to.Y(); y++ {
		for x := v.from.X(); x <= v.to.X(); x++ {
			for corner := range 6 {
				cells.WriteString(step(corner) + v.hexCorner(x, y, corner))
			}
			cells.WriteString("Z")
			side := func(b *strings.Builder, is bool, corners ...int) {
				for i, corner := range corners {
					if is {
						b.WriteString(step(i) + v.hexCorner(x, y, corner))
					}
				}
			}
			side(&top, y == 0, 5, 0, 1)
			side(&top, y == size.Rows-1, 4, 3, 2)
			side(&left, x == 0, 5, 4, 3)
			side(&left, x == size.Cols-1, 0, 1, 2)
		}
	}
	v.printf(`<path d="%s" stroke="#111" stroke-width="7" stroke-linejoin="round" fill="none"/>`, &left)
	v.printf(`<path d="%s" stroke="#fff" stroke-width="4.4" stroke-linejoin="round" fill="none"/>`, &left)
	v.printf(`<path d="%s" stroke="#111" stroke-width="7" stroke-linejoin="round" fill="none"/>`, &top)
	v.printf(`<path d="%s" stroke="#222" stroke-width="1.2" fill="#fbf6ea"/>`, &cells)
	if !v.d.NoCoordinates {
		v.hexNames()
	}
	for y := v.from.Y(); y <= v.to.Y(); y++ {
		for x := v.from.X(); x <= v.to.X(); x++ {
			cx, cy := v.hexAt(x, y)
			v.hexPoint(At(x, y), int(math.Round(cx)), int(math.Round(cy)))
		}
	}
	v.printf(`</svg>`)
}

// hexPoint is point with a stone that fits into a hexagon.
func (v *svg) hexPoint(p Point, x, y int) {
	v.printf(`<g transform="translate(%d %d) scale(.84)">`, x, y)
	v.point(p, 0, 0)
	v.printf(`</g>`)
}

// hexNames draws the names of columns above and of rows at the left.
func (v *svg) hexNames() {
	v.printf(`<g fill="#6b6252" font-family="Helvetica,Arial,sans-serif" font-size="17" text-anchor="middle">`)
	for x := v.from.X(); x <= v.to.X(); x++ {
		cx, cy := v.hexAt(x, v.from.Y())
		v.printf(`<text x="%s" y="%s">%s</text>`, fixed(cx-svgCell/2), fixed(cy-svgMargin), v.d.Board.rules.ColumnName(x))
	}
	for y := v.from.Y(); y <= v.to.Y(); y++ {
		cx, cy := v.hexAt(v.from.X(), y)
		v.printf(`<text x="%s" y="%s">%s</text>`, fixed(cx-svgMargin-4), fixed(cy+6), v.d.Board.rules.RowName(v.d.Board.size, y))
	}
	v.printf(`</g>`)
}
