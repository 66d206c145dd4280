package study

import (
	"fmt"
	"io"

	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/position"
)

// printNextLosses lists what the moves lost, if an engine's values say so in any of the games.
func printNextLosses(w io.Writer, next *ask.Next, labels map[position.Point]string) error {
	t := table.New("", "", "move", "evaluated", "lost", "points", "engine's choice")
	t.AlignRight(3, 4, 5, 6)
	t.Whole(0, 1, 2)
	for i := range next.Next {
		c := &next.Next[i]
		l := c.Loss
		if l == nil {
			continue
		}
		choice := "–"
		if l.Choice != nil {
			choice = fmt.Sprintf("%.0f %%", 100**l.Choice)
		}
		t.Row(labels[c.Played.Point], answer.ColorSign(c.Played.Color, next.Asked.Game), ask.MoveName(c.Played, next.Asked),
			phrase.Games(l.Games), oneDecimal(l.Percent, " %"), oneDecimal(l.Points, ""), choice)
	}
	if t.Len() == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(w, "\nLost on average by engines' values, known in %s of %s\n", phrase.Number(next.Evaluated), phrase.Games(next.Games)); err != nil {
		return err
	}
	return t.Print(w)
}

// lossCells are the cells of a CSV for what a move lost.
func lossCells(l *ask.NextLoss) []string {
	cells := make([]string, 4)
	if l == nil {
		return cells
	}
	cells[0] = fmt.Sprint(l.Games)
	for i, x := range []*float64{l.Percent, l.Points, l.Choice} {
		if x != nil {
			cells[i+1] = decimal(*x)
		}
	}
	return cells
}
