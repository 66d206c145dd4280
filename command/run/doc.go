// Package run has what all commands need: their streams, common flags, the archives and nodes
// to ask, the games in their arguments, and their exit statuses.
package run
