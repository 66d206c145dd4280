package command

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

// output is where a command writes what is asked for.
type output struct {
	name  string // of a file, "" for standard output
	force bool   // replace a file that is there
}

// chosenOutput is what outputFlag and forceFlag say.
func chosenOutput(c *cli.Context) output {
	o := output{c.String("o"), c.Bool("force")}
	if o.name == "-" {
		o.name = ""
	}
	return o
}

// write writes to standard output, or to the file: that gets its name when it is
// whole and on the disk.
func (o output) write(s streams, write func(io.Writer) error) error {
	if o.name == "" {
		return write(s.out)
	}
	if isFolder(o.name) {
		return usage("%s is a folder; name a file in it", strings.TrimRight(o.name, `\/`))
	}
	_, err := archive.WriteFile(o.name, o.force, write)
	if errors.Is(err, archive.ErrExists) {
		return fmt.Errorf("%w; --force replaces it", err)
	}
	return err
}

// isFolder reports whether a name is that of a folder: one that is there, or by its
// last character.
func isFolder(name string) bool {
	if strings.HasSuffix(name, "/") || os.IsPathSeparator(name[len(name)-1]) {
		return true
	}
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// bytes writes some bytes.
func (o output) bytes(s streams, data []byte) error {
	return o.write(s, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}
