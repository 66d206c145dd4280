package ask

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/archive"
	"kifudb/archive/archivetest"
)

// lossNode is a node of a record that a test makes, with Black's chance in percent, -1 for none, and
// the move that an engine would make next.
type lossNode struct {
	move, color string
	chance      int
	best        string
	parent      *lossNode
	children    []*lossNode
}

func (n *lossNode) text() string {
	var b strings.Builder
	b.WriteString(";" + n.color + "[" + n.move + "]")
	value := ""
	if n.chance >= 0 {
		own := n.chance
		if n.color == "W" {
			own = 100 - own
		}
		value = fmt.Sprintf("LZ[e %d 9\nmove %s]", own, n.best)
		b.WriteString(value)
	}
	for _, c := range n.children {
		if len(n.children) == 1 {
			if n.chance%3 == 0 { // the next move is not at the next node
				b.WriteString(";C[the next move comes after this]" + value)
			}
			b.WriteString(c.text())
		} else {
			b.WriteString("(" + c.text() + ")")
		}
	}
	return b.String()
}

// The losses of next moves are those of a plain walk through the records, also in variations and, below
// a pattern, after moves elsewhere.
func TestNextLosses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	names := map[string]string{"bb": "B8", "bc": "B7", "cd": "C6", "hh": "H2", "gh": "G2"}
	replies := []string{"bb", "bc", "cd"}
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	chance := func() int { return r.IntN(102) - 1 }
	var records []string
	type sums struct {
		games, moves, lost, choices, first int
	}
	want := map[string]map[string]*sums{"pos": {}, "pat": {}}
	evaluated := map[string]int{}
	for range 60 {
		second := &lossNode{move: "cc", color: "B", chance: chance(), best: "B8"}
		var grow func(n *lossNode, depth int)
		grow = func(n *lossNode, depth int) {
			used := map[string]bool{}
			for range 1 + r.IntN(2) {
				color := map[string]string{"B": "W", "W": "B"}[n.color]
				move := pick(replies)
				if r.IntN(3) == 0 && depth > 1 {
					move = pick([]string{"hh", "gh"})
				}
				taken := used[move]
				for up := n; up != nil; up = up.parent {
					taken = taken || up.move == move
				}
				if taken {
					continue
				}
				used[move] = true
				c := &lossNode{move: move, color: color, chance: chance(), best: names[pick(replies)], parent: n}
				n.children = append(n.children, c)
				if depth > 1 {
					grow(c, depth-1)
				}
			}
		}
		grow(second, 3)
		records = append(records, "(;GM[1]SZ[9]"+second.text()+")")
		graded := false
		var look func(n *lossNode)
		look = func(n *lossNode) {
			graded = graded || n.parent != nil && n.parent.chance >= 0
			for _, c := range n.children {
				look(c)
			}
		}
		look(second)
		for kind, of := range want {
			seen := map[string]bool{}
			var walk func(n *lossNode)
			walk = func(n *lossNode) {
				for _, c := range n.children {
					elsewhere := c.move == "hh" || c.move == "gh"
					if elsewhere && kind == "pat" {
						walk(c)
						continue
					}
					key := c.color + c.move
					lost, choice := n.chance >= 0 && c.chance >= 0, n.chance >= 0
					if !lost && !choice {
						continue
					}
					s := of[key]
					if s == nil {
						s = &sums{}
						of[key] = s
					}
					if !seen[key] {
						seen[key] = true
						s.games++
					}
					if lost {
						x := n.chance - c.chance
						if c.color == "W" {
							x = -x
						}
						s.moves++
						s.lost += max(x, 0)
					}
					if choice {
						s.choices++
						if names[c.move] == n.best {
							s.first++
						}
					}
				}
			}
			walk(second)
			if graded {
				evaluated[kind]++
			}
		}
	}
	records = append(records, "(;GM[1]SZ[9];B[cc];W[bb])") // without values
	v := archivetest.Of(t, records...)
	for kind, text := range map[string]string{"pos": `pos:"SZ[9]AB[cc]" symmetry:off`, "pat": `pat:NW[....|....|..X.|....] size:9 symmetry:off`} {
		q, err := archive.ParseQuery(text)
		if err != nil {
			t.Fatal(err)
		}
		next, err := Of(v.Views).Next(t.Context(), &archive.Search{Query: q, Records: true}, &NextOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if next.Evaluated != evaluated[kind] || next.Evaluated == 0 {
			t.Errorf("%s: %d games evaluated, want %d", text, next.Evaluated, evaluated[kind])
		}
		found := 0
		for _, m := range next.Next {
			s := want[kind][m.Color+m.Point]
			if (s == nil) != (m.Loss == nil) {
				t.Errorf("%s: %s%s: %+v, want %+v", text, m.Color, m.Point, m.Loss, s)
				continue
			}
			if s == nil {
				continue
			}
			found++
			mean := func(sum, n int) *float64 {
				if n == 0 {
					return nil
				}
				x := archive.Round6(float64(sum) / float64(n))
				return &x
			}
			for what, c := range map[string][2]*float64{"lost": {m.Loss.Percent, mean(s.lost, s.moves)}, "choice": {m.Loss.Choice, mean(s.first, s.choices)}} {
				if (c[0] == nil) != (c[1] == nil) || c[0] != nil && *c[0] != *c[1] {
					t.Errorf("%s: %s%s: %s: %v, want %v", text, m.Color, m.Point, what, c[0], c[1])
				}
			}
			if m.Loss.Games != s.games || m.Loss.Moves != s.moves {
				t.Errorf("%s: %s%s: %+v, want %+v", text, m.Color, m.Point, m.Loss, s)
			}
		}
		if found != len(want[kind]) {
			t.Errorf("%s: %d moves with losses, want %d", text, found, len(want[kind]))
		}
	}
}
