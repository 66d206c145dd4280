package sgfread

import (
	"strings"
	"unicode/utf8"
)

// ParseTimeLimit reads the value of TM, a player's main time, in UTF-8, as
// seconds. FF[4] wants a number of seconds; records write "2h", "1h30m",
// "5 hours each", "1:30:00", "40:00(5x1:00)", 各3時間, 3小时. Overtime in the same
// value is passed over ("30m + 30s/move"); a time for each move only leaves a
// main time of 0. It never fails: what cannot be read is Unread and 0.
func ParseTimeLimit(text string) (seconds int, c Certainty) {
	n, _, width := readNumber(text)
	if width > 0 && isDigit(text[0]) {
		_, decimals := readDecimals(text[width:])
		if text[width:] == "" || decimals > 0 && text[width] == '.' && width+decimals == len(text) {
			return n, Exact
		}
	}
	return timeInWords(plainText(text))
}

// clearTime reports whether a value of TM is a main time for any reader.
func clearTime(raw []byte) bool {
	_, c := ParseTimeLimit(string(AppendSimpleText(nil, raw, NoLead)))
	return c >= Clear
}

// mainTimeOnly is ParseTimeLimit for a text that is a main time and nothing
// else; ok is false for those that are unclear or have overtime in them, which
// a number of seconds would lose.
func mainTimeOnly(text string) (seconds int, ok bool) {
	seconds, c := ParseTimeLimit(text)
	return seconds, c >= Clear && !strings.ContainsAny(text, "+(,;/")
}

// maxSeconds bounds a time limit; ten years is longer than any, and sums of
// two fit into 32 bits.
const maxSeconds = 10 * 366 * 86400

// timeInWords reads the first quantity of time in plain text, with the parts
// that directly follow it.
func timeInWords(s string) (seconds int, c Certainty) {
	if (words{"none", "unlimited", "no limit", "無制限", "无限", "無限"}).in(s) {
		return 0, Unread
	}
	c = Clear
	read := false
	for i := 0; i < len(s); {
		n, _, width := readNumber(s[i:])
		if width == 0 {
			if read && (s[i] == '+' || s[i] == '(' || s[i] == ',' || s[i] == ';' || s[i] == '/') {
				break
			}
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		if i > 0 && s[i-1] == '-' {
			return 0, Unread
		}
		i += width
		if i < len(s) && s[i] == ':' {
			if !read {
				seconds, width = clockTime(n, s[i:])
				i += width
				if i < len(s) && s[i] != '(' && s[i] != '+' && s[i] != ' ' {
					c.lower(Guessed)
				}
				read = true
			}
			break
		}
		tenths := 0
		if d, w := readDecimals(s[i:]); w > 0 {
			tenths = d / 10
			i += w
		}
		unit, width := timeUnit(s[i:])
		if unit == 0 {
			if !read && tenths == 0 {
				return min(n, maxSeconds), Guessed // "1800,0,30,5", "1800 each"
			}
			break
		}
		i += width
		after := strings.TrimLeft(s[i:], " ")
		if strings.HasPrefix(after, "/m") || strings.HasPrefix(after, "per m") || strings.HasPrefix(after, "a m") { // 30s/move
			c.lower(Guessed)
			read = true
			break
		}
		seconds = min(seconds+min(n, maxSeconds/unit)*unit+tenths*unit/10, maxSeconds)
		read = true
		if r, size := utf8.DecodeRuneInString(s[i:]); r == '半' || r == '반' {
			seconds += unit / 2
			i += size
		}
		if unit == 3600 && digitAt(s, i) { // 1h30
			m, digits, w := readNumber(s[i:])
			if digits == 2 && i+w == len(s) {
				seconds += m * 60
				break
			}
		}
	}
	if !read {
		return 0, Unread
	}
	if strings.Contains(s, "b:") || strings.Contains(s, " b;") || strings.Contains(s, "w:") || strings.Contains(s, "?") {
		c.lower(Guessed) // not the same for both
	}
	return seconds, c
}

// clockTime reads ":30:00" or ":00" after a number: hours, minutes and seconds
// with two colons, minutes and seconds with one.
func clockTime(first int, s string) (seconds, width int) {
	parts := [3]int{min(first, maxSeconds/3600)}
	count := 1
	for count < 3 && width < len(s) && s[width] == ':' {
		n, _, w := readNumber(s[width+1:])
		if w == 0 {
			break
		}
		parts[count] = min(n, 3600)
		count++
		width += 1 + w
	}
	if count == 3 {
		return parts[0]*3600 + parts[1]*60 + parts[2], width
	}
	return parts[0]*60 + parts[1], width
}

// timeUnit reads a unit of time: its seconds and length, spaces included.
func timeUnit(s string) (seconds, width int) {
	trimmed := strings.TrimLeft(s, " ")
	spaces := len(s) - len(trimmed)
	for _, u := range [...]struct {
		word    string
		seconds int
	}{
		{"小时", 3600}, {"小時", 3600}, {"時間", 3600}, {"시간", 3600}, {"分钟", 60}, {"分鐘", 60}, {"分", 60}, {"분", 60},
		{"秒", 1}, {"초", 1}, {"日", 86400}, {"時", 3600}, {"时", 3600},
	} {
		if strings.HasPrefix(trimmed, u.word) {
			return u.seconds, spaces + len(u.word)
		}
	}
	word := trimmed[:wordWidth(trimmed)]
	switch word {
	case "h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures":
		seconds = 3600
	case "m", "min", "mins", "minute", "minutes", "minuten":
		seconds = 60
	case "s", "sec", "secs", "second", "seconds", "sekunden":
		seconds = 1
	case "d", "day", "days", "tage":
		seconds = 86400
	default:
		return 0, 0
	}
	return seconds, spaces + len(word)
}
