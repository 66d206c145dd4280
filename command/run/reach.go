package run

import (
	"github.com/urfave/cli/v2"
)

// A Reach says what a command asks besides the one archive on this machine. It is declared with
// the command.
type Reach uint8

// The ways to reach further.
const (
	Nodes           Reach = 1 << iota // nodes answer its question, with --nodes
	SeveralArchives                   // several archives are asked together, with --archive given again
)

// Reaching returns a command with the flags by which it reaches further.
func Reaching(r Reach, command *cli.Command) *cli.Command {
	if r&Nodes != 0 {
		command.Flags = append(command.Flags, nodeFlags()...)
	}
	flag := OneArchiveFlag()
	if r&SeveralArchives != 0 {
		flag = severalArchivesFlag()
	}
	command.Flags = append(command.Flags, flag)
	return command
}

const archiveFlag = "archive"

// OneArchiveFlag is the flag --archive of a command that takes one archive.
func OneArchiveFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: archiveFlag, Usage: "use the archive in `FOLDER`"}
}

// severalArchivesFlag is that of a command that asks several together.
func severalArchivesFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: archiveFlag, Usage: "use the archive in `FOLDER`; may be given more than once"}
}

// takesSeveral returns the names of the commands that ask several archives together.
func takesSeveral(above string, commands []*cli.Command) (names []string) {
	for _, c := range commands {
		if flag := LookupFlag(c.Flags, archiveFlag); flag != nil && flag.String() == severalArchivesFlag().String() {
			names = append(names, above+c.Name)
		}
		names = append(names, takesSeveral(above+c.Name+" ", c.Subcommands)...)
	}
	return names
}
