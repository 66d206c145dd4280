package position

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
)

// compareRetold goes through a script with its captures and compares each step with
// that of a replay. It returns how many captures there are, -1 if the game is not plain.
func compareRetold(t testing.TB, l *CaptureLog, size Size, s Script) int {
	t.Helper()
	var steps []Step
	var keys []Key
	var r Replayer
	l.Start(s)
	r.Replay(size, s, func(b *Board, step *Step) bool {
		l.See(step)
		if len(step.Changes) > 0 || step.Node == 0 {
			keys = append(keys, b.IndexKey())
		}
		kept := *step
		kept.Placed, kept.Changes = slices.Clone(step.Placed), slices.Clone(step.Changes)
		steps = append(steps, kept)
		return true
	})
	captures := l.Captures()
	comparePlainKeys(t, size, s, keys, captures)
	if captures == nil {
		return -1
	}
	compareStones(t, s, captures, steps)
	r.StartRetold(s, captures)
	for _, want := range steps {
		if event := r.Next(); event != AtNode {
			t.Fatalf("event %v instead of node %d", event, want.Node)
		}
		got := *r.Step()
		if !slices.Equal(got.Placed, want.Placed) || !slices.Equal(got.Changes, want.Changes) {
			t.Fatalf("%v\nretold %+v, replayed %+v", s, got, want)
		}
		got.Placed, got.Changes, want.Placed, want.Changes = nil, nil, nil, nil
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v\nretold %+v, replayed %+v", s, got, want)
		}
	}
	if r.Next() != End {
		t.Fatal("there are more nodes")
	}
	return len(captures) - 1
}

// compareStones compares what AppendStones tells of a plain game with the steps of a replay.
func compareStones(t testing.TB, s Script, captures Captures, steps []Step) {
	t.Helper()
	want := []Stone{{Node: 7}}
	got, numbered := AppendStones(slices.Clone(want), s, captures)
	wantNumbered := true
	for _, step := range steps {
		wantNumbered = wantNumbered && step.MoveNumber == step.Node
		for _, c := range step.Changes {
			want = append(want, Stone{uint16(step.Node), c.Point, c.Color})
		}
	}
	if !slices.Equal(got, want) || numbered != wantNumbered {
		t.Fatalf("%v\nretold %v, numbered %v; replayed %v, %v", s, got, numbered, want, wantNumbered)
	}
}

func TestRetold(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var l CaptureLog
	plain, captures, not := 0, 0, 0
	for range 3000 {
		size := Size{1 + rnd.IntN(7), 1 + rnd.IntN(7)}
		s := randomScript(rnd, size, 1+rnd.IntN(25))
		if rnd.IntN(2) == 0 { // moves in order alone, after setup
			var b ScriptBuilder
			var board Replayer
			for _, i := range rnd.Perm(size.Area())[:rnd.IntN(size.Area()+1)/3] {
				b.Add(Black+Color(rnd.IntN(2)), size.At(i))
			}
			at, _ := board.To(size, b.Words(), 0)
			color := Black
			for range 40 {
				if rnd.IntN(20) == 0 {
					b.Node()
				}
				m := Move{color, size.At(rnd.IntN(size.Area()))}
				if rnd.IntN(30) == 0 {
					m.Point = Pass
				}
				if at.Legal(m) == nil {
					at.Play(m)
					b.Node()
					b.Move(m)
					if rnd.IntN(20) == 0 {
						b.ToPlay(color)
					}
				}
				color = color.Opponent()
			}
			s = b.Script()
			if compareRetold(t, &l, size, s) < 0 {
				t.Fatalf("not plain: %v", s)
			}
		}
		if n := compareRetold(t, &l, size, s); n < 0 {
			not++
		} else {
			plain++
			captures += n
		}
	}
	if plain < 1500 || captures < 3000 || not < 500 {
		t.Errorf("%d games are plain, with %d captures, and %d are not: the test has too few of some", plain, captures, not)
	}
}

// TestNotPlain has one thing in each game for which it has to be executed.
func TestNotPlain(t *testing.T) {
	aa, bb := At(0, 0), At(1, 1)
	play := func(b *ScriptBuilder, c Color, p Point) { b.Node(); b.Move(Move{c, p}) }
	for name, write := range map[string]func(b *ScriptBuilder){
		"a variation":            func(b *ScriptBuilder) { b.Node(); b.Open(); play(b, Black, aa); b.Close() },
		"setup later":            func(b *ScriptBuilder) { b.Node(); b.Node(); b.Add(Black, aa) },
		"setup of nothing":       func(b *ScriptBuilder) { b.Node(); b.Add(Empty, aa) },
		"a stone twice":          func(b *ScriptBuilder) { b.Add(Black, aa); b.Add(Black, aa) },
		"a stone replaced":       func(b *ScriptBuilder) { b.Add(Black, aa); b.Add(White, aa) },
		"setup beside the board": func(b *ScriptBuilder) { b.Add(Black, aa); b.Add(Black, At(30, 3)) },
		"a move beside it":       func(b *ScriptBuilder) { b.Node(); play(b, Black, At(30, 3)) },
		"an occupied point":      func(b *ScriptBuilder) { play(b, Black, bb); play(b, White, bb) },
		"two moves in a node":    func(b *ScriptBuilder) { play(b, Black, aa); b.Move(Move{White, bb}) },
		"nothing":                func(*ScriptBuilder) {},
	} {
		var b ScriptBuilder
		write(&b)
		if n := compareRetold(t, new(CaptureLog), Square(9), b.Script()); n >= 0 {
			t.Errorf("%s: taken for a plain game", name)
		}
	}
	var b ScriptBuilder
	for range maxCaptureNodes {
		b.Node()
	}
	if n := compareRetold(t, new(CaptureLog), Square(9), b.Script()); n != 0 {
		t.Errorf("%d nodes: %d captures, want 0", maxCaptureNodes, n)
	}
	b.Node()
	if n := compareRetold(t, new(CaptureLog), Square(9), b.Script()); n >= 0 {
		t.Error("a game is plain though its nodes do not fit into 16 bits")
	}
}
