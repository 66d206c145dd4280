package position

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
)

// excerptOf returns the excerpt of a script as it is packed.
func excerptOf(t testing.TB, s Script, size Size, spans []Span) *Excerpt {
	t.Helper()
	e, _, err := new(ScriptBuffer).UnpackExcerpt(s.AppendPacked(nil, size), spans, nil)
	if err != nil {
		t.Fatalf("%v: %04x: %v", spans, s, err)
	}
	return &e
}

// A replayed is what is compared of a node.
type replayed struct {
	step  Step
	board string
}

// replayedOf replays an excerpt, without passing over anything, and returns its nodes by their numbers.
func replayedOf(size Size, e *Excerpt) map[int]replayed {
	nodes := map[int]replayed{}
	var r Replayer
	r.StartIn(size, e)
	for event := r.Next(); event != End; event = r.Next() {
		if event == AtNode {
			step := *r.Step()
			step.Placed, step.Changes = slices.Clone(step.Placed), slices.Clone(step.Changes)
			nodes[step.Node] = replayed{step, r.Board().String()}
		}
	}
	return nodes
}

// An excerpt has the nodes that matter, those above and those below, each with its number and as it
// is in the script; and no variation without any of these.
func TestExcerpt(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 9))
	var buffer ScriptBuffer
	less, whole, none, dropped := 0, 0, 0, 0
	for range testsize.Of(3000, 600) {
		size := []Size{Square(5), Square(9), {7, 4}, Square(19)}[r.IntN(4)]
		s := randomScript(r, size, 1+r.IntN(120))
		nodes := s.Nodes()
		spans := []Span{}
		for at := r.IntN(nodes + 1); at < nodes && len(spans) < 4; {
			to := at + 1 + r.IntN(5)
			spans = append(spans, Span{at, to})
			at = to + r.IntN(nodes)
		}
		e, _, err := buffer.UnpackExcerpt(s.AppendPacked(nil, size), spans, nil)
		if err != nil {
			t.Fatalf("%v of %04x: %v", spans, s, err)
		}
		if err := e.Script.check(); err != nil {
			t.Fatalf("%v of %04x: %04x: %v", spans, s, e.Script, err)
		}
		want, got := replayedOf(size, &Excerpt{Script: s}), replayedOf(size, &e)
		matters := func(n int) bool {
			return slices.ContainsFunc(spans, func(s Span) bool { return s.From <= n && n < s.To })
		}
		needed := map[int]bool{}
		for n := range nodes {
			needed[n] = anyUp(want, matters, n)
		}
		for n := range nodes {
			if matters(n) {
				for up := n; up >= 0; up = want[up].step.Parent {
					needed[up] = true
				}
			}
		}
		for n := range needed {
			if _, ok := got[n]; needed[n] && !ok {
				t.Fatalf("%v of %04x: node %d is missing in %04x", spans, s, n, e.Script)
			}
		}
		for n, node := range got {
			w := want[n]
			if node.board != w.board || node.step.Depth != w.step.Depth || node.step.MoveNumber != w.step.MoveNumber ||
				node.step.Parent != w.step.Parent || node.step.MainLine != w.step.MainLine || node.step.Move != w.step.Move ||
				!slices.Equal(node.step.Changes, w.step.Changes) {
				t.Fatalf("%v of %04x: node %d is\n%+v, want\n%+v", spans, s, n, node, w)
			}
		}
		if e.numbers != nil {
			var open []int // words
			for i, w := range e.Script {
				switch w {
				case wordOpen:
					open = append(open, i)
				case wordClose:
					from := open[len(open)-1]
					open = open[:len(open)-1]
					some := false
					for k := from; k < i; k++ {
						some = some || startsNode(e.Script[k]) && needed[int(e.numbers[k])]
					}
					if !some {
						t.Fatalf("%v of %04x: words %d to %d of %04x are not needed", spans, s, from, i, e.Script)
					}
				}
			}
		}
		dropped += nodes - len(got)
		if len(got) < nodes {
			less++
		} else {
			whole++
		}
		if len(spans) == 0 {
			none++
		}
	}
	t.Logf("%d excerpts are without %d nodes, %d scripts are whole, %d have no node that matters", less, dropped, whole, none)
	if less < 150 || dropped < 3000 || whole < 100 || none < 10 {
		t.Errorf("%d excerpts are without %d nodes, %d scripts are whole, %d have no node that matters: the test tests little", less, dropped, whole, none)
	}
}

// anyUp reports whether a node matters or one above it.
func anyUp(nodes map[int]replayed, matters func(int) bool, n int) bool {
	for ; n >= 0; n = nodes[n].step.Parent {
		if matters(n) {
			return true
		}
	}
	return false
}

// An excerpt of everything is the script, and what is no script has no such excerpt.
func TestExcerptOfEverything(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 10))
	for range testsize.Of(500, 100) {
		size := Square(1 + r.IntN(19))
		s := randomScript(r, size, r.IntN(60))
		for _, spans := range [][]Span{nil, {{0, 1}}} {
			if e := excerptOf(t, s, size, spans); !slices.Equal(e.Script, s) {
				t.Fatalf("%v of %04x: %04x", spans, s, e.Script)
			}
		}
		if e := excerptOf(t, s, size, []Span{{1, len(s) + 1}}); e.Script.Nodes() != s.Nodes() {
			t.Fatalf("all but the root of %04x: %04x", s, e.Script)
		}
	}
	good := Script{wordNode, uint16(At(2, 2)), wordOpen, uint16(Pass) | wordWhite, wordClose}.AppendPacked(nil, Square(9))
	for name, b := range map[string][]byte{
		"no board":              {packedOblong, 0, 5, 0xFF},
		"an odd word":           {packedWords, 1},
		"after the end":         {19, 0xFF, 0xFF, 0xFF},
		"a word cut off":        {9, 81 + codeWord},
		"not closed":            good[:len(good)-1],
		"closes and opens":      {9, 81 + codeClose, 0xFF},
		"a stone before a node": {9, 81 + codeWord, 0x00, 0xC8, 0xFF},
	} {
		if _, err := UnpackScript(b); !errors.Is(err, ErrScript) {
			t.Errorf("%s: %x is a script", name, b)
		}
		if e, _, err := new(ScriptBuffer).UnpackExcerpt(b, []Span{{1, 100}}, nil); !errors.Is(err, ErrScript) {
			t.Errorf("%s: %x is read as %04x, %v", name, b, e.Script, err)
		}
	}
}

// Whatever the bytes are, an excerpt of everything is the script if there is one, and one of
// some nodes can be replayed.
func FuzzUnpackExcerpt(f *testing.F) {
	r := rand.New(rand.NewPCG(18, 11))
	for _, size := range []Size{Square(5), Square(19), {7, 11}} {
		f.Add(randomScript(r, size, 40).AppendPacked(nil, size), uint16(3), uint16(9))
	}
	f.Fuzz(func(t *testing.T, b []byte, from, to uint16) {
		s, failed := UnpackScript(b)
		var buffer ScriptBuffer
		e, _, err := buffer.UnpackExcerpt(b, []Span{{1, 1 << 30}}, nil)
		if (err == nil) != (failed == nil) || err == nil && e.Script.Nodes() != s.Nodes() {
			t.Fatalf("%x: %04x, %v as an excerpt, %04x, %v as a script", b, e.Script, err, s, failed)
		}
		e, outline, err := buffer.UnpackExcerpt(b, []Span{{int(from), int(to)}}, nil)
		if err != nil && failed == nil {
			t.Fatalf("%x: %v", b, err)
		}
		if err == nil && e.Script.check() != nil {
			t.Fatalf("%x: %04x: %v", b, e.Script, e.Script.check())
		}
		if err != nil {
			return
		}
		replayedOf(Square(9), &e)
		words := slices.Clone(e.Script)
		if e, _, err = buffer.UnpackExcerpt(b, []Span{{int(from), int(to)}}, outline); err != nil || !slices.Equal(e.Script, words) {
			t.Fatalf("%x: %04x, %v with an outline, %04x without", b, e.Script, err, words)
		}
	})
}
