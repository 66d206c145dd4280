package gameinfo

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxSpans bounds what one value may list.
const maxSpans = 64

// A dateReader goes once over the plain text. Numbers are dates or parts of
// them, everything else says how they belong together.
type dateReader struct {
	text  string
	at    int
	spans []Span

	certainty   Certainty
	approximate bool

	// The latest date, from which shortcuts inherit.
	year, month, day int
	leap             bool
	era              era // of the latest date, with first 0 if it was Gregorian

	unknown  int      // where what was not understood last ends, 0 if there was nothing
	bounding openness // what a word said of the date to come

	ranged  bool         // a range sign was read, its second end is to come
	pending []pendingDay // days and months that wait for their year
}

// openness says on which side a date is open.
type openness uint8

const (
	closed openness = iota
	before
	beforeOrOn
	after
	afterOrOn
)

// A pendingDay was read before its year ("12th and 13th March 1994"). A month
// of 0 is still to come too.
type pendingDay struct {
	month, day int
	ranged     bool
}

func (p *dateReader) rest() string { return p.text[p.at:] }

func (p *dateReader) read() {
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case isDigit(c):
			p.number()
		case c >= 'a' && c <= 'z':
			p.word()
		case c >= utf8.RuneSelf:
			p.symbol()
		case c == '~', c == '.' && strings.HasPrefix(p.rest(), ".."):
			p.ranged = true
			p.certainty.lower(Clear)
			p.skip("~.-")
		case c == '-':
			// A dash before a date is a range if a date came before; but not between a
			// day and its month.
			p.at++
			n := len(p.pending)
			dayBefore := n > 0 && p.pending[n-1].month == 0 && isDigit(p.text[p.at-2])
			if dayBefore && monthFollows(p.rest()) {
				continue
			}
			p.ranged = p.ranged || len(p.spans) > 0 || n > 0
		case c == '?':
			p.approximate = true
			p.certainty.lower(Clear)
			p.at++
		case (c == '(' || c == '[') && len(p.spans) > 0:
			p.remark()
		default:
			p.at++
		}
	}
	if p.ranged { // "1898-01-05..": it went on, nobody says how long
		p.approximate = p.approximate || len(p.spans) > 0 && !strings.HasSuffix(p.text, "-")
		p.certainty.lower(Clear)
	}
}

// skip passes over all bytes of the set.
func (p *dateReader) skip(set string) {
	for p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
		p.at++
	}
}

// remark passes over a remark in parentheses.
func (p *dateReader) remark() {
	p.certainty.lower(Clear)
	end := strings.IndexAny(p.rest(), ")]")
	if end < 0 {
		p.at = len(p.text)
		return
	}
	p.at += end + 1
}

// number reads a date that starts with a number.
func (p *dateReader) number() {
	n, digits, width := readNumber(p.rest())
	start := p.at
	p.at += width
	next := p.rest()
	switch {
	case clockFollows(next), n <= 24 && digits <= 2 && meridiemSign(next) > 0:
		p.clock()
	case digits >= 3 && p.foreignYear(n):
	case digits == 1 && p.quarterFrom(start):
	case p.afterUnknown(start) && p.eraLike(n, digits):
		p.passOver()
	case bcFollows(next) > 0 && digits <= 4:
		p.at += bcFollows(next)
		p.beforeChrist(n)
	case digits == 8 && validDay(n/10000, n/100%100, n%100):
		p.certainty.lower(Clear)
		p.emit(n/10000, n/100%100, n%100)
	case digits == 6 && n/100 >= 1000 && n/100 <= lastYear && validDay(n/100, n%100, 1):
		p.certainty.lower(Guessed)
		p.emit(n/100, n%100, 0)
	case digits == 6 && len(readingsOf(n/10000, n/100%100, n%100)) > 0:
		p.twoDigits(n/10000, n/100%100, n%100)
	case strings.HasPrefix(next, "世紀"), strings.HasPrefix(next, "世纪"), strings.HasPrefix(next, "세기"):
		p.century(n)
	case digits > 4 || n == 0 && digits >= 3:
		p.placeholder()
	case digits >= 3 || n > 31 || yearSign(next) > 0:
		p.yearFirst(n, digits)
	default:
		p.shortNumber(n, start)
	}
}

// eraLike reports whether a number, which was read, is what counts years under
// the name of an era rather than a year: one of few digits with a sign of a year
// or the parts of a date after it, of which none can be a year.
func (p *dateReader) eraLike(n, digits int) bool {
	if digits >= 4 {
		return n > lastYear
	}
	if digits == 3 || yearSign(p.rest()) > 0 || n > 31 {
		return true
	}
	rest := p.rest()
	for range 2 {
		if rest == "" || strings.IndexByte("-/.", rest[0]) < 0 {
			return false
		}
		_, digits, width := readNumber(rest[1:])
		if width == 0 || digits > 2 {
			return false
		}
		rest = rest[1+width:]
	}
	return true
}

// passOver passes over the parts of a date that cannot be read.
func (p *dateReader) passOver() {
	p.certainty.lower(Guessed)
	for p.at < len(p.text) {
		rest := p.rest()
		if w := max(yearSign(rest), monthSign(rest), daySign(rest)); w > 0 {
			p.at += w
			continue
		}
		trimmed := strings.TrimLeft(rest, " -/.")
		if _, digits, width := readNumber(trimmed); width > 0 && digits <= 2 {
			p.at += len(rest) - len(trimmed) + width
			continue
		}
		return
	}
}

// bcFollows returns the length of what says after a year that it is before
// Christ.
func bcFollows(s string) int {
	trimmed := strings.TrimLeft(s, " ")
	w := prefixAny(trimmed, "b.c.e.", "b.c.e", "b.c.", "b.c", "bce", "bc")
	if w == 0 || w < len(trimmed) && trimmed[w] >= 'a' && trimmed[w] <= 'z' {
		return 0
	}
	return len(s) - len(trimmed) + w
}

// beforeChrist adds the year n before Christ. There was no year 0, so that the
// year before 1 is 0 here, and that before it -1.
func (p *dateReader) beforeChrist(n int) {
	p.certainty.lower(Clear)
	p.at += yearSign(p.rest())
	p.year, p.month, p.day = 0, 0, 0
	if n >= 1 && n < 9999 {
		p.add(dateSpan(1-n, 0, 0))
	}
}

// bound opens the last date on one side: the text says so after it.
func (p *dateReader) bound(o openness) {
	p.doubt()
	if n := len(p.spans); n > 0 {
		p.spans[n-1] = p.spans[n-1].open(o)
	}
}

// placeholder passes over zeros and other numbers that are no dates.
func (p *dateReader) placeholder() {
	p.certainty.lower(Guessed)
	for p.at < len(p.text) && (isDigit(p.text[p.at]) || p.text[p.at] == '-') {
		p.at++
	}
}

// yearFirst reads what follows a year: month, day, the end of a range of
// years, or the s of a decade.
func (p *dateReader) yearFirst(year, digits int) {
	if digits < 3 {
		year = fullYear(year)
		p.certainty.lower(Guessed)
	}
	if w := decadeSign(p.rest()); w > 0 {
		p.at += w
		p.certainty.lower(Clear)
		p.add(Span{year*10000 + 101, (year+9)*10000 + 1231, ToDecade})
		return
	}
	p.era = era{}
	if day, w := dayOfYear(year, p.rest()); w > 0 {
		p.at += w
		p.certainty.lower(Clear)
		p.emit(year, day/100%100, day%100)
		return
	}
	if p.quarterBehind(year) {
		return
	}
	if last, w := rangeOfYears(year, p.rest()); w > 0 {
		p.at += w
		p.certainty.lower(Clear)
		p.emit(year, 0, 0)
		p.ranged = true
		p.emit(last, 0, 0)
		return
	}
	if monthFollows(strings.TrimLeft(p.rest(), " -.")) { // 1987 May 1
		p.year, p.month, p.day = year, 0, 0
		p.certainty.lower(Clear)
		return
	}
	month, day, leap := p.monthAndDay()
	p.leap = leap
	if n := len(p.pending); n > 0 && month == 0 && p.pending[n-1].month > 0 { // Nov 21 02:08:05 UTC 2026
		p.flush(year, 0)
		return
	}
	p.emit(year, month, day)
}

// dayOfYear reads the "-190" of ISO's 2023-190. It returns the day and the bytes used.
func dayOfYear(year int, s string) (day, width int) {
	if !strings.HasPrefix(s, "-") || !digitAt(s, 1) {
		return 0, 0
	}
	n, digits, w := readNumber(s[1:])
	if digits != 3 || n < 1 || n > 366 || n == 366 && !leapYear(year) || startsNumber(s[1+w:]) {
		return 0, 0
	}
	return dayOf(dayNumber(year, 1, 1) + n - 1), 1 + w
}

// rangeOfYears reads the "-46" of "1945-46": two digits that can be no month
// and lie after the year's own. It returns the last year and the bytes used.
func rangeOfYears(year int, s string) (last, width int) {
	if len(s) < 3 || s[0] != '-' && s[0] != '/' {
		return 0, 0
	}
	n, digits, w := readNumber(s[1:])
	if digits != 2 || n <= 12 || n <= year%100 || startsNumber(s[1+w:]) {
		return 0, 0
	}
	return year - year%100 + n, 1 + w
}

// monthAndDay reads "-05-06", "/5/6", ".5", "年5月6日" after a year. It leaves text that
// cannot be a month or a day to the caller, or skips it if it stands in their place.
func (p *dateReader) monthAndDay() (month, day int, leap bool) {
	signed := yearSign(p.rest())
	if signed > 0 {
		p.certainty.lower(Clear)
	}
	p.at += signed
	sep, at, ok := separator(p.text, p.at, signed > 0)
	if !ok {
		return 0, 0, false
	}
	if w := leapSign(p.text[at:]); w > 0 {
		leap = true
		at += w
	}
	month, digits, width := readNumber(p.text[at:])
	after := p.text[at+width:]
	if width == 0 || digits > 2 || clockFollows(after) || ordinalSign(after) > 0 {
		return 0, 0, leap
	}
	if digits == 1 || sep != '-' || month == 0 {
		p.certainty.lower(Clear)
	}
	p.at = at + width
	if month == 0 || month > 12 {
		if month > 12 {
			p.certainty.lower(Guessed)
		}
		p.skipPart()
		return 0, 0, leap
	}
	signed = monthSign(after)
	p.at += signed
	daySep, at, ok := separator(p.text, p.at, signed > 0)
	if !ok || signed == 0 && daySep != sep {
		return month, 0, leap
	}
	day, digits, width = readNumber(p.text[at:])
	after = p.text[at+width:]
	if width == 0 || digits > 2 || clockFollows(after) || day > 31 {
		return month, 0, leap
	}
	if digits == 1 || day == 0 {
		p.certainty.lower(Clear)
	}
	p.at = at + width + daySign(after)
	return month, day, leap
}

// skipPart passes over a further part of a date that cannot be read.
func (p *dateReader) skipPart() {
	rest := p.rest()
	if len(rest) > 1 && (rest[0] == '-' || rest[0] == '/' || rest[0] == '.') && isDigit(rest[1]) {
		_, _, width := readNumber(rest[1:])
		p.at += 1 + width
	}
}

// shortNumber reads a date that starts with a number of one or two digits:
// a shortcut of FF[4], a date with the day or the month first, or a day before
// the name of its month.
func (p *dateReader) shortNumber(n, start int) {
	rest := p.rest()
	if w := ordinalSign(rest); w > 0 {
		p.certainty.lower(Clear)
		p.at += w
		if after := strings.TrimLeft(p.rest(), " -"); strings.HasPrefix(after, "century") || strings.HasPrefix(after, "c.") {
			p.century(n)
			return
		}
		p.pend(pendingDay{0, n, p.ranged})
		return
	}
	if w := monthSign(rest); w > 0 {
		p.certainty.lower(Clear)
		p.at += w
		p.shortcutMonth(n)
		return
	}
	if w := daySign(rest); w > 0 {
		p.certainty.lower(Clear)
		p.at += w
		p.shortcut(p.month, n)
		return
	}
	// 19.11.2002, 9/11/01, 12-27 after a date
	if len(rest) > 1 && (rest[0] == '.' || rest[0] == '/' || rest[0] == '-') && isDigit(rest[1]) {
		m, digits, width := readNumber(rest[1:])
		after := rest[1+width:]
		if len(after) > 1 && after[0] == rest[0] && isDigit(after[1]) {
			y, yearDigits, yearWidth := readNumber(after[1:])
			p.at += 1 + width + 1 + yearWidth
			switch {
			case p.era.first != 0:
				p.emit(p.era.first+n-1, m, y)
			case yearDigits <= 2 && digits <= 2:
				p.twoDigits(n, m, y)
			case yearDigits <= 4 && digits <= 2:
				p.yearLast(n, m, y)
			}
			return
		}
		switch {
		case digits >= 3 && digits <= 4 && n >= 1 && n <= 12: // 05/1996
			p.certainty.lower(Clear)
			p.at += 1 + width
			p.emit(m, n, 0)
			return
		case p.month != 0 && digits <= 2 && !clockFollows(after):
			if rest[0] != '-' {
				p.certainty.lower(Clear)
			}
			p.at += 1 + width
			p.shortcut(n, m)
			return
		}
	}
	// A day before the name of a month, or a shortcut.
	if p.year == 0 || monthFollows(strings.TrimLeft(rest, " .-~,&+0123456789")) || strings.HasPrefix(strings.TrimLeft(rest, " "), "and") {
		p.pend(pendingDay{0, n, p.ranged})
		return
	}
	if start > 0 && p.text[start-1] == ' ' && !p.ranged {
		p.certainty.lower(Clear)
	}
	if p.day == 0 && p.month != 0 {
		p.shortcutMonth(n)
		return
	}
	if p.month == 0 {
		p.certainty.lower(Guessed)
		return
	}
	p.shortcut(p.month, n)
}

// shortcut emits a day that inherits its year from the date before.
func (p *dateReader) shortcut(month, day int) {
	if p.year == 0 {
		p.pend(pendingDay{month, day, p.ranged})
		return
	}
	if month != p.month {
		p.leap = false
	}
	year := p.year
	if p.ranged && month < p.month { // 1934-12-20..01-05 runs into the next year
		year++
	}
	p.emit(year, month, day)
}

// shortcutMonth emits a month that inherits its year, with its day if one
// follows (12月27日).
func (p *dateReader) shortcutMonth(month int) {
	p.skip(" ")
	if n, digits, w := readNumber(p.rest()); w > 0 && digits <= 2 {
		if s := daySign(p.rest()[w:]); s > 0 {
			p.at += w + s
			p.shortcut(month, n)
			return
		}
	}
	p.shortcut(month, 0)
}

// yearLast emits a date written with the day or the month first, which is
// clear if only one of the two can be a month. Otherwise the year is kept.
func (p *dateReader) yearLast(a, b, year int) {
	p.certainty.lower(Clear)
	switch {
	case a == b, a > 12:
		p.emit(year, b, a)
	case b > 12:
		p.emit(year, a, b)
	default:
		p.certainty.lower(Guessed)
		p.emit(year, 0, 0)
	}
}

// twoDigits reads three numbers of two digits, which may begin with the year or end with
// it. If years differ, the date is not read.
func (p *dateReader) twoDigits(a, b, c int) {
	days := readingsOf(a, b, c)
	p.certainty.lower(Guessed)
	switch {
	case len(days) == 1:
		p.emit(days[0]/10000, days[0]/100%100, days[0]%100)
	case len(days) > 1 && days[0]/10000 == days[len(days)-1]/10000:
		p.emit(days[0]/10000, 0, 0)
	}
}

// readingsOf returns the days that three numbers of two digits may mean, in ascending order:
// with the year first, or with the year last and the month or the day first.
func readingsOf(a, b, c int) []int {
	return validDays([3]int{fullYear(a), b, c}, [3]int{fullYear(c), b, a}, [3]int{fullYear(c), a, b})
}

// validDays returns the dates that exist, of a year, a month and a day each, in ascending
// order and without repetition.
func validDays(dates ...[3]int) []int {
	var days []int
	for _, d := range dates {
		if day := d[0]*10000 + d[1]*100 + d[2]; validDay(d[0], d[1], d[2]) && !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	slices.Sort(days)
	return days
}

// AmbiguousDate returns the days that a text such as "23-07-09" or "07/09/2023" may mean,
// as FF[4] writes them, if ParseDate does not know which of them.
func AmbiguousDate(text string) []string {
	var parts [3]int
	s := plainText(text)
	lastDigits := 2
	if n, digits, width := readNumber(s); digits == 6 && width == len(s) {
		parts = [3]int{n / 10000, n / 100 % 100, n % 100}
		if n/100 >= 1000 && n/100 <= lastYear && validDay(n/100, n%100, 1) { // 199902 is a month
			return nil
		}
	} else {
		for i := range parts {
			n, digits, width := readNumber(s)
			if width == 0 || digits > 2 && (i < 2 || digits != 4) || !isDigit(s[0]) {
				return nil
			}
			parts[i], lastDigits = n, digits
			if s = s[width:]; i < 2 {
				if s == "" || strings.IndexByte("-/.", s[0]) < 0 {
					return nil
				}
				s = s[1:]
			}
		}
		if digitsFollow(s) {
			return nil
		}
	}
	days := readingsOf(parts[0], parts[1], parts[2])
	if lastDigits == 4 {
		days = validDays([3]int{parts[2], parts[1], parts[0]}, [3]int{parts[2], parts[0], parts[1]})
	}
	if len(days) < 2 {
		return nil
	}
	var texts []string
	for _, day := range days {
		texts = append(texts, dayText(day))
	}
	return texts
}

// digitsFollow reports whether a number that is no hour continues a date.
func digitsFollow(s string) bool {
	if !startsNumber(s) {
		return false
	}
	rest := strings.TrimLeft(s, "-/. ")
	_, _, width := readNumber(rest)
	return !clockFollows(rest[width:]) && meridiemSign(rest[width:]) == 0
}

// century emits the n-th century.
func (p *dateReader) century(n int) {
	p.certainty.lower(Clear)
	if _, size := utf8.DecodeRuneInString(p.rest()); size > 1 {
		p.at += 2 * size
	} else {
		p.skip(" -")
		p.at += wordWidth(p.rest())
	}
	if n >= 1 && n <= 30 {
		p.add(Span{(n*100-99)*10000 + 101, n*100*10000 + 1231, ToCentury})
	}
}

// clock passes over a time of day and what may follow it.
func (p *dateReader) clock() {
	p.certainty.lower(Clear)
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case isDigit(c), c == ':', c == '.', c == '+', c == 'h' && digitAt(p.text, p.at+1):
			p.at++
		case c == '-' && digitAt(p.text, p.at+1) && strings.IndexByte(p.text[p.at:], ':') == 3: // 12:00:00-05:00
			p.at++
		default:
			w := max(hourSign(p.rest()), meridiemSign(p.rest()))
			if w == 0 {
				p.zone()
				return
			}
			p.at += w
		}
	}
}

// pend keeps a day whose year is still to come.
func (p *dateReader) pend(d pendingDay) {
	p.certainty.lower(Clear)
	p.ranged = false
	if len(p.pending) < maxSpans {
		p.pending = append(p.pending, d)
	}
}

// flush emits the pending days: their year, and the month of those that have
// none, have been found. A year of 0 means that none came.
func (p *dateReader) flush(year, month int) {
	if len(p.pending) == 0 {
		return
	}
	pending := p.pending
	p.pending = nil
	if year == 0 {
		p.certainty.lower(Guessed)
		return
	}
	last := pending[len(pending)-1].month
	if last == 0 {
		last = month
	}
	ranged := p.ranged
	for _, d := range pending {
		if d.month == 0 {
			d.month = month
		}
		y := year
		if d.month > last && last > 0 { // 28 Dec - 3 Jan 1935
			y--
		}
		p.ranged = d.ranged
		p.emit(y, d.month, d.day)
	}
	p.ranged = ranged
}

// emit adds the span of a date whose month and day may be 0 for unknown, and
// keeps it for the shortcuts after it. Parts that cannot be are dropped.
func (p *dateReader) emit(year, month, day int) {
	if year < 1 || year > lastYear {
		p.certainty.lower(Guessed)
		return
	}
	if month > 12 {
		month, day = 0, 0
		p.certainty.lower(Guessed)
	}
	lunar := p.era.lunarIn(year)
	if !lunar && month > 0 && day > monthDays(year, month) || day > 31 || month == 0 && day > 0 {
		day = 0
		p.certainty.lower(Guessed)
	}
	p.year, p.month, p.day = year, month, day
	span := dateSpan(year, month, day)
	if lunar {
		p.certainty.lower(Calculated)
		span.Lo, span.Hi = lunarWindow(year, month, day, p.leap)
	}
	p.add(span)
}

// add appends a span, or makes it the end of the range that was begun.
func (p *dateReader) add(s Span) {
	if p.ranged && len(p.spans) > 0 {
		begun := &p.spans[len(p.spans)-1]
		if s.Hi >= begun.Lo {
			begun.Hi = s.Hi
			begun.Precision = min(begun.Precision, s.Precision)
			p.ranged = false
			p.certainty.lower(Clear)
			return
		}
		p.certainty.lower(Guessed)
	}
	p.ranged = false
	if p.bounding != closed {
		s = s.open(p.bounding)
		p.bounding = closed
	}
	if len(p.spans) < maxSpans {
		p.spans = append(p.spans, s)
	}
}

// specified reports whether the text is built as FF[4] says: digits of two or
// four, dashes and commas.
func (p *dateReader) specified(text string) bool {
	for i := 0; i < len(text); {
		j := i
		for digitAt(text, j) {
			j++
		}
		if j-i != 2 && j-i != 4 {
			return false
		}
		if j == len(text) {
			return true
		}
		if text[j] != '-' && text[j] != ',' {
			return false
		}
		i = j + 1
	}
	return false
}
