// Package help explains the program: it has the help for commands and topics, the manual pages,
// and completion for shells.
package help
