package book

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

func correctExportCommand() *cli.Command {
	return textExport("write all corrections as text, for version control and other archives",
		`kifudb correct export > corrections.txt
kifudb --archive NEW correct import corrections.txt`,
		`A line for each correction: the digest of the game's record, a property, and what
it should say. The same corrections give the same text. In an archive with the same
records, 'kifudb correct import' corrects the same games.`,
		(*archive.View).CorrectionText)
}

func correctImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read corrections from the output of 'correct export', or from a table",
		ArgsUsage: "FILE|-",
		UsageText: `kifudb correct import corrections.txt
kifudb correct import table.csv --dry-run`,
		Description: `A table is CSV that begins with the line game,field,value; games are named by their
numbers in this archive, fields and values are those of 'kifudb correct', and an
empty value means that the record should say nothing. What the file says replaces
earlier corrections. If a line cannot be understood, nothing is changed.

Exit status 3: some games are not in this archive; import their records and then
the corrections again.`,
		Flags:  []cli.Flag{dryRunFlag(), forcedFlag(), run.JSONFlag()},
		Action: textImport(takeCorrections),
	}
}

func takeCorrections(_ context.Context, v *archive.View, r io.Reader, o textOptions, s run.Streams) error {
	taken, err := v.TakeCorrections(r, o.meant, o.dryRun)
	if err != nil {
		return err
	}
	switch {
	case s.JSON:
		err = terminal.PrintJSON(s.Out, taken)
	case len(taken.Changes) == 0:
		_, err = fmt.Fprintf(s.Out, "nothing changed: the file says nothing new about %s\n", phrase.Games(taken.Games))
	default:
		err = printCorrections(s, &taken.Corrections)
	}
	return errors.Join(err, notInArchive(taken.Missing, "corrections"))
}
