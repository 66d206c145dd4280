package store

import "testing"

// compareKinds compares the numbers of games by kind with their facts, game by game.
func compareKinds(t *testing.T, db *DB) {
	t.Helper()
	for i, s := range newSnapshot(t, db).Segments() {
		var want KindCounts
		for local := range s.Live().Iterate {
			want[s.Facts(int(local)).Game]++
		}
		if got := s.KindCounts(); got != want {
			t.Errorf("segment %d: games by kind are not those of the facts", i)
		}
	}
}
