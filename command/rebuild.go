package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

func rebuildCommand() *cli.Command {
	return &cli.Command{
		Name:      "rebuild",
		Usage:     "derive everything from the records again",
		UsageText: "kifudb rebuild",
		Description: `Derives the facts, texts, keys and columns of all games again from the raw records,
and rebuilds all indexes. Do this when kifudb says that an older version wrote the
archive. Otherwise it is never needed, but always allowed.

It works in place, segment by segment, and needs free space for one segment of up
to 65,536 games. You can search meanwhile, and interrupt it at any time: the
archive stays whole. Nothing that you added is lost: numbers of games, tags and
notes stay.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: run.Action(newRebuildOptions, runRebuild),
	}
}

type rebuildOptions struct {
	archive string
}

func newRebuildOptions(c *cli.Context) (o rebuildOptions, err error) {
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runRebuild(ctx context.Context, o rebuildOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping")
	r, err := a.Rebuild(ctx, progress.Job)
	progress.Finish()
	switch {
	case errors.Is(err, context.Canceled):
		return run.Interrupted("the archive is intact; run it again")
	case err != nil:
		return fmt.Errorf("rebuilt except for unreadable parts: %w", err)
	case s.Quiet:
		return nil
	case s.JSON:
		return terminal.PrintJSON(s.Out, r)
	case r.Games == 0:
		_, err = fmt.Fprintln(s.Out, "The archive is empty and up to date.")
		return err
	}
	took := r.Took()
	_, err = fmt.Fprintf(s.Out, "%s rebuilt in %s (%s games/s)\n",
		phrase.Games(r.Games), phrase.Duration(took), phrase.Number(int(float64(r.Games)/max(took.Seconds(), 1e-9))))
	return err
}
