package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/terminal"
)

// undoCommand takes back the last change of something that the user added: tags,
// corrections.
func undoCommand(of string, undo func(*archive.View) (what string, err error)) *cli.Command {
	return &cli.Command{
		Name:        "undo",
		Usage:       "undo the last change to " + of,
		Description: "Run it again to undo the change before that, up to 20 changes in all.",
		Action: action(newUndoOptions, func(_ context.Context, o undoOptions, s streams) error {
			v, done, err := openView(o.archive, s)
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
			_, err = fmt.Fprintf(s.out, "taken back: %s\n", terminal.Printable(what))
			return err
		}),
	}
}

type undoOptions struct{ archive string }

func newUndoOptions(c *cli.Context) (o undoOptions, err error) {
	o.archive, err = archivePath(c)
	return o, err
}
