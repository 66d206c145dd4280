package ask

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
	registry "kifudb/game"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/position/feature"
)

// The second record is the first one mirrored with colors exchanged, the third has stones nearby, the fourth is
// of strong players, and the fifth has a comment.
var exampleRecords = []string{
	"(;SZ[9]PB[Plain];B[aa];W[ba];B[ii];W[ab])",
	"(;SZ[9]PB[Mirrored];B[ii];W[ia];B[ha];W[ee];B[ib])",
	"(;SZ[9]PB[Full]AB[cc][dc][dd]AW[bb][cb][cd];B[aa];W[ba];B[ii];W[ab])",
	"(;SZ[9]PB[Strong]BR[9p]WR[9p];B[aa];W[ab];B[ei];W[ba])",
	"(;SZ[9]PB[Said];B[aa];W[ba];B[cc];W[ab]C[Taken.];B[dd])",
	"(;SZ[9]PB[None];B[aa];W[ba])",
}

func TestExamples(t *testing.T) {
	vs := Of(archivetest.Of(t, exampleRecords...).Views)
	examples := func(query string, o ExamplesOptions) *Examples {
		t.Helper()
		if o.Limit == 0 {
			o.Limit = 10
		}
		if o.Among == 0 {
			o.Among = 300
		}
		found, err := vs.Examples(t.Context(), &archive.Search{Query: archivetest.Query(t, query)}, &o)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	names := func(x *Examples) (list []string) {
		for _, e := range x.Examples {
			list = append(list, e.Game.Black)
		}
		return list
	}
	found := examples("captures:1", ExamplesOptions{})
	// Those of Plain and Mirrored are the same as that of Strong.
	if got := names(found); found.Games != 5 || found.Among != 5 || !slices.Equal(got, []string{"Strong", "Said", "Full"}) {
		t.Errorf("%v of %d among %d", got, found.Games, found.Among)
	}
	said := found.Examples[1]
	if said.Ref != "5@4" || said.ToPlay != "W" || said.Name != "A8" || said.Answer() != "A8: captures 1; then D6" || said.Comment != "Taken." ||
		said.Sides() != "White to play" || len(said.Before.Pieces) != 3 || len(said.After.Pieces) != 3 || fmt.Sprint(said.Marks()) != "[aa]" {
		t.Errorf("%+v", said)
	}
	// 3 stones near, but for the one at cc, which is in the box of aa and ab: 0 to 2, 0 to 3.
	if want := (ExampleScore{Total: 4*.8 + 2*.95 + 2, Near: .8, Board: .95, Comment: 1}); said.Score != want {
		t.Errorf("%+v, want %+v", said.Score, want)
	}
	if got := names(examples("captures:1", ExamplesOptions{Limit: 2})); len(got) != 2 {
		t.Error(got)
	}
	if got := examples("captures:1 black:full", ExamplesOptions{}); len(got.Examples) != 1 || got.Games != 1 {
		t.Errorf("%+v", got)
	}
	if got := examples("captures:7", ExamplesOptions{}); len(got.Examples) != 0 || got.Games != 0 {
		t.Errorf("%+v", got)
	}
	for _, query := range []string{"black:full", "captures:1 or atari:1", "-captures:1", ""} {
		_, err := vs.Examples(t.Context(), &archive.Search{Query: archivetest.Query(t, query)}, &ExamplesOptions{Limit: 1, Among: 1})
		if archive.KindOf(err) != archive.KindUsage {
			t.Errorf("%s: %v", query, err)
		}
	}
	var sgf strings.Builder
	if left, err := found.WriteSGF(&sgf); err != nil || left > 0 {
		t.Fatal(err)
	}
	for _, want := range []string{"AB[aa][cc]", "AW[ba]", "PL[W]", "SQ[aa]", "W[ab]", "TE[1]", "RIGHT. captures 1", ";B[dd]"} {
		if !strings.Contains(sgf.String(), want) {
			t.Errorf("no %s in %s", want, sgf.String())
		}
	}
}

// Examples of real games do what they should, as a replay of the game says, and those that are the same turned or
// mirrored are left out.
func TestExamplesAreTrue(t *testing.T) {
	vs := Of(archivetest.Collection(t).Views)
	for _, term := range []string{"captures:>=3", "shape:hane", "ladder:works", "doubleatari:yes", "fork:2", "takescorner:yes", "liberties:1"} {
		found, err := vs.Examples(t.Context(), &archive.Search{Query: archivetest.Query(t, term)}, &ExamplesOptions{Limit: 8, Among: 300})
		if err != nil {
			t.Fatal(err)
		}
		if found.Games > 0 && len(found.Examples) == 0 {
			t.Errorf("%s: no examples of %d games", term, found.Games)
		}
		games := map[archive.GameID]bool{}
		for i, e := range found.Examples {
			if games[e.Game.ID] || i > 0 && e.Score.Total > found.Examples[i-1].Score.Total {
				t.Errorf("%s: %s comes twice or too late", term, e.Ref)
			}
			games[e.Game.ID] = true
			if s := e.Score; s.Near < 0 || s.Near > 1 || s.Board < 0 || s.Board > 1 || s.Rank < 0 || s.Rank > 1 || s.Total > 10 {
				t.Errorf("%+v", s)
			}
			for _, f := range e.Features {
				if !replayed(t, &e, f) {
					t.Errorf("%s: %s has no %s %s", term, e.Ref, f.Name, f.Value)
				}
			}
		}
	}
}

// replayed reports whether a replay of the game finds a feature at the move of an example.
func replayed(t *testing.T, e *Example, f archive.Feature) bool {
	g, local := e.Game.Segment(), e.Game.Local()
	observer := e.Game.Kind().(registry.Observer)
	script, err := g.Script(local)
	if err != nil {
		t.Fatal(err)
	}
	start, err := observer.Start(indexer.RecordOf(g.Facts(local).Size, g.Recorded().Info(local)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range observer.Observe(start, script, feature.Wanted{Kinds: feature.All, Points: true}) {
		kind := observer.Features()[i.Kind]
		word := fmt.Sprint(i.Value)
		if len(kind.Words) > 0 {
			word = kind.Words[i.Value-1].Name
		}
		var points []string
		for _, p := range i.Points {
			points = append(points, archive.PointText(p))
		}
		slices.Sort(points)
		if i.Node == e.line[1].Node && kind.Name == f.Name && word == f.Value && slices.Equal(points, f.Points) && i.By.Letter() == f.By {
			return true
		}
	}
	return false
}

// The form of an example is the same however the board is turned, and another one for each other board.
func TestExampleForm(t *testing.T) {
	var forms []string
	for turn := range position.Symmetry(8) {
		at := func(x, y int) (string, int) {
			p := turn.Apply(position.At(x, y), position.Square(9))
			return archive.PointText(p), p.Y()*9 + p.X()
		}
		point, _ := at(1, 0)
		mark, _ := at(0, 0)
		e := &Example{ToPlay: "B", Before: &Board{Game: "go", Cells: "points", Cols: 9, Rows: 9}, Features: []archive.Feature{{Points: []string{mark}}}}
		e.Played.Point = point
		for _, s := range [][3]int{{0, 0, 0}, {0, 1, 1}, {2, 1, 1}, {8, 8, 0}} {
			_, cell := at(s[0], s[1])
			e.Before.Pieces = append(e.Before.Pieces, registry.Piece{Cell: cell, Color: []string{"W", "B"}[s[2]], Kind: "stone"})
		}
		forms = append(forms, e.form())
		e.Before.Pieces[1].Color = "W"
		if e.form() == forms[0] {
			t.Error("another stone, the same form")
		}
	}
	for _, form := range forms {
		if form != forms[0] {
			t.Errorf("%s, %s", forms[0], form)
		}
	}
}
