package archive

import (
	"strings"

	"kifudb/position"
)

// A Differing is a point where the board of a game differs from a position or
// pattern, as it lies on that board, that was asked for with near:.
type Differing struct {
	Point string `json:"point" doc:"The point on the board of the game, as two letters in SGF."`
	Asked string `json:"asked" doc:"What the position or pattern asks for there, as one of these letters of diagrams: . X x O o ! (a dot is an empty point)."`
	Lies  string `json:"lies" doc:"What lies there in the game: . for nothing, X for black, O for white."`

	at   position.Point
	cell position.Cell
	lies position.Color
}

// NewDiffering returns a point that differs.
func NewDiffering(d position.Difference) Differing {
	return Differing{
		Point: PointText(d.Point), Asked: d.Cell.Letter(), Lies: position.CellOf(d.Color).Letter(),
		at: d.Point, cell: d.Cell, lies: d.Color,
	}
}

// At returns the point on the board and the color that lies there.
func (d Differing) At() (position.Point, position.Color) { return d.at, d.lies }

// Label returns what marks the i-th of several points on a board: a letter as long
// as there are any.
func (d Differing) Label(i int) string {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	if i < len(letters) {
		return letters[i : i+1]
	}
	return "?"
}

// Words says what lies on the point and what was asked for: "black, not empty".
func (d Differing) Words() string {
	return d.lies.String() + ", not " + cellWords(d.cell)
}

// cellWords says what may lie on a point.
func cellWords(c position.Cell) string {
	var words []string
	for _, color := range []position.Color{position.Black, position.White, position.Empty} {
		if c.Admits(color) {
			words = append(words, color.String())
		}
	}
	return strings.Join(words, " or ")
}
