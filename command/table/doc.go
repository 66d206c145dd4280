// Package table lays out tables as wide as the terminal, and as CSV. Where there is little room, it
// shortens each column in a way of its own. It shows matches in color.
package table
