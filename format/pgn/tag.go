package pgn

import (
	"bytes"
	"strings"
)

// What may be wrong with a tag that is read all the same.
const (
	openValue = "the closing quotation mark is missing"
	noQuotes  = "quotation marks are missing"
	noOpening = "the opening bracket is missing"
	noClosing = "the closing bracket is missing"
)

// lineOf returns the line at the beginning of a text, without what ends it.
func lineOf(text []byte) []byte {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		return text[:end]
	}
	return text
}

// readTag reads a tag pair at the beginning of a line and returns its length, 0 if there is
// none, and what is wrong with it, "" if nothing is. Quotation marks within the value should be
// escaped, and often are not. Without its quotation marks or its opening bracket only a tag of
// the standard, or another of some fame, counts as one.
func readTag(line []byte) (name, value string, n int, fault string) {
	i, bracket := 0, len(line) > 0 && line[0] == '['
	if bracket {
		i = skipBlanks(line, 1)
	}
	begin := i
	for i < len(line) && isWord(line[i]) {
		i++
	}
	blanks := skipBlanks(line, i)
	if begin == i || blanks >= len(line) || !bracket && line[blanks] != '"' {
		return "", "", 0, ""
	}
	name, known := tagName(line[begin:i])
	switch quotes := line[blanks] == '"'; {
	case !bracket && (!known || !endsTag(line)):
		return "", "", 0, ""
	case !quotes:
		end := bytes.IndexByte(line, ']')
		if !known || end < 0 || blanks == i || len(trim(line[end+1:])) > 0 {
			return "", "", 0, ""
		}
		return name, strings.Trim(string(line[blanks:end]), " \t\""), end + 1, noQuotes
	}
	if !bracket {
		fault = noOpening
	}
	value, n, ending := readValue(line, blanks+1)
	if ending == openValue && !known {
		return "", "", 0, ""
	}
	if ending != "" {
		fault = ending
	}
	return name, value, n, fault
}

// readValue reads the value of a tag up to the bracket that closes the tag, and returns
// where that ends.
func readValue(line []byte, begin int) (value string, end int, fault string) {
	if n := bytes.IndexByte(line[begin:], '"'); n >= 0 && bytes.HasPrefix(line[begin+n:], []byte(`"]`)) && bytes.IndexByte(line[begin:begin+n], '\\') < 0 {
		return string(line[begin : begin+n]), begin + n + 2, "" // as nearly all are
	}
	var b strings.Builder
	for i := begin; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && i+1 < len(line) && (line[i+1] == '"' || line[i+1] == '\\'):
			i++
			b.WriteByte(line[i])
		case c == '"':
			rest := bytes.TrimLeft(line[i+1:], " \t\r\n")
			if len(rest) == 0 {
				return b.String(), len(line), noClosing
			}
			if rest[0] == ']' {
				return b.String(), len(line) - len(rest) + 1, ""
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return strings.TrimRight(b.String(), "] \t\r\n"), len(line), openValue
}

// endsTag reports whether a line ends a tag that an earlier line, or nothing, has begun.
func endsTag(line []byte) bool {
	line = bytes.TrimRight(line, " \t\r\n")
	return len(line) > 0 && line[0] != '[' && bytes.HasSuffix(line, []byte(`"]`))
}

func skipBlanks(line []byte, i int) int {
	for i < len(line) && line[i] <= ' ' {
		i++
	}
	return i
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}
