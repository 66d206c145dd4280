package format

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// A file whose name claims no format must be a record as a whole. Documents, logs and source
// code have records in them, and parts of records; what they say around these would be junk,
// and the records are somebody's examples.

// IsWhole reports whether a file that was recognised by its head has the structure of the
// format throughout.
func (f *Format) IsWhole(h *Head) bool { return f.Whole == nil || f.Whole(h) }

// wholeLines is how many lines WholeLines looks at.
const wholeLines = 1000

// WholeLines reports whether a text, in UTF-8, is made of lines of a format: all but one in four,
// since people put a title or some words around a record. One line that is source code or markup
// is enough to say no. Lines come without space around them, and none of them is empty.
func WholeLines(text string, known func(line string) bool) bool {
	if len(text) >= HeadSize { // the last line is cut
		text = text[:1+strings.LastIndexAny(text, "\r\n")]
	}
	lines, foreign := 0, 0
	for line := range Lines(strings.TrimPrefix(text, "\ufeff"), wholeLines) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		lines++
		switch {
		case known(line):
		case isCode(line):
			return false
		default:
			foreign++
		}
	}
	return lines > 0 && 4*foreign <= lines
}

// isCode reports whether a line that is none of a record's is one of source code or markup: all
// in ASCII, with characters that neither moves nor names have.
func isCode(line string) bool {
	if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "<") {
		return true
	}
	for i := range len(line) {
		if line[i] >= utf8.RuneSelf {
			return strings.HasSuffix(line, ";") || strings.ContainsAny(line, "`{}") || strings.Contains(line, `\n`)
		}
	}
	return strings.ContainsAny(line, "`{}=;\"<>\\") || strings.HasSuffix(line, ")") || strings.HasSuffix(line, "|")
}

// WholeTrees reports whether a text is game trees in the manner of SGF: the first one begins its
// line or a cell of a table, there is less text around the trees than in them, and none of it is code. Within them
// hardly anything stands that is neither a property nor a value.
func WholeTrees(h *Head) bool {
	before := h.BeforeTree()
	line := before[bytes.LastIndexAny(before, "\r\n")+1:]
	if !h.HasTree() || len(bytes.Trim(line, " \t")) > 0 && !isMark(line) && !endsCell(line) {
		return false
	}
	text := h.Text()
	inside, junk, outside := 0, 0, 0
	around := func(text []byte) (code bool) {
		outside += solid(text)
		for line := range Lines(string(text), wholeLines) {
			code = code || isCode(strings.TrimSpace(line))
		}
		return code
	}
	if around(bytes.TrimPrefix(before, []byte("\ufeff"))) {
		return false
	}
	for at := h.tree; at < len(text); {
		end, strange := treeEnd(text[at:])
		inside += solid(text[at : at+end])
		junk += strange
		rest := text[at+end:]
		next := treeIn(rest)
		if next < 0 {
			next = len(rest)
		}
		if around(rest[:next]) {
			return false
		}
		at += end + next
	}
	return outside <= inside && 16*junk <= inside
}

// endsCell reports whether what stands before a tree in its line ends with the separator of a table.
func endsCell(line []byte) bool {
	line = bytes.TrimRight(line, " ")
	return bytes.HasSuffix(line, []byte(",")) || bytes.HasSuffix(line, []byte("\t"))
}

// isMark reports whether a line is a byte order mark.
func isMark(line []byte) bool { return string(bytes.TrimSpace(line)) == "\ufeff" }

// solid counts the bytes that are no space.
func solid(text []byte) (n int) {
	for _, c := range text {
		if c > ' ' {
			n++
		}
	}
	return n
}

// treeEnd returns where the tree ends with which a text begins, and how many bytes in it are
// neither structure nor identifiers nor values.
func treeEnd(text []byte) (end, strange int) {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '[':
			for i++; i < len(text) && text[i] != ']'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth == 0 {
				return i + 1, strange
			}
		case c == ';', c <= ' ', 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z':
		default:
			strange++
		}
	}
	return len(text), strange
}
