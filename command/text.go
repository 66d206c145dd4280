package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/phrase"
)

// textExport is the command that writes as text what the user added of one kind.
func textExport(usage, usageText, description string, text func(*archive.View) ([]byte, error)) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: usage, ArgsUsage: "[FILE]", UsageText: usageText, Description: description,
		Flags: []cli.Flag{forceFlag()},
		Action: action(newTextExportOptions, func(_ context.Context, o textOptions, s streams) error {
			v, done, err := openView(o.archive, s)
			if err != nil {
				return err
			}
			defer done()
			b, err := text(v)
			if err != nil {
				return err
			}
			return o.output.bytes(s, b)
		}),
	}
}

// textOptions name a text that the user's own things are written to or read from.
type textOptions struct {
	archive string
	input   string // a file, - for standard input
	output  output
	replace bool
	dryRun  bool // where it can be tried
	meant   bool // values that are not understood, too
}

func newTextExportOptions(c *cli.Context) (o textOptions, err error) {
	if c.NArg() > 1 {
		return o, usage("%s takes one file", c.Command.Name)
	}
	o.output = output{c.Args().First(), c.Bool("force")}
	if o.output.name == "-" {
		o.output.name = ""
	}
	o.archive, err = archivePath(c)
	return o, err
}

func newTextImportOptions(c *cli.Context) (o textOptions, err error) {
	if c.NArg() != 1 {
		return o, usage("%s needs a file, or - for standard input", c.Command.Name)
	}
	o.input, o.replace = c.Args().First(), c.Bool("replace")
	o.dryRun, o.meant = c.Bool("dry-run"), c.Bool("force")
	o.archive, err = archivePath(c)
	return o, err
}

// textImport is the action of a command that gives a text to an archive. An error
// says in which line of which file it is.
func textImport(take func(context.Context, *archive.View, io.Reader, textOptions, streams) error) cli.ActionFunc {
	return action(newTextImportOptions, func(ctx context.Context, o textOptions, s streams) error {
		v, done, err := openView(o.archive, s)
		if err != nil {
			return err
		}
		defer done()
		name, r := o.input, s.in
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
	return &exitError{ExitPartial, fmt.Errorf("%s not in this archive; import the records, then the %s again", phrase.GamesAre(missing), what)}
}
