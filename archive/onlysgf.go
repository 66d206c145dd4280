package archive

import (
	"kifudb/query"
	"kifudb/store"
)

// onlySGF says, if the question is about properties of nodes, how many records in other formats
// there are, which have none.
func (q *Question) onlySGF() {
	if !q.hasTerm((*query.Term).OfNodes) {
		return
	}
	others := 0
	for _, v := range q.views.list {
		for _, s := range v.snapshot.Segments() {
			others += int(s.FilterFacts(s.Live(), store.AllFacts, func(f *store.Facts) bool { return f.Flags&store.OtherFormat != 0 }).GetCardinality())
		}
	}
	if others > 0 {
		q.Notices.Say(NoticeOnlySGF, "only SGF records have properties of nodes; records in other formats: %d", others)
	}
}
