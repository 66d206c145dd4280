package postings

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/store/pages/pagestest"
)

// A keyer makes keys of boards, perhaps the same of different ones.
type keyer func(*position.Board) position.Key

func soundKey(b *position.Board) position.Key { return b.IndexKey() }

// poorKey has few values, so that most keys stand for many boards.
func poorKey(b *position.Board) position.Key { return b.Canonical() >> 59 << 59 }

// beginnings generates games that share how they begin: some stems, turned and
// with colors exchanged, with setup, passes, variations and repetitions.
func beginnings(r *rand.Rand, n int, key keyer) []Game {
	sizes := []position.Size{position.Square(19), position.Square(4), {Cols: 3, Rows: 5}, position.Square(52)}
	stems := make([][]position.Move, len(sizes))
	for i, size := range sizes {
		for k := range 14 {
			stems[i] = append(stems[i], position.Move{Color: position.Black + position.Color(k%2), Point: size.At(r.IntN(size.Area()))})
		}
	}
	var games []Game
	for local := range n {
		i := r.IntN(len(sizes))
		size := sizes[i]
		stem := slices.Clone(stems[i][:r.IntN(len(stems[i])+1)])
		symmetry, swapped := position.Symmetry(r.IntN(position.Symmetries(size))), r.IntN(2) == 0
		var b position.ScriptBuilder
		b.Node()
		if r.IntN(5) == 0 {
			b.Node() // so that nodes are not numbered as moves
		}
		depth := 0
		for k, m := range stem {
			if m.Point = symmetry.Apply(m.Point, size); swapped {
				m.Color = m.Color.Opponent()
			}
			switch r.IntN(40) {
			case 0:
				b.Node()
				b.Move(position.Move{Color: m.Color, Point: position.Pass})
			case 1:
				b.Open()
				depth++
			case 2:
				b.Node()
				b.Add(position.White, size.At(k))
				b.Node()
				b.Add(position.Empty, size.At(k))
			case 3:
				if depth > 0 {
					b.Close()
					b.Open()
				}
			}
			b.Node()
			if r.IntN(12) == 0 {
				b.Add(m.Color, m.Point)
			} else {
				b.Move(m)
			}
		}
		for range r.IntN(3) * r.IntN(9) {
			b.Node()
			b.Move(position.Move{Color: position.Black + position.Color(r.IntN(2)), Point: size.At(r.IntN(min(size.Area(), 9)))})
		}
		for ; depth > 0; depth-- {
			b.Close()
		}
		g := Game{Local: uint16(local), Size: size, Script: b.Script()}
		var keys []position.Key
		var replay position.Replayer
		replay.Replay(size, g.Script, func(b *position.Board, step *position.Step) bool {
			if step.Node == 0 || len(step.Changes) > 0 {
				keys = append(keys, key(b))
			}
			return true
		})
		g.Keys = KeysOf(keys...)
		if r.IntN(20) > 0 { // otherwise it is gone
			games = append(games, g)
		}
	}
	return games
}

// verified builds both indexes of games.
func verified(t testing.TB, games []Game) (*Index, *Verified) {
	t.Helper()
	var b Builder
	for _, g := range games {
		b.Add(g.Local, g.Keys)
	}
	data, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	x, err := Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	retold := slices.Clone(games)
	for i := range retold {
		g, l := &retold[i], position.CaptureLog{}
		l.Start(g.Script)
		r := position.Replayer{Rules: g.Rules}
		r.Replay(g.Size, g.Script, func(_ *position.Board, step *position.Step) bool {
			l.See(step)
			return true
		})
		g.Captures = l.Captures()
	}
	known := Verify(x, slices.Values(games))
	if !bytes.Equal(known, Verify(x, slices.Values(retold))) {
		t.Error("what is known is another thing if captures are")
	}
	v, err := OpenVerified(known, x, nil)
	if err != nil {
		t.Fatal(err)
	}
	for err := range v.Check() {
		t.Error(err)
	}
	return x, v
}

// hiddenVerified returns the same, of bytes that are not there until their guards are told of them.
func hiddenVerified(t testing.TB, x *Index, v *Verified) *Verified {
	t.Helper()
	data, guard := pagestest.Hidden(v.data)
	h, err := OpenVerified(data, hidden(t, x), guard)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// An occurrence is how a board came up in a game.
type occurrence struct {
	board      *position.Board
	node, move int
	main       bool
	replies    []position.Move
}

// occurrences replays a game and returns those nodes that have a key, by nothing
// but their boards, each with the moves that followed.
func occurrences(g *Game, key position.Key, of keyer) []*occurrence {
	var list []*occurrence
	at := make(map[int]*occurrence)
	var r position.Replayer
	r.Replay(g.Size, g.Script, func(b *position.Board, step *position.Step) bool {
		if o := at[step.Parent]; o != nil {
			switch {
			case step.Moved:
				o.replies = append(o.replies, step.Move)
			case len(step.Changes) == 0:
				at[step.Node] = o
			}
		}
		if (step.Node == 0 || len(step.Changes) > 0) && of(b)>>16 == key>>16 {
			at[step.Node] = &occurrence{b.Clone(), step.Node, step.MoveNumber, step.MainLine, nil}
			list = append(list, at[step.Node])
		}
		return true
	})
	return list
}

// isImage compares two boards point by point.
func isImage(of, b *position.Board, s position.Symmetry, swapped bool) bool {
	if of.Size() != b.Size() {
		return false
	}
	for i := range of.Size().Area() {
		p := of.Size().At(i)
		c := of.At(p)
		if swapped {
			c = c.Opponent()
		}
		if c != b.At(s.Apply(p, of.Size())) {
			return false
		}
	}
	return true
}

// anyImage reports whether one board is any image of the other.
func anyImage(of, b *position.Board) bool {
	for s := range position.Symmetries(of.Size()) {
		if isImage(of, b, position.Symmetry(s), false) || isImage(of, b, position.Symmetry(s), true) {
			return true
		}
	}
	return false
}

// TestVerify compares what is known of games with replays of all of them.
func TestVerify(t *testing.T) {
	for name, key := range map[string]keyer{"sound": soundKey, "poor": poorKey} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(31, 32))
			known, unknown, collisions := 0, 0, 0
			for range testsize.Of(3, 1) {
				games := beginnings(r, testsize.Of(400, 250), key)
				x, open := verified(t, games)
				v := hiddenVerified(t, x, open)
				byLocal := make(map[int]*Game)
				keys := make(map[position.Key]bool)
				for i := range games {
					byLocal[int(games[i].Local)] = &games[i]
					for _, k := range games[i].Keys {
						keys[position.Key(k)] = true
					}
				}
				for k := range keys {
					m, ok := v.Lookup(k)
					list := x.Lookup(nil, k)
					came := make(map[int][]*occurrence)
					places := make(map[[2]int]bool) // where it may come up for a code
					for _, local := range list {
						all := occurrences(byLocal[int(local)], k, key)
						came[int(local)] = all
						if len(all) == 1 {
							places[[2]int{all[0].node, all[0].move}] = true
						}
					}
					var base *occurrence
					if ok {
						if m.Len() != len(list) {
							t.Fatalf("%d games, codes for %d", len(list), m.Len())
						}
						base = came[m.Game][0]
					}
					for i, local := range list {
						g := byLocal[int(local)]
						all := came[int(local)]
						if len(all) == 0 {
							continue // another key of the same fingerprint
						}
						o := all[0]
						simple := len(all) == 1 && o.main && len(o.replies) <= 1 && g.Size != position.Square(52)
						if !ok || !m.Code(i).Known() {
							unknown++
							if ok && simple && anyImage(base.board, o.board) && !branches(g, o.node) && len(places) <= placesOf(g.Size) {
								t.Fatalf("game %d: nothing is known of key %x at node %d", local, k, o.node)
							}
							continue
						}
						known++
						if !simple {
							t.Fatalf("game %d: key %x comes up as %+v", local, k, all)
						}
						code := m.Code(i)
						if node, move := m.Place(code, g.Size); node != o.node || move != o.move {
							t.Fatalf("game %d: key %x at node %d, move %d; want %d, %d", local, k, node, move, o.node, o.move)
						}
						// The board to verify, turned back and on again.
						own, ownSwapped := m.Own().Image()
						symmetry, swapped := code.Image()
						if !isImage(base.board, o.board, own.Inverse().Then(symmetry), ownSwapped != swapped) {
							t.Fatalf("game %d: key %x is not the image that the code says", local, k)
						}
						next, followed := code.Next(g.Size)
						if next.Point = symmetry.Apply(next.Point, g.Size); swapped {
							next.Color = next.Color.Opponent()
						}
						if followed != (len(o.replies) == 1) || followed && next != o.replies[0] {
							t.Fatalf("game %d: %v followed, %v; want %v", local, next, followed, o.replies)
						}
						if int(code) >= m.Codes(g.Size) {
							t.Fatalf("code %d of %d", code, m.Codes(g.Size))
						}
					}
					if ok && len(list) > 0 && slices.ContainsFunc(list, func(local uint16) bool {
						all := came[int(local)]
						return len(all) > 0 && !anyImage(base.board, all[0].board)
					}) {
						collisions++
					}
				}
			}
			t.Logf("%d postings known, %d not, %d keys of several boards", known, unknown, collisions)
			if known < testsize.Of(1000, 300) || unknown < testsize.Of(1000, 300) || (name == "poor") != (collisions > testsize.Of(50, 15)) {
				t.Error("the test tests little")
			}
		})
	}
}

// branches reports whether a variation opens below a node before the next one
// that moves or changes anything.
func branches(g *Game, node int) bool {
	var r position.Replayer
	r.Start(g.Size, g.Script)
	for {
		switch event := r.Next(); {
		case event == position.End:
			return false
		case event == position.AtNode && r.Step().Node > node && (r.Step().Moved || len(r.Step().Changes) > 0):
			return false
		case event == position.Opened && r.Step().Node >= node:
			return true
		}
	}
}

// Equal games give equal bytes, and damaged ones neither panic nor pass.
func TestVerifiedDamage(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	games := beginnings(r, 300, soundKey)
	x, v := verified(t, games)
	if !bytes.Equal(v.Bytes(), Verify(x, slices.Values(games))) {
		t.Error("the same games give other bytes")
	}
	if _, err := OpenVerified(v.Bytes()[:len(v.Bytes())-1], x, nil); err == nil {
		t.Error("a truncated one is opened")
	}
	found := 0
	for range 3000 {
		data := bytes.Clone(v.Bytes())
		at := r.IntN(len(data))
		data[at] ^= 1 << r.IntN(8)
		damaged, err := OpenVerified(data, x, nil)
		if err != nil {
			found++
			continue
		}
		for range damaged.Check() {
			found++
			break
		}
		for _, k := range games[r.IntN(len(games))].Keys {
			lookEverywhere(damaged, position.Key(k))
		}
	}
	if found < 50 {
		t.Errorf("%d damages found", found)
	}
}

func lookEverywhere(v *Verified, k position.Key) {
	m, ok := v.Lookup(k)
	if !ok {
		return
	}
	for i := range m.Len() {
		for _, size := range []position.Size{position.Square(19), position.Square(3), position.Square(52)} {
			c := m.Code(i)
			_, _ = c.Image()
			c.Next(size)
			m.Place(c, size)
			m.Codes(size)
		}
	}
	m.Own()
}

// FuzzVerified reads what is no index, or one of other games.
func FuzzVerified(f *testing.F) {
	games := beginnings(rand.New(rand.NewPCG(35, 36)), 120, soundKey)
	x, v := verified(f, games)
	f.Add(v.Bytes())
	f.Add([]byte(verifiedMagic))
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := OpenVerified(data, x, nil)
		if err != nil {
			return
		}
		for range v.Check() {
			break
		}
		for _, k := range games[len(data)%len(games)].Keys {
			lookEverywhere(v, position.Key(k))
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	games := beginnings(rand.New(rand.NewPCG(37, 38)), 5000, soundKey)
	x, v := verified(b, games)
	b.ReportMetric(float64(len(v.Bytes()))/float64(len(games)), "bytes/game")
	for b.Loop() {
		Verify(x, slices.Values(games))
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(games)), "µs/game")
}

func ExampleVerify() {
	// Sixteen games begin with the same move, each under a symmetry of its own.
	var games []Game
	var index Builder
	size := position.Square(19)
	for i := range uint16(16) {
		var b position.ScriptBuilder
		b.Node()
		b.Move(position.Move{Color: position.Black, Point: position.Symmetry(i%8).Apply(position.At(16, 3), size)})
		g := Game{Local: i, Size: size, Script: b.Script()}
		board := position.NewBoard(size)
		board.Set(position.At(16, 3), position.Black)
		g.Keys = KeysOf(board.Canonical())
		index.Add(i, g.Keys)
		games = append(games, g)
	}
	data, err := index.Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	x, err := Open(data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	v, err := OpenVerified(Verify(x, slices.Values(games)), x, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	m, _ := v.Lookup(position.Key(games[0].Keys[0]))
	node, move := m.Place(m.Own(), size)
	fmt.Println(m.Len(), "games; to verify in game", m.Game, "at node", node, "after move", move)
	// Output: 16 games; to verify in game 0 at node 0 after move 1
}
