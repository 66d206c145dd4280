// Package node runs nodes of an archive, and NATS for them, within this process. The program
// kifudb-node adds it to the commands of kifudb; see cmd/kifudb-node.
package node

import "kifudb/command/nodes"

// A Runner runs nodes and the demo of a cluster here.
type Runner struct{}

var _ nodes.Runner = Runner{}
