package search

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"kifudb/query"
)

// Where segments are brought, the next one is brought while one is asked, if there is room for
// both, and each once in either case.
func TestNextSegmentIsBrought(t *testing.T) {
	a := newArchiveOf(t, testGames(100), 25)
	segments := len(a.Segments())
	if segments < 4 {
		t.Fatalf("%d segments: too few to mean anything", segments)
	}
	q, err := query.Parse("")
	if err != nil {
		t.Fatal(err)
	}
	question, err := Resolve(t.Context(), a.Snapshot, q, map[string]Aggregation{"all": &Page{Limit: 200}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := NewLocal(a.Snapshot, nil).Search(t.Context(), []*Question{question}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ places, ahead int }{{1, 0}, {2, segments - 1}, {segments, segments - 1}} {
		away, counts := SomeAtATime(t, a.Snapshot, c.places)
		broughtBefore, aheadBefore := counts()
		l := NewLocal(away, nil)
		if c.places > 1 {
			l.Progress = func(done, _ int) { // each segment is asked until the next one has come
				at, games := 0, 0
				for games < done {
					games += int(a.Segments()[at].Live().GetCardinality())
					at++
				}
				for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
					if brought, _ := counts(); brought-broughtBefore >= min(at+1, segments) {
						return
					}
				}
				t.Errorf("room for %d: while segment %d was asked, the next one was not brought", c.places, at)
			}
		}
		found, err := l.Search(t.Context(), []*Question{question}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(told(t, question, whole[0]), told(t, question, found[0])); d != "" {
			t.Errorf("room for %d (-here +brought):\n%s", c.places, d)
		}
		brought, ahead := counts()
		if brought -= broughtBefore; brought != segments {
			t.Errorf("room for %d: %d segments were brought %d times", c.places, segments, brought)
		}
		if ahead -= aheadBefore; ahead != c.ahead {
			t.Errorf("room for %d: %d of %d segments were brought while another one was in use, not %d", c.places, ahead, segments, c.ahead)
		}
	}
}
