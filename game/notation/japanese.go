package notation

import (
	"strings"
	"unicode/utf8"

	"kifudb/position/shogi"
)

// The Japanese notation in Latin letters:
//
//	(square | "DO") ["+"] piece { modifier } ["+" | "=" | drop mark]
//
// as in "76 FU", "22 KAKU NARI", "DO GIN", "58KINMIGI", "45 KAKU UTSU". Blanks
// between the words are free, so words are found by trying: the longest name
// first, then modifiers, and the next name if the rest does not fit.
// In kanji the same parts stand in the same order: "☗７六歩", "同　銀", "５八金右".

// lexeme is a word of the notation and what it adds to a description.
type lexeme struct {
	word string
	add  description
}

// jpieces are the names of pieces, longest first, with the promoted ones'.
var jpieces = makeJapanesePieces()

func makeJapanesePieces() (list []lexeme) {
	for _, w := range pieceWords {
		list = append(list, lexeme{w.word, description{kind: w.kind}})
	}
	for word, kind := range map[string]shogi.Kind{
		"RYU": shogi.Dragon, "RYUU": shogi.Dragon, "RYUO": shogi.Dragon,
		"UMA": shogi.Horse, "RYUMA": shogi.Horse,
		"NARIGIN": shogi.PromotedSilver, "NARIKEI": shogi.PromotedKnight, "NARIKYO": shogi.PromotedLance,
		"TO": shogi.PromotedPawn, "TOKIN": shogi.PromotedPawn,
		"王": shogi.King, "玉": shogi.King, "飛": shogi.Rook, "角": shogi.Bishop, "金": shogi.Gold, "銀": shogi.Silver,
		"桂": shogi.Knight, "香": shogi.Lance, "歩": shogi.Pawn, "龍": shogi.Dragon, "竜": shogi.Dragon, "馬": shogi.Horse,
		"と": shogi.PromotedPawn, "成銀": shogi.PromotedSilver, "成桂": shogi.PromotedKnight, "成香": shogi.PromotedLance,
		"全": shogi.PromotedSilver, "圭": shogi.PromotedKnight, "杏": shogi.PromotedLance,
	} {
		list = append(list, lexeme{word, description{kind: kind}})
	}
	return longestFirst(list)
}

// jmodifiers follow the piece. The written word of each sense is in modifierText.
var jmodifiers = longestFirst([]lexeme{
	{"AGARU", description{words: wordUp}}, {"UE", description{words: wordUp}}, {"AGA", description{words: wordUp}},
	{"YORU", description{words: wordSide}}, {"YORI", description{words: wordSide}}, {"YOSE", description{words: wordSide}},
	{"HIKU", description{words: wordDown}}, {"HIKI", description{words: wordDown}},
	{"SUGU", description{words: wordStraight}}, {"CHOKU", description{words: wordStraight}},
	{"MIGI", description{words: wordRight}}, {"HIDARI", description{words: wordLeft}},
	{"NARI", description{promotes: '+'}}, {"NARU", description{promotes: '+'}},
	{"NARAZU", description{promotes: '='}}, {"FUNARI", description{promotes: '='}},
	{"UTSU", description{drop: isDrop}}, {"UTU", description{drop: isDrop}},
	{"UCHI", description{drop: isDrop}}, {"UTI", description{drop: isDrop}},
	{"上", description{words: wordUp}}, {"行", description{words: wordUp}}, {"寄", description{words: wordSide}},
	{"引", description{words: wordDown}}, {"直", description{words: wordStraight}},
	{"右", description{words: wordRight}}, {"左", description{words: wordLeft}},
	{"成", description{promotes: '+'}}, {"不成", description{promotes: '='}}, {"生", description{promotes: '='}},
	{"打", description{drop: isDrop}},
})

// longestFirst sorts by falling length, and equal lengths by the words, so that
// the order is the same in every run.
func longestFirst(list []lexeme) []lexeme {
	for i := range list {
		for j := i; j > 0; j-- {
			a, b := &list[j-1], &list[j]
			if len(a.word) > len(b.word) || len(a.word) == len(b.word) && a.word <= b.word {
				break
			}
			*a, *b = *b, *a
		}
	}
	return list
}

// sameSquare are the words for the destination of the previous move.
var sameSquare = []string{"ONAJIKU", "ONAJI", "DOU", "DOO", "DO", "同"}

const (
	kanjiRanks = "一二三四五六七八九"
	fullDigits = "１２３４５６７８９"
)

// parseJapanese reads the move at the start of text and returns how many bytes
// it is long. The destination is NoSquare if the text says "same square".
func parseJapanese(text string) (d description, n int, ok bool) {
	d.drop = dropIfNot
	for mark, c := range map[string]shogi.Color{
		"☗": shogi.Black, "▲": shogi.Black, "☖": shogi.White, "△": shogi.White, "▽": shogi.White, "▼": shogi.Black,
	} {
		if strings.HasPrefix(text, mark) {
			d.side = c
			n = len(mark) + blanks(text[len(mark):])
			break
		}
	}
	size := 0
	if d.to, size = japaneseSquare(text[n:]); size == 0 {
		return d, n, false
	}
	n += size
	n += blanks(text[n:])
	promoted := strings.HasPrefix(text[n:], "+")
	if promoted {
		n++
	}
	for _, piece := range jpieces {
		if !hasWord(text[n:], piece.word) {
			continue
		}
		kind := piece.add.kind
		if promoted {
			kind = promotedKind(kind)
		}
		rest, end := d, n+len(piece.word)
		rest.kind = kind
		if parseModifiers(text, &rest, &end) {
			return rest, end, true
		}
	}
	return d, n, false
}

// japaneseSquare reads a square, or a word for the previous one, and returns its
// length, 0 if there is neither.
func japaneseSquare(text string) (shogi.Square, int) {
	for _, word := range sameSquare {
		if hasWord(text, word) {
			return shogi.NoSquare, len(word)
		}
	}
	file, n := digitOf(text, fullDigits)
	if n == 0 && text != "" && text[0] >= '1' && text[0] <= '9' {
		file, n = int(text[0]-'0'), 1
	}
	if n == 0 {
		return shogi.NoSquare, 0
	}
	rank, size := digitOf(text[n:], kanjiRanks)
	if size == 0 {
		rank, size = digitOf(text[n:], fullDigits)
	}
	if size == 0 && len(text) > n {
		rank, size = rankOf(text[n]), 1
	}
	if rank == 0 {
		return shogi.NoSquare, 0
	}
	return shogi.SquareAt(file, rank), n + size
}

// digitOf returns the value, from 1, of the character at the start of text in a
// list of characters, and its length; 0 and 0 if it is not there.
func digitOf(text, list string) (value, n int) {
	for _, r := range list {
		value++
		if c := string(r); strings.HasPrefix(text, c) {
			return value, len(c)
		}
	}
	return 0, 0
}

// parseModifiers reads what follows the piece, and reports whether a word ends
// there. Modifiers never begin alike but for NARI and NARAZU and the like, so the
// longest is the right one.
func parseModifiers(text string, d *description, end *int) bool {
	for {
		at := *end + blanks(text[*end:])
		if endingAt(text[at:]) != NoEnding {
			break // 引き分け, HIKIWAKE: no 引, no HIKI
		}
		found := false
		for _, m := range jmodifiers {
			if hasWord(text[at:], m.word) {
				d.words |= m.add.words
				if m.add.promotes != 0 {
					d.promotes = m.add.promotes
				}
				if m.add.drop == isDrop {
					d.drop = isDrop
				}
				*end, found = at+len(m.word), true
				break
			}
		}
		if !found {
			break
		}
	}
	if *end < len(text) {
		switch c := text[*end]; {
		case c == '+' || c == '=':
			d.promotes = c
			*end++
		case strings.IndexByte(dropChars, c) >= 0:
			d.drop = isDrop
			*end++
		}
	}
	if rest := text[*end:]; len(rest) >= 4 && rest[0] == '(' && rest[3] == ')' && squareOf(rest[1:3]).Valid() {
		from := squareOf(rest[1:3])
		d.file, d.rank = from.File(), from.Rank()
		*end += 4
	}
	return wordEnds(text[*end:])
}

// wordEnds reports whether no word goes on at the start of text.
func wordEnds(text string) bool {
	if text == "" || strings.IndexByte(" \t\n,;!?", text[0]) >= 0 {
		return true
	}
	r, _ := utf8.DecodeRuneInString(text)
	switch r {
	case '☗', '☖', '▲', '△', '▽', '▼', '　':
		return true
	}
	return false
}

// blanks returns the length of the blanks, line ends included, that text begins with.
func blanks(text string) int {
	n := 0
	for n < len(text) {
		switch {
		case text[n] == ' ' || text[n] == '\t' || text[n] == '\n':
			n++
		case strings.HasPrefix(text[n:], "　"):
			n += len("　")
		default:
			return n
		}
	}
	return n
}

// hasWord reports whether text begins with a word, given in capitals, in any case.
func hasWord(text, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(text[:len(word)], word)
}

// modifierText has the written words in their order.
var modifierText = []struct {
	word           directionWords
	latin, inKanji string
}{
	{wordStraight, "SUGU", "直"}, {wordLeft, "HIDARI", "左"}, {wordRight, "MIGI", "右"},
	{wordUp, "AGARU", "上"}, {wordSide, "YORU", "寄"}, {wordDown, "HIKU", "引"},
}

var latinNames = map[shogi.Kind]string{
	shogi.King: "GYOKU", shogi.Rook: "HI", shogi.Bishop: "KAKU", shogi.Gold: "KIN", shogi.Silver: "GIN",
	shogi.Knight: "KEI", shogi.Lance: "KYO", shogi.Pawn: "FU", shogi.Dragon: "RYU", shogi.Horse: "UMA",
	shogi.PromotedSilver: "NARIGIN", shogi.PromotedKnight: "NARIKEI", shogi.PromotedLance: "NARIKYO",
	shogi.PromotedPawn: "TO",
}

// modifiers returns the words that tell a move's piece from its rivals, as the
// Japan Shogi Association has them said.
func modifiers(p *shogi.Position, m shogi.Move) directionWords {
	others := rivals(p, m)
	if len(others) == 0 {
		return 0
	}
	c := p.ToPlay()
	mine := approachOf(c, m.From, m.To)
	alikeVertical, alikeHorizontal := false, false
	for _, s := range others {
		a := approachOf(c, s, m.To)
		alikeVertical = alikeVertical || a.vertical == mine.vertical
		alikeHorizontal = alikeHorizontal || a.horizontal == mine.horizontal
	}
	side := wordRight
	switch {
	case !alikeVertical:
		return mine.verticalWord()
	case farMover(p.At(m.From).Kind()):
		if (m.From.File() > others[0].File()) == (c == shogi.Black) {
			return wordLeft
		}
		return wordRight
	case mine.vertical == 1 && mine.horizontal == 0:
		return wordStraight
	case mine.horizontal == 0:
		return mine.verticalWord()
	case mine.horizontal < 0:
		side = wordLeft
	}
	if alikeHorizontal {
		return side | mine.verticalWord()
	}
	return side
}

// japaneseText writes a move in Japanese notation, in Latin letters.
func japaneseText(p *shogi.Position, m shogi.Move, f Format) string {
	parts := []string{digits(m.To)}
	if m.IsDrop() {
		name := latinNames[m.Drop]
		if f.DropChar != 0 {
			name += string(f.DropChar)
		}
		parts = append(parts, name)
		if f.DropChar == 0 {
			parts = append(parts, "UTSU")
		}
	} else {
		parts = append(parts, latinNames[p.At(m.From).Kind()])
		words := modifiers(p, m)
		for _, w := range modifierText {
			if words&w.word != 0 {
				parts = append(parts, w.latin)
			}
		}
		switch {
		case m.Promote:
			parts = append(parts, "NARI")
		case declines(p, m):
			parts = append(parts, "NARAZU")
		}
	}
	if f.Width == 0 {
		return strings.Join(parts, " ")
	}
	return strings.Join(parts, "")
}

// kanjiText writes a move as it is printed in Japan. It never writes 同, which
// means nothing after a line of play was left.
func kanjiText(p *shogi.Position, m shogi.Move) string {
	var b strings.Builder
	if p.ToPlay() == shogi.White {
		b.WriteRune('☖')
	} else {
		b.WriteRune('☗')
	}
	b.WriteRune([]rune(fullDigits)[m.To.File()-1])
	b.WriteRune([]rune(kanjiRanks)[m.To.Rank()-1])
	if m.IsDrop() {
		b.WriteString(kanjiName(m.Drop) + "打")
		return b.String()
	}
	b.WriteString(kanjiName(p.At(m.From).Kind()))
	words := modifiers(p, m)
	for _, w := range modifierText {
		if words&w.word != 0 {
			b.WriteString(w.inKanji)
		}
	}
	switch {
	case m.Promote:
		b.WriteString("成")
	case declines(p, m):
		b.WriteString("不成")
	}
	return b.String()
}

// kanjiName is the kind's name in a move, where 成銀 is two characters.
func kanjiName(k shogi.Kind) string {
	switch k {
	case shogi.PromotedSilver, shogi.PromotedKnight, shogi.PromotedLance:
		return "成" + string(k.Demoted().Kanji())
	}
	return string(k.Kanji())
}
