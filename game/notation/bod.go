package notation

import (
	"fmt"
	"strings"
	"unicode"

	"kifudb/position/shogi"
)

// BOD is the diagram of the Japanese formats, which stands among the facts of a
// game in KIF and KI2, or by itself:
//
//	後手の持駒：飛二　歩十五
//	  ９ ８ ７ ６ ５ ４ ３ ２ １
//	+---------------------------+
//	| ・v桂 ・ ・ ・ ・ ・v桂v香|一
//	…
//	+---------------------------+
//	先手の持駒：なし
//	後手番
//
// A v is before White's pieces. Without a line that tells whose turn it is, it is
// Black's. Its description: http://kakinoki.o.oo7.jp/kif_format.html

// bodPieces are the pieces of a diagram.
var bodPieces = map[rune]shogi.Kind{
	'王': shogi.King, '玉': shogi.King, '飛': shogi.Rook, '角': shogi.Bishop, '金': shogi.Gold, '銀': shogi.Silver,
	'桂': shogi.Knight, '香': shogi.Lance, '歩': shogi.Pawn, '龍': shogi.Dragon, '竜': shogi.Dragon, '馬': shogi.Horse,
	'と': shogi.PromotedPawn, '全': shogi.PromotedSilver, '圭': shogi.PromotedKnight, '杏': shogi.PromotedLance,
}

// bod is a diagram as it is read, line by line.
type bod struct {
	position *shogi.Position
	rows     int
	seen     bool        // something of a diagram was read
	rest     shogi.Color // has what is left over in hand; Empty: nobody
	turn     shogi.Color // Empty: not told
}

func newBOD() bod { return bod{position: shogi.NewEmpty()} }

// read reads a line without blanks around it. It reports false if the line is none
// of a diagram's. On an error, at is the offset in the line.
func (b *bod) read(line string) (is bool, at int, err error) {
	switch {
	case strings.HasPrefix(line, "|") || strings.HasPrefix(line, "｜"):
		b.seen = true
		at, err = b.readRow(line)
		return true, at, err
	case strings.HasPrefix(line, "+-"), isRuler(line):
		return true, 0, nil
	}
	switch line {
	case "先手番", "下手番":
		b.turn = shogi.Black
		return true, 0, nil
	case "後手番", "上手番":
		b.turn = shogi.White
		return true, 0, nil
	}
	key, value := cutField(line)
	owner := shogi.Empty
	switch key {
	case "先手の持駒", "下手の持駒", "先手の持ち駒", "下手の持ち駒", "先手持駒", "下手持駒":
		owner = shogi.Black
	case "後手の持駒", "上手の持駒", "後手の持ち駒", "上手の持ち駒", "後手持駒", "上手持駒":
		owner = shogi.White
	default:
		return false, 0, nil
	}
	b.seen = true
	if err := b.readHand(owner, value); err != nil {
		return true, len(line) - len(value), err
	}
	return true, 0, nil
}

// isRuler reports whether a line numbers the files.
func isRuler(line string) bool {
	next := '9'
	for _, c := range line {
		switch {
		case c == ' ' || c == '　':
		case next > '0' && (c == next || c == next-'0'+'０'):
			next--
		default:
			return false
		}
	}
	return next == '0'
}

// readRow reads a rank, from file 9. What stands behind the second bar is its
// number.
func (b *bod) readRow(line string) (at int, err error) {
	b.rows++
	if b.rows > 9 {
		return 0, fmt.Errorf("more than 9 ranks")
	}
	file, owner, promoted, bars := 9, shogi.Black, false, 0
	for at, c := range line {
		kind := bodPieces[c]
		switch {
		case c == '|' || c == '｜':
			if bars++; bars == 2 {
				if file != 0 {
					return at, fmt.Errorf("%d files instead of 9", 9-file)
				}
				return 0, nil
			}
		case c == 'v' || c == 'V' || c == 'ｖ':
			owner = shogi.White
		case c == '^' || unicode.IsSpace(c):
		case c == '成':
			promoted = true
		case file == 0:
			return at, fmt.Errorf("more than 9 files")
		case c == '・' || c == '･' || c == '.' || c == '*' || c == '＊':
			file--
		case kind != shogi.NoKind:
			if promoted {
				kind = kind.Promote()
			}
			b.position.Set(shogi.SquareAt(file, b.rows), shogi.NewPiece(owner, kind))
			owner, promoted = shogi.Black, false
			file--
		default:
			return at, fmt.Errorf("%q is no piece", c)
		}
	}
	return len(line), fmt.Errorf("the second bar is missing")
}

// readHand reads 飛二　角　歩十五, なし, or 残り全部 for what is left over.
func (b *bod) readHand(owner shogi.Color, text string) error {
	text = strings.TrimSpace(text)
	switch {
	case text == "" || text == "なし" || text == "無し" || text == "-":
		return nil
	case strings.HasPrefix(text, "残り") || strings.HasPrefix(text, "残"):
		b.rest = owner
		return nil
	}
	for text != "" {
		r := []rune(text[:min(len(text), 4)])[0]
		rest := text[len(string(r)):]
		kind := bodPieces[r]
		if unicode.IsSpace(r) || r == '、' || r == ',' {
			text = rest
			continue
		}
		if kind == shogi.NoKind || kind > shogi.Rook {
			return fmt.Errorf("%q is no piece in hand", r)
		}
		n, size := japaneseNumber(rest)
		if size == 0 {
			n = 1
		}
		if n += b.position.Hand(owner, kind); n > kind.Complement() {
			return fmt.Errorf("%d pieces of %c in hand", n, r)
		}
		b.position.SetHand(owner, kind, n)
		text = rest[size:]
	}
	return nil
}

// end returns the position, and what is wrong with the diagram as a whole.
func (b *bod) end() (*shogi.Position, error) {
	if b.rows > 0 && b.rows != 9 {
		return nil, fmt.Errorf("%d ranks instead of 9", b.rows)
	}
	if b.rest != shogi.Empty {
		for k := shogi.Pawn; k <= shogi.Rook; k++ {
			b.position.SetHand(b.rest, k, b.position.Hand(b.rest, k)+k.Complement()-count(b.position, k))
		}
	}
	if b.turn != shogi.Empty {
		b.position.SetToPlay(b.turn)
	}
	return b.position, b.position.Check()
}

// japaneseNumber reads a number from 0 to 99 at the start of a text, in digits of
// either width or in kanji, and its length, 0 if there is none.
func japaneseNumber(text string) (n, size int) {
	ten := false
	for at, c := range text {
		digit, isKanji := 0, false
		switch i := strings.IndexRune(kanjiRanks, c); {
		case c >= '0' && c <= '9':
			digit = int(c - '0')
		case c >= '０' && c <= '９':
			digit = int(c - '０')
		case i >= 0:
			digit, isKanji = i/len("一")+1, true
		case c == '十' && !ten:
			ten = true
			n = max(n, 1) * 10
			size = at + len("十")
			continue
		default:
			return n, size
		}
		if n > 9 && !(ten && isKanji && n%10 == 0) {
			return n, size
		}
		if ten {
			n += digit
		} else {
			n = n*10 + digit
		}
		size = at + len(string(c))
	}
	return n, size
}

// cutField cuts a line "key：value" at its first colon of either width; the key is
// "" if there is none.
func cutField(line string) (key, value string) {
	at := strings.IndexAny(line, "：:")
	if at <= 0 {
		return "", line
	}
	size := 1
	if line[at] != ':' {
		size = len("：")
	}
	return strings.TrimRight(line[:at], " \t　"), line[at+size:]
}

// ParseBOD reads a diagram in BOD. A hand that is missing is empty. Errors name
// line and column.
func ParseBOD(text string) (*shogi.Position, error) {
	s := newSource([]byte(text))
	b := newBOD()
	for at := 0; at < len(s.text); {
		end := s.lineEnd(at)
		line := trimWide(s.text[at:end])
		if line != "" {
			is, column, err := b.read(line)
			if !is && !strings.HasPrefix(line, "#") {
				err = fmt.Errorf("%q is no line of a diagram", cut(line))
			}
			if err != nil {
				l, c := s.place(at + strings.Index(s.text[at:end], line) + column)
				return nil, fmt.Errorf("line %d, column %d: %w", l, c, err)
			}
		}
		at = end + 1
	}
	if b.rows == 0 {
		return nil, fmt.Errorf("no diagram: a line such as | ・v桂 ・ ・ ・ ・ ・v桂v香|一 is expected for each rank")
	}
	return b.end()
}

// trimWide takes blanks of either width from both ends.
func trimWide(line string) string { return strings.Trim(line, " \t　") }

// BOD returns a position as a diagram, nine ranks with the hands and, if it is
// White's turn, a line that says so. In a handicap the players are 下手 and 上手.
func BOD(p *shogi.Position, handicap bool) []string {
	black, white := "先手", "後手"
	if handicap {
		black, white = "下手", "上手"
	}
	lines := []string{
		white + "の持駒：" + bodHand(p, shogi.White),
		"  ９ ８ ７ ６ ５ ４ ３ ２ １",
		"+---------------------------+",
	}
	for rank := 1; rank <= 9; rank++ {
		var b strings.Builder
		b.WriteByte('|')
		for file := 9; file >= 1; file-- {
			switch piece := p.At(shogi.SquareAt(file, rank)); piece.Color() {
			case shogi.Black:
				b.WriteString(" " + string(piece.Kind().Kanji()))
			case shogi.White:
				b.WriteString("v" + string(piece.Kind().Kanji()))
			default:
				b.WriteString(" ・")
			}
		}
		b.WriteString("|" + kanjiNumber(rank))
		lines = append(lines, b.String())
	}
	lines = append(lines, "+---------------------------+", black+"の持駒："+bodHand(p, shogi.Black))
	if p.ToPlay() == shogi.White {
		lines = append(lines, white+"番")
	}
	return lines
}

// bodHand writes the pieces in hand.
func bodHand(p *shogi.Position, c shogi.Color) string {
	text := ""
	for _, k := range handOrder {
		switch n := p.Hand(c, k); {
		case n > 1:
			text += string(k.Kanji()) + kanjiNumber(n) + "　"
		case n == 1:
			text += string(k.Kanji()) + "　"
		}
	}
	if text == "" {
		return "なし"
	}
	return text
}

// kanjiNumber writes a number from 1 to 99.
func kanjiNumber(n int) string {
	text := ""
	if n >= 20 {
		text = string([]rune(kanjiRanks)[n/10-1])
	}
	if n >= 10 {
		text += "十"
	}
	if n%10 > 0 {
		text += string([]rune(kanjiRanks)[n%10-1])
	}
	return text
}
