package second

import (
	"fmt"
	"strconv"
	"strings"
)

// A record is a game as the second program understands it.
type record struct {
	id           int
	raw          string
	game         string
	rows, cols   int
	nodes        []*node
	line         []*node // the main line, from the root
	moves        int     // of the main line
	black, white string
	ranks        [2]string // of Black and White
	event        string
	komi         string // as kifudb's lists have it, "" if unknown
	handicap     int
	result       string
	date         string // as lists have it
	winner       byte   // 'B', 'W', 'D' for a draw, '?' for all others
	from, to     [3]int // first and last day that the date allows; 0 if there is none
	group        int    // records of one game have the same number
}

// newRecord reads the record of an SGF game; ok is false for what the second program does not know.
func newRecord(nodes []*node, raw string) (r *record, ok bool) {
	root := nodes[0]
	r = &record{raw: raw, nodes: nodes, game: "go", rows: 19, cols: 19}
	switch root.value("GM") {
	case "1", "":
	case "2":
		r.game, r.rows, r.cols = "othello", 8, 8
	default:
		return nil, false
	}
	if size := root.value("SZ"); size != "" && r.game == "go" {
		cols, rows, both := strings.Cut(size, ":")
		if !both {
			rows = cols
		}
		var wrong, wrong2 error
		r.cols, wrong = strconv.Atoi(cols)
		r.rows, wrong2 = strconv.Atoi(rows)
		if wrong != nil || wrong2 != nil || r.rows < 2 || r.cols < 2 || r.rows > 26 || r.cols > 26 {
			return nil, false
		}
	}
	for n := root; ; n = n.children[0] {
		n.main = true
		r.line = append(r.line, n)
		if len(n.children) == 0 {
			break
		}
	}
	replay := map[string]func(*record) bool{"go": replayGo, "othello": replayOthello}
	if !replay[r.game](r) {
		return nil, false
	}
	r.moves = r.line[len(r.line)-1].played
	return r, r.readHeader(root)
}

// readHeader reads what the root says of the game; ok is false for forms that the second program
// does not know.
func (r *record) readHeader(root *node) (ok bool) {
	r.black, r.white = root.value("PB"), root.value("PW")
	r.ranks = [2]string{root.value("BR"), root.value("WR")}
	r.event = root.value("EV")
	if handicap := root.value("HA"); handicap != "" {
		n, err := strconv.Atoi(handicap)
		if err != nil {
			return false
		}
		r.handicap = n
	}
	if komi := root.value("KM"); komi != "" {
		k, err := strconv.ParseFloat(komi, 64)
		if err != nil {
			return false
		}
		r.komi = strconv.FormatFloat(k, 'f', -1, 64)
	}
	r.date = root.value("DT")
	if r.from, r.to, ok = readDate(r.date); !ok {
		return false
	}
	r.result = root.value("RE")
	r.winner, ok = readResult(r.result)
	return ok
}

// readResult returns who won by the forms of FF[4].
func readResult(text string) (winner byte, ok bool) {
	switch {
	case text == "0" || text == "Draw" || text == "Jigo":
		return 'D', true
	case text == "" || text == "?" || text == "Void":
		return '?', true
	case strings.HasPrefix(text, "B+"):
		return 'B', true
	case strings.HasPrefix(text, "W+"):
		return 'W', true
	}
	return 0, false
}

// readDate reads 1846, 1846-09 and 1846-09-11, and the short forms for further days: 1846-09-11,14.
func readDate(text string) (from, to [3]int, ok bool) {
	if text == "" {
		return from, to, true
	}
	var last []int // the date before, from which a short form takes what it lacks
	for k, part := range strings.Split(text, ",") {
		var numbers []int
		for _, word := range strings.Split(part, "-") {
			n, err := strconv.Atoi(word)
			if err != nil || len(word) != 2 && len(word) != 4 {
				return from, to, false
			}
			numbers = append(numbers, n)
		}
		if k > 0 && len(numbers) < len(last) && len(strings.Split(part, "-")[0]) == 2 {
			numbers = append(append([]int{}, last[:len(last)-len(numbers)]...), numbers...)
		}
		if numbers[0] < 1000 || len(numbers) > 3 {
			return from, to, false
		}
		last = numbers
		first, end := [3]int{numbers[0], 1, 1}, [3]int{numbers[0], 12, 31}
		copy(first[:], numbers)
		copy(end[:], numbers)
		if len(numbers) == 2 {
			end[2] = daysOf(numbers[0], numbers[1])
		}
		if first[1] < 1 || first[1] > 12 || first[2] < 1 || first[2] > daysOf(first[0], first[1]) {
			return from, to, false
		}
		if k == 0 || before(first, from) {
			from = first
		}
		if k == 0 || before(to, end) {
			to = end
		}
	}
	return from, to, true
}

// daysOf is the number of days of a month.
func daysOf(year, month int) int {
	switch month {
	case 2:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// before reports whether one day is before another.
func before(a, b [3]int) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

// year is the year of the game, 0 if it is unknown.
func (r *record) year() int { return r.from[0] }

// player is the name of the player of a color.
func (r *record) player(color byte) string {
	if color == 'B' {
		return r.black
	}
	return r.white
}

// rank is the rank of the player of a color.
func (r *record) rank(color byte) string {
	if color == 'B' {
		return r.ranks[0]
	}
	return r.ranks[1]
}

// size is the size of the board as lists have it.
func (r *record) size() string { return fmt.Sprintf("%dx%d", r.cols, r.rows) }
