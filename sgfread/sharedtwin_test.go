package sgfread

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// What is read of a tree does not depend on how its games lie in it: each game of a tree that is made at random
// has its own nodes and those above, and is one game by itself. Everything is known by how it was made.
func TestSharedGamesMadeAtRandom(t *testing.T) {
	shared := 0
	for seed := range uint64(3000) {
		m := treeMaker{rand: rand.New(rand.NewPCG(seed, 1))}
		text := m.tree()
		s := SharedGames([]byte(text), nil)
		want := m.games()
		if s.Count != max(len(want), 1) {
			t.Fatalf("seed %d: %s\n%d games, want %d", seed, text, s.Count, len(want))
		}
		if s.Count > 1 {
			shared++
		}
		for i, g := range s.Games {
			game := string(g.AppendTo(nil, []byte(text)))
			if got := strings.Join(nodesOfGame(t, game), " "); got != want[i] {
				t.Fatalf("seed %d: %s\ngame %d: %s\n got %s\nwant %s", seed, text, i, game, got, want[i])
			}
			if again := SharedGames([]byte(game), nil); again.Count != 1 {
				t.Fatalf("seed %d: %s\ngame %d by itself is %d: %s", seed, text, i, again.Count, game)
			}
		}
	}
	if shared < 1000 {
		t.Errorf("%d trees of several games", shared)
	}
}

// nodesOfGame returns the nodes of a text, each with its depth among variations.
func nodesOfGame(t *testing.T, text string) (nodes []string) {
	t.Helper()
	trees, err := Parse([]byte(text), nil)
	if err != nil || len(trees) != 1 {
		t.Fatalf("%s: %d trees, %v", text, len(trees), err)
	}
	for id := range trees[0].All() {
		nodes = append(nodes, strings.TrimSpace(string(trees[0].Text(id))))
	}
	return nodes
}

// A treeMaker makes trees of which it knows the games: a naive reading of the rules, for trees in which nobody is named
// in the stem, whose branches name two players of their own or nothing.
type treeMaker struct {
	rand     *rand.Rand
	branches []madeBranch
	node     int
}

type madeBranch struct {
	parent int
	nodes  []string
	claims bool
	leaf   bool
}

func (m *treeMaker) tree() string {
	var b strings.Builder
	b.WriteByte('(')
	m.branch(&b, -1, 0, false)
	b.WriteByte(')')
	return b.String()
}

func (m *treeMaker) branch(b *strings.Builder, parent, depth int, named bool) {
	at := len(m.branches)
	m.branches = append(m.branches, madeBranch{parent: parent})
	made := madeBranch{parent: parent, claims: depth > 0 && !named && m.rand.IntN(3) == 0}
	for i := range 1 + m.rand.IntN(3) {
		m.node++
		node := fmt.Sprintf(";%c[aa]N[%d]", "BW"[m.node%2], m.node)
		if i == 0 && made.claims {
			node += fmt.Sprintf("PB[b%d]PW[w%d]RE[B+%d]", m.node, m.node, m.node)
		}
		if i == 0 && depth == 0 {
			node += "EV[x]"
		}
		made.nodes = append(made.nodes, node)
		b.WriteString(node + [...]string{"", "\n", " "}[m.rand.IntN(3)])
	}
	below := m.rand.IntN(4)
	if depth > 5 || below < 2 {
		below = 0
	}
	made.leaf = below == 0
	m.branches[at] = made
	for range below {
		b.WriteByte('(')
		m.branch(b, at, depth+1, named || made.claims)
		b.WriteString(")" + [...]string{"", "\n"}[m.rand.IntN(2)])
	}
}

// games returns the nodes of each game, in the order of their first lines; none if there is one game.
func (m *treeMaker) games() (games []string) {
	claim := make([]int, len(m.branches)) // of the branch
	claims := 0
	for i, b := range m.branches {
		claim[i] = -1
		if b.parent >= 0 {
			claim[i] = claim[b.parent]
		}
		if b.claims {
			claim[i] = i
			claims++
		}
	}
	if claims < 2 {
		return nil
	}
	var order []int
	for i, b := range m.branches {
		if b.leaf && !slices.Contains(order, claim[i]) {
			order = append(order, claim[i])
		}
	}
	for _, game := range order {
		keep := make([]bool, len(m.branches))
		for i, b := range m.branches {
			for at := i; b.leaf && claim[i] == game && at >= 0; at = m.branches[at].parent {
				keep[at] = true
			}
		}
		var nodes []string
		for i, b := range m.branches {
			if keep[i] {
				nodes = append(nodes, b.nodes...)
			}
		}
		games = append(games, strings.Join(nodes, " "))
	}
	if len(games) < 2 {
		return nil
	}
	return games
}

// Whatever the text: the games are made of its bytes in order, each is one game by itself, and
// no byte is lost but orphans and parentheses.
func FuzzSharedGames(f *testing.F) {
	for _, text := range []string{
		"(;EV[x];B[aa](;W[bb]PB[a]PW[b])(;W[cc]PB[c]PW[d](;B[dd]PB[e])))", "(;PB[a]RE[B+R]DT[1];B[aa](;W[bb]DT[2]RE[W+R])(;C[x]);W[cc])",
		"((;B[aa](;PB[x]))(;PB[y]", "(;B[aa](;PB[x](;PW[y])(;PW[z]))(;PB[q])C[late])",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := SharedGames([]byte(text), nil)
		if s.Games == nil {
			return
		}
		seen := make([]bool, len(text))
		for _, g := range s.Games {
			at := 0
			for _, c := range append(slices.Clone(g.Cuts), Cut{len(text), len(text)}) {
				if c.From < at || c.To < c.From || c.To > len(text) {
					t.Fatalf("%q: cuts %v", text, g.Cuts)
				}
				for ; at < c.From; at++ {
					seen[at] = true
				}
				at = c.To
			}
			for _, fork := range g.Forks {
				seen[fork] = true
			}
		}
		for _, c := range s.Orphans {
			for at := c.From; at < c.To; at++ {
				seen[at] = true
			}
		}
		if at := slices.Index(seen, false); at >= 0 {
			t.Fatalf("%q: byte %d is lost", text, at)
		}
	})
}
