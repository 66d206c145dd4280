package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
	"kifudb/paper"
	"kifudb/paper/epub"
	"kifudb/paper/html"
	"kifudb/paper/pdf"
	"kifudb/paper/tex"
	"kifudb/paper/text"
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
kifudb print captures:>=5 --problems 4 -n 20 -o captures.pdf
kifudb print player:me loss:>1 --costliest 10 -o mistakes.pdf
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
marks as right, or else the moves that follow. --costliest prints the moves that
lost most.

Exit status 3: the pages lack characters, as no font has them.

` + run.GamesHelp,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE`"},
			run.ForceFlag(),
			&cli.StringFlag{Name: "to", Usage: "write `FORMAT`: " + strings.Join(paperFormats(), ", "), DefaultText: "by the name of the file, or text"},
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
			&cli.StringFlag{Name: "sort", Usage: "order of problems by `FIELDS`, as for 'kifudb search'", DefaultText: "by number"},
			&cli.StringFlag{Name: "paper", Usage: "`SIZE` of pages: " + strings.Join(paper.SheetNames(), ", ") + ", or as 148x210 in millimeters", Value: "A4"},
			&cli.IntFlag{Name: "columns", Usage: "`N` columns of text: 1 or 2", Value: 1},
			&cli.StringSliceFlag{Name: "font", Usage: "`FILE` of a font for characters that the usual one lacks; may be given several times"},
			&cli.BoolFlag{Name: "records", Usage: "print each record of a game, including duplicates"},
			run.FailFlag(),
		},
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
	sort     string
	sheet    paper.Sheet
	format   paperFormat
	output   run.Output
}

// A paperFormat writes documents.
type paperFormat struct {
	name, ending string
	moves        int // usual number of moves of a figure, see paper.Options
	// write writes a document, and returns what cannot be seen on it, in words, one fact each.
	write func(w io.Writer, d *paper.Document, s paper.Sheet) (lost []string, err error)
}

var allPaperFormats = []paperFormat{
	{"pdf", ".pdf", 0, writePDF},
	{"html", ".html", 0, func(w io.Writer, d *paper.Document, s paper.Sheet) ([]string, error) { return nil, html.Write(w, d, s) }},
	{"epub", ".epub", 0, func(w io.Writer, d *paper.Document, _ paper.Sheet) ([]string, error) { return nil, epub.Write(w, d) }},
	{"tex", ".tex", 0, func(w io.Writer, d *paper.Document, s paper.Sheet) ([]string, error) { return nil, tex.Write(w, d, s) }},
	{"text", ".txt", text.Moves, func(w io.Writer, d *paper.Document, _ paper.Sheet) ([]string, error) { return nil, text.Write(w, d) }},
}

func writePDF(w io.Writer, d *paper.Document, s paper.Sheet) (lost []string, err error) {
	report, err := pdf.Write(w, d, s)
	if err != nil {
		return nil, err
	}
	if report.Missing > 0 {
		lost = append(lost, fmt.Sprintf("%s printed as boxes, as no font has them (%s); --font FILE gives one", phrase.Count(report.Missing, "character"), plaintext.Printable(string(report.First))))
	}
	if report.Unshaped > 0 {
		lost = append(lost, fmt.Sprintf("%s of scripts that join letters or run from right to left stand unjoined in the order of the text", phrase.Count(report.Unshaped, "character")))
	}
	for _, font := range report.Refused {
		lost = append(lost, fmt.Sprintf("the font %s is not used, as its licence forbids embedding it", plaintext.Printable(font)))
	}
	return lost, nil
}

func paperFormats() (names []string) {
	for _, f := range allPaperFormats {
		names = append(names, f.name)
	}
	return names
}

// chosenPaper returns the format that --to or else the name of the file says.
func chosenPaper(c *cli.Context, file string) (paperFormat, error) {
	for _, f := range allPaperFormats {
		if c.String("to") == f.name || c.String("to") == "" && strings.HasSuffix(strings.ToLower(file), f.ending) {
			return f, nil
		}
	}
	switch {
	case c.String("to") != "":
		return paperFormat{}, run.Usage("--to: there is no format %q; expected one of %s", c.String("to"), strings.Join(paperFormats(), ", "))
	case file != "":
		return paperFormat{}, run.Usage("the name %s does not say a format; end it with one of %s, or give --to", file, strings.Join(paperEndings(), ", "))
	}
	return allPaperFormats[len(allPaperFormats)-1], nil
}

func paperEndings() (endings []string) {
	for _, f := range allPaperFormats {
		endings = append(endings, f.ending)
	}
	return endings
}

func newPrintOptions(c *cli.Context) (o printOptions, err error) {
	o.games, o.all, o.fail, o.output = run.Selected(c), c.Bool("records"), c.Bool("fail"), run.ChosenOutput(c)
	if o.games.None() {
		return o, run.Usage("print needs games or a query; '*' is every game")
	}
	if err := o.games.Check("print"); err != nil {
		return o, err
	}
	if o.format, err = chosenPaper(c, o.output.Name); err != nil {
		return o, err
	}
	o.print = paper.Options{
		Title: c.String("title"), Subtitle: c.String("subtitle"), Author: c.String("author"),
		Language: paper.Language(c.String("language")), Moves: c.Int("moves"), Coordinates: c.Bool("coordinates"),
		CutTaken: c.Bool("cut-taken"), NoVariations: c.Bool("no-variations"), NoComments: c.Bool("no-comments"),
	}
	o.problems, o.sort = c.IsSet("problems") || c.IsSet("costliest"), c.String("sort")
	o.print.PerPage, o.print.Solutions, o.print.Limit = c.Int("problems"), c.String("solutions"), c.Int("limit")
	if c.IsSet("costliest") {
		o.print.Costliest, o.print.Limit = true, c.Int("costliest")
	}
	if !o.problems {
		for _, name := range []string{"solutions", "limit", "sort"} {
			if c.IsSet(name) {
				return o, run.Usage("--%s belongs to --problems", name)
			}
		}
	}
	o.print.Native = o.print.Language == paper.Japanese
	if err := o.print.Check(); err != nil {
		return o, run.Usage("%v", err)
	}
	o.print.Usual = o.format.moves
	if o.sheet, err = paper.SheetOf(c.String("paper"), c.Int("columns"), c.StringSlice("font")); err != nil {
		return o, run.Usage("%v", err)
	}
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
	d, err := o.document(ctx, vs, chosen.GameSet, choice.Query, s)
	if err != nil {
		return err
	}
	if d == nil {
		fmt.Fprintln(s.Err, "kifudb: these games have no positions to print as problems; nothing was printed")
		return run.FailIfNone(o.fail, 0)
	}
	var lost []string
	err = o.output.Write(s, func(w io.Writer) (err error) {
		lost, err = o.format.write(w, d, o.sheet)
		return err
	})
	if err != nil {
		return err
	}
	if o.output.Name != "" {
		what := phrase.Games(chosen.Len())
		if o.problems {
			what = "problems" // of some of the games
		}
		fmt.Fprintf(s.Err, "%s printed to %s\n", what, o.output.Name)
	}
	for _, what := range lost {
		fmt.Fprintf(s.Err, "kifudb: %s\n", what)
	}
	if len(lost) > 0 {
		return &run.Error{Status: run.ExitPartial}
	}
	return nil
}

// document makes what is printed; it ends early if the command is interrupted.
func (o *printOptions) document(ctx context.Context, vs *archive.Views, games *archive.GameSet, q archive.Query, s run.Streams) (d *paper.Document, err error) {
	if o.problems {
		search := &archive.Search{Query: q, Among: games, Records: true, Sort: o.sort, PerGame: 1}
		if o.print.Costliest {
			search.PerGame = 0
		}
		var skipped int
		if d, skipped, err = paper.Problems(ctx, vs, search, o.print); skipped > 0 {
			fmt.Fprintf(s.Err, "kifudb: %s without a position to print as a problem\n", phrase.Games(skipped))
		}
	} else {
		d, err = paper.Games(vs, games, o.print)
	}
	if err != nil || d == nil {
		return nil, err
	}
	parts := d.Parts
	d.Parts = func(yield func(*paper.Part, error) bool) {
		for part, err := range parts {
			if err == nil {
				err = ctx.Err()
			}
			if !yield(part, err) {
				return
			}
		}
	}
	return d, nil
}
