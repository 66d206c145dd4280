package archive

import (
	"kifudb/indexer"
	"kifudb/query"
)

// sampledRecords is how many records of a segment are looked at for their format.
const sampledRecords = 16

// onlySGF says, if the question is about properties of nodes, that records in other formats
// have none. Whether there are such records is told from some of each segment, and from
// one of each kind of game.
func (q *question) onlySGF() error {
	asked := false
	for n := range query.Terms(q.search.Query.Root) {
		t, ok := n.(*query.Term)
		asked = asked || ok && t.OfNodes()
	}
	if !asked {
		return nil
	}
	for _, v := range q.views.list {
		for _, s := range v.snapshot.Segments() {
			seen := map[uint8]bool{}
			step := max(1, s.Len()/sampledRecords)
			live := s.Live().Iterator()
			for n := 0; live.HasNext(); n++ {
				local := int(live.Next())
				kind := s.Facts(local).Game
				if seen[kind] && n%step != 0 {
					continue
				}
				seen[kind] = true
				r, err := s.Record(local)
				if err != nil {
					return err
				}
				if _, other := indexer.DraftOf(&r); other {
					q.notes.say(NoticeOnlySGF, "only records in SGF have properties of nodes; others here are not looked through")
					return nil
				}
			}
		}
	}
	return nil
}
