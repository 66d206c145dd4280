package othello

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
)

// perft counts the lines of play of a length. A pass is a move of such a line, and a game
// that is over ends it.
func perft(p *Position, depth int) int {
	if depth == 0 {
		return 1
	}
	moves := p.Moves(p.turn, nil)
	if len(moves) == 0 {
		if !p.CanMove(p.turn.Opponent()) {
			return 1
		}
		q := *p
		q.turn = p.turn.Opponent() // which SetToPlay would have done at once
		return perft(&q, depth-1)
	}
	if depth == 1 {
		return len(moves)
	}
	n := 0
	for _, at := range moves {
		q := *p
		q.place(cell(at), p.turn)
		q.turn = p.turn.Opponent()
		n += perft(&q, depth-1)
	}
	return n
}

// The numbers are those that A. Bik published in 2009.
func TestPerft(t *testing.T) {
	want := []int{1, 4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288, 24571284}
	most := 9
	if !testing.Short() {
		most = 10
	}
	for depth := range most + 1 {
		if got := perft(New(Usual), depth); got != want[depth] {
			t.Errorf("perft %d: got %d, want %d", depth, got, want[depth])
		}
	}
}

// naive is the rules a second time, on coordinates and without any state.
type naive map[[2]int]position.Color

func (n naive) play(x, y int, c position.Color, size int) (naive, bool) {
	if x < 0 || y < 0 || x >= size || y >= size || n[[2]int{x, y}] != position.Empty {
		return nil, false
	}
	after := naive{{x, y}: c}
	for at, on := range n {
		after[at] = on
	}
	turned := false
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			var row [][2]int
			u, v := x+dx, y+dy
			for (dx != 0 || dy != 0) && n[[2]int{u, v}] == c.Opponent() {
				row = append(row, [2]int{u, v})
				u, v = u+dx, v+dy
			}
			if n[[2]int{u, v}] == c {
				for _, at := range row {
					after[at], turned = c, true
				}
			}
		}
	}
	return after, turned
}

// Random games, to their ends, are what a second implementation makes of them; keys
// kept are those made anew, images have the key, and texts come back.
func TestAgainstNaive(t *testing.T) {
	passes, moves := 0, 0
	for _, size := range []int{4, 6, 8, 10, 14} {
		for seed := range uint64(8) {
			rng := rand.New(rand.NewPCG(seed, uint64(size)))
			p, n := New(size), naive{}
			for i := range size * size {
				if c := p.At(p.Size().At(i)); c != position.Empty {
					n[[2]int{i % size, i / size}] = c
				}
			}
			turn := position.Black
			for !p.Over() {
				var legal []position.Point
				for i := range size * size {
					if _, ok := n.play(i%size, i/size, turn, size); ok {
						legal = append(legal, position.At(i%size, i/size))
					}
				}
				if got := p.Moves(turn, nil); !slices.Equal(got, legal) {
					t.Fatalf("%v: moves %v, want %v", p, got, legal)
				}
				if len(legal) == 0 {
					turn = turn.Opponent()
					passes++
				}
				if p.ToPlay() != turn {
					t.Fatalf("%v: it is not %v's turn", p, turn)
				}
				if len(legal) == 0 {
					continue
				}
				m := legal[rng.IntN(len(legal))]
				if f := p.Play(position.Move{Color: turn, Point: m}); f != OK {
					t.Fatalf("%v: %s: %v", p, Name(m), f)
				}
				n, _ = n.play(m.X(), m.Y(), turn, size)
				turn = turn.Opponent()
				moves++
				check(t, p, n)
			}
		}
	}
	if passes < 5 || moves < 1000 {
		t.Errorf("%d passes in %d moves", passes, moves)
	}
}

// check compares a position with the naive one, and with itself made anew.
func check(t *testing.T, p *Position, n naive) {
	t.Helper()
	black, white := 0, 0
	q := NewEmpty(int(p.size))
	for i := range p.Size().Area() {
		at := p.Size().At(i)
		c := n[[2]int{at.X(), at.Y()}]
		if p.At(at) != c {
			t.Fatalf("%v: %v on %s, want %v", p, p.At(at), Name(at), c)
		}
		q.Set(at, c)
		switch c {
		case position.Black:
			black++
		case position.White:
			white++
		}
	}
	q.SetToPlay(p.ToPlay())
	if !q.Equal(p) || q.Key() != p.Key() || q.Canonical() != p.Canonical() || q.Over() != p.Over() {
		t.Fatalf("%v made anew is %v", p, q)
	}
	if p.Count(position.Black) != black || p.Count(position.White) != white {
		t.Fatalf("%v: %d and %d discs", p, p.Count(position.Black), p.Count(position.White))
	}
	for _, text := range []string{p.String(), p.Draw(Drawing{Last: position.Pass})} {
		again, err := Parse(text)
		if p.over && text != p.String() {
			continue // whose turn it would be is not in the drawing
		}
		if err != nil || !again.Equal(p) {
			t.Fatalf("%s\nread as %v, %v", text, again, err)
		}
	}
	for s := range position.Symmetry(8) {
		for _, swapped := range []bool{false, true} {
			image := p.Image(s, swapped)
			if image.Canonical() != p.Canonical() || image.Key() != image.Clone().Image(0, false).Key() {
				t.Fatalf("%v: image %d has another key", p, s)
			}
			if !image.Image(s.Inverse(), swapped).Equal(p) {
				t.Fatalf("%v: image %d does not come back", p, s)
			}
		}
	}
}

// The start is its own image under four symmetries; the other four exchange the colors.
func TestStartUnderSymmetries(t *testing.T) {
	same := 0
	for s := range position.Symmetry(8) {
		image := New(Usual).Image(s, false)
		if image.Equal(New(Usual)) {
			same++
		}
	}
	if same != 4 {
		t.Errorf("%d images of the start are the start, want 4", same)
	}
	keys := map[position.Key]bool{}
	for _, first := range []string{"f5", "d3", "c4", "e6"} {
		p, err := ParseMoves(first)
		if err != nil {
			t.Fatal(err)
		}
		keys[p.Canonical()] = true
	}
	if len(keys) != 1 {
		t.Errorf("the four first moves lead to %d positions", len(keys))
	}
	a, _ := ParseMoves("f5f6")
	b, _ := ParseMoves("f5d6")
	if a.Canonical() == b.Canonical() {
		t.Error("diagonal and perpendicular are one position")
	}
}

// Keys are on disk and stay as they are.
func TestKeysArePinned(t *testing.T) {
	for text, want := range map[string]string{"": "d29aa4d3d44f18fe cd2791ccf8df1ff5", "f5": "26958cda11d6411c 1943ac1cf0085dce", "f5d6c3": "04c6d5f7f0fe8729 b7ecdecddc849280"} {
		p := New(Usual)
		if text != "" {
			p, _ = ParseMoves(text)
		}
		if got := fmt.Sprintf("%016x %016x", uint64(p.Key()), uint64(p.Canonical())); got != want {
			t.Errorf("%q: keys are %s, want %s", text, got, want)
		}
	}
}

func TestParse(t *testing.T) {
	start := New(Usual)
	for _, text := range []string{
		"---------------------------OX------XO--------------------------- X",
		"8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *",
		"8/8/8/3OX3/3XO3/8/8/8 B",
		"8/8/8/3ox3/3xo3/8/8/8 black",
		"  a b c d e f g h\n1 . . . . . . . .\n2 . . . . . . . .\n3 . . . . . . . .\n4 . . . ○ ● . . .\n5 . . . ● ○ . . .\n6 . . . . . . . .\n7 . . . . . . . .\n8 . . . . . . . .\nBlack to move",
		"+--------+\n|........|\n|........|\n|........|\n|...OX...|\n|...XO...|\n|........|\n|........|\n|........|\n+--------+\nX",
		"8/8/8/3OX3/3XO3/8/8/8 Black to play",
		"8/8/8/3OX3/3XO3/8/8/8 BLACK TO MOVE",
		"8/8/8/3OX3/3XO3/8/8/8:x",
		"8/8/8/3OX3/3XO3/8/8/8\n●",
		start.Draw(Drawing{Style: position.Unicode, Last: position.Pass}),
		start.Draw(Drawing{Last: position.At(3, 3)}),
	} {
		p, err := Parse(text)
		if err != nil || !p.Equal(start) {
			t.Errorf("%s\nis %v, %v", text, p, err)
		}
	}
	// Runs of ten and more; other digits behind a one count for themselves.
	for text, want := range map[string]int{
		strings.Repeat("14/", 14) + " X": 14, strings.Repeat("10/", 10) + " X": 10, strings.Repeat("12/", 11) + "12 X": 12, strings.Repeat("1111/", 4) + " X": 0,
		"16/16/16/16/16/1---- X": 0, strings.Repeat("15/", 6) + " X": 6, "X5/6/6/6/6/5O X": 6,
	} {
		if p, err := Parse(text); want == 0 && err == nil || want > 0 && (err != nil || p.Size() != position.Square(want)) {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for text, want := range map[string]string{
		" to play": "who is to move", "B": "who is to move", "X": "who is to move", " X": "who is to move", "8/8/8/3OX3/3XO3/8/8/8 -": "who is to move", "8/8/8/3OX3/3XO3/8/8/8 XX": "who is to move",
		"": "who is to move", "8/8 B": "a board with 16 squares... is read",
		"8/8/8/3OX3/3XO3/8/8/8":                              "who is to move",
		"8/8/8/3OX3/3XO3/8/8/7 B":                            "63 squares",
		"8/8/8/3OQ3/3XO3/8/8/8 B":                            `"Q"`,
		"12345678 B":                                         "0 squares",
		strings.Repeat("-", 65) + " X":                       "65 squares",
		"xxx\nooo\n... B":                                    "9 squares",
		strings.Repeat("X", 256) + " O":                      "256 squares",
		"--------------------------OX------XO------------ X": "48 squares",
	} {
		if want == "a board with 16 squares... is read" {
			if p, err := Parse(text); err != nil || p.Size() != position.Square(4) {
				t.Errorf("%s: %v, %v", text, p, err)
			}
			continue
		}
		if _, err := Parse(text); err == nil || !strings.Contains(err.Error(), strings.Trim(want, `"`)) {
			t.Errorf("%q: got error %v, want %s", text, err, want)
		}
	}
}

func TestParseMoves(t *testing.T) {
	want, _ := ParseMoves("f5d6c3d3c4")
	for _, text := range []string{"F5D6C3D3C4", "f5 d6 c3 d3 c4", "1. f5 2. d6 3. c3 4. d3 5. c4", "1.f5 d6 2.c3 d3 3.c4", "f5-d6-c3-d3-c4", "f5 d6\nc3 d3\r\nc4\n"} {
		if p, err := ParseMoves(text); err != nil || !p.Equal(want) {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
	for text, want := range map[string]string{
		"-- pass": "no move", "1. 2.": "no move",
		"": "no move", "f5f5": "move 2, f5: against the rules: a disc lies there", "a1": "turns no disc",
		"f5 q9": "neither a square", "f5d6zz": "neither a square", "f5 i1": "not on the board",
	} {
		if _, err := ParseMoves(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got error %v, want %s", text, err, want)
		}
	}
	for text, want := range map[string]bool{"f5d6c3": true, "F5D6": true, "f5": false, "f5d6a1": false, "c3d4": false, "f5d6h9": false, "f5d6c0": false, "f5d6i3": false, "f5d6`3": false, "f5d6c3d3c4f4f6": true, "f5d6cc": false, "5f6d": false, "f5d6c": false, "": false} {
		if got := IsTranscript(text); got != want {
			t.Errorf("%q as a transcript: %v", text, got)
		}
	}
}

func TestParsePoint(t *testing.T) {
	for text, want := range map[string]position.Point{
		"f5": position.At(5, 4), "F5": position.At(5, 4), "fe": position.At(5, 4), "FE": position.At(5, 4), "a1": position.At(0, 0), "aa": position.At(0, 0),
		"j10": position.At(9, 9), "n14": position.At(13, 13), "nn": position.At(13, 13), "n9": position.At(13, 8), "": position.Pass, "tt": position.Pass, "PA": position.Pass, "pass": position.Pass, "--": position.Pass,
	} {
		if got, err := ParsePoint(text); err != nil || got != want {
			t.Errorf("%q is %v, %v", text, got, err)
		}
		if want != position.Pass {
			if again, err := ParsePoint(Name(want)); err != nil || again != want {
				t.Errorf("%s comes back as %v, %v", Name(want), again, err)
			}
		}
	}
	for _, text := range []string{"a0", "a15", "q1", "5f", "f", "f55", "f5d6", "ü5", "o1", "oa", "ao", "a`", "`1", "a15", "a140", "nnn", "a\x00", "a01"} {
		if got, err := ParsePoint(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// No text panics, whatever reads it.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"f5d6c3", "8/8/8/3OX3/3XO3/8/8/8 B", New(8).String(), New(4).Draw(Drawing{}), "●", "1. f5", "/", "0 B"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, parse := range []func(string) (*Position, error){Parse, ParseMoves} {
			if p, err := parse(text); err == nil {
				if again, err := Parse(p.String()); err != nil || !again.Equal(p) {
					t.Errorf("%q: %v comes back as %v, %v", text, p, again, err)
				}
			}
		}
	})
}

// All openings can be played, no two are one position, and names are different.
func TestOpenings(t *testing.T) {
	names, positions := map[string]bool{}, map[position.Key]string{}
	for _, o := range Openings {
		p, err := ParseMoves(o.Moves)
		if err != nil {
			t.Errorf("%s: %v", o.Name, err)
			continue
		}
		if other := positions[p.Canonical()]; other != "" {
			t.Errorf("%s and %s are one position", o.Name, other)
		}
		positions[p.Canonical()] = o.Name
		for _, name := range append([]string{o.Name}, o.Also...) {
			if names[name] {
				t.Errorf("%s is the name of several", name)
			}
			names[name] = true
		}
		for s := range position.Symmetry(8) {
			if got := OpeningAt(p.Image(s, false)); got == nil || got.Name != o.Name {
				t.Errorf("%s turned is %v", o.Name, got)
			}
		}
		if got := OpeningAt(p.Image(0, true)); got != nil {
			t.Errorf("%s with the colors exchanged is %v", o.Name, got)
		}
	}
	if len(Openings) < 70 {
		t.Errorf("%d openings", len(Openings))
	}
	for moves, want := range map[string]string{
		"f5d6c3d3c4": "Tiger", "d3c5f6f5e6": "Tiger", "f5f6e6f4e3": "Cow", "f5f4": "Parallel Opening", "f5d6c5": "Rabbit", "c4e3f4": "Rabbit", "f5d6": "Perpendicular Opening", "d3c3": "Diagonal Opening",
	} {
		p, err := ParseMoves(moves)
		if err != nil {
			t.Fatalf("%s: %v", moves, err)
		}
		if got := OpeningAt(p); got == nil || got.Name != want {
			t.Errorf("%s is %v, want %s", moves, got, want)
		}
	}
	if got := OpeningAt(New(Usual)); got != nil {
		t.Errorf("the start is %s", got.Name)
	}
}

// Empty squares are counted for whoever has more discs, and for nobody if both have as many.
func TestMargin(t *testing.T) {
	for text, want := range map[string]int{
		"----/-XX-/-O--/---- X": 14 - 0, "----/-OO-/-X--/---- X": -14, "----/-XO-/----/---- X": 0, "XXXX/XXXX/XXXX/OOOO X": 8, "----/----/----/---- X": 0, "X---/----/----/---- X": 16,
	} {
		p, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Margin(); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
	faults := map[Fault]bool{}
	for f := OK; f <= NotTurn+1; f++ {
		faults[f] = f.Possible()
	}
	if !faults[OK] || !faults[NotTurn] || faults[NotTurn-1] {
		t.Errorf("possible are %v", faults)
	}
}
