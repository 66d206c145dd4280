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
		t.add(cell{text: g.Name()}, cell{text: g.Date}, cell{g.Black, g.BlackRank}, cell{g.White, g.WhiteRank},
			cell{text: g.Result}, cell{text: fmt.Sprint(g.Moves)}, cell{text: archive.Joined(g.Event, g.Round)}, cell{text: g.Found()})
	}
	return t.print(w)
}
