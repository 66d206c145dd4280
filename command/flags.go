package command

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// archiveFlag is the flag of the program, which stands before its commands.
func archiveFlag() cli.Flag {
	return &cli.StringSliceFlag{
		Name:  "archive",
		Usage: "use the archive in `FOLDER`, otherwise that of the variable " + archiveVariable + "; may be given more than once, to ask several archives together",
		// Shown in help instead of a path that differs from user to user.
		DefaultText: "a folder named kifudb where the system keeps a user's data",
	}
}

// archiveFlagOf is the same flag of a command.
func archiveFlagOf(command string) cli.Flag {
	usage := "use the archive in `FOLDER`"
	if slices.Contains(askSeveral, command) {
		usage += "; may be given more than once"
	}
	return &cli.StringSliceFlag{Name: "archive", Usage: usage}
}

// askSeveral are the commands that ask several archives together.
var askSeveral = []string{
	"search", "next", "compare", "first", "orders", "annotate", "remarks", "similar", "problems", "stats", "trend",
	"players", "events", "collections", "report", "show", "export", "dup list", "dup show",
}

// commandName is the name of a command as the user types it.
func commandName(c *cli.Context) string {
	return strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ")
}

func jsonFlag() cli.Flag { return &cli.BoolFlag{Name: "json", Usage: "print JSON"} }

func recordsFlag() cli.Flag {
	return &cli.BoolFlag{Name: "records", Usage: "count and show each record of a game, including duplicates"}
}

// failFlag is of the commands that may find no game to do something with.
func failFlag() cli.Flag {
	return &cli.BoolFlag{Name: "fail", Usage: "exit with 1 if no game matches"}
}

// failIfNone is the outcome of a command that was asked to fail if it finds no game.
func failIfNone(fail bool, found int) error {
	if fail && found == 0 {
		return &exitError{status: ExitFailed}
	}
	return nil
}

func sourceFlag() cli.Flag {
	return &cli.StringFlag{Name: "source", Usage: "all games that came from the file, folder or container `PATH`"}
}

// hidden leaves a flag of the program, which is explained there, out of a command's help.
func hidden(flag cli.Flag) cli.Flag {
	switch flag := flag.(type) {
	case *cli.BoolFlag:
		flag.Hidden = true
	case *cli.StringFlag:
		flag.Hidden = true
	}
	return flag
}

func hiddenAll(flags []cli.Flag) []cli.Flag {
	for i, f := range flags {
		flags[i] = hidden(f)
	}
	return flags
}

// noOptions is for commands that take none.
func noOptions(*cli.Context) (struct{}, error) { return struct{}{}, nil }

func lookupFlag(flags []cli.Flag, name string) cli.Flag {
	for _, flag := range flags {
		if slices.Contains(flag.Names(), name) {
			return flag
		}
	}
	return nil
}

// forceFlag is of every command that writes a file which the user names.
func forceFlag() cli.Flag {
	return &cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "replace a file that exists"}
}

// outputFlag names the file that a command writes instead of standard output.
func outputFlag() cli.Flag {
	return &cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE` instead of standard output"}
}
