package drawing

import (
	"fmt"
	"math"
	"strings"

	"kifudb/ask"
)

// hexRise is how far one row of hexagons lies below the other, in cells.
var hexRise = math.Sqrt(3) / 2

// hexAt returns the middle of a hexagon.
func (p *Picture) hexAt(column, row int) (x, y float64) {
	return p.place(float64(column), float64(row))
}

// A honeycomb is a board of hexagons as paths: its cells, and along its sides those that
// each player wants to join.
type honeycomb struct{ Hexes, BlackEdge, WhiteEdge string }

// newHoneycomb draws the cells of a board, whose middles are so far from each other.
func newHoneycomb(cols, rows int, unit float64, at func(column, row int) (x, y float64)) honeycomb {
	var cells, black, white strings.Builder
	draw := func(to *strings.Builder, column, row int, corners ...int) {
		x, y := at(column, row)
		drawHex(to, x, y, unit, corners...)
	}
	for row := range rows {
		for column := range cols {
			draw(&cells, column, row, 0, 1, 2, 3, 4, 5)
			cells.WriteByte('Z')
			if row == 0 {
				draw(&black, column, row, 5, 0, 1)
			}
			if row == rows-1 {
				draw(&black, column, row, 4, 3, 2)
			}
			if column == 0 {
				draw(&white, column, row, 5, 4, 3)
			}
			if column == cols-1 {
				draw(&white, column, row, 0, 1, 2)
			}
		}
	}
	return honeycomb{cells.String(), black.String(), white.String()}
}

// drawHex draws a line through corners of a hexagon around a place: 0 is the uppermost, and
// on clockwise.
func drawHex(to *strings.Builder, x, y, unit float64, corners ...int) {
	radius := unit / math.Sqrt(3)
	for i, corner := range corners {
		angle := float64(corner) * math.Pi / 3
		fmt.Fprintf(to, "%s%.1f %.1f", choose(i == 0, "M", "L"), x+radius*math.Sin(angle), y-radius*math.Cos(angle))
	}
}

// drawHexes returns the hexagons of a region as a path.
func drawHexes(r *ask.Region, unit float64, at func(column, row int) (x, y float64)) string {
	var d strings.Builder
	for row := r.Top; row <= r.Bottom; row++ {
		for column := r.Left; column <= r.Right; column++ {
			x, y := at(column, row)
			drawHex(&d, x, y, unit, 0, 1, 2, 3, 4, 5)
			d.WriteByte('Z')
		}
	}
	return d.String()
}

// hexagons draws a board of hexagons: cells with their borders, along the sides that the
// players want to join a line in their color, and the names of columns and rows.
func (p *Picture) hexagons() {
	cols, rows := p.board.Cols, p.board.Rows
	p.honeycomb = newHoneycomb(cols, rows, unit, p.hexAt)
	put := func(name string, column, row int, dx, dy float64) {
		x, y := p.hexAt(column, row)
		p.Names = append(p.Names, Spot{X: x + dx, Y: y + dy + 5, Text: name})
	}
	for i, name := range p.board.Columns {
		put(name, i, 0, -17, -30)
		put(name, i, rows-1, 17, 30)
	}
	for i, name := range p.board.Lines {
		put(name, 0, i, -36, 0)
		put(name, cols-1, i, 36, 0)
	}
}
