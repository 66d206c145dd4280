// Package run has what all commands need to run: their streams, the flags that several
// of them take, the archives and nodes that they ask, the games that they are given,
// and the statuses that they end with.
package run
