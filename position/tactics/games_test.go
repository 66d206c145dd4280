package tactics_test

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/game/record"
	"kifudb/position"
	"kifudb/testdata"
)

// A testGame is a game for tests that compare two ways to the same result.
type testGame struct {
	name   string
	size   position.Size
	script position.Script
}

// realGames are the games of Go in the repository's collection, those in archives included.
func realGames(t testing.TB) []testGame {
	t.Helper()
	var games []testGame
	add := func(name string, text []byte) {
		records, err := record.Read(text, nil)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, r := range records {
			if r.Game.About().Number == 1 {
				games = append(games, testGame{name, r.Size, r.Script})
			}
		}
	}
	err := fs.WalkDir(testdata.Collection(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(testdata.Collection(), name)
		switch {
		case err != nil:
		case strings.HasSuffix(name, ".sgf"):
			add(name, text)
		case strings.HasSuffix(name, ".zip"):
			z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
			if err != nil {
				return err
			}
			for _, f := range z.File {
				if !strings.HasSuffix(f.Name, ".sgf") {
					continue
				}
				r, err := f.Open()
				if err != nil {
					return err
				}
				text, err := io.ReadAll(r)
				if err != nil {
					return err
				}
				add(f.Name, text)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(games) < 60 {
		t.Fatalf("%d real games", len(games))
	}
	return games
}

// randomGame makes a game with about so many nodes. Most moves are near the one before, so that groups
// form and are captured. Wild games also have passes, setup in any node, several moves in a node,
// moves on occupied points and off the board, and nested variations.
func randomGame(r *rand.Rand, size position.Size, nodes int, wild bool) position.Script {
	var b position.ScriptBuilder
	last, color, open := position.At(size.Cols/2, size.Rows/2), position.Black, 0
	point := func() position.Point {
		switch {
		case wild && r.IntN(60) == 0:
			return position.Pass
		case wild && r.IntN(60) == 0:
			return position.At(r.IntN(position.MaxSize), r.IntN(position.MaxSize))
		case r.IntN(4) == 0:
			last = position.At(r.IntN(size.Cols), r.IntN(size.Rows))
		default:
			last = position.At(
				min(max(last.X()+r.IntN(5)-2, 0), size.Cols-1),
				min(max(last.Y()+r.IntN(5)-2, 0), size.Rows-1))
		}
		return last
	}
	board := position.NewBoard(size)
	move := func() position.Move {
		p := point()
		for try := 0; try < 20 && !wild && board.At(p) != position.Empty; try++ {
			p = point()
		}
		m := position.Move{Color: color, Point: p}
		if !wild {
			board.Play(m)
		}
		return m
	}
	b.Node()
	for range nodes {
		choice := 99
		if wild {
			choice = r.IntN(40)
		}
		switch {
		case choice == 0:
			b.Open()
			open++
		case choice < 3 && open > 0:
			b.Close()
			open--
		case choice < 5:
			b.Node()
			for range r.IntN(5) {
				b.Add(position.Color(r.IntN(3)), point())
			}
			for range r.IntN(4) {
				b.Move(position.Move{Color: position.Black + position.Color(r.IntN(2)), Point: point()})
			}
		default:
			b.Node()
			b.Move(move())
		}
		if !wild || r.IntN(12) > 0 {
			color = color.Opponent()
		}
	}
	return b.Script()
}

// randomGames makes games on boards of many sizes, half of them wild, with at least so many moves in all.
func randomGames(seed uint64, moves int) []testGame {
	r := rand.New(rand.NewPCG(seed, 35))
	var games []testGame
	for n := 0; n < moves; {
		size := position.Size{Cols: 1 + r.IntN(9), Rows: 1 + r.IntN(9)}
		if r.IntN(50) == 0 {
			size = position.Size{Cols: 1 + r.IntN(position.MaxSize), Rows: 1 + r.IntN(position.MaxSize)}
		}
		wild := r.IntN(2) == 0
		s := randomGame(r, size, 20+r.IntN(2*size.Area()+40)%300, wild)
		name := "random"
		if wild {
			name = "wild"
		}
		games = append(games, testGame{name, size, s})
		for _, w := range s {
			if position.Word(w).IsMove() {
				n++
			}
		}
	}
	return games
}
