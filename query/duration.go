package query

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"kifudb/game/clock"
	"kifudb/position"
)

// A TimeKind is the kind of time that a field compares: for one move, for all moves, or left.
type TimeKind uint8

// The kinds.
const (
	ThoughtTime TimeKind = iota + 1 // the longest that a move took
	UsedTime                        // what all moves took together
	LeftTime                        // the least that was left
)

// duration is the meaning of fields of what records say of the players' time.
type duration struct {
	kind TimeKind
	side position.Color // Empty for either
}

func (duration) check(v Value) error {
	_, err := v.Seconds()
	return err
}

func (duration) literal() bool { return false }
func (duration) ordered() bool { return true }

// Time returns what the field asks of the players' time, and of which side: Empty for
// either. Of another field the kind is 0.
func (f Field) Time() (TimeKind, position.Color) {
	d, _ := f.meaning.(duration)
	return d.kind, d.side
}

// Seconds returns the times that a value admits, in hundredths of a second.
func (v Value) Seconds() (Interval, error) {
	return span(v, func(s string) (Interval, error) {
		digits, over := strings.CutPrefix(s, "-") // over time
		seconds, ok := parseDuration(digits)
		if over {
			seconds = -seconds
		}
		if !ok {
			return Interval{}, fmt.Errorf("%q is not a time; expected one such as 90s, 10m, 1h30m, 12:30 or 1:02:03", s)
		}
		n := int64(math.Round(seconds * 100))
		return Interval{n, n}, nil
	})
}

// timeUnits are the seconds of units of time.
var timeUnits = map[string]float64{
	"h": 3600, "m": 60, "min": 60, "s": 1, "sec": 1, "時間": 3600, "小时": 3600, "小時": 3600, "分": 60, "秒": 1,
}

// parseDuration reads 1h30m, 90s, 10分, 12:30, or a number of seconds.
func parseDuration(s string) (seconds float64, ok bool) {
	if seconds, ok := clock.ParseSeconds(s); ok {
		return seconds, true
	}
	last := math.Inf(1)
	for rest := strings.ToLower(s); rest != ""; {
		digits := len(rest) - len(strings.TrimLeft(rest, "0123456789."))
		n, err := strconv.ParseFloat(rest[:digits], 64)
		if err != nil {
			return 0, false
		}
		rest = rest[digits:]
		word := len(rest)
		if i := strings.IndexAny(rest, "0123456789."); i >= 0 {
			word = i
		}
		unit, known := timeUnits[rest[:word]]
		if !known || unit >= last { // from the greatest to the smallest
			return 0, false
		}
		last, rest = unit, rest[word:]
		seconds += n * unit
	}
	return seconds, s != "" && seconds <= clock.MaxSeconds
}

// WithinTime reports whether what is known of a player's time fulfils a condition. What is
// not known of all moves fulfils it only if the truth does whatever it may be: at least ten
// minutes are more than nine, and nobody knows whether they are fewer than eleven.
func WithinTime(t *clock.Times, kind TimeKind, r Interval) bool {
	in := func(seconds float64, each bool, open bool) bool {
		return r.Contains(int64(math.Round(seconds*100))) && (each || open)
	}
	switch kind {
	case ThoughtTime:
		return t.Thought.Known && in(t.Thought.Seconds, t.EachMove, r.Hi == math.MaxInt64)
	case UsedTime:
		return t.Thought.Known && in(t.Used, t.EachMove, r.Hi == math.MaxInt64)
	}
	return t.Left.Known && in(t.Left.Seconds, t.EachLeft, r.Lo == math.MinInt64)
}

// AnyTime is the interval of all times.
var AnyTime = Interval{math.MinInt64, math.MaxInt64}

// TimeOf returns what the field asks of the players' time, of a game's text under
// [clock.Ident], in seconds as values write them; "" if it is not known. Of either player it
// is the longest thought, the most that was used, the least that was left.
func (f Field) TimeOf(text string) string {
	kind, side := f.Time()
	best, known := 0.0, false
	both := clock.ParseTimes(text)
	for i := range both {
		t := &both[i]
		if !OfSide(i, side) || !WithinTime(t, kind, AnyTime) {
			continue
		}
		seconds := t.Thought.Seconds
		switch kind {
		case UsedTime:
			seconds = t.Used
		case LeftTime:
			seconds = t.Left.Seconds
		}
		if !known || (kind == LeftTime) == (seconds < best) {
			best, known = seconds, true
		}
	}
	if !known {
		return ""
	}
	return strconv.FormatFloat(best, 'f', -1, 64)
}

// OfSide reports whether the times of a player, of [clock.Both], are of a side; Empty is either.
func OfSide(player int, side position.Color) bool {
	return side == position.Empty || side == sides[player]
}

var sides = [2]position.Color{position.Black, position.White}
