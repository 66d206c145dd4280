package tactics_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/position/tactics"
)

// ladderBoard is the start of the games below: White's stone can be caught in a ladder that
// begins at G8.
var ladderBoard = strings.Fields(`
	. . . . . . . . . . .
	. . . . . . . . . . .
	. . . . . X . . . . .
	. . . . X O . . . . .
	. . . . X . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .
	. . . . . . . . . . .`)

// ladderGame sets up ladderBoard and plays moves such as "B G8", with variations in parentheses.
func ladderGame(t *testing.T, moves string) position.Script {
	t.Helper()
	var s position.ScriptBuilder
	size := position.Square(11)
	s.Node()
	for i, c := range ladderBoard {
		switch c {
		case "X":
			s.Add(position.Black, size.At(i))
		case "O":
			s.Add(position.White, size.At(i))
		}
	}
	words := strings.Fields(moves)
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "(":
			s.Open()
		case ")":
			s.Close()
		default:
			p, err := size.ParseName(words[i+1])
			if err != nil {
				t.Fatal(err)
			}
			s.Node()
			s.Move(position.Move{Color: map[string]position.Color{"B": position.Black, "W": position.White}[words[i]], Point: p})
			i++
		}
	}
	return s.Script()
}

func TestLadders(t *testing.T) {
	for _, c := range []struct {
		moves string
		want  string
	}{
		{"B G8", "1 black works F8"},
		// each word once in a chase
		{"B G8 W F7 B F6 W G7 B H7 W G6", "1 black works F8, 2 white runs F8 F7"},
		// and again in a variation
		{"( B G8 W F7 ) ( B G8 W F7 )", "1 black works F8, 2 white runs F8 F7, 3 black works F8, 4 white runs F8 F7"},
		{"B G8 ( W F7 B F6 ) ( W D4 B F7 )", "1 black works F8, 2 white runs F8 F7"},
		{"B G8 ( W F7 B A1 ) ( W F7 )", "1 black works F8, 2 white runs F8 F7, 4 white runs F8 F7"},
		// a breaker, three lines away or more
		{"W J5", "1 white breaker F8 J5"},
		{"W G6", ""},
		{"W C3", ""},
		{"W J5 B G8 W F7 B F6", "1 white breaker F8 J5"},
		{"W J5 B G8 W F7 B F6 W G7 B H7", "1 white breaker F8 J5, 6 black fails F8 F7 G7"},
		// and what mends it
		{"W J5 B H5", "1 white breaker F8 J5, 2 black maker F8 H5"},
		{"W J5 B H5 W H4 B G8", "1 white breaker F8 J5, 2 black maker F8 H5, 4 black works F8"},
		// a chase that begins anew after another move is another chase
		{"B G8 W F7 B A1 W A11 B F6", "1 black works F8, 2 white runs F8 F7, 5 black works F8 F7"},
		// at the end fewer than three ataris are left
		{"B G8 W F7 B A1 W A11 B F6 W G7 B H7 W G6 B A3 W A5 B G5 W H6 B J6 W H5 B H4 W J5 B K5 W J4 B A7 W A8 B J3",
			"1 black works F8, 2 white runs F8 F7, 5 black works F8 F7, 6 white runs F8 F7 G7, 11 black works F8 F7 G7 G6, 12 white runs F8 F7 G7 G6 H6"},
		// the other choice lets it go
		{"B F7", ""},
		{"B F7 W G8", ""},
		{"B pass W J5", "2 white breaker F8 J5"},
	} {
		var lines []string
		size := position.Square(11)
		for f := range tactics.Observe(size, ladderGame(t, c.moves), feature.Wanted{Kinds: kindSet("ladder"), Points: true}) {
			line := fmt.Sprint(f.Node, " ", f.By, " ", tactics.Kinds()[f.Kind].Words[f.Value-1].Name)
			points := slices.Clone(f.Points)
			slices.Sort(points)
			for _, p := range points {
				line += " " + size.Name(p)
			}
			lines = append(lines, line)
		}
		if got := strings.Join(lines, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.moves, got, c.want)
		}
	}
}
