package gameinfo

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A meaning is the meaning of a word in a value.
type meaning uint8

const (
	unknownWord meaning = iota
	filler              // says nothing by itself
	anAmount
	openParen // of a remark
	closeParen
	doubtful
	sayBlack
	sayWhite
	sayBoth
	sayWins
	sayLoses
	bothLose
	sayResigns
	sayMiddle // 中盘, 中押: a win by resignation, unless the text says that it was lost
	sayTime
	sayForfeit
	sayIllegal
	sayDraw
	sayOpen
	sayVoid
	sayBy // what comes is how somebody won
	sayNone
	sayReverse // of a komi: to Black
	sayGives   // of a komi: the player named before gives it
	sayEven    // no handicap
)

// A vocabulary is the words that a kind of values may hold, by their meanings, divided by
// commas. Words of Latin and Cyrillic letters count as a whole; others count wherever they
// stand, the longest first.
type vocabulary struct {
	lists map[meaning]string
	made  sync.Once // most programs read no phrase

	words map[string]meaning
	most  int // bytes of the longest
}

func newVocabulary(lists map[meaning]string) *vocabulary { return &vocabulary{lists: lists} }

func (v *vocabulary) make() {
	v.words = map[string]meaning{}
	for m, list := range v.lists {
		for word := range strings.SplitSeq(list, ",") {
			if word = strings.TrimSpace(word); word != "" {
				v.words[word] = m
			}
			v.most = max(v.most, len(word))
		}
	}
}

// find returns the longest word at the start of s.
func (v *vocabulary) find(s string) (meaning, int) {
	v.made.Do(v.make)
	for n := min(len(s), v.most); n > 0; n-- {
		if m, ok := v.words[s[:n]]; ok && wholeWord(s, s[:n]) > 0 {
			return m, n
		}
	}
	return unknownWord, 0
}

// A token is a word of a phrase or an amount in it.
type token struct {
	meaning meaning
	amount  amount
	minus   bool // before the amount
	text    string
}

// maxTokens bounds what one value may hold; longer ones are stories.
const maxTokens = 64

// scan divides plain text into its words. All of it is accounted for: what the vocabulary
// does not have is an unknownWord.
func (v *vocabulary) scan(s string) []token {
	var tokens []token
	minus := false // right before
	for s != "" {
		if len(tokens) == maxTokens {
			return append(tokens, token{text: s})
		}
		m, width := v.find(s)
		t := token{meaning: m}
		if m <= filler { // 이 is a filler, and two in front of a unit
			if a := readAmount(s); a.width > width {
				t = token{meaning: anAmount, amount: a, minus: minus}
				if width = a.width; a.bad {
					t.meaning = unknownWord
				}
				if n := len(tokens); n > 0 && (tokens[n-1].text == "move" || tokens[n-1].text == "moves") && a.unit == noUnit {
					t.amount.unit = moveUnit // "on move 120"
				}
			}
		}
		if width == 0 {
			if width = wordLetters(s); width == 0 {
				var r rune
				r, width = utf8.DecodeRuneInString(s)
				switch {
				case r == '(' || r == '[':
					t.meaning = openParen
				case r == ')' || r == ']':
					t.meaning = closeParen
				case r == '?':
					t.meaning = doubtful
				case unicode.IsSpace(r), unicode.IsPunct(r), r == '+', r == '=', r == '~', r == '|', r == '<', r == '>':
					minus = r == '-'
					s = s[width:]
					continue
				}
			}
		}
		t.text = s[:width]
		tokens = append(tokens, t)
		minus = false
		s = s[width:]
	}
	return tokens
}

// has reports whether a token has one of some meanings.
func has(tokens []token, meanings ...meaning) bool { return first(tokens, meanings...) >= 0 }

// first returns the first token that has one of some meanings, or -1.
func first(tokens []token, meanings ...meaning) int {
	for i, t := range tokens {
		for _, m := range meanings {
			if t.meaning == m {
				return i
			}
		}
	}
	return -1
}

// withoutRemarks takes the remarks in parentheses out. It reports whether they say nothing
// about the value: no amount, but of moves, and no word with a meaning.
func withoutRemarks(tokens []token) (rest []token, harmless bool) {
	harmless = true
	depth, start := 0, 0
	for i, t := range tokens {
		switch {
		case t.meaning == openParen:
			if depth++; depth == 1 {
				start = i + 1
			}
		case t.meaning == closeParen && depth > 0:
			if depth--; depth == 0 {
				harmless = harmless && isRemark(tokens[start:i])
			}
		case depth == 0:
			rest = append(rest, t)
		}
	}
	if depth > 0 {
		harmless = harmless && isRemark(tokens[start:])
	}
	return rest, harmless
}

// isRemark reports whether tokens do not tell about a value.
func isRemark(tokens []token) bool {
	moves := false
	for _, t := range tokens {
		moves = moves || strings.HasPrefix(t.text, "move") || t.text == "手" || t.text == "수"
	}
	for _, t := range tokens {
		switch t.meaning {
		case unknownWord, filler, openParen, closeParen, sayBy, sayGives:
		case anAmount:
			if t.amount.unit != moveUnit && (!moves || t.amount.unit != noUnit) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
