package gameinfo

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An Overtime is the value of OT: time that players get after their main time.
type Overtime struct {
	System    OvertimeSystem
	Seconds   int // of a period, or for each move
	Periods   int // how many; 0 if that is not said
	Moves     int // that a period of Canadian overtime is for
	Certainty Certainty
}

// An OvertimeSystem is a kind of overtime.
type OvertimeSystem uint8

// The kinds of overtime.
const (
	NoOvertime       OvertimeSystem = iota // the main time is all there is
	Byoyomi                                // periods, each for one move
	CanadianOvertime                       // a period for some moves
	FischerBonus                           // added after each move
)

// String returns the overtime as servers of Go write it: "5x30 byo-yomi", "25/600 Canadian",
// "30 fischer", "none"; "" if it is Unread.
func (o Overtime) String() string {
	switch {
	case o.Certainty == Unread:
		return ""
	case o.System == Byoyomi && o.Periods == 0:
		return fmt.Sprintf("%d byo-yomi", o.Seconds)
	case o.System == Byoyomi:
		return fmt.Sprintf("%dx%d byo-yomi", o.Periods, o.Seconds)
	case o.System == CanadianOvertime && o.Periods > 1:
		return fmt.Sprintf("%dx%d/%d Canadian", o.Periods, o.Moves, o.Seconds)
	case o.System == CanadianOvertime:
		return fmt.Sprintf("%d/%d Canadian", o.Moves, o.Seconds)
	case o.System == FischerBonus:
		return fmt.Sprintf("%d fischer", o.Seconds)
	}
	return "none"
}

// Words of overtimes. Those before the fillers tell the system.
var (
	byoyomiWords  = []string{"byoyomi", "byo-yomi", "byo yomi", "byo", "japanese style", "japanese", "japan", "读秒", "讀秒", "読秒", "秒読み", "秒読", "초읽기"}
	canadianWords = []string{"canadian", "canada", "カナダ"}
	fischerWords  = []string{"fischer", "increment", "inc", "bonus", "フィッシャー", "フィッシャールール", "加秒", "加", "피셔"}
	noneWords     = []string{"none", "no", "no overtime", "absolute", "sudden death", "切れ負け", "切れ", "なし", "無し", "无", "無", "없음"}
	perMoveWords  = []string{"per move", "a move", "each move", "/ move", "/move", "/mv", "/m", "1手", "一手", "每手", "毎手", "手毎に", "매수", "1수"}
	periodWords   = []string{"periods", "period", "times", "回", "次", "회", "번"}
	moveWords     = []string{"moves", "move", "stones", "stone", "手", "子", "수"}
	overtimeNoise = []string{"style", "overtime", "time", "of", "in", "per", "for", "each", "and", "then", "with", "the", "の", "と", "で", "各"}
)

// wordOf returns the length of the longest of some words at the start of s.
func wordOf(s string, words []string) int {
	longest := 0
	for _, w := range words {
		if len(w) > longest && strings.HasPrefix(s, w) && wholeWord(s, w) > 0 {
			longest = len(w)
		}
	}
	return longest
}

// ParseOvertime reads the value of OT, in UTF-8, for which FF[4] has no form: "5x30 byo-yomi",
// "25/600 Canadian" and "30 fischer" of servers, "25 moves / 10 min", "1手30秒", "读秒30秒3次",
// "+10s". All of it is accounted for. It never fails: what cannot be read is Unread.
func ParseOvertime(text string) Overtime {
	if len(text) > maxInfoText {
		return Overtime{}
	}
	return overtimeOfPlain(plainText(text))
}

func overtimeOfPlain(s string) Overtime {
	var (
		o                          = Overtime{Certainty: Clear}
		byoyomi, canadian, fischer bool
		none, perMove, plus        bool
		numbers                    []int // without a unit
		seconds                    = -1
		divided, times             bool // by a slash, by an x
	)
	for s = strings.TrimLeft(s, " "); s != ""; s = strings.TrimLeft(s, " ") {
		width := 0
		told := func(words []string, is *bool) {
			if w := wordOf(s, words); w > width {
				width = w
				*is = true
			}
		}
		var noise bool
		told(perMoveWords, &perMove)
		for _, list := range []struct {
			words []string
			is    *bool
		}{{byoyomiWords, &byoyomi}, {canadianWords, &canadian}, {fischerWords, &fischer}, {noneWords, &none}, {overtimeNoise, &noise}} {
			if width == 0 {
				told(list.words, list.is)
			}
		}
		switch {
		case width > 0:
			s = s[width:]
			continue
		case s[0] == '+':
			plus = true
		case s[0] == '/':
			divided = true
		case (s[0] == 'x' || s[0] == '*') && wordLetters(s) <= 1, strings.HasPrefix(s, "×"):
			times = true
		case strings.IndexByte("(),;:.-|", s[0]) >= 0:
		default:
			n, w := readCount(s)
			if w == 0 {
				return Overtime{}
			}
			s = s[w:]
			if strings.HasPrefix(s, ":") && seconds < 0 {
				seconds, w = clockTime(n, s)
				s = s[w:]
				continue
			}
			_, decimals, _ := readDecimals(s)
			if decimals > 0 && strings.Trim(s[1:decimals], "0") != "" {
				return Overtime{} // 30.5 seconds
			}
			rest := strings.TrimLeft(s[decimals:], " ")
			if unit, w := timeUnit(s[decimals:]); unit > 0 {
				if seconds >= 0 {
					return Overtime{}
				}
				seconds = min(n, maxSeconds/unit) * unit
				s = s[decimals+w:]
				continue
			}
			if w := wordOf(rest, periodWords); w > 0 && o.Periods == 0 {
				o.Periods, s = n, rest[w:]
				continue
			}
			if w := wordOf(rest, moveWords); w > 0 && o.Moves == 0 {
				o.Moves, s = n, rest[w:]
				continue
			}
			numbers = append(numbers, n)
			s = s[decimals:]
			continue
		}
		_, size := utf8.DecodeRuneInString(s)
		s = s[size:]
	}
	// The order decides what numbers without a unit count.
	if times && len(numbers) > 0 && o.Periods == 0 {
		o.Periods, numbers = numbers[0], numbers[1:]
	}
	if divided && len(numbers) > 0 && o.Moves == 0 && !perMove {
		o.Moves, numbers = numbers[0], numbers[1:]
	}
	if seconds < 0 && len(numbers) > 0 {
		seconds, numbers = numbers[0], numbers[1:]
	}
	if len(numbers) > 0 && o.Periods == 0 && byoyomi {
		o.Periods, numbers = numbers[0], numbers[1:]
		o.Certainty.lower(Guessed)
	}
	if perMove && o.Moves == 0 {
		o.Moves = 1
	}
	switch {
	case len(numbers) > 0, none && (seconds >= 0 || o.Moves > 0 || o.Periods > 0):
		return Overtime{}
	case none:
		return o
	case seconds <= 0:
		return Overtime{}
	case (fischer || plus && o.Moves < 2 && o.Periods == 0) && !byoyomi && !canadian:
		o.System = FischerBonus
		if o.Periods > 0 || o.Moves > 1 {
			return Overtime{}
		}
		o.Moves = 0
	case canadian || o.Moves > 1:
		o.System = CanadianOvertime
		if o.Moves < 1 || fischer && !canadian {
			return Overtime{}
		}
		if byoyomi {
			o.Certainty.lower(Guessed)
		}
	case byoyomi || o.Moves == 1 || o.Periods > 0:
		o.System, o.Moves = Byoyomi, 0
		if times && o.Periods > 10 && seconds <= 10 { // "30x5": rather five periods of 30 seconds
			o.Periods, seconds = seconds, o.Periods
			o.Certainty.lower(Guessed)
		}
	default:
		return Overtime{}
	}
	o.Seconds = seconds
	return o
}

// readCount reads a number in digits, Chinese numerals or words.
func readCount(s string) (n, width int) {
	if n, _, width = readNumber(s); width == 0 {
		n, width = readNumberWord(s)
	}
	return n, width
}

// JoinOvertime joins the length of a period and the number of periods, which some programs write
// apart, to a value of OT. Both may have words: 60秒, 5回. A part with other words stays as it is.
func JoinOvertime(limit, count string) string {
	seconds, ok := secondsOf(plainText(limit))
	plain := plainText(count)
	periods, _, w := readNumber(plain)
	counted := w > 0 && slices.Contains([]string{"", "回", "次", "회", "번", "times"}, strings.TrimSpace(plain[w:]))
	switch {
	case ok && counted:
		return strconv.Itoa(periods) + "x" + strconv.Itoa(seconds) + " byo-yomi"
	case ok && count == "":
		return strconv.Itoa(seconds) + " sec byo-yomi"
	case count == "":
		return limit
	case limit == "" && counted:
		return strconv.Itoa(periods) + " periods"
	case limit == "":
		return count
	}
	return limit + ", " + count
}

// secondsOf reads a time with or without a unit, and nothing else.
func secondsOf(s string) (int, bool) {
	n, _, width := readNumber(s)
	unit, w := timeUnit(s[width:])
	if w == 0 {
		unit = 1
	}
	return n * unit, width > 0 && width+w == len(s) && n <= maxSeconds/unit
}
