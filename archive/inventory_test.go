package archive

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/game"
	"kifudb/position"
	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// What is counted of many games at a time is what is counted of each.
func TestFactCounts(t *testing.T) {
	for seed := range uint64(50) {
		rnd := rand.New(rand.NewPCG(seed, 18))
		var counts factCounts
		boards := map[string]int{}
		var oldest, newest int32
		for range rnd.IntN(40) {
			f := store.Facts{Game: uint8(game.Default().About().Number), Size: position.Size{Cols: 19 - 10*rnd.IntN(2), Rows: 19}, Komi: int32(rnd.IntN(9)), Moves: rnd.Uint32()}
			if rnd.IntN(5) == 0 {
				f.Game = 2
			}
			f.DateLo = [...]int32{-19000101, 0, 19500101 + rnd.Int32N(100)}[rnd.IntN(3)]
			f.DateHi = [...]int32{f.DateLo, f.DateLo + 5, gameinfo.Latest}[rnd.IntN(3)]
			boards[boardName(f)]++
			if f.DateLo > 0 && f.DateHi != gameinfo.Latest {
				if oldest == 0 || f.DateLo < oldest {
					oldest = f.DateLo
				}
				newest = max(newest, f.DateHi)
			}
			if counts.add(&f) {
				t.Fatal("a game is kept")
			}
		}
		counts.end()
		got := map[string]int{}
		for board, games := range counts.boards {
			got[boardName(board)] += games
		}
		if diff := cmp.Diff(boards, got); diff != "" || counts.oldest != oldest || counts.newest != newest {
			t.Errorf("%d to %d, want %d to %d\n%s", counts.oldest, counts.newest, oldest, newest, diff)
		}
	}
}

// An inventory counts what each game is, in whatever segment, removed ones left out.
func TestInventoryOfSegments(t *testing.T) {
	a := severalSegments(t)
	if _, err := a.Remove(t.Context(), func(*View) ([]GameID, error) { return []GameID{3}, nil }); err != nil {
		t.Fatal(err)
	}
	v, err := a.View()
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	want, games := map[string]int{}, 0
	for _, g := range v.snapshot.Segments() {
		for it := g.Live().Iterator(); it.HasNext(); games++ {
			want[boardName(g.Facts(int(it.Next())))]++
		}
	}
	got, err := v.Inventory()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Boards); diff != "" || got.Games != games || got.Removed != 1 || len(want) < 2 {
		t.Errorf("%d games, %d removed; want %d\n%s", got.Games, got.Removed, games, diff)
	}
}
