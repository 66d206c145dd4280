// Package terminal holds the streams of a command: standard input, output and error.
// If a person sits at a terminal, they have colors, a pager and a line of progress. Control characters
// in the output cannot disturb the terminal. The package knows nothing about archives.
package terminal
