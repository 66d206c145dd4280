package unread

import (
	"kifudb/format"
)

// Formats are the formats of this package.
func Formats() []*format.Format {
	return []*format.Format{book(), gib(), ngf(), ugf()}
}

// The games, by SGF's numbers.
const (
	gameGo    = 1
	gameShogi = 8
)

// save says why files in a format are not read, and what to do.
func save(title, as string) string {
	return title + " is not read yet; save the games as " + as + " with a program that reads it"
}

// mostLines is how many lines are looked at.
const mostLines = 400

// surely is Sure if a format is recognised.
func surely(is bool) format.Certainty {
	if is {
		return format.Sure
	}
	return format.No
}
