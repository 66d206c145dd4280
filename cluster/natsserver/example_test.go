package natsserver_test

import (
	"fmt"

	"kifudb/cluster/natsserver"
)

// A server needs the credentials that everybody must show it. Package cluster has an example
// of one that runs.
func ExampleStart() {
	_, err := natsserver.Start(&natsserver.Options{Listen: "127.0.0.1:0"})
	fmt.Println(err)
	// Output: credentials: a node answers nobody without them
}
