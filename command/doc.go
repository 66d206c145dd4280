// Package command is the command line of kifudb: one file per command. Commands of
// one kind are in a package below it; package run has what all of them need. A command
// is a struct of options, a function that reads them from flags, and one that does
// what they say with a context and its streams: it asks package archive or ask, and
// prints. What the web page would need too does not belong here.
//
// Standard output carries only what was asked for; progress, notices and
// errors go to standard error. The exit status is one of the Exit constants of package run.
package command
