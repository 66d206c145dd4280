package query

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Error is something in a query that cannot be understood.
type Error struct {
	Column  int    // where it begins, in characters from 1
	Message string // what is wrong, and what was expected
}

// Error returns "column 7: unknown field …".
func (e *Error) Error() string {
	return fmt.Sprintf("column %d: %s", e.Column, e.Message)
}

// maxQuoted is how many characters of a word a message repeats.
const maxQuoted = 40

// abridge shortens the long words of a message: what a query holds may be
// pasted from anywhere, and the column says where it stands.
func abridge(message string) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(message, unicode.IsSpace) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if n := utf8.RuneCountInString(word); n > maxQuoted+maxQuoted/2 {
			runes := []rune(word)
			word = string(runes[:maxQuoted]) + "…" + string(runes[n-3:])
		}
		b.WriteString(word)
	}
	return b.String()
}

// Abridge shortens the message of an error.
func Abridge(err error) error { return abridged{err} }

// abridged is an error whose message is shortened.
type abridged struct{ error }

func (e abridged) Error() string { return abridge(e.error.Error()) }
func (e abridged) Unwrap() error { return e.error }
