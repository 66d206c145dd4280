package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kifudb/archive/engine/enginetest"
	"kifudb/book/evaluation"
	"kifudb/game/katago"
	"kifudb/position"
)

// fakeAsker answers as enginetest does, some requests at a time in reverse, from White's view.
type fakeAsker struct {
	asked map[string]int // by id
	stop  int            // after so many answers; 0: never
	lose  int            // every so many requests are not answered; 0: none
}

var errStopped = errors.New("stopped")

func (*fakeAsker) View() string { return katago.White }

func (f *fakeAsker) Ask(ctx context.Context, queries iter.Seq[*katago.Query], answer func(*katago.Query, *katago.Response) error) error {
	var held []*katago.Query
	answered := 0
	release := func() error {
		for _, q := range slices.Backward(held) {
			lead := -enginetest.Lead(enginetest.Board(q))
			chance := 1 - enginetest.Chance(-lead)
			r := &katago.Response{ID: q.ID, Turn: len(q.Moves), Lead: &lead, Chance: &chance, Visits: q.Visits, Best: []string{enginetest.Best(enginetest.Board(q))}}
			if f.stop > 0 && answered == f.stop {
				return errStopped
			}
			answered++
			if err := answer(q, r); err != nil {
				return err
			}
		}
		held = held[:0]
		return ctx.Err()
	}
	for q := range queries {
		if _, r, _, err := katago.Read(q.Line()); r != nil || err != nil {
			return fmt.Errorf("%s: %v", q.Line(), err)
		}
		f.asked[q.ID]++
		if f.lose > 0 && len(f.asked)%f.lose == 0 {
			continue
		}
		if held = append(held, q); len(held) == 7 {
			if err := release(); err != nil {
				return err
			}
		}
	}
	return release()
}

// analysedByEngine has games of which two begin alike, two come to the same position by another order of moves,
// and two cannot be analysed.
func analysedByEngine() []string {
	return append(analysedRecords()[:3],
		"(;GM[1]SZ[9]KM[7];B[ee];W[cc];B[gg];W[gc];B[cg])",
		"(;GM[1]SZ[9]KM[7];B[gg];W[cc];B[ee];W[gc];B[cg];W[];B[])",
		"(;GM[1]SZ[9]KM[7.3];B[ee])", "(;GM[1]SZ[9];B[ee])", "(;GM[11]SZ[11];B[a2];W[f6])")
}

// compareAnalysed compares what the archive says of each position with what the engine thinks, and returns how many
// different positions there are.
func compareAnalysed(t *testing.T, v *View, ids []GameID) (different int) {
	t.Helper()
	seen := map[string]bool{}
	for _, id := range ids {
		g, local, _ := v.snapshot.Segment(id)
		script, err := g.Script(local)
		if err != nil {
			t.Fatal(err)
		}
		facts := g.Facts(local)
		l := lineOf(script)
		estimates := mustEstimates(t, v, id)
		tree, err := v.GameTree(id, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		before := 0.0
		for turn := range len(l.moves) + 1 {
			b := enginetest.Board(&katago.Query{Size: facts.Size, Stones: l.stones, Moves: l.moves[:turn]})
			passes := 0
			for _, m := range slices.Backward(l.moves[:turn]) {
				if m.Point != position.Pass {
					break
				}
				passes++
			}
			ko, _ := b.Ko()
			seen[fmt.Sprint(b, l.toMove(turn), ko, facts.Komi, passes)] = true
			lead := enginetest.Lead(b)
			for node := l.nodes[turn][0]; node <= l.nodes[turn][1]; node++ {
				if e := estimates[node]; e == nil || *e.Lead != lead || math.Abs(*e.Black-enginetest.Chance(lead)) > 1e-6 || e.Best[0] != enginetest.Best(b) || e.From[0] != "fake engine" {
					t.Fatalf("game %d, move %d: %+v, want %v", id, turn, e, lead)
				}
			}
			if turn > 0 {
				lost := before - lead
				if l.moves[turn-1].Color == position.White {
					lost = -lost
				}
				if got := tree.Nodes[l.nodes[turn][0]].Loss; got == nil || got.Points == nil || math.Abs(*got.Points-lost) > 1e-6 {
					t.Fatalf("game %d, move %d: lost %+v, want %v", id, turn, got, lost)
				}
			}
			before = lead
		}
	}
	return len(seen)
}

// Each position has the engine's value, and each is asked about once.
func TestAnalyze(t *testing.T) {
	v := archiveOf(t, analysedByEngine()...)
	all := []GameID{1, 2, 3, 4, 5, 6, 7, 8}
	f := &fakeAsker{asked: map[string]int{}}
	o := &Analyze{Engine: f, Command: "fake engine", Visits: 30, Rules: "japanese"}
	done, err := v.Analyze(t.Context(), all, o)
	if err != nil {
		t.Fatal(err)
	}
	after := again(t, v)
	different := compareAnalysed(t, after, all[:5])
	if positions := 61 + 61 + 6 + 6 + 8; len(f.asked) != different || done.Asked != different || done.Positions != positions || done.Known != positions-different || different > positions-31-3 {
		t.Errorf("%d asked of %d different positions: %+v", len(f.asked), different, done)
	}
	if done.Complete != 5 || done.OtherGame != 1 || done.NoKomi != 2 || done.Left != 0 || done.Whole() || done.View != "white" || done.Analysis != 1 {
		t.Errorf("%+v", done)
	}
	if list, err := after.Analyses(); err != nil || len(list.Analyses) != 1 || list.Analyses[0].Games != 5 || list.Analyses[0].Settings != "visits=30 rules=japanese" || list.Analyses[0].Kind != "job" {
		t.Errorf("%+v, %v", list, err)
	}
	f.asked = map[string]int{}
	if done, err := after.Analyze(t.Context(), all, o); err != nil || len(f.asked) > 0 || done.Asked != 0 || done.Known != done.Positions || done.Complete != 5 {
		t.Errorf("again: %+v, %v", done, err)
	}
	other := *o
	other.Visits = 31
	if done, err := after.Analyze(t.Context(), all[:1], &other); err != nil || done.Asked != 61 || done.Analysis != 2 {
		t.Errorf("with other visits: %+v, %v", done, err)
	}
	zero := 0.0
	other.Komi = &zero
	if done, err := after.Analyze(t.Context(), all[6:7], &other); err != nil || done.Complete != 1 || !done.Whole() {
		t.Errorf("with a komi: %+v, %v", done, err)
	}
	if checked, err := v.archive.Check(t.Context(), &Check{}); err != nil || len(checked.Faults) > 0 {
		t.Errorf("check: %+v, %v", checked, err)
	}
}

// An analysis that is stopped anywhere goes on from there, and asks nothing twice.
func TestAnalyzeGoesOn(t *testing.T) {
	all := []GameID{1, 2, 3, 4, 5}
	for _, stop := range []int{1, 6, 7, 40, 61, 62, 100} {
		v := archiveOf(t, analysedByEngine()...)
		answered := map[string]int{}
		runs := 0
		for {
			runs++
			f := &fakeAsker{asked: map[string]int{}, stop: stop}
			done, err := again(t, v).Analyze(t.Context(), all, &Analyze{Engine: f, Command: "fake engine", Visits: 30, Rules: "japanese"})
			if done.Asked > stop {
				t.Fatalf("%+v", done)
			}
			answered["all"] += done.Asked
			if err == nil {
				break
			}
			if !errors.Is(err, errStopped) || done.Left == 0 {
				t.Fatalf("stopped after %d: %+v, %v", stop, done, err)
			}
			if list := mustEstimates(t, again(t, v), 1); stop > 7 && list[0] == nil {
				t.Errorf("stopped after %d: what was answered is not shown", stop)
			}
		}
		if different := compareAnalysed(t, again(t, v), all); answered["all"] != different {
			t.Errorf("stopped after %d each, %d runs: %d answers for %d positions", stop, runs, answered["all"], different)
		}
	}
}

// Positions that are given up, or too many, are left, and said.
func TestAnalyzeLeaves(t *testing.T) {
	v := archiveOf(t, analysedByEngine()...)
	f := &fakeAsker{asked: map[string]int{}, lose: 10}
	done, err := v.Analyze(t.Context(), []GameID{1}, &Analyze{Engine: f, Command: "fake engine", Rules: "japanese"})
	if err != nil || done.Asked != 55 || done.Left != 6 || done.Complete != 0 || done.Whole() {
		t.Errorf("%+v, %v", done, err)
	}
	f = &fakeAsker{asked: map[string]int{}}
	done, err = v.Analyze(t.Context(), []GameID{1, 2}, &Analyze{Engine: f, Command: "another engine", Rules: "japanese", Most: 70})
	if err != nil || done.Asked != 70 || len(f.asked) != 70 || done.Complete != 1 || done.Left == 0 {
		t.Errorf("%+v, %v", done, err)
	}
}

// Of a damaged file of answers, those before the damage count; the others are asked again.
func TestAnalyzeDamagedAnswers(t *testing.T) {
	v := archiveOf(t, analysedByEngine()...)
	o := &Analyze{Command: "fake engine", Rules: "japanese"}
	run := func() *Analyzed {
		t.Helper()
		o.Engine = &fakeAsker{asked: map[string]int{}}
		done, err := again(t, v).Analyze(t.Context(), []GameID{1}, o)
		if err != nil || done.Complete != 1 {
			t.Fatalf("%+v, %v", done, err)
		}
		return done
	}
	run()
	path := filepath.Join(v.archive.Dir(), evaluation.AnswersName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(data); at += 101 {
		bad := slices.Clone(data)
		bad[at] ^= 16
		if at%2 == 1 {
			bad = bad[:at]
		}
		if err := os.WriteFile(path, bad, 0o666); err != nil {
			t.Fatal(err)
		}
		if done := run(); done.Asked == 0 || done.Asked > 61 {
			t.Errorf("byte %d: %+v", at, done)
		}
		if done := run(); done.Asked != 0 {
			t.Errorf("byte %d, and again: %+v", at, done)
		}
	}
}
