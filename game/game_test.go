package game

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// Every entry stands at its number, and every name means one game.
func TestRegistry(t *testing.T) {
	names := map[string]string{}
	for i, g := range All() {
		a := g.About()
		number := i + 1
		if i >= len(games) {
			number = firstOwn + i - len(games)
		}
		if a.Number != number || Of(a.Number) != g {
			t.Errorf("%s has the number %d and stands at %d", a.Name, a.Number, number)
		}
		if in := Numbered(a.Number); i < len(games) && in != g || i >= len(games) && in.About().Listed() {
			t.Errorf("GM[%d] is %s", a.Number, in.About().Name)
		}
		for _, name := range append([]string{a.Name}, a.Also...) {
			if names[name] != "" || name != strings.ToLower(name) || name != strings.TrimSpace(name) {
				t.Errorf("%q is a name of %s, and of %q, or not in lower case", name, a.Name, names[name])
			}
			names[name] = a.Name
			if got, ok := Named(strings.ToUpper(name)); !ok || got != g {
				t.Errorf("%q does not name %s", name, a.Name)
			}
		}
		if s, ok := g.(Stones); ok {
			if r := s.Rules(); r.Number() != a.Number {
				t.Errorf("%s plays by the rules of game %d", a.Name, r.Game)
			}
			if _, ok := g.(Replayer); !ok {
				t.Errorf("%s has stones and no replay", a.Name)
			}
		}
	}
	if g, ok := Named("200"); !ok || g.About().Number != 200 || HasRules(g) == nil {
		t.Error("a number without a name is no game without rules")
	}
	for _, name := range []string{"", "0", "256", "ludo"} {
		if g, ok := Named(name); ok {
			t.Errorf("%q is %s", name, g.About().Name)
		}
	}
	if Default().About().Number != 1 {
		t.Error("where GM is missing SGF means another game")
	}
}

// replayers are the games under the tests that hold for all with rules.
func replayers(t *testing.T) []Replayer {
	t.Helper()
	var list []Replayer
	for _, g := range All() {
		if r, ok := g.(Replayer); ok {
			list = append(list, r)
		}
	}
	if len(list) < 3 {
		t.Fatalf("%d games have rules", len(list))
	}
	return list
}

// A program that knows no rules plays every game by what boards offer, and every
// way to the position gives the same.
func TestBoardsArePlayedWithoutRules(t *testing.T) {
	for _, g := range replayers(t) {
		name := g.About().Name
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(3) {
				rng := rand.New(rand.NewPCG(seed, 13))
				start, err := Start(g)
				if err != nil {
					t.Fatal(err)
				}
				p := start.Clone()
				var builder position.ScriptBuilder
				builder.Node()
				var keys []position.Key
				for ply := range 60 {
					b := p.(Shown).Data()
					if len(b.Moves) == 0 {
						break
					}
					move := b.Moves[rng.IntN(len(b.Moves))]
					checkBoard(t, b, g)
					next, err := After(g, b.Text)
					if err != nil {
						t.Fatalf("ply %d: its own text %s: %v", ply, b.Text, err)
					}
					if !next.Equal(p) || next.Canonical() != p.Canonical() || next.Subject() != p.Subject() {
						t.Fatalf("ply %d: %s is another position", ply, b.Text)
					}
					if placed, ok := p.(Placed); ok {
						ident, value := placed.StartInfo()
						started, err := g.Start(Record{Info: func(asked string) string {
							if asked != ident {
								return ""
							}
							return value
						}})
						if err != nil || !started.Equal(p) {
							t.Fatalf("ply %d: a record with %s[%s] does not start there: %v", ply, ident, value, err)
						}
					}
					code, err := p.(Mover).ReadMove(move.Text)
					if err != nil {
						t.Fatalf("ply %d: move %s: %v", ply, move.Text, err)
					}
					if reader, ok := g.(MoveReader); ok {
						if again, err := reader.ReadMove(move.Text); err != nil || again != code || reader.MoveText(code) != move.Text {
							t.Fatalf("ply %d: %s is %d or %d, %v", ply, move.Text, code, again, err)
						}
					}
					builder.Node()
					builder.Move(position.Move{Color: p.ToPlay(), Point: code})
					if fault, done := p.(Mover).Play(code); fault != "" || !done {
						t.Fatalf("ply %d: the offered move %s: %s", ply, move.Text, fault)
					}
					keys = append(keys, p.Canonical())
				}
				if len(keys) < 5 {
					t.Fatalf("seed %d: over after %d moves", seed, len(keys))
				}
				i := 0
				for step := range g.Replay(start, builder.Script()) {
					if step.Fault != "" || step.Moved != step.Done {
						t.Fatalf("node %d: %s", step.Node, step.Fault)
					}
					if step.Moved {
						if step.Position.Canonical() != keys[i] || step.MoveNumber != i+1 || step.Name(false) == "" {
							t.Fatalf("move %d replayed is another position", i+1)
						}
						i++
					}
				}
				if i != len(keys) {
					t.Fatalf("%d of %d moves were replayed", i, len(keys))
				}
			}
		})
	}
}

// checkBoard says what is wrong with plain data.
func checkBoard(t *testing.T, b *Board, g Game) {
	t.Helper()
	if b.Game != g.About().Name || len(b.Columns) != b.Cols || len(b.Lines) != b.Rows || b.ToPlay != "B" && b.ToPlay != "W" {
		t.Fatalf("%s: %+v", g.About().Name, b)
	}
	if !slices.Contains([]string{"points", "squares", "hexes"}, b.Cells) {
		t.Fatalf("cells are %q", b.Cells)
	}
	seen := map[int]bool{}
	for _, p := range b.Pieces {
		if p.Cell < 0 || p.Cell >= b.Cols*b.Rows || seen[p.Cell] || p.Kind == "" {
			t.Fatalf("piece %+v", p)
		}
		seen[p.Cell] = true
	}
	texts := map[string]bool{}
	for _, m := range b.Moves {
		if texts[m.Text] || m.Name == "" || m.To >= b.Cols*b.Rows || m.From != nil && !seen[*m.From] {
			t.Fatalf("move %+v", m)
		}
		texts[m.Text] = true
	}
	text, err := json.Marshal(b)
	if err != nil || strings.Contains(string(text), "null") {
		t.Fatalf("as JSON: %s, %v", text, err)
	}
	var again Board
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(&again, b) {
		t.Fatalf("JSON does not come back: %v", err)
	}
}

// Images of a position have its key, and moves come back from them.
func TestImages(t *testing.T) {
	for _, g := range replayers(t) {
		p, err := Start(g)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.(Imager); !ok {
			if _, ok := g.(Stones); !ok {
				t.Errorf("%s has no images", g.About().Name)
			}
			continue
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for range 20 {
			moves := p.(Mover).(interface{ Moves() []Move }).Moves()
			code, _ := p.(Mover).ReadMove(moves[rng.IntN(len(moves))].Text)
			images := p.(Imager).Images(ImageOptions{Mirror: true, Swap: true})
			if len(images) < 2 || !images[0].Position.Equal(p) {
				t.Fatalf("%d images of %s", len(images), p.Text())
			}
			for _, m := range images {
				if m.Position.Canonical() != p.Canonical() || m.Swapped == (m.Position.ToPlay() == p.ToPlay()) {
					t.Fatalf("image %d of %s: %s", m.Symmetry, p.Text(), m.Position.Text())
				}
				came := 0
				for _, move := range m.Position.(Mover).Moves() {
					if there, err := m.Position.(Mover).ReadMove(move.Text); err == nil && m.Back(there) == code {
						came++
					}
				}
				if came != 1 {
					t.Fatalf("image %d: %d moves come back as %d", m.Symmetry, came, code)
				}
			}
			p.(Mover).Play(code)
		}
	}
}

// No text of a position panics, and what is read can be drawn and written.
func TestReadPositionsOfAnything(t *testing.T) {
	texts := []string{"", "sfen", "startpos moves", "startpos moves 7g7f 7g7f", "position sfen 9/9/9/9/9/9/9/9/9 b -", "GM[4]SZ[15]AB[hh]",
		"H8 I9", "Q16", "[", "(;GM[4];B[zz])", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "\xff\xfe", "B[]", "9x9"}
	read := 0
	for _, g := range replayers(t) {
		reader := g.(PositionReader)
		for _, text := range texts {
			p, err := reader.ReadPosition(text)
			if err != nil {
				continue
			}
			read++
			if p.(Drawer).Draw(Drawing{}) == "" || p.(Shown).Data().Text == "" {
				t.Errorf("%s: %q is read and not drawn", g.About().Name, text)
			}
		}
	}
	for _, g := range replayers(t) {
		want, _ := Start(g)
		if p, err := Read(g.(PositionReader), " Start "); err != nil || !p.Equal(want) {
			t.Errorf("%s: the start is read as %v, %v", g.About().Name, p, err)
		}
	}
	if read < 8 {
		t.Errorf("only %d positions were read", read)
	}
	for text, want := range map[string]string{"startpos": "shogi", "GM[4]SZ[15]AB[hh]": "gomoku", "(;GM[4];B[hh])": "gomoku", "(;GM[1];B[hh])": "go"} {
		if r := Recognize(text); r == nil || r.About().Name != want {
			t.Errorf("%s is not recognized as %s", text, want)
		}
	}
	for _, text := range []string{"Q16 D4", "B[pd]", "(;SZ[9]AB[ee])", "..X/.O./..."} {
		if r := Recognize(text); r != nil {
			t.Errorf("%s can only be %s", text, r.About().Name)
		}
	}
}
