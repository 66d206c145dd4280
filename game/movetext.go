package game

import (
	"strings"

	"kifudb/internal/lazy"
)

// pgnTag is a line of PGN about the game: [White "Carlsen"].
var pgnTag = lazy.Regexp(`(?m)^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$`)

// moveText returns the moves of a game's text in PGN after its starting position, as
// [chessEntry.ReadPosition] reads them. It replaces everything else by blanks, so that
// words keep their places: tags, comments, variations, marks of moves, the result.
func moveText(text string) string {
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			if out[i] != '\n' {
				out[i] = ' '
			}
		}
	}
	begun := 0 // where the tags end
	for _, at := range pgnTag().FindAllStringSubmatchIndex(text, -1) {
		if strings.TrimSpace(text[begun:at[0]]) != "" {
			break // within moves it is no tag
		}
		begun = at[1]
		blank(at[0], at[1])
		if text[at[2]:at[3]] == "FEN" {
			copy(out[at[4]:at[5]], text[at[4]:at[5]])
		}
	}
	depth, comment := 0, -1
	for i := 0; i < len(out); i++ {
		switch c := out[i]; {
		case comment >= 0:
			if c == '}' {
				blank(comment, i+1)
				comment = -1
			}
		case c == '{':
			comment = i
		case c == ';' || c == '%' && (i == 0 || out[i-1] == '\n'):
			end := strings.IndexByte(text[i:], '\n')
			if end < 0 {
				end = len(text) - i
			}
			blank(i, i+end)
			i += end
		case c == '(':
			depth++
			out[i] = ' '
		case c == ')':
			depth = max(depth-1, 0)
			out[i] = ' '
		case depth > 0:
			blank(i, i+1)
		}
	}
	if comment >= 0 {
		blank(comment, len(out))
	}
	for i := 0; i < len(out); {
		if out[i] == ' ' || out[i] == '\t' || out[i] == '\n' || out[i] == '\r' {
			i++
			continue
		}
		end := i
		for end < len(out) && out[end] != ' ' && out[end] != '\t' && out[end] != '\n' && out[end] != '\r' {
			end++
		}
		switch word := string(out[i:end]); {
		case word == "1-0", word == "0-1", word == "1/2-1/2", word == "*", word[0] == '$':
			blank(i, end)
		}
		i = end
	}
	return string(out)
}

// isPGN reports whether a text begins as a game in PGN does.
func isPGN(text string) bool {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "1"); ok {
		return strings.HasPrefix(strings.TrimLeft(rest, " "), ".")
	}
	at := pgnTag().FindStringIndex(text)
	return at != nil && at[0] == 0
}
