package notation

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"kifudb/internal/lazy"
	"kifudb/position/shogi"
)

// KIF and KI2, the formats of Kifu for Windows, differ in how they write moves. KIF
// has one to a line, with its number, where the piece comes from, and the time;
// KI2 writes them as people do.
//
//	手合割：平手                                  facts, see kifuKeys, and perhaps a diagram
//	手数----指手---------消費時間--
//	*a comment on the position before it
//	   1 ７六歩(77)   ( 0:02/00:00:02)
//	   2 ３四歩(33)   ( 0:05/00:00:05)+          another move follows later
//	&a bookmark
//	   3 投了
//	まで2手で後手の勝ち
//
//	変化：2手                                    from the end of the line above back
//	   2 ８四歩(83)                              to before move 2
//
//	▲７六歩    △３四歩    ▲２二角成              the same as KI2
//
// A line that begins with # is a program's. What 変化 goes back on is the line read
// last, which may be a variation itself. Digits may be of either width, and blanks
// are free. Description: http://kakinoki.o.oo7.jp/kif_format.html

// ReadKifu reads records in KIF and KI2, which may use both. A line about a game
// behind moves begins the next record.
//
// A move that is illegal but can be made is made, with a warning. After one that
// cannot be read or made, the rest of its line of play is kept as words at the move
// before it; the variations that can be reached are read.
func ReadKifu(text []byte, o *ReadOptions) []*Record {
	if o == nil {
		o = &ReadOptions{}
	}
	k := &kifuReader{reporter: reporter{source: newSource(text), report: o.Report}, remarks: remarks{}}
	k.startRecord()
	for at := 0; at < len(k.text); {
		end := k.lineEnd(at)
		k.readLine(at, k.text[at:end])
		at = end + 1
	}
	k.endRecord()
	k.remarks.settle()
	return k.records
}

// kifuReader is the state of one ReadKifu.
type kifuReader struct {
	reporter
	records []*Record
	remarks remarks

	record   *Record
	fields   kifuFields
	diagram  bod
	bodAt    int
	empty    bool // nothing was read yet
	started  bool // the start is known
	turnTold bool // whose turn it is at the start was told
	offset   int  // what the numbers of moves count before the start
	numbered bool // offset is known

	line    []*Node          // being read, by move number; the root first
	present []shogi.Position // after each of its moves
	lost    bool             // a move of the line could not be made
	ended   bool             // the line has an ending
	forked  int              // how many of its nodes are of earlier lines
}

func (k *kifuReader) startRecord() {
	k.record = NewRecord(Start{})
	k.fields, k.diagram, k.bodAt = kifuFields{}, newBOD(), 0
	k.empty, k.started, k.turnTold, k.lost, k.ended, k.numbered = true, false, false, false, false, false
	k.offset, k.forked = 0, 1
	k.line, k.present = []*Node{k.record.Root}, nil
}

// endRecord keeps the record unless it is empty.
func (k *kifuReader) endRecord() {
	if k.empty {
		return
	}
	k.begin()
	k.record.Info = k.fields.Fields()
	k.records = append(k.records, k.record)
}

// node is the last one of the line.
func (k *kifuReader) node() *Node { return k.line[len(k.line)-1] }

func (k *kifuReader) position() *shogi.Position { return &k.present[len(k.present)-1] }

// begin settles the start: a diagram, or the handicap that is named.
func (k *kifuReader) begin() {
	if k.started {
		return
	}
	k.started = true
	p, named := kifuStart(k.fields.handicap)
	if !named {
		k.problem(k.fields.handicapAt, BadValue, "%q is no handicap that is known, and there is no diagram", cut(k.fields.handicap))
		k.fields.Add(identRemark, "手合割："+k.fields.handicap)
	}
	k.turnTold = k.fields.handicap != "" && named
	if k.diagram.seen {
		board, err := k.diagram.end()
		switch {
		case board == nil:
			k.problem(k.bodAt, BadDiagram, "%s", err)
		default:
			if err != nil {
				k.problem(k.bodAt, TooMany, "%s", err)
			}
			if p.ToPlay() == shogi.White && k.diagram.turn == shogi.Empty {
				board.SetToPlay(shogi.White)
			}
			p = board
			k.turnTold = k.diagram.turn != shogi.Empty
		}
	}
	k.record.Start = StartAt(p)
	k.present = []shogi.Position{*p}
}

// setTurn corrects whose turn it is at the start, which a diagram leaves open.
func (k *kifuReader) setTurn(c shogi.Color) {
	if !k.turnTold && len(k.line) == 1 && len(k.record.Root.Children) == 0 && c != shogi.Empty {
		k.present[0].SetToPlay(c)
		k.record.Start = StartAt(k.present[0].Clone())
	}
	k.turnTold = true
}

func (k *kifuReader) readLine(at int, line string) {
	body := trimWide(line)
	start := at + strings.Index(line, body)
	if body == "" {
		return
	}
	if k.hasMoves() && opensKifu(body) {
		k.endRecord()
		k.startRecord()
	}
	switch {
	case line[0] == '*':
		k.empty = false
		k.remarks.add(k.node(), line[1:])
		return
	case body[0] == '*':
		k.empty = false
		k.remarks.add(k.node(), body[1:])
		return
	case line[0] == '&':
		k.empty = false
		k.bookmark(line[1:])
		return
	case body[0] == '#':
		return
	}
	k.empty = false
	switch {
	case body[0] == '&':
		k.bookmark(body[1:])
	case strings.HasPrefix(body, "変化"):
		k.begin()
		k.fork(start, body)
	case strings.HasPrefix(body, "手数-"), strings.HasPrefix(body, "手数　-"), strings.Trim(body, "-=＝－") == "":
		// the heading of the moves, or a rule
	case strings.HasPrefix(body, "まで"):
		k.begin()
		k.close(start, body)
	case !k.hasMoves() && k.readDiagram(start, body):
	case k.readMoves(start, body):
	case !k.hasMoves() && k.fields.read(start, body):
	default:
		k.problem(start, UnknownCommand, "unknown line %q", cut(body))
		k.remarks.add(k.node(), body)
	}
}

// hasMoves reports whether the moves of the record have begun.
func (k *kifuReader) hasMoves() bool { return k.started }

func (k *kifuReader) bookmark(text string) {
	n := k.node()
	if n.Bookmark != "" {
		text = n.Bookmark + "\n" + text
	}
	n.Bookmark = text
}

// readDiagram reads a line of a diagram, and reports whether it is one.
func (k *kifuReader) readDiagram(at int, line string) bool {
	is, column, err := k.diagram.read(line)
	if is && k.bodAt == 0 {
		k.bodAt = at
	}
	if err != nil {
		k.problem(at+column, BadDiagram, "%s", err)
	}
	return is
}

// fork goes back, for "変化：12手", to before a move of the line read last.
func (k *kifuReader) fork(at int, line string) {
	digits := strings.TrimLeft(strings.TrimPrefix(line, "変化"), " \t　：:")
	n, size := anyNumber(digits)
	if n -= k.offset; size == 0 || n < 1 || n > len(k.line) {
		if size == 0 {
			k.problem(at, Unreadable, "cannot read %q", cut(line))
		} else {
			k.problem(at, NoSuchMove, "%s: the line before it has %d moves", cut(line), len(k.line)-1)
		}
		k.lost = true
		k.remarks.add(k.node(), line)
		return
	}
	k.line, k.present = k.line[:n], k.present[:n]
	k.lost, k.ended, k.forked = false, false, n
}

// readMoves reads a line of moves, and reports whether it is one.
func (k *kifuReader) readMoves(at int, line string) bool {
	rest, first := line, true
	for {
		place := at + len(line) - len(rest)
		number, size := anyNumber(rest)
		after := rest[size:]
		gap := blanks(after)
		numbered := size > 0 && (gap > 0 || strings.HasPrefix(after, ".") || strings.HasPrefix(after, "．"))
		if numbered {
			after = strings.TrimLeft(after, ".．")
			after = after[blanks(after):]
		} else {
			after = rest
		}
		marked := sideMark(after) != shogi.Empty
		square, squareSize := japaneseSquare(after[markSize(after):])
		switch {
		case numbered || marked || !first:
		case squareSize == 0 || strings.HasPrefix(after, "同"), square == shogi.NoSquare:
			return false
		default:
			if _, _, ok := parseKIFMove(after); !ok {
				return false
			}
		}
		k.begin()
		if numbered {
			k.checkNumber(place, number)
		}
		place = at + len(line) - len(after)
		used := k.readStep(place, after)
		if used == 0 {
			return true // the line is kept as words
		}
		rest = after[used:]
		rest = rest[blanks(rest):]
		if rest == "" {
			return true
		}
		if n, size := anyNumber(rest); sideMark(rest) == shogi.Empty && (size == 0 || n == 0 || blanks(rest[size:]) == 0 && !strings.HasPrefix(rest[size:], ".")) {
			if square, size := japaneseSquare(rest); size == 0 || square == shogi.NoSquare && !strings.HasPrefix(rest, "同") {
				k.problem(at+len(line)-len(rest), UnknownCommand, "behind the move: %q", cut(rest))
				k.remarks.add(k.node(), rest)
				return true
			}
		}
		first = false
	}
}

// checkNumber compares a move's number with the count. The first one says where
// counting begins.
func (k *kifuReader) checkNumber(at, number int) {
	next := len(k.line)
	if k.lost {
		return
	}
	if !k.numbered {
		k.numbered, k.offset = true, number-next
		if k.offset < 0 {
			k.offset = 0
		}
	}
	if number != next+k.offset {
		k.problem(at, WrongNumber, "number %d instead of %d", number, next+k.offset)
	}
}

// readStep reads a move, or an ending, with its time, and returns how many bytes it
// is long; 0 if it cannot be read, and what is left of the line was kept as words.
func (k *kifuReader) readStep(at int, text string) int {
	if k.lost {
		k.remarks.add(k.node(), text)
		return 0
	}
	mark := markSize(text)
	if e, size := k.kifuEnding(text[mark:]); size > 0 {
		n := mark + size
		elapsed, timed, size := k.readTime(at+n, text[n:])
		k.end(e, elapsed, timed)
		return n + size
	}
	d, n, ok := parseKIFMove(text)
	if !ok {
		if _, size := japaneseSquare(text[mark:]); size == 0 && mark == 0 {
			k.problem(at, UnknownEnding, "unknown ending %q", cut(text))
		} else {
			k.problem(at, Unreadable, "cannot read %q as a move", cut(text))
			k.lost = true
		}
		k.remarks.add(k.node(), text)
		return 0
	}
	if !k.play(at, text[:n], d) {
		k.lost = true
		k.remarks.add(k.node(), text)
		return 0
	}
	elapsed, timed, size := k.readTime(at+n, text[n:])
	if timed {
		k.node().Elapsed, k.node().Timed = elapsed, true
	}
	return n + size
}

// play makes the move of a description, and reports whether it can be made.
func (k *kifuReader) play(at int, text string, d description) bool {
	if d.to == shogi.NoSquare {
		if last := k.node(); !last.moves() {
			k.problem(at, NoPreviousMove, "%s: there is no move before it", text)
			return false
		}
		d.to = k.node().Move.To
	}
	from := shogi.NoSquare
	if d.file != 0 {
		from = shogi.SquareAt(d.file, d.rank)
	}
	turn := d.side
	if turn == shogi.Empty && from.Valid() {
		turn = k.position().At(from).Color()
	}
	k.setTurn(turn)
	if d.side != shogi.Empty && d.side != k.position().ToPlay() {
		k.problem(at, WrongSide, "%s: it is the other side's turn", text)
	}
	p := *k.position()
	m := shogi.NewDrop(d.kind, d.to)
	switch {
	case from.Valid() && d.drop != isDrop:
		m = shogi.Move{From: from, To: d.to, Promote: d.promotes == '+'}
		if piece := p.At(from); piece.Kind() != d.kind && piece.Color() == p.ToPlay() {
			if piece.Kind().Demoted() != d.kind.Demoted() {
				k.problem(at, NoSuchMove, "%s: the piece on %s is another one", text, digits(from))
				return false
			}
			// Some programs name the piece as it is after the move.
			m.Promote = d.kind.Promoted() && !piece.Kind().Promoted()
			k.problem(at, OtherName, "%s: the piece has another name", text)
		}
	case d.drop == isDrop && d.promotes == 0 && p.Judge(m).Possible():
	default:
		var code Code
		var fitting []shogi.Move
		if m, code, fitting = d.resolve(&p); code != "" && code != IllegalMove {
			if foul, ok := d.foul(&p); ok {
				m = foul
				break
			}
			if code == Ambiguous {
				k.problem(at, Ambiguous, "%s: %s", text, candidates(fitting))
				return false
			}
			k.problem(at, NoSuchMove, "%s: there is no such move", text)
			return false
		}
	}
	switch fault := p.Play(m); {
	case !fault.Possible():
		k.problem(at, NoSuchMove, "%s: %s", text, fault)
		return false
	case fault != 0:
		k.problem(at, IllegalMove, "%s is illegal: %s", text, fault)
	}
	if k.ended {
		k.problem(at, MoveAfterEnd, "%s: a move behind the end", text)
	} else {
		k.node().stop()
	}
	n := &Node{Move: m}
	above := k.node()
	above.Children = append(above.Children, n)
	k.line, k.present = append(k.line, n), append(k.present, p)
	return true
}

// candidates lists moves that fit a text.
func candidates(list []shogi.Move) string {
	var texts []string
	for _, m := range list[:min(len(list), 8)] {
		texts = append(texts, m.String())
	}
	return "it may be " + strings.Join(texts, ", ")
}

// end puts an ending behind the last move. If play goes on there in another line, or
// ends in another way, it is a node without a move.
func (k *kifuReader) end(e Ending, elapsed time.Duration, timed bool) {
	n := k.node()
	if n.Ending != NoEnding && !k.ended || len(n.Children) > 0 {
		n.stop()
		stop := &Node{}
		n.Children = append(n.Children, stop)
		n = stop
	}
	n.Ending, n.EndElapsed, n.EndTimed = e, elapsed, timed
	k.ended = true
}

// close reads まで12手で先手の勝ち, which is an ending if the line has none.
func (k *kifuReader) close(at int, line string) {
	if k.lost {
		k.remarks.add(k.node(), line)
		return
	}
	rest := strings.TrimPrefix(line, "まで")
	rest = rest[blanks(rest):]
	n, size := anyNumber(rest)
	if size > 0 && n != len(k.line)-1+k.offset {
		k.problem(at, WrongNumber, "%s: there are %d moves", cut(line), len(k.line)-1+k.offset)
	}
	if k.ended {
		return
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest[size:], "手"), "で")
	e, result, ok := kifuClosing(rest, k.position().ToPlay() == shogi.White)
	switch {
	case e != NoEnding:
		k.end(e, 0, false)
	case result != "" && k.mainLine():
		k.fields.Add("RE", result)
		k.ended = true
	case !ok:
		k.problem(at, UnknownEnding, "unknown ending %q", cut(line))
		k.remarks.add(k.node(), line)
	}
}

// mainLine reports whether no 変化 was read yet.
func (k *kifuReader) mainLine() bool { return k.forked == 1 && len(k.record.Root.Children) <= 1 }

var kifuTime = lazy.Regexp(`^[(（][\s　]*(?:(\d{1,6}):)?(\d{1,6})[:：](\d{1,6}(?:\.\d{1,9})?)[\s　]*(?:/[\s　\d:.]*)?[)）]`)

// readTime reads a time with the blanks before it, and the sign behind it that
// another move follows later. It returns how many bytes that is.
func (k *kifuReader) readTime(at int, text string) (elapsed time.Duration, timed bool, n int) {
	n = blanks(text)
	rest := text[n:]
	if strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "（") {
		m := kifuTime().FindStringSubmatch(rest)
		if m == nil {
			k.problem(at+n, LostTime, "%q is not a time", cut(rest))
			n = len(text)
		} else {
			hours, _ := strconv.Atoi("0" + m[1])
			minutes, _ := strconv.Atoi(m[2])
			seconds, _ := strconv.ParseFloat(m[3], 64)
			elapsed = time.Duration(math.Round((float64(hours)*3600 + float64(minutes)*60 + seconds) * float64(time.Second)))
			timed = true
			n += len(m[0])
		}
	}
	if rest, found := cutAny(text[n+blanks(text[n:]):], "+", "＋"); found {
		n = len(text) - len(rest)
	}
	return elapsed, timed, n
}

// parseKIFMove reads the move at the start of text, in KIF or KI2, and returns how
// many bytes it is long.
func parseKIFMove(text string) (d description, n int, ok bool) {
	d.side, d.drop = sideMark(text), dropIfNot
	n = markSize(text)
	size := 0
	if d.to, size = japaneseSquare(text[n:]); size == 0 {
		return d, n, false
	}
	n += size
	n += blanks(text[n:])
	found := false
	for _, piece := range jpieces {
		if found = strings.HasPrefix(text[n:], piece.word); found {
			d.kind = piece.add.kind
			n += len(piece.word)
			break
		}
	}
	if !found {
		return d, n, false
	}
words:
	for {
		for _, m := range jmodifiers {
			if strings.HasPrefix(text[n:], m.word) && m.word[0] >= 0x80 {
				d.words |= m.add.words
				if m.add.promotes != 0 {
					d.promotes = m.add.promotes
				}
				if m.add.drop == isDrop {
					d.drop = isDrop
				}
				n += len(m.word)
				continue words
			}
		}
		break
	}
	gap := blanks(text[n:])
	if file, rank, size := originAt(text[n+gap:]); size > 0 {
		d.file, d.rank = file, rank
		n += gap + size
	}
	return d, n, true
}

// originAt reads where a piece comes from, "(77)", and its length, 0 if it is not
// told. "(00)" is a drop's.
func originAt(text string) (file, rank, size int) {
	rest, opened := cutAny(text, "(", "（")
	file, n := anyDigit(rest)
	rank, more := anyDigit(rest[n:])
	rest, closed := cutAny(rest[n+more:], ")", "）")
	if !opened || n == 0 || more == 0 || !closed || file*rank == 0 && file+rank > 0 {
		return 0, 0, 0
	}
	return file, rank, len(text) - len(rest)
}

// cutAny cuts one of some prefixes off a text.
func cutAny(text string, prefixes ...string) (rest string, found bool) {
	for _, p := range prefixes {
		if rest, found = strings.CutPrefix(text, p); found {
			return rest, true
		}
	}
	return text, false
}

// anyDigit reads a digit of either width.
func anyDigit(text string) (digit, size int) {
	if text != "" && text[0] >= '0' && text[0] <= '9' {
		return int(text[0] - '0'), 1
	}
	if r := []rune(text[:min(len(text), 4)]); len(r) > 0 && r[0] >= '０' && r[0] <= '９' {
		return int(r[0] - '０'), len("０")
	}
	return 0, 0
}

// anyNumber reads a number in digits of either width, and its length.
func anyNumber(text string) (n, size int) {
	for {
		digit, more := anyDigit(text[size:])
		if more == 0 || n > 1e6 {
			return n, size
		}
		n, size = n*10+digit, size+more
	}
}

// sideMark returns whose move a mark at the start of a text promises.
func sideMark(text string) shogi.Color {
	for _, mark := range []string{"▲", "☗", "▼"} {
		if strings.HasPrefix(text, mark) {
			return shogi.Black
		}
	}
	for _, mark := range []string{"△", "☖", "▽"} {
		if strings.HasPrefix(text, mark) {
			return shogi.White
		}
	}
	return shogi.Empty
}

// markSize returns the length of that mark, with the blanks behind it.
func markSize(text string) int {
	if sideMark(text) == shogi.Empty {
		return 0
	}
	return len("▲") + blanks(text[len("▲"):])
}

// moves reports whether the node has a move: it is neither the root, nor a mere
// ending.
func (n *Node) moves() bool { return n.Move != (shogi.Move{}) }

// stop makes room for another way to go on behind a node that has an ending, which
// becomes a node of its own, the first.
func (n *Node) stop() {
	if n.Ending == NoEnding {
		return
	}
	stop := &Node{Ending: n.Ending, EndElapsed: n.EndElapsed, EndTimed: n.EndTimed}
	n.Ending, n.EndElapsed, n.EndTimed = NoEnding, 0, false
	n.Children = slices.Insert(n.Children, 0, stop)
}
