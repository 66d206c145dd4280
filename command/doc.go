// Package command is the command line of kifudb: one file per command. A
// command parses its flags, opens what it needs, calls one function of another
// package and prints. What the web page would need too does not belong here.
//
// Standard output carries only what was asked for; progress, notices and
// errors go to standard error. The exit status is one of the Exit constants.
package command
