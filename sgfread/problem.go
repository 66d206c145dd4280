package sgfread

import (
	"bytes"
	"fmt"
)

// Severity says how much a problem matters.
type Severity uint8

// From harmless to harmful.
const (
	Note    Severity = iota // not clean, but nobody can misunderstand it
	Warning                 // against the format; the meaning is hardly in doubt
	Fault                   // something may have been lost or misread
)

// String returns "note", "warning" or "fault".
func (s Severity) String() string {
	switch s {
	case Note:
		return "note"
	case Warning:
		return "warning"
	}
	return "fault"
}

// A Problem is a deviation from the format, or a known fault of the data, and
// the place where it begins.
type Problem struct {
	Code   Code
	Offset int64  // in the input, from 0, plus Options.Offset
	Detail string // what exactly: an identifier, a value, a count; may be empty
}

// Severity is that of the problem's code.
func (p Problem) Severity() Severity { return p.Code.Severity() }

// Error returns the code, the fault and how the reader handled it:
// "junk: characters that are no SGF ("3,"); skipped".
func (p Problem) Error() string {
	c := p.Code.entry()
	s := c.name + ": " + c.wrong
	if p.Detail != "" {
		s += fmt.Sprintf(" (%q)", p.Detail)
	}
	if c.done != "" {
		s += "; " + c.done
	}
	return s
}

// Position returns the line and the column, both from 1 and the latter in
// bytes, of an offset in text. A line ends with LF, CR, CRLF or LFCR.
func Position(text []byte, offset int64) (line, column int) {
	head := text[:max(0, min(offset, int64(len(text))))]
	start := 1 + max(bytes.LastIndexByte(head, '\n'), bytes.LastIndexByte(head, '\r'))
	return 1 + lineBreaks(head), 1 + len(head) - start
}

// lineBreaks counts the line breaks in b. CRLF and LFCR are one; they are
// paired from the left, so that CR LF CR is two.
func lineBreaks(b []byte) int {
	cr := bytes.IndexByte(b, '\r')
	if cr < 0 {
		return bytes.Count(b, []byte{'\n'})
	}
	n := 0
	for i := 0; i < len(b); i++ {
		if c := b[i]; c == '\n' || c == '\r' {
			n++
			if i+1 < len(b) && b[i+1]^c == '\n'^'\r' {
				i++
			}
		}
	}
	return n
}
