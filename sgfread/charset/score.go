package charset

import (
	"math"

	"golang.org/x/text/encoding/charmap"
)

// A model is a candidate encoding together with the frequencies of characters
// of its language. Its score for a sample is the logarithm of how probable the
// bytes outside ASCII are, so that scores of different encodings for the same
// bytes can be compared: a two-byte character is charged once, and the ASCII
// letters that it uses as second bytes are credited, because the other
// encodings have to explain them as letters.
type model struct {
	name  string
	prior float64 // logarithm, before anything is seen
	score func(sample []byte) float64
}

// The candidates. Priors say how often an encoding is met in archives of game
// records; they matter only when a few bytes leave a choice.
var models = [...]model{
	{UTF8, 0, scoreUTF8},
	{GB18030, 0, func(s []byte) float64 { return scorePairs(s, gb18030Costs(), gb18030Char) }},
	{Big5, -0.5, func(s []byte) float64 { return scorePairs(s, big5Costs(), big5Char) }},
	{ShiftJIS, 0, func(s []byte) float64 { return scorePairs(s, shiftJISCosts(), shiftJISChar) }},
	{EUCJP, -3, func(s []byte) float64 { return scorePairs(s, eucJPCosts(), eucJPChar) }},
	{EUCKR, 0, func(s []byte) float64 { return scorePairs(s, eucKRCosts(), eucKRChar) }},
	{Windows1252, 0, languages(charmap.Windows1252, westernText)},
	{Windows1250, -2, languages(charmap.Windows1250, centralText)},
	{Latin2, -3, languages(charmap.ISO8859_2, centralText)},
	{Windows1254, -2, latin(charmap.Windows1254, turkishText)},
	{Windows1257, -3, languages(charmap.Windows1257, balticText)},
	{Macintosh, -5, latin(charmap.Macintosh, westernText)},
	{CP437, -5, latin(charmap.CodePage437, westernText)},
	{Windows1251, -0.5, cyrillic(charmap.Windows1251)},
	{KOI8R, -1.5, cyrillic(charmap.KOI8R)},
	{CP866, -3, cyrillic(charmap.CodePage866)},
	{Windows1253, -2, greek(charmap.Windows1253)},
	{Greek, -2.5, greek(charmap.ISO8859_7)},
}

// scores holds one score for each model, in their order, and those of two further
// candidates.
type scores [len(models) + 2]float64

const (
	// declaredModel is the index of a declared encoding that has no model.
	declaredModel = len(models)
	// unknownModel is the index of bytes that are not text in any encoding, as
	// far as anybody can tell. They are read as windows-1252.
	unknownModel = len(models) + 1
)

// What a text costs of which nothing is known, for each byte outside ASCII, and
// its prior. Of 45,000 names of players of Go servers in the encodings of China,
// Japan and Korea, which cost 4 a byte in the middle, one in 200 costs more; of
// random bytes two thirds do.
const (
	costUnknown  = 7.5
	unknownPrior = -4.0
)

// utf8Model is the index of UTF-8 among the models.
const utf8Model = 0

// scoreAll returns the scores of a sample, priors left out.
func scoreAll(sample []byte) scores {
	var s scores
	for i, m := range models {
		s[i] = m.score(sample)
	}
	s[declaredModel] = math.Inf(-1)
	s[unknownModel] = scoreUnknown(sample)
	return s
}

// scoreUnknown scores a sample of which no encoding makes sense. The five bytes
// that windows-1252 does not define are lost in it.
func scoreUnknown(sample []byte) float64 {
	score := 0.0
	for i := nextHigh(sample, 0); i < len(sample); i = nextHigh(sample, i+1) {
		switch sample[i] {
		case 0x81, 0x8D, 0x8F, 0x90, 0x9D:
			score -= costBad
		default:
			score -= costUnknown
		}
	}
	return score
}

// addPriors adds what is known before anything is seen.
func (s *scores) addPriors() {
	for i, m := range models {
		s[i] += m.prior
	}
	s[unknownModel] += unknownPrior
}

// modelOf returns the index of the model with that name, -1 if there is none.
func modelOf(name string) int {
	for i, m := range models {
		if m.name == name {
			return i
		}
	}
	return -1
}

// best returns the index of the greatest score.
func (s *scores) best() int {
	best := 0
	for i, v := range s {
		if v > s[best] {
			best = i
		}
	}
	return best
}

// share returns the probability of each model given scores that include
// priors. Characters of a text depend on each other, so that the plain product
// of their probabilities is too sure of itself; the scores are halved.
func (s *scores) share() scores {
	top := s[s.best()]
	var p scores
	sum := 0.0
	for i, v := range s {
		p[i] = math.Exp((v - top) / 2)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// Costs, negative logarithms of probabilities.
const (
	costBad     = 25.0 // a byte that the encoding does not define there: text that will be lost
	costControl = 15.0 // a control character
	costRare    = 15.0 // a character outside the tables
	costMix     = 2.0  // an ASCII letter directly before or after a Chinese character
)

// asciiCredit is what a two-byte character gains by explaining an ASCII byte
// that comes second in it.
func asciiCredit(c byte) float64 {
	switch {
	case isASCIILetter(c), '0' <= c && c <= '9':
		return 3.5
	case c == ']' || c == '\\':
		return 1 // also the end of a value, or an escape
	}
	return 6
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// UTF-8, damaged or not.
const (
	costUTF8Wide = 7.0  // a character of three or four bytes
	costUTF8Word = 6.0  // a letter of two bytes in a word
	costUTF8Lone = 8.0  // a letter of two bytes elsewhere, or a sign
	costUTF8Odd  = 13.0 // a two-byte character that names do not have
	costUTF8Lost = 9.0  // a character with bytes lost to question marks
	costUTF8Cut  = 12.0 // a character cut by the end of the value
	costUTF8Bad  = 25.0 // any other stray bytes
)
