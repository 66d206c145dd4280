package ledger

import (
	"encoding/json"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"kifudb/store"
)

// A file whose games are no runs has millions of spans: they are small, written by and by, and come back.
func TestManySpans(t *testing.T) {
	if size := unsafe.Sizeof(Span{}); size != 16 {
		t.Errorf("a span takes %d bytes", size)
	}
	db := Open(t.TempDir())
	run := begin(t, db)
	var many Outcome
	many.Source, many.What, many.Problems = "/games/a.sgf", Read, map[string]int{"x": 2}
	for i := range 40_000 {
		many.Add(i+1, store.GameID(1+2*(i%2)), Known)
	}
	few := Outcome{Source: "/games/b.sgf", What: Read, Games: []Span{{1, 3, 5, Added}, {4, 1, 9, Removed}}}
	want := []*Outcome{&few, &many, &few}
	must(t, db.Enter(run, &Batch{Outcomes: want}))
	if diff := cmp.Diff(want, outcomes(t, db, run.Number)); diff != "" {
		t.Error(diff)
	}
	if run.Totals.Known != len(many.Games) || run.Totals.Added != 6 {
		t.Errorf("got %+v", run.Totals)
	}
}

// Fates are written by their names.
func TestFates(t *testing.T) {
	for f := Added; f <= Pruned; f++ {
		text, err := json.Marshal(Span{7, 2, 3, f})
		var back Span
		if err == nil {
			err = json.Unmarshal(text, &back)
		}
		if want := `[7,2,3,"` + f.String() + `"]`; err != nil || string(text) != want || back != (Span{7, 2, 3, f}) || f.String() == "" {
			t.Errorf("%s, %v is read as %+v; want %s", text, err, back, want)
		}
	}
	if err := json.Unmarshal([]byte(`[1,1,1,"eaten"]`), new(Span)); err == nil {
		t.Error("an unknown fate is read")
	}
	if Fate(0).String() != "" || Fate(99).String() != "" {
		t.Error("a fate that there is not has a name")
	}
}
