package tactics

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// game reads a script from moves such as "B[ab]", "AW[aa]" for setup, "(" and ")" for variations, and
// "," between what belongs to one node.
func game(t testing.TB, text string) position.Script {
	t.Helper()
	var b position.ScriptBuilder
	for _, word := range strings.Fields(text) {
		switch word {
		case "(":
			b.Open()
			continue
		case ")":
			b.Close()
			continue
		}
		b.Node()
		for _, part := range strings.Split(word, ",") {
			name, value, _ := strings.Cut(strings.TrimSuffix(part, "]"), "[")
			p := position.Pass
			if value != "" {
				var err error
				if p, err = position.ParsePoint(value); err != nil {
					t.Fatal(err)
				}
			}
			color := map[byte]position.Color{'B': position.Black, 'W': position.White}[name[len(name)-1]]
			if len(name) == 2 {
				b.Add(color, p)
			} else {
				b.Move(position.Move{Color: color, Point: p})
			}
		}
	}
	return b.Script()
}

// found lists the instances of a game, one a line: the node, the player, the kind, its value and the points.
func observed(size position.Size, s position.Script, names ...string) []string {
	want := feature.Wanted{Points: true}
	for i, k := range Kinds() {
		if slices.Contains(names, k.Name) {
			want.Kinds |= 1 << i
		}
	}
	var lines []string
	for f := range Observe(size, s, want) {
		points := slices.Clone(f.Points)
		slices.Sort(points)
		lines = append(lines, fmt.Sprint(f.Node, " ", f.By.Letter(), " ", Kinds()[f.Kind].Name, ":", f.Value, " ", points))
	}
	return lines
}

func TestCaptures(t *testing.T) {
	for _, c := range []struct {
		game string
		want []string
	}{
		{"B[aa] W[ba] B[cc] W[ab]", []string{"1 W atari:1 [aa]", "3 W captures:1 [aa]", "3 W lived:3 [aa]"}},
		{"AB[aa],AB[ba],AW[ca],AW[bb] W[ab]", []string{"1 W captures:2 [aa ba]", "1 W lived:1 [aa ba]"}},
		{"AW[ba],AW[ab] B[aa]", []string{"1 B suicide:1 [aa]"}},
		{"B[aa] ( W[ba] B[cc] W[ab] ) ( W[ab] B[cc] W[ba] )", []string{
			"1 W atari:1 [aa]", "3 W captures:1 [aa]", "3 W lived:3 [aa]",
			"4 W atari:1 [aa]", "6 W captures:1 [aa]", "6 W lived:3 [aa]",
		}},
	} {
		got := observed(position.Square(3), game(t, c.game), "captures", "lived", "suicide", "atari")
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.game, got, c.want)
		}
	}
}
