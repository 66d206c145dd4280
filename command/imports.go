package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

func importsCommand() *cli.Command {
	return &cli.Command{
		Name:  "imports",
		Usage: "show what became of every imported file and game",
		UsageText: `kifudb imports                     list the imports
kifudb imports show                what became of each file in the last one
kifudb imports show 3 --failed     which files could not be read, and why
kifudb imports show --passed       which files were passed over, and why
kifudb imports show --csv          for a spreadsheet; --json for programs
kifudb imports accept FILE...      accept that these cannot be read`,
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print JSON, an object a line"}, run.OneArchiveFlag()},
		Subcommands: []*cli.Command{importsShowCommand(), importsAcceptCommand()},
		Action:      run.Action(newImportsOptions, runImports),
	}
}

type importsOptions struct {
	archive string
}

func newImportsOptions(c *cli.Context) (o importsOptions, err error) {
	if n, err := strconv.Atoi(c.Args().First()); err == nil {
		return o, run.Usage("imports has no command %d; perhaps \"kifudb imports show %[1]d\"", n)
	}
	if c.Args().Present() {
		return o, unknownCommand(c.Command.Name, c.Command.Subcommands, c.Args().First())
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runImports(_ context.Context, o importsOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	runs, err := a.Imports()
	if err != nil {
		return err
	}
	if s.JSON {
		for i := range runs {
			if err := terminal.PrintJSONLine(s.Out, runs[i]); err != nil {
				return err
			}
		}
		return nil
	}
	columns := []string{"import", "when", "files", "unchanged", "failed", "games", "added", "changed", "known", "state", "paths"}
	shared := slices.ContainsFunc(runs, func(r archive.ImportRun) bool { return r.Host != "" })
	if shared {
		columns = append(columns, "computer")
	}
	t := table.New(columns...)
	t.AlignRight(0, 2, 3, 4, 5, 6, 7, 8)
	t.Whole(1, 9)
	t.Shorten(table.Paths, 10)
	t.Spare(3, 8, 7, 2, 10)
	for i := range runs {
		r := &runs[i]
		n := r.Totals
		cells := []string{strconv.Itoa(r.Number), r.Started.Local().Format(time.DateTime),
			phrase.Number(n.Files + n.Same + n.Passed), phrase.Number(n.Unchanged), phrase.Number(n.Failed + n.Still),
			phrase.Number(n.Games), phrase.Number(n.Added), phrase.Number(n.Changed), phrase.Number(n.Known),
			string(r.State), whatOf(r)}
		if shared {
			cells = append(cells, r.Host)
		}
		t.Row(cells...)
	}
	return t.Print(s.Out)
}

// whatOf returns the paths of a run in a few words.
func whatOf(r *archive.ImportRun) string {
	const most = 2
	var paths []string
	for _, path := range r.Paths[:min(most, len(r.Paths))] {
		if path == "-" {
			path = "standard input"
		}
		paths = append(paths, phrase.NearPath(path))
	}
	if more := len(r.Paths) - most; more > 0 {
		paths = append(paths, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(paths, ", ")
}

func importsShowCommand() *cli.Command {
	return &cli.Command{
		Name:      "show",
		Usage:     "what became of each file, and of the games in it",
		ArgsUsage: "[NUMBER]",
		UsageText: `kifudb imports show [NUMBER]       of the last import, or of one by its number
kifudb imports show --failed       only the files that could not be read
kifudb imports show --passed       only the files that were passed over, and why`,
		Description: `The outcome for a file:
  read       to its end
  unchanged  since it was last read: not opened
  known      byte for byte as another computer has imported it: not read
  passed     over: it holds no game records, and its name does not claim any
  refused    it cannot be read, or not to its end, or should hold games and does not
  still      it was refused earlier, and has not changed since: not opened
  accepted   refused, but you accepted that; see 'kifudb imports accept --help'
  cut        the import was interrupted within it; the next one reads it again
  kept       a member of a container that is damaged: its games stay as they were
  lost       it no longer exists, or has lost games

The outcome for a game, with its number in the archive:
  added      it is new
  changed    the record was edited; it has the number of the one that it replaces
  known      the archive has it, byte for byte, from the file that is named
  removed    you have removed it from the archive; so it stays
  restored   it was pruned earlier, and is back
  missing    its file no longer holds it; 'import --prune' removes it
  elsewhere  its file no longer holds it, but another one does
  pruned     its file no longer held it, so it was removed
  unread     its file could not be read that far this time

A duplicate is another record of a game, which counts in its place; JSON and
CSV name each; see 'kifudb help dup'.

Problems are faults in the text of new games; see 'kifudb help lint'.
CSV has a row for each run of games with consecutive numbers. A path that is
not UTF-8 is written with such bytes as \xE9 and each backslash twice; 'import'
and 'imports accept' take it so.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "failed", Usage: "only files that could not be read, or not to the end"},
			&cli.BoolFlag{Name: "passed", Usage: "only files that were passed over, each with the reason"},
			&cli.IntFlag{Name: "limit", Aliases: []string{"n"}, Value: shownFiles, Usage: "list at most `N` files in the table, 0 for all"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, an object a line"},
			&cli.BoolFlag{Name: "csv", Usage: "print CSV with a header"},
		},
		Action: run.Action(newImportsShowOptions, runImportsShow),
	}
}

type importsShowOptions struct {
	archive string
	number  int // 0 for the last
	of      archive.OutcomesOf
	limit   int // of files in the table, 0 for all
	csv     bool
}

func newImportsShowOptions(c *cli.Context) (o importsShowOptions, err error) {
	if c.NArg() > 0 {
		if o.number, err = strconv.Atoi(c.Args().First()); err != nil || o.number < 1 || c.NArg() > 1 {
			return o, run.Usage("imports show takes the number of one import, as 'kifudb imports' lists it")
		}
	}
	switch o.csv = c.Bool("csv"); {
	case o.csv && c.Bool("json"):
		return o, run.Usage("either --json or --csv, not both")
	case c.Bool("failed") && c.Bool("passed"):
		return o, run.Usage("either --failed or --passed, not both")
	case c.Bool("failed"):
		o.of = archive.FailedFiles
	case c.Bool("passed"):
		o.of = archive.PassedFiles
	}
	if o.limit = c.Int("limit"); o.limit < 0 {
		return o, run.Usage("--limit takes a number of files, 0 for all")
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runImportsShow(ctx context.Context, o importsShowOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	var out outcomePrinter = &outcomeTable{w: s.Out, limit: o.limit}
	switch {
	case s.JSON:
		out = outcomeLines{s.Out}
	case o.csv:
		out = newOutcomeCSV(s.Out)
	}
	for outcome, err := range a.Outcomes(ctx, o.number, o.of) {
		switch {
		case errors.Is(err, archive.ErrNoImport) && o.number == 0:
			return fmt.Errorf("%w; 'kifudb import PATH' imports files", err)
		case errors.Is(err, archive.ErrNoImport):
			return fmt.Errorf("%w; 'kifudb imports' lists them", err)
		case err != nil:
			return err
		}
		if err := out.print(outcome); err != nil {
			return err
		}
	}
	return out.End()
}
