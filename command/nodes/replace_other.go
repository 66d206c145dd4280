//go:build !unix

package nodes

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"

	"kifudb/command/run"
)

// replace runs another program and ends with its exit status.
func replace(ctx context.Context, program string, args []string, _ run.Streams) error {
	c := exec.CommandContext(ctx, program, args[1:]...)
	c.Stdin, c.Stdout, c.Stderr = os.Stdin, os.Stdout, os.Stderr
	c.Cancel = func() error { return nil } // an interruption reaches it, too
	err := c.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(exit.ExitCode()) // it has said why
	case err != nil:
		return fmt.Errorf("%s does not start: %w", program, err)
	}
	return nil
}
