package query

import "fmt"

// An Error is something in a query that cannot be understood.
type Error struct {
	Column  int    // where it begins, in characters from 1
	Message string // what is wrong, and what was expected
}

// Error returns "column 7: unknown field …".
func (e *Error) Error() string {
	return fmt.Sprintf("column %d: %s", e.Column, e.Message)
}
