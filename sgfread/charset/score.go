package charset

import (
	"math"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// A model is a candidate encoding together with the frequencies of characters
// of its language. Its score for a sample is the logarithm of how probable the
// bytes outside ASCII are, so that scores of different encodings for the same
// bytes can be compared: a two-byte character is charged once, and the ASCII
// letters that it uses as second bytes are credited, because the other
// encodings have to explain them as letters.
//
// An encoding may have several models, of languages that look nothing like each other.
type model struct {
	name  string
	prior float64 // logarithm, before anything is seen
	score scorer
}

// A scorer scores a sample. Rival is the best score so far, so that it may be less
// exact about a text that it cannot read.
type scorer func(sample []byte, rival float64) float64

// The candidates. Priors say how often an encoding is met in archives of game
// records; they matter only when a few bytes leave a choice.
var models = [...]model{
	{UTF8, 0, func(s []byte, _ float64) float64 { return scoreUTF8(s) }},
	{GB18030, 0, pairs(gb18030Costs, gb18030Char)},
	{Big5, -0.5, pairs(big5Costs, pair)},
	{ShiftJIS, 0, pairs(shiftJISCosts, shiftJISChar)},
	{EUCJP, -3, pairs(eucJPCosts, eucJPChar)},
	{EUCKR, 0, pairs(eucKRCosts, pair)},
	{Windows1252, 0, languages(charmap.Windows1252, westernText)},
	{Windows1250, -2, languages(charmap.Windows1250, centralText)},
	{Latin2, -3, languages(charmap.ISO8859_2, centralText)},
	{Windows1254, -2, latin(charmap.Windows1254, turkishText)},
	{Windows1257, -3, languages(charmap.Windows1257, balticText)},
	{Macintosh, -5, latin(charmap.Macintosh, westernText)},
	{CP437, -6, latin(charmap.CodePage437, westernText)},
	{Windows1251, -0.5, cyrillic(charmap.Windows1251, russianText, russianText+slavicText)},
	{KOI8R, -1.5, cyrillic(charmap.KOI8R, russianText)},
	{CP866, -3, cyrillic(charmap.CodePage866, russianText)},
	{Windows1253, -2, greek(charmap.Windows1253)},
	{Greek, -2.5, greek(charmap.ISO8859_7)},

	{GB18030, -6, pairs(gb18030JapaneseCosts, gb18030Char)},
	{KOI8U, -3, cyrillic(charmap.KOI8U, ukrainianText)},
	{"iso-8859-5", -4, cyrillic(charmap.ISO8859_5, russianText, russianText+slavicText)},
	{"x-mac-cyrillic", -5, cyrillic(charmap.MacintoshCyrillic, russianText, russianText+slavicText)},
	{CP855, -5, cyrillic(charmap.CodePage855, russianText)},
	{"windows-1255", -3, alphabet(charmap.Windows1255, unicode.Hebrew, hebrewText)},
	{"iso-8859-8", -8, alphabet(charmap.ISO8859_8, unicode.Hebrew, hebrewText)},
	{"windows-1256", -3, alphabet(charmap.Windows1256, unicode.Arabic, arabicText)},
	{"iso-8859-6", -6, alphabet(charmap.ISO8859_6, unicode.Arabic, arabicText)},
	{"windows-874", -3, alphabet(charmap.Windows874, unicode.Thai, thaiText)},
	{"windows-1258", -4.5, vietnamese(charmap.Windows1258)},
	{VISCII, -8, vietnamese(viscii)},
	{"iso-8859-3", -5, languages(charmap.ISO8859_3, turkishText+"\n"+southernText)},
	{"iso-8859-4", -5, languages(charmap.ISO8859_4, balticText)},
	{"iso-8859-10", -5.5, languages(charmap.ISO8859_10, balticText)},
	{"iso-8859-13", -6, languages(charmap.ISO8859_13, balticText)},
	{"iso-8859-15", -5, languages(charmap.ISO8859_15, westernText)},
	{"iso-8859-16", -6, languages(charmap.ISO8859_16, commaBelow.Replace(centralText))},
	{"iso-8859-16", -2.4, latin(charmap.ISO8859_16, commaBelow.Replace(romanianText))},
	{CP852, -5, languages(charmap.CodePage852, centralText)},
	{CP850, -7, latin(charmap.CodePage850, westernText)},
	{CP865, -8, latin(charmap.CodePage865, westernText)},
	{MacCentral, -6, languages(macCentral, centralText)},
	{Johab, -11, pairs(johabCosts, pair)},
	{EUCTW, -11, pairs(eucTWCosts, eucTWScore)},
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

// These are the cost of a text without any evidence, for each byte outside ASCII, and its
// prior. Of 45,000 names of players of Go servers in the encodings of China,
// Japan and Korea, whose median cost is 4 a byte, one in 200 costs more; of
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
	rival := math.Inf(-1)
	for i, m := range models {
		s[i] = m.score(sample, rival)
		rival = max(rival, s[i])
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

// addPriors adds the priors, before any evidence.
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
