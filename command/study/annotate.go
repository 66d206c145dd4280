package study

import (
	"context"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/ask"
	"kifudb/command/run"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

// AnnotateCommand is the command annotate.
func AnnotateCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "annotate",
		Usage:     "compare a game with what was known on its day: where it leaves known games",
		ArgsUsage: "GAME|FILE [QUERY...]",
		UsageText: `kifudb annotate 123
kifudb annotate 123 'rank:>=1p'          with games of professionals only
kifudb annotate game.sgf --asof now      a file, with all games of the archive
kifudb annotate 123 --asof 1846-09-11    as of a day
kifudb annotate 123 -o annotated.sgf     as comments in the record`,
		Description: `For each move: in how many earlier games the position came up, how often the
move was played there, how it ranks among the moves played, and who played it
last and when. A move is new if it leads from a known position to an unknown one,
and rare if at most 5 % of the games have it. A position is known no matter by
which moves it was reached, turned or mirrored. Corners are also compared on
their own, with colors exchanged, too. "Won" is the share of decided games won by
the side that played the move, if there are at least 5.

A game is earlier if its last possible day is before that of the game, or before
--asof. Games of the same day, undated games, and those whose dates leave it open
may or may not have been known: they are counted separately, and a question mark
shows where they would make a difference. --asof now compares with all games. The
game itself, other records of it, and variations are left out. QUERY limits the
games to compare with, as for 'kifudb search'.

If the record has an engine's values, the costliest moves follow, with what the
engine would have played, and the losses of each player.

-o writes the record in UTF-8, with the findings after its own comments.`,
		Flags: append(run.FlagsOf(ask.AnnotateOptions{}),
			run.RecordsFlag(),
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the record with comments to `FILE`, - for standard output"},
			run.ForceFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		),
		Action: run.Action(newAnnotateOptions, runAnnotate),
	})
}

type annotateOptions struct {
	archives []string
	search   archive.Search
	ask.AnnotateOptions
	output run.Output
	sgf    bool // the record with comments is wanted
}

func newAnnotateOptions(c *cli.Context) (o annotateOptions, err error) {
	args := c.Args().Slice()
	if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
		return o, run.Usage("annotate needs the number of a game, or a file")
	}
	switch name := args[0]; {
	case archive.IsPlace(name) && !strings.Contains(name, "@"):
		o.Game = name
	case archive.IsPlace(name) || archive.AreReferences(name):
		return o, run.Usage("annotate takes one whole game, not %q", plaintext.Printable(name))
	default:
		if _, err := os.Stat(name); err != nil {
			return o, run.Usage("%q is neither the number of a game nor a file; 'kifudb search --ids' prints the numbers of games", plaintext.Printable(run.Abridged(name)))
		}
		o.File = name
	}
	if o.search.Query, err = run.OnlyQuery(c, args[1:]); err != nil {
		return o, err
	}
	run.SetOptions(c, &o.AnnotateOptions)
	o.search.Records = c.Bool("records")
	o.output, o.sgf = run.ChosenOutput(c), c.IsSet("o")
	if o.sgf && c.Bool("json") {
		return o, run.Usage("either -o or --json, not both")
	}
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runAnnotate(ctx context.Context, o annotateOptions, s run.Streams) error {
	found, done, err := run.Ask(ctx, s, run.Question[*ask.Annotation]{
		Archives: o.archives, Search: &o.search, Watch: &o.Watch, SoFar: annotatedSoFar,
		Ask: func(vs *ask.Views) (*ask.Annotation, error) { return vs.Annotate(ctx, &o.search, &o.AnnotateOptions) },
	})
	if err != nil {
		return err
	}
	defer done()
	switch {
	case s.JSON:
		return terminal.PrintJSON(s.Out, found)
	case o.sgf:
		return o.output.Write(s, found.WriteSGF)
	}
	return printAnnotated(s.Out, found)
}
