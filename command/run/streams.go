package run

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/command/terminal"
)

// Streams are what a command reads and writes, and for whom.
type Streams struct {
	In    io.Reader
	Out   io.Writer // only what was asked for
	Err   io.Writer // progress, notices and errors
	JSON  bool      // programs read out
	Quiet bool      // neither progress nor a summary is wanted

	late *error // what closing has met; nil if nobody asks for it

	Nodes NodeChoice // who searches

	Began time.Time // when the command began: opening, counting and printing are in the times that are printed
}

// StreamsOf returns the streams of a command.
func StreamsOf(c *cli.Context) Streams {
	return Streams{
		In: c.App.Reader, Out: c.App.Writer, Err: c.App.ErrWriter,
		JSON: c.Bool("json"), Quiet: c.Bool("quiet"),
		late:  new(error),
		Nodes: NodesOf(c),
		Began: time.Now(),
	}
}

// Terminal reports whether a person looks at what is printed.
func (s Streams) Terminal() bool { return terminal.IsTerminal(s.Out) }

// Action makes a command of two functions: one reads its options from flags and
// arguments and says what is wrong with them, the other does what they say and
// knows nothing of flags.
func Action[O any](options func(*cli.Context) (O, error), run func(context.Context, O, Streams) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		if out, ok := c.App.Writer.(*terminal.Stream); ok {
			if err := setUp(c, out.Screen); err != nil {
				return err
			}
		}
		o, err := options(c)
		if err != nil {
			return err
		}
		s := StreamsOf(c)
		return cmp.Or(run(c.Context, o, s), *s.late)
	}
}

// fail makes the command fail if it does not anyhow.
func (s Streams) fail(err error) {
	if s.late != nil && err != nil {
		*s.late = err
	}
}
