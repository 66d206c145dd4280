package nodes

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"kifudb/command/run"
)

// A Runner runs what only a machine among several does.
type Runner interface {
	// Node answers questions about a share of an archive until ctx ends.
	Node(ctx context.Context, o NodeOptions, s run.Streams) error
	// Demo shows nodes on this machine.
	Demo(ctx context.Context, _ struct{}, s run.Streams) error
}

// NodeProgram is the program that has all commands and runs nodes itself. The server of NATS
// and the store of the demo are only in it, so that kifudb is smaller.
const NodeProgram = "kifudb-node"

// Elsewhere has [NodeProgram] do it, with the same arguments. The program is looked for beside
// this one, then in the PATH.
type Elsewhere struct {
	Args []string // of this program, whose name is the first
}

// Node runs the command in the other program.
func (e Elsewhere) Node(ctx context.Context, _ NodeOptions, s run.Streams) error {
	return e.run(ctx, s)
}

// Demo runs the command in the other program.
func (e Elsewhere) Demo(ctx context.Context, _ struct{}, s run.Streams) error { return e.run(ctx, s) }

func (e Elsewhere) run(ctx context.Context, s run.Streams) error {
	program, err := findNodeProgram()
	if err != nil {
		return err
	}
	return replace(ctx, program, append([]string{program}, e.Args[1:]...), s)
}

func findNodeProgram() (string, error) {
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), NodeProgram)); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath(NodeProgram)
	if err != nil {
		return "", fmt.Errorf("this needs the program %s, which is neither beside this one nor in the PATH; "+
			"it is part of each release, and 'go build ./cmd/%s' makes it from the source", NodeProgram, NodeProgram)
	}
	return path, nil
}
