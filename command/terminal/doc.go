// Package terminal is what a command reads and writes: standard input, output and error,
// with colors, a pager and a line that says how far the command is, where a person looks
// at them. What it prints cannot disturb a terminal. It knows nothing of archives.
package terminal
