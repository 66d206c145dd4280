// Kifudb-node is kifudb with what a machine among several needs: nodes, NATS within them,
// and the demo of a cluster. The program kifudb starts it for the commands 'node' and
// 'cluster demo'. doc/SCALE.md says how machines work together.
package main

import (
	"os"

	"kifudb/command"
	"kifudb/command/node"
)

func main() {
	os.Exit(command.MainWith(node.Runner{}, os.Args, os.Stdin, os.Stdout, os.Stderr))
}
