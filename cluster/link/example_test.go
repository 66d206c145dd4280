package link_test

import (
	"fmt"

	"kifudb/cluster/link"
)

// A secret is never shown, and must not be short.
func ExampleParseCredentials() {
	secret, err := link.ParseCredentials([]byte("kifu:a-password-of-sixteen\n"))
	fmt.Println(secret, err)
	_, err = link.ParseCredentials([]byte("kifu:short"))
	fmt.Println(err)
	// Output:
	// a user and password <nil>
	// credentials: a password or token has at least 16 characters
}

// Addresses of NATS have no secrets in them.
func ExampleCheckURLs() {
	fmt.Println(link.CheckURLs("nats://10.0.0.1:4222,tls://10.0.0.2:4222"))
	fmt.Println(link.CheckURLs("nats://me:secret@10.0.0.1"))
	// Output:
	// <nil>
	// credentials: everybody on this machine can see a password in an address; put it into a file
}
