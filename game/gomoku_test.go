package game

import (
	"strings"
	"testing"

	"kifudb/position"
)

// follow replays moves and returns the faults by the number of the move.
func follow(t *testing.T, moves string) (faults map[int]string, last Position) {
	t.Helper()
	setup, err := gomokuGame.Rules().ParsePosition(moves)
	if err != nil {
		t.Fatal(err)
	}
	start, err := gomokuGame.Start(Record{Size: setup.Size})
	if err != nil {
		t.Fatal(err)
	}
	faults = map[int]string{}
	for step := range gomokuGame.Replay(start, setup.Script) {
		if step.Fault != "" {
			faults[step.MoveNumber] = step.Fault
		}
		last = step.Position.Clone()
	}
	return faults, last
}

func TestGomokuEndsWithFive(t *testing.T) {
	for _, c := range []struct {
		moves, winner string
		faults        []int
	}{
		{"H8 A1 H9 A2 H10 A3 H11 A4 H12", "B", nil},
		{"H8 A1 H9 A2 H10 A3 H11 A4 H12 A5", "B", []int{10}},      // White's five comes too late
		{"A1 O1 B2 O2 C3 O3 D4 O4 E5", "B", nil},                  // diagonal, from the corner
		{"A15 H1 B14 I1 C13 J1 D12 K1 A1 L1", "W", nil},           // White's, and I is a column
		{"H8 A1 H9 A2 H10 A3 H11 A4 H13 O15 H12", "", nil},        // six in a row
		{"A15 H1 B14 I1 D12 J1 E11 K1 C13", "B", nil},             // the gap is filled last
		{"H8 A1 H9 A2 H10 A3 H11 A4 H12 pass B1", "B", []int{11}}, // a pass after the end is none of a move on the board
		{"H8 H8", "", []int{2}},
	} {
		faults, last := follow(t, c.moves)
		b := last.(Shown).Data()
		if b.Winner != c.winner {
			t.Errorf("%s: %q has won, want %q", c.moves, b.Winner, c.winner)
		}
		if c.winner != "" && len(b.Moves) != 0 {
			t.Errorf("%s: %d moves are offered after the end", c.moves, len(b.Moves))
		}
		for _, n := range c.faults {
			if faults[n] == "" {
				t.Errorf("%s: move %d is not against the rules", c.moves, n)
			}
			delete(faults, n)
		}
		if len(faults) > 0 && !strings.Contains(c.moves, "pass") {
			t.Errorf("%s: faults %v", c.moves, faults)
		}
	}
}

func TestGomokuCapturesNothing(t *testing.T) {
	_, last := follow(t, "9x9 E5 E6 A1 E4 A2 D5 A4 F5")
	if c := last.(*Points).Goban.At(position.At(4, 4)); c != position.Black {
		t.Errorf("the surrounded stone is %s", c)
	}
	if last.(Shown).Data().Captured != nil {
		t.Error("captures are shown")
	}
}

// Boards of gomoku have five stars; those of Go of the same size nine.
func TestGomokuStars(t *testing.T) {
	for name, want := range map[string]int{"gomoku": 5, "go": 9} {
		g, _ := Named(name)
		p, err := g.(Replayer).Start(Record{Size: position.Square(15)})
		if err != nil {
			t.Fatal(err)
		}
		var picture strings.Builder
		if err := p.(Pictured).WriteSVG(&picture, Drawing{}); err != nil {
			t.Fatal(err)
		}
		data, text := len(p.(Shown).Data().Stars), strings.Count(p.(Drawer).Draw(Drawing{Style: position.ASCII}), "+")
		if svg := strings.Count(picture.String(), `r="4"`); data != want || text != want || svg != want {
			t.Errorf("%s: %d stars as data, %d as text, %d in the picture, want %d", name, data, text, svg, want)
		}
	}
}
