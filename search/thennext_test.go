package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// linesAbove returns for each node of a script the nodes above it, the plain way.
func linesAbove(s position.Script) (above [][]int) {
	var path []int
	var open [][]int
	for event := range s.Events() {
		switch event {
		case position.AtNode:
			above = append(above, slices.Clone(path))
			path = append(path, len(above)-1)
		case position.Opened:
			if len(path) > 0 {
				open = append(open, slices.Clone(path))
			}
		case position.Closed:
			if n := len(open); n > 0 {
				path, open = open[n-1], open[:n-1]
			}
		}
	}
	return above
}

// What came next at a board after which a move does something is what came next at those places of the board
// below which there is such a move, soon enough, and at no others.
func TestNextBeforeMove(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 2))
	var games []*store.Game
	for n := range rounds(400) {
		text := seatedGame(r, n)
		g, err := indexer.Derive(store.Record{Raw: []byte(text), Tree: [2]int{0, len(text)}, Charset: store.Charset{Name: "utf-8", Confidence: 1}})
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	a := newArchiveOf(t, games, 100)
	parse := func(text string) query.Query {
		t.Helper()
		q, err := query.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	found := func(text string) map[store.GameID][]match.Hit {
		t.Helper()
		_, hits := collect(t, Run(context.Background(), a.Snapshot, parse(text), nil))
		return hits
	}
	for _, c := range []struct {
		board, move, beside string
		within              int
	}{
		{`pos:"SZ[9]AB[ba]"`, "captures:1", "", 0},
		{`pos:"SZ[9]AB[ba]" colors:either`, "captures:1", "", 0},
		{`pos:"SZ[9]AB[ba]" colors:either`, "captures:1", "", 2},
		{`pos:"SZ[9]AB[ba]" colors:either symmetry:off`, "liberties:1", "", 1},
		{`pat:[.X] anchor:anywhere`, "captures:yes", "", 0},
		{`pat:[.X] anchor:anywhere hits:every`, "captures:yes", "", 0},
		{`pat:[.X|X.] hits:every`, "groupsize:>=2", "", 2},
		{`pat:[.X|X.] hits:every`, "liberties:>=3", "-winner:white", 3},
		{`pat:[OX|..] near:1 anchor:anywhere colors:either hits:every`, "captures:yes", "-winner:black", 0},
	} {
		within := ""
		if c.within > 0 {
			within = fmt.Sprintf("within:%d, ", c.within)
		}
		text := fmt.Sprintf("then(%s, %s%s) %s", c.board, within, c.move, c.beside)
		boards, moves, beside := found(c.board), found(c.move), found(c.beside)
		want := naiveTally{moves: map[position.Move]*Continuation{}}
		left := 0 // places that no such move follows
		for _, id := range a.ids() {
			if beside[id] == nil {
				continue
			}
			above := linesAbove(a.games[id].Script)
			var places []match.Hit
			for _, at := range boards[id] {
				if slices.ContainsFunc(moves[id], func(m match.Hit) bool {
					return slices.Contains(above[m.Node], at.Node) && (c.within == 0 || m.MoveNumber-at.MoveNumber <= c.within)
				}) {
					places = append(places, at)
				} else {
					left++
				}
			}
			if len(places) > 0 {
				want.game(a.games[id].Facts.Winner, places)
			}
		}
		if want.total.Games < rounds(4) || left < rounds(4) {
			t.Errorf("%s: %d games, and %d places are left out, which shows little", text, want.total.Games, left)
		}
		got, err := Next(t.Context(), a.Snapshot, parse(text), nil)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want.table(), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
		if games := found(text); len(games) != got.Games {
			t.Errorf("%s: found in %d games; what came next is of %d", text, len(games), got.Games)
		}
		question, err := Resolve(t.Context(), a.Snapshot, parse(text), map[string]Aggregation{"n": &Continuations{}}, &Options{Records: true})
		if err != nil {
			t.Fatal(err)
		}
		answer := mustAsk(t, bytesOnly(NewLocal(a.Snapshot, nil)), question)
		if diff := cmp.Diff(got, answer.Found["n"]); diff != "" {
			t.Errorf("%s, as bytes (-want +got):\n%s", text, diff)
		}
	}
}
