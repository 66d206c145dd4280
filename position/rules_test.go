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

var hexes = Rules{Game: 11, Name: "Hex", Keep: true, Usual: Square(11), Bare: true, WithI: true, Hexes: true}

func TestNamesOfHexes(t *testing.T) {
	size := Size{Cols: 30, Rows: 14}
	for name, want := range map[string]Point{"a1": At(0, 0), "C2": At(2, 1), "i14": At(8, 13), "z1": At(25, 0), "aa3": At(26, 2), "Ad14": At(29, 13)} {
		p, err := hexes.ParsePoint(size, name)
		if err != nil || p != want {
			t.Errorf("%s is %v, %v, want %v", name, p, err, want)
		}
		if got := hexes.PointName(size, want); !strings.EqualFold(got, name) || got != strings.ToLower(got) {
			t.Errorf("%v is named %s, want %s", want, got, name)
		}
	}
	for _, name := range []string{"a0", "a15", "ae1", "1", "a", "?3"} {
		if p, err := hexes.ParsePoint(size, name); err == nil {
			t.Errorf("%s is %v", name, p)
		}
	}
}

// A map of the board counts only if it keeps neighbors neighbors, and each player's
// sides that player's or, with the colors exchanged, the other's.
func TestOrientationsOfHexes(t *testing.T) {
	beside := func(p, q Point) bool {
		dx, dy := q.X()-p.X(), q.Y()-p.Y()
		return dx*dx+dy*dy == 1 || dx*dy == -1
	}
	for _, size := range []Size{Square(5), {Cols: 4, Rows: 5}} {
		allowed := map[Orientation]bool{}
		for s := range Symmetry(Symmetries(size)) {
			keeps := true
			for i := range size.Area() {
				for k := range size.Area() {
					if p, q := size.At(i), size.At(k); beside(p, q) != beside(s.Apply(p, size), s.Apply(q, size)) {
						keeps = false
					}
				}
			}
			// The upper side is Black's.
			y1, y2 := s.Apply(At(0, 0), size).Y(), s.Apply(At(size.Cols-1, 0), size).Y()
			if keeps {
				allowed[Orientation{s, y1 != y2}] = true
			}
		}
		got := hexes.Orientations(size, true)
		for _, m := range got {
			if !allowed[m] {
				t.Errorf("%v: %v does not keep the rules", size, m)
			}
		}
		if len(got) != len(allowed) || got[0] != (Orientation{}) {
			t.Errorf("%v: %v, want %v", size, got, allowed)
		}
		for _, m := range hexes.Orientations(size, false) {
			if m.Swapped {
				t.Errorf("%v: %v exchanges the colors", size, m)
			}
		}
	}
}

func TestImagesOfHexPatterns(t *testing.T) {
	p, err := ParsePattern("..X/.O.")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		o    ImageOptions
		want int
	}{
		{ImageOptions{Hexes: true}, 2}, {ImageOptions{Hexes: true, SwapColors: true}, 4},
		{ImageOptions{Hexes: true, NoSymmetry: true}, 1}, {ImageOptions{Hexes: true, NoSymmetry: true, SwapColors: true}, 2},
		{ImageOptions{}, 8}, {ImageOptions{SwapColors: true, NoSymmetry: true}, 2},
	} {
		if got := len(p.Images(Square(11), c.o)); got != c.want {
			t.Errorf("%+v: %d images, want %d", c.o, got, c.want)
		}
	}
}

// What is drawn is read back, and so is what other programs draw.
func TestDiagramsOfHexes(t *testing.T) {
	for _, text := range []string{"11x11 a2 f6 c4", "3x12 c1 b12 a10", "12x12 l12 a1 k10"} {
		setup, err := hexes.ParsePosition(text)
		if err != nil {
			t.Fatal(err)
		}
		b := setup.Board()
		d := NewDiagram(b)
		d.Last = At(0, 1)
		for _, style := range []Style{ASCII, Unicode} {
			again, err := hexes.ParsePosition(d.Format(style))
			if err != nil {
				t.Fatalf("%v\n%s", err, d.Format(style))
			}
			if got := again.Board(); got.SetupSGF() != b.SetupSGF() {
				t.Errorf("%s is read as %s:\n%s", b.SetupSGF(), got.SetupSGF(), d.Format(style))
			}
		}
		var picture strings.Builder
		if err := d.WriteSVG(&picture); err != nil || strings.Count(picture.String(), "M") < b.Size().Area() || strings.Contains(picture.String(), "%!") {
			t.Errorf("%s: the picture: %v", text, err)
		}
	}
	setup, err := hexes.ParsePosition("  a b c\n 1\\. . .\\1\n  2\\. X .\\2\n   3\\O . .\\3\n     a b c\n")
	if got := setup.Board(); err != nil || got.SetupSGF() != "GM[11]SZ[3]AB[bb]AW[ac]" {
		t.Errorf("%s, %v", got.SetupSGF(), err)
	}
}

func TestSwapInPositions(t *testing.T) {
	for text, want := range map[string]string{
		"11x11 c1 swap":                  "GM[11]SZ[11]AW[ac]",
		"11x11 c1 swap-pieces d4":        "GM[11]SZ[11]AB[dd]AW[ac]",
		"11x11 c1 SWAP-SIDES d4":         "GM[11]SZ[11]AB[ca]AW[dd]",
		"(;SZ[5];B[c1];W[swap-pieces])":  "GM[11]SZ[5]AW[ac]",
		"(;SZ[5]AB[a1:b2];B[c1];W[e5])":  "",
		"(;SZ[5]AB[a1][b2]AW[e5];B[ca])": "GM[11]SZ[5]AB[aa][ca][bb]AW[ee]",
	} {
		setup, err := hexes.ParsePosition(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := setup.Board().SetupSGF(); want != "" && got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"swap", "3x5 c1 swap e1", "c1 swap-sides swap"} {
		if setup, err := hexes.ParsePosition(text); err == nil && text != "3x5 c1 swap e1" {
			t.Errorf("%s is read as %s", text, setup.Board().SetupSGF())
		}
	}
	if _, err := (Rules{}).ParsePosition("c1 swap"); err == nil {
		t.Error("Go has no swap")
	}
}
