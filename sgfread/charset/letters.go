package charset

import (
	"math"
	"sync"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// letterClass says how a byte may stand beside others.
type letterClass uint8

const (
	other letterClass = iota // not a letter
	lower
	upper
)

// letterCosts describes the bytes of a single-byte encoding.
type letterCosts struct {
	class [256]letterClass
	cost  [256]float64 // of bytes outside ASCII
}

// newLetterCosts builds the table of an encoding from the letters that the text
// of its languages has.
func newLetterCosts(cm *charmap.Charmap, text string) *letterCosts {
	const textShare, letterShare, otherShare = 0.90, 0.07, 0.03
	counts, total := count(text)
	t := new(letterCosts)
	letters := 0
	for c := range 256 {
		switch r := cm.DecodeByte(byte(c)); {
		case unicode.IsUpper(r):
			t.class[c] = upper
		case unicode.IsLetter(r):
			t.class[c] = lower
		}
		if c >= 0x80 && t.class[c] != other {
			letters++
		}
	}
	for c := 0x80; c < 256; c++ {
		r := cm.DecodeByte(byte(c))
		p := textShare * float64(counts[r]) / float64(total)
		switch {
		case t.class[c] != other:
			p += letterShare / float64(letters)
		case unicode.IsControl(r) || r == unicode.ReplacementChar:
			t.cost[c] = costBad
			continue
		default:
			p += otherShare / float64(128-letters)
		}
		t.cost[c] = -math.Log(p)
	}
	return t
}

// scoreLatin scores a sample in an encoding whose letters outside ASCII stand
// here and there in words of ASCII letters, rarely side by side.
func scoreLatin(sample []byte, t *letterCosts) float64 {
	const (
		costFirst  = 1.0 // for not being ASCII
		costBeside = 3.0 // beside another one
		costNear   = 1.0 // one byte away from another one
		costAlone  = 2.5 // no letter before nor after
		costSmall  = 2.0 // a small letter at the start of a word
		costCap    = 5.0 // a capital after a small letter
		costCaps   = 1.5 // a capital after a capital
	)
	score := 0.0
	for i := nextHigh(sample, 0); i < len(sample); i = nextHigh(sample, i+1) {
		c := sample[i]
		score -= costFirst + t.cost[c]
		before, after := byte('\n'), byte('\n')
		if i > 0 {
			before = sample[i-1]
		}
		if i+1 < len(sample) {
			after = sample[i+1]
		}
		if before >= 0x80 {
			score -= costBeside
		} else if i > 1 && sample[i-2] >= 0x80 {
			score -= costNear
		}
		class, left, right := t.class[c], t.class[before], t.class[after]
		switch {
		case class == other:
			if left != other && right != other {
				score -= costCap // a symbol within a word
			}
		case left == other && right == other:
			score -= costAlone
		case class == lower && left == other:
			score -= costSmall
		case class == upper && left == lower:
			score -= costCap
		case class == upper && left == upper:
			score -= costCaps
		case class == lower && right == upper:
			score -= costCap
		}
	}
	return score
}

var (
	windows1252Letters = sync.OnceValue(func() *letterCosts { return newLetterCosts(charmap.Windows1252, westernText) })
	windows1250Letters = sync.OnceValue(func() *letterCosts { return newLetterCosts(charmap.Windows1250, centralText) })
	latin2Letters      = sync.OnceValue(func() *letterCosts { return newLetterCosts(charmap.ISO8859_2, centralText) })
	macintoshLetters   = sync.OnceValue(func() *letterCosts { return newLetterCosts(charmap.Macintosh, westernText) })
	cp437Letters       = sync.OnceValue(func() *letterCosts { return newLetterCosts(charmap.CodePage437, westernText) })
)
