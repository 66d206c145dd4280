package ask

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/book/user"
)

// What is explored in one look is what Next and Search find in two.
func TestExplore(t *testing.T) {
	v := archivetest.Collection(t)
	for _, text := range []string{"pos:19x19", `pos:"Q16 D4"`, `pos:"R16" player:shusaku`, "pat:NE[.....|..X..|.....]", "pat:NE[.....|..X..|.....] colors:either", `pos:"Q16" player:nobodyatall`} {
		ask := func() *archive.Search {
			return &archive.Search{
				Query: archivetest.Query(t, text), Limit: 5, PerGame: 2, Facets: []string{"decade", "player"}, FacetLimit: 3, FacetSort: archive.FacetCount,
				Every: 1,
			}
		}
		o := &NextOptions{Detail: true, By: "decade"}
		next, err := Of(v.Views).Next(t.Context(), ask(), o)
		if err != nil {
			t.Fatal(text, err)
		}
		page, err := v.Search(t.Context(), ask())
		if err != nil {
			t.Fatal(text, err)
		}
		seen := 0
		got, err := Of(v.Views).Explore(t.Context(), ask(), o, func(sofar *Exploration) {
			seen++
			if sofar.Looked == nil || sofar.Next.Games != sofar.Page.Total || sofar.Next.Games > next.Games {
				t.Errorf("%s: so far %d games with continuations and %d, of %d", text, sofar.Next.Games, sofar.Page.Total, next.Games)
			}
		})
		if err != nil {
			t.Fatal(text, err)
		}
		if seen == 0 && next.Games > 0 {
			t.Errorf("%s: nothing was seen while it grew", text)
		}
		own := cmp.Options{cmpopts.IgnoreUnexported(archive.Game{}), cmpopts.IgnoreFields(Next{}, "Asked")}
		if d := cmp.Diff(next, got.Next, own); d != "" {
			t.Errorf("%s: next\n%s", text, d)
		}
		if d := cmp.Diff(page, got.Page, own); d != "" {
			t.Errorf("%s: page\n%s", text, d)
		}
	}
	if _, err := Of(v.Views).Explore(t.Context(), &archive.Search{Query: archivetest.Query(t, "player:shusaku")}, &NextOptions{}, nil); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("without a board: %v", err)
	}
}

// The user's note on a position comes along, with what follows it and with the games.
func TestExploreNotes(t *testing.T) {
	v := archivetest.Of(t, "(;SZ[9];B[cc];W[gg])")
	s := &archive.Search{Query: archivetest.Query(t, `pos:"SZ[9]AB[cc]"`)}
	next, err := Of(v.Views).Next(t.Context(), s, &NextOptions{})
	if err != nil || next.Note != "" {
		t.Fatalf("%q, %v", next.Note, err)
	}
	if _, _, err := v.PutNote(user.Note{Position: next.Asked.Subject(), Text: "mine"}, false); err != nil {
		t.Fatal(err)
	}
	if next, err = Of(v.Views).Next(t.Context(), s, &NextOptions{}); err != nil || next.Note != "mine" {
		t.Errorf("next: %q, %v", next.Note, err)
	}
	e, err := Of(v.Views).Explore(t.Context(), s, &NextOptions{}, nil)
	if err != nil || e.Next.Note != "mine" || e.Page.Note != "mine" {
		t.Errorf("explored: %q and %q, %v", e.Next.Note, e.Page.Note, err)
	}
}

// How often positions were reached is found out of as many moves of each color as are
// wanted, the first ones.
func TestReachedOfSome(t *testing.T) {
	v := archivetest.Collection(t)
	next := func(reached int) *Next {
		c, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &NextOptions{Detail: true, Reached: reached})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	all := next(0)
	if len(all.Next) < 4 {
		t.Fatalf("only %d moves", len(all.Next))
	}
	for most := 1; most <= 2; most++ {
		some, left := next(most), map[string]int{}
		for i := range all.Next {
			color := all.Next[i].Color
			left[color]++
			switch got := some.Next[i].Detail.Reached; {
			case left[color] > most:
				if got != nil {
					t.Errorf("%d of each color, move %d: %d games, which nobody wanted to know", most, i, *got)
				}
			case got == nil || *got != *all.Next[i].Detail.Reached:
				t.Errorf("%d of each color, move %d: %v, not %d games", most, i, got, *all.Next[i].Detail.Reached)
			}
		}
	}
	if _, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &NextOptions{Reached: -1}); archive.KindOf(err) != archive.KindUsage {
		t.Errorf("less than none: %v", err)
	}
}
