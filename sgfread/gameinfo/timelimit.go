package gameinfo

import (
	"strings"
	"unicode"
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
		_, decimals, _ := readDecimals(text[width:])
		if text[width:] == "" || decimals > 0 && text[width] == '.' && width+decimals == len(text) {
			return n, Exact
		}
	}
	s := plainText(text)
	seconds, end, c := timeInWords(s)
	limit := strings.IndexAny(s, "+(,;/") // before what may be overtime
	if limit < 0 || c == Unread {
		limit = len(s)
	}
	switch {
	case c == Unread, len(text) > maxInfoText, has(timeWords.scan(s[:limit]), unknownWord):
		return 0, Unread
	case has(timeWords.scan(s[limit:]), unknownWord), c >= Clear && !understoodRest(s[end:]):
		c.lower(Guessed)
	}
	return seconds, c
}

// understoodRest reports whether what stands behind a main time says no other time, or an
// overtime that is understood.
func understoodRest(rest string) bool {
	if strings.IndexFunc(rest, unicode.IsNumber) < 0 && !has(timeWords.scan(rest), anAmount) {
		return true
	}
	return overtimeOfPlain(strings.TrimLeft(rest, " ,;")).Certainty >= Clear
}

// ParseTime reads a value of TM with the overtime after the main time; the overtime is
// Unread if there is none.
func ParseTime(text string) (seconds int, overtime Overtime, c Certainty) {
	seconds, c = ParseTimeLimit(text)
	if c == Clear {
		s := plainText(text)
		_, end, _ := timeInWords(s)
		overtime = overtimeOfPlain(strings.TrimLeft(s[end:], " ,;"))
	}
	return seconds, overtime, c
}

// timeWords are those of time limits, with those of overtime.
var timeWords = newVocabulary(map[meaning]string{
	filler: `h, hr, hrs, hour, hours, m, min, mins, minute, minutes, s, sec, secs, second, seconds, d, day, days, std, std., stunde, stunden, minuten, sekunden, tage, heure, heures,
		hora, horas, minuto, minutos, час, часа, часов, минут, минута, минуты, мин, мин., секунд, сек, сек.,
		小时, 小時, 時間, 시간, 分钟, 分鐘, 分, 분, 秒, 초, 日, 天, 일, 時, 时, 半, 반, 个, 個, 钟, 鐘,
		each, per, a, an, the, for, of, and, player, per player, per side, side, sides, both, total, main, main time, time, limit, plus, in, with, on, moves, move, max, x, b, w, black, white, then, no,
		je, pro, spieler, par, joueur, por, jugador, на, каждому,
		各, 各自, 每方, 每人, 双方, 持ち時間, 持時間, 持时, 保留时间, 保留時間, 时限, 時限, 用时, 用時, 各方, 限, 制, 기본, 기본시간, 제한시간, 제한, 각, 각자, 양측,
		の, は, と, で, 手, 수, 回, 次, 회, 번, 切れ, 切れ負け, 秒読み, 读秒, 讀秒, 読秒, 초읽기, 考慮時間, 1手, 一手, 手毎,
		byoyomi, byo-yomi, byo, yomi, canadian, overtime, sudden, death, sudden death, absolute, increment, fischer, bonus, periods, period, stones, stone, quickplay`,
	doubtful: `about, approx, ca, probably`,
})

// MainTimeOnly is ParseTimeLimit for a text that is a main time and nothing
// else; ok is false for those that are unclear or have overtime in them, which
// a number of seconds would lose.
func MainTimeOnly(text string) (seconds int, ok bool) {
	seconds, c := ParseTimeLimit(text)
	return seconds, c >= Clear && !strings.ContainsAny(text, "+(,;/")
}

// maxSeconds bounds a time limit; ten years is longer than any, and sums of
// two fit into 32 bits.
const maxSeconds = 10 * 366 * 86400

// timeInWords reads the first quantity of time in plain text, with the parts
// that directly follow it, and returns where they end.
func timeInWords(s string) (seconds, end int, c Certainty) {
	c = Clear
	read := false
	i := 0
	for i < len(s) {
		n, _, width := readNumber(s[i:])
		if before, _ := utf8.DecodeLastRuneInString(s[:i]); width == 0 && !alphabetic(before) {
			n, width = readNumberWord(s[i:])
		}
		if width == 0 {
			if read && (s[i] == '+' || s[i] == '(' || s[i] == ',' || s[i] == ';' || s[i] == '/') {
				break
			}
			_, size := utf8.DecodeRuneInString(s[i:])
			i += size
			continue
		}
		if i > 0 && s[i-1] == '-' {
			return 0, 0, Unread
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
		if d, w, _ := readDecimals(s[i:]); w > 0 {
			tenths = d / 10
			i += w
		}
		unit, width := timeUnit(s[i:])
		if unit == 0 {
			if !read && tenths == 0 {
				return min(n, maxSeconds), i, Guessed // "1800,0,30,5", "1800 each"
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
				i += w
				break
			}
		}
	}
	if !read {
		return 0, 0, Unread
	}
	if strings.Contains(s, "b:") || strings.Contains(s, " b;") || strings.Contains(s, "w:") || strings.Contains(s, "?") {
		c.lower(Guessed) // not the same for both
	}
	return seconds, i, c
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
	word := trimmed[:wordLetters(trimmed)]
	switch word {
	case "h", "час", "часа", "часов", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden", "heure", "heures", "hora", "horas":
		seconds = 3600
	case "m", "мин", "минут", "минута", "минуты", "min", "mins", "minute", "minutes", "minuten", "minuto", "minutos":
		seconds = 60
	case "s", "сек", "секунд", "секунды", "sec", "secs", "second", "seconds", "sekunden":
		seconds = 1
	case "d", "day", "days", "tage":
		seconds = 86400
	default:
		return 0, 0
	}
	return seconds, spaces + len(word)
}
