package answer

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

// PrintGames prints a list.
func PrintGames(w io.Writer, games []*archive.Game) error {
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
		{Text: TextOf(g, g.Date, "date")},
		{Text: TextOf(g, g.Black, "black"), Tail: TextOf(g, g.BlackRank, "blackrank")},
		{Text: TextOf(g, g.White, "white"), Tail: TextOf(g, g.WhiteRank, "whiterank")},
		{Text: TextOf(g, g.Result, "result")},
		{Text: table.Plain(fmt.Sprint(g.Moves))},
		{Text: EventText(g)},
		{Text: table.Ink(g.Found())},
	}
}

// EventText is the event with the round.
func EventText(g *archive.Game) table.Ink {
	return table.Join(TextOf(g, g.Event, "event"), TextOf(g, g.Round, "round"))
}

// TextOf is a text of a game as lists show it: with a star if it was corrected, and
// with what a search found in it.
func TextOf(g *archive.Game, text, field string) table.Ink {
	return table.Ink{Text: Marked(g, text, field), Marks: g.Matched[field]}
}
