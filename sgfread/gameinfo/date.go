package gameinfo

import (
	"fmt"
	"strings"
)

// A Date is the date of a game in a record: one or more
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
// a year or a range of them. The years before Christ are 0, -1, … and [YearOf]
// gives them back.
type Span struct {
	Lo, Hi    int
	Precision Precision
}

// Earliest and Latest are the ends of spans that are open: "before 1700", "since
// 1955".
const (
	Earliest = -9998*10000 + 101
	Latest   = 9999*10000 + 1231
)

// open returns the span of the days before or after s.
func (s Span) open(o openness) Span {
	switch {
	case s.Lo == Earliest && o == before, s.Hi == Latest && o == after:
		return s // nothing lies beyond
	}
	switch o {
	case before:
		return Span{Earliest, dayBefore(s.Lo), s.Precision}
	case beforeOrOn:
		return Span{Earliest, s.Hi, s.Precision}
	case after:
		return Span{dayAfter(s.Hi), Latest, s.Precision}
	case afterOrOn:
		return Span{s.Lo, Latest, s.Precision}
	}
	return s
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
	if d.Approximate && !d.open() {
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

// open reports whether all spans have one end only, which says enough.
func (d Date) open() bool {
	for _, s := range d.Spans {
		if s.Lo != Earliest && s.Hi != Latest {
			return false
		}
	}
	return true
}

// String returns "1996", "1996-05", "1996-05-06", "1996-05-06..1996-05-08",
// "..1699-12-31" or "1701-01-01.." where it is open, and "200 BC".
func (s Span) String() string {
	lo, hi := dayText(s.Lo), dayText(s.Hi)
	switch {
	case s.Lo == Earliest:
		return ".." + hi
	case s.Hi == Latest:
		return lo + ".."
	case lo == hi:
		return lo
	case s.Lo%10000 == 101 && s.Hi == s.Lo+1130:
		return lo[:len(lo)-6]
	case s.Lo > 0 && s.Lo%100 == 1 && s.Lo/100 == s.Hi/100 && s.Hi%100 == monthDays(s.Lo/10000, s.Lo/100%100):
		return lo[:len(lo)-3]
	}
	return lo + ".." + hi
}

func dayText(day int) string {
	year := YearOf(day)
	if year < 1 { // nobody knows more of them
		return fmt.Sprint(1-year, " BC")
	}
	rest := day - year*10000
	return fmt.Sprintf("%04d-%02d-%02d", year, rest/100, rest%100)
}

// YearOf returns the year of a day written as yyyymmdd; 0 is 1 BC.
func YearOf(day int) int {
	year := day / 10000
	if day < year*10000 {
		year--
	}
	return year
}

// ParseDate reads the value of DT, in UTF-8. It understands the partial dates
// and lists of FF[4] ("1996-12-27,28,1997-01-03"), other separators, a time
// after the date, ranges ("1940-06-25..07-07"), written-out months, day-first
// dates where they are clear, Chinese, Japanese and Korean dates, Japanese
// eras and those of China and Korea ("弘化3年7月20日", "Koka 3-7-20", "S60-05-12",
// 光绪二十年, "순조 4년"), years before Christ, "before 1700" and words of doubt. It
// never fails: what cannot be read is Unread, and a number after something that
// is not understood does not become a year.
func ParseDate(text string) Date {
	if day, ok := isoDay(text); ok {
		return Date{Spans: []Span{{day, day, ToDay}}, Lo: day, Hi: day, Certainty: Exact}
	}
	p := dateReader{text: plainText(text), certainty: Exact}
	p.spans = make([]Span, 0, min(1+strings.Count(p.text, ","), maxSpans))
	p.read()
	p.flush(0, 0)
	d := Date{Spans: p.spans, Certainty: p.certainty, Approximate: p.approximate}
	if len(d.Spans) == 0 {
		return Date{}
	}
	if d.Certainty == Exact && !p.specified(text) {
		d.Certainty = Clear
	}
	d.Lo, d.Hi = d.Spans[0].Lo, d.Spans[0].Hi
	for _, s := range d.Spans {
		d.Lo, d.Hi = min(d.Lo, s.Lo), max(d.Hi, s.Hi)
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
	return day, day/10000 <= lastYear && validDay(day/10000, day/100%100, day%100)
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
