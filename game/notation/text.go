package notation

import (
	"bytes"
	"sort"
	"strings"
	"unicode/utf8"
)

// source is a text with its places. Line ends are made '\n', a byte order mark
// is dropped, and a byte 0x1A, with which MS-DOS ended files, ends it.
type source struct {
	text  string
	lines []int // where each line begins

	// The place asked for last, from which the next one on the same line is
	// counted: lines may be long, and have a problem in each word.
	lastAt, lastColumn int
}

func newSource(b []byte) source {
	b = bytes.TrimPrefix(b, []byte("\ufeff"))
	if i := bytes.IndexByte(b, 0x1A); i >= 0 {
		b = b[:i]
	}
	if bytes.IndexByte(b, '\r') >= 0 {
		b = bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n"))
		b = bytes.ReplaceAll(b, []byte("\r"), []byte("\n"))
	}
	s := source{text: string(b), lines: []int{0}, lastColumn: 1}
	for i := range len(s.text) {
		if s.text[i] == '\n' {
			s.lines = append(s.lines, i+1)
		}
	}
	return s
}

// place returns line and column of an offset, both from 1.
func (s *source) place(at int) (line, column int) {
	at = min(at, len(s.text))
	line = sort.SearchInts(s.lines, at+1)
	if start := s.lines[line-1]; s.lastAt < start || s.lastAt > at {
		s.lastAt, s.lastColumn = start, 1
	}
	s.lastColumn += utf8.RuneCountInString(s.text[s.lastAt:at])
	s.lastAt = at
	return line, s.lastColumn
}

// lineEnd returns the offset of the end of the line that holds an offset.
func (s *source) lineEnd(at int) int {
	if i := strings.IndexByte(s.text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(s.text)
}

// lineStart reports whether a line begins at an offset.
func (s *source) lineStart(at int) bool { return at == 0 || s.text[at-1] == '\n' }

// indented reports whether only blanks precede an offset on its line.
func (s *source) indented(at int) bool {
	for at > 0 && (s.text[at-1] == ' ' || s.text[at-1] == '\t') {
		at--
	}
	return s.lineStart(at)
}

// word returns the run of letters, digits and plus signs at an offset.
func (s *source) word(at int) string {
	end := at
	for end < len(s.text) && isWordByte(s.text[end]) {
		end++
	}
	return s.text[at:end]
}

func isWordByte(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '+'
}

// isBlank reports whether text holds nothing but blanks.
func isBlank(text string) bool { return strings.Trim(text, " \t") == "" }

// keyword is one of the nine commands.
type keyword string

const (
	noKeyword   keyword = ""
	kwGame      keyword = "GAME"
	kwInput     keyword = "INPUT"
	kwOutput    keyword = "OUTPUT"
	kwComments  keyword = "COMMENTS"
	kwScore     keyword = "SCORE"
	kwDiagram   keyword = "DIAGRAM"
	kwMemorize  keyword = "MEMORIZE"
	kwRecall    keyword = "RECALL"
	kwResume    keyword = "RESUME"
	longestWord         = len(kwComments)
)

// keywordOf returns the keyword that a word in any case is.
func keywordOf(word string) keyword {
	if len(word) > longestWord {
		return noKeyword
	}
	switch k := keyword(strings.ToUpper(word)); k {
	case kwGame, kwInput, kwOutput, kwComments, kwScore, kwDiagram, kwMemorize, kwRecall, kwResume:
		return k
	}
	return noKeyword
}

// assigns reports whether the keyword is followed by '='.
func (k keyword) assigns() bool { return k == kwGame || k == kwInput || k == kwOutput }

// inScore returns the keyword at an offset of moves: a whole word.
func (s *source) inScore(at int) keyword {
	word := s.word(at)
	k := keywordOf(word)
	if end := at + len(word); k == noKeyword || end == len(s.text) || strings.IndexByte(" \t\n", s.text[end]) >= 0 ||
		k.assigns() && s.text[end] == '=' {
		return k
	}
	return noKeyword
}

// inProse returns the keyword at the start of a line of words: a bare one must
// stand alone on the line, the others need their '='. Like is the keyword with
// which the line merely begins.
func (s *source) inProse(at int) (k, like keyword) {
	word := s.word(at)
	k = keywordOf(word)
	if k == noKeyword {
		return noKeyword, noKeyword
	}
	rest := strings.TrimLeft(s.text[at+len(word):s.lineEnd(at)], " \t")
	if k.assigns() && strings.HasPrefix(rest, "=") || !k.assigns() && rest == "" {
		return k, noKeyword
	}
	return noKeyword, k
}
