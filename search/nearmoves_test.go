package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// Where no point differs, what comes next with near: is what comes next without: the next move, also
// a pass, but nothing that is set up.
func TestNearGoesOnAsPositions(t *testing.T) {
	a := newTestArchive(t, 250)
	r := &randomQuery{rand.New(rand.NewPCG(8, 3)), a, a.ids()}
	same, passes, ends := 0, 0, 0
	for range rounds(300) {
		id := r.ids[r.IntN(len(r.ids))]
		g := a.games[id]
		if g.Facts.Game != goNumber {
			continue
		}
		text := fmt.Sprintf("pos:%d@n%d symmetry:off hits:every", id, r.IntN(int(g.Facts.Nodes)))
		hits := func(text string) map[store.GameID][]match.Hit {
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			_, all := collect(t, Run(t.Context(), a.Snapshot, q, nil))
			return all
		}
		near, err := query.Parse(text + " near:1")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := CountGames(t.Context(), a.Snapshot, near, nil); err != nil { // of too few stones
			continue
		}
		want := hits(text)
		for game, list := range hits(text + " near:1") {
			for _, h := range list {
				if len(h.Board.Differs) > 0 {
					continue
				}
				i := slices.IndexFunc(want[game], func(w match.Hit) bool { return w.Node == h.Node })
				if i < 0 { // it stood before, with another node in between
					continue
				}
				moves := func(replies []match.Reply) (list []string) {
					for _, m := range replies {
						if m.Move.Point == position.Pass {
							passes++
						}
						list = append(list, fmt.Sprint(m.Move, m.Tenuki))
					}
					slices.Sort(list)
					return list
				}
				got, expected := moves(h.Board.Next), moves(want[game][i].Board.Next)
				if !slices.Equal(got, expected) {
					t.Fatalf("%s: game %d, node %d: %v, want %v", text, game, h.Node, got, expected)
				}
				if same++; len(got) == 0 {
					ends++
				}
			}
		}
	}
	if same < testsize.Of(100, 40) || passes < testsize.Of(10, 4) || ends < testsize.Of(10, 1) {
		t.Errorf("%d hits, %d passes and %d ends are no test", same, passes, ends)
	}
}
