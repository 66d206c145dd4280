package match

import (
	"testing"

	"kifudb/query"
)

// TestMakers wants a maker for the kind of each field. A kind that is added without one
// ends the table, or leaves a gap in it.
func TestMakers(t *testing.T) {
	for _, f := range append(query.Fields(), query.Field{}) {
		if int(f.Kind()) >= len(makers) || makers[f.Kind()] == nil {
			t.Errorf("nothing makes conditions of field %s", f.Name)
		}
	}
	for kind, m := range makers {
		if m == nil {
			t.Errorf("kind %d has no maker", kind)
		}
	}
}
