package charset

import (
	"math"
	"sync"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// alphabetCosts describes a single-byte encoding with the letters of a script
// other than Latin, which make whole words. Letters are numbered from 1
// regardless of case; 0 is everything else.
type alphabetCosts struct {
	letter [256]uint8
	upper  [256]bool
	cost   [256]float64                        // of bytes outside ASCII that are no letters
	pair   [alphabetSize][alphabetSize]float64 // of a letter, or the end of the word, after another
}

const alphabetSize = 48

// newAlphabetCosts counts the pairs of letters in text. Pairs that it lacks
// take their cost from the letter alone.
func newAlphabetCosts(cm *charmap.Charmap, script *unicode.RangeTable, text string) *alphabetCosts {
	const (
		smoothing  = 12   // imagined pairs after each letter, divided as letters are
		otherShare = 0.02 // of signs that are no letters
	)
	t := new(alphabetCosts)
	number := map[rune]uint8{}
	for c := 0x80; c < 256; c++ {
		r := cm.DecodeByte(byte(c))
		if !unicode.Is(script, r) {
			t.cost[c] = -math.Log(otherShare / 64)
			switch {
			case r == unicode.ReplacementChar:
				t.cost[c] = costBad
			case unicode.IsControl(r):
				t.cost[c] = costControl
			}
			continue
		}
		small := unicode.ToLower(r)
		if number[small] == 0 && len(number)+1 < alphabetSize {
			number[small] = uint8(len(number) + 1)
		}
		t.letter[c] = number[small]
		t.upper[c] = unicode.IsUpper(r)
	}

	var pairs [alphabetSize][alphabetSize]float64
	var single [alphabetSize]float64
	total := 0.0
	last := uint8(0)
	for _, r := range text {
		n := number[unicode.ToLower(r)]
		if n != 0 || last != 0 {
			pairs[last][n]++
			single[n]++
			total++
		}
		last = n
	}
	for a := range pairs {
		sum := 0.0
		for _, v := range pairs[a] {
			sum += v
		}
		for b := range pairs[a] {
			alone := (single[b] + 0.3) / (total + 0.3*alphabetSize)
			t.pair[a][b] = -math.Log((pairs[a][b] + smoothing*alone) / (sum + smoothing))
		}
	}
	return t
}

// scoreAlphabet scores a sample in an encoding whose letters outside ASCII make
// whole words: a capital or none, then small letters.
func scoreAlphabet(sample []byte, t *alphabetCosts) float64 {
	const (
		costMixed = 4.0 // beside an ASCII letter
		costAlone = 2.5 // no letter before nor after
		costStart = 1.0 // a word begins with a small letter
		costCap   = 6.0 // a capital after a small letter
		costCaps  = 1.5 // a capital after a capital
	)
	score := 0.0
	for i := nextHigh(sample, 0); i < len(sample); i = nextHigh(sample, i+1) {
		c := sample[i]
		letter := t.letter[c]
		if letter == 0 {
			score -= t.cost[c]
			continue
		}
		before, after := byte('\n'), byte('\n')
		if i > 0 {
			before = sample[i-1]
		}
		if i+1 < len(sample) {
			after = sample[i+1]
		}
		score -= t.pair[t.letter[before]][letter]
		if t.letter[after] == 0 {
			score -= t.pair[letter][0]
		}
		if isASCIILetter(before) {
			score -= costMixed
		}
		if isASCIILetter(after) {
			score -= costMixed
		}
		if t.letter[before] == 0 && t.letter[after] == 0 {
			score -= costAlone
		}
		switch {
		case t.letter[before] == 0:
			if !t.upper[c] {
				score -= costStart
			}
		case t.upper[c] && !t.upper[before]:
			score -= costCap
		case t.upper[c]:
			score -= costCaps
		}
	}
	return score
}

func cyrillic(cm *charmap.Charmap) func([]byte) float64 {
	return alphabet(cm, unicode.Cyrillic, russianText)
}

func greek(cm *charmap.Charmap) func([]byte) float64 {
	return alphabet(cm, unicode.Greek, greekText)
}

// alphabet returns the scoring of an encoding. Its table is built when it is
// used first.
func alphabet(cm *charmap.Charmap, script *unicode.RangeTable, text string) func([]byte) float64 {
	table := sync.OnceValue(func() *alphabetCosts { return newAlphabetCosts(cm, script, text) })
	return func(sample []byte) float64 { return scoreAlphabet(sample, table()) }
}
