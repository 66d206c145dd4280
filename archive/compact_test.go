package archive

import (
	"testing"
)

// Compacting deletes what was removed for good, says how many games and bytes that
// were, and how far it is.
func TestCompact(t *testing.T) {
	a := emptyArchive(t)
	if _, err := a.Import(t.Context(), &Import{Paths: []string{manyGames(t, 300)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Remove(t.Context(), chosen(t, "1..200")); err != nil {
		t.Fatal(err)
	}
	state, err := a.StartCompact().Wait(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	c, ok := state.Result.(*Compacted)
	if !ok || state.State != "done" || c.Deleted != 200 || c.Bytes <= 0 || c.Bytes >= c.BytesBefore {
		t.Fatalf("%+v with %+v", state, c)
	}
	if p := state.Progress; p.Stage != "compacting" || p.Unit != "games" || p.Done == 0 || p.Done > p.Total {
		t.Errorf("progress %+v", p)
	}
	again, err := a.Compact(t.Context(), nil)
	if err != nil || again.Deleted != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
	if _, err := a.BringBack(t.Context(), chosenRemoved(t, "200")); err == nil {
		t.Error("a game that is deleted for good is brought back")
	} else if id, why, ok := WhyAbsent(err); !ok || id != 200 || why != Deleted {
		t.Errorf("game %d is absent for reason %d: %v", id, why, err)
	}
}
