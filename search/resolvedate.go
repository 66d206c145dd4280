package search

import (
	"time"

	"kifudb/internal/wall"
	"kifudb/query"
)

// dated puts days of the calendar in place of days that are told from today, so
// that all parts of an archive, and all nodes, mean the same day.
func (r *Resolver) dated(_ query.Field, t *query.Term) (query.Node, error) {
	v, err := t.Values[0].Dated(r.day())
	if err != nil || v == t.Values[0] {
		return t, err
	}
	return &query.Term{Field: t.Field, Values: []query.Value{v}}, nil
}

// day returns the day on which the query is asked, where the user is. One query has one
// day, even at midnight.
func (r *Resolver) day() time.Time {
	if r.today.IsZero() {
		r.today = wall.Now()
	}
	return r.today
}
