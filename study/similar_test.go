package study_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/position"
	"kifudb/store"
	"kifudb/study"
)

// differences returns how few points of a board differ from an image of another one.
func differences(asked, b *position.Board) int {
	size := asked.Size()
	fewest := size.Area() + 1
	for s := range position.Symmetry(position.Symmetries(size)) {
		n := 0
		for i := range size.Area() {
			if p := size.At(i); asked.At(p) != b.At(s.Apply(p, size)) {
				n++
			}
		}
		fewest = min(fewest, n)
	}
	return fewest
}

// A placed is where a game is nearest.
type placed struct {
	rank, node int
}

// rankGames is what a ranking says of games of which it is known where they are
// nearest.
func rankGames(games []*randomGame, at map[store.GameID]placed, limit int) *study.Ranking {
	want := &study.Ranking{}
	for _, g := range games {
		p := at[g.id]
		for len(want.Counts) <= p.rank {
			want.Counts = append(want.Counts, 0)
		}
		want.Counts[p.rank]++
		one := study.Ranked{ID: g.id, Rank: p.rank}
		one.Hit.Game, one.Hit.Node = g.id, p.node
		want.Games = append(want.Games, one)
	}
	slices.SortFunc(want.Games, func(a, b study.Ranked) int { return cmp.Or(a.Rank-b.Rank, int(a.ID)-int(b.ID)) })
	if limit > 0 && len(want.Games) > limit {
		want.Games = want.Games[:limit]
	}
	return want
}

// nodesOnly leaves of the hits of a ranking where they are.
func nodesOnly(r *study.Ranking) *study.Ranking {
	bare := &study.Ranking{Counts: r.Counts}
	for _, g := range r.Games {
		one := study.Ranked{ID: g.ID, Rank: g.Rank}
		one.Hit.Game, one.Hit.Node = g.Hit.Game, g.Hit.Node
		bare.Games = append(bare.Games, one)
	}
	return bare
}

// Games are as near to a position as a scan of all their nodes says.
func TestNearest(t *testing.T) {
	a := newRandomArchive(t, 5, 240)
	asked, differing := 0, 0
	every := 8
	if testing.Short() {
		every = 24
	}
	for i, g := range a.games {
		node := min(2+i%3, g.script.Nodes()-1)
		board := g.boardAt(node)
		stones := position.BoardPattern(board).Stones()
		if i%every != 0 || stones < 2 {
			continue
		}
		near := 1 + i/every%min(stones-1, 3)
		at := map[store.GameID]placed{}
		var found []*randomGame
		for _, g := range a.games {
			if g.info["PB"] == "Cho" || g.info["PW"] == "Cho" {
				continue
			}
			best := placed{near + 1, 0}
			g.nodes(func(b *position.Board, s *position.Step) bool {
				if n := differences(board, b); n < best.rank {
					best = placed{n, s.Node}
				}
				return true
			})
			if best.rank <= near {
				at[g.id] = best
				found = append(found, g)
			}
		}
		for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
			text := fmt.Sprintf("pos:%d@n%d near:%d -player:cho", g.id, node, near)
			limit := []int{0, 1, 5}[i/every%3]
			got := a.ask(t, text, &study.SimilarPositions{Limit: limit}, clusters).(*study.Ranking)
			if d := gocmp.Diff(rankGames(a.counted(clusters, found), at, limit), nodesOnly(got)); d != "" {
				t.Fatalf("%s, limit %d (-want +got):\n%s", text, limit, d)
			}
			for _, one := range got.Games {
				b := a.game(one.ID).boardAt(one.Hit.Node)
				if len(one.Hit.Board.Differs) != one.Rank {
					t.Fatalf("%s: game %d has rank %d, and %v differ", text, one.ID, one.Rank, one.Hit.Board.Differs)
				}
				for _, d := range one.Hit.Board.Differs {
					back := one.Hit.Board.Symmetry.Inverse().Apply(d.Point, b.Size())
					if b.At(d.Point) != d.Color || position.CellOf(board.At(back)) != d.Cell || d.Cell.Admits(d.Color) {
						t.Fatalf("%s: game %d: %v is not what differs", text, one.ID, d)
					}
					differing++
				}
			}
			asked++
		}
	}
	if asked < 200/every || differing < 1000/every {
		t.Errorf("%d questions, %d points that differ are no test", asked, differing)
	}
}

// Games share as many positions with another as a scan of all their nodes says.
func TestOpenings(t *testing.T) {
	a := newRandomArchive(t, 6, 240)
	asked, deep := 0, 0
	every := 8
	if testing.Short() {
		every = 24
	}
	for i, g := range a.games {
		if i%every != 0 {
			continue
		}
		var boards []*position.Board
		var texts []string
		g.nodes(func(b *position.Board, s *position.Step) bool {
			if s.MainLine && s.Node > 0 && len(s.Changes) > 0 {
				boards, texts = append(boards, b.Clone()), append(texts, b.SetupSGF())
			}
			return true
		})
		at := map[store.GameID]placed{}
		var chosen []*randomGame
		for _, g := range a.games {
			if g.info["PB"] == "Cho" || g.info["PW"] == "Cho" {
				continue
			}
			chosen = append(chosen, g)
			for k := len(boards) - 1; k >= 0; k-- {
				if nodes := g.hits(boards[k], false, false); len(nodes) > 0 {
					at[g.id] = placed{len(boards) - 1 - k, nodes[0]}
					if k >= 2 {
						deep++
					}
					break
				}
			}
		}
		for _, clusters := range []*duplicate.Clusters{nil, a.clusters} {
			limit := []int{0, 1, 7}[i/every%3]
			found := slices.DeleteFunc(slices.Clone(a.counted(clusters, chosen)), func(g *randomGame) bool { _, ok := at[g.id]; return !ok })
			got := a.ask(t, "-player:cho", &study.SimilarGames{Positions: texts, Game: 1, Limit: limit}, clusters).(*study.Ranking)
			if d := gocmp.Diff(rankGames(found, at, limit), nodesOnly(got)); d != "" {
				t.Fatalf("like game %d, limit %d (-want +got):\n%s", g.id, limit, d)
			}
			asked++
		}
	}
	if asked < 200/every || deep < 200/every {
		t.Errorf("%d questions, %d games that share three moves are no test", asked, deep)
	}
}
