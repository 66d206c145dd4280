package answer

import (
	"fmt"
	"strings"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/game"
	"kifudb/position"
)

// DifferingSigns are what lies on a point that differs.
var DifferingSigns = map[position.Color]string{position.Empty: "·", position.Black: "●", position.White: "○"}

// markDiffering marks the points that differ by letters beside what lies on them.
func markDiffering(d *game.Drawing, differs []archive.Differing) {
	signs := DifferingSigns
	if d.Style == position.ASCII {
		signs = map[position.Color]string{position.Empty: ".", position.Black: "X", position.White: "O"}
	}
	for i, at := range differs {
		point, color := at.At()
		d.Labels[point] = at.Label(i) + signs[color]
	}
}

// differingWords says for each letter on the board how the point differs.
func differingWords(n *archive.Node) string {
	if len(n.Differs) == 0 || n.Goban() == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s from the query:\n", DifferWords(len(n.Differs)))
	board := n.Goban()
	for i, d := range n.Differs {
		point, _ := d.At()
		fmt.Fprintf(&b, "  %s %-3s %s\n", d.Label(i), board.Rules().PointName(board.Size(), point), d.Words())
	}
	return b.String()
}

// DifferWords writes how many points differ: "1 point differs".
func DifferWords(n int) string {
	switch n {
	case 0:
		return "nothing differs"
	case 1:
		return "1 point differs"
	}
	return phrase.Number(n) + " points differ"
}
