package cluster_test

import (
	"context"
	"fmt"
	"time"

	"kifudb/cluster"
	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
)

// Nodes announce once a second what they have; here none does.
func ExampleListen() {
	secret, err := link.ParseCredentials([]byte("kifu:a-password-of-sixteen"))
	if err != nil {
		panic(err)
	}
	server, err := natsserver.Start(&natsserver.Options{Listen: "127.0.0.1:0", Name: "first", Credentials: secret})
	if err != nil {
		panic(err)
	}
	defer server.Close()
	conn, err := server.Connect()
	if err != nil {
		panic(err)
	}
	defer conn.Close()
	archives, err := cluster.Listen(context.Background(), conn, 100*time.Millisecond)
	fmt.Println(len(archives), err)
	// Output: 0 <nil>
}
