package command

import (
	"context"
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:      "version",
		Usage:     "print the version of the program",
		UsageText: "kifudb version",
		Action:    run.Action(run.NoOptions, runVersion),
	}
}

func runVersion(_ context.Context, _ struct{}, s run.Streams) error {
	_, err := fmt.Fprintf(s.Out, "kifudb %s (%s, %s/%s)\n", archive.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
