package sgfread

import "strings"

// maxHandicap is the largest handicap taken for one.
const maxHandicap = 361

// ParseHandicap reads the value of HA, the number of handicap stones, in
// UTF-8. FF[4] wants at least 2; records write 0 and 1 too, for a game without
// stones. It never fails: what cannot be read is Unread and 0.
func ParseHandicap(text string) (stones int, c Certainty) {
	n, _, width := readNumber(text)
	if width > 0 && width == len(text) && n <= maxHandicap && isDigit(text[0]) {
		return n, Exact
	}
	s := plainText(text)
	if s == "" {
		return 0, Unread
	}
	if (words{"none", "even", "互先", "没有", "없음", "호선"}).in(s) {
		return 0, Clear
	}
	start := strings.IndexFunc(s, func(r rune) bool { return r >= '0' && r <= '9' || hanDigit(r) >= 0 || hanUnit(r) > 0 })
	if start < 0 || start > 0 && s[start-1] == '-' {
		return 0, Unread
	}
	n, _, width = readNumber(s[start:])
	if n > maxHandicap {
		return 0, Unread
	}
	switch rest := strings.TrimLeft(s[start+width:], " "); {
	case rest == "", rest == ".0", rest == "stones", rest == "stone", rest == "子", rest == "目", rest == "점", rest == "steine":
		c = Clear
	default:
		c = Guessed
	}
	return n, c
}
