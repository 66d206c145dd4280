package shogi

import (
	"testing"

	"kifudb/position"
)

// script returns a script of moves in USI, in which "(" and ")" stand around
// variations and "." is a node without a move.
func script(t *testing.T, c Color, words ...string) position.Script {
	t.Helper()
	var b position.ScriptBuilder
	var before []Color
	b.Node()
	for _, word := range words {
		switch word {
		case "(":
			b.Open()
			before = append(before, c)
		case ")":
			b.Close()
			c = before[len(before)-1]
			before = before[:len(before)-1]
		case ".":
			b.Node()
		default:
			m, err := ParseMove(word)
			if err != nil {
				t.Fatal(err)
			}
			b.Node()
			b.Move(ScriptMove(c, m))
			c = c.Opponent()
		}
	}
	return b.Script()
}

func TestReplay(t *testing.T) {
	type step struct {
		node, parent, number int
		mainLine             bool
		move, sfen           string
		fault                Fault
	}
	const kings = "4k4/9/9/9/9/9/9/9/4K4"
	start, err := ParseSFEN(kings + " b P 1")
	if err != nil {
		t.Fatal(err)
	}
	s := script(t, Black, "(", "P*5e", "5a5b", ")", "(", "5i5h", ".", ")", "(", "2g2f", ")")
	want := []step{
		{0, -1, 0, true, "", kings + " b P 1", 0},
		{1, 0, 1, true, "P*5e", "4k4/9/9/9/4P4/9/9/9/4K4 w - 1", 0},
		{2, 1, 2, true, "5a5b", "9/4k4/9/9/4P4/9/9/9/4K4 b - 1", 0},
		{3, 0, 1, false, "5i5h", "4k4/9/9/9/9/9/9/4K4/9 w P 1", 0},
		{4, 3, 1, false, "", "4k4/9/9/9/9/9/9/4K4/9 w P 1", 0},
		{5, 0, 1, false, "2g2f", kings + " w P 1", NotThere},
	}
	var got []step
	for s := range Replay(start, s) {
		next := step{s.Node, s.Parent, s.MoveNumber, s.MainLine, "", s.Position.SFEN(), s.Fault}
		if s.Moved {
			next.move = s.Move.String()
		}
		got = append(got, next)
	}
	if len(got) != len(want) {
		t.Fatalf("got %d steps, want %d", len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("step %d:\n got %+v\nwant %+v", i, got[i], want[i])
		}
	}
	if start.SFEN() != kings+" b P 1" {
		t.Errorf("the start became %s", start.SFEN())
	}
}

// FuzzReplay: a script may hold anything.
func FuzzReplay(f *testing.F) {
	f.Add([]byte{0, 128, 1, 2, 0, 224, 99, 0, 1, 224, 255, 63, 255, 127})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := position.ParseScript(b)
		if err != nil {
			return
		}
		steps := 0
		for step := range Replay(New(), s) {
			if step.Node != steps || step.Parent >= step.Node {
				t.Fatalf("step %d is node %d below %d", steps, step.Node, step.Parent)
			}
			steps++
			if err := step.Position.Check(); err != nil {
				t.Fatal(err)
			}
		}
		if steps != s.Nodes() {
			t.Fatalf("%d steps, %d nodes", steps, s.Nodes())
		}
	})
}
