package charset

import (
	"math"
	"sync"
	"unicode"
)

// alphabetCosts describes a single-byte encoding with the letters of a script
// other than Latin, which make whole words. Letters are numbered from 1
// regardless of case; 0 is everything else.
type alphabetCosts struct {
	letter   [256]uint8
	upper    [256]bool
	caseless bool                                // as are Hebrew, Arabic and Thai
	cost     [256]float64                        // of bytes outside ASCII that are no letters
	pair     [alphabetSize][alphabetSize]float32 // of a letter, or the end of the word, after another
}

// alphabetSize is room for the letters, vowel signs and tones of Thai.
const alphabetSize = 96

// newAlphabetCosts counts the pairs of letters in text. Pairs that it lacks
// take their cost from the letter alone.
func newAlphabetCosts(cm byteTable, script *unicode.RangeTable, text string) *alphabetCosts {
	const (
		smoothing  = 12   // imagined pairs after each letter, divided as letters are
		otherShare = 0.02 // of signs that are no letters
	)
	t := &alphabetCosts{caseless: true}
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
		t.caseless = t.caseless && !t.upper[c]
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
			t.pair[a][b] = float32(-math.Log((pairs[a][b] + smoothing*alone) / (sum + smoothing)))
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
		score -= float64(t.pair[t.letter[before]][letter])
		if t.letter[after] == 0 {
			score -= float64(t.pair[letter][0])
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
			if !t.upper[c] && !t.caseless {
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

func cyrillic(cm byteTable, texts ...string) scorer {
	return alphabet(cm, unicode.Cyrillic, texts...)
}

func greek(cm byteTable) scorer { return alphabet(cm, unicode.Greek, greekText) }

// alphabet returns the scoring of an encoding by the text that is likeliest, of which
// each but the first costs a little. Its tables are built when they are used first.
func alphabet(cm byteTable, script *unicode.RangeTable, texts ...string) scorer {
	tables := sync.OnceValue(func() (all []*alphabetCosts) {
		for _, text := range texts {
			all = append(all, newAlphabetCosts(cm, script, text))
		}
		return all
	})
	return func(sample []byte, _ float64) float64 {
		best := math.Inf(-1)
		for i, t := range tables() {
			score := scoreAlphabet(sample, t)
			if i > 0 {
				score -= costOne
			}
			best = max(best, score)
		}
		return best
	}
}
