package command

import (
	"context"
	"fmt"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
	"kifudb/command/table"
	"kifudb/command/terminal"
)

func importsAcceptCommand() *cli.Command {
	return &cli.Command{
		Name:      "accept",
		Usage:     "accept that files cannot be read, so that imports no longer report them",
		ArgsUsage: "[FILE...]",
		UsageText: `kifudb imports accept broken.zip old/        files, or all that failed in a folder or container
kifudb imports accept 'a.zip!/b.kif'         one member, as 'imports show --failed' names it
kifudb imports accept                        list what is accepted
kifudb imports accept --undo broken.zip      report it again`,
		Description: `An import that meets a file it cannot read ends with status 3, and so does the
next one, though the file has not changed. Files that you accept no longer count,
until their size or time changes.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "undo", Usage: "take it back"},
			&cli.BoolFlag{Name: "json", Usage: "print JSON, an object a line"},
		},
		Action: run.Action(newImportsAcceptOptions, runImportsAccept),
	}
}

type importsAcceptOptions struct {
	archive string
	files   []string
	undo    bool
}

func newImportsAcceptOptions(c *cli.Context) (o importsAcceptOptions, err error) {
	o.files, o.undo = c.Args().Slice(), c.Bool("undo")
	if o.undo && len(o.files) == 0 {
		return o, run.Usage("--undo needs files")
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func runImportsAccept(_ context.Context, o importsAcceptOptions, s run.Streams) error {
	a, err := run.OpenArchive(o.archive, nil)
	if err != nil {
		return err
	}
	defer a.Close()
	var files []archive.AcceptedFile
	var done string
	switch {
	case o.undo:
		files, err = a.UnacceptFiles(o.files)
		done = "asked about again"
	case len(o.files) > 0:
		files, err = a.AcceptFiles(o.files)
		done = "accepted"
	default:
		files, err = a.AcceptedFiles()
	}
	switch {
	case archive.KindOf(err) == archive.KindUsage && o.undo:
		return fmt.Errorf("%w; 'kifudb imports accept' lists the accepted files", err)
	case archive.KindOf(err) == archive.KindUsage:
		return fmt.Errorf("%w; 'kifudb imports show --failed' lists the failed files", err)
	case err != nil:
		return err
	}
	if s.JSON {
		for i := range files {
			if err := terminal.PrintJSONLine(s.Out, files[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if done != "" {
		_, err := fmt.Fprintf(s.Out, "%s %s\n", phrase.Count(len(files), "file"), done)
		return err
	}
	t := table.New("file", "accepted", "reason")
	t.Shorten(table.Paths, 0)
	t.Whole(1)
	for i := range files {
		t.Row(phrase.NearFile(files[i].Path), files[i].When.Local().Format(time.DateTime), files[i].Reason)
	}
	return t.Print(s.Out)
}
