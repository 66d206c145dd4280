// Package command is the command line of kifudb. Each command has a file, and commands of
// one kind are in a package below it. Package run has what all of them need. A command
// is a struct of options, a function that reads them from flags, and a function that
// carries them out with a context and its streams: it asks package archive or ask, and
// prints. Code that the web page would need too does not belong here.
//
// Only the answer goes to standard output. Progress, notices and
// errors go to standard error. The exit status is one of the Exit constants of package run.
package command
