package store

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the length in bytes to which words are cut, in texts and in
// queries alike.
const maxWord = 64

// maxJoined is how many parts of a hyphenated word are also read as one.
const maxJoined = 4

// A unit is what texts are compared by: a word in a script that writes spaces,
// or one character of Chinese, Japanese or Korean, which do not or whose
// words are found by their parts.
type unit struct {
	text       string
	start, end int  // in the folded text
	ideograph  bool // a character and not a word
	glued      bool // an ideograph after another one, or a word after a hyphen or an apostrophe
	near       bool // only spaces divide it from the unit before
	apart      bool // a sign divides it from the unit before that names do not have, such as "&"
}

// cutUnits cuts a folded text. Separators are all that is neither letter,
// digit nor mark. Spaces between ideographs separate nothing: they are put
// between family name and given name, into a name to widen it, and where a line
// is full.
func cutUnits(dst []unit, text string) []unit { return cut(dst, text, false) }

// cut is cutUnits, and with damage it takes characters that were lost for parts
// of words and for ideographs, see lost.go.
func cut(dst []unit, text string, damage bool) []unit {
	word := -1 // where the current word begins
	near, apart := false, false
	hyphen := false
	ideographs := false // the unit before was an ideograph, and only spaces came since
	flush := func(end int) {
		if word >= 0 {
			dst = append(dst, unit{text: cutWord(text[word:end]), start: word, end: end, glued: hyphen, near: near, apart: apart})
			word, hyphen, near, apart = -1, false, true, false
		}
	}
	ideograph := func(from, to int) {
		flush(from)
		dst = append(dst, unit{text: text[from:to], start: from, end: to, ideograph: true, glued: ideographs, near: near, apart: apart})
		hyphen, ideographs, near, apart = false, true, true, false
	}
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		switch {
		case isIdeograph(r):
			ideograph(i, i+n)
		case damage && isLost(r):
			run := lostRun(text[i:])
			before := ideographs && dst[len(dst)-1].end == i
			switch kindOfLost(text[i:], run, word >= 0, before) {
			case lostLetters:
				if word < 0 {
					word = i
				}
				i, ideographs = i+run, false
				continue
			case lostIdeographs:
				for end := i + run; i < end; i += n {
					_, n = utf8.DecodeRuneInString(text[i:])
					ideograph(i, i+n)
				}
				continue
			}
			flush(i)
			hyphen, ideographs, near, apart = false, false, false, true
		case isWordRune(r):
			if word < 0 {
				word = i
			}
			ideographs = false
		default:
			joins := word >= 0 && isHyphen(r)
			flush(i)
			hyphen = joins && beginsWithLetter(text[i+n:])
			ideographs = ideographs && unicode.IsSpace(r)
			near = near && (unicode.IsSpace(r) || joins)
			apart = apart || !unicode.IsSpace(r) && !isHyphen(r) && !strings.ContainsRune(".,、・·", r)
		}
		i += n
	}
	flush(len(text))
	return dst
}

func isWordRune(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M) && r != utf8.RuneError
}

// isIdeograph reports whether a character is a unit by itself: Han, kana,
// Hangul and the marks that go with them.
func isIdeograph(r rune) bool {
	if r < 0x1100 {
		return false
	}
	return r == 'ー' || r == '々' || r == '〇' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo) && unicode.IsLetter(r)
}

// hyphens join the parts of a word: of Se-dol, Hon'inbo, O'Brien.
const hyphens = "-‐–'"

func isHyphen(r rune) bool { return r == '-' || r == '‐' || r == '–' || r == '\'' }

// cutWord shortens a word to maxWord bytes, at a character.
func cutWord(s string) string {
	if len(s) <= maxWord {
		return s
	}
	n := maxWord
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// joined yields the hyphenated words that begin with unit i, read as one, and
// how many units each takes: "se-dol" is found as "sedol" too, and "hon'inbo" as
// "honinbo".
func joined(units []unit, i int, yield func(word string, n int) bool) bool {
	if units[i].ideograph {
		return false
	}
	word := units[i].text
	for n := 1; n < maxJoined && i+n < len(units) && units[i+n].glued && !units[i+n].ideograph; n++ {
		word = cutWord(word + units[i+n].text)
		if yield(word, n+1) {
			return true
		}
	}
	return false
}

// textTerms calls yield with each term under which a text is indexed: those of
// its units, and lostTerm if it holds characters that were lost.
func textTerms(text string, yield func(term string)) {
	folded := string(fold(text, false).text)
	terms(cutUnits(nil, folded), yield)
	if isDamaged(folded) {
		yield(lostTerm)
	}
}

// terms calls yield with each term under which a text is indexed, repetitions
// included: words, hyphenated words as one, ideographs and pairs of them with
// nothing or spaces between. A query for a longer run asks for all its pairs.
func terms(units []unit, yield func(term string)) {
	for i, u := range units {
		yield(u.text)
		switch {
		case u.ideograph && u.glued:
			yield(units[i-1].text + u.text)
		case !u.ideograph:
			joined(units, i, func(word string, _ int) bool {
				yield(word)
				return false
			})
		}
	}
}

// Fold returns the words by which a text is compared: folded, hyphenated words
// as one, Chinese, Japanese and Korean in one piece whatever spaces stand
// between the characters. Texts with the same words find each other.
func Fold(text string) []string {
	units := cutUnits(nil, string(fold(text, false).text))
	var words []string
	for i := 0; i < len(units); {
		n := 1
		if units[i].ideograph {
			word := units[i].text
			for ; i+n < len(units) && units[i+n].ideograph; n++ {
				word += units[i+n].text
			}
			words = append(words, word)
			i += n
			continue
		}
		for i+n < len(units) && units[i+n].glued && !units[i+n].ideograph {
			n++
		}
		word := units[i].text
		for _, u := range units[i+1 : i+n] {
			if n > maxJoined { // the index does not have it as one either
				words = append(words, word)
				word = ""
			}
			word = cutWord(word + u.text)
		}
		words = append(words, word)
		i += n
	}
	return words
}
