package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
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

You can interrupt it at any time, and search meanwhile.

Exit status: 3 if files of deleted games could not be deleted.`,
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
	done, said, err := runJob(ctx, o.archive, s, (*archive.Archive).Compact)
	if err == nil && !said {
		err = printCompacted(done, s)
	}
	if err != nil || done.Left == 0 {
		return err
	}
	fmt.Fprintf(s.Err, "kifudb: %s with deleted games could not be deleted, perhaps as another program has the files open; run it again later\n", phrase.Count(done.Left, "old segment"))
	return &run.Error{Status: run.ExitPartial}
}

func printCompacted(done *archive.Compacted, s run.Streams) (err error) {
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

// runJob runs a job on an archive that shows its progress and can be interrupted. It reports whether it has
// printed all that is wanted of the result: with --json and --quiet.
func runJob[R any](ctx context.Context, dir string, s run.Streams, job func(*archive.Archive, context.Context, func(archive.JobProgress)) (R, error)) (result R, said bool, err error) {
	a, err := run.OpenArchive(dir, nil)
	if err != nil {
		return result, false, err
	}
	defer a.Close()
	progress := run.NewProgress(ctx, s, "stopping")
	result, err = job(a, ctx, progress.Job)
	progress.Finish()
	switch {
	case errors.Is(err, context.Canceled):
		return result, false, run.Interrupted("the archive is intact; run it again to continue")
	case err != nil || s.Quiet:
		return result, true, err
	case s.JSON:
		return result, true, terminal.PrintJSON(s.Out, result)
	}
	return result, false, nil
}
