// Kifudb keeps game records (SGF and others) in an archive that can be
// searched by text, by position and by pattern. See package command for the
// command line and ARCHITECTURE.md for the way through the code.
package main

import (
	"os"

	"kifudb/command"
)

func main() {
	os.Exit(command.Main(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
