package position

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// moves of a small game with two variations; see TestReplay for its tree.
func smallTree() Script {
	var b ScriptBuilder
	b.Add(Black, At(2, 2)) // 0
	b.Node()               // 1
	b.Move(Move{White, At(1, 2)})
	b.Open()
	b.Node() // 2
	b.Move(Move{Black, At(0, 0)})
	b.Close()
	b.Open()
	b.Node() // 3
	b.Move(Move{Black, At(1, 1)})
	b.Open()
	b.Node() // 4
	b.Move(Move{White, Pass})
	b.Close()
	b.Open()
	b.Node() // 5
	b.Move(Move{White, At(1, 1)})
	return b.Script()
}

func TestReplay(t *testing.T) {
	var got strings.Builder
	var r Replayer
	r.Replay(Square(3), smallTree(), func(b *Board, s *Step) bool {
		fmt.Fprintf(&got, "%d<%d depth %d move %d main %v %v %v %v\n",
			s.Node, s.Parent, s.Depth, s.MoveNumber, s.MainLine, s.Moved, s.Fault, s.Changes)
		return true
	})
	want := `0<-1 depth 0 move 0 main true false  [{cc black}]
1<0 depth 1 move 1 main true true  [{bc white}]
2<1 depth 2 move 2 main true true  [{aa black}]
3<1 depth 2 move 2 main false true  [{bb black}]
4<3 depth 3 move 3 main false true  []
5<3 depth 3 move 3 main false true occupied [{bb white}]
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}

func TestReplayStops(t *testing.T) {
	var r Replayer
	n := 0
	r.Replay(Square(3), smallTree(), func(*Board, *Step) bool { n++; return n < 3 })
	if n != 3 {
		t.Errorf("visited %d nodes, want 3", n)
	}
}

func TestReplayTo(t *testing.T) {
	var r Replayer
	s := smallTree()
	b, ok := r.To(Square(3), s, 4)
	if got, want := rows(b), "...\n.X.\n.OX\n"; !ok || got != want {
		t.Errorf("To(4) = %v\n%swant\n%s", ok, got, want)
	}
	if b, ok := r.To(Square(3), s, 6); ok || b.Stones(Black) > 0 {
		t.Errorf("To(6) found a node that is not there")
	}
	for moveNumber, want := range []int{0, 1, 2, 2} {
		if got := s.NodeAt(moveNumber); got != want {
			t.Errorf("NodeAt(%d) = %d, want %d", moveNumber, got, want)
		}
	}
	if s.Nodes() != 6 || s.Moves() != 2 || !s.Branched() {
		t.Errorf("%d nodes, %d moves, branched %v, want 6, 2, true", s.Nodes(), s.Moves(), s.Branched())
	}
}

// MoveNodes says for every move what NodeAt says for one.
func TestMoveNodes(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	late := 0 // scripts whose first move is not at the root
	for range 300 {
		s := randomScript(r, Square(5), 1+r.IntN(60))
		nodes := s.MoveNodes()
		if len(nodes) != s.Moves()+1 {
			t.Fatalf("%d numbers for %d moves", len(nodes), s.Moves())
		}
		for move, node := range nodes {
			if want := s.NodeAt(move); int(node) != want {
				t.Fatalf("move %d: node %d, want %d, in %v", move, node, want, s)
			}
		}
		if nodes[0] > 0 {
			late++
		}
	}
	if nodes := (Script{}).MoveNodes(); len(nodes) != 1 || nodes[0] != 0 || late == 0 {
		t.Errorf("an empty script: %v; %d scripts began late", nodes, late)
	}
}

// compareReplay runs a script both ways and compares every node.
func compareReplay(t testing.TB, r *Replayer, size Size, s Script) {
	t.Helper()
	want := naiveReplay(size, s)
	at := 0
	r.Replay(size, s, func(b *Board, step *Step) bool {
		n := want[at]
		at++
		compare(t, b, n.board)
		if step.Node != n.node || step.Parent != n.parent || step.Depth != n.depth ||
			step.MoveNumber != n.moves || step.MainLine != n.mainLine || step.Fault != n.fault || step.Move != n.move {
			t.Fatalf("step %+v, naively %+v", *step, *n)
		}
		if !slices.Equal(step.Placed, n.placed) {
			t.Fatalf("node %d placed %v, naively %v", n.node, step.Placed, n.placed)
		}
		before := newNaiveBoard(size)
		if n.parent >= 0 {
			before = want[n.parent].board
		}
		changes := map[Point]Color{}
		for i := range size.Area() {
			if p := size.At(i); before.stones[p] != n.board.stones[p] {
				changes[p] = n.board.stones[p]
			}
		}
		if len(changes) != len(step.Changes) {
			t.Fatalf("node %d: changes %v, naively %v", n.node, step.Changes, changes)
		}
		for _, c := range step.Changes {
			if got, ok := changes[c.Point]; !ok || got != c.Color {
				t.Fatalf("node %d: changes %v, naively %v", n.node, step.Changes, changes)
			}
		}
		b.check(t)
		again := NewBoard(size) // the node's words, one by one
		for i := range size.Area() {
			again.Set(size.At(i), before.stones[size.At(i)])
		}
		for _, w := range r.Words() {
			again.Execute(Word(w))
		}
		if got, want := rows(again), rows(b); got != want {
			t.Fatalf("node %d: its words %v led to\n%swant\n%s", n.node, r.Words(), got, want)
		}
		return true
	})
	if at != len(want) {
		t.Fatalf("%d nodes, want %d", at, len(want))
	}
}

func TestReplayNaive(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	var r Replayer
	for range 400 {
		size := Size{1 + rnd.IntN(7), 1 + rnd.IntN(7)}
		compareReplay(t, &r, size, randomScript(rnd, size, 60))
		r.Board().Canonical()
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(uint8(3), uint8(3), smallTree().AppendBytes(nil))
	f.Add(uint8(2), uint8(2), []byte{0, 0x10, 1, 0x30}) // codes beyond points
	f.Add(uint8(2), uint8(2), []byte{0, 0xE0, 0, 0x80, 1, 0xE0, 0, 0x90})
	f.Fuzz(func(t *testing.T, cols, rows uint8, data []byte) {
		size := Size{int(cols%7) + 1, int(rows%7) + 1}
		data = data[:min(len(data)&^1, 400)]
		s, err := ParseScript(data)
		if err != nil {
			s = nil // a replay must stand also what no builder writes
			for i := 0; i < len(data); i += 2 {
				s = append(s, uint16(data[i])|uint16(data[i+1])<<8)
			}
			new(Replayer).Replay(size, s, func(b *Board, _ *Step) bool { b.check(t); return true })
			return
		}
		compareReplay(t, new(Replayer), size, s)
	})
}

func TestReplayAllocates(t *testing.T) {
	var r Replayer
	s := smallTree()
	replay := func() {
		r.Replay(Square(9), s, func(b *Board, _ *Step) bool { b.Canonical(); return true })
	}
	replay()
	if n := testing.AllocsPerRun(10, replay); n > 0 {
		t.Errorf("%v allocations for a replay, want none", n)
	}
}

// A million variations within each other must cost heap only, and little.
func TestReplayDeep(t *testing.T) {
	const n = 1_000_000
	s := make(Script, 0, 3*n)
	for i := range n {
		s = append(s, uint16(At(i%19, i/19%19))|uint16(i%2)<<14, 0xE000)
	}
	for range n {
		s = append(s, 0xE001)
	}
	var r Replayer
	nodes := 0
	r.Replay(Square(19), s, func(*Board, *Step) bool { nodes++; return true })
	if nodes != n {
		t.Errorf("%d nodes, want %d", nodes, n)
	}
	if b := r.Board(); b.Stones(Black)+b.Stones(White) != 1 {
		t.Errorf("the board was not taken back to the first node:\n%s", rows(b))
	}
}

func TestScriptBytes(t *testing.T) {
	s := smallTree()
	b := s.AppendBytes([]byte{0})[1:] // odd address: must be copied
	for _, b := range [][]byte{b, slices.Clone(b)} {
		got, err := ParseScript(b)
		if err != nil || !slices.Equal(got, s) {
			t.Errorf("ParseScript = %04x, %v, want %04x", got, err, s)
		}
	}
}

func TestParseScriptErrors(t *testing.T) {
	tests := []struct {
		words Script
		want  string
	}{
		{Script{0x8001}, "word 0: 8001 is unknown"},
		{Script{0x9000}, "word 0: 9000 stands outside of a node"},
		{Script{0x8000, 0xE000, 0x9000}, "word 2: 9000 stands outside of a node"},
		{Script{0xE000}, "word 0: a variation before the first node"},
		{Script{0x8000, 0xE001}, "word 1: closes a variation that is not open"},
		{Script{0x8000, 0xE000}, "1 variations are not closed"},
		{Script{0x8000, 0xE004}, "word 1: e004 is unknown"},
		{Script{0x8000, 0xF000}, "word 1: f000 is unknown"},
	}
	for _, tt := range tests {
		_, err := ParseScript(tt.words.AppendBytes(nil))
		if err == nil || !strings.HasSuffix(err.Error(), tt.want) {
			t.Errorf("ParseScript(%04x): %v, want %q", tt.words, err, tt.want)
		}
	}
	if _, err := ParseScript(make([]byte, 3)); err == nil {
		t.Error("ParseScript of 3 bytes: no error")
	}
}

func TestScriptBuilder(t *testing.T) {
	tests := []struct {
		name  string
		build func(*ScriptBuilder)
		want  Script
	}{
		{"nothing", func(*ScriptBuilder) {}, nil},
		{"a move is one word", func(b *ScriptBuilder) { b.Node(); b.Move(Move{White, At(3, 2)}) }, Script{0x4083}},
		{"setup comes before the move", func(b *ScriptBuilder) {
			b.Node()
			b.Move(Move{Black, At(0, 0)})
			b.Add(White, At(1, 0))
			b.Add(Empty, At(2, 0))
			b.ToPlay(White)
		}, Script{0x8000, 0xA001, 0xB002, 0xC000, 0xE003}},
		{"two moves", func(b *ScriptBuilder) { b.Move(Move{Black, Pass}); b.Move(Move{White, Pass}) }, Script{0x0FFF, 0xDFFF}},
		{"an empty node", func(b *ScriptBuilder) { b.Node(); b.Node() }, Script{0x8000, 0x8000}},
		{"left open", func(b *ScriptBuilder) { b.Node(); b.Open(); b.Node() }, Script{0x8000, 0xE000, 0x8000, 0xE001}},
		{"empty variations", func(b *ScriptBuilder) {
			b.Node()
			b.Open()
			b.Open()
			b.Close()
			b.Close()
			b.Open()
		}, Script{0x8000}},
		{"closed too often", func(b *ScriptBuilder) { b.Close(); b.Open(); b.Node(); b.Close() }, Script{0x8000}},
	}
	for _, tt := range tests {
		var b ScriptBuilder
		for range 2 { // the second time with used memory
			b.Reset()
			tt.build(&b)
			got := b.Script()
			if !slices.Equal(got, tt.want) {
				t.Errorf("%s: %04x, want %04x", tt.name, got, tt.want)
			}
			if err := got.check(); err != nil {
				t.Errorf("%s: %v", tt.name, err)
			}
		}
	}
}

// TestReplaySkip leaves out what is below some nodes, and nothing else.
func TestReplaySkip(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	var r Replayer
	skipped := 0
	for range 200 {
		size := Size{1 + random.IntN(9), 1 + random.IntN(9)}
		s := randomScript(random, size, 60)
		leave := make([]bool, s.Nodes())
		for i := range leave {
			leave[i] = random.IntN(12) == 0
		}
		var want, got []string
		below := make([]bool, len(leave)) // a node that is left out is above
		r.Replay(size, s, func(b *Board, step *Step) bool {
			if p := step.Parent; p >= 0 {
				below[step.Node] = below[p] || leave[p]
			}
			if below[step.Node] {
				skipped++
			} else {
				want = append(want, fmt.Sprint(*step, rows(b)))
			}
			return true
		})
		r.Replay(size, s, func(b *Board, step *Step) bool {
			got = append(got, fmt.Sprint(*step, rows(b)))
			if leave[step.Node] {
				r.Skip()
			}
			return true
		})
		if !slices.Equal(got, want) {
			t.Fatalf("size %v, leaving out what is below %v: got\n%v\nwant\n%v", size, leave, got, want)
		}
	}
	if skipped == 0 {
		t.Error("nothing was left out")
	}
}
