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
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// annotatedLosses lists what the players lost, and the moves that lost most, "" if nothing is
// known of it.
func annotatedLosses(w io.Writer, a *ask.Annotation) string {
	l := a.Losses
	if l == nil {
		return ""
	}
	kind := kindNamed(a.Game.Game)
	var b strings.Builder
	fmt.Fprintf(&b, "\nLosses by the engine's values: known of %s\n", phrase.Number(l.Evaluated)+" of "+phrase.Count(l.Moves, "move"))
	sides := table.New("", "moves", "accuracy", "% a move", "points", "mistakes", "blunders", "engine's choice")
	sides.AlignRight(1, 2, 3, 4, 5, 6, 7)
	for _, s := range l.Sides {
		agreed := s.Agreed
		if agreed != nil {
			share := 100 * *agreed
			agreed = &share
		}
		sides.Row(answer.ColorSign(colorOf(s.Color), kind), phrase.Number(s.Evaluated), oneDecimal(s.Accuracy, ""), oneDecimal(s.Percent, ""), oneDecimal(s.Points, ""),
			phrase.Number(s.Mistakes), phrase.Number(s.Blunders), oneDecimal(agreed, " %"))
	}
	b.WriteString(sides.Render(terminal.Width(w)))
	if len(l.Worst) > 0 {
		fmt.Fprintf(&b, "\nCostliest moves%s\n", shownOf(len(l.Worst), l.Costly, "moves"))
		worst := table.New("move", "", "", "lost", "", "engine", "before")
		worst.AlignRight(0)
		for _, m := range l.Worst {
			worst.Row(fmt.Sprint(m.Number), answer.ColorSign(colorOf(m.Color), kind), m.Name, strings.Join(ask.LossParts(m.Loss), ", "), m.Loss.Class, plaintext.Printable(m.Loss.Best), string(m.Standing))
		}
		b.WriteString(worst.Render(terminal.Width(w)))
	}
	if l.OtherUnit > 0 {
		fmt.Fprintf(&b, "%s, whose loss is not known in %s, have no rank\n", phrase.Count(l.OtherUnit, "move"), l.Unit)
	}
	return b.String()
}

// oneDecimal writes a number that may be unknown.
func oneDecimal(x *float64, unit string) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(*x, 'f', 1, 64) + unit
}
