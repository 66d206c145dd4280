package command

import (
	"fmt"
	"io"

	"kifudb/archive"
)

// printGames prints a list that fits the terminal.
func printGames(w io.Writer, games []*archive.Game) error {
	t := newTable("game", "date", "black", "white", "result", "moves", "event", "found")
	t.alignRight(0, 5)
	width := terminalWidth(w)
	names, event, found := 40, 60, 70
	if width > 0 {
		room := max(width-44, 40) // what date, result and numbers leave
		names, event, found = room/4, room/4, room/4
	}
	t.limit(1, 24)
	t.limit(2, names)
	t.limit(3, names)
	t.limit(4, 16)
	t.limit(6, event)
	t.limit(7, found)
	for _, g := range games {
		t.row(g.Name(), g.Date, archive.Joined(g.Black, g.BlackRank), archive.Joined(g.White, g.WhiteRank),
			g.Result, fmt.Sprint(g.Moves), archive.Joined(g.Event, g.Round), g.Found())
	}
	return t.print(w)
}
