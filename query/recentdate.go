package query

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Dated returns a value of the date field with days of the calendar in place of days
// that are told from today: today, yesterday, and -30d, -2w, -1m, -1y for so many days,
// weeks, months or years ago. Alone, such an age means from then until today.
func (v Value) Dated(today time.Time) (Value, error) {
	first, told, err := recentDay(v.Text, today)
	if err != nil {
		return v, err
	}
	last, toldTo, err := recentDay(v.To, today)
	if err != nil {
		return v, err
	}
	if toldTo {
		v.To = dayText(last)
	}
	switch {
	case !told:
	case v.SpelledOut() && strings.HasPrefix(v.Text, "-"):
		v = Value{Kind: Between, Text: dayText(first), To: dayText(today)}
	case v.SpelledOut():
		v = Value{Kind: Word, Text: dayText(first)}
	case v.Kind.isRange():
		v.Text = dayText(first)
	}
	return v, nil
}

func dayText(day time.Time) string { return day.Format(time.DateOnly) }

// oldest is how many days, weeks, months or years ago a day may be. It keeps the year positive.
const oldest = 1000

// recentDay returns the day that a text tells from today. It reports false for a text that
// does not begin so.
func recentDay(s string, today time.Time) (day time.Time, told bool, err error) {
	switch strings.ToLower(s) {
	case "today":
		return today, true, nil
	case "yesterday":
		return today.AddDate(0, 0, -1), true, nil
	}
	age, told := strings.CutPrefix(s, "-")
	if !told {
		return day, false, nil
	}
	bad := fmt.Errorf("%q is not a date; expected -30d, -2w, -6m or -1y for days, weeks, months or years ago", s)
	if age == "" {
		return day, false, bad
	}
	unit := age[len(age)-1]
	n, err := strconv.ParseUint(age[:len(age)-1], 10, 32)
	if err != nil || unit == 'y' && n > oldest || n > 366*oldest {
		return day, false, bad
	}
	ago := -int(n)
	switch unit {
	case 'd':
		day = today.AddDate(0, 0, ago)
	case 'w':
		day = today.AddDate(0, 0, 7*ago)
	case 'm':
		day = monthsLater(today, ago)
	case 'y':
		day = monthsLater(today, 12*ago)
	default:
		return day, false, bad
	}
	if day.Year() < 1 {
		return day, false, fmt.Errorf("%q is before the year 1", s)
	}
	return day, true, nil
}

// monthsLater returns the same day of another month, or the last day of that month if it is
// too short: a month before March 31 was February 28, and no day of March.
func monthsLater(day time.Time, months int) time.Time {
	first := time.Date(day.Year(), day.Month()+time.Month(months), 1, 0, 0, 0, 0, day.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(day.Day(), last)-1)
}
