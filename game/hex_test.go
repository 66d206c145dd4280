package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/position"
)

func hexBoard(t *testing.T, text string) *position.Board {
	t.Helper()
	setup, err := hexGame.Rules().ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	return setup.Board()
}

func TestHexWinner(t *testing.T) {
	for text, want := range map[string]position.Color{
		"3x3 a1 a2 b1 b2 c1 c2":             position.White, // a row
		"3x3 a1 b1 a2 b2 a3":                position.Black, // a column
		"3x3 b1 b2 a2 c3 a3":                position.Black, // b1 touches a2
		"3x3 a1 c1 b2 c2 c3":                position.Empty, // the other diagonal joins nothing
		"2x4 a1 b1 a2 b2 a3 b3 a4":          position.Black, // four rows, two columns
		"4x2 a1 b1 a2":                      position.Black,
		"GM[11]SZ[3]AW[a2][b2][c2]":         position.White,
		"GM[11]SZ[3]AW[a2][c2]AB[b1]":       position.Empty,
		"GM[11]SZ[1]AB[a1]":                 position.Black,
		"GM[11]SZ[4]AB[d1][c2][b3][a4][d4]": position.Black,
	} {
		if got := hexGame.Winner(hexBoard(t, text)); got != want {
			t.Errorf("%s: %s has won, want %s\n%s", text, got, want, hexBoard(t, text))
		}
	}
}

// joinedSlowly asks the same by spreading one step at a time until nothing changes.
func joinedSlowly(b *position.Board, c position.Color) bool {
	size := b.Size()
	reached := map[position.Point]bool{}
	for changed := true; changed; {
		changed = false
		for i := range size.Area() {
			p := size.At(i)
			if b.At(p) != c || reached[p] {
				continue
			}
			is := c == position.Black && p.Y() == 0 || c == position.White && p.X() == 0
			for q := range reached {
				dx, dy := q.X()-p.X(), q.Y()-p.Y()
				is = is || dx*dx+dy*dy == 1 || dx*dy == -1
			}
			if is {
				reached[p], changed = true, true
			}
		}
	}
	for p := range reached {
		if c == position.Black && p.Y() == size.Rows-1 || c == position.White && p.X() == size.Cols-1 {
			return true
		}
	}
	return false
}

// On a full board just one player has joined the sides; on any board the quick search
// says what the slow one does.
func TestHexHasOneWinner(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 11))
		size := position.Size{Cols: 1 + rng.IntN(9), Rows: 1 + rng.IntN(9)}
		b := hexGame.Rules().NewBoard(size)
		for n, i := range rng.Perm(size.Area()) {
			b.Set(size.At(i), []position.Color{position.Black, position.White}[n%2])
			for _, c := range []position.Color{position.Black, position.White} {
				if got, want := joined(b, c, position.Pass), joinedSlowly(b, c); got != want {
					t.Fatalf("%s joined: %v, want %v\n%s", c, got, want, b)
				}
			}
		}
		if joinedSlowly(b, position.Black) == joinedSlowly(b, position.White) {
			t.Fatalf("both or nobody has won\n%s", b)
		}
	}
}

func TestHexEndsWhenJoined(t *testing.T) {
	setup, err := hexGame.Rules().ParsePosition("3x3 a1 b1 a2 b2 a3 c3")
	if err != nil {
		t.Fatal(err)
	}
	start, _ := hexGame.Start(Record{Size: setup.Size})
	for step := range hexGame.Replay(start, setup.Script) {
		if over := strings.Contains(step.Fault, "the game was over: black"); over != (step.MoveNumber == 6) {
			t.Errorf("move %d: %q", step.MoveNumber, step.Fault)
		}
	}
	b := OnPoints(hexBoard(t, "3x3 a1 b1 a2 b2 a3")).Data()
	if b.Winner != "B" || len(b.Moves) != 0 || b.Cells != "hexes" || b.Lines[0] != "1" || b.Columns[0] != "a" {
		t.Errorf("%+v", b)
	}
}

func TestWithoutNumber(t *testing.T) {
	for _, c := range []struct {
		root map[string]string
		is   bool
	}{
		{map[string]string{"EV": "hex.ch.23.1.1"}, true},
		{map[string]string{"EV": "null", "SO": "https://www.littlegolem.net"}, true},
		{map[string]string{"EV": "go19.ch.1", "SO": "http://www.littlegolem.net"}, false},
		{map[string]string{"EV": "Honinbo"}, false},
		{nil, false},
	} {
		g, other := WithoutNumber(func(ident string) string { return c.root[ident] })
		if (g != nil) != c.is || other != c.is {
			t.Errorf("%v: %v, %v", c.root, g, other)
		}
	}
}

// Moves in any order, on boards of any size, never break a board of Hex, and who is joined
// is the same in both ways to tell.
func FuzzHex(f *testing.F) {
	f.Add(uint8(5), uint8(5), []byte{0, 6, 12, 18, 24, 1, 2, 3})
	f.Add(uint8(1), uint8(9), []byte{8, 7, 6, 5, 4, 3, 2, 1, 0})
	f.Add(uint8(52), uint8(52), []byte("some moves"))
	f.Fuzz(func(t *testing.T, cols, rows uint8, moves []byte) {
		size := position.Size{Cols: 1 + int(cols)%position.MaxSize, Rows: 1 + int(rows)%position.MaxSize}
		p := OnPoints(hexGame.Rules().NewBoard(size))
		for _, m := range moves {
			at := size.At((int(m) * 7) % size.Area())
			over := p.winner() != position.Empty
			fault, done := p.Play(at)
			if over && done {
				t.Fatalf("a move after the end: %s", fault)
			}
			for _, c := range []position.Color{position.Black, position.White} {
				if got, want := joined(p.Goban, c, position.Pass), joinedSlowly(p.Goban, c); got != want {
					t.Fatalf("%s: %s joined: %t, slowly %t", p.Text(), c, got, want)
				}
			}
			again, err := hexGame.ReadPosition(p.Text())
			if err != nil || !again.Equal(p) {
				t.Fatalf("%s is read as another position: %v", p.Text(), err)
			}
		}
	})
}
