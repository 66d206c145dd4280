package command

import (
	"fmt"
	"io"

	"kifudb/archive"
)

// newGameTable is a list of games.
func newGameTable() *textTable {
	t := newTable("game", "date", "black", "white", "result", "moves", "event", "found")
	t.alignRight(0, 5)
	t.shorten(dates, 1)
	t.shorten(names, 2, 3)
	t.shorten(results, 4)
	t.shorten(founds, 7)
	t.spare(6, 5, 4, 7, 1)
	t.limit(1, 24)
	t.limit(2, 40)
	t.limit(3, 40)
	t.limit(4, 16)
	t.limit(6, 60)
	t.limit(7, 70)
	return t
}

// printGames prints a list.
func printGames(w io.Writer, games []*archive.Game) error {
	t := newGameTable()
	for _, g := range games {
		t.add(cell{text: g.Name()}, cell{text: marked(g, g.Date, "date")},
			cell{marked(g, g.Black, "black"), marked(g, g.BlackRank, "blackrank")}, cell{marked(g, g.White, "white"), marked(g, g.WhiteRank, "whiterank")},
			cell{text: marked(g, g.Result, "result")}, cell{text: fmt.Sprint(g.Moves)}, cell{text: eventOf(g)}, cell{text: g.Found().Text})
	}
	if err := t.print(w); err != nil {
		return err
	}
	return printCorrected(w, games)
}
