//go:build unix

package nodes

import (
	"context"
	"fmt"
	"os"
	"syscall"

	"kifudb/command/run"
)

// replace makes this process one of another program, so that signals reach it.
func replace(_ context.Context, program string, args []string, _ run.Streams) error {
	return fmt.Errorf("%s does not start: %w", program, syscall.Exec(program, args, os.Environ()))
}
