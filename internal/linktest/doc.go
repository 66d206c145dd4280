// Package linktest is connections that fail as those of networks do, for tests of programs
// that talk over TCP. A [Link] stands between a client and a server: it is cut, or says
// nothing any more, or is slow.
package linktest
