package natsserver

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"testing"

	"kifudb/cluster/link"
)

// Addresses have a port that leaves room for the one of other servers.
func TestAddresses(t *testing.T) {
	for address, ok := range map[string]bool{
		"127.0.0.1:4222": true, "[::1]:4222": true, ":0": true, "host:" + strconv.Itoa(65535-RoutesAbove): true, "host:" + strconv.Itoa(65536-RoutesAbove): false,
		"host:-1": false, "host": false, "host:x": false, "": false,
	} {
		if host, port, err := splitAddress(address); (err == nil) != ok || err == nil && net.JoinHostPort(host, strconv.Itoa(port)) != address {
			t.Errorf("%q: %s, %d, %v", address, host, port, err)
		}
	}
}

// Who takes the address of a server, or the one above it for other servers, is told of at once.
func TestTakenAddresses(t *testing.T) {
	c, err := link.ParseCredentials([]byte("a-secret-of-sixteen-characters"))
	if err != nil {
		t.Fatal(err)
	}
	for _, above := range []int{0, RoutesAbove} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = l.Close() })
		s, err := Start(&Options{Listen: fmt.Sprint("127.0.0.1:", l.Addr().(*net.TCPAddr).Port-above), Name: "x", Credentials: c})
		if err == nil {
			s.Close()
		}
		if !errors.Is(err, ErrListen) || !strings.Contains(err.Error(), "in use") {
			t.Errorf("%d above: %v", above, err)
		}
	}
}
