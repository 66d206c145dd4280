package command

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/urfave/cli/v2"

	"kifudb/command/terminal"
)

// streams are what a command reads and writes, and for whom.
type streams struct {
	in    io.Reader
	out   io.Writer // only what was asked for
	err   io.Writer // progress, notices and errors
	json  bool      // programs read out
	quiet bool      // neither progress nor a summary is wanted

	late *error // what closing has met; nil if nobody asks for it

	nodes nodeChoice // who searches

	began time.Time // when the command began: opening, counting and printing are in the times that are printed
}

func streamsOf(c *cli.Context) streams {
	return streams{
		in: c.App.Reader, out: c.App.Writer, err: c.App.ErrWriter,
		json: c.Bool("json"), quiet: c.Bool("quiet"),
		late:  new(error),
		nodes: nodesOf(c),
		began: time.Now(),
	}
}

// terminal reports whether a person looks at what is printed.
func (s streams) terminal() bool { return terminal.IsTerminal(s.out) }

// action makes a command of two functions: one reads its options from flags and
// arguments and says what is wrong with them, the other does what they say and
// knows nothing of flags.
func action[O any](options func(*cli.Context) (O, error), run func(context.Context, O, streams) error) cli.ActionFunc {
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
		s := streamsOf(c)
		return cmp.Or(run(c.Context, o, s), *s.late)
	}
}

// fail makes the command fail if it does not anyhow.
func (s streams) fail(err error) {
	if s.late != nil && err != nil {
		*s.late = err
	}
}
