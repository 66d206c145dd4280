package game

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/position/chess"
)

// A main line ends with a position for the third time where counting in all of it says so, although only
// what follows the latest capture or move of a pawn is kept.
func TestRepetitionsOfChess(t *testing.T) {
	repeated, reset := 0, 0
	for seed := range uint64(testsize.Of(400, 100)) {
		rng := rand.New(rand.NewPCG(seed, 37))
		p, err := chess.ParseFEN("k7/p6p/8/8/8/8/P6P/K7 w - -")
		if err != nil {
			t.Fatal(err)
		}
		start := Men{p.Clone()}
		line := []chess.Position{*p}
		var b position.ScriptBuilder
		b.Node()
		for range 8 + rng.IntN(60) {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			back := func(m chess.Move) bool { // the kings are where they were
				return len(line) >= 4 && after(p, m).Same(&line[len(line)-4])
			}
			kings := slices.DeleteFunc(slices.Clone(moves), func(m chess.Move) bool { return p.At(m.From).Kind() != chess.King })
			switch i := slices.IndexFunc(moves, back); {
			case i >= 0 && rng.IntN(4) > 0:
				m = moves[i]
			case len(kings) > 0 && rng.IntN(4) > 0:
				m = kings[rng.IntN(len(kings))]
			}
			b.Node()
			b.Move(chess.ScriptMove(p.ToPlay(), m))
			p.Make(m)
			line = append(line, *p)
			if p.Quiet() == 0 {
				reset++
			}
		}
		naming := chessGame.Naming()
		for step := range chessGame.Replay(start, b.Script()) {
			naming.See(step)
		}
		times := 0
		for i := range line {
			if line[i].Same(p) {
				times++
			}
		}
		got := slices.ContainsFunc(naming.Names(), func(n Name) bool { return n.Text == chessEndings[2].Text })
		if got != (times >= 3) {
			t.Fatalf("seed %d: the last position came up %d times, named repetition: %v", seed, times, got)
		}
		if got {
			repeated++
		}
	}
	if repeated < 10 || reset < 10 {
		t.Errorf("%d repetitions and %d captures or moves of pawns try too little", repeated, reset)
	}
}

func after(p *chess.Position, m chess.Move) *chess.Position {
	q := p.Clone()
	q.Make(m)
	return q
}
