package charset

import (
	"math"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// letterClass says how a byte may stand beside others.
type letterClass uint8

const (
	other letterClass = iota // not a letter
	lower
	upper
	mark // belongs to the letter before it
)

// These are the kinds of a neighboring byte: no letter, one of the 26 letters of ASCII
// regardless of case and accents, or another letter.
const (
	besideNothing = 0
	besideOther   = 27
	besideSize    = 28
)

// letterCosts describes a single-byte encoding whose letters outside ASCII
// stand here and there in words of ASCII letters.
type letterCosts struct {
	dense  bool // letters outside ASCII stand side by side, and first
	class  [256]letterClass
	beside [256]uint8               // each byte as a neighbor
	cost   [256]float64             // of bytes outside ASCII, whatever stands beside them
	before [besideSize][256]float32 // what the byte before adds to it
	after  [256][besideSize]float32 // what the byte after adds to it
}

// newLetterCosts builds the table of an encoding from the letters that the text
// of its languages has. Without a text all letters are equally likely.
func newLetterCosts(cm byteTable, text string) *letterCosts {
	const accentShare = 0.003
	textShare, letterShare, otherShare := 0.90, 0.07, 0.03
	if text == "" {
		textShare, letterShare = 0, textShare+letterShare
	}
	t := new(letterCosts)
	letters := 0
	for c := range 256 {
		r := cm.DecodeByte(byte(c))
		t.class[c], t.beside[c] = classOf(r), besideOf(r)
		if c >= utf8.RuneSelf && t.class[c] != other {
			letters++
		}
	}
	var n neighbors
	n.count(cm, text, 1)
	n.count(cm, strings.ToUpper(text), 0.1) // names in capitals
	for c := utf8.RuneSelf; c < 256; c++ {
		r := cm.DecodeByte(byte(c))
		p := textShare * n.single[c] / max(n.total, 1)
		switch {
		case t.class[c] != other:
			p += letterShare / float64(letters)
		case r == unicode.ReplacementChar:
			t.cost[c] = costBad
			continue
		case unicode.IsControl(r):
			t.cost[c] = costControl
			continue
		case unicode.Is(unicode.Sk, r) && r != '´': // an accent alone; the acute is typed for an apostrophe
			p += accentShare / float64(128-letters)
		default:
			p += otherShare / float64(128-letters)
		}
		t.cost[c] = -math.Log(p)
	}
	t.addNeighbors(&n)
	return t
}

func classOf(r rune) letterClass {
	switch {
	case r == 'ª' || r == 'º':
		return other // signs of ordinal numbers
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r):
		return lower
	case unicode.Is(unicode.Mn, r):
		return mark
	}
	return other
}

func besideOf(r rune) uint8 {
	if r >= utf8.RuneSelf {
		if classOf(r) == other {
			return besideNothing
		}
		if base := unaccented(r); base < utf8.RuneSelf {
			return byte(base) & 0x1F
		}
		return besideOther
	}
	if isASCIILetter(byte(r)) {
		return byte(r) & 0x1F
	}
	return besideNothing
}

// unaccented returns the letter without its accent.
func unaccented(r rune) rune {
	switch r {
	case 'ł', 'Ł':
		return 'l'
	case 'đ', 'Đ', 'ð', 'Ð':
		return 'd'
	case 'ø', 'Ø':
		return 'o'
	case 'ı':
		return 'i'
	}
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	return base
}

// neighbors counts the bytes outside ASCII of a text in an encoding, and what
// stands beside them.
type neighbors struct {
	single   [256]float64
	total    float64
	before   [besideSize][256]float64
	preceded [besideSize]float64
	after    [256][besideSize]float64
}

func (n *neighbors) count(cm byteTable, text string, weight float64) {
	last, open := '\n', -1 // the character before, and its byte if that is outside ASCII
	for _, r := range text {
		if open >= 0 {
			n.after[open][besideOf(r)] += weight
		}
		open = -1
		if c, ok := cm.EncodeRune(r); ok && c >= utf8.RuneSelf {
			open = int(c)
			n.before[besideOf(last)][c] += weight
			n.preceded[besideOf(last)] += weight
			n.single[c] += weight
			n.total += weight
		}
		last = r
	}
}

// addNeighbors adds which letters stand beside those outside ASCII. "ě" after
// "n" is common in Czech, the same byte as "ì" hardly anywhere.
func (t *letterCosts) addNeighbors(n *neighbors) {
	const smoothing = 6 // imagined neighbors of each letter, divided as neighbors are
	usual := usualNeighbors()
	for c := utf8.RuneSelf; c < 256; c++ {
		if n.single[c] == 0 {
			continue
		}
		alone := n.single[c] / n.total
		for k := range besideSize {
			given := (n.before[k][c] + smoothing*alone) / (n.preceded[k] + smoothing)
			t.before[k][c] = float32(-math.Log(given / alone))
			next := (n.after[c][k] + smoothing*usual[k]) / (n.single[c] + smoothing)
			t.after[c][k] = float32(-math.Log(next / usual[k]))
		}
	}
}

// usualNeighbors is how often each neighbor follows a letter outside ASCII in
// all languages together.
var usualNeighbors = sync.OnceValue(func() (p [besideSize]float64) {
	total := 0.0
	for k := range p {
		p[k], total = 1, total+1
	}
	for _, text := range []string{westernText, centralText, turkishText, balticText} {
		open := false
		for _, r := range text {
			if open {
				p[besideOf(r)]++
				total++
			}
			open = r >= utf8.RuneSelf
		}
	}
	for k := range p {
		p[k] /= total
	}
	return p
})

// scoreLatin scores a sample in an encoding whose letters outside ASCII stand
// here and there in words of ASCII letters, rarely side by side.
func scoreLatin(sample []byte, t *letterCosts) float64 {
	const (
		costFirst  = 1.0 // for not being ASCII
		costBeside = 3.0 // beside another one
		costDense  = 0.5 // anywhere in a language that is full of them
		costNear   = 1.0 // one byte away from another one
		costAlone  = 2.5 // no letter before nor after
		costSmall  = 2.0 // a small letter at the start of a word
		costCap    = 5.0 // a capital after a small letter
		costCaps   = 1.5 // a capital after a capital
		costLost   = 10  // a tone without a letter
	)
	score := 0.0
	for i := nextHigh(sample, 0); i < len(sample); i = nextHigh(sample, i+1) {
		c := sample[i]
		before, after := byte('\n'), byte('\n')
		if i > 0 {
			before = sample[i-1]
		}
		if i+1 < len(sample) {
			after = sample[i+1]
		}
		score -= costFirst + t.cost[c]
		score -= float64(t.before[t.beside[before]][c] + t.after[c][t.beside[after]])
		if t.dense {
			score -= costDense
		} else if before >= 0x80 {
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
		case class == mark:
			if left == other {
				score -= costLost
			}
		case left == other && right == other:
			score -= costAlone
		case class == lower && left == other:
			if !t.dense {
				score -= costSmall
			}
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

// latin returns the scoring of an encoding by its languages together. The table
// is built when it is used first.
func latin(cm byteTable, text string) scorer {
	table := sync.OnceValue(func() *letterCosts { return newLetterCosts(cm, text) })
	return func(sample []byte, _ float64) float64 { return scoreLatin(sample, table()) }
}

// vietnamese returns the scoring of an encoding of Vietnamese.
func vietnamese(cm byteTable) scorer {
	table := sync.OnceValue(func() *letterCosts {
		t := newLetterCosts(cm, spelled(vietnameseText, cm))
		t.dense = true
		return t
	})
	return func(sample []byte, _ float64) float64 { return scoreLatin(sample, table()) }
}

// spelled writes letters that an encoding lacks with the tone after them.
func spelled(text string, cm byteTable) string {
	const tones = "\u0300\u0301\u0303\u0309\u0323"
	var b strings.Builder
	for _, r := range text {
		if _, ok := cm.EncodeRune(r); ok {
			b.WriteRune(r)
			continue
		}
		var letter, tone strings.Builder
		for _, part := range norm.NFD.String(string(r)) {
			if strings.ContainsRune(tones, part) {
				tone.WriteRune(part)
			} else {
				letter.WriteRune(part)
			}
		}
		b.WriteString(norm.NFC.String(letter.String()) + tone.String())
	}
	return b.String()
}

// costOne is for being in one language of several.
const costOne = 1.0

// languages returns the scoring of an encoding by the language that the text is
// likeliest in, or by all together, for the players may be from two countries. A
// text that all together are far from explaining no single one explains.
func languages(cm byteTable, text string) scorer {
	const far, farByte = 10.0, 3.0
	together := latin(cm, text)
	var each []scorer
	parts := strings.Split(text, "\n\n")
	signs := parts[len(parts)-1]
	for _, part := range parts[:len(parts)-1] {
		each = append(each, latin(cm, part+signs))
	}
	return func(sample []byte, rival float64) float64 {
		best := together(sample, rival)
		if best < rival-far-farByte*float64(countHigh(sample)) {
			return best
		}
		for _, score := range each {
			best = max(best, score(sample, rival)-costOne)
		}
		return best
	}
}
