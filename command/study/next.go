package study

import (
	"context"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/position"
)

// NextCommand is the command next.
func NextCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "next",
		Usage:     "show what was played next at a position or pattern",
		ArgsUsage: "QUERY...",
		UsageText: `kifudb next 'pos:"Q16 D4 Q3"'
kifudb next pos:123@40 date:1990..1999
kifudb next player:dosaku --at pat:@corner.txt
kifudb next 'pos:"Q16 D4"' --by decade         a table of each move by decade
kifudb next 'pos:"Q16 D4"' --sort score --min 20
kifudb next 'pos:"Q16 D4"' --details           when, by whom, with what strength
kifudb next 'pos:"Q16 D4"' --depth 3           lines of three moves
kifudb next 'pos:"startpos moves 7g7f 3c3d"'   shogi`,
		Description: `The query, together with --at, must contain exactly one pos:, pat: or seq:; its
other terms choose the games. Moves are shown on the board as you gave it, and
moves that are the same by symmetry are counted together. What comes next at a position
is the next move, also a pass; at a pattern, the next stone in it.

Shares are of the games in which the position came up; wins are of those that
were decided, with the interval that contains the true share in 95 of 100 cases.
See 'kifudb help numbers'.

--by takes any field by which games can be counted: rank, year, decade, player,
event, size, komi, handicap, rules, time, source and others. Ranks and players
are those of the side that makes the move.`,
		Flags: slices.Concat([]cli.Flag{atFlag()}, run.FlagsOf(ask.NextOptions{}), []cli.Flag{
			run.RecordsFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, with all moves unless --limit says less"},
		}),
		Action: run.Action(newNextOptions, runNext),
	})
}

// atFlag names the position or pattern that is looked at.
func atFlag() cli.Flag {
	return &cli.StringFlag{Name: "at", Usage: "look at `POSITION`: as after pos:, or a whole pos:, pat: or seq:"}
}

type nextOptions struct {
	archives []string
	search   archive.Search
	ask.NextOptions
	csv bool
}

func newNextOptions(c *cli.Context) (o nextOptions, err error) {
	if o.search.Query, err = queryAt(c, c.Args().Slice()); err != nil {
		return o, err
	}
	o.search.Records = c.Bool("records")
	run.SetOptions(c, &o.NextOptions)
	if o.csv = c.Bool("csv"); o.csv && c.Bool("json") {
		return o, run.Usage("--csv and --json cannot both be printed")
	}
	if (o.csv || c.Bool("json")) && !c.IsSet("limit") {
		o.Limit = 0
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

// queryAt reads a query and the position or pattern that a flag adds to it.
func queryAt(c *cli.Context, args []string) (archive.Query, error) {
	at := c.String("at")
	if at == "" {
		return run.OnlyQuery(c, args)
	}
	var q archive.Query
	if len(args) > 0 {
		var err error
		if q, err = run.OnlyQuery(c, args); err != nil {
			return q, err
		}
	}
	return ask.At(q, at)
}

func runNext(ctx context.Context, o nextOptions, s run.Streams) error {
	next, done, err := run.Ask(ctx, s, run.Question[*ask.Next]{
		Archives: o.archives, Search: &o.search, Watch: &o.Watch, SoFar: nextSoFar,
		Ask: func(vs *ask.Views) (*ask.Next, error) { return vs.Next(ctx, &o.search, &o.NextOptions) },
	})
	if err != nil {
		return err
	}
	defer done()
	switch {
	case s.JSON:
		return terminal.PrintJSON(s.Out, next)
	case o.csv && next.Lines != nil:
		return printLinesCSV(s.Out, next)
	case o.csv:
		return printNextCSV(s.Out, next)
	}
	if err := printNext(s.Out, next, &o.NextOptions); err != nil {
		return err
	}
	return answer.PrintOwnNote(s.Out, "Note on this position", next.Note)
}

func nextSoFar(c *ask.Next) string {
	var parts []string
	for _, n := range c.Next[:min(len(c.Next), run.ManyParts)] {
		parts = append(parts, run.PartShare(ask.MoveName(n.Played, c.Asked), n.Share))
	}
	return run.SoFar(c.Games, parts)
}

// printNext draws what was asked for, with the continuations as letters on it,
// and the tables of the continuations.
func printNext(w io.Writer, next *ask.Next, o *ask.NextOptions) error {
	if next.Games == 0 {
		_, err := fmt.Fprintln(w, "nothing found")
		return err
	}
	asked := next.Asked
	labels := map[position.Point]string{}
	if answer.Points(asked) && next.Lines == nil { // its moves are not points
		labels = labelMoves(next.Next)
	}
	if err := answer.DrawAsked(w, asked, labels); err != nil {
		return err
	}
	if next.Lines != nil {
		return printNextLines(w, next)
	}
	if err := nextTable(next, labels).Print(w); err != nil {
		return err
	}
	more := ""
	if next.Folded > 0 {
		more = "; " + answer.FoldedWords(next.Folded)
	}
	if n := len(next.Next); n < next.Moves {
		more += "; " + partShown(n, next.Moves, o.Limit, "moves")
	}
	times := "once"
	if next.Hits != 1 {
		times = phrase.Number(next.Hits) + " times"
	}
	if _, err := fmt.Fprintf(w, "%s, found %s%s\n", phrase.Games(next.Games), times, more); err != nil {
		return err
	}
	if err := printMixture(w, next.By); err != nil {
		return err
	}
	if err := printNextLosses(w, next, labels); err != nil {
		return err
	}
	return printNextDetails(w, next, labels)
}

// partShown says how much is shown.
func partShown(shown, of, limit int, what string) string {
	words := fmt.Sprintf("%s of %s %s shown", phrase.Number(shown), phrase.Number(of), what)
	if shown == limit {
		words += " (--limit 0 for all)"
	}
	return words
}

// labelMoves gives the points of the first continuations a letter each.
func labelMoves(continuations []ask.NextMove) map[position.Point]string {
	moves := make([]position.Move, len(continuations))
	for i := range continuations {
		moves[i] = continuations[i].Played
	}
	return labelPoints(moves)
}

// labelPoints gives the points of the first moves a letter each.
func labelPoints(moves []position.Move) map[position.Point]string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	labels := map[position.Point]string{}
	for _, m := range moves {
		if p := m.Point; p < position.SwapsStone && labels[p] == "" && len(labels) < len(letters) {
			labels[p] = letters[len(labels) : len(labels)+1]
		}
	}
	return labels
}
