package book

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/internal/plaintext"
)

// undoCommand takes back the last change of something that the user added: tags,
// corrections.
func undoCommand(of string, undo func(*archive.View) (what string, err error)) *cli.Command {
	return &cli.Command{
		Name:        "undo",
		Usage:       "undo the last change to " + of,
		Description: "Run it again to undo the change before that, up to 20 changes in all.",
		Action: run.Action(newUndoOptions, func(_ context.Context, o undoOptions, s run.Streams) error {
			v, done, err := run.OpenView(o.archive, s)
			if err != nil {
				return err
			}
			defer done()
			what, err := undo(v)
			if errors.Is(err, archive.ErrNothingToUndo) {
				return fmt.Errorf("there is no change to %s left to undo", of)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(s.Out, "taken back: %s\n", plaintext.Printable(what))
			return err
		}),
	}
}

type undoOptions struct{ archive string }

func newUndoOptions(c *cli.Context) (o undoOptions, err error) {
	o.archive, err = run.ArchivePath(c)
	return o, err
}
