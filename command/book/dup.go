package book

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/answer"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

// DupCommand is the command dup.
func DupCommand() *cli.Command {
	return &cli.Command{
		Name:  "dup",
		Usage: "look at records of one game, and decide which one counts",
		UsageText: `kifudb dup list                          games with more than one record
kifudb dup list --kind near date:1990s   certain ones
kifudb dup show 123                      the records of game 123 side by side
kifudb dup prefer 123                    let record 123 stand for the game
kifudb dup ignore 123                    record 123 is not a duplicate
kifudb dup ignore 123 456                these two are different games
kifudb dup same 123 456                  these two are
kifudb dup undo 123                      forget what was decided about 123
kifudb search dup:other                  the records that do not count
kifudb dup export > decisions.txt        as text, for version control`,
		Description: `Records are of one game if their main lines are the same, possibly mirrored,
turned or with colors exchanged (exact); if one is the beginning of the other
(prefix); or if a few moves differ, are missing or come in another order, or the
end differs (near). The more the records contradict each other in players, day
and winner, the more moves must agree: 10 if all three are the same, 30 if the
records do not say, 60 if one of them differs, 100 if two do.

Searches and counts take such records once, and show the preferred one of those
that match; --records counts them all. The preferred record is the one that you
chose; otherwise, if the dates are months apart, the earlier one; otherwise the
one with more moves, a result, the better date, the players' names, no damaged
text, comments, fewer problems, more information; and otherwise the one that was
imported first. Nothing is removed unless you do so, by
'kifudb remove dup:other'.`,
		Subcommands: []*cli.Command{
			run.Reaching(run.SeveralArchives, &cli.Command{
				Name:      "list",
				Usage:     "list games with more than one record",
				ArgsUsage: "[GAMES...] [QUERY...]",
				UsageText: "kifudb dup list [--kind KINDS] [GAMES...] [QUERY...]",
				Description: `Lists the games with several records of which at least one matches, or all if you
name neither games nor a query. Names are those of the preferred record.

` + run.GamesHelp,
				Flags: []cli.Flag{
					&cli.StringFlag{Name: "kind", Usage: "only `KINDS`: exact, prefix, near, said"},
					&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: answer.DefaultLimit, Usage: "list at most `N`, 0 for all"},
					run.FailFlag(),
					run.JSONFlag(),
				},
				Action: run.Action(newDupListOptions, runDupList),
			}),
			dupShowCommand(),
			dupPreferCommand(),
			dupIgnoreCommand(),
			dupSameCommand(),
			dupUndoCommand(),
			dupExportCommand(),
			dupImportCommand(),
		},
	}
}

type dupListOptions struct {
	archives []string
	games    run.Selection
	kinds    archive.Kinds
	fail     bool // if no game has more than one record
	limit    int
}

func newDupListOptions(c *cli.Context) (o dupListOptions, err error) {
	if o.limit = c.Int("limit"); o.limit < 0 {
		return o, run.Usage("--limit cannot be negative")
	}
	if o.kinds, err = archive.ParseKinds(c.String("kind")); err != nil {
		return o, err
	}
	if o.games, o.fail = run.Selected(c), c.Bool("fail"); !o.games.None() {
		if err := o.games.Check("dup list"); err != nil {
			return o, err
		}
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runDupList(ctx context.Context, o dupListOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	among, err := o.games.Among(ctx, vs, s)
	if err != nil {
		return err
	}
	d, err := vs.Duplicates(ctx, among, o.kinds, o.limit)
	switch {
	case err != nil:
		return err
	case s.JSON:
		err = terminal.PrintJSON(s.Out, d)
	default:
		err = printClusters(s.Out, vs, d)
	}
	return errors.Join(err, run.FailIfNone(o.fail, d.Total))
}

// printClusters prints a list.
func printClusters(w io.Writer, vs *archive.Views, d *archive.Duplicates) error {
	t := table.New("game", "black", "white", "date", "result", "moves", "others", "kind", "because it")
	t.AlignRight(0, 5)
	t.Shorten(table.Names, 1, 2)
	t.Shorten(table.Dates, 3)
	t.Shorten(table.Results, 4)
	t.Whole(7)
	t.Spare(5, 8, 7, 4, 3)
	t.Limit(1, 30)
	t.Limit(2, 30)
	t.Limit(3, 16)
	t.Limit(4, 10)
	for _, cluster := range d.Clusters {
		g, err := vs.View(cluster.Archive).Game(cluster.Preferred)
		if err != nil {
			return err
		}
		t.Row(cluster.Name(), g.Black, g.White, g.Date, g.Result, fmt.Sprint(g.Moves), run.IDListOf(cluster.Archive, cluster.Others()), cluster.Kinds.String(), cluster.Because)
	}
	if err := t.Print(w); err != nil {
		return err
	}
	if d.All == 0 {
		_, err := fmt.Fprintln(w, "no game has more than one record")
		return err
	}
	line := fmt.Sprintf("%s with %s", phrase.Games(d.Total), phrase.Count(d.Records, "record"))
	if len(d.Clusters) < d.Total {
		line = fmt.Sprintf("%s of %s shown (--limit 0 for all)", phrase.Number(len(d.Clusters)), line)
	}
	if d.Total < d.All {
		line += fmt.Sprintf(", of %s in the archive", phrase.Number(d.All))
	}
	_, err := fmt.Fprintln(w, line)
	return err
}
