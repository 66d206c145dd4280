package command

import (
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"kifudb/durable"
)

// forceFlag is of every command that writes a file which the user names.
func forceFlag() cli.Flag {
	return &cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "replace a file that exists"}
}

// outputFlag names the file that a command writes instead of standard output.
func outputFlag() cli.Flag {
	return &cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE` instead of standard output"}
}

// writeFile writes a file that the user named, and returns its size. It gets
// its name when it is whole and on the disk; one that is there is replaced only
// with --force.
func writeFile(c *cli.Context, name string, write func(io.Writer) error) (int64, error) {
	size, err := durable.Files{}.Write(name, c.Bool("force"), write)
	if errors.Is(err, durable.ErrExists) {
		return 0, fmt.Errorf("%w; --force replaces it", err)
	}
	return size, err
}

// writeBytes writes to the file that a name says, or to standard output for "".
func writeBytes(c *cli.Context, name string, data []byte) error {
	write := func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	}
	if name == "" {
		return write(c.App.Writer)
	}
	_, err := writeFile(c, name, write)
	return err
}
