// Package study has the commands that answer questions about many games, one file per
// command. Package ask computes the answers; this package has the flags and prints the text.
package study
