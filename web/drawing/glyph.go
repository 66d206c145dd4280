package drawing

import (
	"image/color"
	"strings"
	"unicode/utf8"
)

// The signs of pieces are drawn here with a few strokes each, as no font that has them is
// small: pictures look the same on every machine.

// characters are those that shogi needs, as strokes: points of a square of 100 by 100,
// from the upper left, strokes apart by semicolons.
var characters = map[rune]string{
	'一': "8,50 92,50",
	'二': "20,24 80,24; 8,78 92,78",
	'三': "15,16 85,16; 22,48 78,48; 8,84 92,84",
	'四': "12,20 12,86; 12,20 88,20 88,86; 12,80 88,80; 38,20 36,45 24,60; 62,20 62,52 66,58 80,58",
	'五': "15,14 85,14; 48,14 34,86; 22,46 74,46 70,86; 6,87 94,87",
	'六': "50,6 50,26; 8,30 92,30; 38,46 28,68 12,90; 62,46 74,68 88,90",
	'七': "8,48 92,34; 42,8 42,76 50,86 84,86 87,70",
	'八': "38,20 32,50 10,86; 56,16 66,50 92,86",
	'九': "10,34 68,34 66,78 72,87 88,85 91,68; 42,8 40,40 30,68 8,92",
	'十': "8,45 92,45; 50,8 50,94",
	'歩': "50,4 50,38; 50,20 78,20; 26,16 26,38; 6,40 94,40; 50,48 50,78 40,75; 28,54 14,70; 70,54 88,66; 84,68 60,84 20,97",
	'香': "76,6 50,14 22,18; 8,31 92,31; 50,14 50,56; 46,32 30,46 8,56; 54,32 70,46 92,55; 28,64 28,97; 28,64 72,64 72,97; 28,79 72,79; 28,94 72,94",
	'桂': "6,32 42,32; 24,8 24,96; 23,34 6,68; 26,44 38,56; 50,24 92,24; 71,8 71,44; 46,44 97,44; 50,68 92,68; 71,52 71,93; 44,93 98,93",
	'銀': "26,6 16,22 4,34; 26,6 36,18 46,26; 14,36 40,36; 8,52 44,52; 26,36 26,90; 12,62 18,78; 40,62 34,78; 6,94 46,86; 58,12 88,12 88,46; 58,29 88,29; 58,46 88,46; 58,12 58,94 74,84; 66,48 76,72 97,93; 92,56 77,68",
	'金': "50,5 34,26 8,46; 50,5 66,26 92,46; 30,45 70,45; 18,63 82,63; 50,45 50,93; 28,71 36,85; 72,71 64,85; 8,94 92,94",
	'角': "40,4 30,18 12,32; 36,14 66,14 56,28; 24,30 24,68 8,95; 24,30 80,30 80,86 70,93 62,89; 24,48 80,48; 24,66 80,66; 52,30 52,92",
	'飛': "10,10 60,10 62,32 74,42 82,28; 78,8 66,18; 80,20 68,28; 42,24 12,36; 6,54 54,54; 28,32 28,66 10,95; 46,26 46,96; 58,52 80,52 82,78 92,90 97,74; 94,56 84,63; 92,68 86,74",
	'玉': "12,16 88,16; 18,50 82,50; 6,90 94,90; 50,16 50,90; 66,62 78,77",
	'と': "34,8 39,44; 82,34 42,50 22,68 26,86 50,91 84,87",
	'杏': "8,24 92,24; 50,4 50,58; 47,26 32,44 8,58; 53,26 68,44 92,57; 26,66 26,97; 26,66 74,66 74,97; 26,93 74,93",
	'圭': "16,20 84,20; 50,4 50,42; 8,42 92,42; 18,66 82,66; 50,50 50,92; 6,92 94,92",
	'全': "50,5 34,28 6,48; 50,5 66,28 94,48; 24,52 76,52; 26,71 74,71; 50,52 50,92; 10,92 90,92",
	'馬': "22,8 22,60; 22,8 80,8; 50,8 50,60; 22,25 76,25; 22,43 76,43; 22,60 88,60 86,84 77,94 66,89; 14,70 8,90; 31,72 35,87; 48,71 53,85; 64,69 69,81",
	'龍': "28,2 28,12; 6,14 50,14; 16,20 20,33; 40,20 36,33; 4,37 52,37; 12,48 12,95; 12,48 46,48 46,95 38,91; 12,62 46,62; 12,76 46,76; 64,4 64,24; 64,12 94,12; 64,26 92,26 92,42 64,42 64,86 70,94 95,94 97,80; 73,55 91,55; 73,67 91,67; 73,79 91,79",
	'駒': "10,8 10,56; 10,8 46,8; 28,8 28,56; 10,24 44,24; 10,40 44,40; 10,56 48,56 46,84 38,92; 6,68 3,86; 16,69 18,82; 27,68 30,80; 66,4 54,34; 62,22 95,22 93,84 83,93 75,89; 62,43 62,70; 62,43 79,43 79,70 62,70",
	'な': "10,26 48,22; 33,8 23,38 8,58; 62,18 88,30; 64,38 64,78 52,91 37,86 40,74 60,73 88,90",
	'し': "32,8 30,70 40,88 62,88 86,64",
	'以': "18,14 20,76 44,58; 38,22 51,38; 78,10 72,48 56,74 34,93; 68,62 80,76 94,93",
	'上': "48,6 48,87; 48,42 84,42; 6,88 94,88",
	'☖': "50,8 76,22 88,92 12,92 24,22 50,8",
	'☗': "50,8 76,22 88,92 12,92 24,22 50,8; 50,16 50,88; 40,22 34,88; 60,22 66,88; 30,28 22,86; 70,28 78,86; 45,20 42,88; 55,20 58,88; 36,24 28,88; 64,24 72,88",
}

// A figure is a piece of chess in a square of 45 by 45, from the upper left.
type figure struct {
	outline, inside string // paths; the lines inside are in the other color
	white           bool
}

const (
	pawnOutline   = "M22.5 8C26 8 28.5 10.5 28.5 14C28.5 16.5 27.3 18.4 25.5 19.4L31 34H34.5V39.5H10.5V34H14L19.5 19.4C17.7 18.4 16.5 16.5 16.5 14C16.5 10.5 19 8 22.5 8Z"
	rookOutline   = "M9 39.5V35H12.5L14.5 17H10.5V8H15.5V11.5H20V8H25V11.5H29.5V8H34.5V17H30.5L32.5 35H36V39.5Z"
	knightOutline = "M12.5 39.5H34.5C35.5 28 34 17 25.5 10L24 5L20.5 9L17.5 7L17 11C13 14 10.5 19 7.5 25L10.5 30L14.5 28.5C16.5 26.5 19.5 25.5 22.5 25C21 29.5 13 31.5 12.5 39.5Z"
	bishopOutline = "M22.5 4.5C24.5 4.5 25.5 6 25.5 7.5C25.5 8.7 25 9.6 24.2 10.2C27.5 14 31.5 19 31.5 25C31.5 27.5 30.5 29.5 28.5 31L30 35H36V39.5H9V35H15L16.5 31C14.5 29.5 13.5 27.5 13.5 25C13.5 19 17.5 14 20.8 10.2C20 9.6 19.5 8.7 19.5 7.5C19.5 6 20.5 4.5 22.5 4.5Z"
	queenOutline  = "M9 39.5V35H11.5L5 13L14 23L15 8L22.5 22L30 8L31 23L40 13L33.5 35H36V39.5Z"
	kingOutline   = "M9 39.5V35H11C5 27 6 17 14 17C17 17 19.5 18.5 21 21V13H17.5V10H21V5H24V10H27.5V13H24V21C25.5 18.5 28 17 31 17C39 17 40 27 34 35H36V39.5Z"
)

var figures = map[rune]figure{
	'♔': {kingOutline, "M12 35H33", true}, '♚': {kingOutline, "M12 35H33", false},
	'♕': {queenOutline, "M12 35H33", true}, '♛': {queenOutline, "M12 35H33", false},
	'♖': {rookOutline, "M15 17H30M13 35H32", true}, '♜': {rookOutline, "M15 17H30M13 35H32", false},
	'♗': {bishopOutline, "M22.5 15V24M18.5 19H26.5M17 31H28", true}, '♝': {bishopOutline, "M22.5 15V24M18.5 19H26.5M17 31H28", false},
	'♘': {knightOutline, "M17.5 16L18.5 16.5", true}, '♞': {knightOutline, "M17.5 16L18.5 16.5", false},
	'♙': {pawnOutline, "M15 34H30", true}, '♟': {pawnOutline, "M15 34H30", false},
}

// sign paints the sign of a piece around a place: figures of chess as high as size, and
// characters in the colour of ink. It reports false if it has none for the text.
func (t *painter) sign(x, y, size float64, text string, turned bool, c color.RGBA) bool {
	r, _ := utf8.DecodeRuneInString(text)
	turn := 1.0
	if turned {
		turn = -1
	}
	if strokes, ok := characters[r]; ok {
		path := ""
		for stroke := range strings.SplitSeq(strokes, ";") {
			for i, p := range strings.Fields(stroke) {
				path += "ML"[min(i, 1):min(i, 1)+1] + strings.Replace(p, ",", " ", 1)
			}
		}
		t.strokes(placed(path, x, y, turn*size/100, 50, 50), size*0.075, c)
		return true
	}
	f, ok := figures[r]
	if !ok {
		return false
	}
	body, marks := ink, ivory
	if f.white {
		body, marks = ivory, ink
	}
	outline := placed(f.outline, x, y, size/45, 22.5, 22)
	t.fill(outline, body)
	t.strokes(outline, 1.4, ink)
	t.strokes(placed(f.inside, x, y, size/45, 22.5, 22), 1.2, marks)
	return true
}

// placed returns a path with its size changed, and the middle of its square at a place.
// Curves become lines.
func placed(path string, x, y, scale, middleX, middleY float64) string {
	var b strings.Builder
	eachPoint(path, func(begin, end bool, at [2]float64) {
		switch {
		case end:
			b.WriteByte('Z')
			return
		case begin:
			b.WriteByte('M')
		default:
			b.WriteByte('L')
		}
		b.WriteString(decimal(x+(at[0]-middleX)*scale) + " " + decimal(y+(at[1]-middleY)*scale))
	})
	return b.String()
}
