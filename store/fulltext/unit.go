package fulltext

import (
	"math"
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
	Text       string
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
func cutUnits(dst []unit, text string) []unit {
	c := newCutter(text, false)
	return c.cut(dst, math.MaxInt)
}

// A cutter cuts a folded text into units, as many at a time as are wanted. With
// damage it takes characters that were lost for parts of words and for
// ideographs, see lostchars.go.
type cutter struct {
	text        string
	damage      bool
	at          int // what is before has been cut
	lost        int // where lost ideographs end
	word        int // where the current word begins, or -1
	near, apart bool
	hyphen      bool
	ideographs  bool // the unit before was an ideograph, and only spaces came since
	end         int  // of the unit before
	dst         []unit
}

func newCutter(text string, damage bool) cutter {
	return cutter{text: text, damage: damage, word: -1, end: -1}
}

// done reports whether there are no more units.
func (c *cutter) done() bool { return c.at == len(c.text) && c.word < 0 }

// flush ends the current word.
func (c *cutter) flush() {
	if c.word >= 0 {
		c.dst = append(c.dst, unit{Text: cutWord(c.text[c.word:c.at]), start: c.word, end: c.at, glued: c.hyphen, near: c.near, apart: c.apart})
		c.word, c.hyphen, c.near, c.apart, c.end = -1, false, true, false, c.at
	}
}

// ideograph takes the next n bytes for one.
func (c *cutter) ideograph(n int) {
	c.flush()
	to := c.at + n
	c.dst = append(c.dst, unit{Text: c.text[c.at:to], start: c.at, end: to, ideograph: true, glued: c.ideographs, near: c.near, apart: c.apart})
	c.hyphen, c.ideographs, c.near, c.apart, c.end = false, true, true, false, to
}

// cut appends units to dst until it has as many as are wanted, or one more, or
// the text ends.
func (c *cutter) cut(dst []unit, wanted int) []unit {
	c.dst = dst
	for c.at < len(c.text) && len(c.dst) < wanted {
		r, n := rune(c.text[c.at]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(c.text[c.at:])
		}
		switch {
		case c.at < c.lost, isIdeograph(r):
			c.ideograph(n)
		case c.damage && isLost(r):
			run := lostRun(c.text[c.at:])
			before := c.ideographs && c.end == c.at
			switch kindOfLost(c.text[c.at:], run, c.word >= 0, before) {
			case lostLetters:
				if c.word < 0 {
					c.word = c.at
				}
				n, c.ideographs = run, false
			case lostIdeographs:
				c.lost = c.at + run
				c.ideograph(n)
			default:
				c.flush()
				c.hyphen, c.ideographs, c.near, c.apart = false, false, false, true
			}
		case isWordRune(r):
			if c.word < 0 {
				c.word = c.at
			}
			c.ideographs = false
		default:
			joins := c.word >= 0 && isHyphen(r)
			c.flush()
			c.hyphen = joins && beginsWithLetter(c.text[c.at+n:])
			c.ideographs = c.ideographs && unicode.IsSpace(r)
			c.near = c.near && (unicode.IsSpace(r) || joins)
			c.apart = c.apart || !unicode.IsSpace(r) && !isHyphen(r) && !strings.ContainsRune(".,、・·", r)
		}
		c.at += n
	}
	if c.at == len(c.text) {
		c.flush()
	}
	return c.dst
}

// The units of a long text are compared in batches. A batch also includes units before and
// after those where a match may begin, because a unit of the query may be two hyphenated words.
const (
	windowUnits = 16 << 10
	unitsBefore = 2
	unitsBehind = 2*maxQueryUnits*maxJoined + 1
)

// windows calls yield with all units of a folded text, some at a time: those
// from from to to are new, the others are what is before and behind. Behind the
// last window is nothing. It returns the memory of the units.
func windows(memory []unit, text string, damage bool, yield func(units []unit, from, to int) bool) []unit {
	c := newCutter(text, damage)
	units, from := memory[:0], 0
	for {
		units = c.cut(units, windowUnits)
		if c.done() {
			yield(units, from, len(units))
			return units
		}
		to := len(units) - unitsBehind
		if !yield(units, from, to) {
			return units
		}
		from = unitsBefore
		units = units[:copy(units, units[to-unitsBefore:])]
	}
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
	word := units[i].Text
	for n := 1; n < maxJoined && i+n < len(units) && units[i+n].glued && !units[i+n].ideograph; n++ {
		word = cutWord(word + units[i+n].Text)
		if yield(word, n+1) {
			return true
		}
	}
	return false
}

// A termReader finds the terms of one text after the other, with the same memory.
type termReader struct {
	folded FoldedText
	units  []unit
}

// terms calls yield with each term under which a text is indexed: those of
// its units, and lostTerm if it holds characters that were lost.
func (r *termReader) terms(text string, yield func(term string)) {
	r.folded.Text = r.folded.Text[:0]
	r.folded.Fold(text, false)
	folded := string(r.folded.Text)
	r.units = windows(r.units, folded, false, func(units []unit, from, to int) bool {
		terms(units, from, to, yield)
		return true
	})
	if IsDamaged(folded) {
		yield(lostTerm)
	}
}

// terms calls yield with each term of some units of a text, repetitions
// included: words, hyphenated words as one, ideographs and pairs of them with
// nothing or spaces between. A query for a longer run asks for all its pairs.
func terms(units []unit, from, to int, yield func(term string)) {
	for i := from; i < to; i++ {
		u := &units[i]
		yield(u.Text)
		switch {
		case u.ideograph && u.glued:
			yield(units[i-1].Text + u.Text)
		case !u.ideograph:
			joined(units, i, func(word string, _ int) bool {
				yield(word)
				return false
			})
		}
	}
}

// Fold returns the words with which a text is compared: folded, hyphenated words as one
// word, Chinese, Japanese and Korean in one piece without the spaces between characters.
// Texts with the same words find each other.
func Fold(text string) []string {
	units := cutUnits(nil, string(fold(text, false).Text))
	var words []string
	for i := 0; i < len(units); {
		n := 1
		if units[i].ideograph {
			word := units[i].Text
			for ; i+n < len(units) && units[i+n].ideograph; n++ {
				word += units[i+n].Text
			}
			words = append(words, word)
			i += n
			continue
		}
		for i+n < len(units) && units[i+n].glued && !units[i+n].ideograph {
			n++
		}
		word := units[i].Text
		for _, u := range units[i+1 : i+n] {
			if n > maxJoined { // the index does not have it as one either
				words = append(words, word)
				word = ""
			}
			word = cutWord(word + u.Text)
		}
		words = append(words, word)
		i += n
	}
	return words
}
