package indexer

import (
	"fmt"
	"strings"
)

// A Problem is something that was wrong with the input: a file that cannot be
// read, or a deviation in a record that was mended or marked.
type Problem struct {
	Path   string // as in store.Source
	Game   int    // which game of the file, from 1; 0 if the file as a whole is meant
	Line   int    // of the file, from 1; 0 if unknown
	Code   string // as in sgfread.Problem; "" for a file that could not be read
	Format string // of a file in a format that is recognised and not read
	Passed bool   // the user named a file that is passed over: it was not to hold games
	More   int    // how many more of this code there are in the same game
	Err    error
}

// Error says where and what: "/games/a.zip!/b.sgf: game 2: line 14: ...".
func (p Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Path)
	if p.Game > 0 {
		fmt.Fprintf(&b, ": game %d", p.Game)
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, ": line %d", p.Line)
	}
	if p.Passed {
		b.WriteString(": passed over")
	}
	fmt.Fprintf(&b, ": %v", p.Err)
	if p.More > 0 {
		fmt.Fprintf(&b, " (and %d more in this game)", p.More)
	}
	return b.String()
}

// Unwrap returns the cause.
func (p Problem) Unwrap() error { return p.Err }
