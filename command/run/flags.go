package run

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// ArchiveFlag is the flag of the program, which stands before its commands.
func ArchiveFlag() cli.Flag {
	return &cli.StringSliceFlag{
		Name:  "archive",
		Usage: "use the archive in `FOLDER`, otherwise that of the variable " + ArchiveVariable + "; may be given more than once, to ask several archives together",
		// Shown in help instead of a path that differs from user to user.
		DefaultText: "a folder named kifudb where the system keeps a user's data",
	}
}

// CommandName is the name of a command as the user types it.
func CommandName(c *cli.Context) string {
	return strings.TrimPrefix(c.Command.HelpName, c.App.Name+" ")
}

// JSONFlag asks for JSON.
func JSONFlag() cli.Flag { return &cli.BoolFlag{Name: "json", Usage: "print JSON"} }

// RecordsFlag counts each record of a game, also duplicates.
func RecordsFlag() cli.Flag {
	return &cli.BoolFlag{Name: "records", Usage: "count and show each record of a game, including duplicates"}
}

// FailFlag is of the commands that may find no game to do something with.
func FailFlag() cli.Flag {
	return &cli.BoolFlag{Name: "fail", Usage: "exit with 1 if no game matches"}
}

// FailIfNone is the outcome of a command that was asked to fail if it finds no game.
func FailIfNone(fail bool, found int) error {
	if fail && found == 0 {
		return &Error{Status: ExitFailed}
	}
	return nil
}

// SourceFlag chooses the games that came from a path.
func SourceFlag() cli.Flag {
	return &cli.StringFlag{Name: "source", Usage: "all games that came from the file, folder or container `PATH`"}
}

// Hidden leaves a flag of the program, which is explained there, out of a command's help.
func Hidden(flag cli.Flag) cli.Flag {
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
		flags[i] = Hidden(f)
	}
	return flags
}

// NoOptions is for commands that take none.
func NoOptions(*cli.Context) (struct{}, error) { return struct{}{}, nil }

// LookupFlag returns the flag with a name, nil if there is none.
func LookupFlag(flags []cli.Flag, name string) cli.Flag {
	for _, flag := range flags {
		if slices.Contains(flag.Names(), name) {
			return flag
		}
	}
	return nil
}

// ForceFlag is of every command that writes a file which the user names.
func ForceFlag() cli.Flag {
	return &cli.BoolFlag{Name: "force", Aliases: []string{"f"}, Usage: "replace a file that exists"}
}

// OutputFlag names the file that a command writes instead of standard output.
func OutputFlag() cli.Flag {
	return &cli.StringFlag{Name: "o", Aliases: []string{"output"}, Usage: "write to `FILE` instead of standard output"}
}
