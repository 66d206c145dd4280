package command

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"
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
	_, err := fmt.Fprintf(s.out, "kifudb %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// noOptions is for commands that take none.
func noOptions(*cli.Context) (struct{}, error) { return struct{}{}, nil }

// version is the module's version, or the commit a development build is of.
func version() string {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown version)"
	}
	if v := build.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, setting := range build.Settings {
		if setting.Key == "vcs.revision" && len(setting.Value) >= 12 {
			return "commit " + setting.Value[:12]
		}
	}
	return "(development build)"
}
