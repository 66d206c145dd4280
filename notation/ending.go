package notation

import "strings"

// Ending is how play stopped, as written after the last move.
type Ending uint8

// The endings. The first seven have words in the notations of 1996, the others
// come from CSA.
const (
	NoEnding   Ending = iota
	Resigns           // the side to move
	Repetition        // a draw by fourfold repetition
	Impasse           // a draw: both kings have entered
	Adjourned         // interrupted
	Mate              // of the side to move
	TimeUp            // for the side to move
	Illegal           // the side to move has lost by a foul
	Declares          // the side to move wins by declaration
	Draw              // by agreement
	NoMate            // a problem without solution
	MoveLimit         // a draw by the number of moves
	BlackFoul         // Black has lost by a foul
	WhiteFoul         // White has lost by a foul
	BrokenOff         // by an error of the server

	numEndings
)

// endingWords are the words of an ending: the first of a notation is written,
// all are read.
var endingWords = [numEndings]struct{ western, japanese, kanji, csa, usi, result string }{
	Resigns:    {"Resigns RESIGN RESIGNED", "TORYO", "投了", "TORYO", "resign", "-R"},
	Repetition: {"Repetition", "SENNICHITE", "千日手", "SENNICHITE", "rep_draw", "0"},
	Impasse:    {"Impasse", "JISHOGI", "持将棋", "JISHOGI", "draw", "0"},
	Adjourned:  {"Adjourned INTERRUPTED", "CHUDAN", "中断", "CHUDAN", "break", "Void"},
	Mate:       {"Mate CHECKMATE", "TSUMI", "詰み 詰", "TSUMI", "", "-R"},
	TimeUp:     {"Timeup", "KIREMAKE", "切れ負け 時間切れ", "TIME_UP", "timeout", "-T"},
	Illegal:    {"Illegal", "HANSOKU", "反則負け 反則", "ILLEGAL_MOVE", "", "-F"},
	Declares:   {"", "", "入玉勝ち", "KACHI", "win", "+"},
	Draw:       {"", "", "引き分け", "HIKIWAKE", "", "0"},
	NoMate:     {"", "", "不詰", "FUZUMI", "", ""},
	MoveLimit:  {"", "", "最大手数", "MAX_MOVES", "", "0"},
	BlackFoul:  {"", "", "", "+ILLEGAL_ACTION", "", "W+F"},
	WhiteFoul:  {"", "", "", "-ILLEGAL_ACTION", "", "B+F"},
	BrokenOff:  {"", "", "", "ERROR", "", "Void"},
}

// word returns the ending in a notation, or "" if it has no word for it.
func (e Ending) word(n Notation, inKanji bool) string {
	if e >= numEndings {
		return ""
	}
	words := endingWords[e].western
	switch {
	case n == Japanese && inKanji:
		words = endingWords[e].kanji
	case n == Japanese:
		words = endingWords[e].japanese
	}
	word, _, _ := strings.Cut(words, " ")
	return word
}

// String returns the Western word, or CSA's for an ending that has none.
func (e Ending) String() string {
	if e == NoEnding || e >= numEndings {
		return ""
	}
	if w := e.word(Western, false); w != "" {
		return w
	}
	return strings.ToLower(endingWords[e].csa)
}

// parseEnding reads an ending in either notation, in any case.
func parseEnding(word string) Ending {
	for e := Resigns; e < numEndings; e++ {
		for _, words := range []string{endingWords[e].western, endingWords[e].japanese, endingWords[e].kanji} {
			for w := range strings.FieldsSeq(words) {
				if strings.EqualFold(w, word) {
					return e
				}
			}
		}
	}
	return NoEnding
}

// Result returns the game's result in the manner of SGF, given whether White
// was to move at the ending: "B+R", "W+T", "0" for a draw, "Void", or "" if nobody
// knows.
func (e Ending) Result(whiteToPlay bool) string {
	if e >= numEndings {
		return ""
	}
	result := endingWords[e].result
	mover, other := "B", "W"
	if whiteToPlay {
		mover, other = other, mover
	}
	switch {
	case strings.HasPrefix(result, "-"):
		return other + "+" + result[1:]
	case strings.HasPrefix(result, "+"):
		return mover + result
	}
	return result
}
