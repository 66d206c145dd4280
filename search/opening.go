package search

import (
	"fmt"
	"slices"
	"strings"

	"kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// What the first moves of a game of Go say of it, as values that games are grouped by:
// which points the corners were opened with, and the position after four moves.

// A scripted is a value that the moves of a game tell, and of which sides it is.
type scripted struct {
	value string
	sides Sides
}

// cornerMoves is within how many moves a corner must be opened to count.
const cornerMoves = 30

// corners are the points with which each side opened corners, that is was the first to
// play there, by their lines from the edges, the lower ones first: "3-4 4-4" if it
// opened two. Stones that were set up open corners as well, for nobody.
func corners(f *store.Facts, s position.Script) (list []scripted) {
	const leastSize, most = 13, 6 // lines of the board; farther from an edge is no corner
	if !game.Of(int(f.Game)).About().Corners || f.Size.Cols < leastSize || f.Size.Rows < leastSize {
		return nil
	}
	var taken [4]bool
	var opened [2][]string
	moves, nodes := 0, 0
	for w := range s.MainLine() {
		word := position.Word(w)
		if word.StartsNode() {
			if nodes++; nodes > 2*cornerMoves {
				break
			}
		}
		if word.IsMove() {
			if moves++; moves > cornerMoves {
				break
			}
		}
		stone := word.Stone()
		if stone.Color == position.Empty || !f.Size.Contains(stone.Point) {
			continue
		}
		x, y, corner := stone.Point.X(), stone.Point.Y(), 0
		if x >= f.Size.Cols-most {
			x, corner = f.Size.Cols-1-x, 1
		}
		if y >= f.Size.Rows-most {
			y, corner = f.Size.Rows-1-y, corner+2
		}
		if x >= most || y >= most || taken[corner] {
			continue
		}
		taken[corner] = true
		if !word.IsMove() {
			continue
		}
		side := 0
		if stone.Color == position.White {
			side = 1
		}
		opened[side] = append(opened[side], fmt.Sprintf("%d-%d", min(x, y)+1, max(x, y)+1))
	}
	for side, points := range opened {
		if len(points) > 0 {
			slices.Sort(points)
			list = append(list, scripted{strings.Join(points, " "), OfBlack << side})
		}
	}
	return list
}

// fuseki is the position after the first four moves on 19 lines, as the moves of an
// order that leads there; none if stones were set up or somebody passed.
func fuseki(f *store.Facts, s position.Script) []scripted {
	size := position.Square(19)
	if !game.Of(int(f.Game)).About().Corners || f.Size != size {
		return nil
	}
	var points [4]position.Point
	n := 0
	for w := range s.MainLine() {
		word := position.Word(w)
		if !word.IsMove() {
			if word.Stone().Color != position.Empty {
				return nil
			}
			continue
		}
		stone := word.Stone()
		if stone.Color != []position.Color{position.Black, position.White}[n%2] || !size.Contains(stone.Point) || slices.Contains(points[:n], stone.Point) {
			return nil
		}
		points[n] = stone.Point
		if n++; n == len(points) {
			return []scripted{{value: fusekiName(points, size)}}
		}
	}
	return nil
}

// fusekiName names a position by the moves B W B W of the image in which Black's
// stones are nearest to the upper right, as diagrams are drawn.
func fusekiName(points [4]position.Point, size position.Size) string {
	near := func(p position.Point) int { return p.Y()*size.Cols + size.Cols - 1 - p.X() }
	var best [4]int // Black's stones, then White's, each the nearest first
	var found [4]position.Point
	for s := range position.Symmetry(position.Symmetries(size)) {
		var at [4]position.Point
		for i, p := range points {
			at[i/2+i%2*2] = s.Apply(p, size)
		}
		for i := 0; i < 4; i += 2 {
			if near(at[i+1]) < near(at[i]) {
				at[i], at[i+1] = at[i+1], at[i]
			}
		}
		var key [4]int
		for i, p := range at {
			key[i] = near(p)
		}
		if s == 0 || slices.Compare(key[:], best[:]) < 0 {
			best, found = key, at
		}
	}
	names := make([]string, 4)
	for i, j := range []int{0, 2, 1, 3} {
		names[i] = size.Name(found[j])
	}
	return strings.Join(names, " ")
}
