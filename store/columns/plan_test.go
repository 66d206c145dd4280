package columns

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// Plans that another index has made give the same candidates as its own, and serve an
// index only if enough games have chosen what comes first.
func TestPlansOfAnotherIndex(t *testing.T) {
	rnd := rand.New(rand.NewPCG(18, 5))
	size := position.Square(9)
	games := randomGames(rnd, size, 150, 100)
	x, other := build(t, size, games), build(t, size, randomGames(rnd, size, 70, 40))
	found := 0
	for range testsize.Of(60, 20) {
		images := []position.Image{randomImage(rnd, size, games[rnd.IntN(len(games))].Script), wholeImage(rnd, size, games[rnd.IntN(len(games))].Script)}
		plans, err := other.Plan(images)
		if err != nil {
			t.Fatal(err)
		}
		want := scanAll(t, x, &Query{Images: images})
		got := scanAll(t, x, &Query{Images: images, Plans: plans})
		if !slices.EqualFunc(got, want, func(a, b Candidate) bool {
			return a.Local == b.Local && a.Decided == b.Decided && a.Image == b.Image && a.Anchor == b.Anchor && a.Node == b.Node
		}) {
			t.Fatalf("plans of another index: %v, want %v", got, want)
		}
		found += len(want)
	}
	if found == 0 {
		t.Error("nothing was found")
	}

	mine, err := x.Plan(nil)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := other.Plan(nil)
	if err != nil {
		t.Fatal(err)
	}
	small, err := build(t, position.Square(5), randomGames(rnd, position.Square(5), 5, 9)).Plan(nil)
	if err != nil {
		t.Fatal(err)
	}
	var none *Plans
	if !mine.Suits(x) || !mine.Suits(other) || theirs.Suits(x) || small.Suits(x) || none.Suits(x) {
		t.Errorf("suits: its own %v, of more games %v, of fewer %v, of another size %v, none %v",
			mine.Suits(x), mine.Suits(other), theirs.Suits(x), small.Suits(x), none.Suits(x))
	}
}
