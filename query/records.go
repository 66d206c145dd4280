package query

import "slices"

// AsksForRecords reports whether a query has a term that tells the records of
// one game apart, as id:7 does. Such a query is answered as if [Options].Records were set. A
// range such as id:1..500 names none of them.
func (q Query) AsksForRecords() bool {
	return HasTerm(q.Root, func(n Node) bool {
		t, ok := n.(*Term)
		if !ok {
			return false
		}
		f, err := t.Definition()
		return err == nil && f.Record && slices.ContainsFunc(t.Values, func(v Value) bool { return !v.Kind.isRange() })
	})
}
