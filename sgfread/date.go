package sgfread

import (
	"fmt"
	"strings"
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
