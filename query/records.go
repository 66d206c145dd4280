package query

import "slices"

// recordFields are the fields by which a query asks about records, so that all
// of them are wanted.
var recordFields = []string{"dup", "id", "sig"}

// AsksForRecords reports whether a query has a term that tells the records of
// one game apart. Such a query is answered as if [Options].Records were set.
func (q Query) AsksForRecords() bool {
	return HasTerm(q.Root, func(n Node) bool {
		t, ok := n.(*Term)
		return ok && slices.Contains(recordFields, t.Field)
	})
}
