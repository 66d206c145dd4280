package charset

import "math"

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
	{Windows1252, 0, func(s []byte) float64 { return scoreLatin(s, windows1252Letters()) }},
	{Windows1250, -2, func(s []byte) float64 { return scoreLatin(s, windows1250Letters()) }},
	{Latin2, -2.5, func(s []byte) float64 { return scoreLatin(s, latin2Letters()) }},
	{Macintosh, -5, func(s []byte) float64 { return scoreLatin(s, macintoshLetters()) }},
	{CP437, -5, func(s []byte) float64 { return scoreLatin(s, cp437Letters()) }},
	{Windows1251, -0.5, func(s []byte) float64 { return scoreCyrillic(s, windows1251Costs()) }},
	{KOI8R, -1.5, func(s []byte) float64 { return scoreCyrillic(s, koi8rCosts()) }},
	{CP866, -3, func(s []byte) float64 { return scoreCyrillic(s, cp866Costs()) }},
}

// scores holds one score for each model, in their order.
type scores [len(models)]float64

// utf8Model is the index of UTF-8 among the models.
const utf8Model = 0

// scoreAll returns the scores of a sample, priors left out.
func scoreAll(sample []byte) scores {
	var s scores
	for i, m := range models {
		s[i] = m.score(sample)
	}
	return s
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
	costBad  = 12.0 // a byte that the encoding does not define there
	costRare = 15.0 // a character outside the tables
	costMix  = 2.0  // an ASCII letter directly before or after a Chinese character
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
	costUTF8Word = 6.0  // a letter of two bytes
	costUTF8Odd  = 10.0 // a two-byte character that names do not have
	costUTF8Lost = 9.0  // a character with bytes lost to question marks
	costUTF8Cut  = 12.0 // a character cut by the end of the value
	costUTF8Bad  = 18.0 // any other stray bytes
)
