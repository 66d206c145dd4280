package command

import (
	"context"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

func annotateCommand() *cli.Command {
	return &cli.Command{
		Name:      "annotate",
		Usage:     "compare a game with what was known on its day: where it leaves known games",
		ArgsUsage: "GAME|FILE [QUERY...]",
		UsageText: `kifudb annotate 123
kifudb annotate 123 'rank:>=1p'          with games of professionals only
kifudb annotate game.sgf --asof now      a file, with all games of the archive
kifudb annotate 123 --asof 1846-09-11    as of a day
kifudb annotate 123 -o annotated.sgf     as comments in the record`,
		Description: `For each move: in how many earlier games the position was, how often the move was
played there, its rank among the moves of these games, and when it was last
played by whom. A move is new if it leads from a known position to one that is
not, and rare if it was played in 5 % of the games or less; positions are known
by whatever moves they came about, turned or mirrored. Corners are compared by
themselves, with the colors exchanged, too. Won is the share of the decided games
that the player of the move won, from 5 games on.

A game is earlier if its last possible day is before that of the game, or before
--asof. Games of the same day, games of which the date leaves it open and undated
games may have been known or not: they are counted by themselves, and a question
mark says where they would make a difference. --asof now compares with all
games. The game itself and other records of it are left out, and variations,
which were not played. QUERY chooses the games to compare with, as for
'kifudb search'.

-o writes the record in UTF-8 with what was found behind its own comments.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "asof", Usage: "what was known before `DATE`, or now; the game's own day by default"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: 5, Usage: "list at most `N` of the nearest games, 0 for all"},
			recordsFlag(),
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write the record with comments to `FILE`, - for standard output"},
			forceFlag(),
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: action(newAnnotateOptions, runAnnotate),
	}
}

type annotateOptions struct {
	archives []string
	archive.Annotation
	output output
	sgf    bool // the record with comments is wanted
}

func newAnnotateOptions(c *cli.Context) (o annotateOptions, err error) {
	args := c.Args().Slice()
	if len(args) == 0 || strings.TrimSpace(args[0]) == "" {
		return o, usage("annotate needs the number of a game, or a file")
	}
	switch name := args[0]; {
	case archive.IsPlace(name) && !strings.Contains(name, "@"):
		o.Game = name
	case archive.IsPlace(name) || archive.AreReferences(name):
		return o, usage("annotate takes one whole game, not %q", printable(name))
	default:
		if _, err := os.Stat(name); err != nil {
			return o, usage("%q is neither the number of a game nor a file; 'kifudb search --ids' prints the numbers of games", printable(abridged(name)))
		}
		o.File = name
	}
	if o.Query, err = onlyQuery(c, args[1:]); err != nil {
		return o, err
	}
	if o.AsOf, o.Limit, o.Records = c.String("asof"), c.Int("limit"), c.Bool("records"); o.Limit < 0 {
		return o, usage("--limit cannot be negative")
	}
	o.output, o.sgf = chosenOutput(c), c.IsSet("o")
	if o.sgf && c.Bool("json") {
		return o, usage("either -o or --json, not both")
	}
	o.archives, err = archivePaths(c)
	return o, err
}

func runAnnotate(ctx context.Context, o annotateOptions, s streams) error {
	vs, done, err := openViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	progress := newSearchProgress(ctx, s)
	o.Progress, o.Watch = progress.looked, watched(progress, annotatedSoFar)
	found, err := vs.Annotate(ctx, &o.Annotation)
	progress.finish()
	if err != nil {
		return err
	}
	sayNotices(s, found.Notices)
	switch {
	case s.json:
		return printJSON(s.out, found)
	case o.sgf:
		return o.output.write(s, found.WriteSGF)
	}
	return printAnnotated(s.out, found)
}
