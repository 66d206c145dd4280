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

func tagExportCommand() *cli.Command {
	return textExport("write all tags as text, for version control and other archives",
		`kifudb tag export > tags.txt
kifudb --archive NEW tag import tags.txt`,
		`A line for each game: the digest of its record, and its tags. The same tags
give the same text. In an archive with the same records, 'kifudb tag import'
puts them on the same games.`,
		(*archive.View).TagText)
}

func tagImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read tags from the output of 'tag export'",
		ArgsUsage: "FILE|-",
		Description: `Tags are added to those that the games already have. Exit status 3: some games are not
in this archive; import their records and then the tags again.`,
		Flags:  []cli.Flag{run.JSONFlag()},
		Action: textImport(takeTags),
	}
}

func takeTags(_ context.Context, v *archive.View, r io.Reader, _ textOptions, s run.Streams) error {
	taken, err := v.TakeTags(r)
	if err != nil {
		return err
	}
	if s.JSON {
		err = terminal.PrintJSON(s.Out, taken)
	} else {
		_, err = fmt.Fprintf(s.Out, "%s found; tags put on them: %s\n", phrase.Games(taken.Games), phrase.Number(taken.Added))
	}
	return errors.Join(err, notInArchive(taken.Missing, "tags"))
}
