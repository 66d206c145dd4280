package command

import (
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
		Action: func(c *cli.Context) error {
			_, err := fmt.Fprintf(c.App.Writer, "kifudb %s (%s, %s/%s)\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

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
