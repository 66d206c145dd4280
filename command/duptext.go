package command

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

func dupExportCommand() *cli.Command {
	return textExport("write all decisions as text, for version control and other archives",
		`kifudb dup export > decisions.txt
kifudb --archive NEW dup import decisions.txt`,
		`A line for each decision: what was decided, and the digests of the records. In
an archive with the same records, 'kifudb dup import' decides the same.`,
		(*archive.View).DecisionText)
}

func dupImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "decide what a text says that 'dup export' wrote",
		ArgsUsage: "FILE|-",
		Description: `Decisions are added to those that there are, and take the place of any that say
the opposite. Exit status 3: some records are not in this archive.`,
		Flags: []cli.Flag{jsonFlag()},
		Action: func(c *cli.Context) error {
			return takeText(c, func(v *archive.View, r io.Reader) error {
				taken, err := v.TakeDecisions(c.Context, r)
				if err != nil {
					return err
				}
				if c.Bool("json") {
					err = printJSON(c.App.Writer, taken)
				} else {
					_, err = fmt.Fprintf(c.App.Writer, "decisions taken: %s, known already: %s\n", number(taken.Decided), number(taken.Known))
				}
				if err != nil {
					return err
				}
				return notInArchive(taken.Missing, "decisions")
			})
		},
	}
}
