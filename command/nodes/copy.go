package nodes

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

// CopyCommand is the command copy.
func CopyCommand() *cli.Command {
	return &cli.Command{
		Name:      "copy",
		Usage:     "copy an archive to an object store, from one, or to another folder",
		UsageText: "kifudb copy FROM TO",
		ArgsUsage: "FROM TO",
		Description: `FROM and TO are folders or places in object stores, as --archive takes them:
s3://BUCKET/PREFIX?endpoint=https://HOST&region=NAME, or objects:FOLDER. TO must not hold an archive yet. The copy is the same archive: games keep their
numbers, every answer is the same, and it includes files that were uploaded through a page.

On a terminal, copy shows its progress, its speed and the time left.
If a copy to or from a store was interrupted or killed, run it again and it continues.
While it copies a folder, you cannot import into that folder.

Examples:
  kifudb copy games s3://club-games/archive?region=eu-central-1
  kifudb copy s3://club-games/archive?region=eu-central-1 mine`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: run.Action(newCopyOptions, runCopy),
	}
}

type copyOptions struct {
	from, to string
}

func newCopyOptions(c *cli.Context) (o copyOptions, err error) {
	if c.NArg() != 2 {
		return o, run.Usage("copy needs two places: kifudb copy FROM TO")
	}
	return copyOptions{c.Args().Get(0), c.Args().Get(1)}, nil
}

func runCopy(ctx context.Context, o copyOptions, s run.Streams) error {
	options := &archive.Options{}
	if err := run.WithObjects(options, o.from, o.to); err != nil {
		return err
	}
	progress := run.NewProgress(ctx, s, "stopping")
	defer progress.Finish()
	done, err := archive.Copy(ctx, o.from, o.to, options, progress.Job)
	progress.Finish()
	switch {
	case errors.Is(err, context.Canceled):
		return run.Interrupted("there is no archive at " + o.to + " yet; run it again to go on")
	case err != nil || s.Quiet:
		return err
	case s.JSON:
		return terminal.PrintJSON(s.Out, done)
	case done.Same:
		_, err = fmt.Fprintf(s.Out, "%s is in %s already, with %s\n", o.from, o.to, phrase.Games(done.Games))
		return err
	}
	also := ""
	if done.Uploads > 0 {
		also = " and " + phrase.Count(done.Uploads, "upload")
	}
	_, err = fmt.Fprintf(s.Out, "Archive %s: %s%s copied from %s\n", o.to, phrase.Games(done.Games), also, o.from)
	return err
}
