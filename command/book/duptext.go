package book

import (
	"context"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

func dupExportCommand() *cli.Command {
	return textExport("write all decisions as text, for version control and other archives",
		`kifudb dup export > decisions.txt
kifudb --archive NEW dup import decisions.txt`,
		`A line for each decision: what was decided, and the digests of the records. In
an archive with the same records, 'kifudb dup import' makes the same decisions.`,
		(*archive.View).DecisionText)
}

func dupImportCommand() *cli.Command {
	return &cli.Command{
		Name:        "import",
		Usage:       "read decisions from the output of 'dup export'",
		ArgsUsage:   "FILE|-",
		Description: `Adds decisions to the existing ones, and replaces those that they contradict. Exit status 3: some records are not in this archive.`,
		Flags:       []cli.Flag{run.JSONFlag()},
		Action:      textImport(takeDecisions),
	}
}

func takeDecisions(ctx context.Context, v *archive.View, r io.Reader, _ textOptions, s run.Streams) error {
	taken, err := v.TakeDecisions(ctx, r)
	if err != nil {
		return err
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, taken)
	} else {
		_, err = fmt.Fprintf(s.Out, "decisions added: %s, known already: %s\n", phrase.Number(taken.Decided), phrase.Number(taken.Known))
	}
	if err != nil {
		return err
	}
	return notInArchive(taken.Missing, "decisions")
}
