package columns

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"kifudb/position"
)

// benchGames makes games that look like games from afar: a stone in each
// corner, then mostly next to stones that are there.
func benchGames(n int) []Game {
	rnd := rand.New(rand.NewPCG(19, 19))
	size := position.Square(19)
	board := position.NewBoard(size)
	var games []Game
	for i := range n {
		var b position.ScriptBuilder
		b.Node()
		board.Reset(size)
		color := position.Black
		played := make([]position.Point, 0, 220)
		for len(played) < 210 {
			p := position.At(rnd.IntN(19), rnd.IntN(19))
			switch {
			case len(played) < 4:
				p = position.At([]int{2, 3, 15, 16}[rnd.IntN(4)], []int{2, 3, 15, 16}[rnd.IntN(4)])
			case rnd.IntN(8) > 0:
				near := played[max(len(played)-1-rnd.IntN(12), 0)]
				p = position.At(max(near.X()+rnd.IntN(5)-2, 0), max(near.Y()+rnd.IntN(5)-2, 0))
			}
			m := position.Move{Color: color, Point: p}
			if !size.Contains(p) || board.Legal(m) != nil {
				continue
			}
			b.Node()
			b.Move(m)
			board.Play(m)
			played = append(played, p)
			color = color.Opponent()
		}
		games = append(games, Game{Local: uint16(i), Script: b.Script(), Captures: captures(size, b.Script())})
	}
	return games
}

func BenchmarkBuild(b *testing.B) {
	games := benchGames(1024)
	b.ReportAllocs()
	size := 0
	for b.Loop() {
		data, corners, err := Build(position.Rules{}, position.Square(19), games)
		if err != nil {
			b.Fatal(err)
		}
		size = len(data) + len(corners)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(games)), "ns/game")
	b.ReportMetric(float64(size)/float64(len(games)), "B/game")
}

// BenchmarkScan scans for patterns of several kinds and tells how much faster
// that is than a replay of all games with the matcher.
func BenchmarkScan(b *testing.B) {
	games := benchGames(4096)
	size := position.Square(19)
	x := build(b, size, games)
	corner := position.Place{Kind: position.AtEdges, Edges: position.North | position.West}
	for _, bench := range []struct {
		name  string
		cols  int
		cells string
		place position.Place
	}{
		{"corner, one stone", 7, "........................X........................", corner},
		{"corner, three stones", 7, "................X.....X......O...................", corner},
		{"corner, rare", 7, "........OXX....XOO....XO.....OX...............", corner},
		{"side", 5, "......X.O............", position.Place{Kind: position.AtEdges, Edges: position.North}},
		{"floating, two stones", 4, ".....X.....O....", position.Place{}},
		{"floating, ponnuki", 3, "*X*X.X*X*", position.Place{}},
		{"floating, rare", 4, "XOX.OXO..OX.XX..", position.Place{}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			p := &position.Pattern{Cols: bench.cols, Rows: len(bench.cells) / bench.cols, Place: bench.place}
			letters := map[rune]position.Cell{'.': position.OnlyEmpty, 'X': position.OnlyBlack, 'O': position.OnlyWhite, '*': position.Any}
			for _, c := range bench.cells[:p.Cols*p.Rows] {
				p.Cells = append(p.Cells, letters[c])
			}
			options := position.ImageOptions{SwapColors: true}
			matcher, err := position.NewMatcher(p, position.MatchOptions{ImageOptions: options})
			if err != nil {
				b.Fatal(err)
			}
			q := &Query{Images: p.Images(size, options)}
			b.ReportAllocs()
			hits := 0
			for b.Loop() {
				hits = 0
				if err := x.Scan(context.Background(), q, func(c Candidate) bool {
					hits++
					return true
				}); err != nil {
					b.Fatal(err)
				}
			}
			perGame := float64(b.Elapsed().Nanoseconds()) / float64(b.N*len(games))
			start := time.Now()
			replayed := games[:256]
			for _, g := range replayed {
				matcher.Find(size, g.Script)
			}
			b.ReportMetric(perGame, "ns/game")
			b.ReportMetric(float64(hits)/float64(len(games)), "hits/game")
			b.ReportMetric(float64(time.Since(start).Nanoseconds())/float64(len(replayed))/perGame, "times-faster")
		})
	}
}

func BenchmarkSequel(b *testing.B) {
	games := benchGames(2048)
	x := build(b, position.Square(19), games)
	p := &position.Pattern{Cols: 7, Rows: 7, Cells: make([]position.Cell, 49), Place: position.Place{Kind: position.AtEdges, Edges: position.North | position.West}}
	for i := range p.Cells {
		p.Cells[i] = position.OnlyEmpty
	}
	p.Cells[24] = position.OnlyBlack
	images := p.Images(position.Square(19), position.ImageOptions{SwapColors: true})
	hits := scanAll(b, x, &Query{Images: images})
	if len(hits) == 0 {
		b.Fatal("nothing found")
	}
	i := 0
	for b.Loop() {
		c := hits[i%len(hits)]
		i++
		if _, ok := x.Sequel(c, &images[c.Image]); !ok {
			b.Fatalf("%v: not known", c)
		}
	}
}
