package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"kifudb/archive"
	"kifudb/command/run"
	"kifudb/command/terminal"
)

func versionCommand() *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of the program, and from what it was built",
		UsageText: `kifudb version
kifudb version --json`,
		Description: "The first line has the version, the second the commit and its date, Go and the system.",
		Flags:       []cli.Flag{run.JSONFlag()},
		Action:      run.Action(run.NoOptions, runVersion),
	}
}

func runVersion(_ context.Context, _ struct{}, s run.Streams) error {
	build := archive.ThisBuild()
	if s.JSON {
		return terminal.PrintJSON(s.Out, build)
	}
	_, err := fmt.Fprint(s.Out, versionText(build))
	return err
}

// versionText is what people read of a build.
func versionText(b archive.Build) string {
	var parts []string
	if b.Commit != "" {
		commit := "commit " + b.Commit
		if b.Modified {
			commit += " with changes"
		}
		parts = append(parts, commit)
	}
	if b.Date != "" {
		parts = append(parts, b.Date)
	}
	parts = append(parts, b.Go, b.System)
	return fmt.Sprintf("kifudb %s\n%s\n", b.Version, strings.Join(parts, ", "))
}
