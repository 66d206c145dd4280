package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/terminal"
)

func copyCommand() *cli.Command {
	return &cli.Command{
		Name:      "copy",
		Usage:     "copy an archive to an object store, from one, or to another folder",
		UsageText: "kifudb copy FROM TO",
		ArgsUsage: "FROM TO",
		Description: `FROM and TO are folders or places in object stores, as --archive takes them:
s3://BUCKET/PREFIX?endpoint=https://HOST&region=NAME, or objects:FOLDER. There
must not be an archive at TO yet. The copy is the same archive: games keep their
numbers, every answer is the same, and files that were uploaded through a page come with it.

On a terminal it says how much is there, how fast it is and how long it will take.
If it is interrupted or killed, to or from a store, run it again: it goes on where it
has ended. While a folder is copied, nothing can be imported into it.

Examples:
  kifudb copy games s3://club-games/archive?region=eu-central-1
  kifudb copy s3://club-games/archive?region=eu-central-1 mine`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
			&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "print nothing"},
		},
		Action: action(newCopyOptions, runCopy),
	}
}

type copyOptions struct {
	from, to string
}

func newCopyOptions(c *cli.Context) (o copyOptions, err error) {
	if c.NArg() != 2 {
		return o, usage("copy needs two places: kifudb copy FROM TO")
	}
	return copyOptions{c.Args().Get(0), c.Args().Get(1)}, nil
}

func runCopy(ctx context.Context, o copyOptions, s streams) error {
	options := &archive.Options{}
	if err := withObjects(options, o.from, o.to); err != nil {
		return err
	}
	progress := newProgress(ctx, s, "stopping")
	defer progress.finish()
	done, err := archive.Copy(ctx, o.from, o.to, options, progress.job)
	progress.finish()
	switch {
	case errors.Is(err, context.Canceled):
		return interrupted("there is no archive at " + o.to + " yet; run it again to go on")
	case err != nil || s.quiet:
		return err
	case s.json:
		return terminal.PrintJSON(s.out, done)
	case done.Same:
		_, err = fmt.Fprintf(s.out, "%s is in %s already, with %s\n", o.from, o.to, phrase.Games(done.Games))
		return err
	}
	also := ""
	if done.Uploads > 0 {
		also = " and " + phrase.Count(done.Uploads, "upload")
	}
	_, err = fmt.Fprintf(s.out, "Archive %s: %s%s copied from %s\n", o.to, phrase.Games(done.Games), also, o.from)
	return err
}
