// Package linktest makes connections that fail as networks do, for tests of programs
// that talk over TCP. A [Link] stands between a client and a server. A test can cut it, silence it
// or slow it down.
package linktest
