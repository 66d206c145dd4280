package search

import (
	"errors"
	"fmt"

	"kifudb/book/duplicate"
	"kifudb/store"
)

// A Moment names what a question was resolved against: games, clusters and the
// user's things are looked up once, and the answer would be a wrong one of segments
// that are of another state.
type Moment struct {
	Archive    string `json:"archive"`            // its identity
	Generation uint64 `json:"generation"`         // of the snapshot
	Clusters   string `json:"clusters,omitempty"` // the digest of the table; "" if there are no clusters
}

// momentOf returns the state of an archive with its clusters, which may be nil.
func momentOf(s *store.Snapshot, clusters *duplicate.Clusters) Moment {
	return Moment{s.ID(), s.Generation(), clusters.Digest()}
}

// ErrStale is wrapped by every [StaleError].
var ErrStale = errors.New("the question is about another state of the archive")

// A StaleError says that a searcher has another state than the question that it was
// asked. The question is to be resolved again, or asked of others.
type StaleError struct {
	Asked Moment `json:"asked"`
	Here  Moment `json:"here"`
}

func (e *StaleError) Error() string {
	switch {
	case e.Asked.Archive != e.Here.Archive:
		return fmt.Sprintf("the question is about archive %.8s, and this is archive %.8s", e.Asked.Archive, e.Here.Archive)
	case e.Asked.Generation != e.Here.Generation:
		return fmt.Sprintf("the question is about change %d of the archive, and this is change %d", e.Asked.Generation, e.Here.Generation)
	}
	return "the question knows other duplicates than the searcher; they have been decided or found again since"
}

func (e *StaleError) Unwrap() error { return ErrStale }

// fits returns a [*StaleError] unless a question is about a state. Where each record
// counts, clusters do not matter.
func (q *Question) fits(here Moment) error {
	asked := q.moment
	if q.records {
		asked.Clusters, here.Clusters = "", ""
	}
	if asked != here {
		return &StaleError{asked, here}
	}
	return nil
}

// Moment returns what the question was resolved against.
func (q *Question) Moment() Moment { return q.moment }
