package command

import (
	"errors"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/indexer"
)

func rebuildCommand() *cli.Command {
	return &cli.Command{
		Name:      "rebuild",
		Usage:     "make everything but the records anew, also of an older archive",
		UsageText: "kifudb rebuild",
		Description: `Derives facts, texts, keys and columns of all games again from the raw records
and builds all indexes anew. That is wanted when an older version of the
program wrote the archive: then it is refused until this is done. Otherwise it
is never needed, but always allowed.

It works in place, segment by segment, and needs room for one more of up to
65,536 games. Searches go on meanwhile. It can be interrupted at any time: the
archive is whole, and run again it goes on with what is older. Nothing is lost
that the user has added: numbers of games, tags and notes stay.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: runRebuild,
	}
}

func runRebuild(c *cli.Context) error {
	db, err := openOutdated(c)
	if err != nil {
		return err
	}
	defer db.Close()
	start := time.Now()
	games := 0
	report, done := gameProgress(c.App.ErrWriter, c.Bool("quiet"))
	err = db.Rebuild(c.Context, indexer.Derive, func(done, total int) {
		games = total
		report(done, total)
	})
	done()
	switch {
	case err != nil && c.Context.Err() != nil:
		return errors.New("interrupted: the archive is whole; run it again to go on")
	case err != nil:
		return fmt.Errorf("what could be read is rebuilt: %w", err)
	case c.Bool("quiet"):
		return nil
	}
	took := time.Since(start)
	if c.Bool("json") {
		return printJSON(c.App.Writer, map[string]any{"archive": db.Dir(), "games": games, "seconds": took.Seconds()})
	}
	if games == 0 {
		_, err = fmt.Fprintln(c.App.Writer, "The archive is empty and up to date.")
		return err
	}
	_, err = fmt.Fprintf(c.App.Writer, "%s games rebuilt in %s (%s games/s)\n",
		number(games), roundDuration(took), number(int(float64(games)/max(took.Seconds(), 1e-9))))
	return err
}
