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

func noteExportCommand() *cli.Command {
	return textExport("write all notes as text, for version control and other archives", "", "", (*archive.View).NoteText)
}

func noteImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read notes from the output of 'note export'",
		ArgsUsage: "FILE|-",
		Description: `Of two notes on the same game or position, the one that was changed last stays.
Exit status 3: some games are not in this archive; import their records and then
the notes again.`,
		Flags:  []cli.Flag{run.JSONFlag()},
		Action: textImport(takeNotes),
	}
}

func takeNotes(_ context.Context, v *archive.View, r io.Reader, _ textOptions, s run.Streams) error {
	taken, err := v.TakeNotes(r)
	if err != nil {
		return err
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, taken)
	} else {
		_, err = fmt.Fprintf(s.Out, "%s written; already there: %s; newer here, and kept: %s\n", phrase.Count(taken.Written, "note"), phrase.Number(taken.Same), phrase.Number(taken.Newer))
	}
	return errors.Join(err, notInArchive(taken.Missing, "notes"))
}
