package goserver

import (
	"bytes"
	"fmt"
	"strings"

	"kifudb/format"
	"kifudb/position"
)

// Go is SGF's number for the game.
const Go = 1

// The codes of problems.
const (
	unknownLine = "unknown-line" // a line of a kind that is not known
	unsure      = "unsure-file"  // what a file means by something is a guess
)

// Formats are the formats of this package.
func Formats() []*format.Format { return []*format.Format{gib(), ngf(), ugf(), ogs(), katagoJSON()} }

// surely is Sure if a format is recognised.
func surely(is bool) format.Certainty {
	if is {
		return format.Sure
	}
	return format.No
}

// text returns the head as text without what may stand before it.
func text(h *format.Head) string {
	return strings.TrimLeft(strings.TrimPrefix(string(h.Text()), "\ufeff"), " \t\r\n")
}

// A game is a record as it is read: its draft, and what its moves are put into.
type game struct {
	*format.Draft
	at    int // line of the text, from 1
	moves int
	last  position.Color // of the latest move
}

// begin begins the root of a game on a board of a size.
func begin(d *format.Draft, size int) *game {
	d.Game, d.Size = Go, position.Square(size)
	d.Node()
	d.Add("SZ", fmt.Sprint(size))
	return &game{Draft: d}
}

// problem reports what is wrong with the line at hand.
func (g *game) problem(code, why string, args ...any) {
	g.Report(code, g.Line+g.at-1, func() error { return fmt.Errorf("%s: %s", code, fmt.Sprintf(why, args...)) })
}

// move adds a move, x and y from 0 at the upper left. A point that is not on the
// board is reported, and its node has no move.
func (g *game) move(c position.Color, x, y int) {
	g.Node()
	g.moves++
	g.last = c
	if x < 0 || y < 0 || x >= g.Size.Cols || y >= g.Size.Rows {
		g.problem(format.BadMove, "no point of the board")
		return
	}
	g.Script.Move(position.Move{Color: c, Point: position.At(x, y)})
}

// pass adds a pass.
func (g *game) pass(c position.Color) {
	g.Node()
	g.moves++
	g.last = c
	g.Script.Move(position.Move{Color: c, Point: position.Pass})
}

// handicap puts the stones of a handicap on the points that servers of Go give: two to
// nine. Tygem's third is at the upper left, as White's first moves at the fourth star
// show.
func (g *game) handicap(n int) {
	if n < 2 {
		return
	}
	g.Add("HA", fmt.Sprint(n))
	size := g.Size.Cols
	edge, middle := 3, size/2
	if size < 13 {
		edge = 2
	}
	far := size - 1 - edge
	if n > 9 || size < 9 || size%2 == 0 && n > 4 {
		g.problem(unsure, "nobody knows where %d stones lie on a board of this size", n)
		return
	}
	corners := [][2]int{{far, edge}, {edge, far}, {edge, edge}, {far, far}}
	points := corners[:min(n, 4)]
	if n >= 6 {
		points = append(points[:4:4], [2]int{edge, middle}, [2]int{far, middle})
	}
	if n >= 8 {
		points = append(points, [2]int{middle, edge}, [2]int{middle, far})
	}
	if n >= 5 && n%2 == 1 {
		points = append(points[:len(points):len(points)], [2]int{middle, middle})
	}
	for _, p := range points {
		g.Script.Add(position.Black, position.At(p[0], p[1]))
	}
	g.Script.ToPlay(position.White)
}

// lines yields the lines of a record with their numbers from 1.
func lines(text []byte, yield func(number int, line string) bool) {
	number := 0
	for line := range format.Lines(string(bytes.TrimPrefix(text, []byte("\ufeff"))), len(text)+1) {
		if number++; !yield(number, line) {
			return
		}
	}
}
