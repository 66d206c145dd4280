package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/query"
	"kifudb/store"
)

// cellsOf expands the board of SFEN to its 81 squares.
func cellsOf(sfen string) (cells []string) {
	board := strings.ReplaceAll(strings.Fields(sfen)[0], "/", "")
	for board != "" {
		switch n := 1; {
		case board[0] >= '1' && board[0] <= '9':
			for range board[0] - '0' {
				cells = append(cells, "")
			}
			board = board[1:]
		default:
			if board[0] == '+' {
				n = 2
			}
			cells = append(cells, board[:n])
			board = board[n:]
		}
	}
	return cells
}

// handOf counts the men in the hands of SFEN, by their letters.
func handOf(sfen string) map[rune]int {
	hand, n := map[rune]int{}, 0
	for _, c := range strings.Trim(strings.Fields(sfen)[2], "-") {
		if c >= '0' && c <= '9' {
			n = 10*n + int(c-'0')
			continue
		}
		hand[c] += max(n, 1)
		n = 0
	}
	return hand
}

// TestShogiPartTwin compares parts of positions with a look at every position of every
// game, as text.
func TestShogiPartTwin(t *testing.T) {
	type place struct {
		Game         store.GameID
		Node, Number int
		Next         int
	}
	s, games, _ := newShogiArchive(t, 250)
	r := rand.New(rand.NewPCG(8, 17))
	total, more := 0, 0
	for range rounds(150) {
		id := store.GameID(1 + r.IntN(len(games)))
		if games[id] == nil {
			continue
		}
		asked := games[id][r.IntN(len(games[id]))].sfen
		cells := cellsOf(asked)
		open := map[int]bool{}
		for range 60 + r.IntN(25) {
			open[r.IntN(81)] = true
		}
		var ranks []string
		for y := range 9 {
			rank := ""
			for x := range 9 {
				switch at := 9*y + x; {
				case open[at]:
					rank += "?"
				case cells[at] == "":
					rank += "1"
				default:
					rank += cells[at]
				}
			}
			ranks = append(ranks, rank)
		}
		turn := []string{"?", strings.Fields(asked)[1]}[r.IntN(2)]
		text := fmt.Sprintf("pat:%q", strings.Join([]string{strings.Join(ranks, "/"), turn, strings.Fields(asked)[2]}, " "))
		if strings.Count(text, "?") == 82 && strings.Fields(asked)[2] == "-" {
			continue // it says nothing
		}
		for _, option := range []string{" colors:either", " symmetry:on", " hands:exact", " move:2..5", " variations:off", " hits:every"} {
			if r.IntN(4) == 0 {
				text += option
			}
		}
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		b := q.Root.(*query.Board)
		fits := func(sfen string) bool {
			for at, cell := range cellsOf(sfen) {
				if !open[at] && cell != cells[at] {
					return false
				}
			}
			if turn != "?" && turn != strings.Fields(sfen)[1] {
				return false
			}
			wanted, held := handOf(asked), handOf(sfen)
			for c, n := range wanted {
				if held[c] < n {
					return false
				}
			}
			for c, n := range held {
				if b.Hands == "exact" && wanted[c] != n {
					return false
				}
			}
			return true
		}
		var want, got []place
		for id := range store.GameID(len(games)) {
			tree := games[id+1]
			came := make([]bool, len(tree))
			for i, n := range tree {
				came[i] = i > 0 && came[n.parent]
				is := fits(n.sfen) || b.SwapColors && fits(turnSFEN(n.sfen)) ||
					b.Symmetry == "on" && (fits(mirrorSFEN(n.sfen)) || b.SwapColors && fits(mirrorSFEN(turnSFEN(n.sfen))))
				if i > 0 && n.move == "" || !is || came[i] && !b.Every || b.MainLine && !n.mainLine {
					continue
				}
				came[i] = true
				if b.Moves.Contains(n.number) {
					want = append(want, place{id + 1, i, n.number, 0})
				}
			}
			stands := map[int]int{} // nodes to the hit that stands there
			for j, w := range want {
				if w.Game == id+1 {
					stands[w.Node] = j
				}
			}
			for i, n := range tree {
				if j, ok := stands[n.parent]; ok && i > 0 && (!b.MainLine || n.mainLine) {
					if n.move == "" {
						stands[i] = j
					} else {
						want[j].Next++
					}
				}
			}
		}
		for h, err := range Run(context.Background(), s, q, nil) {
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			got = append(got, place{h.Game, h.Node, h.MoveNumber, len(h.Board.Next)})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-scan +search):\n%s", text, diff)
		}
		total += len(want)
		if len(want) > 1 {
			more++
		}
	}
	if total < 100 || more < 10 {
		t.Errorf("only %d positions were found, in %d questions more than one", total, more)
	}
}
