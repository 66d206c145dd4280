package ladder

import (
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// bigLadder is a ladder at the upper left of a board, which runs to the lower right.
func bigLadder(size position.Size) *position.Board {
	b := position.NewBoard(size)
	b.Set(position.At(3, 2), position.White)
	for _, p := range []position.Point{position.At(3, 1), position.At(2, 2), position.At(2, 3)} {
		b.Set(p, position.Black)
	}
	return b
}

// TestLongest reads ladders across boards of all sizes, with stones on and beside their columns.
func TestLongest(t *testing.T) {
	for n := 9; n <= position.MaxSize; n++ {
		y := n - 4
		for column := -4; column <= 5; column++ { // x - y of the points
			b := bigLadder(position.Square(n))
			b.Set(position.At(y+column, y), position.White)
			want := Captured
			if column >= -2 && column <= 3 {
				want = Escapes
			}
			if y+column >= n {
				want = Captured // there is no such point
			}
			if got := Read(b, position.At(3, 2), position.Black, Budget); got != want {
				t.Errorf("size %d, column %d: %v, want %v", n, column, got, want)
			}
		}
	}
}

func TestNoGroup(t *testing.T) {
	b := position.NewBoard(position.Square(1))
	b.Set(position.At(0, 0), position.White)
	for _, c := range []struct {
		p      position.Point
		toPlay position.Color
		want   Outcome
	}{
		{position.At(0, 0), position.Black, Captured}, // it has no liberty
		{position.At(0, 0), position.White, Captured},
		{position.At(0, 0), position.Empty, Escapes},
		{position.At(1, 0), position.Black, Escapes},
		{position.Pass, position.Black, Escapes},
		{position.Point(0xFFFF), position.Black, Escapes},
	} {
		if got := Read(b, c.p, c.toPlay, Budget); got != c.want {
			t.Errorf("%v, %v to play: %v, want %v", c.p, c.toPlay, got, c.want)
		}
	}
}

// A ko that was taken just now binds the player who is to move, and nobody else.
func TestKoOfBoard(t *testing.T) {
	size := position.Size{Cols: 5, Rows: 3}
	b := position.NewBoard(size)
	for _, p := range [][2]int{{0, 1}, {1, 0}, {1, 2}} {
		b.Set(position.At(p[0], p[1]), position.Black)
	}
	for _, p := range [][2]int{{1, 1}, {2, 0}, {2, 2}, {3, 1}} {
		b.Set(position.At(p[0], p[1]), position.White)
	}
	b.Play(position.Move{Color: position.Black, Point: position.At(2, 1)}) // takes a stone
	if ko, ok := b.Ko(); !ok || ko != position.At(1, 1) {
		t.Fatalf("no ko\n%v", b)
	}
	group := position.At(2, 1)
	if got := Read(b, group, position.White, Budget); got != ByKo {
		t.Errorf("White may not retake: %v", got)
	}
	b.SetToPlay(position.Black)
	if got := Read(b, group, position.White, Budget); got != Captured {
		t.Errorf("White may retake later: %v", got)
	}
}

// TestBudget stops everywhere, and leaves the board as it was.
func TestBudget(t *testing.T) {
	b := bigLadder(position.Square(19))
	var r Reader
	last := Undecided
	for budget := 0; budget < 3000; budget++ {
		got := r.Read(b, position.At(3, 2), position.Black, budget)
		if got != last {
			if last != Undecided || got != Captured || budget < 50 {
				t.Fatalf("budget %d: %v after %v", budget, got, last)
			}
			last = got
		}
		for i := range b.Size().Area() {
			if p := b.Size().At(i); r.board.color(cellOf(p)) != uint8(b.At(p)) {
				t.Fatalf("budget %d: another stone on %v", budget, p)
			}
		}
	}
	if last != Captured {
		t.Error("a ladder across the board needs more than a tenth of the budget")
	}
}

// TestLooked changes points that a reading did not look at, which may not change the result.
func TestLooked(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var r Reader
	changed, differ := 0, 0
	for range testsize.Of(20_000, 2_000) {
		size := position.Square(7 + rnd.IntN(3))
		b := randomBoard(rnd, size)
		for _, g := range groups(b) {
			attack := rnd.IntN(2) == 0
			limit := []int{2, 3, maxAtaris}[rnd.IntN(3)]
			read := func() Outcome {
				r.board.forget()
				return r.search(cellOf(g), attack, 0, limit, 1<<30)
			}
			r.board.reset(b)
			want := read()
			looked := r.board.rows
			e := entry{looked: looked}
			for range 10 {
				p := size.At(rnd.IntN(size.Area()))
				color := rnd.IntN(3)
				if p == g {
					continue
				}
				touched := e.touched([]position.Change{{Point: p}})
				r.board.reset(b)
				r.board.set(cellOf(p), uint8(color))
				got := read()
				if !touched && got != want {
					t.Fatalf("%v, attack %v: %v, with %d on %v, which was not looked at, %v\n%v", size.Name(g), attack, want, color, size.Name(p), got, b)
				}
				if !touched {
					changed++
				}
				if got != want {
					differ++
				}
			}
		}
	}
	if changed < 1000 || differ < 100 {
		t.Errorf("%d changes elsewhere, %d that mattered", changed, differ)
	}
}

func TestNoAllocation(t *testing.T) {
	b := bigLadder(position.Square(19))
	var r Reader
	r.Read(b, position.At(3, 2), position.Black, Budget)
	if n := testing.AllocsPerRun(10, func() { r.Read(b, position.At(3, 2), position.Black, Budget) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkRead(b *testing.B) {
	board := bigLadder(position.Square(19))
	var r Reader
	for b.Loop() {
		r.Read(board, position.At(3, 2), position.Black, Budget)
	}
}

// FuzzLadder reads all groups of a board that bytes describe, and follows a script of them.
func FuzzLadder(f *testing.F) {
	f.Add(uint8(5), []byte{1, 2, 0, 1, 2, 2, 0, 0, 1, 1, 2, 0, 1, 2, 0, 1})
	f.Add(uint8(7), []byte("a stone in a ladder, and another one"))
	f.Fuzz(func(t *testing.T, shape uint8, data []byte) {
		size := position.Size{Cols: 1 + int(shape&7), Rows: 1 + int(shape>>3&7)}
		b := position.NewBoard(size)
		for i, c := range data[:min(len(data), size.Area())] {
			b.Set(size.At(i), position.Color(c%3))
		}
		var r Reader
		for _, g := range groups(b) {
			for toPlay := position.Black; toPlay <= position.White; toPlay++ {
				fast, slow := r.Read(b, g, toPlay, Budget), naiveRead(b, g, toPlay, maxAtaris, 2000)
				if slow != Undecided && fast != slow && fast != Undecided {
					t.Fatalf("%v, %v to play: %v, want %v\n%v", size.Name(g), toPlay, fast, slow, b)
				}
			}
		}
		s, err := position.ParseScript(data[:min(len(data)&^1, 400)])
		if err != nil {
			return
		}
		var count [lastWord + 1]int
		follow(t, new(Tracker), size, s, fastReader(), &count)
	})
}
