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

func savedExportCommand() *cli.Command {
	return textExport("write all saved searches as text, for version control and other archives",
		`kifudb saved export > searches.txt
kifudb --archive NEW saved import searches.txt`,
		`A line for each search: its name and its query.`,
		(*archive.View).SavedText)
}

func savedImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read saved searches from the output of 'saved export'",
		ArgsUsage: "FILE|-",
		Description: `Every game that an imported search finds is new until you look at it. If a search
of the same name with another query exists, nothing is imported, unless --replace
is given.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "replace", Usage: "replace searches of the same names"},
			run.JSONFlag(),
		},
		Action: textImport(takeSaved),
	}
}

func takeSaved(_ context.Context, v *archive.View, r io.Reader, o textOptions, s run.Streams) error {
	taken, err := v.TakeSaved(r, o.replace)
	if err != nil {
		return err
	}
	if s.JSON {
		return terminal.PrintJSON(s.Out, taken)
	}
	_, err = fmt.Fprintf(s.Out, "searches saved: %s, known already: %s\n", phrase.Number(taken.Saved), phrase.Number(taken.Known))
	return err
}
