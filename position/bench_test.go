package position

import (
	"math/rand/v2"
	"testing"
)

// benchGames makes games of 200 moves that look like play to a board: stones
// mostly near others, legal, and few in eyes.
func benchGames(n int) []Script {
	r := rand.New(rand.NewPCG(7, 8))
	size := Square(19)
	board := NewBoard(size)
	games := make([]Script, n)
	for i := range games {
		var b ScriptBuilder
		board.Reset(size)
		last, color := At(15, 3), Black
		for range 200 {
			for range 50 {
				p := At(r.IntN(19), r.IntN(19))
				if r.IntN(4) > 0 {
					p = At(min(max(last.X()+r.IntN(7)-3, 0), 18), min(max(last.Y()+r.IntN(7)-3, 0), 18))
				}
				m := Move{color, p}
				if board.At(p) != Empty || board.cells[cellOf(p)]&emptyMask == 0 || board.Legal(m) != nil {
					continue
				}
				board.Play(m)
				b.Node()
				b.Move(m)
				last, color = p, color.Opponent()
				break
			}
		}
		games[i] = b.Script()
	}
	return games
}

func BenchmarkReplay(b *testing.B) {
	games := benchGames(200)
	moves := 0
	for _, s := range games {
		moves += s.Moves()
	}
	run := func(name string, visit func(*Board, *Step) bool) {
		b.Run(name, func(b *testing.B) {
			var r Replayer
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range games {
					r.Replay(Square(19), s, visit)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
		})
	}
	var sum Key
	run("stones", func(*Board, *Step) bool { return true })
	run("key", func(board *Board, _ *Step) bool { sum ^= board.Key(); return true })
	run("canonical", func(board *Board, _ *Step) bool { sum ^= board.Canonical(); return true })
}

// BenchmarkBoard plays the moves without a replayer around them.
func BenchmarkBoard(b *testing.B) {
	games := benchGames(200)
	moves := 0
	for _, s := range games {
		moves += s.Moves()
	}
	board := NewBoard(Square(19))
	b.ReportAllocs()
	for b.Loop() {
		for _, s := range games {
			board.Reset(Square(19))
			for _, w := range s {
				board.Play(Move{Black + Color(w>>14), Point(w & moveCode)})
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(moves), "ns/move")
}

func BenchmarkMatch(b *testing.B) {
	games := benchGames(200)
	for _, text := range []string{
		"NW7x7[.......|.......|..XO...|...O...|.......|.......|.......]",
		"3x3[.X.|XOX|.X.]",
		"3x3[.X.|X.X|.X.]",
	} {
		p, err := ParsePattern(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(p.String(), func(b *testing.B) {
			m, err := NewMatcher(p, MatchOptions{ImageOptions: ImageOptions{SwapColors: true}})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				for _, s := range games {
					m.Find(Square(19), s)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(games)), "ns/game")
		})
	}
}
