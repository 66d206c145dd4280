package query

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
)

// sparseScript makes a game on a board that is large for its moves, so that
// stones of both colors touch late if at all. Now and then there is setup, a
// pass, a move out of turn, or a variation.
func sparseScript(r *rand.Rand, size position.Size) position.Script {
	var b position.ScriptBuilder
	if r.IntN(6) == 0 {
		b.Add(position.Black, size.At(r.IntN(size.Area())))
	}
	color, open := position.Black, 0
	for range 4 + r.IntN(20) {
		if r.IntN(12) == 0 {
			b.Open()
			open++
		}
		b.Node()
		switch r.IntN(16) {
		case 0:
			b.Move(position.Move{Color: color, Point: position.Pass})
		case 1:
			b.Add(position.White, size.At(r.IntN(size.Area())))
		case 2: // a node without a move
			continue
		default:
			b.Move(position.Move{Color: color, Point: size.At(r.IntN(size.Area()))})
		}
		if r.IntN(10) > 0 {
			color = color.Opponent()
		}
		if open > 0 && r.IntN(5) == 0 {
			b.Close()
			open--
		}
	}
	return append(position.Script(nil), b.Script()...)
}

// TestOpening compares what is found along the moves with a replay.
func TestOpening(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	told, hits := 0, 0
	for range 4000 {
		size := position.Size{Cols: 2 + r.IntN(9), Rows: 2 + r.IntN(9)}
		script := sparseScript(r, size)
		var replayer position.Replayer
		board, ok := replayer.To(size, script, r.IntN(min(script.Nodes(), 8)))
		if !ok {
			t.Fatal("there is no such node")
		}
		term := &Board{
			Kind: "pos", Text: "some moves", Next: position.Color(max(0, r.IntN(6)-3)),
			SwapColors: r.IntN(2) == 0, NoSymmetry: r.IntN(3) == 0, MainLine: r.IntN(4) == 0,
		}
		if r.IntN(4) == 0 {
			term.Moves = Window{From: r.IntN(4), To: 2 + r.IntN(6)}
		}
		w, err := newWhole(term, board.Clone())
		if err != nil {
			t.Fatal(err)
		}
		f := w.searcher().(*wholeSearcher)
		first := r.IntN(3) == 0
		f.begin(keepAll)
		if !f.opening(script, first) {
			continue
		}
		told++
		got := f.kept()
		f.begin(keepAll)
		f.replay(script, nil, first)
		want := f.kept()
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("size %v, first %v, %+v: (-replay +opening)\n%s", size, first, *term, d)
		}
		hits += len(got)
	}
	if told < 500 || hits < 400 {
		t.Errorf("%d openings told all, with %d hits: the test tests little", told, hits)
	}
}
