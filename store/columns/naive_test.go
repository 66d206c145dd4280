package columns

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/position"
)

// occurrence is where an image stands.
type occurrence struct {
	image  int
	anchor position.Point
}

// naive is the index as replays: it compares point by point after each node.
type naive struct {
	mainLine map[occurrence]int // the first node
	anywhere bool               // in any variation
	branched bool
}

func replay(size position.Size, s position.Script, images []position.Image) naive {
	found := naive{mainLine: make(map[occurrence]int)}
	var r position.Replayer
	r.Replay(size, s, func(b *position.Board, step *position.Step) bool {
		if !step.MainLine {
			found.branched = true
		}
		for i := range images {
			m := &images[i]
			for y := max(m.Top, 0); y <= min(m.Bottom, size.Rows-m.Rows); y++ {
				for x := max(m.Left, 0); x <= min(m.Right, size.Cols-m.Cols); x++ {
					if !m.Fits(b, position.At(x, y)) {
						continue
					}
					found.anywhere = true
					at := occurrence{i, position.At(x, y)}
					if _, known := found.mainLine[at]; step.MainLine && !known {
						found.mainLine[at] = step.Node
					}
				}
			}
		}
		return true
	})
	return found
}

// randomScript writes a game of so many nodes as badly as possible: stones on
// stones, setup anywhere, points off the board, passes, suicide, variations
// within variations.
func randomScript(rnd *rand.Rand, size position.Size, nodes int, variations bool) position.Script {
	var b position.ScriptBuilder
	point := func() position.Point {
		if rnd.IntN(40) == 0 {
			return position.At(rnd.IntN(position.MaxSize), rnd.IntN(position.MaxSize))
		}
		return position.At(rnd.IntN(size.Cols), rnd.IntN(size.Rows))
	}
	color := position.Black
	open := 0
	for n := range nodes {
		if variations && n > 0 {
			switch k := rnd.IntN(12); {
			case k == 0:
				b.Open()
				open++
			case k == 1 && open > 0:
				b.Close()
				open--
			}
		}
		b.Node()
		switch k := rnd.IntN(20); {
		case k == 0:
			for range 1 + rnd.IntN(6) {
				b.Add(position.Color(rnd.IntN(3)), point())
			}
		case k == 1:
			b.Move(position.Move{Color: color, Point: position.Pass})
		case k == 2: // nothing
		case k == 3:
			b.Move(position.Move{Color: color, Point: point()})
			b.Move(position.Move{Color: color, Point: point()})
		default:
			b.Move(position.Move{Color: color, Point: point()})
		}
		color = color.Opponent()
	}
	for range open {
		b.Close()
	}
	return b.Script()
}

// randomImage cuts a region out of a position of a game and forgets some of it,
// so that there is something to find.
func randomImage(rnd *rand.Rand, size position.Size, s position.Script) position.Image {
	m := position.Image{Cols: 1 + rnd.IntN(min(size.Cols, 5)), Rows: 1 + rnd.IntN(min(size.Rows, 5))}
	if rnd.IntN(8) == 0 {
		m.Cols, m.Rows = size.Cols, size.Rows
	}
	left, top := rnd.IntN(size.Cols-m.Cols+1), rnd.IntN(size.Rows-m.Rows+1)
	var r position.Replayer
	b, ok := r.To(size, s, rnd.IntN(max(s.Nodes(), 1)))
	vague := rnd.IntN(8)
	for i := range m.Cols * m.Rows {
		c := position.OnlyEmpty
		if ok {
			c = position.CellOf(b.At(position.At(left+i%m.Cols, top+i/m.Cols)))
		}
		if rnd.IntN(8) < vague {
			c |= position.Cell(rnd.IntN(8))
		}
		if rnd.IntN(30) == 0 {
			c = position.Cell(rnd.IntN(8))
		}
		m.Cells = append(m.Cells, c)
	}
	switch rnd.IntN(3) {
	case 0: // floating
		m.Right, m.Bottom = size.Cols-m.Cols, size.Rows-m.Rows
	case 1:
		m.Left, m.Right, m.Top, m.Bottom = left, left, top, top
	default:
		m.Left, m.Right = max(left-1, 0), left+1
		m.Top, m.Bottom = max(top-2, 0), top
	}
	return m
}

func build(t testing.TB, size position.Size, games []Game) *Index {
	t.Helper()
	data, corners, err := Build(position.Rules{}, size, games)
	if err != nil {
		t.Fatal(err)
	}
	retold := slices.Clone(games)
	for i := range retold {
		retold[i].Captures = captures(size, retold[i].Script)
	}
	again, cornersAgain, err := Build(position.Rules{}, size, retold)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(again, data) || !bytes.Equal(cornersAgain, corners) {
		t.Error("the index is another one if captures are known")
	}
	x, err := Open(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if corners != nil {
		if err := x.UseCorners(corners, nil); err != nil {
			t.Fatal(err)
		}
	}
	for err := range x.Check() {
		t.Error(err)
	}
	return x
}

// captures returns the captures of a game, nil if it is not plain.
func captures(size position.Size, s position.Script) position.Captures {
	var l position.CaptureLog
	l.Start(s)
	new(position.Replayer).Replay(size, s, func(_ *position.Board, step *position.Step) bool {
		l.See(step)
		return true
	})
	return l.Captures()
}
