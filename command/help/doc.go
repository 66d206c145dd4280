// Package help explains the program: the help of commands and topics, the manual page,
// and what shells complete.
package help
