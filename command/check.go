package command

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
)

func checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "derive everything again from the raw records and compare",
		UsageText: `kifudb check              say what is wrong, or that nothing is`,
		Description: `Reads every record, derives its facts, texts, keys and columns again and
compares them with what is stored and indexed; checks the checksums of all
files. Faults go to standard output, one a line.

Exit status 3: faults were found.`,
		Action: func(c *cli.Context) error {
			db, err := openArchive(c)
			if err != nil {
				return err
			}
			defer db.Close()
			faults := 0
			for fault := range db.Check(c.Context, indexer.Derive) {
				if c.Context.Err() != nil {
					return c.Context.Err()
				}
				faults++
				fmt.Fprintln(c.App.Writer, fault)
			}
			if faults > 0 {
				return &exitError{ExitPartial, fmt.Errorf("check: %s faults found", number(faults))}
			}
			games, err := gamesIn(db)
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s games checked: records, facts, texts and indexes agree\n", number(games))
			return err
		},
	}
}
