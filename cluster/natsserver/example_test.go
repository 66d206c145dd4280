package natsserver_test

import (
	"fmt"

	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
)

// A server listens at a free port, and asks everybody for the credentials.
func ExampleStart() {
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
	fmt.Println(conn.IsConnected())

	_, err = natsserver.Start(&natsserver.Options{Listen: "127.0.0.1:0"})
	fmt.Println(err)
	// Output:
	// true
	// credentials: a node answers nobody without them
}
