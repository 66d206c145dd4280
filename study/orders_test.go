package study_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/position"
	"kifudb/study"
)

// The orders of moves that lead to a position are what a scan of all games says.
func TestOrders(t *testing.T) {
	a := newRandomArchive(t, 5, 240)
	every := 6
	if testing.Short() {
		every = 40
	}
	asked, several, symmetric := 0, 0, 0
	for i, g := range a.games {
		if i%every != 0 {
			continue
		}
		for node := range min(5, g.script.Nodes()) {
			board := g.boardAt(node)
			for last := range 3 {
				for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
					text := fmt.Sprintf("pos:%d@n%d", g.id, node)
					found := a.ask(t, text, &study.Orders{Last: last}, clusters).(*study.OrdersFound)
					got := map[string]study.Order{}
					games := 0
					for _, o := range found.List {
						key := leastImage(o.Moves, board, mapsTo(board, board))
						if _, ok := got[key]; ok {
							t.Fatalf("%s: the same order twice: %s", text, key)
						}
						games += o.Games
						o.Moves = nil
						got[key] = o
					}
					if d := gocmp.Diff(a.orders(board, last, clusters), got); d != "" {
						t.Fatalf("%s, the last %d moves (-want +got):\n%s", text, last, d)
					}
					if games != found.Games || !slices.IsSortedFunc(found.List, func(x, y study.Order) int { return y.Games - x.Games }) {
						t.Errorf("%s: %d games, in orders %d; %+v", text, found.Games, games, found.List)
					}
					asked++
					several += len(found.List) / 2
					symmetric += len(mapsTo(board, board)) / 2
				}
			}
		}
	}
	if asked < 500/every || several < 100/every || symmetric < 100/every {
		t.Errorf("%d questions, %d of several orders, %d symmetric are no test", asked, several, symmetric)
	}
}

// orders is the slow twin: it writes the moves of each game in every way that leads to the
// position, and takes the first text.
func (a *randomArchive) orders(asked *position.Board, last int, clusters *duplicate.Clusters) map[string]study.Order {
	var found []*randomGame
	for _, g := range a.games {
		if len(g.hits(asked, false, false)) > 0 {
			found = append(found, g)
		}
	}
	want := map[string]study.Order{}
	for _, g := range a.counted(clusters, found) {
		node := slices.Min(g.hits(asked, false, false))
		lines := map[int][]position.Move{-1: nil}
		var to []position.Symmetry
		g.nodes(func(b *position.Board, s *position.Step) bool {
			lines[s.Node] = slices.Clone(lines[s.Parent])
			if s.Moved {
				lines[s.Node] = append(lines[s.Node], s.Move)
			}
			if s.Node == node {
				to = mapsTo(b, asked)
			}
			return s.Node < node
		})
		line := lines[node]
		if last > 0 && len(line) > last {
			line = line[len(line)-last:]
		}
		key := leastImage(line, asked, to)
		one := study.Order{Games: 1, Lo: g.facts.DateLo, Hi: g.facts.DateHi, Example: study.Sighting{Game: g.id, Node: node, Lo: g.facts.DateLo, Hi: g.facts.DateHi}}
		one.Won.Count(g.facts.Winner, false)
		sum, ok := want[key]
		if !ok {
			want[key] = one
			continue
		}
		sum.Games++
		sum.Won.Add(one.Won)
		if one.Lo != 0 && (sum.Lo == 0 || one.Lo < sum.Lo) {
			sum.Lo = one.Lo
		}
		sum.Hi = max(sum.Hi, one.Hi)
		if one.Example.Game < sum.Example.Game {
			sum.Example = one.Example
		}
		want[key] = sum
	}
	return want
}

// leastImage writes moves as each of some symmetries turns them, and returns the first text.
func leastImage(moves []position.Move, board *position.Board, by []position.Symmetry) string {
	var texts []string
	for _, s := range by {
		var b strings.Builder
		for _, m := range moves {
			p := m.Point
			if p != position.Pass {
				p = s.Apply(p, board.Size())
			}
			fmt.Fprintf(&b, "%s%d ", m.Color.Letter(), p)
		}
		texts = append(texts, b.String())
	}
	return slices.Min(texts)
}
