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

func compactCommand() *cli.Command {
	return &cli.Command{
		Name:      "compact",
		Usage:     "delete removed games for good and reclaim their space",
		UsageText: "kifudb compact",
		Description: `Rewrites the parts of the archive from which games were removed, without their
records and everything derived from them. After that, 'kifudb remove --undo'
cannot bring them back. Small segments are merged, too.

You can interrupt it at any time, and search meanwhile.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: run.Action(newCompactOptions, runCompact),
	}
}

type compactOptions struct {
	archive string
}

func newCompactOptions(c *cli.Context) (o compactOptions, err error) {
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runCompact(ctx context.Context, o compactOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping")
	done, err := a.Compact(ctx, progress.Job)
	progress.Finish()
	switch {
	case errors.Is(err, context.Canceled):
		return run.Interrupted("the archive is intact; run it again to continue")
	case err != nil || s.Quiet:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, done)
	}
	deleted := "no games were removed"
	if done.Deleted > 0 {
		deleted = phrase.Games(done.Deleted) + " deleted for good"
	}
	if done.Bytes < done.BytesBefore {
		_, err = fmt.Fprintf(s.Out, "%s; %s bytes freed, %s left\n", deleted, phrase.Number(int(done.BytesBefore-done.Bytes)), phrase.Number(int(done.Bytes)))
		return err
	}
	_, err = fmt.Fprintf(s.Out, "%s; the archive has %s bytes\n", deleted, phrase.Number(int(done.Bytes)))
	return err
}
