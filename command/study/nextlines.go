package study

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/table"
	"kifudb/game"
	"kifudb/position"
)

// printNextLines lists lines of several moves.
func printNextLines(w io.Writer, next *ask.Next) error {
	t := table.New("line", "games", "share", "black won", "interval", "white won", "draw", "decided")
	t.AlignRight(1, 2, 3, 4, 5, 6, 7)
	t.Whole(0)
	t.Spare(6, 5, 7)
	for i := range next.Lines {
		l := &next.Lines[i]
		r := &l.Won
		t.Row(lineWords(l.Names, l.Played, next.Asked.Game), phrase.Number(l.Games), shareWord(l.Share), shareWord(r.BlackShare), intervalWord(r.BlackShare),
			shareWord(r.WhiteShare), shareWord(r.DrawShare), phrase.Number(r.Decided))
	}
	r := &next.Won
	t.Row("all", phrase.Number(next.Games), "", shareWord(r.BlackShare), intervalWord(r.BlackShare), shareWord(r.WhiteShare), shareWord(r.DrawShare), phrase.Number(r.Decided))
	if err := t.Print(w); err != nil {
		return err
	}
	more := ""
	if next.Folded > 0 {
		more = "; " + answer.FoldedWords(next.Folded)
	}
	if n := len(next.Lines); n < next.LinesFound {
		more += "; " + partShown(n, next.LinesFound, n, "lines")
	}
	_, err := fmt.Fprintf(w, "%s%s\n", phrase.Games(next.Games), more)
	return err
}

// lineWords writes the moves of a line: "○ Q4 ● C16".
func lineWords(names []string, played []position.Move, kind game.Game) string {
	words := make([]string, len(names))
	for i, name := range names {
		words[i] = answer.ColorSign(played[i].Color, kind) + " " + name
	}
	return strings.Join(words, " ")
}

// printLinesCSV prints lines of several moves.
func printLinesCSV(w io.Writer, next *ask.Next) error {
	out := table.NewCSV(w)
	// An error is found by the next row or by end.
	_ = out.Write("line", "games", "share", "share_low", "share_high", "hits", "black", "white", "draw", "other", "decided", "black_share", "black_low", "black_high", "estimate")
	for i := range next.Lines {
		l := &next.Lines[i]
		words := make([]string, len(l.Names))
		for k, name := range l.Names {
			words[k] = l.Moves[k].Color + " " + name
		}
		cells := append([]string{strings.Join(words, " "), strconv.Itoa(l.Games)}, shareCells(l.Share)...)
		for _, n := range [...]int{l.Hits, l.Won.Black, l.Won.White, l.Won.Draw, l.Won.Other, l.Won.Decided} {
			cells = append(cells, strconv.Itoa(n))
		}
		_ = out.Write(append(append(cells, shareCells(l.Won.BlackShare)...), decimal(l.Estimate))...)
	}
	return out.End()
}
