package position

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// mustBoard reads a diagram of a whole board.
func mustBoard(t testing.TB, diagram string) *Board {
	t.Helper()
	s, err := ParsePosition(diagram)
	if err != nil {
		t.Fatalf("ParsePosition(%q): %v", diagram, err)
	}
	return s.Board()
}

// rows draws the stones only.
func rows(b *Board) string {
	var s strings.Builder
	for y := range b.Size().Rows {
		for x := range b.Size().Cols {
			s.WriteByte(".XO"[b.At(At(x, y))])
		}
		s.WriteByte('\n')
	}
	return s.String()
}

// playTests: a board before (empty if not given), moves in GTP coordinates, and
// what comes of them: the board, the ko, the stones captured of each color, and
// the faults of the last move.
var playTests = []struct {
	name, before, moves, after string
	ko                         string
	black, white               int
	fault                      Fault
}{
	{
		name: "stones", moves: "5x5 C3 D3",
		after: "..... ..... ..XO. ..... .....",
	},
	{
		name: "capture in the corner", before: "OX./.../...", moves: "B A2",
		after: ".X. X.. ...", white: 1,
	},
	{
		name: "capture at the side", before: "..../XO../.X../....", moves: "B C3 W D1 B B4",
		after: ".X.. X.X. .X.. ...O", white: 1,
	},
	{
		name: "capture of a chain", before: ".XX./XOO./XO.X/.XX.", moves: "B D3 C2",
		after: ".XX. X..X X.XX .XX.", white: 3,
	},
	{
		name: "two chains at once", before: "XO.OX/.X.X./...../...../.....", moves: "B C5",
		after: "X.X.X .X.X. ..... ..... .....", white: 2,
	},
	{
		name: "ko", before: ".XO./X.XO/.XO./....", moves: "W B3",
		after: ".XO. XO.O .XO. ....", ko: "C3", black: 1,
	},
	{
		name: "ko retaken at once", before: ".XO./X.XO/.XO./....", moves: "W B3 B C3",
		after: ".XO. X.XO .XO. ....", ko: "B3", black: 1, white: 1, fault: KoBan,
	},
	{
		name: "ko retaken after a threat", before: ".XO./X.XO/.XO./....", moves: "W B3 B D1 W A1 B C3",
		after: ".XO. X.XO .XO. O..X", ko: "B3", black: 1, white: 1,
	},
	{
		name: "no ko when two are taken", before: ".XX./XOO./.XXO/....", moves: "W A1 B D3",
		after: ".XX. X..X .XXO O...", white: 2,
	},
	{
		name: "snapback", before: "...../XXX../OOX../.OX../.OX..", moves: "B A2 W A1 B A2",
		after: "..... XXX.. ..X.. X.X.. ..X..", black: 1, white: 5,
	},
	{
		name: "suicide of one stone", before: ".O./O../...", moves: "B A3",
		after: ".O. O.. ...", black: 1, fault: Suicide,
	},
	{
		name: "suicide of a chain", before: "X.O/XO./O..", moves: "B B3",
		after: "..O .O. O..", black: 3, fault: Suicide,
	},
	{
		name: "capture comes before suicide", before: ".XO/XO./O..", moves: "W A3",
		after: "O.O .O. O..", black: 2,
	},
	{
		name: "on the opponent's stone", before: "X.. ... ...", moves: "W A3",
		after: "O.. ... ...", fault: Occupied,
	},
	{
		name: "on the own stone", before: ".../.X./...", moves: "B B2",
		after: "... .X. ...", fault: Occupied,
	},
	{
		name: "on a stone whose chain dies of it", before: "XO./X../O..", moves: "W A2",
		after: ".O. O.. O..", black: 1, fault: Occupied,
	},
	{
		name: "stones set up without liberties die only when touched", before: "XO./O../...", moves: "W C1",
		after: "XO. O.. ..O",
	},
	{
		name: "one point", moves: "1x1 A1", after: ".", black: 1, fault: Suicide,
	},
	{
		name: "one row", moves: "4x1 B1 A1 D1 C1", after: ".XO.", ko: "D1", black: 1, white: 1,
	},
}

func TestPlay(t *testing.T) {
	for _, tt := range playTests {
		t.Run(tt.name, func(t *testing.T) {
			b := NewBoard(Square(1))
			moves := tt.moves
			if tt.before != "" {
				b = mustBoard(t, strings.ReplaceAll(tt.before, " ", "/"))
				moves = b.Size().String() + " " + moves
			}
			setup, err := ParsePosition(moves)
			if err != nil {
				t.Fatal(err)
			}
			if tt.before == "" {
				b.Reset(setup.Size)
			}
			var fault Fault
			for _, w := range setup.Script {
				fault = b.Play(Move{Color(1 + w>>14), Point(w & moveCode)})
			}
			if got, want := rows(b), strings.ReplaceAll(tt.after, " ", "\n")+"\n"; got != want {
				t.Errorf("board:\n%swant\n%s", got, want)
			}
			ko := ""
			if p, ok := b.Ko(); ok {
				ko = b.Size().Name(p)
			}
			if ko != tt.ko {
				t.Errorf("ko = %q, want %q", ko, tt.ko)
			}
			if b.Captured(Black) != tt.black || b.Captured(White) != tt.white {
				t.Errorf("captured %d black, %d white, want %d, %d", b.Captured(Black), b.Captured(White), tt.black, tt.white)
			}
			if fault != tt.fault {
				t.Errorf("fault = %q, want %q", fault, tt.fault)
			}
		})
	}
}

// check recomputes everything that the board keeps.
func (b *Board) check(t testing.TB) {
	t.Helper()
	n := newNaiveBoard(b.size)
	for i := range b.size.Area() {
		p := b.size.At(i)
		empty := 0
		for _, q := range n.neighbors(p) {
			if b.At(q) == Empty {
				empty++
			}
		}
		if got := int(b.cells[cellOf(p)] & emptyMask); got != empty {
			t.Fatalf("%v has %d empty neighbors, board says %d\n%s", p, empty, got, rows(b))
		}
	}
	if !b.keyed {
		return
	}
	fresh := b.Clone()
	fresh.keyed, fresh.keys = false, nil
	if got, want := b.Key(), fresh.Key(); got != want {
		t.Fatalf("key %016x, from scratch %016x", got, want)
	}
	if got, want := b.Canonical(), fresh.Canonical(); got != want {
		t.Fatalf("canonical key %016x, from scratch %016x", got, want)
	}
}

// compare fails unless the boards agree in everything.
func compare(t testing.TB, b *Board, n *naiveBoard) {
	t.Helper()
	for i := range b.size.Area() {
		if p := b.size.At(i); b.At(p) != n.stones[p] {
			t.Fatalf("%v is %v, naively %v\n%s", p, b.At(p), n.stones[p], rows(b))
		}
	}
	if ko, _ := b.Ko(); ko != n.ko {
		t.Fatalf("ko is %v, naively %v", ko, n.ko)
	}
	if b.captured != n.captured {
		t.Fatalf("captured %v, naively %v", b.captured, n.captured)
	}
}

// playBoth runs bytes as moves and setup on both boards: two bytes choose a
// point, a color and what to do.
func playBoth(t testing.TB, size Size, data []byte) {
	b, n := NewBoard(size), newNaiveBoard(size)
	b.Canonical()
	for ; len(data) >= 2; data = data[2:] {
		p := size.At(int(data[0]) % size.Area())
		if data[0] == 255 {
			p = At(int(data[1])%MaxSize, MaxSize-1)
		}
		c := Color(data[1] & 1)
		switch op := data[1] >> 1 % 16; op {
		case 0:
			b.Set(p, c+1)
			n.set(p, c+1)
		case 1:
			b.Set(p, Empty)
			n.set(p, Empty)
		case 2:
			p = Pass
			fallthrough
		default:
			m := Move{c + 1, p}
			legal := b.Legal(m)
			got, want := b.Play(m), n.play(m)
			if got != want {
				t.Fatalf("%v: fault %q, naively %q\n%s", m, got, want, rows(b))
			}
			if (legal == nil) != (want == 0) || legal != nil && !errors.Is(legal, ErrIllegal) {
				t.Fatalf("%v: Legal says %v, fault is %q", m, legal, want)
			}
		}
		compare(t, b, n)
		b.check(t)
	}
}

func TestPlayNaive(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range []Size{{1, 1}, {2, 2}, {1, 5}, {5, 1}, {3, 4}, {5, 5}, {7, 4}, {9, 9}} {
		for range 20 {
			data := make([]byte, 300)
			for i := range data {
				data[i] = byte(r.Uint32())
			}
			playBoth(t, size, data)
		}
	}
}

func FuzzPlay(f *testing.F) {
	f.Add(uint8(3), uint8(3), []byte{0, 8, 1, 9, 3, 9, 4, 8, 0, 9})
	f.Add(uint8(1), uint8(1), []byte{0, 8, 0, 9})
	f.Add(uint8(5), uint8(2), []byte{0, 0, 1, 1, 2, 9, 255, 9, 3, 2, 1, 5})
	f.Fuzz(func(t *testing.T, cols, rows uint8, data []byte) {
		playBoth(t, Size{int(cols%12) + 1, int(rows%12) + 1}, data[:min(len(data), 600)])
	})
}

func TestLargestBoard(t *testing.T) {
	size := Square(MaxSize)
	b := NewBoard(size)
	corner := At(MaxSize-1, MaxSize-1)
	b.Play(Move{Black, corner})
	b.Play(Move{White, At(MaxSize-2, MaxSize-1)})
	b.Play(Move{Black, Pass})
	b.Play(Move{White, At(MaxSize-1, MaxSize-2)})
	if b.At(corner) != Empty || b.Captured(Black) != 1 {
		t.Errorf("the corner stone was not captured")
	}
	b.check(t)
}
