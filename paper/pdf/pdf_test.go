package pdf

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/game"
	"kifudb/paper"
)

// start returns the usual starting position of a game.
func start(t testing.TB, name string) *ask.Board {
	t.Helper()
	g, ok := game.Named(name)
	if !ok {
		t.Fatalf("no game %s", name)
	}
	p, err := game.Start(g)
	if err != nil {
		t.Fatal(err)
	}
	return p.(game.Shown).Data()
}

// goBoard returns a board of Go with stones at random places, numbered in their order.
func goBoard(seed uint64, size, moves int) (*ask.Board, drawing.Marks) {
	b := &ask.Board{Cols: size, Rows: size, Cells: "points"}
	for i := range size {
		b.Columns = append(b.Columns, string(rune('A'+i%26)))
		b.Lines = append(b.Lines, fmt.Sprint(size-i))
	}
	if size == 19 {
		for _, y := range []int{3, 9, 15} {
			for _, x := range []int{3, 9, 15} {
				b.Stars = append(b.Stars, y*19+x)
			}
		}
	}
	m := drawing.Marks{Last: -1, Numbers: map[int]int{}, Letters: map[int]string{}, Shapes: map[int]string{}}
	rng := rand.New(rand.NewPCG(seed, 1))
	for i, cell := range rng.Perm(size * size)[:min(moves, size*size)] {
		b.Pieces = append(b.Pieces, ask.Piece{Cell: cell, Color: "BW"[i%2 : i%2+1]})
		m.Numbers[cell] = i + 1
	}
	return b, m
}

func figure(seed uint64, size, moves int, caption string) *paper.Figure {
	b, m := goBoard(seed, size, moves)
	return &paper.Figure{Board: b, Marks: m, Caption: caption, Coordinates: true, Abreast: 1}
}

func parts(list ...*paper.Part) iter.Seq2[*paper.Part, error] {
	return func(yield func(*paper.Part, error) bool) {
		for _, p := range list {
			if !yield(p, nil) {
				return
			}
		}
	}
}

func sample(t testing.TB) *paper.Document {
	lorem := strings.Repeat("Black plays the 3-3 point, and White must choose between the corner and the outside. \"Thickness\", as Sakata said, is not territory — yet it works. ", 5)
	han := strings.Repeat("黒１は、この一手。白２と受けるのは「常識」であるが、ここでは甘い。（解説：坂田栄男九段）。", 6)
	var moves paper.Table
	moves.Head = []string{"#", "Black", "White"}
	for i := range 90 {
		moves.Rows = append(moves.Rows, []string{fmt.Sprint(i + 1), fmt.Sprintf("Q%d", i%19+1), fmt.Sprintf("D%d", i*7%19+1)})
	}
	shogi := start(t, "shogi")
	shogi.Hands = []game.Hand{{Color: "B", Pieces: []game.HandPiece{{Kind: "P", Sign: "歩", Count: 3}, {Kind: "B", Sign: "角", Count: 1}}}, {Color: "W", Pieces: []game.HandPiece{{Kind: "S", Sign: "銀", Count: 2}}}}
	none := drawing.Marks{Last: -1}
	one := &paper.Part{Title: "Honinbo Shusaku – Gennan Inseki, 1846", Anchor: "a1", Blocks: []paper.Block{
		&paper.Facts{Lines: [][2]string{{"Black", "Yasuda Shusaku 4d (本因坊秀策)"}, {"White", "Gennan Inseki 8d (幻庵因碩)"}, {"Date", "1846-09-11/14"}, {"Result", "B+2"}, {"Comment", lorem}}},
		&paper.Paragraph{Text: lorem}, figure(1, 19, 60, "Figure 1 (1–60)"),
		&paper.Paragraph{Lead: "Black 53.", Text: lorem}, &paper.Paragraph{Text: han},
		&paper.Heading{Text: "Variations"},
		&paper.Figure{Board: figure(2, 19, 8, "").Board, Marks: figure(2, 19, 8, "").Marks, Caption: "Dia. 1", Abreast: 2, Crop: true, Notes: []string{"7 at 2"}},
		&paper.Figure{Board: figure(3, 19, 250, "").Board, Marks: figure(3, 19, 250, "").Marks, Caption: "Dia. 2", Abreast: 2, Notes: []string{"53 at 80, 112 = 20, 144 = 20, 147 = 144, 153 = 20"}},
		&paper.Figure{Board: figure(4, 9, 30, "").Board, Marks: figure(4, 9, 30, "").Marks, Caption: "Dia. 3", Abreast: 2},
		&paper.Heading{Text: "Moves"}, &moves,
	}}
	two := &paper.Part{Title: "Other games", Anchor: "a2", Blocks: []paper.Block{
		&paper.Figure{Board: shogi, Marks: none, Caption: "Shogi 将棋", Coordinates: true, Abreast: 2},
		&paper.Figure{Board: start(t, "chess"), Marks: none, Caption: "Chess", Coordinates: true, Abreast: 2},
		&paper.Figure{Board: start(t, "othello"), Marks: none, Caption: "Othello", Coordinates: true, Abreast: 2},
		&paper.Figure{Board: start(t, "hex"), Marks: none, Caption: "Hex", Coordinates: true, Abreast: 2},
		figure(9, 62, 900, "62×62"),
		&paper.Paragraph{Text: "Cyrillic: Блицкриг. Greek: Ελλάδα. Hebrew: שלום. Arabic: سلام. Korean: 이창호. Emoji: 😀. Symbols: ☗７六歩 △３四歩 ♔ ▲. Combining: e\u0301 Vie\u0323\u0302t \u0001\u0000 x."},
	}}
	return &paper.Document{Title: "Games of Honinbo Shusaku", Subtitle: "1841–1862", Author: "kifudb", Language: paper.English, Book: true,
		Contents: []paper.Entry{{Title: one.Title, Anchor: "a1"}, {Title: two.Title + strings.Repeat(" and very long names of events", 8), Anchor: "a2"}},
		Parts:    parts(one, two),
		Index:    []paper.Index{{Title: "Players", Names: []paper.IndexName{{Name: "Gennan Inseki", Anchors: []string{"a1"}}, {Name: "Yasuda Shusaku", Anchors: []string{"a1", "a2", "a1"}}}}},
	}
}
