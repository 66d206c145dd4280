package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/archive/lint"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
	"kifudb/internal/plaintext"
)

func lintCommand() *cli.Command {
	return &cli.Command{
		Name:      "lint",
		Usage:     "report what is wrong with SGF files, and write clean ones",
		ArgsUsage: "PATH...",
		UsageText: `kifudb lint game.sgf
kifudb lint --min fault ~/games collection.zip
kifudb lint --summary ~/games               how often there is which problem
kifudb lint --fix -o clean ~/games          clean FF[4] in UTF-8, below the folder clean`,
		Description: `Prints file:line:column: severity: code: the problem and how kifudb reads it. Columns
count bytes. Severities are note, warning and fault. It is also a problem if the
declared charset is unknown, contradicted by the bytes, or lacks some of the
characters; the message names the charset that is used instead.

Lint reads each record in the encoding in which an import would read it: the other
records of its folder are evidence. --strict also reports things that SGF allows and good
records seldom have: several games in a file, empty nodes, two moves of the same
color, stones set up later, handicap stones without HA, variations that take
back the move before them.

--fix loses no text. It moves text that has no place in FF[4], such as a value of the wrong
type, a player's second name or text between games, into the private property KEPT
and counts it. It reports errors in the data, such as a komi that contradicts the result,
but never rewrites them. It lists each clean file with the problems left in it.
If a file would lose characters, --fix names it, does not write it, and the exit
status is 3. doc/LINT.md lists all problems, and which of them --fix mends.

Exit status: 0 nothing found but notes, 1 warnings or faults found, 2 wrong usage,
3 some files could not be read or not be written.`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "min", Value: "note", Usage: "report from this `SEVERITY` on: note, warning, fault"},
			&cli.BoolFlag{Name: "strict", Usage: "also report what is allowed but unusual"},
			&cli.BoolFlag{Name: "summary", Usage: "print a line for each kind of problem instead of each problem"},
			&cli.BoolFlag{Name: "json", Usage: "print a JSON object a line"},
			&cli.BoolFlag{Name: "fix", Usage: "write clean files; needs -o"},
			&cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "the `FOLDER` for clean files"},
			run.ForceFlag(),
		},
		Action: run.Action(newLintOptions, runLint),
	}
}

type lintOptions struct {
	paths   []string
	min     string // severity
	strict  bool
	summary bool
	fix     string // folder for clean files, "" for none
	force   bool   // replace files that are there
}

func newLintOptions(c *cli.Context) (o lintOptions, err error) {
	o = lintOptions{
		paths: slices.Clone(c.Args().Slice()), min: c.String("min"), strict: c.Bool("strict"), summary: c.Bool("summary"),
		fix: c.String("o"), force: c.Bool("force"),
	}
	for i, path := range o.paths {
		o.paths[i] = archive.PathOf(path)
	}
	switch {
	case len(o.paths) == 0:
		return o, run.Usage("lint needs the path of a file or folder")
	case c.Bool("fix") != (o.fix != ""):
		return o, run.Usage("--fix and -o FOLDER belong together")
	}
	return o, nil
}

func runLint(ctx context.Context, o lintOptions, s run.Streams) error {
	linting := lint.Lint{
		Paths: o.paths, Stdin: s.In, Min: o.min, Strict: o.strict, Folder: o.fix, Replace: o.force,
		Failed:  func(err error) { fmt.Fprintln(s.Err, plaintext.Printable(archive.PathText(err.Error()))) },
		Cleaned: func(f *lint.CleanFile) error { return printClean(f, s) },
	}
	if !o.summary {
		linting.Problem = func(p *lint.LintProblem) error { return printProblem(p, s) }
	}
	found, err := linting.Run(ctx)
	if err == nil && o.summary {
		err = printLinted(found, s)
	}
	switch {
	case errors.Is(err, archive.ErrExists):
		return fmt.Errorf("%w; --force replaces it", err)
	case err != nil:
		return err
	case found.Failed > 0:
		return &run.Error{Status: run.ExitPartial}
	case found.Problems > found.Notes:
		return &run.Error{Status: run.ExitFailed}
	}
	return nil
}

func printProblem(p *lint.LintProblem, s run.Streams) error {
	if s.JSON {
		return terminal.PrintJSONLine(s.Out, p)
	}
	_, err := fmt.Fprintf(s.Out, "%s:%d:%d: %s: %s\n", plaintext.Printable(p.File), p.Line, p.Column, p.Severity, plaintext.Printable(p.Message))
	return err
}

// printLinted prints how often each problem was found.
func printLinted(l *lint.Linted, s run.Streams) error {
	if s.JSON {
		for i := range l.Kinds {
			if err := terminal.PrintJSONLine(s.Out, &l.Kinds[i]); err != nil {
				return err
			}
		}
		return nil
	}
	t := table.New("problem", "severity", "found", "files", "what it is")
	t.AlignRight(2, 3)
	for _, k := range l.Kinds {
		t.Row(k.Code, k.Severity, phrase.Number(k.Found), phrase.Number(k.Files), k.Message)
	}
	if err := t.Print(s.Out); err != nil {
		return err
	}
	_, err := fmt.Fprintf(s.Out, "problems: %s, files read: %s\n", phrase.Number(l.Problems), phrase.Number(l.Files))
	return err
}

func printClean(f *lint.CleanFile, s run.Streams) error {
	words := phrase.Games(f.Games)
	if len(f.Charsets) > 0 {
		words += ", from " + strings.Join(f.Charsets, ", ")
	}
	if f.Kept > 0 {
		words += fmt.Sprintf("; %s without a place in FF[4], kept as %s", phrase.Number(f.Kept), lint.KeptProperty)
	}
	var left []string
	for _, k := range f.Left {
		left = append(left, phrase.Number(k.Found)+" "+k.Code)
	}
	if len(left) > 0 {
		words += "; not mended: " + strings.Join(left, ", ")
	}
	_, err := fmt.Fprintf(s.Out, "%s: written clean to %s (%s)\n", plaintext.Printable(f.File), plaintext.Printable(f.Target), words)
	return err
}
