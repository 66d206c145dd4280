package search

import (
	"slices"
	"testing"

	"kifudb/query"
	"kifudb/store"
)

// Games that are asked for in turns are those that are found in one go, and no more than wanted.
func TestPagesInTurn(t *testing.T) {
	a := newTestArchive(t, 120)
	for _, page := range []*Page{{}, {Limit: 5}, {Limit: 5, Offset: 3}, {Limit: 500}, {Limit: 7, Sort: []Order{{Field: "moves"}}}} {
		question, err := Resolve(t.Context(), a.Snapshot, query.Query{}, map[string]Aggregation{only: page}, &Options{})
		if err != nil {
			t.Fatal(err)
		}
		var want, got []store.GameID
		collect := func(ids *[]store.GameID) func(PageGame) error {
			return func(g PageGame) error {
				*ids = append(*ids, g.ID)
				return nil
			}
		}
		l := NewLocal(a.Snapshot, nil)
		if _, err := l.Each(t.Context(), question, collect(&want)); err != nil {
			t.Fatal(err)
		}
		if _, err := l.eachInTurn(t.Context(), question, page, collect(&got)); err != nil {
			t.Fatal(err)
		}
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%+v: in turns %v, in one go %v", page, got, want)
		}
	}
}
