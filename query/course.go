package query

import (
	"strings"

	"kifudb/game/estimate"
)

// values is the meaning of fields for what engines thought of positions: numbers with up
// to two decimals, or a mate, of which a game may have one at each move.
type values struct{}

func (values) check(v Value) error {
	_, err := v.Course()
	return err
}

func (values) literal() bool { return false }

func (values) ordered() bool { return true }

// Course returns the values of a course, in hundredths, that a value admits: "mate" and
// "-mate" are beyond all others.
func (v Value) Course() (Interval, error) {
	return span(v, func(s string) (Interval, error) {
		switch rest, minus := strings.CutPrefix(s, "-"); {
		case !strings.EqualFold(strings.TrimPrefix(rest, "+"), "mate"):
			return number{hundredths: true}.parse(strings.TrimPrefix(s, "+"))
		case minus:
			return Interval{-estimate.Mate, -estimate.Mate}, nil
		}
		return Interval{estimate.Mate, estimate.Mate}, nil
	})
}
