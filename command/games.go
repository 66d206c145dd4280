package command

import (
	"fmt"
	"io"

	"kifudb/archive"
	"kifudb/command/table"
)

// newGameTable is a list of games.
func newGameTable() *table.Table {
	t := table.New("game", "date", "black", "white", "result", "moves", "event", "found")
	t.AlignRight(0, 5)
	t.Shorten(table.Dates, 1)
	t.Shorten(table.Names, 2, 3)
	t.Shorten(table.Results, 4)
	t.Shorten(table.Founds, 7)
	t.Spare(6, 5, 4, 7, 1)
	t.Limit(1, 24)
	t.Limit(2, 40)
	t.Limit(3, 40)
	t.Limit(4, 16)
	t.Limit(6, 60)
	t.Limit(7, 70)
	return t
}

// printGames prints a list.
func printGames(w io.Writer, games []*archive.Game) error {
	t := newGameTable()
	var starred correctedGames
	for _, g := range games {
		t.Add(gameRow(g)...)
		starred.add(g)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	return starred.print(w)
}

// gameRow is a row of a list of games.
func gameRow(g *archive.Game) []table.Cell {
	return []table.Cell{
		{Text: table.Plain(g.Name())},
		{Text: textOf(g, g.Date, "date")},
		{Text: textOf(g, g.Black, "black"), Tail: textOf(g, g.BlackRank, "blackrank")},
		{Text: textOf(g, g.White, "white"), Tail: textOf(g, g.WhiteRank, "whiterank")},
		{Text: textOf(g, g.Result, "result")},
		{Text: table.Plain(fmt.Sprint(g.Moves))},
		{Text: eventText(g)},
		{Text: table.Ink(g.Found())},
	}
}

// eventText is the event with the round.
func eventText(g *archive.Game) table.Ink {
	return table.Join(textOf(g, g.Event, "event"), textOf(g, g.Round, "round"))
}

// textOf is a text of a game as lists show it: with a star if it was corrected, and
// with what a search found in it.
func textOf(g *archive.Game, text, field string) table.Ink {
	return table.Ink{Text: marked(g, text, field), Marks: g.Matched[field]}
}
