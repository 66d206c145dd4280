package second

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// names are the players of generated games.
var names = []string{
	"Abel Ann", "Baker Bo", "Clark Cleo", "Dunn Dora", "Evans Ed", "Fox Fay", "Grant Gil", "Hart Hal", "Irving Ida", "Jones Joy", "Kent Kim",
}

// pick chooses one of a list, those at the beginning more often.
func pick(random *rand.Rand, list ...string) string {
	return list[min(random.IntN(len(list)), random.IntN(len(list)))]
}

// header writes what is said of a generated game.
func header(random *rand.Rand) string {
	var text strings.Builder
	black := random.IntN(len(names))
	white := (black + 1 + random.IntN(len(names)-1)) % len(names)
	if random.IntN(12) > 0 {
		fmt.Fprintf(&text, "PB[%s]", names[black])
	}
	if random.IntN(12) > 0 {
		fmt.Fprintf(&text, "PW[%s]", names[white])
	}
	for _, rank := range []string{"BR", "WR"} {
		if random.IntN(4) > 0 {
			fmt.Fprintf(&text, "%s[%s]", rank, pick(random, "3d", "1d", "2k", "9p", "6d"))
		}
	}
	year := 1948 + random.IntN(14)
	month, day := 1+random.IntN(12), 1+random.IntN(28)
	switch random.IntN(8) {
	case 0:
	case 1:
		fmt.Fprintf(&text, "DT[%d]", year)
	case 2:
		fmt.Fprintf(&text, "DT[%d-%02d]", year, month)
	case 3:
		fmt.Fprintf(&text, "DT[%d-%02d-%02d,%02d]", year, month, min(day, 25), min(day, 25)+2)
	case 4:
		fmt.Fprintf(&text, "DT[%d-12-31,%d-01-01]", year, year+1)
	default:
		fmt.Fprintf(&text, "DT[%d-%02d-%02d]", year, month, day)
	}
	if random.IntN(5) > 0 {
		fmt.Fprintf(&text, "EV[%s]", pick(random, "Spring Cup", "Castle Games", "City League"))
	}
	if random.IntN(10) > 0 {
		fmt.Fprintf(&text, "RE[%s]", pick(random, "B+R", "W+R", "B+2.5", "W+10.5", "0", "B+T", "W+F", "Void", "?", "B+", "W+0.5", "Draw"))
	}
	return text.String()
}

// remarks are the comments of generated games.
var remarks = []string{"A good move.", "White is ahead.", "What about the corner?", "A  good\nmove.", "Black resigns here in most games.", "See the diagram."}

// A scribe writes the nodes of a generated game.
type scribe struct {
	random *rand.Rand
	text   strings.Builder
}

// letters writes a point as SGF does.
func letters(col, row int) string { return string([]byte{byte('a' + col), byte('a' + row)}) }

// generateGo makes a collection of Go games: some sizes of boards, few openings in any order and
// turned any way, variations, passes, setup, handicap, captures, and copies of records. Games have
// fewer than 30 moves or hardly any common ones, so that only the copies are records of one game.
func generateGo(random *rand.Rand, games int) (text string) {
	var all strings.Builder
	var texts []string
	for len(texts) < games {
		if len(texts) > 3 && random.IntN(9) == 0 {
			if again := recopied(random, texts[random.IntN(len(texts))]); again != "" {
				texts = append(texts, again)
				continue
			}
		}
		texts = append(texts, gameOfGo(random))
	}
	for _, t := range texts {
		all.WriteString(t + "\n")
	}
	return all.String()
}

// recopied returns a record of the same game: without the result, or with a source, or turned.
// It is "" for records that say too little of their game to be known as the same.
func recopied(random *rand.Rand, text string) string {
	games, _, ok := readSGF(text)
	if !ok {
		panic(text)
	}
	root := games[0][0]
	if root.value("PB") == "" || root.value("PW") == "" || len(root.value("DT")) != 10 || !strings.Contains(root.value("RE"), "+") || strings.Contains(text, "AB[") || strings.Contains(text, "AE[") {
		return ""
	}
	if r, ok := newRecord(games[0], text); !ok || r.moves < 12 || len(r.nodes) != len(r.line) {
		return ""
	}
	switch random.IntN(3) {
	case 0:
		at := strings.Index(text, "RE[")
		return text[:at] + text[at+strings.IndexByte(text[at:], ']')+1:]
	case 1:
		return strings.Replace(text, "PB[", "SO[Another book]PB[", 1)
	default: // turned: columns become rows
		var turned strings.Builder
		for _, part := range strings.SplitAfter(text, ";") {
			if len(part) >= 5 && (part[0] == 'B' || part[0] == 'W') && part[1] == '[' && part[4] == ']' {
				part = part[:2] + string([]byte{part[3], part[2]}) + part[4:]
			}
			turned.WriteString(part)
		}
		text = turned.String()
		if strings.Contains(text, ":") && strings.Contains(text, "SZ[7:9]") {
			return ""
		}
		return text
	}
}

func gameOfGo(random *rand.Rand) string {
	s := &scribe{random: random}
	cols, rows := 9, 9
	switch random.IntN(10) {
	case 0, 1:
		cols, rows = 5, 5
	case 2:
		cols, rows = 19, 19
	case 3:
		cols, rows = 7, 9
	}
	size := fmt.Sprint(cols)
	if rows != cols {
		size = fmt.Sprintf("%d:%d", cols, rows)
	}
	fmt.Fprintf(&s.text, "(;GM[1]FF[4]SZ[%s]%s", size, header(random))
	if random.IntN(4) > 0 {
		fmt.Fprintf(&s.text, "KM[%s]", pick(random, "5.5", "6.5", "0", "7", "0.5"))
	}
	kinds := turnings(rows, cols)
	turn := kinds[random.IntN(len(kinds))]
	c, r := cols/2, rows/2
	opening := [][2]int{{c, r}, {2, 2}, {cols - 3, rows - 3}, {cols - 3, 2}, {2, rows - 3}, {c, 2}, {2, r}, {1, 1}}
	at := func(p [2]int) string {
		i := turn.of(p[1]*cols+p[0], rows, cols)
		return letters(i%cols, i/cols)
	}
	board := &goban{rows: rows, cols: cols, cells: []byte(strings.Repeat(".", rows*cols))}
	color := byte('B')
	if random.IntN(8) == 0 {
		n := 2 + random.IntN(2)
		fmt.Fprintf(&s.text, "HA[%d]AB", n)
		for _, p := range opening[1 : n+1] {
			fmt.Fprintf(&s.text, "[%s]", at(p))
			board.cells[board.index(at(p))] = 'X'
		}
		color = 'W'
	}
	if random.IntN(6) == 0 {
		fmt.Fprintf(&s.text, "C[%s]", remarks[random.IntN(len(remarks))])
	}
	s.line(board, color, opening, at, 0, 4+random.IntN(24), 0)
	s.text.WriteString(")")
	return s.text.String()
}

// line writes a line of moves, and variations beside it.
func (s *scribe) line(board *goban, color byte, opening [][2]int, at func([2]int) string, from, to, depth int) {
	for k := from; k < to; k++ {
		if depth < 3 && k > from && k+1 < to && s.random.IntN(14) == 0 {
			branches := 2 + s.random.IntN(2)
			for b := range branches {
				s.text.WriteString("(")
				copied := &goban{rows: board.rows, cols: board.cols, cells: slices.Clone(board.cells)}
				end := to
				if b > 0 {
					end = min(to, k+1+s.random.IntN(5))
				}
				s.line(copied, color, opening, at, k, end, depth+1)
				s.text.WriteString(")")
			}
			return
		}
		if s.random.IntN(60) == 0 { // setup in the middle of the game
			i := s.random.IntN(len(board.cells))
			property, cell := "AB", byte('X')
			if board.cells[i] != '.' {
				property, cell = "AE", '.'
			}
			board.cells[i] = cell
			fmt.Fprintf(&s.text, ";%s[%s]", property, letters(i%board.cols, i/board.cols))
		}
		move := ""
		if s.random.IntN(20) > 0 {
			move = s.free(board, opening, at, k)
		}
		fmt.Fprintf(&s.text, ";%c[%s]", color, move)
		if move != "" {
			board.play(board.index(move), stone(color))
		}
		if s.random.IntN(12) == 0 {
			fmt.Fprintf(&s.text, "C[%s]", remarks[s.random.IntN(len(remarks))])
		}
		if s.random.IntN(40) == 0 {
			fmt.Fprintf(&s.text, ";C[%s]", remarks[s.random.IntN(len(remarks))])
		}
		if s.random.IntN(25) > 0 {
			color = other(color)
		}
	}
}

// free returns an empty point: of the opening at first, and later any; "" if it finds none.
func (s *scribe) free(board *goban, opening [][2]int, at func([2]int) string, k int) string {
	for range 30 {
		i := s.random.IntN(len(board.cells))
		if k < 5 && s.random.IntN(12) > 0 {
			i = board.index(at(opening[min(s.random.IntN(len(opening)), s.random.IntN(len(opening)))]))
		}
		if board.cells[i] == '.' {
			return letters(i%board.cols, i/board.cols)
		}
	}
	return ""
}
