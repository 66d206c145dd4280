package shogi

import (
	"fmt"
	"strings"
)

// DrawOptions says how a position is drawn. The zero value draws in ASCII.
type DrawOptions struct {
	Kanji bool // kanji, two columns wide, instead of letters
	Last  Move // the move that led here, whose destination is marked; or none
}

// Draw returns the position for a terminal, both hands beside the board, lines
// ending in a newline. White's pieces are lower-case letters, or kanji after a v, as in
// Japanese e-mail.
//
//	White in hand: none
//	  9  8  7  6  5  4  3  2  1
//	  l  n  s  g  k  g  s  n  l  a
//	  .  r  .  .  .  .  .  b  .  b
//	...
//	Black in hand: none
//	Black to play
func (p *Position) Draw(o *DrawOptions) string {
	if o == nil {
		o = &DrawOptions{}
	}
	mark := NoSquare
	if o.Last != (Move{}) {
		mark = o.Last.To
	}
	names, empty, files, ranks := letterNames, " .", "  9  8  7  6  5  4  3  2  1", "abcdefghi"
	if o.Kanji {
		names, empty, files, ranks = kanjiNames, " ・", "  ９  ８  ７  ６  ５  ４  ３  ２  １", "一二三四五六七八九"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "White in hand: %s\n%s\n", p.handText(White, o.Kanji), files)
	rankNames := []rune(ranks)
	for y := range 9 {
		for x := range 9 {
			s := Square(y*9 + x)
			cell := empty
			if piece := p.board[s]; piece != NoPiece {
				cell = names(piece)
			}
			// The mark takes the place of the blank between two cells.
			if s == mark {
				b.WriteByte('*')
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(cell)
		}
		fmt.Fprintf(&b, "  %c\n", rankNames[y])
	}
	fmt.Fprintf(&b, "Black in hand: %s\n", p.handText(Black, o.Kanji))
	if p.turn == White {
		b.WriteString("White to play\n")
	} else {
		b.WriteString("Black to play\n")
	}
	return b.String()
}

// String draws the position in ASCII.
func (p *Position) String() string { return p.Draw(nil) }

// letterNames and kanjiNames return a piece with what precedes it: "+P", "v歩".
func letterNames(p Piece) string { return fmt.Sprintf("%2s", p) }

func kanjiNames(p Piece) string {
	if p.Color() == White {
		return "v" + string(p.Kind().Kanji())
	}
	return " " + string(p.Kind().Kanji())
}

var kanji = [numKinds]rune{'・', '歩', '香', '桂', '銀', '金', '角', '飛', '玉', 'と', '杏', '圭', '全', '金', '馬', '龍'}

// Kanji returns the one character that stands for the kind on a board.
func (k Kind) Kanji() rune { return kanji[k&15] }

func (p *Position) handText(c Color, inKanji bool) string {
	var parts []string
	for _, k := range handOrder {
		n := p.Hand(c, k)
		if n == 0 {
			continue
		}
		name := string(k.Letter())
		if inKanji {
			name = string(k.Kanji())
		}
		if n > 1 {
			name = fmt.Sprint(name, n)
		}
		parts = append(parts, name)
	}
	if parts == nil {
		return "none"
	}
	return strings.Join(parts, " ")
}
