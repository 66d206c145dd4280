package match

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// A naiveBoard finds a board by laying it on the board after each node in every way that the
// term allows.
type naiveBoard struct {
	term  *query.Board
	asked *position.Board
	ko    position.Point

	hits []naiveHit
	came map[int]bool // nodes at which, or above which, it came up
	at   map[int]int  // nodes at which the position of a hit stands, to the hit
}

// A naiveHit is where a board lies on another, and whether the player whom the term asks for
// moves next: in some branch, or if nobody does.
type naiveHit struct {
	text                 string
	ways                 map[position.Orientation]bool
	moved, right, turned bool
}

// lies returns the ways in which the asked board is another one.
func (n *naiveBoard) lies(b *position.Board) map[position.Orientation]bool {
	ways := map[position.Orientation]bool{}
	size := n.asked.Size()
	for s := range position.Symmetry(position.Symmetries(size)) {
		for _, swapped := range []bool{false, true} {
			if s > 0 && n.term.Symmetry == "off" || swapped && !n.term.SwapColors {
				continue
			}
			same := true
			for i := range size.Area() {
				c := n.asked.At(size.At(i))
				if swapped && c != position.Empty {
					c = c.Opponent()
				}
				same = same && b.At(s.Apply(size.At(i), size)) == c
			}
			if same {
				ways[position.Orientation{Symmetry: s, Swapped: swapped}] = true
			}
		}
	}
	return ways
}

// moves reports whether a player of a game is the one whom the term asks for.
func (n *naiveBoard) moves(c position.Color, ways map[position.Orientation]bool) bool {
	for w := range ways {
		if c == n.term.Next && !w.Swapped || c == n.term.Next.Opponent() && w.Swapped {
			return true
		}
	}
	return false
}

// barred reports whether ko forbids what the term asks for.
func (n *naiveBoard) barred(b *position.Board, ways map[position.Orientation]bool) bool {
	ko, is := b.Ko()
	if n.term.Ko == "" || !is && n.ko == position.Pass {
		return true
	}
	for w := range ways {
		if is && n.ko != position.Pass && w.Symmetry.Apply(n.ko, n.asked.Size()) == ko {
			return true
		}
	}
	return false
}

func (n *naiveBoard) find(script position.Script) []string {
	n.hits, n.came, n.at = nil, map[int]bool{}, map[int]int{}
	var r position.Replayer
	r.Replay(n.asked.Size(), script, func(b *position.Board, s *position.Step) bool {
		if n.term.MainLine && !s.MainLine {
			return false
		}
		n.came[s.Node] = n.came[s.Parent]
		if i, ok := n.at[s.Parent]; ok && s.Moved {
			h := &n.hits[i]
			h.moved, h.right = true, h.right || n.moves(s.Move.Color, h.ways)
		} else if ok && len(s.Changes) == 0 {
			n.at[s.Node] = i
		}
		ways := n.lies(b)
		if s.Parent >= 0 && len(s.Changes) == 0 || len(ways) == 0 || n.came[s.Node] && !n.term.Every {
			return true
		}
		n.came[s.Node] = true
		if n.term.Moves.Contains(s.MoveNumber) && n.barred(b, ways) {
			n.at[s.Node] = len(n.hits)
			n.hits = append(n.hits, naiveHit{text: fmt.Sprintf("node %d, move %d", s.Node, s.MoveNumber), ways: ways, turned: n.moves(b.ToPlay(), ways)})
		}
		return true
	})
	var list []string
	for _, h := range n.hits {
		if n.term.Next == position.Empty || h.right || !h.moved && h.turned {
			list = append(list, h.text)
		}
	}
	return list
}

// Boards are found where they lie on the board of a game, looked at point by point.
func TestBoardsAgainstPoints(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 8))
	const games = 40
	hits, kos, later := 0, 0, 0
	for _, size := range []position.Size{position.Square(3), position.Square(4), {Cols: 4, Rows: 3}} {
		s := openScripts(t, games, size)
		var positions, withKo []*position.Board
		for id := range store.GameID(games) {
			segment, local, _ := s.Segment(id + 1)
			script, err := segment.Script(local)
			if err != nil {
				t.Fatal(err)
			}
			var replayer position.Replayer
			replayer.Replay(size, script, func(b *position.Board, s *position.Step) bool {
				positions = append(positions, b.Clone())
				if _, is := b.Ko(); is {
					withKo = append(withKo, b.Clone())
				}
				return true
			})
		}
		for range testsize.Of(120, 70) {
			term := randomTerm(r)
			term.Every, term.Ko = r.IntN(4) == 0, []string{"", "", "same", "none"}[r.IntN(4)]
			term.Next = position.Color(r.IntN(3))
			board := positions[r.IntN(len(positions))]
			if term.Ko != "" && len(withKo) > 0 {
				board = withKo[r.IntN(len(withKo))]
			}
			w, err := newBoardPosition(term, board.Clone())
			if err != nil {
				t.Fatal(err)
			}
			n := naiveBoard{term: term, asked: board.Clone(), ko: w.ko}
			f := w.searcher().(*boardSearcher)
			f.enter()
			for id := store.GameID(1); id <= games; id++ {
				segment, local, _ := s.Segment(id)
				script, err := segment.Script(local)
				if err != nil {
					t.Fatal(err)
				}
				want := n.find(script)
				for _, keep := range []Keep{KeepAll, KeepNone} {
					found, err := f.find(segment, local, keep)
					if err != nil {
						t.Fatal(err)
					}
					var got []string
					for _, h := range found {
						got = append(got, fmt.Sprintf("node %d, move %d", h.Node, h.MoveNumber))
					}
					if keep == KeepNone && (len(got) > 0) == (len(want) > 0) {
						continue
					}
					if d := cmp.Diff(want, got); d != "" {
						t.Fatalf("size %v, game %d, keep %d, %+v (-naive +got)\n%s%s", size, id, keep, *term, d, position.NewDiagram(board).Format(position.ASCII))
					}
				}
				hits += len(want)
				if term.Ko == "same" && w.ko != position.Pass {
					kos += len(want)
				}
				if slices.ContainsFunc(want, func(h string) bool { return !strings.HasSuffix(h, "move 0") }) {
					later++
				}
			}
			f.leave()
		}
	}
	if hits < 100 || kos < 5 || later < 90 {
		t.Errorf("%d hits, %d with a ko, %d games with later ones: the test tests little", hits, kos, later)
	}
}

// What chance seldom brings up: stones that are set up at the last move of a window, and a
// board that is its own image with the colors exchanged, of which either player may be next.
func TestBoardsByHand(t *testing.T) {
	size := position.Square(3)
	var b position.ScriptBuilder
	b.Node()
	b.Node()
	b.Move(position.Move{Color: position.Black, Point: position.At(0, 0)})
	b.Node()
	b.Add(position.White, position.At(2, 2))
	script := slices.Clone(b.Script())
	both := position.NewBoard(size)
	both.Set(position.At(0, 0), position.Black)
	both.Set(position.At(2, 2), position.White)
	for name, c := range map[string]struct {
		asked *position.Board
		term  query.Board
		want  int
	}{
		"in the window":    {both, query.Board{Moves: query.Window{To: 1}}, 1},
		"behind it":        {both, query.Board{Moves: query.Window{From: 2, To: 3}}, 0},
		"Black is next":    {position.NewBoard(size), query.Board{Next: position.Black}, 1},
		"White is not":     {position.NewBoard(size), query.Board{Next: position.White}, 0},
		"either, of White": {position.NewBoard(size), query.Board{Next: position.White, SwapColors: true}, 1},
		"either, of Black": {position.NewBoard(size), query.Board{Next: position.Black, SwapColors: true}, 1},
	} {
		c.term.Kind, c.term.Text = "pos", "a board"
		w, err := newBoardPosition(&c.term, c.asked)
		if err != nil {
			t.Fatal(err)
		}
		f := w.searcher().(*boardSearcher)
		f.enter()
		f.begin()
		f.replay(&position.Excerpt{Script: script}, false)
		if got := len(f.kept()); got != c.want {
			t.Errorf("%s: %d hits, want %d", name, got, c.want)
		}
		f.leave()
	}
}
