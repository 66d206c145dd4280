package notation

import (
	"strings"
	"sync"

	"kifudb/position/shogi"
)

// Ending is how play stopped, as written after the last move.
type Ending uint8

// The endings. Those of the proposal of 1996 come first; the others are CSA's.
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
	TakenBack         // a move was taken back, which ended the game
	Sealed            // adjourned with a sealed move
	Walkover          // the side to move wins without play
	Forfeits          // the side to move loses without play

	numEndings
)

// endingWords are the words of an ending: the first of a notation is written,
// all are read. None is without a word, so that no format loses an ending. Of
// USI's, "resign" and "win" are the protocol's; servers write some of the others.
// The last three are KIF's, and their words elsewhere are ours.
var endingWords = [numEndings]struct{ western, japanese, kanji, csa, usi, result string }{
	Resigns:    {"Resigns RESIGN RESIGNED", "TORYO", "投了", "TORYO", "resign", "-R"},
	Repetition: {"Repetition", "SENNICHITE", "千日手", "SENNICHITE", "rep_draw", "0"},
	Impasse:    {"Impasse", "JISHOGI", "持将棋", "JISHOGI", "impasse", "0"},
	Adjourned:  {"Adjourned INTERRUPTED", "CHUDAN", "中断", "CHUDAN", "break", "Void"},
	Mate:       {"Mate CHECKMATE", "TSUMI", "詰み 詰", "TSUMI", "mate", "-R"},
	TimeUp:     {"Timeup", "KIREMAKE", "切れ負け 時間切れ TIME-UP", "TIME_UP", "timeout", "-T"},
	Illegal:    {"Illegal", "HANSOKU", "反則負け 反則", "ILLEGAL_MOVE", "illegal", "-F"},
	Declares:   {"Declares", "KACHI", "入玉勝ち 宣言勝ち 入玉宣言勝ち 入玉宣言", "KACHI", "win", "+"},
	Draw:       {"Draw DRAWN", "HIKIWAKE", "引き分け 引分け 引分", "HIKIWAKE", "draw", "0"},
	NoMate:     {"Nomate", "FUZUMI", "不詰", "FUZUMI", "nomate", ""},
	MoveLimit:  {"Movelimit", "SAIDAITESU", "最大手数", "MAX_MOVES", "max_moves", "0"},
	BlackFoul:  {"Blackfoul", "SENTEHANSOKU", "先手反則", "+ILLEGAL_ACTION", "black_foul", "W+F"},
	WhiteFoul:  {"Whitefoul", "GOTEHANSOKU", "後手反則", "-ILLEGAL_ACTION", "white_foul", "B+F"},
	BrokenOff:  {"Brokenoff", "ERA", "エラー", "ERROR", "error", "Void"},
	TakenBack:  {"Takenback", "MATTA", "待った", "MATTA", "matta", "Void"},
	Sealed:     {"Sealed", "FUJITE", "封じ手", "FUJITE", "sealed", "Void"},
	Walkover:   {"Walkover", "FUSENSHO", "不戦勝", "FUSENSHO", "walkover", "+F"},
	Forfeits:   {"Forfeits", "FUSENPAI", "不戦敗", "FUSENPAI", "forfeit", "-F"},
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

// String returns the Western word.
func (e Ending) String() string { return e.word(Western, false) }

// CSA returns the ending's word in CSA, without its '%'; "" for NoEnding.
func (e Ending) CSA() string {
	if e >= numEndings {
		return ""
	}
	return endingWords[e].csa
}

// EndingOfCSA returns the ending of a word in CSA, in any case, and false if there is none.
func EndingOfCSA(word string) (Ending, bool) {
	for e := Resigns; e < numEndings; e++ {
		if strings.EqualFold(endingWords[e].csa, word) {
			return e, true
		}
	}
	return NoEnding, false
}

// endingOfCSA is EndingOfCSA where it is known whose turn it is: ILLEGAL_ACTION without a
// sign is of the move before it.
func endingOfCSA(word string, toPlay shogi.Color) (Ending, bool) {
	if strings.EqualFold(word, "ILLEGAL_ACTION") {
		return foulOf(toPlay.Opponent()), true
	}
	return EndingOfCSA(word)
}

// decides reports whether the ending tells the result of the game, be it a draw.
func (e Ending) decides() bool {
	return e < numEndings && endingWords[e].result != "" && endingWords[e].result != "Void"
}

// ofMover returns the ending as the side to move sees it: a foul of its own is no other
// than the one that formats have a word for.
func (e Ending) ofMover(toPlay shogi.Color) Ending {
	if e == foulOf(toPlay) {
		return Illegal
	}
	return e
}

// endingOf are the endings by their words in either notation, in capitals.
var endingOf = sync.OnceValue(func() map[string]Ending {
	m := make(map[string]Ending)
	for e := Resigns; e < numEndings; e++ {
		words := endingWords[e]
		for w := range strings.FieldsSeq(words.western + " " + words.japanese + " " + words.kanji) {
			m[strings.ToUpper(w)] = e
		}
	}
	return m
})

// longestEnding is the length of the longest of these words.
const longestEnding = 24

// parseEnding reads an ending in either notation, in any case.
func parseEnding(word string) Ending {
	if len(word) > longestEnding {
		return NoEnding
	}
	return endingOf()[strings.ToUpper(word)]
}

// endingAt returns the ending whose word stands at the start of a text.
func endingAt(text string) Ending {
	if i := strings.IndexAny(text[:min(len(text), longestEnding+1)], endsMove); i >= 0 {
		text = text[:i]
	}
	return parseEnding(text)
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
