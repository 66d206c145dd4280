package gameinfo

import (
	"strings"
	"unicode/utf8"
)

// An amount is a number of points or zi, as komi and margins are written.
type amount struct {
	hundredths int  // of the unit
	unit       unit // pointUnit or ziUnit if the text names it
	width      int  // bytes used; 0: no amount
	bad        bool // begins as an amount, and goes on in a way that leaves its value open
}

type unit uint8

const (
	noUnit unit = iota
	pointUnit
	ziUnit    // 子, a stone of area: two points of margin
	stoneUnit // 점, stones: of a handicap
	moveUnit  // 手: the number counts moves and is no margin
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
// .5, 3 1/2, 3½, 3又3/4子, 四分之三子, 2目半, 6 目 半, 7半, 半目, 2집반, 여섯 집 반, "half
// a point", "two and a half", "sechseinhalb Punkte".
func readAmount(s string) amount {
	var a amount
	n, _, w := readNumber(s)
	word := w == 0
	if word && halfWidth(s) == 0 { // "one half" is not one
		n, w = readNumberWord(s)
	}
	fraction := false
	part := func(f, fw int) bool {
		if fw == 0 {
			return false
		}
		a.bad = a.bad || fraction
		a.hundredths += f
		a.width += fw
		fraction = true
		return true
	}
	switch {
	case w > 0:
		a.hundredths, a.width = min(n, maxNumber/100)*100, w
		rest := s[w:]
		if f, fw, exact := readDecimals(rest); fw > 0 && !word {
			part(f, fw)
			a.bad = !exact
		} else if f, fw := readFractionOf(n, rest); fw > 0 && !word {
			a.hundredths = f
			a.width += fw
			fraction = true
		} else if rest != "" {
			part(readQuarters(rest))
		}
	default:
		f, fw, exact := readDecimals(s)
		if fw > 0 {
			a.bad = !exact
		} else if f, fw = readMixedWord(s); fw > 0 {
		} else if f, fw = readQuarters(s); fw > 0 && strings.HasPrefix(s, " ") {
			fw = 0
		}
		if fw == 0 {
			if f, fw = 50, halfWidth(s); fw == 0 {
				return amount{}
			}
		}
		part(f, fw)
	}
	if a.width == len(s) { // as nearly always
		return a
	}
	if w := prefixAny(s[a.width:], "个", "個", "ヶ", "개"); w > 0 {
		a.width += w
		part(halfAfter(s[a.width:]))
	}
	if u, uw := readUnit(s[a.width:]); uw > 0 {
		a.unit = u
		a.width += uw
		if !part(halfAfter(s[a.width:])) { // 3目半, 6 目 半, 3子3/4
			if rest := s[a.width:]; startsNumber(rest) {
				part(readQuarters(rest))
			}
		} else if u, uw := readUnit(s[a.width:]); uw > 0 && u == a.unit {
			a.width += uw
		}
	}
	return a
}

// readDecimals reads ".75" or ",75" as hundredths; it is not exact if further digits
// are dropped that say something.
func readDecimals(s string) (hundredths, width int, exact bool) {
	if len(s) < 2 || s[0] != '.' && s[0] != ',' || !isDigit(s[1]) {
		return 0, 0, true
	}
	hundredths = int(s[1]-'0') * 10
	width = 2
	if digitAt(s, width) {
		hundredths += int(s[width] - '0')
		width++
	}
	exact = true
	for digitAt(s, width) {
		exact = exact && s[width] == '0'
		width++
	}
	return hundredths, width, exact
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
	if lower != 2 && lower != 4 || upper > 1000 {
		return 0, 0
	}
	return upper * 100 / lower, width
}

// readQuarters reads a fraction after a whole number: ½, " 3/4", 又3/4, 又四分之三,
// "半", "-1/2", " and a half".
func readQuarters(s string) (hundredths, width int) {
	if hundredths, width = halfAfter(s); width > 0 {
		return hundredths, width
	}
	for {
		rest := s[width:]
		switch {
		case strings.HasPrefix(rest, " "), strings.HasPrefix(rest, "-") && width == 0:
			width++
			continue
		case strings.HasPrefix(rest, "又"), strings.HasPrefix(rest, "と"):
			width += len("又")
			continue
		case strings.HasPrefix(rest, "and "), strings.HasPrefix(rest, "und "):
			width += len("and ")
			continue
		case strings.HasPrefix(rest, "& "), strings.HasPrefix(rest, "+ "):
			width += len("& ")
			continue
		case strings.HasPrefix(rest, "¼"):
			return 25, width + len("¼")
		case strings.HasPrefix(rest, "½"):
			return 50, width + len("½")
		case strings.HasPrefix(rest, "¾"):
			return 75, width + len("¾")
		}
		for _, q := range quarterWords {
			if w := wholeWord(rest, q.text); w > 0 {
				return q.hundredths, width + w
			}
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

// halfAfter reads a half after a number or its unit, with or without a blank.
func halfAfter(s string) (hundredths, width int) {
	trimmed := strings.TrimLeft(s, " ")
	spaces := len(s) - len(trimmed)
	if w := prefixAny(trimmed, "半", "반"); w > 0 {
		return 50, spaces + w
	}
	if spaces == 0 {
		trimmed = strings.TrimPrefix(trimmed, "-") // "two-and-a-half"
		spaces = len(s) - len(trimmed)
	}
	for _, half := range afterHalves {
		if w := wholeWord(trimmed, half); w > 0 {
			return 50, spaces + w
		}
	}
	return 0, 0
}

// halfWidth returns the length of a word for one half at the start of s.
func halfWidth(s string) int {
	if w := prefixAny(s, "半", "반"); w > 0 {
		return w
	}
	for _, half := range halves {
		if w := wholeWord(s, half); w > 0 {
			return w
		}
	}
	return 0
}

// wholeWord returns the length of a word at the start of s if no further letter follows.
func wholeWord(s, word string) int {
	if !strings.HasPrefix(s, word) {
		return 0
	}
	if last, _ := utf8.DecodeLastRuneInString(word); alphabetic(last) {
		if next, _ := utf8.DecodeRuneInString(s[len(word):]); alphabetic(next) {
			return 0
		}
	}
	return len(word)
}

// alphabetic reports whether words of a script are written with blanks between them.
func alphabetic(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= 0xc0 && r < 0x530 && r != '×' && r != '÷'
}

// units are those of amounts, the longer before those they begin with.
var units = [...]struct {
	word string
	unit unit
}{
	{"目", pointUnit}, {"집", pointUnit}, {"호", pointUnit}, {"点", pointUnit}, {"點", pointUnit}, {"ポイント", pointUnit}, {"눈", pointUnit},
	{"子", ziUnit}, {"점", stoneUnit}, {"手", moveUnit}, {"수", moveUnit}, {"着", moveUnit},
	{"moves", moveUnit}, {"move", moveUnit}, {"plies", moveUnit}, {"zug", moveUnit}, {"zugen", moveUnit}, {"zuge", moveUnit}, {"coups", moveUnit},
	{"stones", stoneUnit}, {"stone", stoneUnit}, {"steine", stoneUnit}, {"steinen", stoneUnit}, {"stein", stoneUnit}, {"pierres", stoneUnit},
	{"piedras", stoneUnit}, {"камня", stoneUnit}, {"камней", stoneUnit}, {"камень", stoneUnit},
	{"moku", pointUnit}, {"zi", ziUnit}, {"points", pointUnit}, {"point", pointUnit},
	{"pts.", pointUnit}, {"pts", pointUnit}, {"pt.", pointUnit}, {"pt", pointUnit}, {"punkte", pointUnit}, {"punkten", pointUnit}, {"punkt", pointUnit},
	{"puntos", pointUnit}, {"punto", pointUnit}, {"punti", pointUnit}, {"очка", pointUnit}, {"очко", pointUnit}, {"очков", pointUnit},
}

// readUnit reads the unit after a number, with spaces before it.
func readUnit(s string) (unit, int) {
	spaces := 0
	for spaces < len(s) && (s[spaces] == ' ' || s[spaces] == '-') {
		spaces++
	}
	rest := s[spaces:]
	for _, u := range units {
		if w := wholeWord(rest, u.word); w > 0 {
			return u.unit, spaces + w
		}
	}
	return noUnit, 0
}
