package tactics_test

import (
	"testing"

	"kifudb/position"
	"kifudb/position/tactics"
)

// hostileKos are games that would take hours if a move cost as much as the line of play is long, or a
// variation as much as the line before it.
func hostileKos(n int) map[string]testGame {
	games := map[string]testGame{}
	add := func(name string, size int, write func(*position.ScriptBuilder)) {
		var b position.ScriptBuilder
		b.Node()
		write(&b)
		games[name] = testGame{name, position.Square(size), b.Script()}
	}
	play := func(b *position.ScriptBuilder, c position.Color, x, y int) {
		b.Node()
		b.Move(position.Move{Color: c, Point: position.At(x, y)})
	}
	pass := func(b *position.ScriptBuilder, c position.Color) {
		b.Node()
		b.Move(position.Move{Color: c, Point: position.Pass})
	}
	drawKo := func(b *position.ScriptBuilder, x, y int) { // White takes at x+1, y+1
		for _, at := range [][2]int{{1, 0}, {0, 1}, {2, 1}, {1, 2}} {
			b.Add(position.Black, position.At(x+at[0], y+at[1]))
		}
		for _, at := range [][2]int{{2, 0}, {3, 1}, {2, 2}} {
			b.Add(position.White, position.At(x+at[0], y+at[1]))
		}
	}
	retake := func(b *position.ScriptBuilder, i int) {
		if i%2 == 0 {
			play(b, position.White, 1, 1)
		} else {
			play(b, position.Black, 2, 1)
		}
	}
	add("one ko for ever", 5, func(b *position.ScriptBuilder) {
		drawKo(b, 0, 0)
		for i := range n {
			retake(b, i)
		}
	})
	add("one ko with threats", 52, func(b *position.ScriptBuilder) {
		drawKo(b, 0, 0)
		for i := range n {
			retake(b, i)
			if i%2 == 0 {
				play(b, position.Black, 10+i%40, 10+i/40%40)
				play(b, position.White, 10+i%40, 10+i/40%40)
			}
		}
	})
	add("suicides", 3, func(b *position.ScriptBuilder) {
		b.Add(position.Black, position.At(1, 0))
		b.Add(position.Black, position.At(0, 1))
		for range n {
			play(b, position.White, 0, 0)
			pass(b, position.Black)
		}
	})
	add("variations of a long line", 9, func(b *position.ScriptBuilder) {
		drawKo(b, 0, 0)
		for i := range n {
			retake(b, i)
		}
		for i := range n {
			b.Open()
			retake(b, n+i)
			play(b, position.Black, 7, 7)
			play(b, position.White, 8, 8)
			retake(b, n+i+1)
			b.Close()
		}
	})
	add("nested variations", 9, func(b *position.ScriptBuilder) {
		drawKo(b, 0, 0)
		for i := range n {
			b.Open()
			retake(b, i)
			b.Open()
			play(b, position.Black, 7, 7)
			b.Close()
			play(b, position.White, 8, 8)
		}
		for range n {
			b.Close()
		}
	})
	add("variations after much setup", 52, func(b *position.ScriptBuilder) {
		for i := range 2000 {
			b.Add(position.Black, position.At(i%50, i/50))
		}
		for range n / 10 {
			b.Open()
			play(b, position.White, 51, 51)
			b.Node()
			for i := range 100 {
				b.Add(position.White, position.At(i%50, 40+i/50))
			}
			play(b, position.White, 51, 50)
			b.Close()
		}
	})
	add("all kos of a board", 52, func(b *position.ScriptBuilder) {
		for y := 0; y < 48; y += 4 {
			for x := 0; x < 48; x += 4 {
				drawKo(b, x, y)
			}
		}
		for i := range n {
			x, y := i%12*4, i/12%12*4
			if i/144%2 == 0 {
				play(b, position.White, x+1, y+1)
			} else {
				play(b, position.Black, x+2, y+1)
			}
		}
	})
	return games
}

// Neither the line's length nor the number of variations costs more than its nodes.
func TestHostileKos(t *testing.T) {
	for name, g := range hostileKos(50_000) {
		count := 0
		for range tactics.Observe(g.size, g.script, twinWanted()) {
			count++
		}
		if count == 0 && name != "variations after much setup" {
			t.Errorf("%s: no instance", name)
		}
	}
	for _, g := range hostileKos(60) {
		checkTwin(t, g.size, g.script, map[string]int{})
	}
}

func FuzzKos(f *testing.F) {
	for _, g := range drawnGames(f) {
		s, _ := g.script(f, 0, false)
		f.Add(uint8(g.size.Cols), uint8(g.size.Rows), s.AppendBytes(nil))
	}
	for _, g := range hostileKos(10) {
		if g.size.Cols < 10 {
			f.Add(uint8(g.size.Cols), uint8(g.size.Rows), g.script.AppendBytes(nil))
		}
	}
	f.Fuzz(func(t *testing.T, cols, rows uint8, text []byte) {
		if len(text) > 1000 {
			return // the twin takes long
		}
		s, err := position.ParseScript(text)
		if err != nil {
			return
		}
		checkTwin(t, position.Size{Cols: 1 + int(cols-1)%9, Rows: 1 + int(rows-1)%9}, s, map[string]int{})
	})
}
