package sgfread

import (
	"strings"
	"unicode/utf8"
)

// maxInfoText is how many bytes of a game-info value are looked at: a value
// stands at the beginning, what follows are remarks.
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
	switch r {
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
	case 'ç', 'Ç':
		return "c"
	case 'ñ', 'Ñ':
		return "n"
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

// An amount is a number of points or zi, as komi and margins are written.
type amount struct {
	hundredths int  // of the unit
	unit       unit // pointUnit or ziUnit if the text names it
	width      int  // bytes used; 0: no amount
}

type unit uint8

const (
	noUnit unit = iota
	pointUnit
	ziUnit   // 子, a stone of area: two points of margin
	moveUnit // 手: the number counts moves and is no margin
)

// points returns the amount in hundredths of a point and whether it was
// counted in zi. Quarters occur only in zi, even where the unit is not named.
func (a amount) points() (hundredths int, zi bool) {
	if a.unit == ziUnit || a.hundredths%50 == 25 {
		return 2 * a.hundredths, true
	}
	return a.hundredths, false
}

// readAmount reads an amount at the start of s, which is plain text: 3.5, 3,5,
// .5, 3 1/2, 3½, 3又3/4子, 四分之三子, 2目半, 半目, 2집반, "half a point".
func readAmount(s string) amount {
	var a amount
	n, _, w := readNumber(s)
	switch {
	case w > 0:
		a.hundredths = min(n, maxNumber/100) * 100
		a.width = w
		rest := s[w:]
		if f, fw := readDecimals(rest); fw > 0 {
			a.hundredths += f
			a.width += fw
		} else if f, fw := readFractionOf(n, rest); fw > 0 {
			a.hundredths = f
			a.width += fw
		} else {
			f, fw := readQuarters(rest)
			a.hundredths += f
			a.width += fw
		}
	default:
		if f, fw := readDecimals(s); fw > 0 {
			a.hundredths, a.width = f, fw
		} else if f, fw := readQuarters(s); fw > 0 {
			a.hundredths, a.width = f, fw
		} else if fw := halfWidth(s); fw > 0 {
			a.hundredths, a.width = 50, fw
		} else {
			return amount{}
		}
	}
	if u, uw := readUnit(s[a.width:]); uw > 0 {
		a.unit = u
		a.width += uw
		if fw := halfWidth(s[a.width:]); fw > 0 { // 3目半
			a.hundredths += 50
			a.width += fw
		}
	}
	return a
}

// readDecimals reads ".75" or ",75" as hundredths; further digits are dropped.
func readDecimals(s string) (hundredths, width int) {
	if len(s) < 2 || s[0] != '.' && s[0] != ',' || !isDigit(s[1]) {
		return 0, 0
	}
	hundredths = int(s[1]-'0') * 10
	width = 2
	if digitAt(s, width) {
		hundredths += int(s[width] - '0')
	}
	for digitAt(s, width) {
		width++
	}
	return hundredths, width
}

// readFractionOf reads what makes a fraction of the number n before it: "/4"
// after 3, 分之三 after 四.
func readFractionOf(n int, s string) (hundredths, width int) {
	upper, lower := n, 0
	switch {
	case strings.HasPrefix(s, "/"):
		var w int
		lower, _, w = readNumber(s[1:])
		width = 1 + w
	case strings.HasPrefix(s, "分之"), strings.HasPrefix(s, "分の"):
		var w int
		lower = n
		upper, _, w = readNumber(s[len("分之"):])
		if w == 0 {
			return 0, 0
		}
		width = len("分之") + w
	}
	if lower == 0 || lower > 8 || upper > 1000 {
		return 0, 0
	}
	return upper * 100 / lower, width
}

// readQuarters reads a fraction after a whole number: ½, " 3/4", 又3/4, 又四分之三,
// "半", "-1/2", " and a half".
func readQuarters(s string) (hundredths, width int) {
	for {
		rest := s[width:]
		switch {
		case strings.HasPrefix(rest, " "), strings.HasPrefix(rest, "-") && width == 0:
			width++
			continue
		case strings.HasPrefix(rest, "又"), strings.HasPrefix(rest, "と"):
			width += len("又")
			continue
		case strings.HasPrefix(rest, "¼"):
			return 25, width + len("¼")
		case strings.HasPrefix(rest, "½"):
			return 50, width + len("½")
		case strings.HasPrefix(rest, "¾"):
			return 75, width + len("¾")
		case strings.HasPrefix(rest, "and a half"):
			return 50, width + len("and a half")
		}
		n, _, w := readNumber(rest)
		if w == 0 {
			return 0, 0
		}
		f, fw := readFractionOf(n, rest[w:])
		if fw == 0 || f >= 100 {
			return 0, 0
		}
		return f, width + w + fw
	}
}

// halfWidth returns the length of a word for one half at the start of s.
func halfWidth(s string) int {
	for _, word := range [...]string{"半", "반", "half a", "half"} {
		if strings.HasPrefix(s, word) {
			return len(word)
		}
	}
	return 0
}

// readUnit reads the unit after a number, with spaces before it.
func readUnit(s string) (unit, int) {
	spaces := 0
	for spaces < len(s) && (s[spaces] == ' ' || s[spaces] == '-') {
		spaces++
	}
	for _, u := range [...]struct {
		word string
		unit unit
	}{
		{"目", pointUnit}, {"집", pointUnit}, {"호", pointUnit}, {"子", ziUnit}, {"手", moveUnit}, {"수", moveUnit},
		{"moves", moveUnit}, {"moku", pointUnit}, {"zi", ziUnit}, {"points", pointUnit}, {"point", pointUnit},
		{"pts", pointUnit}, {"pt", pointUnit}, {"punkte", pointUnit}, {"punkt", pointUnit},
	} {
		if strings.HasPrefix(s[spaces:], u.word) {
			return u.unit, spaces + len(u.word)
		}
	}
	return noUnit, 0
}
