package record

import (
	"errors"

	"kifudb/sgfread"
)

// A Problem is a fault in the text of a record, or something that could not be put on the
// board.
type Problem struct {
	Code   string // as in sgfread.Code, or BadMove, TooMuch
	Offset int64  // in the text; sgfread.Position makes a line and a column of it
	Err    error  // what it is, and what was done about it; often a sgfread.Problem
}

// Error returns the code, the fault and how it was handled.
func (p Problem) Error() string { return p.Err.Error() }

// Unwrap returns Err.
func (p Problem) Unwrap() error { return p.Err }

// Severity returns how much the problem matters. Moves that could not be put on the board may
// be lost.
func (p Problem) Severity() sgfread.Severity {
	var text sgfread.Problem
	if errors.As(p.Err, &text) {
		return text.Severity()
	}
	return sgfread.Fault
}
