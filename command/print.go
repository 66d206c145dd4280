package command

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/paper"
)

func printCommand() *cli.Command {
	return run.Reaching(run.Nodes|run.SeveralArchives, &cli.Command{
		Name:      "print",
		Usage:     "print games as figures, books and sheets of problems",
		ArgsUsage: "GAME...|QUERY...",
		UsageText: `kifudb print 123                         game 123 as text
kifudb print 123 -o game.pdf             as figures, with comments and variations
kifudb print player:Shusaku -o shusaku.epub --title 'Games of Shusaku'
kifudb print event:tsumego --problems 6 -o problems.pdf   six on a page
kifudb print 'captures:>=5' --problems 4 -n 20 -o captures.pdf
kifudb print player:me --costliest 10 -o mistakes.pdf
kifudb print 123 --language ja -o kifu.pdf`,
		Description: `Prints each game as figures with numbered moves: its comments below them, and its
variations as smaller diagrams behind the figure that they leave. Of games whose pieces
move it prints the moves in columns, and boards between them.

The record says where figures begin, by FG, and how moves are numbered, by MN and
PM. Where it does not, a figure has --moves moves. A move on a point that the figure
shows as taken is noted below: "80 at 53"; with --cut-taken it begins a new figure.

The name of the file says the format: .pdf, .epub, .html, .tex or .txt; --to says it
otherwise. Several games make a book with contents, page numbers and lists of
players, events, openings and years. The same games give the same bytes.

--problems N prints positions, N on a page, with who is to play: where the query finds
a board, a move or a comment, else where the records begin. The solutions follow at
the end, on the back of each page, or not at all, as --solutions says: what a record
marks as right, or else the moves that follow. --costliest prints the positions
before the moves that lost most, by an engine's values. Beside player: these are
moves of that player. The solution says what the move lost, and marks the move that
the engine would have made.

Exit status 3: the pages lack characters, as no font has them.

` + run.GamesHelp,
		Flags: slices.Concat([]cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`"},
			run.ForceFlag(),
			run.PageFormatFlag("by the name of the file, or text"),
			&cli.StringFlag{Name: "title", Usage: "`TITLE` of the document", DefaultText: "names of the players"},
			&cli.StringFlag{Name: "subtitle", Usage: "`LINE` below the title"},
			&cli.StringFlag{Name: "author", Usage: "`NAME` of the author"},
			&cli.StringFlag{Name: "language", Usage: "`LANGUAGE` of captions: en, ja, zh", Value: string(paper.English)},
			&cli.IntFlag{Name: "moves", Usage: "moves of a figure at most, unless the record divides the game: `N`", DefaultText: "50, of text 10"},
			&cli.BoolFlag{Name: "coordinates", Usage: "names of columns and rows; --coordinates=false leaves them out", Value: true},
			&cli.BoolFlag{Name: "cut-taken", Usage: "begin a new figure where a move is on a point that is shown as taken"},
			&cli.BoolFlag{Name: "no-variations", Usage: "leave variations out"},
			&cli.BoolFlag{Name: "no-comments", Usage: "leave comments out"},
			&cli.IntFlag{Name: "problems", Usage: "print positions whose next moves are asked for, `N` on a page", DefaultText: "none"},
			&cli.StringFlag{Name: "solutions", Usage: "`WHERE` solutions of problems are: " + strings.Join(paper.SolutionPlaces, ", "), Value: "end"},
			&cli.IntFlag{Name: "costliest", Usage: "as problems, the `N` moves that lost most, by the engine's values", DefaultText: "none"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Usage: "print `N` problems at most", DefaultText: "all"},
			&cli.StringFlag{Name: "sort", Usage: "order of games by `FIELDS`, as for 'kifudb search'", DefaultText: "by date, of problems by number"},
		}, run.PageFlags(), []cli.Flag{
			&cli.BoolFlag{Name: "records", Usage: "print each record of a game, including duplicates"},
			run.FailFlag(),
		}),
		Action: run.Action(newPrintOptions, runPrint),
	})
}

// printOptions say which games are printed, and how.
type printOptions struct {
	archives []string
	games    run.Selection
	all      bool // records of a game
	fail     bool // if no game is found
	print    paper.Options
	problems bool
	pages    run.Pages
}

func newPrintOptions(c *cli.Context) (o printOptions, err error) {
	o.games, o.all, o.fail = run.Selected(c), c.Bool("records"), c.Bool("fail")
	if o.games.None() {
		return o, run.Usage("print needs games or a query; '*' is every game")
	}
	if err := o.games.Check("print"); err != nil {
		return o, err
	}
	if o.pages, err = run.ChosenPages(c, "text"); err != nil {
		return o, err
	}
	o.print = paper.Options{
		Title: c.String("title"), Subtitle: c.String("subtitle"), Author: c.String("author"),
		Language: paper.Language(c.String("language")), Moves: c.Int("moves"), Coordinates: c.Bool("coordinates"),
		CutTaken: c.Bool("cut-taken"), NoVariations: c.Bool("no-variations"), NoComments: c.Bool("no-comments"),
	}
	o.problems, o.print.Sort = c.IsSet("problems") || c.IsSet("costliest"), c.String("sort")
	o.print.PerPage, o.print.Solutions, o.print.Limit = c.Int("problems"), c.String("solutions"), c.Int("limit")
	if c.IsSet("costliest") {
		if c.Int("costliest") < 1 {
			return o, run.Usage("--costliest: expected 1 or more, not %d", c.Int("costliest"))
		}
		o.print.Costliest, o.print.Limit = true, c.Int("costliest")
	}
	if !o.problems {
		for _, name := range []string{"solutions", "limit"} {
			if c.IsSet(name) {
				return o, run.Usage("--%s belongs to --problems", name)
			}
		}
	}
	o.print.Native = o.print.Language == paper.Japanese
	if err := o.print.Check(); err != nil {
		return o, run.Usage("%v", err)
	}
	o.print.Usual = o.pages.Format.Usual
	o.archives, err = run.ArchivePaths(c)
	return o, err
}

func runPrint(ctx context.Context, o printOptions, s run.Streams) error {
	vs, done, err := run.OpenViews(o.archives, s)
	if err != nil {
		return err
	}
	defer done()
	choice, err := o.games.Choice(s)
	if err != nil {
		return err
	}
	choice.Records = o.all
	chosen, err := vs.Choose(ctx, choice)
	if err != nil {
		return o.games.Meant(err)
	}
	run.SayNotices(s, chosen.Notices)
	if chosen.Len() == 0 {
		fmt.Fprintln(s.Err, "kifudb: no game matches; nothing was printed")
		return run.FailIfNone(o.fail, 0)
	}
	var d *paper.Document
	what := phrase.Games(chosen.Len())
	if o.problems {
		var found paper.Found
		if d, found, err = paper.Problems(ctx, vs, chosen.GameSet, choice.Query, o.print); found.Skipped > 0 && !o.print.Costliest {
			fmt.Fprintf(s.Err, "kifudb: %s without a position to print as a problem\n", phrase.Games(found.Skipped))
		}
		what = phrase.Count(found.Problems, "problem")
	} else {
		d, err = paper.Games(ctx, vs, chosen.GameSet, o.print)
	}
	if err != nil {
		return err
	}
	if d == nil {
		why := "these games have no positions to print as problems"
		if o.print.Costliest {
			why = "no evaluation says what moves of these games lost"
		}
		fmt.Fprintf(s.Err, "kifudb: %s; nothing was printed\n", why)
		return run.FailIfNone(o.fail, 0)
	}
	return o.pages.Write(s, d, what)
}
