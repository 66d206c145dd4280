package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestCheckSample damages the derived part of one game and demands that a
// sample reports it exactly if the game is in it.
func TestCheckSample(t *testing.T) {
	db := newDB(t, nil)
	w := newWriter(t, db)
	addGames(t, w, 0, 40)
	commit(t, w)
	addGames(t, w, 40, 60)
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Remove(5, 50); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{1, 10, 58, 1000} {
		for err := range db.CheckSample(t.Context(), derive, n, 7) {
			t.Errorf("sample of %d: %v", n, err)
		}
	}

	// Another derive than the one that made the archive.
	wrong := map[string]func(g *Game){
		"comment": func(g *Game) { g.Comments = append(g.Comments, Comment{0, "C", "more"}) },
		"facts":   func(g *Game) { g.Facts.Handicap++ },
		"key":     func(g *Game) { g.Keys = append(slices.Clone(g.Keys), 12345) },
	}
	for name, change := range wrong {
		reported, looked := 0, 0
		for seed := range uint64(20) {
			seen := false
			other := func(r Record) (*Game, error) {
				g, err := derive(r)
				if err == nil && strings.HasSuffix(r.Source.Path, "/17.sgf") {
					seen = true
					change(g)
				}
				return g, err
			}
			faults := 0
			for err := range db.CheckSample(t.Context(), other, 15, seed) {
				if !strings.Contains(err.Error(), "game 18") {
					t.Errorf("%s, seed %d: %v; want one about game 18", name, seed, err)
				}
				faults++
			}
			if (faults > 0) != seen {
				t.Errorf("%s, seed %d: %d faults; game 18 was in the sample: %t", name, seed, faults, seen)
			}
			if seen {
				looked++
			}
			reported += faults
		}
		if looked == 0 || looked == 20 || reported == 0 {
			t.Errorf("%s: the game was in %d samples of 20: nothing was tested", name, looked)
		}
	}
}

func TestChoose(t *testing.T) {
	counts := make([]int, 10)
	for seed := range uint64(2000) {
		chosen := choose(3, 10, seed)
		if len(chosen) != 3 || !slices.IsSorted(chosen) || len(slices.Compact(slices.Clone(chosen))) != 3 {
			t.Fatalf("chosen: %v, want 3 different numbers", chosen)
		}
		for _, i := range chosen {
			counts[i]++
		}
	}
	for i, n := range counts {
		if n < 500 || n > 700 { // 600 are expected
			t.Errorf("%d was chosen %d times of 2000", i, n)
		}
	}
	if got := fmt.Sprint(choose(5, 3, 1), choose(5, 0, 1)); got != "[0 1 2] []" {
		t.Errorf("of fewer than wanted: %s", got)
	}
}
