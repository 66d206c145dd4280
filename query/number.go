package query

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"kifudb/store"
)

// An interval is a range of numbers, both ends included.
type interval struct{ lo, hi int64 }

func (r interval) contains(n int64) bool        { return r.lo <= n && n <= r.hi }
func (r interval) overlaps(other interval) bool { return r.lo <= other.hi && other.lo <= r.hi }

// span turns a value into an interval, given what each of its ends means: a
// single value may itself be an interval, as a year is one of days.
func span(v Value, parse func(string) (interval, error)) (interval, error) {
	r, err := parse(v.Text)
	if err != nil {
		return interval{}, err
	}
	switch v.Kind {
	case Word, Phrase:
		return r, nil
	case Between:
		to, err := parse(v.To)
		if err != nil {
			return interval{}, err
		}
		if r.lo > to.hi {
			return interval{}, fmt.Errorf("%s..%s ends before it begins", v.Text, v.To)
		}
		return interval{r.lo, to.hi}, nil
	case Less:
		return interval{math.MinInt64, r.lo - 1}, nil
	case AtMost:
		return interval{math.MinInt64, r.hi}, nil
	case More:
		return interval{r.hi + 1, math.MaxInt64}, nil
	case AtLeast:
		return interval{r.lo, math.MaxInt64}, nil
	}
	return interval{}, errors.New("expected a value or a range such as 1..9, <=9 or >9")
}

// number is the meaning of fields that hold numbers, in hundredths where they
// may have fractions.
type number struct{ hundredths bool }

func (n number) span(v Value) (interval, error) { return span(v, n.parse) }

func (n number) check(v Value) error {
	_, err := n.span(v)
	return err
}

func (number) literal() bool { return false }
func (number) ordered() bool { return true }

// parse reads a number: digits, with up to two decimals or ½ if the field has
// hundredths.
func (n number) parse(s string) (interval, error) {
	bad := fmt.Errorf("%q is not a number", s)
	if !n.hundredths {
		i, err := strconv.ParseInt(s, 10, 32)
		if err != nil {
			return interval{}, bad
		}
		return interval{i, i}, nil
	}
	digits, negative := strings.CutPrefix(s, "-")
	if whole, ok := strings.CutSuffix(digits, "½"); ok {
		digits = whole + ".5"
	}
	whole, fraction, _ := strings.Cut(digits, ".")
	if whole == "" {
		whole = "0"
	}
	if len(fraction) > 2 || strings.Trim(whole+fraction, "0123456789") != "" || strings.HasSuffix(digits, ".") {
		return interval{}, bad
	}
	i, err := strconv.ParseInt(whole+(fraction + "00")[:2], 10, 32)
	if err != nil {
		return interval{}, bad
	}
	if negative {
		i = -i
	}
	return interval{i, i}, nil
}

// numberCondition is the maker of fields that hold numbers.
func numberCondition(f field, v Value, _ *Resolution) (condition, error) {
	get := map[string]func(*store.Facts) (int64, bool){
		"margin":   func(g *store.Facts) (int64, bool) { return int64(g.Margin), g.How == store.ByPoints },
		"komi":     func(g *store.Facts) (int64, bool) { return int64(g.Komi), g.Komi != store.NoKomi },
		"handicap": func(g *store.Facts) (int64, bool) { return int64(g.Handicap), true },
		"moves":    func(g *store.Facts) (int64, bool) { return int64(g.Moves), true },
		"nodes":    func(g *store.Facts) (int64, bool) { return int64(g.Nodes), true },
	}[f.name]
	if get == nil {
		return nil, fmt.Errorf("field %q has no number", f.name)
	}
	n := number{hundredths: f.name == "margin" || f.name == "komi"}
	return inRange(f, v, n.parse, get)
}

// komi is the meaning of the field of the points for White. Records write them
// in several ways, 7.5 also as 375 or 750; a literal value finds what is written
// so as well as what means it.
type komi struct{ number }

func (k komi) check(v Value) error {
	if v.Kind == Exact {
		return nil
	}
	return k.number.check(v)
}

func (komi) literal() bool { return true }

func komiCondition(f field, v Value, r *Resolution) (condition, error) {
	if v.Kind != Exact {
		return numberCondition(f, v, r)
	}
	written := newTexts(f, v)
	n, err := number{hundredths: true}.parse(v.Text)
	if err != nil {
		return written, nil // it is no number, but may be written
	}
	return some{written, newFacts(f, v, func(g *store.Facts) bool {
		return g.Komi != store.NoKomi && n.contains(int64(g.Komi))
	})}, nil
}
