package shogi

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"kifudb/internal/lazy"
)

// ParseSketch reads a sketch in one of these forms:
//
//	*/*/*/*/*/*/6*/7K1/5G3 b RB2P    as SFEN, with * for as many squares as are left, of
//	                                 anything, ? for one, A for a man of Black, a for one of
//	                                 White; turn and hands may be missing, or be ? and -
//	| ？ ・ 玉 …|                     a diagram as in BOD, with ？ for anything
//	☗玉28 銀38 ☖飛82 空55 ☗持角歩2    men on squares, empty squares, men in hand
//	K28 S38 r82 .55 B*               the same in letters, White's in lower case
//
// What is in a hand is meant as "at least".
func ParseSketch(text string) (*Sketch, error) {
	fields := strings.Fields(text)
	if len(fields) > 0 && fields[0] == "sfen" {
		fields = fields[1:]
	}
	var k *Sketch
	var err error
	switch {
	case len(fields) == 0:
		return nil, errors.New("no squares")
	case strings.Count(fields[0], "/") == 8:
		k, err = parseSketchSFEN(fields)
	case strings.ContainsAny(text, "|｜"):
		k, err = parseSketchBOD(text)
	default:
		k, err = parseMen(text)
	}
	if err == nil && *k == (Sketch{}) {
		err = errors.New("it says nothing of any square or hand, and would be every position")
	}
	return k, err
}

// parseSketchSFEN reads the fields of SFEN.
func parseSketchSFEN(fields []string) (*Sketch, error) {
	k := &Sketch{}
	if len(fields) > 4 {
		return nil, fmt.Errorf("sfen: %d fields instead of 4", len(fields))
	}
	for y, rank := range strings.Split(fields[0], "/") {
		cells, err := rankCells(rank)
		if err != nil {
			return nil, fmt.Errorf("rank %d: %w", y+1, err)
		}
		copy(k.cells[9*y:], cells)
	}
	if len(fields) > 1 {
		switch fields[1] {
		case "b":
			k.turn = Black
		case "w":
			k.turn = White
		case "?", "-", "*":
		default:
			return nil, fmt.Errorf("side to move is %.20q, not b, w or ? for either", fields[1])
		}
	}
	if len(fields) > 2 && fields[2] != "?" && fields[2] != "*" {
		p := NewEmpty()
		if err := p.parseHands(fields[2]); err != nil {
			return nil, err
		}
		k.hands = p.hands
	}
	return k, nil
}

// rankCells reads a rank, from the ninth file.
func rankCells(rank string) (cells []cell, err error) {
	rest, promoted := -1, false // where * stands
	for i := 0; i < len(rank); i++ {
		c := rank[i]
		kind := kindOfLetter(c)
		switch {
		case promoted && !kind.CanPromote():
			return nil, fmt.Errorf("'+' before %q", c)
		case c == '+':
			promoted = true
		case c == '*' && rest >= 0:
			return nil, errors.New("* stands there twice, so nobody knows how many squares each is")
		case c == '*':
			rest = len(cells)
		case c == '?':
			cells = append(cells, anything)
		case c == 'A':
			cells = append(cells, blackMan)
		case c == 'a':
			cells = append(cells, whiteMan)
		case c >= '1' && c <= '9':
			for range c - '0' {
				cells = append(cells, nothing)
			}
		case kind != NoKind:
			if promoted {
				kind, promoted = kind.Promote(), false
			}
			cells = append(cells, cell(NewPiece(colorOfCase(c), kind)))
		default:
			return nil, fmt.Errorf("%q is no piece, no number of empty squares and neither ? nor *", c)
		}
	}
	switch n := 9 - len(cells); {
	case promoted:
		return nil, errors.New("'+' at its end")
	case n < 0 || rest < 0 && n > 0:
		return nil, fmt.Errorf("%d files instead of 9; * stands for all that are left", len(cells))
	case rest >= 0:
		var all [9]cell
		copy(all[:rest], cells)
		copy(all[rest+n:], cells[rest:])
		cells = all[:]
	}
	return cells, nil
}

func colorOfCase(c byte) Color {
	if c >= 'a' {
		return White
	}
	return Black
}

// kindsOfKanji are the men as they are written, in diagrams and in words.
var kindsOfKanji = map[rune]Kind{
	'歩': Pawn, '香': Lance, '桂': Knight, '銀': Silver, '金': Gold, '角': Bishop, '飛': Rook, '玉': King, '王': King,
	'と': PromotedPawn, '杏': PromotedLance, '圭': PromotedKnight, '全': PromotedSilver, '馬': Horse, '龍': Dragon, '竜': Dragon,
}

// parseSketchBOD reads a diagram of nine ranks; the lines of hands are read as those
// of men in hand are.
func parseSketchBOD(text string) (*Sketch, error) {
	k := &Sketch{}
	y := 0
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if owner, hand, ok := handLine(line); ok {
			if err := k.hold(owner, hand); err != nil {
				return nil, err
			}
			continue
		}
		switch strings.TrimSuffix(line, "番") {
		case "先手", "下手":
			k.turn = Black
		case "後手", "上手":
			k.turn = White
		}
		if !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "｜") {
			continue
		}
		if y == 9 {
			return nil, errors.New("more than 9 ranks")
		}
		n, owner, promoted := 0, Black, false
		line = strings.TrimLeft(line, "|｜")
		if i := strings.IndexAny(line, "|｜"); i >= 0 {
			line = line[:i]
		}
		for _, c := range line {
			what := anything
			switch kind := kindsOfKanji[c]; {
			case c == 'v' || c == 'V' || c == 'ｖ':
				owner = White
				continue
			case c == '^' || unicode.IsSpace(c):
				continue
			case c == '成':
				promoted = true
				continue
			case c == '・' || c == '･' || c == '.':
				what = nothing
			case c == '?' || c == '？' || c == '*' || c == '＊':
			case kind != NoKind:
				if promoted {
					kind = kind.Promote()
				}
				what = cell(NewPiece(owner, kind))
			default:
				return nil, fmt.Errorf("rank %d: %q is no piece, neither ・ for an empty square nor ？ for any", y+1, c)
			}
			if n == 9 {
				return nil, fmt.Errorf("rank %d: more than 9 files", y+1)
			}
			k.cells[9*y+n] = what
			n, owner, promoted = n+1, Black, false
		}
		if n < 9 {
			return nil, fmt.Errorf("rank %d: %d files instead of 9", y+1, n)
		}
		y++
	}
	if y < 9 {
		return nil, fmt.Errorf("%d ranks instead of 9", y)
	}
	return k, nil
}

// handLine cuts the line of a hand.
func handLine(line string) (owner Color, hand string, ok bool) {
	at := strings.IndexAny(line, "：:")
	if at < 0 || !strings.Contains(line[:at], "持") {
		return Empty, "", false
	}
	owner = Black
	if strings.HasPrefix(line, "後手") || strings.HasPrefix(line, "上手") {
		owner = White
	}
	return owner, strings.TrimLeft(line[at:], "：:"), true
}

// hold reads men in hand: 飛二　角　歩十五, 角歩2, なし.
func (k *Sketch) hold(owner Color, text string) error {
	if text = strings.TrimSpace(text); text == "なし" {
		return nil
	}
	runes := []rune(text)
	for i := 0; i < len(runes); {
		c := runes[i]
		i++
		if unicode.IsSpace(c) || c == '、' || c == '・' {
			continue
		}
		kind := kindsOfKanji[c]
		if kind == NoKind || kind > Rook {
			return fmt.Errorf("%q is no man in hand", c)
		}
		from := i
		for i < len(runes) && (numeral(runes[i]) > 0 || strings.ContainsRune("十0０", runes[i])) {
			i++
		}
		if err := k.holdMore(owner, kind, number(runes[from:i])); err != nil {
			return err
		}
	}
	return nil
}

// holdMore puts n more men of a kind into a hand.
func (k *Sketch) holdMore(owner Color, kind Kind, n int) error {
	hand := &k.hands[side(owner)][kind]
	if n += int(*hand); n > kind.Complement() {
		return fmt.Errorf("%d men of %c in hand, of which there are %d", n, kind.Kanji(), kind.Complement())
	}
	*hand = uint8(n)
	return nil
}

// numeral returns 1 to 9, in any script, or 0.
func numeral(c rune) int {
	switch i := strings.IndexRune("一二三四五六七八九", c); {
	case i >= 0:
		return i/len("一") + 1
	case c >= '1' && c <= '9':
		return int(c - '0')
	case c >= '１' && c <= '９':
		return int(c - '０')
	}
	return 0
}

// number reads 2, 十五, １０; 1 of nothing.
func number(digits []rune) (n int) {
	if len(digits) == 0 {
		return 1
	}
	for i, c := range digits {
		switch {
		case c == '十' && i == 0:
			n = 10
		case c == '十':
			n = min(10*n, 100)
		case i > 0 && digits[i-1] == '十':
			n += numeral(c)
		default:
			n = min(10*n+numeral(c), 100)
		}
	}
	return n
}

// latinMan is a man, an empty square or men in hand, in letters.
var latinMan = lazy.Regexp(`^(?:(\+?[PLNSGBRKplnsgbrk])([1-9])([1-9a-i])|\.([1-9])([1-9a-i])|([PLNSGBRplnsgbr])\*(\d*))$`)

// parseMen reads men on squares.
func parseMen(text string) (*Sketch, error) {
	k := &Sketch{}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || c == ',' || c == '、' }) {
		if !latinMan().MatchString(word) {
			return parseKanjiMen(text)
		}
		m := latinMan().FindStringSubmatch(word)
		var err error
		switch {
		case m[1] != "":
			kind := kindOfLetter(m[1][len(m[1])-1])
			if len(m[1]) == 2 && !kind.CanPromote() {
				return nil, fmt.Errorf("%s: there is no such promoted man", word)
			} else if len(m[1]) == 2 {
				kind = kind.Promote()
			}
			err = k.put(squareOf(m[2], m[3]), cell(NewPiece(colorOfCase(m[1][len(m[1])-1]), kind)))
		case m[4] != "":
			err = k.put(squareOf(m[4], m[5]), nothing)
		default:
			n, _ := strconv.Atoi("0" + m[7])
			err = k.holdMore(colorOfCase(m[6][0]), kindOfLetter(m[6][0]), max(n, 1))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", word, err)
		}
	}
	return k, nil
}

// squareOf returns the square of a file and a rank, which is a digit or a letter.
func squareOf(file, rank string) Square {
	y := int(rank[0] - '0')
	if rank[0] >= 'a' {
		y = int(rank[0]-'a') + 1
	}
	return SquareAt(int(file[0]-'0'), y)
}

// put asks for something on a square.
func (k *Sketch) put(s Square, what cell) error {
	if k.cells[s] != anything && k.cells[s] != what {
		return fmt.Errorf("something else is asked for on %s already", s)
	}
	k.cells[s] = what
	return nil
}

// parseKanjiMen reads ☗玉28 銀38 or ☗２八玉３八銀, 空55 for an empty square, and
// 持角歩2 up to the next blank.
func parseKanjiMen(text string) (*Sketch, error) {
	k, owner := &Sketch{}, Empty
	for _, sides := range []struct{ word, sign string }{{"先手", "☗"}, {"下手", "☗"}, {"後手", "☖"}, {"上手", "☖"}, {"持ち駒", "持"}, {"持駒", "持"}} {
		text = strings.ReplaceAll(text, sides.word, sides.sign)
	}
	man, square := anything, NoSquare
	has, promoted, file := false, false, 0
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		kind := kindsOfKanji[c]
		switch {
		case strings.ContainsRune("☗▲☖△▼▽", c):
			owner = Black
			if strings.ContainsRune("☖△▽", c) {
				owner = White
			}
			continue
		case unicode.IsSpace(c) || c == ',' || c == '、' || c == '：' || c == ':' || c == '・':
			continue
		case c == '成':
			promoted = true
			continue
		case c == '空':
			man, has = nothing, true
		case (kind != NoKind || c == '持') && owner == Empty:
			return nil, fmt.Errorf("%q: whose? write ☗ or ☖, 先手 or 後手, before the men", c)
		case c == '持':
			end := i + 1
			for end < len(runes) && !unicode.IsSpace(runes[end]) && !strings.ContainsRune("☗▲☖△▼▽", runes[end]) {
				end++
			}
			if err := k.hold(owner, strings.TrimLeft(string(runes[i+1:end]), "：:")); err != nil {
				return nil, err
			}
			i = end - 1
			continue
		case kind != NoKind:
			if promoted {
				kind, promoted = kind.Promote(), false
			}
			man, has = cell(NewPiece(owner, kind)), true
		case numeral(c) == 0:
			return nil, fmt.Errorf("%q is neither a man, nor a square, nor ☗ or ☖", c)
		case file == 0:
			file = numeral(c)
			continue
		default:
			square, file = SquareAt(file, numeral(c)), 0
		}
		if has && square.Valid() {
			if err := k.put(square, man); err != nil {
				return nil, err
			}
			has, square = false, NoSquare
		}
	}
	if has || square.Valid() || file != 0 {
		return nil, errors.New("its end says a man without a square, or a square without a man")
	}
	return k, nil
}
