package query

// AsksForRecords reports whether a query has a term that tells the records of
// one game apart. Such a query is answered as if [Options].Records were set.
func (q Query) AsksForRecords() bool {
	return HasTerm(q.Root, func(n Node) bool {
		t, ok := n.(*Term)
		if !ok {
			return false
		}
		f, err := t.Definition()
		return err == nil && f.Record
	})
}
