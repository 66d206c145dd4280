package sgfread

import (
	"strings"
	"unicode/utf8"
)

// Signs after numbers, as bytes of the sign (with the spaces before it), 0 if
// there is none.

func yearSign(s string) int  { return signAfter(s, "年", "년") }
func monthSign(s string) int { return signAfter(s, "月", "월") }

func daySign(s string) int { return signAfter(s, "日", "일", "号", "號") }

func hourSign(s string) int {
	return signAfter(s, "時", "时", "点", "點", "시", "分", "분", "秒", "초")
}

// signAfter returns the length of the first sign that s starts with, together
// with what usually sticks to it.
func signAfter(s string, signs ...string) int {
	if len(s) < 3 || s[0] < utf8.RuneSelf && s[0] != ' ' {
		return 0
	}
	trimmed := strings.TrimLeft(s, " ")
	for _, sign := range signs {
		if strings.HasPrefix(trimmed, sign) {
			width := len(s) - len(trimmed) + len(sign)
			if strings.HasPrefix(s[width:], "間") { // 時間, 年間
				width += len("間")
			}
			return width
		}
	}
	return 0
}

// leapSign returns the length of a mark of a leap month.
func leapSign(s string) int {
	for _, sign := range [...]string{"閏", "闰", "윤", "intercalary ", "int", "ic", "leap "} {
		if strings.HasPrefix(s, sign) {
			return len(sign)
		}
	}
	return 0
}

// decadeSign returns the length of what makes a decade of a year.
func decadeSign(s string) int {
	for _, sign := range [...]string{"'s", "s", "年代"} {
		if strings.HasPrefix(s, sign) && (len(s) == len(sign) || s[len(sign)] < 'a' || s[len(sign)] > 'z') {
			return len(sign)
		}
	}
	return 0
}

// ordinalSign returns the length of the letters of "1st" or "22nd".
func ordinalSign(s string) int {
	if len(s) < 2 || len(s) > 2 && s[2] >= 'a' && s[2] <= 'z' {
		return 0
	}
	switch s[:2] {
	case "st", "nd", "rd", "th":
		return 2
	}
	return 0
}

// bcSign returns the length of what says in front of a year that it is before
// Christ.
func bcSign(s string) int {
	return prefixAny(s, "紀元前", "纪元前", "公元前", "西元前", "西暦紀元前", "기원전", "前")
}

// prefixAny returns the length of the first prefix that s has, 0 if it has none.
func prefixAny(s string, prefixes ...string) int {
	for _, prefix := range prefixes {
		if strings.HasPrefix(s, prefix) {
			return len(prefix)
		}
	}
	return 0
}

// separator finds what parts a year from its month or a month from its day at
// s[i:]: one of - / . or a space. After a written sign (年) it may be missing.
// It returns the separator and where the next part begins.
func separator(s string, i int, signed bool) (sep byte, next int, ok bool) {
	if signed {
		for i < len(s) && (s[i] == ' ' || s[i] == '.') {
			i++
		}
		return ' ', i, i < len(s)
	}
	if i >= len(s) {
		return 0, i, false
	}
	switch c := s[i]; c {
	case '-', '/', '.', ' ':
		if startsNumber(s[i+1:]) || leapSign(s[i+1:]) > 0 {
			return c, i + 1, true
		}
	}
	return 0, i, false
}

// startsNumber reports whether a number stands right at the start of s, or
// after one separator.
func startsNumber(s string) bool {
	if s != "" && strings.IndexByte("-/. ", s[0]) >= 0 {
		s = s[1:]
	}
	_, _, width := readNumber(s)
	return width > 0
}

// clockFollows reports whether the number before s was an hour.
func clockFollows(s string) bool { return strings.HasPrefix(s, ":") || hourSign(s) > 0 }

// monthFollows reports whether s starts with the name of a month.
func monthFollows(s string) bool {
	month, _ := monthNamed(s[:wordWidth(s)])
	return month > 0
}

// wordWidth is the length of the word at the start of plain text.
func wordWidth(s string) int {
	width := 0
	for width < len(s) && (s[width] >= 'a' && s[width] <= 'z' || s[width] == '\'' && width > 0) {
		width++
	}
	return width
}

// monthNamed returns the number of the month that a plain word names, in
// full or abbreviated, in English, German, French, Spanish, Italian or Dutch.
func monthNamed(word string) (month int, ok bool) {
	if len(word) < 3 || len(word) > 10 {
		return 0, false
	}
	for m, names := range [...]string{
		" january januar janvier enero gennaio januari ",
		" february februar fevrier febrero febbraio februari feb ",
		" march marz maerz mars marzo maart mrz ",
		" april avril abril aprile ",
		" may mai mayo maggio mei ",
		" june juni juin junio giugno ",
		" july juli juillet julio luglio ",
		" august aout agosto augustus ",
		" september septembre septiembre settembre ",
		" october oktober octobre octubre ottobre ",
		" november novembre noviembre ",
		" december dezember decembre diciembre dicembre ",
	} {
		at := strings.Index(names, word)
		if at > 0 && names[at-1] == ' ' && word != "jui" { // juin or juillet
			return m + 1, true
		}
	}
	return 0, false
}

// word reads a word of letters: a month, an era, or how dates belong together.
func (p *dateReader) word() {
	start := p.at
	p.at += wordWidth(p.rest())
	word := p.text[start:p.at]
	if month, ok := monthNamed(word); ok {
		p.namedMonth(month)
		return
	}
	if e, ok := latinEra(word); ok {
		p.eraDate(e)
		return
	}
	if p.letterDate(word, start) {
		return
	}
	switch word {
	case "bc", "bce", "b":
		if w := prefixAny(p.text[start:], "bce", "b.c.e.", "b.c.", "bc"); w > 0 {
			p.at = start + w
			p.skip(" .")
			if n, _, width := readNumber(p.rest()); width > 0 {
				p.at += width
				p.beforeChrist(n)
				return
			}
		}
		p.notUnderstood()
	case "before", "avant", "vor":
		p.bounding = before
		p.doubt()
	case "after", "nach":
		p.bounding = after
		p.doubt()
	case "since", "seit", "depuis":
		p.bounding = afterOrOn
		p.doubt()
	case "onwards", "onward":
		p.bound(afterOrOn)
	case "to", "till", "until", "through", "bis", "au":
		if len(p.spans) > 0 || len(p.pending) > 0 {
			p.ranged = true
			p.certainty.lower(Clear)
			return
		}
		p.doubt()
	case "and", "und", "et", "played", "on", "the", "of", "in", "date", "dated", "at", "game", "started", "day", "days",
		"t", "z", "ut", "utc", "gmt", "jst", "kst", "cst", "est", "pst", "cet", "am", "pm", "le", "den", "ad", "from", "year",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun":
		p.certainty.lower(Clear)
	case "ca", "c", "circa", "about", "approx", "approximately", "around",
		"published", "publ", "pub", "early", "late", "mid", "spring", "summer", "autumn", "winter", "um", "vers", "or":
		p.doubt()
	default:
		p.notUnderstood()
	}
}

// notUnderstood notes that what ends here means nothing to the reader. A number
// of one to three digits after it is not a year: it may count the years of an
// era, or rounds.
func (p *dateReader) notUnderstood() {
	p.certainty.lower(Guessed)
	p.unknown = p.at
}

// afterUnknown reports whether nothing but spaces and signs lies between what
// was not understood and here.
func (p *dateReader) afterUnknown(at int) bool {
	return p.unknown > 0 && strings.Trim(p.text[p.unknown:at], " .-'#") == ""
}

// letterDate reads a date that begins with the letter of a Japanese era:
// S60-05-12, H5.10.14. Without a month the letter may mean anything.
func (p *dateReader) letterDate(word string, start int) bool {
	if len(word) != 1 || start > 0 && strings.IndexByte(" ,(~-", p.text[start-1]) < 0 {
		return false
	}
	e, ok := letterEra(word[0])
	if !ok {
		return false
	}
	rest := strings.TrimPrefix(p.rest(), ".")
	n, digits, width := readNumber(rest)
	if width == 0 || digits > 2 || !isDigit(rest[0]) || !startsNumber(rest[width:]) || clockFollows(rest[width:]) || !e.holds(n) {
		return false
	}
	p.at = len(p.text) - len(rest)
	p.eraDate(e)
	return true
}

// doubt notes that the date is not to be taken at its word.
func (p *dateReader) doubt() {
	p.approximate = true
	p.certainty.lower(Clear)
}

// symbol reads what is not ASCII: Chinese numerals, eras and words.
func (p *dateReader) symbol() {
	rest := p.rest()
	if e, width := eraNamed(rest); width > 0 && eraYearFollows(rest[width:]) && !p.afterUnknown(p.at) {
		p.at += width
		p.eraDate(e)
		return
	}
	if w := bcSign(rest); w > 0 {
		year := strings.TrimLeft(rest[w:], " ")
		if n, _, width := readNumber(year); width > 0 {
			p.at = len(p.text) - len(year) + width
			p.beforeChrist(n)
			return
		}
	}
	if w := prefixAny(rest, "以前", "이전"); w > 0 {
		p.at += w
		p.bound(beforeOrOn)
		return
	}
	if w := prefixAny(rest, "以後", "以后", "以降", "以来", "以來", "이후"); w > 0 {
		p.at += w
		p.bound(afterOrOn)
		return
	}
	if w := prefixAny(rest, "之前", "前"); w > 0 && len(p.spans) > 0 && !p.afterUnknown(p.at) {
		p.at += w
		p.bound(before)
		return
	}
	if w := prefixAny(rest, "之後", "之后", "後", "后", "후"); w > 0 && len(p.spans) > 0 && !p.afterUnknown(p.at) {
		p.at += w
		p.bound(after)
		return
	}
	if w := prefixAny(rest, "朝鮮", "朝鲜", "조선", "大清", "清朝", "清", "大明", "明朝", "日本", "韓国", "韓國", "대한제국", "大韓帝国", "大韓帝國"); w > 0 {
		p.at += w // whose era it is
		p.certainty.lower(Clear)
		return
	}
	if _, _, width := readNumber(rest); width > 0 {
		p.certainty.lower(Clear)
		p.number()
		return
	}
	r, size := utf8.DecodeRuneInString(rest)
	p.at += size
	switch r {
	case '頃', 'ご', 'ろ', '約', '约', '경':
		p.doubt()
	case '至', '到', '乃', '부':
		p.ranged = len(p.spans) > 0
	case '前', '後', '后', '후', '春', '夏', '秋', '冬', '刊', '載':
		p.doubt()
	case '西', '暦', '公', '元', '~', 'か', 'ら', 'ま', 'で', '터', '까', '지', '年', '月', '日', '代', '대', '·':
		p.certainty.lower(Clear)
	default:
		p.notUnderstood()
	}
}

// eraYearFollows reports whether a year or 元 comes after the name of an era,
// which may also be an ordinary word.
func eraYearFollows(s string) bool {
	s = strings.TrimLeft(s, " ")
	if strings.HasPrefix(s, "元") {
		return true
	}
	_, _, width := readNumber(s)
	return width > 0
}

// eraDate reads the year, month and day after the name of an era.
func (p *dateReader) eraDate(e era) {
	p.skip(" .-")
	n, digits, width := readNumber(p.rest())
	switch {
	case width > 0 && digits <= 4:
		p.at += width
	case strings.HasPrefix(p.rest(), "元"):
		p.at += len("元")
		n = 1
	case strings.HasPrefix(p.rest(), "gan"):
		p.at += len("gan")
		n = 1
	default:
		p.notUnderstood()
		return
	}
	if !e.holds(n) {
		p.notUnderstood()
		p.passOver()
		return
	}
	p.certainty.lower(Clear)
	p.era = e
	year := e.first + n - 1
	month, day, leap := p.monthAndDay()
	p.leap = leap
	p.emit(year, month, day)
}

// namedMonth reads what goes with a written-out month: the days before it or
// after it, and the year.
func (p *dateReader) namedMonth(month int) {
	p.certainty.lower(Clear)
	for i := range p.pending {
		if p.pending[i].month == 0 {
			p.pending[i].month = month
		}
	}
	waiting := len(p.pending) > 0 // the day came first
	for {
		p.skip(" .,")
		if len(p.pending) == 0 {
			p.skip("-")
		}
		n, digits, width := readNumber(p.rest())
		after := p.rest()[width:]
		switch {
		case width == 0:
			if strings.HasPrefix(p.rest(), "-") || strings.HasPrefix(p.rest(), "&") || strings.HasPrefix(p.rest(), "and ") {
				// "1-3", "1 and 2": more days follow, or another date.
				sign := p.rest()[0]
				trimmed := strings.TrimLeft(p.rest(), "-& and")
				if _, digits, w := readNumber(trimmed); w > 0 && digits <= 2 && !monthFollows(strings.TrimLeft(trimmed[w:], "thndrs ")) && p.morePending() {
					p.at = len(p.text) - len(trimmed)
					p.ranged = sign == '-'
					continue
				}
			}
			if strings.HasPrefix(p.rest(), "'") && digitAt(p.rest(), 1) { // '97
				p.at++
				continue
			}
			p.monthWithoutYear(month)
			return
		case clockFollows(after):
			p.monthWithoutYear(month)
			return
		case waiting && p.dayOfAnother(digits, width):
			return
		case digits >= 3 || n > 31 || waiting:
			p.at += width
			if digits < 3 {
				n = fullYear(n)
			}
			p.era = era{}
			if len(p.pending) == 0 {
				p.emit(n, month, 0)
				return
			}
			p.flush(n, month)
			return
		default:
			p.at += width
			p.at += ordinalSign(p.rest())
			p.pend(pendingDay{month, n, p.ranged})
			if len(p.pending) >= maxSpans {
				return
			}
		}
	}
}

// dayOfAnother reports whether a number behind "28 Jan" is no year but the day of a month
// named behind it, as in "28 Jan, 3 Feb 1935", perhaps with more days between them.
func (p *dateReader) dayOfAnother(digits, width int) bool {
	if digits > 2 {
		return false
	}
	after := p.rest()[width:]
	after = strings.TrimLeft(after[ordinalSign(after):], " .-")
	if monthFollows(after) {
		return true
	}
	listed := digits == 1 || strings.HasSuffix(strings.TrimRight(p.text[:p.at], " "), ",")
	return listed && monthFollows(strings.TrimLeft(after, ".-~,&+ 0123456789andsthr"))
}

// morePending reports whether a day after the month's name was just read.
func (p *dateReader) morePending() bool { return len(p.pending) > 0 }

// monthWithoutYear keeps a month for the year that may come later, or takes
// the year of the date before.
func (p *dateReader) monthWithoutYear(month int) {
	switch {
	case len(p.pending) > 0 && p.year != 0:
		p.flush(p.year, month)
	case len(p.pending) > 0:
	case p.year != 0:
		p.emit(p.year, month, 0)
	default:
		p.pend(pendingDay{month, 0, p.ranged})
	}
}
