package search

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/othello"
	"kifudb/query"
	"kifudb/store"
)

const othelloNumber = 2

// othelloGame generates a game of few different moves, whose first move is any of four,
// with a variation.
func othelloGame(r *rand.Rand, n int) *store.Game {
	g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;GM[2]GC[%d])", n)}}
	g.Record.Tree = [2]int{0, len(g.Record.Raw)}
	g.Digest = store.DigestOf(g.Record.Raw)
	var b position.ScriptBuilder
	b.Node()
	p := othello.New(othello.Usual)
	turned := position.Symmetry([]int{0, 3, 4, 7}[r.IntN(4)]) // the start stays as it is
	play := func(p *othello.Position) {
		moves := p.Moves(p.ToPlay(), nil)
		at := turned.Inverse().Apply(moves[0], p.Size())
		for _, m := range moves { // the least in one orientation, or the next
			if c := turned.Inverse().Apply(m, p.Size()); c < at && r.IntN(4) > 0 {
				at = c
			}
		}
		m := position.Move{Color: p.ToPlay(), Point: turned.Apply(at, p.Size())}
		b.Node()
		b.Move(m)
		p.Play(m)
	}
	branch := r.IntN(12)
	for i := 0; i < 24 && !p.Over(); i++ {
		if i == branch {
			side := p.Clone()
			b.Open()
			for range 3 {
				play(side)
			}
			b.Close()
		}
		play(p)
	}
	g.Script = b.Script()
	nodes := 0
	for step := range othello.Replay(othello.New(othello.Usual), g.Script) {
		g.Keys = append(g.Keys, step.Position.Canonical())
		nodes++
	}
	slices.Sort(g.Keys)
	g.Keys = slices.Compact(g.Keys)
	g.Facts = store.Facts{
		Game: othelloNumber, Size: position.Square(8), Komi: store.NoKomi, Winner: store.Winner(r.IntN(5)), Flags: store.HasRules,
		Moves: uint32(g.Script.Moves()), Nodes: uint32(nodes),
	}
	return g
}

func newOthelloArchive(t *testing.T, n int) (*store.Snapshot, map[store.GameID]position.Script) {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 100})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(store.Record) (*store.Game, error) { panic("nothing is derived again") })
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	scripts := map[store.GameID]position.Script{}
	for i := range n {
		g := othelloGame(r, i)
		if i == n/2 { // stones of another game are not found
			g.Facts.Game = goNumber
		}
		id, err := w.Add(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		if g.Facts.Game == othelloNumber {
			scripts[id] = g.Script
		}
	}
	if err := w.Commit(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s, scripts
}

// A nodeAt is a node of a game.
type nodeAt struct {
	game store.GameID
	node int
}

// scanOthello returns the nodes at which something holds of a turned position for the
// first time on their path, or every time that it did not hold above. It is the number
// of what holds, so that two things are told apart.
func scanOthello(scripts map[store.GameID]position.Script, b *query.Board, holds func(p *othello.Position) []int) map[nodeAt]bool {
	found := map[nodeAt]bool{}
	for id, script := range scripts {
		var came, lies []map[int]bool
		for step := range othello.Replay(othello.New(othello.Usual), script) {
			now, before, last := map[int]bool{}, map[int]bool{}, map[int]bool{}
			if step.Parent >= 0 {
				before, last = maps.Clone(came[step.Parent]), lies[step.Parent]
			}
			for s := range position.Symmetry(8) {
				if b.Symmetry == "off" && s != 0 {
					continue
				}
				for _, swapped := range []bool{false, true} {
					if swapped && !b.SwapColors {
						continue
					}
					for _, what := range holds(step.Position.Image(s, swapped)) {
						what = what*16 + int(s)
						if swapped {
							what += 8
						}
						now[what] = true
						if last[what] || before[what] && !b.Every {
							continue
						}
						before[what] = true
						if b.Moves.Contains(step.MoveNumber) && (step.MainLine || !b.MainLine) {
							found[nodeAt{id, step.Node}] = true
						}
					}
				}
			}
			came, lies = append(came, before), append(lies, now)
		}
	}
	return found
}

// TestOthelloTwin compares positions and patterns of Othello with a replay of all games
// in which boards are turned, where the search turns what is asked.
func TestOthelloTwin(t *testing.T) {
	ctx := context.Background()
	s, scripts := newOthelloArchive(t, 250)
	r := rand.New(rand.NewPCG(9, 10))
	total := 0
	for i := range rounds(60) {
		var asked *othello.Position
		script := scripts[store.GameID(1+r.IntN(100))]
		most := r.IntN(20)
		for step := range othello.Replay(othello.New(othello.Usual), script) {
			if step.MoveNumber > most {
				break
			}
			asked = step.Position.Clone()
		}
		options := ""
		for _, option := range []string{" colors:either", " symmetry:off", " move:2..15", " variations:off", " hits:every"} {
			if r.IntN(4) == 0 {
				options += option
			}
		}
		text := fmt.Sprintf("pos:%q", asked.String())
		holds := func(p *othello.Position) []int {
			if p.Equal(asked) {
				return []int{0}
			}
			return nil
		}
		if i%2 == 1 {
			text, holds = askPattern(r, asked)
		}
		text += options
		q, err := query.Parse("game:othello " + text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		b, err := query.OneBoard(q.Root)
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 && b.Every {
			continue // a position cannot come up twice: discs are never taken away
		}
		want, got := scanOthello(scripts, b, holds), map[nodeAt]bool{}
		for h, err := range Run(ctx, s, q, nil) {
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			got[nodeAt{h.Game, h.Node}] = true
		}
		if !maps.Equal(want, got) {
			t.Errorf("%s: %d nodes, a scan finds %d", text, len(got), len(want))
		}
		total += len(want)
	}
	if total < 500 {
		t.Errorf("only %d nodes were found", total)
	}
}

// askPattern cuts a region out of a board, some of whose squares may be as they like.
func askPattern(r *rand.Rand, p *othello.Position) (text string, holds func(*othello.Position) []int) {
	left, top := 2+r.IntN(2), 2+r.IntN(2)
	cols, rows := 2+r.IntN(2), 2+r.IntN(2)
	corner := r.IntN(3) == 0
	if corner {
		left, top, cols, rows = 0, 0, 3, 4
	}
	signs := ""
	var cells []position.Cell
	for y := range rows {
		if y > 0 {
			signs += "/"
		}
		for x := range cols {
			c := position.CellOf(p.At(position.At(left+x, top+y)))
			if r.IntN(5) == 0 {
				c = position.Any
			}
			cells = append(cells, c)
			signs += c.Letter()
		}
	}
	text = "pat:[" + signs + "]"
	if corner {
		text = "pat:NW[" + signs + "]"
	}
	return text, func(p *othello.Position) (list []int) {
		for y := range 8 - rows + 1 {
			for x := range 8 - cols + 1 {
				fits := !corner || x == 0 && y == 0
				for i, c := range cells {
					fits = fits && c.Admits(p.At(position.At(x+i%cols, y+i/cols)))
				}
				if fits {
					list = append(list, 8*y+x)
				}
			}
		}
		return list
	}
}

// At the start, which is its own image, the four first moves mean the same, and so do
// second moves that mirror each other; in a tree the lines go on in one orientation.
func TestOthelloFoldsMoves(t *testing.T) {
	s, scripts := newOthelloArchive(t, 120)
	q, err := query.Parse("pos:" + fmt.Sprintf("%q", othello.New(8).String()) + " variations:off")
	if err != nil {
		t.Fatal(err)
	}
	table, err := Next(context.Background(), s, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Continuations) != 1 || table.Games != len(scripts) || table.Continuations[0].Games != len(scripts) || othello.Name(table.Continuations[0].Move.Point) != "f5" {
		t.Errorf("got %+v", table)
	}
	first := map[position.Point]bool{}
	for _, script := range scripts {
		first[script.NextMove(0).Point] = true
	}
	if len(first) != 4 {
		t.Fatalf("games begin in %d ways", len(first))
	}
	if !game.Stays(1) || game.Stays(othelloNumber) {
		t.Error("discs stay")
	}
}
