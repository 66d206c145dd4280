package features

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
	"kifudb/position/feature"
)

// somePart gathers instances at random.
func somePart(r *rand.Rand, games int) *Part {
	words := make([]feature.Word, manyWords)
	g := newGamePart([]feature.Kind{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d", Words: words, Common: []int32{1, 4, 7, 10, 20}}})
	for local := range games {
		node := 0
		for range r.IntN(6) * r.IntN(6) {
			node += r.IntN(40)
			for kind, most := range []int{1, 3, 1 << 30, manyWords} {
				if r.IntN(2) == 0 {
					i := feature.Instance{Kind: kind, Node: node, By: position.Color(1 + r.IntN(2)), Value: 1 + int32(r.IntN(most))}
					if err := g.add(local, &i); err != nil {
						panic(err)
					}
				}
			}
		}
	}
	return &Part{games: map[int]*gamePart{1: g}}
}

// Bytes that are wrong although their checksum is right give wrong answers at worst, in bounded time.
func TestHostile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	const games = 60
	directory, columns := Encode(games, []*Part{somePart(r, games)})
	yielded := 0
	for range 2000 {
		d, c := slices.Clone(directory), slices.Clone(columns)
		for range 1 + r.IntN(3) {
			if r.IntN(4) == 0 {
				d[r.IntN(len(d))] = byte(r.Uint32() >> r.IntN(8))
			} else {
				c[r.IntN(len(c))] = byte(r.Uint32() >> r.IntN(8))
			}
		}
		x, err := Open(d, c, games)
		if err != nil {
			continue
		}
		for _, e := range x.entries {
			for s := range e.column.Sets() {
				yielded += s.Games & 1
			}
			if m := e.column.Games(nil); !m.IsEmpty() && m.Maximum() >= games {
				t.Fatalf("game %d of %d", m.Maximum(), games)
			}
			for local := range games {
				node, n := 0, 0
				for i := range e.column.Instances(local) {
					if i.Node < node || i.Value < 1 || i.By > position.White {
						t.Fatalf("%+v behind node %d", i, node)
					}
					if node, n = i.Node, n+1; n > 8*len(c)*mostSlots {
						t.Fatalf("%d instances in %d bytes", n, len(c))
					}
				}
				yielded += n
			}
		}
	}
	if yielded == 0 {
		t.Error("nothing was read")
	}
}

// Numbers of every size are written and read, with codes of every shape.
func TestCodes(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		a := &numberSymbols
		if round%2 == 0 {
			a = &rowSymbols
		}
		var numbers []uint64
		var counts [symbols]int
		most := 1 + r.IntN(31)
		for range 1 + r.IntN(1<<r.IntN(14)) {
			n := r.Uint64() >> (64 - 1 - r.IntN(most))
			if r.IntN(3) > 0 {
				n = uint64(bitsOf(r)) // a few that are frequent by far, so that others get long codes
			}
			numbers = append(numbers, n)
			symbol, rest, width := a.symbolOf(n)
			counts[symbol]++
			if least := a.least[symbol]; int(a.width[symbol]) != width || least+rest != n || symbol >= turn {
				t.Fatalf("%d is %d of symbol %d, which begins with %d", n, rest, symbol, least)
			}
		}
		book := newCodeBook(&counts)
		in := reader{b: book.appendTo(nil)}
		table := readTable(&in)
		if table == nil || len(in.b) > 0 {
			t.Fatalf("the codes cannot be read: %v", book.lengths)
		}
		var w bitWriter
		for _, n := range numbers {
			w.number(a, book, n)
		}
		out := bitReader{b: w.end()}
		for i, want := range numbers {
			if got, _ := out.number(a, table); got != want || out.short() {
				t.Fatalf("number %d is %d, want %d", i, got, want)
			}
		}
	}
}

// bitsOf returns n with a chance of 2^-n.
func bitsOf(r *rand.Rand) int {
	n := 0
	for r.IntN(2) == 0 && n < 40 {
		n++
	}
	return n
}

func BenchmarkGames(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	const games = 1 << 16
	directory, columns := Encode(games, []*Part{somePart(r, games)})
	x, err := Open(directory, columns, games)
	if err != nil {
		b.Fatal(err)
	}
	c := &x.entries[1].column
	b.Run("Games", func(b *testing.B) {
		for b.Loop() {
			c.Games(func(_ position.Color, value int32) bool { return value > 1 })
		}
	})
	b.Run("Instances", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			for range c.Instances(n * 7919 & (games - 1)) {
			}
		}
	})
}
