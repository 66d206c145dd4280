package search

import (
	"fmt"
	"testing"

	"kifudb/store"
)

// Games that have several values of one property count under each of them.
func TestSeveralLabels(t *testing.T) {
	games := testGames(120)
	for i, g := range games {
		for k := range i % 4 {
			g.Info = append(g.Info, store.Value{Ident: "PB", Text: fmt.Sprint("guest ", (i+k)%5)})
		}
	}
	a := newArchiveOf(t, games, 100)
	players, err := NewAttribute("player")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{}
	for id := range a.games {
		g, local, _ := a.Segment(id)
		for _, name := range players.Values(g, local) {
			want[name]++
		}
	}
	facets, _, err := facetsOf(t.Context(), a.Snapshot, mustParse(t, ""), []string{"player"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range facets[0].Values {
		if v.Games != want[v.Value] {
			t.Errorf("%s: %d games, want %d", v.Value, v.Games, want[v.Value])
		}
		delete(want, v.Value)
	}
	if len(want) > 0 {
		t.Errorf("not counted: %v", want)
	}
}
