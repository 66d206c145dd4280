package study

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

// SimilarCommand is the command similar.
func SimilarCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "similar",
		Usage:     "list the games that are nearest to a game or a position",
		ArgsUsage: "GAME|GAME@MOVE [QUERY...]|QUERY...",
		UsageText: `kifudb similar 123                     games that went the same way the longest
kifudb similar 123 rank:9d 'date:>=2016'
kifudb similar 123@40                  games that came near the position after move 40
kifudb similar 123@40 --near 3
kifudb similar 'pos:"Q16 D4 Q3 D16 R14" near:2'
kifudb similar pat:@corner.txt --near 1`,
		Description: `For a game, the positions of its main line are looked up in the others: the later
the last position that another game shares, turned or not, the nearer it is. A
star means that it was reached by other moves or in another order. Other records
of the same game are left out.

For a position, the nearest games are those in which the fewest points differ by
a stone more, a stone less, or one of the other color. near: or --near says how
many may differ; by default a third of the stones, but no more than five. See
'kifudb help patterns'. Differing points are shown on the board as you gave it.

QUERY limits the games that are compared.`,
		Flags: append(run.FlagsOf(ask.SimilarOptions{}),
			run.RecordsFlag(),
			&cli.BoolFlag{Name: "csv", Usage: "print comma-separated values"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			run.FailFlag(),
		),
		Action: run.Action(newSimilarOptions, runSimilar),
	})
}

type similarOptions struct {
	archives []string
	search   archive.Search
	ask.SimilarOptions
	csv  bool
	fail bool
}

func newSimilarOptions(c *cli.Context) (o similarOptions, err error) {
	references, words := run.Selection{Words: c.Args().Slice()}.Split()
	switch {
	case len(references) == 1 && archive.IsPlace(references[0]):
		o.Ref = references[0]
	case len(references) > 0:
		return o, run.Usage("similar takes one game, such as 123, or one place in a game, such as 123@40")
	}
	if o.search.Query, err = run.ParseQuery(words); err != nil {
		return o, err
	}
	run.SetOptions(c, &o.SimilarOptions)
	switch place := strings.Contains(o.Ref, "@"); {
	case o.Ref == "" && !ask.HasOneBoard(o.search.Query):
		return o, run.Usage("similar needs a game, a place in a game, or a query with one pos: or pat:")
	case place && ask.HasBoard(o.search.Query), o.Ref != "" && !place && ask.HasBoard(o.search.Query):
		return o, run.Usage("similar takes a game or a position, and the query has another position")
	case o.Ref != "" && !place && o.Near >= 0:
		return o, run.Usage("--near belongs to a position, such as %s@40", o.Ref)
	case o.Ref == "" && o.Colors == "either":
		return o, run.Usage("to exchange colors, write colors:either in the query")
	}
	o.search.Records, o.fail = c.Bool("records"), c.Bool("fail")
	if o.csv = c.Bool("csv"); o.csv && c.Bool("json") {
		return o, run.Usage("either --csv or --json, not both")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runSimilar(ctx context.Context, o similarOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Similar]{
		Archives: o.archives, Search: &o.search, Watch: &o.Watch, SoFar: similarSoFar,
		Ask: func(vs *ask.Views) (*ask.Similar, error) { return vs.Similar(ctx, &o.search, &o.SimilarOptions) },
	})
	if err != nil {
		return err
	}
	defer done()
	switch {
	case s.JSON:
		err = terminal.PrintJSON(s.Out, found)
	case o.csv:
		err = printSimilarCSV(s.Out, found)
	default:
		err = printSimilar(s.Out, found)
	}
	if err != nil {
		return err
	}
	return run.FailIfNone(o.fail, found.Total)
}

// withoutWords says which records were left out.
func withoutWords(found *ask.Similar) string {
	switch n := len(found.Without); n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("; %s itself left out", found.Without[0])
	default:
		return fmt.Sprintf("; the %d records of the game itself left out: %s", n, strings.Join(found.Without, ", "))
	}
}
