package gameinfo

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// splitPlayers cuts a text between the players that it names, and says how
// sure that is. Signs that no name has always cut; commas and "and" only where
// all parts look like names, since "Cho, Chikun" is one player and "load and
// print" none.
func splitPlayers(text string) ([]string, Certainty) {
	sure := Exact
	var parts []string
	strong := cutOutside(text, strongSeparator)
	if len(strong) > 1 {
		sure = Clear
	}
	for _, s := range strong {
		weak := cutOutside(s, weakSeparator)
		if len(weak) > 1 && areNames(weak) {
			sure = Guessed
			for i, part := range weak {
				if i > 0 && !isOwnName(part) { // Otake Hideo 9 dan, Gosei
					parts[len(parts)-1] += " " + part
				} else {
					parts = append(parts, part)
				}
			}
		} else {
			parts = append(parts, s)
		}
	}
	return parts, sure
}

// strongSeparator returns the width of a separator at the beginning of after,
// or 0.
func strongSeparator(before, after string) int {
	for _, sep := range [...]string{" & ", " ＆ ", ";", "；", "、", " / ", " + ", "&", "＆", "/", "／"} {
		rest, ok := strings.CutPrefix(after, sep)
		if !ok {
			continue
		}
		if letters(before) == 0 || letters(rest) == 0 {
			return 0
		}
		switch sep { // R&B is a name; Cho U&Kobayashi Izumi are two
		case "&", "＆", "/", "／":
			a, b := strings.TrimSpace(before), strings.TrimSpace(rest)
			spaces := strings.Contains(a, " ") && strings.Contains(b, " ")
			if !spaces && !(plausibleIdeographs(a) && plausibleIdeographs(firstPart(b))) {
				return 0
			}
		}
		return len(sep)
	}
	return 0
}

// firstPart is the text before the next sign.
func firstPart(s string) string {
	if i := strings.IndexAny(s, "/／&＆"); i >= 0 {
		return strings.TrimSpace(s[:i])
	}
	return s
}

func weakSeparator(_, after string) int {
	for _, sep := range [...]string{", and ", " and ", ",", "，"} {
		if strings.HasPrefix(after, sep) {
			return len(sep)
		}
	}
	return 0
}

// cutOutside cuts a text at separators that stand outside brackets. It passes separator only
// the part since the last cut, and as much after it, so that the time stays linear.
func cutOutside(s string, separator func(before, after string) int) []string {
	const view = 128
	var parts []string
	start, depth := 0, 0
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch r {
		case '(', '（', '[':
			depth++
		case ')', '）', ']':
			depth = max(depth-1, 0)
		}
		if depth == 0 && (r < utf8.RuneSelf || r >= 0x3000) && !unicode.IsLetter(r) {
			if width := separator(s[max(start, i-view):i], s[i:min(len(s), i+view)]); width > 0 {
				parts = append(parts, s[start:i])
				start = i + width
				n = width
			}
		}
		i += n
	}
	return append(parts, s[start:])
}

// isOwnName reports whether a part is more than ranks and titles, which belong
// to the name before: Kita Fumiko 5d (6 etc), 6d (8 etc).
func isOwnName(part string) bool {
	var p Player
	words := strings.Fields(p.takeRemarks(strings.TrimSpace(part)))
	if _, ok := rankOfName(strings.Join(words, " ")); ok {
		return false
	}
	for _, w := range words {
		if !isTitle(w) {
			return true
		}
	}
	return len(words) == 0
}

// areNames reports whether all parts look like names of players.
func areNames(parts []string) bool {
	full := 0 // parts that are a family name and a given one
	for i, part := range parts {
		var p Player
		words := strings.Fields(p.takeRemarks(strings.TrimSpace(part)))
		if i > 0 && !isOwnName(part) {
			continue
		}
		if len(words) == 0 {
			return false
		}
		switch strings.TrimRight(strings.ToLower(words[0]), ".") {
		case "jr", "sr", "ii", "iii":
			return false
		}
		if first, _ := utf8.DecodeRuneInString(words[0]); unicode.IsLower(first) || !unicode.IsLetter(first) {
			return false
		}
		if len(words) > 1 || plausibleIdeographs(words[0]) {
			full++
		} else if i == 0 && len(parts) == 2 {
			return false // a family name and, after the comma, given names
		}
	}
	return full > 0
}
