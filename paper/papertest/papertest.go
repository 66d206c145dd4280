// Package papertest makes documents for tests of the packages that write them.
package papertest

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"kifudb/ask"
	"kifudb/drawing"
	"kifudb/game"
	"kifudb/paper"
)

// Hostile is a text that tries to be more than a text.
const Hostile = `</p></td><script>alert(1)</script><img src=x onerror=alert(2)>"' style="x &amp; & &#0; ]]> <!-- ` + "\x00\x01\x1b\x7f\u0085\u202e\ufeff\ufffe\xff\\end{document}$%#_{}~^"

// Book returns a book of so many games, with so many figures each. Every text of it holds a text.
func Book(games, figures int, text string) *paper.Document {
	d := &paper.Document{
		Title: "Games " + text, Subtitle: "1846–1900 " + text, Author: "kifudb " + text, Language: paper.English, Book: true,
		Index: []paper.Index{{Title: "Players " + text, Names: []paper.IndexName{{Name: "Honinbo Shusaku " + text}, {Name: "本因坊秀策"}, {Name: "Nobody"}}}},
	}
	for i := range games {
		e := paper.Entry{Title: fmt.Sprintf("Game %d %s", i+1, text), Anchor: fmt.Sprint("g", i+1)}
		d.Contents = append(d.Contents, e)
		d.Index[0].Names[i%2].Anchors = append(d.Index[0].Names[i%2].Anchors, e.Anchor)
	}
	entries := d.Contents
	d.Parts = func(yield func(*paper.Part, error) bool) {
		for _, e := range entries {
			if !yield(&paper.Part{Title: e.Title, Anchor: e.Anchor, Blocks: blocks(figures, text)}, nil) {
				return
			}
		}
	}
	return d
}

// blocks are those of a game.
func blocks(figures int, text string) []paper.Block {
	list := []paper.Block{
		&paper.Facts{Lines: [][2]string{{"Black", "Honinbo Shusaku 4d " + text}, {"White " + text, "井上幻庵因碩 8d"}, {"Result", "B+2"}}},
	}
	for i := range figures {
		list = append(list,
			&paper.Figure{Caption: fmt.Sprintf("Figure %d (%d–%d) %s", i+1, i*50+1, i*50+50, text), Notes: []string{"93 at 80 " + text, "112 = 20"}, Board: Board(19, i*50+50), Marks: Marks(i*50+1, i*50+50), Coordinates: i%2 == 0},
			&paper.Paragraph{Lead: fmt.Sprint(i*50+27, " ", text), Text: "The ear-reddening move.\n\nBlack makes " + text + "\r\nall his positions work together."},
		)
	}
	list = append(list, &paper.Heading{Text: "Variations " + text})
	for i := range 5 {
		m := Marks(i+1, i+6)
		m.Letters = map[int]string{60: "a", 61: text, 320: "b", 40 + i: "c"}
		m.Shapes = map[int]string{100: "TR", 101: "SQ", 102: "CR", 103: "MA", 104: "SL", 2: "TR", 3: "SQ"}
		m.Arrows, m.Lines = [][2]int{{20, 60}}, [][2]int{{80, 90}}
		m.Territory = [2][]int{{340, 341}, {350, 351}}
		m.Dim, m.Hidden = []int{200}, []int{210}
		list = append(list, &paper.Figure{Caption: fmt.Sprint("Dia. ", i+1), Abreast: 2, Board: Board(19, 12), Marks: m})
	}
	return append(list, &paper.PageBreak{}, &paper.Table{Head: []string{"", "Black " + text, "White"}, Rows: rows(40, text)}, &paper.Figure{Board: Board(9, 20), Marks: drawing.Marks{Last: 30}, Crop: true, NoStars: true})
}

func rows(n int, text string) (list [][]string) {
	for i := range n {
		list = append(list, []string{fmt.Sprint(i + 1), "Q16 " + text, "D4"})
	}
	return list
}

// One returns a document of one game without a title page.
func One(figures int, text string) *paper.Document {
	return &paper.Document{
		Title: "Honinbo Shusaku – Inoue Gennan Inseki " + text, Subtitle: text, Language: paper.English,
		Parts: func(yield func(*paper.Part, error) bool) {
			yield(&paper.Part{Anchor: "g1", Blocks: blocks(figures, text)}, nil)
		},
	}
}

// order are the cells of a board in the order in which [Board] takes them.
func order(size int) []int { return rand.New(rand.NewPCG(1, uint64(size))).Perm(size * size) }

// Board returns a board of go with stones that alternate.
func Board(size, stones int) *ask.Board {
	b := &ask.Board{Cells: "points", Cols: size, Rows: size}
	for i := range size {
		b.Columns = append(b.Columns, letters(i))
		b.Lines = append(b.Lines, fmt.Sprint(size-i))
	}
	if size == 19 {
		b.Stars = []int{60, 66, 72, 174, 180, 186, 288, 294, 300}
	}
	for i, cell := range order(size)[:min(stones, size*size)] {
		b.Pieces = append(b.Pieces, ask.Piece{Cell: cell, Color: string("BW"[i%2]), Kind: "stone"})
	}
	return b
}

func letters(i int) string {
	const names = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	return strings.Repeat(names[i%25:i%25+1], 1+i/25)
}

// Marks number the stones of a board of 19 by 19.
func Marks(first, last int) drawing.Marks {
	m := drawing.Marks{Last: -1, Numbers: map[int]int{}}
	cells := order(19)
	for n := first; n <= min(last, len(cells)); n++ {
		m.Numbers[cells[n-1]] = n
	}
	return m
}

// Failing returns parts of which the second fails.
func Failing(err error) iter.Seq2[*paper.Part, error] {
	return func(yield func(*paper.Part, error) bool) {
		if yield(&paper.Part{Anchor: "one", Blocks: blocks(1, "")}, nil) {
			yield(nil, err)
		}
	}
}

// Pieces returns a document with boards of squares and of hexagons, whose pieces are no stones.
func Pieces() *paper.Document {
	squares := &ask.Board{Signs: []string{"☗", "☖"}, Cells: "squares", Cols: 9, Rows: 9, Stars: []int{20, 23, 47, 50}}
	figures := &ask.Board{Cells: "squares", Cols: 8, Rows: 8}
	hexes := &ask.Board{Cells: "hexes", Cols: 11, Rows: 11}
	for i := range 11 {
		hexes.Columns, hexes.Lines = append(hexes.Columns, letters(i)), append(hexes.Lines, fmt.Sprint(i+1))
	}
	for i := range 9 {
		squares.Columns, squares.Lines = append(squares.Columns, fmt.Sprint(9-i)), append(squares.Lines, string(rune('a'+i)))
	}
	for i := range 8 {
		figures.Columns, figures.Lines = append(figures.Columns, string(rune('a'+i))), append(figures.Lines, fmt.Sprint(8-i))
	}
	for i, sign := range []rune("香桂銀金玉金銀桂香歩歩歩歩歩歩歩歩歩馬龍と") {
		kind := "P"
		if i > 17 {
			kind = "+P"
		}
		squares.Pieces = append(squares.Pieces, ask.Piece{Cell: i, Color: "W", Kind: kind, Sign: string(sign)}, ask.Piece{Cell: 80 - i, Color: "B", Kind: kind, Sign: string(sign)})
	}
	squares.Hands = []game.Hand{{Color: "B", Pieces: []game.HandPiece{{Kind: "P", Sign: "歩", Count: 3}}}, {Color: "W", Pieces: []game.HandPiece{{Kind: "G", Sign: "金", Count: 1}}}}
	for i, sign := range []rune("♜♞♝♛♚♝♞♜♟♟♟♟♟♟♟♟") {
		figures.Pieces = append(figures.Pieces, ask.Piece{Cell: i, Color: "B", Kind: "p", Sign: string(sign)})
	}
	for i, sign := range []rune("♙♙♙♙♙♙♙♙♖♘♗♕♔♗♘♖") {
		figures.Pieces = append(figures.Pieces, ask.Piece{Cell: 48 + i, Color: "W", Kind: "P", Sign: string(sign)})
	}
	for i, cell := range order(11)[:20] {
		hexes.Pieces = append(hexes.Pieces, ask.Piece{Cell: cell, Color: string("BW"[i%2]), Kind: "stone"})
	}
	d := &paper.Document{Title: "Pieces", Language: paper.Chinese}
	d.Parts = func(yield func(*paper.Part, error) bool) {
		p := &paper.Part{Anchor: "all"}
		for range 2 {
			for _, b := range []*ask.Board{squares, figures, hexes} {
				p.Blocks = append(p.Blocks, &paper.Figure{Caption: b.Cells, Board: b, Marks: drawing.Marks{Last: b.Pieces[0].Cell}, Coordinates: true, Abreast: 2})
			}
		}
		yield(p, nil)
	}
	return d
}
