package ask

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	"kifudb/game"
)

// A line of two moves was played in the games in which the position after both comes up
// within two moves.
func TestNextLines(t *testing.T) {
	v := archivetest.Collection(t)
	const at = `pos:"Q16" symmetry:off`
	ask := func(o NextOptions) *Next {
		t.Helper()
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, at)}, &o)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	next := ask(NextOptions{Depth: 2})
	if len(next.Lines) < 10 || next.LinesFound != len(next.Lines) {
		t.Fatalf("%d of %d lines", len(next.Lines), next.LinesFound)
	}
	for _, l := range next.Lines {
		if len(l.Moves) != 2 || len(l.Names) != 2 {
			t.Fatalf("a line of %d moves", len(l.Moves))
		}
		after := next.Asked.Position.Clone().(*game.Points)
		for _, m := range l.Played {
			after.Goban.Play(m)
		}
		found, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, fmt.Sprintf(`then(%s, within:2, pos:"%s" symmetry:off)`, at, after.Text()))})
		if err != nil {
			t.Fatal(err)
		}
		if found.Total != l.Games || l.Share.Value != archive.ShareOf(l.Games, next.Games).Value {
			t.Errorf("%v in %d games, found in %d", l.Names, l.Games, found.Total)
		}
	}
	some := ask(NextOptions{Depth: 2, Min: 2, Limit: 3, Sort: "score"})
	if len(some.Lines) != 3 || some.LinesFound <= 3 || some.LinesFound >= next.LinesFound {
		t.Errorf("%d of %d lines of two games and more", len(some.Lines), some.LinesFound)
	}
	byScore := ask(NextOptions{Depth: 2, Sort: "score"}).Lines
	if !slices.IsSortedFunc(byScore, func(a, b NextLine) int { return cmp.Compare(b.Estimate, a.Estimate) }) {
		t.Error("lines are not by score")
	}
	if one := ask(NextOptions{Depth: 1}); one.Lines != nil || len(one.Next) == 0 {
		t.Errorf("one move deep there are %d lines", len(one.Lines))
	}
	for _, bad := range []NextOptions{{Depth: -1}, {Depth: 2, Detail: true}, {Depth: 2, By: "year"}, {Depth: 2, Sort: "first"}, {Depth: 1_000_000}} {
		if _, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, at)}, &bad); archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
