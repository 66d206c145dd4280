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
func (p *Position) Draw(o *DrawOptions) string { return p.sketch().Draw(o) }

// sketch returns the position as a sketch that leaves nothing open.
func (p *Position) sketch() *Sketch {
	k := SketchOf(p)
	k.exact, k.turn = true, p.turn
	return k
}

// Draw returns the sketch as a position is drawn, with ? where anything may be.
func (k *Sketch) Draw(o *DrawOptions) string {
	if o == nil {
		o = &DrawOptions{}
	}
	mark := NoSquare
	if o.Last != (Move{}) {
		mark = o.Last.To
	}
	names, files, ranks := letterCell, "  9  8  7  6  5  4  3  2  1", "abcdefghi"
	if o.Kanji {
		names, files, ranks = kanjiCell, "  ９  ８  ７  ６  ５  ４  ３  ２  １", "一二三四五六七八九"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "White in hand: %s\n%s\n", k.handText(White, o.Kanji), files)
	rankNames := []rune(ranks)
	for y := range 9 {
		for x := range 9 {
			s := Square(y*9 + x)
			// The mark takes the place of the blank between two cells.
			if s == mark {
				b.WriteByte('*')
			} else {
				b.WriteByte(' ')
			}
			b.WriteString(names(k.cells[s]))
		}
		fmt.Fprintf(&b, "  %c\n", rankNames[y])
	}
	fmt.Fprintf(&b, "Black in hand: %s\n%s to play\n", k.handText(Black, o.Kanji), turnNames[k.turn])
	return b.String()
}

// String draws the position in ASCII.
func (p *Position) String() string { return p.Draw(nil) }

var turnNames = map[Color]string{Black: "Black", White: "White", Empty: "Either"}

// letterCell and kanjiCell return what lies on a square with what precedes it: "+P", "v歩".
func letterCell(c cell) string {
	if c > whiteMan {
		return fmt.Sprintf("%2s", Piece(c))
	}
	return [...]string{" ?", " .", " A", " a"}[c]
}

func kanjiCell(c cell) string {
	switch p := Piece(c); {
	case c <= whiteMan:
		return [...]string{" ？", " ・", " 駒", "v駒"}[c]
	case p.Color() == White:
		return "v" + string(p.Kind().Kanji())
	default:
		return " " + string(p.Kind().Kanji())
	}
}

var kanji = [numKinds]rune{'・', '歩', '香', '桂', '銀', '金', '角', '飛', '玉', 'と', '杏', '圭', '全', '金', '馬', '龍'}

// Kanji returns the one character that stands for the kind on a board.
func (k Kind) Kanji() rune { return kanji[k&15] }

// handText says what a player holds.
func (k *Sketch) handText(c Color, inKanji bool) string {
	var parts []string
	for _, kind := range handOrder {
		n := int(k.hands[side(c)][kind])
		if n == 0 {
			continue
		}
		name := string(kind.Letter())
		if inKanji {
			name = string(kind.Kanji())
		}
		if n > 1 {
			name = fmt.Sprint(name, n)
		}
		parts = append(parts, name)
	}
	switch {
	case parts == nil && k.exact:
		return "none"
	case parts == nil:
		return "anything"
	case !k.exact:
		parts = append(parts, "or more")
	}
	return strings.Join(parts, " ")
}
