package book

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
	"kifudb/command/run"
)

// textExport is the command that writes as text what the user added of one kind.
func textExport(usage, usageText, description string, text func(*archive.View) ([]byte, error)) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: usage, ArgsUsage: "[FILE]", UsageText: usageText, Description: description,
		Flags: []cli.Flag{run.ForceFlag()},
		Action: run.Action(newTextExportOptions, func(_ context.Context, o textOptions, s run.Streams) error {
			v, done, err := run.OpenView(o.archive, s)
			if err != nil {
				return err
			}
			defer done()
			b, err := text(v)
			if err != nil {
				return err
			}
			return o.output.Bytes(s, b)
		}),
	}
}

// textOptions name a text that the user's own things are written to or read from.
type textOptions struct {
	archive string
	input   string // a file, - for standard input
	output  run.Output
	replace bool
	dryRun  bool // where it can be tried
	meant   bool // values that are not understood, too
}

func newTextExportOptions(c *cli.Context) (o textOptions, err error) {
	if c.NArg() > 1 {
		return o, run.Usage("%s takes one file", c.Command.Name)
	}
	o.output = run.Output{Name: c.Args().First(), Force: c.Bool("force")}
	if o.output.Name == "-" {
		o.output.Name = ""
	}
	o.archive, err = run.ArchivePath(c)
	return o, err
}

func newTextImportOptions(c *cli.Context) (o textOptions, err error) {
	if c.NArg() != 1 {
		return o, run.Usage("%s needs a file, or - for standard input", c.Command.Name)
	}
	o.input, o.replace = c.Args().First(), c.Bool("replace")
	o.dryRun, o.meant = c.Bool("dry-run"), c.Bool("force")
	o.archive, err = run.ArchivePath(c)
	return o, err
}

// textImport is the action of a command that gives a text to an archive. An error
// says in which line of which file it is.
func textImport(take func(context.Context, *archive.View, io.Reader, textOptions, run.Streams) error) cli.ActionFunc {
	return run.Action(newTextImportOptions, func(ctx context.Context, o textOptions, s run.Streams) error {
		v, done, err := run.OpenView(o.archive, s)
		if err != nil {
			return err
		}
		defer done()
		name, r := o.input, s.In
		if name == "-" {
			name = "standard input"
		} else {
			f, err := os.Open(name)
			if err != nil {
				return err
			}
			defer f.Close()
			r = f
		}
		err = take(ctx, v, r, o, s)
		if _, ok := errors.AsType[*archive.TextError](err); ok {
			return fmt.Errorf("%s: %w", name, err)
		}
		return err
	})
}

// notInArchive is the outcome of an import that did not find all games.
func notInArchive(missing int, what string) error {
	if missing == 0 {
		return nil
	}
	return &run.Error{Status: run.ExitPartial, Err: fmt.Errorf("%s not in this archive; import the records, then the %s again", phrase.GamesAre(missing), what)}
}
