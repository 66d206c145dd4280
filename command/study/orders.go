package study

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// OrdersCommand is the command orders.
func OrdersCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "orders",
		Usage:     "show in which orders of moves a position or pattern was reached",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb orders 'pos:"Q16 D4 Q3 D16"'
kifudb orders pat:@corner.txt date:>=2000
kifudb orders pos:123@12 --last 0             all moves from the start of each game`,
		Description: `The query, together with --at, must contain exactly one pos:, pat: or seq:; its
other terms choose the games. For each order you see the moves that led to the
position where it first comes up, and the number of games with the same moves in the
same order. Moves are shown on the board as you gave it, and orders that are the
same by symmetry are counted together. Before a pattern, only moves in its region
count.

The example is a reference that 'kifudb show' takes. See 'kifudb help numbers'.`,
		Flags: slices.Concat([]cli.Flag{atFlag()}, run.FlagsOf(ask.OrdersOptions{}), []cli.Flag{
			run.RecordsFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		}),
		Action: run.Action(newOrdersOptions, runOrders),
	})
}

type ordersOptions struct {
	archives []string
	search   archive.Search
	ask.OrdersOptions
	csv bool
}

func newOrdersOptions(c *cli.Context) (o ordersOptions, err error) {
	if o.search.Query, err = queryAt(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records = c.Bool("records")
	run.SetOptions(c, &o.OrdersOptions)
	if o.csv = c.Bool("csv"); o.csv && c.Bool("json") {
		return o, run.Usage("--csv and --json cannot both be printed")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runOrders(ctx context.Context, o ordersOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Orders]{
		Archives: o.archives, Search: &o.search, Watch: &o.Watch, SoFar: func(found *ask.Orders) string { return run.SoFar(found.Games, nil) },
		Ask: func(vs *ask.Views) (*ask.Orders, error) { return vs.Orders(ctx, &o.search, &o.OrdersOptions) },
	})
	if err != nil {
		return err
	}
	defer done()
	switch {
	case s.JSON:
		return terminal.PrintJSON(s.Out, found)
	case o.csv:
		return printOrdersCSV(s.Out, found)
	}
	return printOrders(s.Out, found)
}

// printOrders draws what was asked for, and lists the orders.
func printOrders(w io.Writer, found *ask.Orders) error {
	if found.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	if err := answer.DrawAsked(w, found.Asked, nil); err != nil {
		return err
	}
	t := table.New("", "games", "share", "black won", "interval", "decided", "years", "example")
	t.AlignRight(0, 1, 2, 3, 4, 5)
	t.Whole(7)
	t.Spare(4, 5, 6)
	var b strings.Builder
	for i := range found.Orders {
		o := &found.Orders[i]
		words := lineWords(o.Names, o.Played, found.Asked.Game)
		if len(o.Moves) == 0 {
			words = "(set up)"
		}
		t.Row(phrase.Number(i+1), phrase.Number(o.Games), shareWord(o.Share), shareWord(o.Won.BlackShare), intervalWord(o.Won.BlackShare), phrase.Number(o.Won.Decided), yearsWord(o.First, o.Last), o.Example)
		b.WriteString(plaintext.Wrapped(strconv.Itoa(i+1)+"  "+words, terminal.Width(w), ""))
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "\n"+b.String()+"\n"); err != nil {
		return err
	}
	more := ""
	if n := len(found.Orders); n < found.Found {
		more = "; " + partShown(n, found.Found, n, "orders")
	}
	_, err := fmt.Fprintf(w, "%s in %s%s%s\n", phrase.Count(found.Found, "order"), phrase.Games(found.Games), more, foldedSuffix(found.Folded))
	return err
}

// yearsWord writes years as "1905–1987".
func yearsWord(first, last int) string {
	switch {
	case first == 0:
		return "–"
	case first == last:
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d–%d", first, last)
}

func printOrdersCSV(w io.Writer, found *ask.Orders) error {
	out := table.NewCSV(w)
	// An error is found by the next row or by end.
	_ = out.Write("moves", "games", "share", "share_low", "share_high", "black", "white", "draw", "other", "decided", "black_share", "black_low", "black_high", "first_year", "last_year", "example")
	year := func(n int) string {
		if n == 0 {
			return ""
		}
		return strconv.Itoa(n)
	}
	for i := range found.Orders {
		o := &found.Orders[i]
		words := make([]string, len(o.Names))
		for k, name := range o.Names {
			words[k] = o.Moves[k].Color + " " + name
		}
		cells := append([]string{strings.Join(words, " "), strconv.Itoa(o.Games)}, shareCells(o.Share)...)
		for _, n := range [...]int{o.Won.Black, o.Won.White, o.Won.Draw, o.Won.Other, o.Won.Decided} {
			cells = append(cells, strconv.Itoa(n))
		}
		_ = out.Write(append(append(cells, shareCells(o.Won.BlackShare)...), year(o.First), year(o.Last), o.Example)...)
	}
	return out.End()
}
