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
	case err != nil:
		return err
	case s.Quiet:
		return leftBeside(done)
	case s.JSON:
		return errors.Join(terminal.PrintJSON(s.Out, done), leftBeside(done))
	case done.Same:
		_, err = fmt.Fprintf(s.Out, "%s is in %s already, with %s\n", o.from, o.to, phrase.Games(done.Games))
		return errors.Join(err, leftBeside(done))
	}
	also := ""
	if done.Uploads > 0 {
		also = " and " + phrase.Count(done.Uploads, "upload")
	}
	_, err = fmt.Fprintf(s.Out, "Archive %s: %s%s copied from %s\n", o.to, phrase.Games(done.Games), also, o.from)
	return errors.Join(err, leftBeside(done))
}

// leftBeside says what a copy does not have.
func leftBeside(done *archive.Copied) error {
	if done.Evaluated == 0 {
		return nil
	}
	return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("evaluations beside %s were not copied: object stores do not hold them; 'kifudb evaluations export' writes them", phrase.Records(done.Evaluated))}
}
