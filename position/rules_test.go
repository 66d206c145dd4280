package position

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// keeping are rules without captures, as those of a game other than Go.
var keeping = Rules{Game: 4, Name: "Gomoku", Keep: true, Usual: Square(15), WithI: true}

func TestRulesWithoutCaptures(t *testing.T) {
	const text = "9x9 B E5 W E6 B A1 W E4 B A2 W D5 B A3 W F5"
	for _, c := range []struct {
		rules    Rules
		at       Color
		captured int
	}{{Rules{}, Empty, 1}, {keeping, Black, 0}} {
		setup, err := c.rules.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		b := setup.Board()
		if got := b.At(At(4, 4)); got != c.at || b.Captured(Black) != c.captured {
			t.Errorf("%+v: the point is %s with %d captured, want %s and %d", c.rules, got, b.Captured(Black), c.at, c.captured)
		}
	}
	b := keeping.NewBoard(Square(5))
	for _, p := range []Point{At(1, 0), At(0, 1)} {
		b.Play(Move{White, p})
	}
	if f := b.Play(Move{Black, At(0, 0)}); f != 0 || b.At(At(0, 0)) != Black {
		t.Errorf("a stone without liberties: fault %q, %s lies there", f, b.At(At(0, 0)))
	}
}

// One replayer and one matcher serve what they were made for, and a replayer may
// change.
func TestReplayerChangesRules(t *testing.T) {
	setup, err := Rules{}.ParsePosition("9x9 B E5 W E6 B A1 W E4 B A2 W D5 B A3 W F5")
	if err != nil {
		t.Fatal(err)
	}
	var r Replayer
	for i, c := range []struct {
		rules Rules
		want  Color
	}{{Rules{}, Empty}, {keeping, Black}, {Rules{}, Empty}} {
		r.Rules = c.rules
		b, ok := r.To(setup.Size, setup.Script, setup.Script.Nodes()-1)
		if !ok || b.At(At(4, 4)) != c.want || b.Rules() != c.rules {
			t.Errorf("replay %d: %s on the point by %+v, want %s", i, b.At(At(4, 4)), b.Rules(), c.want)
		}
	}
	p, err := ParsePattern(".O./OXO/.O.")
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range []Rules{{}, keeping} {
		m, err := NewMatcher(p, MatchOptions{Rules: rules})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(m.Find(setup.Size, setup.Script)), 0; rules.Keep {
			if got == want {
				t.Error("the surrounded stone is not found where nothing is captured")
			}
		} else if got != want {
			t.Errorf("Go: %d hits of a stone that was captured", got)
		}
	}
}

// Keys of a game are those of Go by another seed, and never meet them.
func TestKeysOfRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 15))
	for _, size := range []Size{Square(15), {7, 5}} {
		gos, others := NewBoard(size), keeping.NewBoard(size)
		for range 40 {
			m := Move{Color(1 + rng.IntN(2)), size.At(rng.IntN(size.Area()))}
			gos.Set(m.Point, m.Color)
			others.Set(m.Point, m.Color)
			if gos.Canonical() == others.Canonical() || gos.Key() == others.Key() {
				t.Fatalf("%v: a key of two games\n%s", size, others)
			}
		}
		fresh := keeping.NewBoard(size)
		for i := range size.Area() {
			fresh.Set(size.At(i), others.At(size.At(i)))
		}
		if fresh.Canonical() != others.Canonical() || fresh.Key() != others.Key() {
			t.Errorf("%v: keys depend on the way", size)
		}
		for s := range Symmetry(Symmetries(size)) {
			image := keeping.NewBoard(s.Size(size))
			for i := range size.Area() {
				image.Set(s.Apply(size.At(i), size), others.At(size.At(i)).Opponent())
			}
			if image.Canonical() != others.Canonical() {
				t.Errorf("%v, symmetry %d: another canonical key", size, s)
			}
		}
	}
	// Files hold these keys.
	b := keeping.NewBoard(Square(15))
	b.Set(At(7, 7), Black)
	if b.Key() != 0xA64EB5B4882DC62B || b.Canonical() != 0x8C6B5BD0B5A7F46A {
		t.Errorf("keys %#X, %#X have changed: that is a change of the files' format", uint64(b.Key()), uint64(b.Canonical()))
	}
}

func TestNamesOfPoints(t *testing.T) {
	for _, rules := range []Rules{{}, keeping} {
		for _, size := range []Size{Square(1), Square(15), {52, 30}} {
			for i := range size.Area() {
				p := size.At(i)
				name := rules.PointName(size, p)
				if got, err := rules.ParsePoint(size, strings.ToLower(name)); err != nil || got != p {
					t.Fatalf("%s on %v is read as %s, %v", name, size, got, err)
				}
				if strings.Contains(name, "I") && !rules.WithI {
					t.Fatalf("a column of Go is called %s", name)
				}
			}
		}
	}
	if name := keeping.PointName(Square(15), At(8, 7)); name != "I8" {
		t.Errorf("the ninth column is called %s", name)
	}
	setup, err := keeping.ParsePosition("H8 I9")
	if err != nil || setup.Size != Square(15) || setup.Board().At(At(8, 6)) != White {
		t.Errorf("H8 I9 is read as\n%v, %v", setup.Board(), err)
	}
	if text := setup.Board().String(); !strings.Contains(text, "H I J") {
		t.Errorf("drawn without I:\n%s", text)
	}
	var svg strings.Builder
	if err := NewDiagram(setup.Board()).WriteSVG(&svg); err != nil || !strings.Contains(svg.String(), ">I</text>") || !strings.Contains(svg.String(), "<title>Gomoku board, 15x15") {
		t.Errorf("the picture has no column I or no title of its own: %v", err)
	}
	if text := setup.Board().SetupSGF(); text != "GM[4]SZ[15]AB[hh]AW[ig]" {
		t.Errorf("in SGF: %s", text)
	}
}
