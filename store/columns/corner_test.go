package columns

import (
	"math/rand/v2"
	"testing"

	"kifudb/internal/testsize"
	"kifudb/position"
)

// cornerImage cuts a corner out of an early position of a game, all points of
// it given.
func cornerImage(rnd *rand.Rand, size position.Size, s position.Script) position.Image {
	m := position.Image{Cols: cornerSide + rnd.IntN(4), Rows: cornerSide + rnd.IntN(4)}
	if rnd.IntN(5) == 0 {
		m.Cols, m.Rows = size.Cols, size.Rows
	}
	m.Left, m.Top = rnd.IntN(2)*(size.Cols-m.Cols), rnd.IntN(2)*(size.Rows-m.Rows)
	m.Right, m.Bottom = m.Left, m.Top
	var r position.Replayer
	b, ok := r.To(size, s, rnd.IntN(min(s.Nodes(), 50)))
	for i := range m.Cols * m.Rows {
		c := position.OnlyEmpty
		if ok {
			c = position.CellOf(b.At(position.At(m.Left+i%m.Cols, m.Top+i/m.Cols)))
		}
		m.Cells = append(m.Cells, c)
	}
	return m
}

func TestCornersAgainstReplay(t *testing.T) {
	for _, size := range []position.Size{position.Square(14), {Cols: 19, Rows: 15}, position.Square(19)} {
		rnd := rand.New(rand.NewPCG(3, uint64(size.Area())))
		games := randomGames(rnd, size, 70, 120)
		x := build(t, size, games)
		hits, asked := 0, 0
		for range testsize.Of(8, 3) {
			var images []position.Image
			for range 4 {
				images = append(images, cornerImage(rnd, size, games[rnd.IntN(len(games))].Script))
				m := &images[len(images)-1]
				asked += len(cornerStates(size, m, m.Left, m.Top))
			}
			h, _ := compareWithReplay(t, x, games, images)
			hits += h
		}
		if hits < testsize.Of(20, 7) || asked < testsize.Of(20, 7) {
			t.Errorf("%v: %d occurrences, %d states of corners: too few to mean anything", size, hits, asked)
		}
	}
}

// TestCornerStatesOf wants states to be asked for where an image gives a whole
// corner, and only there.
func TestCornerStatesOf(t *testing.T) {
	image := func(cols, rows int, cells ...position.Cell) *position.Image {
		m := &position.Image{Cols: cols, Rows: rows, Cells: make([]position.Cell, cols*rows)}
		for i := range m.Cells {
			m.Cells[i] = position.OnlyEmpty
		}
		copy(m.Cells, cells)
		return m
	}
	const black = position.OnlyBlack
	crowd := make([]position.Cell, cornerStones+1)
	for i := range crowd {
		crowd[i] = black
	}
	for _, test := range []struct {
		name      string
		size      int
		image     *position.Image
		left, top int
		want      int
	}{
		{"one stone", 19, image(7, 7, black), 0, 0, 1},
		{"larger than the corner", 19, image(9, 8, black), 0, 0, 1},
		{"lower right", 19, image(7, 7, black), 12, 12, 1},
		{"two corners, one empty", 19, image(19, 7, black), 0, 0, 1},
		{"whole board", 19, image(19, 19, black, black), 0, 0, 1},
		{"no stone", 19, image(7, 7), 0, 0, 0},
		{"as many stones as are recorded", 19, image(7, 7, crowd[1:]...), 0, 0, 1},
		{"too many stones", 19, image(7, 7, crowd...), 0, 0, 0},
		{"too small", 19, image(7, 6, black), 0, 0, 0},
		{"not in the corner", 19, image(7, 7, black), 1, 0, 0},
		{"a point that may be anything", 19, image(7, 7, black, position.Any), 0, 0, 0},
		{"small board", 13, image(7, 7, black), 0, 0, 0},
	} {
		got := len(cornerStates(position.Square(test.size), test.image, test.left, test.top))
		if got != test.want {
			t.Errorf("%s: %d states, want %d", test.name, got, test.want)
		}
	}
}

// TestCornerStates follows a corner through a capture by hand.
func TestCornerStates(t *testing.T) {
	size := position.Square(19)
	at := func(c position.Color, x, y int) position.Change {
		return position.Change{Point: position.At(x, y), Color: c}
	}
	var c corners
	c.reset(size)
	marked := 0
	change := func(changes ...position.Change) {
		var changed uint8
		for _, p := range changes {
			c.put(size.Index(p.Point), p.Color, &changed)
		}
		signed := make([]uint64, signatureBits)
		c.sign(signed, 1, changed)
		for _, lanes := range signed {
			marked += int(lanes)
		}
	}
	change(at(position.Black, 0, 0))
	one := c.states[0]
	change(at(position.White, 1, 0))
	change(at(position.Black, 10, 10)) // in no corner
	change(at(position.White, 0, 1), at(position.Empty, 0, 0))
	change(at(position.Empty, 1, 0), at(position.Empty, 0, 1), at(position.Black, 0, 0))
	if c.states[0] != one {
		t.Errorf("the same stones make %v and %v", one, c.states[0])
	}
	if got, want := marked, 4*stateBits; got != want {
		t.Errorf("%d bits marked, want %d, the same for each state", got, want)
	}
}
