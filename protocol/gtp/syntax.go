package gtp

import (
	"fmt"
	"strconv"
	"strings"
)

// A command is a line of the controller. Its grammar is that of section 2 of the specification of GTP 2
// (Gunnar Farnebäck, draft 2, 2002): control characters are left out, tabs are spaces, what follows # is
// a comment, and a number before the name comes back in the answer.
type command struct {
	id   string // "" if the line has none
	name string // "" if the line is empty
	args []string
}

// parseCommand reads a line.
func parseCommand(text string) (c command) {
	text, _, _ = strings.Cut(text, "#")
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case r < ' ' || r == 0x7f:
			return -1
		}
		return r
	}, text)
	words := strings.Fields(text)
	if len(words) > 0 && isNumber(words[0]) {
		c.id, words = words[0], words[1:]
	}
	if len(words) > 0 {
		c.name, c.args = words[0], words[1:]
	}
	return c
}

// isNumber reports whether a word is a number that an answer may repeat.
func isNumber(word string) bool {
	_, err := strconv.ParseUint(word, 10, 31)
	return err == nil
}

// An answer is what a command is answered with, after = or, for failures, after ?.
type answer struct {
	text   string
	failed bool
}

// fail returns the answer of a command that cannot be carried out.
func fail(format string, args ...any) answer { return answer{fmt.Sprintf(format, args...), true} }

// write returns an answer as it is sent. Only its end has an empty line, which ends the answer.
func (a answer) write(id string) string {
	sign := "="
	if a.failed {
		sign = "?"
	}
	text := strings.TrimRight(clean(a.text), " \n")
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "\n")
	}
	if text != "" {
		text = " " + text
	}
	return sign + id + text + "\n\n"
}

// clean leaves out of text from a record what could be taken for another answer or move a terminal's cursor.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return -1
		}
		return r
	}, text)
}
