package command

import (
	"context"
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:      "version",
		Usage:     "print the version of the program",
		UsageText: "kifudb version",
		Action:    action(noOptions, runVersion),
	}
}

func runVersion(_ context.Context, _ struct{}, s streams) error {
	_, err := fmt.Fprintf(s.out, "kifudb %s (%s, %s/%s)\n", archive.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}
