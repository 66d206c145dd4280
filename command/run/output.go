package run

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

// Output is where a command writes what is asked for.
type Output struct {
	Name  string // of a file, "" for standard output
	Force bool   // replace a file that is there
}

// ChosenOutput is what OutputFlag and ForceFlag say.
func ChosenOutput(c *cli.Context) Output {
	o := Output{c.String("o"), c.Bool("force")}
	if o.Name == "-" {
		o.Name = ""
	}
	return o
}

// Write writes to standard output, or to the file: that gets its name when it is
// whole and on the disk.
func (o Output) Write(s Streams, write func(io.Writer) error) error {
	if o.Name == "" {
		return write(s.Out)
	}
	if IsFolder(o.Name) {
		return Usage("%s is a folder; name a file in it", strings.TrimRight(o.Name, `\/`))
	}
	_, err := archive.WriteFile(o.Name, o.Force, write)
	if errors.Is(err, archive.ErrExists) {
		return fmt.Errorf("%w; --force replaces it", err)
	}
	return err
}

// IsFolder reports whether a name is that of a folder: one that is there, or by its
// last character.
func IsFolder(name string) bool {
	if strings.HasSuffix(name, "/") || os.IsPathSeparator(name[len(name)-1]) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Bytes writes some bytes.
func (o Output) Bytes(s Streams, data []byte) error {
	return o.Write(s, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
