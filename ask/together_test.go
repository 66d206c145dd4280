package ask

import (
	"fmt"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// together returns the archives of some games of the demo and of all, to be asked as one.
func together(t *testing.T) *Views {
	t.Helper()
	whole := archivetest.Collection(t)
	var some []string
	for i := range 12 {
		n, err := whole.Node(fmt.Sprint(3*i + 1))
		if err != nil {
			t.Fatal(err)
		}
		some = append(some, string(n.Tree()))
	}
	few := archivetest.Of(t, some...)
	all, err := archive.OpenAll([]string{few.Archive().Dir(), whole.Archive().Dir()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { all.Close() })
	vs, err := all.View()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { vs.Close() })
	return Of(vs)
}

// What was played next in several archives is the sum of what was in each, if each record counts.
func TestNextInSeveralArchives(t *testing.T) {
	vs := together(t)
	for _, text := range []string{`pos:"Q16"`, "pat:[...|.X.|..O]", "pos:2:5@7"} {
		all, err := vs.Next(t.Context(), &archive.Search{Query: archivetest.Query(t, text), Records: true}, &NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if text == "pos:2:5@7" {
			text = diagramOf(t, vs, "2:5@7")
		}
		games, hits := 0, 0
		moves := map[string]int{}
		for _, v := range vs.All() {
			c, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, text), Records: true}, &NextOptions{})
			if err != nil {
				t.Fatal(err)
			}
			games, hits = games+c.Games, hits+c.Hits
			for _, n := range c.Next {
				moves[n.Color+n.Point] += n.Games
			}
		}
		if all.Games != games || all.Hits != hits || games == 0 || len(all.Next) != len(moves) {
			t.Errorf("%s: %d games, %d hits, %d moves; want %d, %d, %d", text, all.Games, all.Hits, len(all.Next), games, hits, len(moves))
		}
		for _, n := range all.Next {
			if moves[n.Color+n.Point] != n.Games {
				t.Errorf("%s: %s%s in %d games, want %d", text, n.Color, n.Point, n.Games, moves[n.Color+n.Point])
			}
		}
	}
}

// diagramOf asks for the position at a place by its stones.
func diagramOf(t *testing.T, vs *Views, ref string) string {
	t.Helper()
	n, err := vs.Node(ref)
	if err != nil {
		t.Fatal(err)
	}
	return "pos:[" + strings.NewReplacer("B", "X", "W", "O").Replace(strings.Join(n.Board, "/")) + "]"
}

// A table that is watched grows to the one that is not.
func TestWatchNext(t *testing.T) {
	vs := together(t)
	for _, asked := range []*Views{vs, Of(vs.All()[1].Views)} {
		next := &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}
		table, err := asked.Next(t.Context(), next, &NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		next.Every = -1
		again, err := asked.Next(t.Context(), next, &NextOptions{Watch: func(c *Next) {
			if seen++; c.Looked == nil || c.Games > table.Games {
				t.Errorf("%+v so far; it is %d games in the end", c, table.Games)
			}
		}})
		if err != nil || again.Games != table.Games || again.Looked != nil || seen < 2 {
			t.Errorf("watched %d times: %+v, %v", seen, again, err)
		}
	}
}

// What a statistic is about travels with it.
func TestProvenance(t *testing.T) {
	v := archivetest.Collection(t)
	next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: archivetest.Query(t, `pos:"Q16"`)}, &NextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p := next.Provenance
	if len(p.Archives) != 1 || p.Archives[0].ID != v.Snapshot().ID() || p.Archives[0].Generation != v.Generation() || p.Archives[0].Clusters == "" {
		t.Errorf("it is about %+v", p.Archives)
	}
	if p.Games != next.Games || p.Games == 0 || p.Records != next.Games+next.Folded || p.Hits != next.Hits || p.Of != v.Len() || p.Query != next.Query || p.Program == "" {
		t.Errorf("%+v of %d games", p, next.Games)
	}
}
