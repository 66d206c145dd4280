package query

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kifudb/position"
	"kifudb/sgfread/gameinfo"
)

// An Interval is a range of numbers, both ends included.
type Interval struct{ Lo, Hi int64 }

// Contains reports whether a number lies in the interval.
func (r Interval) Contains(n int64) bool { return r.Lo <= n && n <= r.Hi }

// Overlaps reports whether two intervals have a number in common.
func (r Interval) Overlaps(other Interval) bool { return r.Lo <= other.Hi && other.Lo <= r.Hi }

// Numbers returns the numbers that a value admits, in hundredths if they may have
// fractions.
func (v Value) Numbers(hundredths bool) (Interval, error) { return number{hundredths}.span(v) }

// span turns a value into an interval, given what each of its ends means: a
// single value may itself be an interval, as a year is one of days.
func span(v Value, parse func(string) (Interval, error)) (Interval, error) {
	r, err := parse(v.Text)
	if err != nil {
		return Interval{}, err
	}
	switch v.Kind {
	case Word, Phrase:
		return r, nil
	case Between:
		to, err := parse(v.To)
		if err != nil {
			return Interval{}, err
		}
		if r.Lo > to.Hi {
			return Interval{}, fmt.Errorf("%s..%s ends before it begins", v.Text, v.To)
		}
		return Interval{r.Lo, to.Hi}, nil
	case Less:
		return Interval{math.MinInt64, r.Lo - 1}, nil
	case AtMost:
		return Interval{math.MinInt64, r.Hi}, nil
	case More:
		return Interval{r.Hi + 1, math.MaxInt64}, nil
	case AtLeast:
		return Interval{r.Lo, math.MaxInt64}, nil
	}
	return Interval{}, errors.New("expected a value or a range such as 1..9, <=9 or >9")
}

// number is the meaning of fields that hold numbers, in hundredths where they
// may have fractions.
type number struct{ hundredths bool }

func (n number) span(v Value) (Interval, error) { return span(v, n.parse) }

func (n number) check(v Value) error {
	_, err := n.span(v)
	return err
}

func (number) literal() bool { return false }
func (number) ordered() bool { return true }

// parse reads a number: digits, with up to two decimals or ½ if the field has
// hundredths, or then an amount of points as records write it: 7目半, 3又3/4子.
func (n number) parse(s string) (Interval, error) {
	bad := fmt.Errorf("%q is not a number", s)
	if !n.hundredths {
		i, err := strconv.ParseInt(s, 10, 32)
		if err != nil {
			return Interval{}, bad
		}
		return Interval{i, i}, nil
	}
	digits, negative := strings.CutPrefix(s, "-")
	if whole, ok := strings.CutSuffix(digits, "½"); ok {
		digits = whole + ".5"
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole == "" {
		whole = "0"
	}
	if k := gameinfo.ParseKomi(s); !strings.HasPrefix(digits, "-") && strings.Trim(digits, "0123456789.") != "" && k.Certainty >= gameinfo.Calculated {
		return Interval{int64(k.Points), int64(k.Points)}, nil
	}
	if len(fraction) > 2 || strings.Trim(whole+fraction, "0123456789") != "" || strings.HasSuffix(digits, ".") {
		return Interval{}, bad
	}
	i, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 32)
	if err != nil {
		return Interval{}, bad
	}
	if negative {
		i = -i
	}
	return Interval{i, i}, nil
}

// written is the meaning of fields of numbers that records write in several ways,
// such as a komi of 7.5 also as 375 or 750: a literal value finds what is written
// so as well as what means it.
type written struct{ number }

func (w written) check(v Value) error {
	if v.Kind == Exact {
		return nil
	}
	return w.number.check(v)
}

func (written) literal() bool { return true }

// size is the meaning of the size field. A range holds boards with both sides
// in it.
type size struct{}

func (size) check(v Value) error {
	if v.Kind == Word || v.Kind == Phrase {
		_, err := parseSize(v.Text)
		return err
	}
	_, err := number{}.span(v)
	return err
}

func (size) literal() bool { return false }

func (size) ordered() bool { return true }

// OneSize returns the size that a value names, and false if it is a range that
// both sides of a board must lie in.
func (v Value) OneSize() (position.Size, bool) {
	if v.Kind != Word && v.Kind != Phrase {
		return position.Size{}, false
	}
	sz, err := parseSize(v.Text)
	return sz, err == nil
}

// parseSize reads "19" or "19x13", columns first.
func parseSize(s string) (position.Size, error) {
	cols, rows, oblong := strings.Cut(strings.ToLower(s), "x")
	if !oblong {
		rows = cols
	}
	c, err1 := strconv.Atoi(cols)
	r, err2 := strconv.Atoi(rows)
	sz := position.Size{Cols: c, Rows: r}
	if err1 != nil || err2 != nil || !sz.Valid() {
		return position.Size{}, fmt.Errorf("%q is not a size; expected 19 or 19x13, up to %d", s, position.MaxSize)
	}
	return sz, nil
}
