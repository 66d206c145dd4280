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
	var starred correctedGames
	for _, g := range games {
		t.add(gameRow(g)...)
		starred.add(g)
	}
	if err := t.print(w); err != nil {
		return err
	}
	return starred.print(w)
}

// gameRow is a row of a list of games.
func gameRow(g *archive.Game) []cell {
	return []cell{
		{text: plain(g.Name())},
		{text: textOf(g, g.Date, "date")},
		{textOf(g, g.Black, "black"), textOf(g, g.BlackRank, "blackrank")},
		{textOf(g, g.White, "white"), textOf(g, g.WhiteRank, "whiterank")},
		{text: textOf(g, g.Result, "result")},
		{text: plain(fmt.Sprint(g.Moves))},
		{text: eventText(g)},
		{text: ink(g.Found())},
	}
}

// eventText is the event with the round.
func eventText(g *archive.Game) ink {
	return joinedInk(textOf(g, g.Event, "event"), textOf(g, g.Round, "round"))
}

// textOf is a text of a game as lists show it: with a star if it was corrected, and
// with what a search found in it.
func textOf(g *archive.Game, text, field string) ink {
	return ink{marked(g, text, field), g.Matched[field]}
}
