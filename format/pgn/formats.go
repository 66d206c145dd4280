package pgn

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"kifudb/format"
	"kifudb/internal/lazy"
	"kifudb/sgfread/charset"
)

// Formats are the entries of this package.
func Formats() []*format.Format {
	return []*format.Format{{
		Name: "pgn", Title: "PGN", Extensions: []string{".pgn"}, Games: []int{Chess},
		Recognise: recognise,
		Whole:     isWhole,
		Owns:      inComment,
		Split: func(f *format.File) format.Splitter {
			r, in := f.Text()
			return newSplitter(r, in, f.Most)
		},
		Charset:   charsetOf,
		Derive:    derive,
		Separator: "\n",
		Writers:   []format.Writer{{Name: "pgn", Write: write}},
	}}
}

var tag = lazy.Regexp(`^\s*\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"(?:[^"\\]|\\.)*"\s*\]`)

// firstMove is how moves begin that have no tags of games before them, but maybe a position.
var firstMove = lazy.Regexp(`^\s*(?:\[\s*[A-Za-z][A-Za-z0-9_]*\s*"[^\n]*\]\s*)*[0-9]+\s*(?:\.|…)[\s.…]*(?:[KQRBN]?[a-h]?[1-8]?[-x:]?[a-h][1-8]|[O0]-[O0])`)

// recognise looks for three different tags among the first lines, two of which every
// game must have; fewer, or moves alone, do if the file is named .pgn. Comments may stand before them.
func recognise(h *format.Head) format.Certainty {
	text := afterComments(strings.TrimPrefix(string(h.Text()), "\ufeff"))
	tags, must, known := map[string]bool{}, 0, 0
	for line := range format.Lines(text, 60) {
		m := tag().FindStringSubmatch(line)
		if m == nil {
			continue
		}
		name, usual := tagName([]byte(m[1]))
		if tags[name] {
			continue
		}
		tags[name] = true
		if slices.Contains(roster[:], name) {
			must++
		}
		if usual {
			known++
		}
		if len(tags) >= 3 && must >= 2 {
			return format.Sure
		}
	}
	if known > 0 || firstMove().MatchString(text) {
		return format.Maybe
	}
	return format.No
}

// afterComments returns a text without the comments and the lines for programs with which
// it begins.
func afterComments(text string) string {
	for {
		rest := strings.TrimLeft(text, " \t\r\n\ufeff")
		end := -1
		switch {
		case strings.HasPrefix(rest, "{"):
			end = strings.IndexByte(rest, '}')
		case strings.HasPrefix(rest, ";"), strings.HasPrefix(rest, "%"):
			end = strings.IndexByte(rest, '\n')
		}
		if end < 0 {
			return text
		}
		text = rest[end+1:]
	}
}

// wholeStart is how a file begins that is PGN throughout: with a tag, a comment, a line that
// programs skip, or a move.
var wholeStart = lazy.Regexp(`^\s*(?:\[\s*[A-Za-z][A-Za-z0-9_]*\s*"|[{;%]|[0-9]+\s*[.…])`)

// isWhole reports whether a file is PGN from its beginning.
func isWhole(h *format.Head) bool {
	return wholeStart().MatchString(strings.TrimPrefix(string(h.Text()), "\ufeff"))
}

// inComment reports whether the first game tree stands in a comment, which is in braces
// or behind a semicolon, or in a tag.
func inComment(h *format.Head) bool {
	before := h.BeforeTree()
	line := before[bytes.LastIndexAny(before, "\r\n")+1:]
	return bytes.LastIndexByte(before, '{') > bytes.LastIndexByte(before, '}') ||
		bytes.IndexByte(line, ';') >= 0 || bytes.HasPrefix(line, []byte("["))
}

// charsetOf returns the charset of a record: UTF-8 if it may be, and otherwise Windows'
// form of Latin-1, which the standard asks for.
func charsetOf(text []byte, _ *charset.Pool) charset.Guess {
	if utf8.Valid(text) {
		if guess := charset.Detect(text, "", nil); guess.Name == charset.UTF8 {
			return guess // with its reason
		}
		return charset.Guess{Name: charset.UTF8, Confidence: 1, Reason: charset.ReasonLikely}
	}
	return charset.Guess{Name: charset.Windows1252, Confidence: 0.7, Reason: charset.ReasonLikely, Damaged: format.Damage(text, charset.Windows1252)}
}
