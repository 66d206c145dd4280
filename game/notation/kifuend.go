package notation

import (
	"strings"
	"time"

	"kifudb/position/shogi"
)

// foulWin is the ending of KIF that says of the move before it that it was a foul.
const foulWin = "反則勝ち"

// kifuEnding reads the ending at the start of a text, and its length, 0 if there is
// none.
func (k *kifuReader) kifuEnding(text string) (e Ending, size int) {
	word := text
	if i := strings.IndexAny(text, " \t　(（+＋"); i >= 0 {
		word = text[:i]
	}
	if word == foulWin {
		return foulOf(k.position().ToPlay().Opponent()), len(word)
	}
	if e = parseEnding(word); e == NoEnding {
		return NoEnding, 0
	}
	return e, len(word)
}

// kanjiEnding is the word of an ending in KIF.
func kanjiEnding(e Ending) string { return e.word(Japanese, true) }

// kifuListed returns the ending of Kakinoki's list (of special moves in his description of KIF) that
// has the result of one, and false if that is another. Of those that he does not list, some
// programs that read KIF make nothing.
func kifuListed(e Ending) (listed Ending, same bool) {
	switch e {
	case Draw, MoveLimit:
		return Impasse, false
	case BrokenOff, TakenBack, Sealed:
		return Adjourned, false
	}
	return e, true
}

// foulOf is the ending by a foul of one side.
func foulOf(c shogi.Color) Ending {
	if c == shogi.White {
		return WhiteFoul
	}
	return BlackFoul
}

// kifuSides are the names of the sides.
var kifuSides = []struct {
	name  string
	color shogi.Color
}{
	{"先手", shogi.Black}, {"下手", shogi.Black}, {"後手", shogi.White}, {"上手", shogi.White},
}

// kifuClosing reads how a game ended, as it is told behind まで12手で: 中断, 詰,
// 後手の勝ち, 時間切れにより後手の勝ち, 先手の反則負け. If no ending is known that
// means this, the result in the manner of SGF is returned. It reports false if it
// cannot be read.
func kifuClosing(text string, whiteToPlay bool) (e Ending, result string, ok bool) {
	text = strings.TrimRight(trimWide(text), "。.")
	if e := parseEnding(text); e != NoEnding {
		return e, "", true
	}
	text, onTime := strings.CutPrefix(text, "時間切れ")
	text = strings.TrimPrefix(text, "により")
	side := shogi.Empty
	for _, s := range kifuSides {
		if rest, found := cutAny(text, s.name+"の", s.name); found {
			side, text = s.color, rest
			break
		}
	}
	winner := side
	foul, entered := strings.HasPrefix(text, "反則"), strings.Contains(text, "入玉") || strings.Contains(text, "宣言")
	onTime = onTime || strings.HasPrefix(text, "切れ") || strings.HasPrefix(text, "時間切れ")
	noPlay := strings.HasPrefix(text, "不戦")
	switch {
	case side == shogi.Empty:
		return NoEnding, "", false
	case strings.HasSuffix(text, "負け"), strings.HasSuffix(text, "負"), strings.HasSuffix(text, "敗"), strings.HasSuffix(text, "投了"):
		winner = side.Opponent()
	case !strings.HasSuffix(text, "勝ち") && !strings.HasSuffix(text, "勝"):
		return NoEnding, "", false
	}
	toPlay := shogi.Black
	if whiteToPlay {
		toPlay = shogi.White
	}
	letter := "B+"
	if winner == shogi.White {
		letter = "W+"
	}
	switch won := winner == toPlay; {
	case noPlay && won:
		return Walkover, "", true
	case noPlay:
		return Forfeits, "", true
	case foul && won:
		return foulOf(winner.Opponent()), "", true
	case foul:
		return Illegal, "", true
	case entered && won:
		return Declares, "", true
	case onTime && !won:
		return TimeUp, "", true
	case onTime:
		return NoEnding, letter + "T", true
	case entered || won:
		return NoEnding, letter, true
	}
	return Resigns, "", true
}

// end puts an ending behind the last move. If play goes on there in another line, or
// ends in another way, it is a node without a move. Of several endings one behind the other the first
// that decides the game counts; the others are kept as words.
func (k *kifuReader) end(at int, e Ending, elapsed time.Duration, timed bool) {
	n := k.node()
	if k.ended && k.stop != nil {
		if k.remarks.second(k.stop, &Node{Ending: e, EndElapsed: elapsed, EndTimed: timed}, kanjiEnding) {
			k.problem(at, SecondEnding, "another ending, %s, behind %s", kanjiEnding(e), kanjiEnding(k.stop.Ending))
		}
		return
	}
	if n.Ending != NoEnding && !k.ended || len(n.Children) > 0 {
		n.stop()
		stop := &Node{}
		n.Children = append(n.Children, stop)
		n = stop
	}
	n.Ending, n.EndElapsed, n.EndTimed = e, elapsed, timed
	k.ended, k.stop = true, n
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
	if k.ended && (k.stop == nil || k.stop.Ending.decides()) {
		return
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest[size:], "手"), "で")
	e, result, ok := kifuClosing(rest, k.position().ToPlay() == shogi.White)
	switch {
	case k.ended && !e.decides() && result == "": // as the ending says
	case e != NoEnding:
		k.end(at, e, 0, false)
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
