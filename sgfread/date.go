package sgfread

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Date is what a record says about when a game was played: one or more
// days, months, years or ranges of them.
type Date struct {
	Spans []Span // in the order of the text; none: the text holds no date
	// Lo and Hi are the first and the last day of all spans as yyyymmdd, 0 if
	// there are none.
	Lo, Hi    int
	Certainty Certainty
	// Approximate: the text itself is not sure ("ca. 1760", "1812?"), gives
	// one end only ("1898-01-05..") or the date of publication.
	Approximate bool
}

// A Span is a range of days, both ends included, as yyyymmdd: one day, a month,
// a year or a range of them.
type Span struct {
	Lo, Hi    int
	Precision Precision
}

// Precision is the smallest unit that the text of a date names. A lunar date
// may name a day and still be known as a range of days only.
type Precision uint8

// The precisions of a date.
const (
	ToCentury Precision = iota
	ToDecade
	ToYear
	ToMonth
	ToDay
)

// String returns the date in the manner of FF[4], ranges as "lo..hi", with
// "ca." before what is approximate.
func (d Date) String() string {
	var b strings.Builder
	if d.Approximate && len(d.Spans) > 0 {
		b.WriteString("ca. ")
	}
	for i, s := range d.Spans {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(s.String())
	}
	return b.String()
}

// String returns "1996", "1996-05", "1996-05-06" or "1996-05-06..1996-05-08".
func (s Span) String() string {
	lo, hi := dayText(s.Lo), dayText(s.Hi)
	switch {
	case s.Lo == s.Hi:
		return lo
	case s.Lo%10000 == 101 && s.Hi == s.Lo+1130:
		return lo[:len(lo)-6]
	case s.Lo%100 == 1 && s.Lo/100 == s.Hi/100 && s.Hi%100 == monthDays(s.Lo/10000, s.Lo/100%100):
		return lo[:len(lo)-3]
	}
	return lo + ".." + hi
}

func dayText(day int) string {
	return fmt.Sprintf("%04d-%02d-%02d", day/10000, day/100%100, day%100)
}

// ParseDate reads the value of DT, in UTF-8. It understands the partial dates
// and lists of FF[4] ("1996-12-27,28,1997-01-03"), other separators, a time
// after the date, ranges ("1940-06-25..07-07"), written-out months, day-first
// dates where they are clear, Chinese, Japanese and Korean dates, Japanese
// eras ("弘化3年7月20日", "Koka 3-7-20") and words of doubt. It never fails:
// what cannot be read is Unread.
func ParseDate(text string) Date {
	if day, ok := isoDay(text); ok {
		return Date{Spans: []Span{{day, day, ToDay}}, Lo: day, Hi: day, Certainty: Exact}
	}
	p := dateReader{text: plainText(text), certainty: Exact}
	p.read()
	p.flush(0, 0)
	d := Date{Spans: p.spans, Certainty: p.certainty, Approximate: p.approximate}
	if len(d.Spans) == 0 {
		return Date{}
	}
	if d.Certainty == Exact && !p.specified(text) {
		d.Certainty = Clear
	}
	for _, s := range d.Spans {
		if d.Lo == 0 || s.Lo < d.Lo {
			d.Lo = s.Lo
		}
		d.Hi = max(d.Hi, s.Hi)
	}
	return d
}

// isoDay reads what nearly all records have, "1996-05-06" and nothing else.
func isoDay(s string) (day int, ok bool) {
	if len(s) != 10 || s[4] != '-' || s[7] != '-' {
		return 0, false
	}
	for i, c := range []byte(s) {
		if i == 4 || i == 7 {
			continue
		}
		if !isDigit(c) {
			return 0, false
		}
		day = day*10 + int(c-'0')
	}
	return day, validDay(day/10000, day/100%100, day%100)
}

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

	ranged  bool         // a range sign was read, its second end is to come
	pending []pendingDay // days and months that wait for their year
}

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
			// A dash before a date is a range if a date came before.
			p.at++
			p.ranged = p.ranged || len(p.spans) > 0 || len(p.pending) > 0
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
	case strings.HasPrefix(next, ":") || hourSign(next) > 0:
		p.clock()
	case digits == 8 && validDay(n/10000, n/100%100, n%100):
		p.certainty.lower(Clear)
		p.emit(n/10000, n/100%100, n%100)
	case digits == 6 && n/100 >= 1000 && validDay(n/100, n%100, 1):
		p.certainty.lower(Guessed)
		p.emit(n/100, n%100, 0)
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
	month, day, leap := p.monthAndDay(year)
	p.leap = leap
	p.emit(year, month, day)
}

// monthAndDay reads "-05-06", "/5/6", ".5", "年5月6日" after a year. Numbers
// that cannot be a month are left for the caller.
func (p *dateReader) monthAndDay(year int) (month, day int, leap bool) {
	rest := p.rest()
	i := yearSign(rest)
	wordy := i > 0
	if wordy {
		p.certainty.lower(Clear)
	}
	sep, i, ok := separator(rest, i, wordy)
	if !ok {
		p.at += yearSign(rest)
		return 0, 0, false
	}
	if w := leapSign(rest[i:]); w > 0 {
		leap = true
		i += w
	}
	n, digits, width := readNumber(rest[i:])
	after := rest[i+width:]
	if width == 0 || digits > 2 || clockFollows(after) || n > 12 || ordinalSign(after) > 0 {
		if n > 12 && digits == 2 && sep != ' ' && !wordy && year > 0 && n > year%100 && !startsNumber(after) {
			p.at += i // 1945-46: a range of years
			p.at += width
			p.ranged = true
			p.certainty.lower(Clear)
			p.emitRangeOfYears(year, year-year%100+n)
			return -1, 0, false
		}
		if n > 12 && digits <= 2 {
			p.certainty.lower(Guessed)
			p.at += i + width
			p.skipPart()
			return 0, 0, leap
		}
		p.at += yearSign(rest)
		return 0, 0, leap
	}
	month = n
	if digits == 1 || sep != '-' {
		p.certainty.lower(Clear)
	}
	i += width
	signed := monthSign(rest[i:])
	i += signed
	p.at += i
	if month == 0 {
		p.certainty.lower(Clear)
		p.skipPart()
		return 0, 0, leap
	}
	rest = rest[i:]
	sep2, i, ok := separator(rest, 0, signed > 0)
	if !ok || signed == 0 && sep2 != sep {
		return month, 0, leap
	}
	n, digits, width = readNumber(rest[i:])
	after = rest[i+width:]
	if width == 0 || digits > 2 || clockFollows(after) || n > 31 {
		return month, 0, leap
	}
	if digits == 1 || n == 0 {
		p.certainty.lower(Clear)
	}
	i += width
	i += daySign(rest[i:])
	p.at += i
	return month, n, leap
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
				p.yearLast(n, m, fullYear(y))
				p.certainty.lower(Guessed)
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
		case isDigit(c), c == ':', c == '.', c == '+':
			p.at++
		case c == '-' && digitAt(p.text, p.at+1) && strings.IndexByte(p.text[p.at:], ':') == 3: // 12:00:00-05:00
			p.at++
		default:
			w := hourSign(p.rest())
			if w == 0 {
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
	if month < 0 || year < 1 || year > 9999 {
		return
	}
	if month > 12 {
		month, day = 0, 0
		p.certainty.lower(Guessed)
	}
	lunar := p.era.first > 0 && year < gregorianSince
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

func (p *dateReader) emitRangeOfYears(lo, hi int) {
	p.emit(lo, 0, 0)
	p.ranged = true
	p.emit(hi, 0, 0)
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

// dateSpan is the span of a Gregorian date; month and day may be 0.
func dateSpan(year, month, day int) Span {
	switch {
	case month == 0:
		return Span{year*10000 + 101, year*10000 + 1231, ToYear}
	case day == 0:
		return Span{year*10000 + month*100 + 1, year*10000 + month*100 + monthDays(year, month), ToMonth}
	}
	n := year*10000 + month*100 + day
	return Span{n, n, ToDay}
}

// fullYear completes a year of two digits: SGF is from 1987, and records of
// that time are what abbreviates years.
func fullYear(n int) int {
	if n < 50 {
		return 2000 + n
	}
	return 1900 + n
}
