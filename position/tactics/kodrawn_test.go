package tactics_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/tactics"
)

// drawnGame is a position with a line of play and what happens there.
type drawnGame struct {
	title string
	size  position.Size
	rows  []string
	moves string
	want  []string
}

// drawnGames reads testdata/ko.txt.
func drawnGames(t testing.TB) (list []drawnGame) {
	text, err := os.ReadFile("testdata/ko.txt")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(text), "\n== ")
	for _, part := range parts[1:] {
		lines := strings.Split(strings.TrimSpace(part), "\n")
		g := drawnGame{title: lines[0]}
		for _, line := range lines[1:] {
			moves, is := strings.CutPrefix(line, "moves ")
			switch {
			case is:
				g.moves = moves
			case g.moves == "":
				g.rows = append(g.rows, strings.ReplaceAll(line, " ", ""))
			default:
				g.want = append(g.want, line)
			}
		}
		g.size = position.Size{Cols: len(g.rows[0]), Rows: len(g.rows)}
		list = append(list, g)
	}
	return list
}

// script returns the game under a symmetry, and with the colors swapped; and for each node the
// number of its move.
func (g *drawnGame) script(t testing.TB, s position.Symmetry, swap bool) (position.Script, []int) {
	var b position.ScriptBuilder
	color := func(c byte) position.Color {
		switch {
		case c == '.':
			return position.Empty
		case (c == 'X') != swap:
			return position.Black
		}
		return position.White
	}
	b.Node()
	numbers, moves := []int{0}, 0
	for y, row := range g.rows {
		for x := range row {
			if row[x] != '.' {
				b.Add(color(row[x]), s.Apply(position.At(x, y), g.size))
			}
		}
	}
	words := strings.Fields(g.moves)
	for i := 0; i < len(words); i++ {
		switch w := words[i]; w {
		case "(":
			b.Open()
		case ")":
			b.Close()
		default:
			stone, setup := strings.CutPrefix(w, "+")
			i++
			p, err := g.size.ParseName(words[i])
			if err != nil {
				t.Fatal(g.title, ": ", err)
			}
			if p != position.Pass {
				p = s.Apply(p, g.size)
			}
			b.Node()
			if setup {
				b.Add(color(stone[0]), p)
				numbers = append(numbers, 0)
				continue
			}
			b.Move(position.Move{Color: color(stone[0]), Point: p})
			moves++
			numbers = append(numbers, moves)
		}
	}
	return b.Script(), numbers
}

// The positions and lines of play that were made by hand, as they are drawn, turned and with the
// colors swapped. The number of them with a kind stands for itself, since all 16 are different.
func TestKosByHand(t *testing.T) {
	counts := map[string]int{}
	for _, g := range drawnGames(t) {
		for s := range position.Symmetry(position.Symmetries(g.size)) {
			for _, swap := range []bool{false, true} {
				script, numbers := g.script(t, s, swap)
				size := g.size
				if s >= 4 {
					size = size.Transpose()
				}
				var got []string
				for f := range tactics.Observe(size, script, twinWanted()) {
					k := tactics.Kinds()[f.Kind]
					value := strconv.Itoa(int(f.Value))
					if len(k.Words) > 0 {
						value = k.Words[f.Value-1].Name
					}
					got = append(got, fmt.Sprintf("%d %s:%s", numbers[f.Node], k.Name, value))
					counts[k.Name]++
				}
				if !slices.Equal(got, g.want) {
					t.Errorf("%s: symmetry %d, swap %v:\n%s", g.title, s, swap, strings.Join(got, "\n"))
				}
				checkTwin(t, size, script, map[string]int{})
			}
		}
	}
	t.Log(counts)
	for _, name := range twinKinds {
		if counts[name] < 50 {
			t.Errorf("%d positions have %s, want 50", counts[name], name)
		}
	}
}
