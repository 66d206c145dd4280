package unread

import (
	"bytes"
	"strings"

	"kifudb/format"
	"kifudb/internal/lazy"
)

// pgn is PGN, portable game notation: pairs of a tag and its value, then moves.
func pgn() *format.Format {
	return &format.Format{
		Name: "pgn", Title: "PGN", Extensions: []string{".pgn"}, Games: []int{gameChess},
		Recognise: func(h *format.Head) format.Certainty { return surely(isPGN(string(h.Text()))) },
		Owns:      inCommentOfPGN,
		Why:       "PGN is not read yet; kifudb has no rules of chess",
	}
}

var pgnTag = lazy.Regexp(`^\s*\[([A-Z][A-Za-z0-9_]*)\s+"(?:[^"\\]|\\.)*"\s*\]`)

// isPGN looks for three different tags among the first lines, and two of those that
// every game must have.
func isPGN(text string) bool {
	tags, must := map[string]bool{}, 0
	for line := range format.Lines(strings.TrimPrefix(text, "\ufeff"), 60) {
		m := pgnTag().FindStringSubmatch(line)
		if m == nil || tags[m[1]] {
			continue
		}
		tags[m[1]] = true
		switch m[1] {
		case "Event", "Site", "Date", "Round", "White", "Black", "Result":
			must++
		}
	}
	return len(tags) >= 3 && must >= 2
}

// inCommentOfPGN reports whether the first game tree stands in a comment, which is
// in braces or behind a semicolon, or in a tag.
func inCommentOfPGN(h *format.Head) bool {
	before := h.BeforeTree()
	line := before[bytes.LastIndexAny(before, "\r\n")+1:]
	return bytes.LastIndexByte(before, '{') > bytes.LastIndexByte(before, '}') ||
		bytes.IndexByte(line, ';') >= 0 || bytes.HasPrefix(line, []byte("["))
}
