package query

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kifudb/sgfread/gameinfo"
)

// date is the meaning of the date field. A game's date is an interval, since
// records may give only the year; it fits when it overlaps the interval asked
// for: the game may have been played then.
type date struct{}

func (date) check(v Value) error {
	if v.Kind == Exact {
		return nil
	}
	// Any day does: no text is right on one day and wrong on another.
	v, err := v.Dated(time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC))
	if err == nil {
		_, err = v.Days()
	}
	return err
}

// Days returns the days that a value admits, each the number yyyymmdd. [Value.Dated] must have
// replaced days that are told from today.
func (v Value) Days() (Interval, error) { return span(v, findDate) }

// findDate reads a date as parseDate does, or else as those of records are read,
// if that leaves no doubt: "March 1985", "17th century", 弘化三年.
func findDate(s string) (Interval, error) {
	if days := gameinfo.AmbiguousDate(s); days != nil {
		return Interval{}, fmt.Errorf("%q may be %s", s, strings.Join(days, " or "))
	}
	r, err := parseDate(s)
	if err != nil {
		if d := gameinfo.ParseDate(s); d.Certainty >= gameinfo.Calculated {
			return Interval{int64(d.Lo), int64(d.Hi)}, nil
		}
	}
	return r, err
}

// firstDayOf is the first day of a date.
func firstDayOf(date string) float64 { return float64(gameinfo.ParseDate(date).Lo) }

func (date) literal() bool { return true }
func (date) ordered() bool { return true }

// parseDate reads 1985, 1985-03, 1985-03-12 (also with / or .) or 1980s as an
// interval of days, each the number yyyymmdd.
func parseDate(s string) (Interval, error) {
	bad := fmt.Errorf("%q is not a date; expected 1985, 1985-03, 1985-03-12, 1980s, today or -30d", s)
	if len(s) == len("80s") && strings.HasSuffix(s, "0s") {
		return Interval{}, fmt.Errorf("%q may be of any century; expected a decade such as 19%s", s, s)
	}
	if decade, ok := strings.CutSuffix(s, "0s"); ok {
		n, err := strconv.ParseUint(decade, 10, 10)
		if err != nil {
			return Interval{}, bad
		}
		year := int64(n) * 10
		return Interval{year*10000 + 101, (year+9)*10000 + 1231}, nil
	}
	parts := strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '/' || r == '.' })
	if len(parts) == 0 || len(parts) > 3 || len(s) != len(strings.Join(parts, "-")) {
		return Interval{}, bad
	}
	limits := [3]Interval{{0, 9999}, {1, 12}, {1, 31}}
	lo, hi := int64(0), int64(0)
	for i, limit := range limits {
		first, last := limit.Lo, limit.Hi
		if i < len(parts) {
			n, err := strconv.ParseUint(parts[i], 10, 16)
			if err != nil || !limit.Contains(int64(n)) {
				return Interval{}, bad
			}
			first, last = int64(n), int64(n)
		}
		lo, hi = lo*100+first, hi*100+last
	}
	if year, month, day := int(lo/10000), time.Month(lo/100%100), int(lo%100); len(parts) == 3 {
		if days := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC).Day(); day > days {
			return Interval{}, fmt.Errorf("%q is not a date; that month has %d days", s, days)
		}
	}
	return Interval{lo, hi}, nil
}
