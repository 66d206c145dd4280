package command

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"kifudb/command/nodes"
	"kifudb/command/run"
	"kifudb/store"
)

// A command that finds its archive replaced under its hands begins anew, unless
// it has printed or read something by then.
func TestStaleBeginsAnew(t *testing.T) {
	for name, test := range map[string]struct {
		stale  int // times
		before func(*cli.Context)
		tries  int
		status int
	}{
		"once":      {1, func(*cli.Context) {}, 2, run.ExitOK},
		"always":    {1 << 30, func(*cli.Context) {}, maxTries, run.ExitFailed},
		"printed":   {1, func(c *cli.Context) { fmt.Fprint(c.App.Writer, "x") }, 1, run.ExitFailed},
		"read":      {1, func(c *cli.Context) { _, _ = c.App.Reader.Read(make([]byte, 1)) }, 1, run.ExitFailed},
		"never was": {0, func(*cli.Context) {}, 1, run.ExitOK},
	} {
		tries := 0
		action := func(c *cli.Context) error {
			tries++
			test.before(c)
			if tries <= test.stale {
				return fmt.Errorf("names: %w", store.ErrStale)
			}
			return nil
		}
		var out, errs bytes.Buffer
		status := mainWith(nodes.Elsewhere{}, []string{"kifudb", "try"}, strings.NewReader("input"), &out, &errs, func(app *cli.App) {
			app.Commands = append(app.Commands, &cli.Command{Name: "try", Action: action})
		})
		if status != test.status || tries != test.tries {
			t.Errorf("%s: status %d after %d tries, want %d after %d: %s", name, status, tries, test.status, test.tries, &errs)
		}
	}
}
