package notation

import (
	"math"
	"strconv"
	"strings"
	"time"

	"kifudb/internal/lazy"
	"kifudb/position/shogi"
)

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
		k.end(at, e, elapsed, timed)
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
	if !k.make(&p, m, at, text) {
		return false
	}
	if k.ended {
		k.problem(at, MoveAfterEnd, "%s: a move behind the end", text)
	} else {
		k.node().stop()
	}
	n := &Node{Move: m}
	above := k.node()
	above.Children = append(above.Children, n)
	k.line, k.present, k.stop = append(k.line, n), append(k.present, p), nil
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
