package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/command/phrase"
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
		Action: action(newCompactOptions, runCompact),
	}
}

type compactOptions struct {
	archive string
}

func newCompactOptions(c *cli.Context) (o compactOptions, err error) {
	o.archive, err = archivePath(c)
	return o, err
}

func runCompact(ctx context.Context, o compactOptions, s streams) error {
	a, err := openArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	progress := newProgress(ctx, s, "stopping")
	done, err := a.Compact(ctx, progress.job)
	progress.finish()
	switch {
	case errors.Is(err, context.Canceled):
		return interrupted("the archive is intact; run it again to continue")
	case err != nil || s.quiet:
		return err
	case s.json:
		return terminal.PrintJSON(s.out, done)
	}
	deleted := "no games were removed"
	if done.Deleted > 0 {
		deleted = phrase.Games(done.Deleted) + " deleted for good"
	}
	if done.Bytes < done.BytesBefore {
		_, err = fmt.Fprintf(s.out, "%s; %s bytes freed, %s left\n", deleted, phrase.Number(int(done.BytesBefore-done.Bytes)), phrase.Number(int(done.Bytes)))
		return err
	}
	_, err = fmt.Fprintf(s.out, "%s; the archive has %s bytes\n", deleted, phrase.Number(int(done.Bytes)))
	return err
}
