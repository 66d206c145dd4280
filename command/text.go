package command

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

// textExport is the command that writes as text what the user added of one kind.
func textExport(usage, usageText, description string, text func(*archive.View) ([]byte, error)) *cli.Command {
	return &cli.Command{
		Name: "export", Usage: usage, ArgsUsage: "[FILE]", UsageText: usageText, Description: description,
		Flags: []cli.Flag{forceFlag()},
		Action: func(c *cli.Context) error {
			v, done, err := openView(c)
			if err != nil {
				return err
			}
			defer done()
			b, err := text(v)
			if err != nil {
				return err
			}
			return writeText(c, b)
		},
	}
}

// writeText writes what is exported to the file that the only argument names,
// as a whole or not at all, or to standard output.
func writeText(c *cli.Context, text []byte) error {
	if c.NArg() > 1 {
		return usage("%s takes one file", c.Command.Name)
	}
	name := c.Args().First()
	if name == "-" {
		name = ""
	}
	return writeBytes(c, name, text)
}

// takeText gives the text in the file that the only argument names to an
// archive. An error says in which line of which file it is.
func takeText(c *cli.Context, take func(*archive.View, io.Reader) error) error {
	if c.NArg() != 1 {
		return usage("%s needs a file, or - for standard input", c.Command.Name)
	}
	v, done, err := openView(c)
	if err != nil {
		return err
	}
	defer done()
	name, r := c.Args().First(), c.App.Reader
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
	err = take(v, r)
	if _, ok := errors.AsType[*archive.TextError](err); ok {
		return fmt.Errorf("%s: %w", name, err)
	}
	return err
}

// notInArchive is the outcome of an import that did not find all games.
func notInArchive(missing int, what string) error {
	if missing == 0 {
		return nil
	}
	is := "are"
	if missing == 1 {
		is = "is"
	}
	return &exitError{ExitPartial, fmt.Errorf("%s %s not in this archive; import the records, then the %s again", countOf(missing), is, what)}
}
