package natsserver

import (
	"net"
	"strconv"
	"testing"
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
