package sgfread

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Winner says who won.
type Winner uint8

// The winners. Void means that the game ended without a result, or that it was
// left unfinished.
const (
	NoWinner Winner = iota // unknown
	BlackWins
	WhiteWins
	Draw
	Void
)

// String returns "", "B", "W", "draw" or "void".
func (w Winner) String() string { return [...]string{"", "B", "W", "draw", "void"}[min(w, Void)] }

// opponent exchanges the players.
func (w Winner) opponent() Winner {
	switch w {
	case BlackWins:
		return WhiteWins
	case WhiteWins:
		return BlackWins
	}
	return w
}

// Ending says how a game ended.
type Ending uint8

// The endings.
const (
	NoEnding   Ending = iota // unknown, or not told
	ByPoints                 // counted; the margin is known
	ByResign                 // resignation
	ByTime                   // a player's time ran out
	ByForfeit                // not played, or given up for other reasons
	ByIllegal                // an illegal move
	Unfinished               // suspended, adjourned, left
)

// String returns "", "points", "resign", "time", "forfeit", "illegal" or
// "unfinished".
func (e Ending) String() string {
	return [...]string{"", "points", "resign", "time", "forfeit", "illegal", "unfinished"}[min(e, Unfinished)]
}

// A Result is what the value of RE says.
type Result struct {
	Winner    Winner
	Ending    Ending
	Margin    int  // in hundredths of a point, if Ending is ByPoints
	Zi        bool // the margin was counted in zi; one zi makes two points
	Certainty Certainty
}

// String returns the result as FF[4] writes it: "B+R", "W+3.5", "B+", "0",
// "Void" or "?".
func (r Result) String() string {
	switch r.Winner {
	case Draw:
		return "0"
	case Void:
		return "Void"
	case NoWinner:
		return "?"
	}
	switch r.Ending {
	case ByPoints:
		return r.Winner.String() + "+" + strconv.FormatFloat(float64(r.Margin)/100, 'f', -1, 64)
	case ByResign:
		return r.Winner.String() + "+R"
	case ByTime:
		return r.Winner.String() + "+T"
	case ByForfeit:
		return r.Winner.String() + "+F"
	}
	return r.Winner.String() + "+"
}

// ParseResult reads the value of RE, in UTF-8: the forms of FF[4], their usual
// variations, and Chinese, Japanese, Korean and English phrases ("白胜3又3/4子",
// "黒半目勝", "흑 불계승", "Black wins by resignation"). It never fails: what
// cannot be read is Unread.
func ParseResult(text string) Result {
	if r, ok := formalResult(text); ok {
		return r
	}
	s := plainText(text)
	if s == "" {
		return Result{}
	}
	if r, ok := shortResult(s); ok {
		return r
	}
	return resultInWords(s)
}

// formalResult reads exactly what FF[4] names; it is what nearly all records have.
func formalResult(s string) (Result, bool) {
	switch s {
	case "0", "Draw":
		return Result{Winner: Draw, Certainty: Exact}, true
	case "Void":
		return Result{Winner: Void, Certainty: Exact}, true
	case "?":
		return Result{Certainty: Exact}, true
	}
	if len(s) < 2 || s[1] != '+' || s[0] != 'B' && s[0] != 'W' {
		return Result{}, false
	}
	r := Result{Winner: BlackWins, Certainty: Exact}
	if s[0] == 'W' {
		r.Winner = WhiteWins
	}
	switch s[2:] {
	case "":
		return r, true
	case "R", "Resign":
		r.Ending = ByResign
		return r, true
	case "T", "Time":
		r.Ending = ByTime
		return r, true
	case "F", "Forfeit":
		r.Ending = ByForfeit
		return r, true
	}
	for i := 2; i < len(s); i++ {
		if !isDigit(s[i]) && (s[i] != '.' || i == 2) {
			return Result{}, false
		}
	}
	a := readAmount(s[2:])
	if a.width != len(s)-2 {
		return Result{}, false
	}
	r.setMargin(a)
	return r, true
}

// setMargin notes a margin. Servers write tiny or zero margins when they only
// know who won.
func (r *Result) setMargin(a amount) {
	if a.hundredths < 25 {
		r.Certainty.lower(Guessed)
		return
	}
	r.Ending = ByPoints
	r.Margin, r.Zi = a.points()
	if r.Zi {
		r.Certainty.lower(Calculated)
	} else if a.hundredths%50 != 0 {
		r.Certainty.lower(Guessed)
	}
}

// shortResult reads "b+r", "W + 3,5", "W++1.0", "B", "B+R (remark)" and the
// single words for a game without a winner, from plain text.
func shortResult(s string) (Result, bool) {
	r := Result{Certainty: Clear}
	switch s[0] {
	case 'b':
		r.Winner = BlackWins
	case 'w':
		r.Winner = WhiteWins
	case '?':
		return r, true
	default:
		return r, false
	}
	rest := strings.TrimLeft(s[1:], " ")
	if rest == "" {
		return r, true
	}
	if rest[0] != '+' {
		return r, false
	}
	rest = strings.TrimLeft(rest, "+ ")
	if a := readAmount(rest); a.width > 0 {
		r.setMargin(a)
		rest = rest[a.width:]
	} else {
		word := rest[:wordWidth(rest)]
		rest = rest[len(word):]
		switch {
		case word == "r" || strings.HasPrefix(word, "res"):
			r.Ending = ByResign
		case word == "t" || strings.HasPrefix(word, "time"):
			r.Ending = ByTime
		case word == "f" || strings.HasPrefix(word, "forf"):
			r.Ending = ByForfeit
		case word == "i" || strings.HasPrefix(word, "illegal"):
			r.Ending = ByIllegal
		case word != "":
			r.Certainty.lower(Guessed) // J, AW, V: someone won
		default:
			if e := endingInWords(rest); e != NoEnding {
				r.Ending = e
			}
		}
	}
	if strings.Contains(rest, "?") || strings.Contains(rest, "w+") || strings.Contains(rest, "b+") || strings.Contains(rest, "but") {
		r.Certainty.lower(Guessed)
	}
	return r, true
}

// words are looked for anywhere in a text.
type words []string

func (w words) in(s string) bool {
	for _, word := range w {
		if strings.Contains(s, word) {
			return true
		}
	}
	return false
}

// has reports whether a text is one of the words.
func (w words) has(s string) bool { return slices.Contains(w, s) }

var (
	drawWords = words{"jigo", "draw", "tie", "持碁", "ジゴ", "和棋", "和局", "平局", "持棋", "비김", "무승부", "빅", "unentschieden", "remis", "egalite"}
	openWords = words{"unfinished", "suspended", "adjourn", "abandoned", "incomplete", "打掛", "打ち掛", "打挂", "打卦", "封棋", "미완", "봉수", "left open"}
	voidWords = words{"void", "no result", "noresult", "cancel", "both lost", "both lose", "無勝負", "无胜负", "無効", "无效", "무효", "annul", "not played"}

	// What a player did who lost, unless the text says that somebody won by it.
	resignWords  = words{"resign", "中押", "中盘", "中盤", "不计", "不計", "불계", "投了", "认输", "認輸", "投子", "投降", "기권패", "aufgabe", "gibt auf", "abandon", "b.r.", "w.r."}
	timeWords    = words{"time", "時間", "时间", "超时", "超時", "시간", "切れ", "zeit", "temps", "clock"}
	forfeitWords = words{"forfeit", "default", "walkover", "no show", "不戦", "不战", "不戰", "弃权", "棄權", "棄権", "기권", "부전"}
	illegalWords = words{"illegal", "反則", "反则", "犯规", "犯規", "반칙", "違規", "违规", "二手打"}

	winWords  = words{"win", "won", "beat", "defeat", "胜", "勝", "승", "贏", "赢", "gewinnt", "gagne", "gana"}
	loseWords = words{"lose", "lost", "負", "负", "败", "敗", "패", "输", "輸", "verliert", "perd"}

	blackWords = words{"black", "黑", "黒", "흑", "先番", "schwarz", "noir", "negro", "nero"}
	whiteWords = words{"white", "白", "백", "weiss", "blanc", "bianco"}
)

// firstOf returns where the first of the words begins in s, or -1.
func (w words) firstOf(s string) int {
	first := -1
	for _, word := range w {
		if i := strings.Index(s, word); i >= 0 && (first < 0 || i < first) {
			first = i
		}
	}
	return first
}

// endingInWords finds how a game ended.
func endingInWords(s string) Ending {
	switch {
	case illegalWords.in(s):
		return ByIllegal
	case resignWords.in(s):
		return ByResign
	case timeWords.in(s):
		return ByTime
	case forfeitWords.in(s):
		return ByForfeit
	}
	return NoEnding
}

// resultInWords reads a phrase. The player who is named first won, unless
// the phrase says that he lost or only what a loser does.
func resultInWords(s string) Result {
	subject, at := phraseSubject(s)
	if subject == NoWinner {
		switch {
		case openWords.in(s):
			return Result{Winner: Void, Ending: Unfinished, Certainty: Clear}
		case voidWords.in(s):
			return Result{Winner: Void, Certainty: Clear}
		case drawWords.in(s):
			return Result{Winner: Draw, Certainty: Clear}
		}
		return Result{}
	}
	after := s[at:]
	r := Result{Winner: subject, Certainty: Clear}
	wins, loses := winWords.in(after), loseWords.in(after)
	r.Ending = endingInWords(after)
	if r.Ending == NoEnding {
		if a, ok := phraseMargin(after); ok {
			r.setMargin(a)
		}
	}
	switch {
	case wins && loses:
		if winWords.firstOf(after) > loseWords.firstOf(after) {
			r.Winner = subject.opponent()
		}
		r.Certainty.lower(Guessed)
	case wins:
	case loses:
		r.Winner = subject.opponent()
	case r.Ending == ByResign && strings.Contains(after, "中"):
		// 白中押: short for 白中押勝
	case r.Ending != NoEnding && r.Ending != ByPoints && !strings.Contains(after, " by ") && !strings.Contains(after, " on "):
		r.Winner = subject.opponent() // "Black resigns", 黑超时
	case r.Ending == NoEnding:
		if openWords.in(s) {
			return Result{Winner: Void, Ending: Unfinished, Certainty: Clear}
		}
		if drawWords.in(s) || voidWords.in(s) {
			return Result{Certainty: Unread}
		}
		r.Certainty.lower(Guessed)
	}
	if strings.Contains(s, "?") {
		r.Certainty.lower(Guessed)
	}
	return r
}

// phraseSubject returns the player that a phrase names first, and where the
// phrase goes on after the name.
func phraseSubject(s string) (Winner, int) {
	black, white := blackWords.firstOf(s), whiteWords.firstOf(s)
	if black < 0 && white < 0 {
		// "B wins by 3", "w won on time"
		if len(s) > 2 && s[1] == ' ' && (winWords.in(s) || loseWords.in(s) || endingInWords(s) != NoEnding) {
			switch s[0] {
			case 'b':
				return BlackWins, 1
			case 'w':
				return WhiteWins, 1
			}
		}
		return NoWinner, 0
	}
	winner, at := BlackWins, black
	if black < 0 || white >= 0 && white < black {
		winner, at = WhiteWins, white
	}
	if s[at] < utf8.RuneSelf {
		return winner, at + wordWidth(s[at:])
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	return winner, at + size
}

// phraseMargin finds the first amount in a phrase that is not a count of moves.
func phraseMargin(s string) (amount, bool) {
	for i := 0; i < len(s); {
		if a := readAmount(s[i:]); a.width > 0 {
			if a.unit != moveUnit {
				return a, true
			}
			i += a.width
			continue
		}
		_, size := utf8.DecodeRuneInString(s[i:])
		i += size
	}
	return amount{}, false
}
