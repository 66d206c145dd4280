package ask

import (
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

func sceneOf(t *testing.T, v *archive.View, text string) *Scene {
	t.Helper()
	s, err := Of(v.Views).Scene(t.Context(), archivetest.Query(t, text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// Continuations lie on the board that is drawn, and played they give a question that
// finds at least one game of those that continued so.
func TestContinuationsArePlayed(t *testing.T) {
	v := archivetest.Collection(t)
	for _, text := range []string{
		`pos:19x19`, `pos:"Q16"`, `pos:B[pd]`, `pos:1@3`, `pos:"Q16" next:w -event:nothing`, `pos:"Q16" (player:a or -player:b)`,
		`pat:NE[.....|.....|.....|.X...|.....]`, `pat:NE[.....|.....|.....|.X...|.....] colors:either`, `seq:corner[B Q16 W O17]`,
		`pat:[.X.|XO.|...] hits:every`, `pat:corner[...|.O.|...]`, `pat:board[` + "..................." + `]`,
	} {
		q, err := archive.ParseQuery(text)
		if err != nil {
			t.Fatal(err)
		}
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: q}, &NextOptions{})
		if err != nil || len(next.Next) == 0 {
			continue
		}
		s := sceneOf(t, v, text)
		for i, c := range next.Next[:min(len(next.Next), 5)] {
			m, err := s.Continued(c.Move)
			if err != nil {
				t.Errorf("%s: %v", text, err)
				continue
			}
			for _, p := range s.Board.Pieces {
				if p.Cell == m.To {
					t.Errorf("%s: %s lies on a stone", text, m.Name)
				}
			}
			if c.Point == "" {
				continue
			}
			played, err := s.Played(c.Move)
			if err != nil {
				t.Errorf("%s after %s: %v", text, m.Name, err)
				continue
			}
			after := sceneOf(t, v, played)
			count, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, played)})
			if err != nil || count.Total < c.Games {
				t.Errorf("%s: continued by %s in %d games, and %s finds %d; %v", text, m.Name, c.Games, played, count.Total, err)
			}
			if i == 0 && len(after.Board.Pieces)+len(after.Moves) != len(s.Board.Pieces)+len(s.Moves)+1 && text != `pat:[.X.|XO.|...] hits:every` {
				t.Errorf("%s: %d stones are %d after %s", text, len(s.Board.Pieces), len(after.Board.Pieces), played)
			}
		}
	}
}

// What people wrote goes on as they wrote it.
func TestPlayedKeepsTheWords(t *testing.T) {
	v := archivetest.Collection(t)
	for _, test := range []struct {
		text, color, point, want string
	}{
		{`pos:"Q16 D4" player:shusaku`, "B", "qc", `pos:"Q16 D4 R17" player:shusaku`},
		{`pos:"Q16 D4" colors:either next:b`, "B", "qc", `pos:"Q16 D4 R17" colors:either`},
		{`pos:"startpos moves 7g7f"`, "W", "3c3d", `pos:"startpos moves 7g7f 3c3d"`},
		{`pos:startpos`, "B", "7g7f", `pos:"startpos moves 7g7f"`},
		{`pos:"Q16" (player:a or player:b)`, "W", "dp", `pos:"Q16 D4" (player:a or player:b)`},
	} {
		got, err := sceneOf(t, v, test.text).Played(archive.Move{Color: test.color, Point: test.point})
		if err != nil || got != test.want {
			t.Errorf("%s: %s %v, want %s", test.text, got, err, test.want)
		}
	}
}

// Stones that a move captures within a region are gone.
func TestPlayedCaptures(t *testing.T) {
	v := archivetest.Collection(t)
	got, err := sceneOf(t, v, `pat:[.X.|XO.|.X.|*..]`).Played(archive.Move{Color: "B", Point: "cb"})
	if err != nil || got != `pat:"[.X.|X.X|.X.|*..]"` {
		t.Errorf("%s %v", got, err)
	}
}

// The moves of games whose pieces move are found among those that are legal.
func TestContinuationsOfPieces(t *testing.T) {
	s := sceneOf(t, archivetest.Collection(t), `pos:"startpos moves 7g7f"`)
	m, err := s.Continued(archive.Move{Color: "W", Point: "3c3d"})
	if err != nil || m.From == nil || *m.From != 2*9+6 || m.To != 3*9+6 {
		t.Errorf("%+v %v", m, err)
	}
	if m, err := s.Continued(archive.Move{Color: "W", Point: "3c3e"}); err == nil {
		t.Errorf("a pawn goes two squares: %+v", m)
	}
}

func TestFromStart(t *testing.T) {
	for text, want := range map[string]string{
		``:                         `pos:19x19`,
		`player:shusaku`:           `player:shusaku pos:19x19`,
		`player:a or player:b`:     `(player:a or player:b) pos:19x19`,
		`game:gomoku`:              `game:gomoku pos:15x15`,
		`game:go size:9x9`:         `game:go size:9x9 pos:9x9`,
		`size:9 date:1990..`:       `size:9 date:1990.. pos:9x9`,
		`size:<=13`:                `size:<=13 pos:19x19`,
		`pos:"Q16" player:shusaku`: `pos:"Q16" player:shusaku`,
		`size:9 pat:[X.O]`:         `size:9 pat:[X.O]`,
		`captures:>=5`:             `captures:>=5 pos:19x19 terms:anywhere`,
		`(C:ladder or BM:1)`:       `(C:ladder or BM:1) pos:19x19 terms:anywhere`,
	} {
		got, err := FromStart(archivetest.Query(t, text))
		if err != nil || got.String() != archivetest.Query(t, want).String() {
			t.Errorf("%s: %s %v, want %s", text, got, err, want)
		}
	}
	q, err := FromStart(archivetest.Query(t, "game:shogi"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := archivetest.Query(t, q.String()).Root, error(nil); err != nil {
		t.Error(err)
	}
}

// Each value of a facet is found by the term that it makes, in as many games at least.
func TestFacetTerms(t *testing.T) {
	v := archivetest.Collection(t)
	page, err := v.Count(t.Context(), &archive.Search{Facets: []string{"decade", "year", "player", "event", "result", "size", "rules"}, FacetLimit: 5})
	if err != nil {
		t.Fatal(err)
	}
	terms := 0
	for _, f := range page.Facets {
		for _, value := range f.Values {
			term := archive.FacetTerm(f.Field, value.Value)
			found, err := v.Count(t.Context(), &archive.Search{Query: archivetest.Query(t, term)})
			if err != nil || found.Total < value.Games {
				t.Errorf("%s %s: %d games, %s finds %d; %v", f.Field, value.Value, value.Games, term, found.Total, err)
			}
			terms++
		}
	}
	if terms < 20 {
		t.Errorf("only %d terms", terms)
	}
}
