package gameinfo

import (
	"slices"
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

// weekdaySign returns the length of a day of the week: 日曜日, 星期天, 周日, 일요일.
func weekdaySign(s string) int {
	const days = "日月火水木金土一二三四五六天일월화수목금토"
	if w := prefixAny(s, "星期", "禮拜", "礼拜", "周", "週"); w > 0 {
		if _, size := utf8.DecodeRuneInString(s[w:]); size > 1 && strings.Contains(days, s[w:w+size]) {
			return w + size
		}
		return 0
	}
	_, size := utf8.DecodeRuneInString(s)
	if w := prefixAny(s[size:], "曜日", "曜", "요일"); w > 0 && size > 1 && strings.Contains(days, s[:size]) {
		return size + w
	}
	return 0
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
	for _, sign := range [...]string{"-го", "го", "-е", "º", "ª", "°"} {
		if wholeWord(s, sign) > 0 {
			return len(sign)
		}
	}
	if len(s) < 2 || len(s) > 2 && s[2] >= 'a' && s[2] <= 'z' {
		return 0
	}
	switch s[:2] {
	case "st", "nd", "rd", "th", "er":
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
		next := i + 1
		if c == '.' { // 2023. 7. 9.
			next += len(s[next:]) - len(strings.TrimLeft(s[next:], " "))
		}
		if startsNumber(s[next:]) || leapSign(s[next:]) > 0 {
			return c, next, true
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
func clockFollows(s string) bool {
	return strings.HasPrefix(s, ":") || hourSign(s) > 0 || len(s) > 2 && s[0] == 'h' && isDigit(s[1]) && isDigit(s[2]) // 10h30
}

// monthFollows reports whether s starts with the name of a month.
func monthFollows(s string) bool {
	word := s[:dateWord(s)]
	month, _ := monthNamed(word)
	return month > 0 || romanMonth(word) > 0 && word != "i"
}

// wordWidth is the length of the word at the start of plain text.
func wordWidth(s string) int {
	width := 0
	for width < len(s) && (s[width] >= 'a' && s[width] <= 'z' || s[width] == '\'' && width > 0) {
		width++
	}
	return width
}

// dateWord is the length of the word of Latin or Cyrillic letters at the start of s.
func dateWord(s string) int {
	if s != "" && s[0] >= utf8.RuneSelf {
		return wordLetters(s)
	}
	return wordWidth(s)
}

// monthNames are the months of the year in full, also as they stand after a day, and
// abbreviations that do not begin so, in English, German, French, Spanish, Italian, Portuguese,
// Dutch, the languages of Scandinavia, Polish, Russian and Ukrainian.
var monthNames = [...]string{
	" january januar janner janvier enero gennaio januari janeiro stycznia styczen январь января січня ",
	" february februar fevrier febrero febbraio februari fevereiro lutego luty февраль февраля лютого feb ",
	" march marz maerz mars marzo maart marco marca marzec mrz mrt март марта березня ",
	" april avril abril aprile kwietnia kwiecien апрель апреля квітня ",
	" may mai mayo maggio mei maj maio maja май мая травня ",
	" june juni juin junio giugno junho czerwca czerwiec июнь июня червня ",
	" july juli juillet julio luglio julho lipca lipiec июль июля липня ",
	" august aout agosto augustus augusti sierpnia sierpien август августа серпня ",
	" september septembre septiembre setiembre settembre setembro wrzesnia wrzesien сентябрь сентября вересня ",
	" october oktober octobre octubre ottobre outubro pazdziernika pazdziernik октябрь октября жовтня ",
	" november novembre noviembre novembro listopada listopad ноябрь ноября листопада ",
	" december dezember decembre diciembre dicembre dezembro desember grudnia grudzien декабрь декабря грудня ",
}

// monthNamed returns the number of the month that a plain word names, in
// full or abbreviated.
func monthNamed(word string) (month int, ok bool) {
	if len(word) > 24 || utf8.RuneCountInString(word) < 3 {
		return 0, false
	}
	for m, names := range monthNames {
		at := strings.Index(names, word)
		if at > 0 && names[at-1] == ' ' && word != "jui" { // juin or juillet
			return m + 1, true
		}
	}
	return 0, false
}

// romanMonth returns the number of the month that a Roman numeral stands for.
func romanMonth(word string) int {
	for m, numeral := range [...]string{1: "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"} {
		if numeral == word && word != "" {
			return m
		}
	}
	return 0
}

// word reads a word of letters: a month, an era, or how dates belong together.
func (p *dateReader) word() {
	if p.quarterFirst() || p.foreignSign() {
		return
	}
	start := p.at
	p.at += dateWord(p.rest())
	word := p.text[start:p.at]
	if w := prefixAny(p.text[start:], "c.e.", "c.e", "a.d.", "a.d"); w > 0 && len(word) == 1 {
		p.at = start + w
		p.certainty.lower(Clear)
		return
	}
	if month, ok := monthNamed(word); ok {
		p.namedMonth(month)
		return
	}
	if month := romanMonth(word); month > 0 && p.amongNumbers(start) { // 9.VII.2023
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
	case "and", "und", "et", "e", "y", "i", "og", "och", "en", "и", "played", "on", "the", "of", "in", "date", "dated", "at", "game", "started", "day", "days",
		"am", "pm", "le", "den", "ad", "ce", "from", "year", "de", "del", "di", "do", "da", "el", "il", "em", "van", "r", "г", "гг", "год", "года", "в":
		p.certainty.lower(Clear)
	case "ca", "c", "circa", "about", "approx", "approximately", "around",
		"published", "publ", "pub", "early", "late", "mid", "um", "vers", "or":
		p.doubt()
	default:
		switch spaced := " " + word + " "; {
		case strings.Contains(weekdays, spaced):
			p.certainty.lower(Clear)
		case strings.Contains(zoneNames, spaced):
			p.certainty.lower(Clear)
			p.zone()
		case strings.Contains(seasons, spaced):
			p.doubt()
		default:
			p.notUnderstood()
		}
	}
}

// weekdays are the days of the week, and their abbreviations.
const weekdays = " monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun" +
	" montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag lundi mardi mercredi jeudi vendredi samedi dimanche" +
	" lunes martes miercoles jueves viernes sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica" +
	" segunda terca quarta quinta sexta feira maandag dinsdag woensdag donderdag vrijdag zaterdag zondag" +
	" понедельник вторник среда четверг пятница суббота воскресенье понедельника вторника среду пятницу субботу пн вт ср чт пт сб вс "

// zone passes over the hours after the name of a time zone: GMT+9.
func (p *dateReader) zone() {
	rest := strings.TrimLeft(p.rest(), " ")
	if len(rest) < 2 || rest[0] != '+' && rest[0] != '-' || !isDigit(rest[1]) {
		return
	}
	_, digits, width := readNumber(rest[1:])
	after := rest[1+width:]
	if digits > 4 || digits == 3 || strings.HasPrefix(after, "-") {
		return
	}
	if len(after) > 2 && after[0] == ':' && isDigit(after[1]) && isDigit(after[2]) {
		after = after[3:]
	}
	p.at = len(p.text) - len(after)
}

// amongNumbers reports whether the word between start and here has a day before it and a
// year after it.
func (p *dateReader) amongNumbers(start int) bool {
	before, behind := strings.TrimRight(p.text[:start], " ./-"), strings.TrimLeft(p.rest(), " ./-")
	_, digits, _ := readNumber(behind)
	if p.at-start == 1 && digits < 4 { // "9 i 10 lipca"
		return false
	}
	return before != "" && isDigit(before[len(before)-1]) && len(p.pending) > 0 && digits >= 2
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
	p.at = start
	if p.abbreviatedEra(word[0], len(word)) {
		return true
	}
	p.at += len(word)
	return false
}

// abbreviatedEra reads the date after the abbreviated name of a Japanese era, which is
// width bytes long and stands for the letter. It needs a month, or a sign of the year.
func (p *dateReader) abbreviatedEra(letter byte, width int) bool {
	e, ok := letterEra(letter)
	if !ok {
		return false
	}
	rest := strings.TrimPrefix(p.rest()[width:], ".")
	n, digits, w := readNumber(rest)
	if w == 0 || digits > 2 || !isDigit(rest[0]) || clockFollows(rest[w:]) || !e.holds(n) {
		return false
	}
	behind := rest[w:]
	_, digits, _ = readNumber(strings.TrimLeft(behind, "-/. "))
	if yearSign(behind) == 0 && (!startsNumber(behind) || digits > 2) { // H1 1999
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
	if p.foreignSign() || p.shortEraDate() {
		return
	}
	if w := prefixAny(rest, timesOfDay[:]...); w > 0 {
		p.at += w
		p.certainty.lower(Clear)
		return
	}
	if w := seasonSign(rest); w > 0 {
		p.at += w
		p.doubt()
		return
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
	if w := prefixAny(rest, "朝鮮", "朝鲜", "조선", "大清", "清朝", "清", "大明", "明朝", "日本", "韓国", "韓國", "대한제국", "大韓帝国", "大韓帝國", "中華", "中华"); w > 0 {
		p.at += w // whose era it is
		p.certainty.lower(Clear)
		return
	}
	if w := weekdaySign(rest); w > 0 {
		p.at += w
		p.certainty.lower(Clear)
		return
	}
	if r, _ := utf8.DecodeRuneInString(rest); alphabetic(r) {
		p.word()
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
	apostrophe := false           // before a year of two digits
	for {
		p.skip(" .,")
		if len(p.pending) == 0 && !monthFollows(strings.TrimLeft(p.rest(), "- ")) {
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
				if p.yearAfterDash(waiting) { // 09-Jul-2023
					p.at++
					continue
				}
				if _, digits, w := readNumber(trimmed); w > 0 && digits <= 2 && !monthFollows(strings.TrimLeft(trimmed[w:], "thndrs ")) && p.morePending() {
					p.at = len(p.text) - len(trimmed)
					p.ranged = sign == '-'
					continue
				}
			}
			if strings.HasPrefix(p.rest(), "'") && digitAt(p.rest(), 1) { // '97
				p.at++
				apostrophe = true
				continue
			}
			p.monthWithoutYear(month)
			return
		case clockFollows(after):
			p.monthWithoutYear(month)
			return
		case waiting && p.dayOfAnother(digits, width):
			return
		case digits >= 3 || n > 31 || waiting || apostrophe:
			p.at += width
			if digits < 3 {
				n = fullYear(n)
			}
			p.era = era{}
			if len(p.pending) == 0 {
				p.emit(n, month, 0)
				return
			}
			if !slices.ContainsFunc(p.pending, func(d pendingDay) bool { return d.month == month }) { // May-June 2023
				p.pend(pendingDay{month, 0, p.ranged})
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

// yearAfterDash reports whether a dash and a year come, after a day and its month.
func (p *dateReader) yearAfterDash(waiting bool) bool {
	rest := p.rest()
	if len(p.pending) == 0 || len(rest) < 2 || rest[0] != '-' || !isDigit(rest[1]) {
		return false
	}
	_, digits, width := readNumber(rest[1:])
	after := strings.TrimLeft(rest[1+width:], " .")
	return (digits == 2 && waiting || digits == 4) && !monthFollows(after) && !strings.HasPrefix(after, ",") && !digitAt(after, 0)
}

// dayOfAnother reports whether a number after "28 Jan" is no year but the day of a following
// month, as in "28 Jan, 3 Feb 1935", perhaps with more days between them.
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
