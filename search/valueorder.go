package search

import (
	"cmp"
	"strconv"
	"strings"

	"kifudb/sgfread"
)

// ValueOrder returns how the values of a field are compared, and whether they
// have an order of their own, as years, ranks and numbers have; all others are
// compared by their letters. A field that is not known has none.
func ValueOrder(field string) (compare func(a, b string) int, own bool) {
	a, err := NewAttribute(field)
	order := a.order
	if order == nil && a.Number {
		order = digits
	}
	if err != nil || order == nil {
		return strings.Compare, false
	}
	return func(a, b string) int { return cmp.Or(cmp.Compare(order(a), order(b)), strings.Compare(a, b)) }, true
}

// digits is the number that a value begins with: 1980 of 1980s, 6.5 of 6.5.
func digits(value string) float64 {
	end := len(value)
	if i := strings.IndexFunc(value, func(r rune) bool { return !strings.ContainsRune("-.0123456789", r) }); i >= 0 {
		end = i
	}
	n, _ := strconv.ParseFloat(value[:end], 64)
	return n
}

// firstDay is the first day of a date.
func firstDay(date string) float64 { return float64(sgfread.ParseDate(date).Lo) }
