package user

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/store"
)

func TestDecisions(t *testing.T) {
	db := openAt(t.TempDir())
	all := func() []Decision {
		t.Helper()
		list, err := db.Decisions()
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got := all(); len(got) > 0 {
		t.Errorf("without a file: got %v", got)
	}
	if gone, err := db.Undecide(3); err != nil || len(gone) > 0 {
		t.Errorf("without a file: forgot %v, %v", gone, err)
	}
	games := func(ids ...store.GameID) []store.GameID { return ids }
	for _, d := range []Decision{{Apart, games(3, 70000)}, {Prefer, games(3)}, {Prefer, games(3)}, {Alone, games(258)}, {Same, games(1, 2)}, {Same, games(3, 70000)}} {
		if err := db.Decide(Choice{Decision: d}); err != nil {
			t.Errorf("%v: %v", d, err)
		}
	}
	// The later word counts: 3 and 70000 are of one game after all.
	want := []Decision{{Alone, games(258)}, {Prefer, games(3)}, {Same, games(1, 2)}, {Same, games(3, 70000)}}
	if diff := cmp.Diff(want, all()); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
	gone, err := db.Undecide(3)
	if diff := cmp.Diff([]Decision{want[1], want[3]}, gone); diff != "" || err != nil {
		t.Errorf("forgotten: %v (-want +got):\n%s", err, diff)
	}
	if diff := cmp.Diff([]Decision{want[0], want[2]}, all()); diff != "" {
		t.Errorf("what is left (-want +got):\n%s", diff)
	}
	for _, bad := range []Decision{{Same, games(1)}, {Same, games(2, 1)}, {Apart, games(2, 2)}, {Prefer, nil}, {Prefer, games(1, 2)}} {
		if err := db.Decide(Choice{Decision: bad}); err == nil {
			t.Errorf("%v is taken", bad)
		}
	}
}
