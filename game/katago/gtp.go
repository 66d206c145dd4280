package katago

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kifudb/position"
)

// A log of GTP has what a program told the engine, and what the engine said:
//
//	boardsize 19                          the board is empty from here on
//	komi 6.5
//	play B Q16
//	kata-analyze W 50                     who is to move, if it says so
//	=
//	info move D4 visits 40 winrate 0.48 scoreLead -0.6 order 0 pv D4 info move ...
//	genmove W                             the answer is a move
//	= D4
//	kata-genmove_analyze B                the answer comes behind "play"
//	play Q4
//
// A line may have a time and the like before it, as logs of KataGo and Sabaki have: the last of
// "Controller: ", "> ", "< " and ": " counts. Numbers before commands and behind = are passed over.
// Of the lines about one position the last one counts. The winrate of lz-analyze is in ten-thousandths.
// Values are those of who is to move unless the engine's configuration says otherwise, so nobody can
// tell it from the log. Source: docs/GTP_Extensions.md of lightvector/KataGo.

// maxLogged bounds the moves of a game in a log.
const maxLogged = 10_000

// IsLog reports whether the beginning of a file is a log of GTP and no lines in JSON.
func IsLog(beginning []byte) bool {
	for line := range bytes.Lines(beginning) {
		words := bytes.Fields(logged(line))
		if len(words) == 0 {
			continue
		}
		if _, err := strconv.Atoi(string(words[0])); err == nil && len(words) > 1 {
			words = words[1:]
		}
		switch strings.ToLower(string(words[0])) {
		case "boardsize", "clear_board", "komi", "kata-set-rules", "lz-analyze", "kata-analyze", "kata-genmove_analyze", "lz-genmove_analyze":
			return true
		case "play", "genmove":
			return len(words) <= 3
		}
	}
	return false
}

// logged returns what a line of a log says behind a time and a name.
func logged(line []byte) []byte {
	line = bytes.TrimSpace(line)
	if i := bytes.LastIndex(line[:min(len(line), 200)], []byte("Controller: ")); i >= 0 {
		return line[i+len("Controller: "):]
	}
	for _, mark := range []string{"> ", "< ", ": "} {
		if i := bytes.Index(line[:min(len(line), 60)], []byte(mark)); i >= 0 && !bytes.HasPrefix(line, []byte("info ")) {
			return bytes.TrimSpace(line[i+len(mark):])
		}
	}
	return line
}

// A logReader replays a log.
type logReader struct {
	game   int
	query  *Query
	said   map[int]*Response // by turn
	asked  position.Color    // by genmove
	player position.Color    // whom the engine was asked to think for
	whole  bool              // chances are whole numbers, of ten thousand
	yield  func(*Query, []*Response) error
}

// ReadLog replays a log of GTP, and calls yield with each game and what the engine said of its positions, the turns
// ascending. It returns how many lines could not be understood that should be.
func ReadLog(r io.Reader, yield func(*Query, []*Response) error) (bad int, err error) {
	l := &logReader{yield: yield}
	l.begin(position.Square(19))
	for line, err := range Lines(r) {
		if err != nil {
			bad++
			if !errors.Is(err, ErrLong) {
				return bad, err
			}
			continue
		}
		ok, err := l.line(logged(line))
		if err != nil {
			return bad, err
		}
		if !ok {
			bad++
		}
	}
	return bad, l.end()
}

func (l *logReader) begin(size position.Size) {
	komi := (*float64)(nil)
	if l.query != nil {
		komi = l.query.Komi
	}
	l.game++
	l.query = &Query{ID: fmt.Sprint("game ", l.game), Size: size, Komi: komi}
	l.said, l.player, l.asked = map[int]*Response{}, position.Empty, position.Empty
}

// end gives away the game at hand.
func (l *logReader) end() error {
	var list []*Response
	for _, r := range l.said {
		list = append(list, r)
	}
	if len(list) == 0 {
		return nil
	}
	slices.SortFunc(list, func(a, b *Response) int { return cmp.Compare(a.Turn, b.Turn) })
	for _, r := range list {
		l.query.Turns = append(l.query.Turns, r.Turn)
	}
	return l.yield(l.query, list)
}

// line takes a line, and reports false if it cannot be understood.
func (l *logReader) line(line []byte) (ok bool, err error) {
	if bytes.HasPrefix(line, []byte("info ")) {
		return l.info(line), nil
	}
	words := strings.Fields(string(line[:min(len(line), 1000)]))
	if len(words) > 0 && strings.HasPrefix(words[0], "=") {
		if l.asked == position.Empty || len(words) < 2 {
			return true, nil
		}
		color := l.asked
		l.asked = position.Empty
		return l.play(color, words[len(words)-1]), nil
	}
	if len(words) > 1 {
		if _, err := strconv.Atoi(words[0]); err == nil {
			words = words[1:]
		}
	}
	if len(words) == 0 {
		return true, nil
	}
	switch command := strings.ToLower(words[0]); {
	case command == "boardsize" && len(words) == 2, command == "rectangular_boardsize" && len(words) == 3:
		cols, err := strconv.Atoi(words[1])
		rows, err2 := strconv.Atoi(words[len(words)-1])
		size := position.Size{Cols: cols, Rows: rows}
		if err != nil || err2 != nil || !size.Valid() {
			return false, nil
		}
		err = l.end()
		l.begin(size)
		return true, err
	case command == "clear_board":
		err := l.end()
		l.begin(l.query.Size)
		return true, err
	case command == "komi" && len(words) == 2:
		komi, err := strconv.ParseFloat(words[1], 64)
		if err != nil || !(komi >= -1000 && komi <= 1000) {
			return false, nil
		}
		l.query.Komi = &komi
	case command == "undo":
		if n := len(l.query.Moves); n > 0 {
			delete(l.said, n)
			l.query.Moves = l.query.Moves[:n-1]
		}
	case (command == "set_free_handicap" || command == "place_free_handicap" || command == "fixed_handicap") && len(l.query.Moves) == 0:
		for _, word := range words[1:] {
			p, err := Vertex(l.query.Size, word)
			if err != nil {
				return false, nil // the engine has chosen the points
			}
			l.query.Stones = append(l.query.Stones, position.Change{Point: p, Color: position.Black})
		}
	case command == "play" && len(words) == 3:
		return l.play(colorOf(words[1]), words[2]), nil
	case command == "play" && len(words) == 2 && l.asked != position.Empty: // the answer to genmove_analyze
		color := l.asked
		l.asked = position.Empty
		return l.play(color, words[1]), nil
	case strings.HasSuffix(command, "genmove") || strings.HasSuffix(command, "genmove_analyze"):
		l.asked, l.player = position.Empty, position.Empty
		l.whole = strings.HasPrefix(command, "lz-")
		if len(words) > 1 {
			l.asked = colorOf(words[1])
			l.player = l.asked
		}
		return l.asked != position.Empty, nil
	case command == "kata-analyze" || command == "lz-analyze":
		l.player, l.whole = position.Empty, command == "lz-analyze"
		if len(words) > 1 {
			l.player = colorOf(words[1])
		}
	}
	return true, nil
}

func (l *logReader) play(color position.Color, vertex string) bool {
	if strings.EqualFold(vertex, "resign") {
		return true
	}
	p, err := Vertex(l.query.Size, vertex)
	if err != nil || color == position.Empty || len(l.query.Moves) >= maxLogged {
		return false
	}
	l.query.Moves = append(l.query.Moves, position.Move{Color: color, Point: p})
	l.player = position.Empty
	return true
}

// info takes what the engine says of the moves of the position at hand. Its value is that of
// the move of order 0.
func (l *logReader) info(line []byte) bool {
	r := &Response{ID: l.query.ID, Turn: len(l.query.Moves), Player: l.player}
	type choice struct {
		order int
		move  string
	}
	var list []choice
	scan := bufio.NewScanner(bytes.NewReader(line))
	scan.Split(bufio.ScanWords)
	scan.Buffer(make([]byte, 0, 256), 4096)
	var now choice
	var chance, lead *float64
	visits, total := 0.0, 0.0
	take := func() {
		if now.move == "" {
			return
		}
		total += visits
		if now.order == 0 {
			r.Chance, r.Lead = chance, lead
		}
		if isVertex(now.move) && len(list) < 1000 {
			list = append(list, now)
		}
	}
	for scan.Scan() {
		word := scan.Text()
		value := func() string {
			scan.Scan()
			return scan.Text()
		}
		number := func() *float64 {
			x, err := strconv.ParseFloat(value(), 64)
			if err != nil {
				return nil
			}
			return &x
		}
		switch word {
		case "info":
			take()
			now, chance, lead, visits = choice{order: len(list)}, nil, nil, 0
		case "move":
			now.move = value()
		case "order":
			if x := number(); x != nil {
				now.order = int(min(max(*x, 0), 1e6))
			}
		case "visits":
			if x := number(); x != nil {
				visits = *x
			}
		case "winrate":
			if chance = number(); chance != nil && l.whole {
				*chance /= 10_000
			}
		case "scoreLead":
			lead = number()
		case "ownership":
			take()
			now.move = ""
			for scan.Scan() { // nothing of it is read
			}
		}
	}
	take()
	if scan.Err() != nil || len(list) == 0 || !(total >= 0 && total < 1<<31) {
		return false
	}
	slices.SortStableFunc(list, func(a, b choice) int { return cmp.Compare(a.order, b.order) })
	for _, c := range list {
		if len(r.Best) < maxBest && !slices.Contains(r.Best, c.move) {
			r.Best = append(r.Best, c.move)
		}
	}
	r.Visits = int(total)
	l.said[r.Turn] = r
	return true
}
