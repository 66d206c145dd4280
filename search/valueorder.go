package search

import (
	"cmp"
	"strings"
)

// ValueOrder returns how the values of a field are compared, and whether they
// have an order of their own, as years, ranks and numbers have; all others are
// compared by their letters. A field that is not known has none.
func ValueOrder(field string) (compare func(a, b string) int, own bool) {
	a, err := NewAttribute(field)
	order := a.field.ValueOrder()
	if err != nil || order == nil {
		return strings.Compare, false
	}
	return func(a, b string) int { return cmp.Or(cmp.Compare(order(a), order(b)), strings.Compare(a, b)) }, true
}
