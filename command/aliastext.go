package command

import (
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/alias"
)

func aliasImportCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "read aliases from a text file",
		ArgsUsage: "FILE",
		UsageText: `kifudb alias import players.txt
kifudb alias import --event events.csv
kifudb alias import -                 standard input`,
		Description: `One player, or event, on each line, in UTF-8. Spellings are divided by tabs, or by
" = " where there is no tab; the first is the preferred one. Lines that begin with
# are left out. A file whose name ends in .csv has a row for each, a column for
each spelling, and no headings.

  Cho Chikun = 趙治勲 = 조치훈
  Lee Changho = Yi Ch'ang-ho = 이창호

Lines go together with what is known; the same import can be repeated. A line
whose names belong to different players already is left out and named, and the
exit status is 3. The whole import is one change for 'kifudb alias undo'.`,
		Flags: []cli.Flag{eventFlag(), jsonFlag()},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage("alias import needs one file, or - for standard input")
			}
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			name := c.Args().First()
			in := c.App.Reader
			if name != "-" {
				f, err := os.Open(name)
				if err != nil {
					return err
				}
				defer f.Close()
				in = f
			}
			read := alias.ReadText
			if strings.HasSuffix(strings.ToLower(name), ".csv") {
				read = alias.ReadCSV
			}
			lines, err := read(in)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			var added int
			var faults []alias.Fault
			err = db.ChangeAliases(aliasKind(c), commandLine(c), func(t *alias.Table) error {
				added, faults = t.AddLines(lines)
				return nil
			})
			if err != nil {
				return err
			}
			for _, f := range faults {
				fmt.Fprintf(c.App.ErrWriter, "kifudb: %s: line %d is left out: %s\n", printable(name), f.Line, printable(f.Err.Error()))
			}
			if c.Bool("json") {
				err = printJSON(c.App.Writer, map[string]any{"lines": len(lines), "added": added, "leftOut": len(faults)})
			} else {
				_, err = fmt.Fprintf(c.App.Writer, "%s, %s added, %s left out\n", countWord(len(lines), "line"), countWord(added, "name"), countWord(len(faults), "line"))
			}
			if err == nil && len(faults) > 0 {
				err = &exitError{status: ExitPartial}
			}
			return err
		},
	}
}

// countWord is a number of things of which the plural is regular.
func countWord(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return number(n) + " " + thing + "s"
}

func aliasExportCommand() *cli.Command {
	return &cli.Command{
		Name:        "export",
		Usage:       "write the aliases as text",
		UsageText:   `kifudb alias export > players.txt`,
		Description: "The text is what 'kifudb alias import' reads, in the same order every time.",
		Flags:       []cli.Flag{eventFlag()},
		Action: func(c *cli.Context) error {
			db, _, done, err := openUser(c)
			if err != nil {
				return err
			}
			defer done()
			table, err := db.Aliases(aliasKind(c))
			if err != nil {
				return err
			}
			return alias.WriteText(c.App.Writer, table)
		},
	}
}
