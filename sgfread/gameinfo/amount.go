package gameinfo

import (
	"strings"
	"unicode/utf8"
)

// maxInfoText is how many bytes of a game-info value are read: the value is at the beginning,
// and remarks follow.
const maxInfoText = 512

// plainText prepares a game-info value for reading: lower case, full-width
// forms and typographic dashes as ASCII, Latin letters without diacritics. It
// returns the text itself, without allocating, when there is nothing to do.
func plainText(s string) string {
	if len(s) > maxInfoText {
		s = s[:maxInfoText]
	}
	plain := true
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || c >= 'A' && c <= 'Z' || c < ' ' {
			plain = false
			break
		}
	}
	if plain {
		return strings.TrimSpace(s)
	}
	var b strings.Builder
	b.Grow(len(s))
	for _, r := range s {
		switch {
		case r >= 'A' && r <= 'Z':
			b.WriteByte(byte(r) + 'a' - 'A')
		case r < ' ':
			b.WriteByte(' ')
		case r < utf8.RuneSelf:
			b.WriteByte(byte(r))
		default:
			if short := plainRune(r); short != "" {
				b.WriteString(short)
			} else {
				b.WriteRune(r)
			}
		}
	}
	return strings.TrimSpace(b.String())
}

// plainRune is plainText for one rune outside ASCII, "" if it stays.
func plainRune(r rune) string {
	switch {
	case r >= 'Ａ' && r <= 'Ｚ':
		return string(r - 'Ａ' + 'a')
	case r >= '！' && r <= '～':
		return string(r - '！' + '!')
	case r >= '\u2010' && r <= '\u2015', r == '−':
		return "-"
	case r >= '\u2000' && r <= '\u200a', r == '\u00a0', r == '\u3000', r == '\ufeff':
		return " "
	}
	switch {
	case r >= 'А' && r <= 'Я':
		return string(r - 'А' + 'а')
	case r == 'ё', r == 'Ё':
		return "е"
	case r == 'І':
		return "і"
	}
	switch r {
	case '㋿':
		return "令和"
	case '㍻':
		return "平成"
	case '㍼':
		return "昭和"
	case '㍽':
		return "大正"
	case '㍾':
		return "明治"
	case '〜', '∼':
		return "~"
	case '…', '‥':
		return ".."
	case '、':
		return ","
	case '。':
		return "."
	case 'ß':
		return "ss"
	case 'à', 'á', 'â', 'ä', 'ā', 'À', 'Á', 'Â', 'Ä', 'Ā':
		return "a"
	case 'è', 'é', 'ê', 'ë', 'ē', 'È', 'É', 'Ê', 'Ë', 'Ē':
		return "e"
	case 'ì', 'í', 'î', 'ï', 'ī', 'Ì', 'Í', 'Î', 'Ï', 'Ī':
		return "i"
	case 'ò', 'ó', 'ô', 'ö', 'ō', 'Ò', 'Ó', 'Ô', 'Ö', 'Ō':
		return "o"
	case 'ù', 'ú', 'û', 'ü', 'ū', 'Ù', 'Ú', 'Û', 'Ü', 'Ū':
		return "u"
	case 'ç', 'Ç', 'ć', 'Ć', 'č', 'Č':
		return "c"
	case 'ñ', 'Ñ', 'ń', 'Ń':
		return "n"
	case 'ś', 'Ś', 'š', 'Š':
		return "s"
	case 'ź', 'Ź', 'ż', 'Ż', 'ž', 'Ž':
		return "z"
	case 'ł', 'Ł':
		return "l"
	case 'ã', 'Ã', 'ą', 'Ą', 'å', 'Å':
		return "a"
	case 'õ', 'Õ':
		return "o"
	case 'ę', 'Ę', 'ě', 'Ě':
		return "e"
	}
	return ""
}

// maxNumber caps what readNumber returns, so that no text overflows.
const maxNumber = 1_000_000_000

// readNumber reads a whole number at the start of s, in ASCII digits or in
// Chinese numerals, positional (一九三八) or spoken (三十二). It returns the
// value, how many decimal digits were written (for numerals: would be), and
// the bytes used, 0 if there is no number.
func readNumber(s string) (n, digits, width int) {
	for width < len(s) && isDigit(s[width]) {
		n = min(n*10+int(s[width]-'0'), maxNumber)
		width++
	}
	if width > 0 {
		return n, width, width
	}
	total, current, spoken := 0, 0, false
	for width < len(s) {
		r, size := utf8.DecodeRuneInString(s[width:])
		if d := hanDigit(r); d >= 0 {
			if current > 0 && spoken {
				break // 十二三: not a number
			}
			current = min(current*10+d, maxNumber)
			digits++
		} else if unit := hanUnit(r); unit > 0 {
			spoken = true
			total = min(total+max(current, 1)*unit, maxNumber)
			current = 0
		} else {
			break
		}
		width += size
	}
	if width == 0 {
		return 0, 0, 0
	}
	n = min(total+current, maxNumber)
	if spoken {
		digits = decimalDigits(n)
	}
	return n, digits, width
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// digitAt reports whether s has an ASCII digit at i.
func digitAt(s string, i int) bool { return i < len(s) && isDigit(s[i]) }

func decimalDigits(n int) int {
	digits := 1
	for n >= 10 {
		n /= 10
		digits++
	}
	return digits
}

// hanDigit returns the value of a Chinese numeral from 0 to 9, or -1.
func hanDigit(r rune) int {
	switch r {
	case '〇', '零', '○':
		return 0
	case '一', '壱', '壹':
		return 1
	case '二', '弐', '贰', '两', '兩':
		return 2
	case '三', '参', '叁':
		return 3
	case '四':
		return 4
	case '五':
		return 5
	case '六':
		return 6
	case '七':
		return 7
	case '八':
		return 8
	case '九':
		return 9
	}
	return -1
}

// hanUnit returns what a Chinese numeral multiplies by, or 0.
func hanUnit(r rune) int {
	switch r {
	case '十', '拾':
		return 10
	case '廿':
		return 20
	case '卅':
		return 30
	case '百':
		return 100
	case '千':
		return 1000
	}
	return 0
}
