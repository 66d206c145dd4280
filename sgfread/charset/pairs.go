package charset

import (
	"math"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// pairCosts gives the cost of each two-byte character, by its code less
// 0x8000, in sixteenths; noChar marks codes without a character.
type pairCosts [0x8000]uint8

const noChar = 255

func (t *pairCosts) at(lead, trail byte) (cost float64, ok bool) {
	c := t[int(lead&0x7F)<<8|int(trail)]
	return float64(c) / 16, c != noChar
}

// scorePairs scores a sample in an encoding with two-byte characters. char
// returns the length and the cost of the character at the start of b, whose
// first byte is outside ASCII.
func scorePairs(sample []byte, t *pairCosts, char func(b []byte, t *pairCosts) (int, float64)) float64 {
	score := 0.0
	prev := byte('\n')
	for i := nextHigh(sample, 0); i < len(sample); {
		if sample[i] < 0x80 {
			prev = sample[i]
			i++
			continue
		}
		n, cost := char(sample[i:], t)
		score -= cost
		if n > 1 && isASCIILetter(prev) {
			score -= costMix
		}
		if n > 1 && i+n < len(sample) && isASCIILetter(sample[i+n]) {
			score -= costMix
		}
		if n == 2 && sample[i+1] < 0x80 {
			score += asciiCredit(sample[i+1])
		}
		i += n
		prev = 0x80
	}
	return score
}

// pair is the character function of encodings with nothing but pairs.
func pair(b []byte, t *pairCosts) (int, float64) {
	if len(b) > 1 {
		if cost, ok := t.at(b[0], b[1]); ok {
			return 2, cost
		}
	}
	return 1, costBad
}

// pairs returns the scoring of an encoding with two-byte characters.
func pairs(costs func() *pairCosts, char func(b []byte, t *pairCosts) (int, float64)) scorer {
	return func(sample []byte, _ float64) float64 { return scorePairs(sample, costs(), char) }
}

// gb18030Char knows the characters of four bytes too. They are rare, and yet
// text of others hardly ever has the two digits that are in them.
func gb18030Char(b []byte, t *pairCosts) (int, float64) {
	if len(b) > 3 && isDigit(b[1]) && 0x81 <= b[2] && b[2] <= 0xFE && isDigit(b[3]) {
		return 4, costRare - 2*asciiCredit('0')
	}
	return pair(b, t)
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Half-width kana are single bytes A1-DF in Shift_JIS, so that any text in an
// EUC encoding looks like them. Where they are really used, they come in runs.
const (
	costKana     = 5.0
	costKanaByte = 5.5
)

func shiftJISChar(b []byte, t *pairCosts) (int, float64) {
	if !isKanaByte(b[0]) {
		return pair(b, t)
	}
	n := 1
	for n < len(b) && isKanaByte(b[n]) {
		n++
	}
	return n, costKana + float64(n)*costKanaByte
}

func isKanaByte(c byte) bool { return 0xA1 <= c && c <= 0xDF }

func eucJPChar(b []byte, t *pairCosts) (int, float64) {
	switch {
	case b[0] == 0x8E && len(b) > 1 && isKanaByte(b[1]):
		return 2, costKana + costKanaByte
	case b[0] == 0x8F && len(b) > 2 && b[1] >= 0xA1 && b[2] >= 0xA1:
		return 3, costRare
	}
	return pair(b, t)
}

// A zone is a region of codes that are about equally frequent in texts, apart
// from the characters that the name texts show.
type zone struct {
	share float64 // of the characters of a text
	has   func(code uint16, r rune) bool
}

// How the probability is divided: to the characters of the name texts by their
// counts there, to the common characters alike, to those of the names and common
// characters of other languages that are met in the encoding, such as Japanese
// names in GBK, and the rest to the zones.
const (
	nameShare    = 0.53
	commonShare  = 0.27
	foreignShare = 0.04
	zoneShare    = 1 - nameShare - commonShare - foreignShare
)

// newPairCosts builds the table of an encoding from its own decoder, the names
// and common characters of its language, and its zones, of which the first that
// has a character counts.
func newPairCosts(enc encoding.Encoding, names, common, foreign string, zones []zone) *pairCosts {
	inNames, namesTotal := count(names)
	inCommon, commonTotal := count(common)
	inForeign, foreignTotal := count(foreign)
	zoneOf := make([]uint8, 1<<16)
	sizes := make([]int, len(zones))
	runes := make([]rune, 1<<16) // by code
	dec := enc.NewDecoder()
	var buf [8]byte
	for lead := 0x81; lead <= 0xFE; lead++ {
		for trail := 0x40; trail <= 0xFE; trail++ {
			n, _, err := dec.Transform(buf[:], []byte{byte(lead), byte(trail)}, true)
			r, used := utf8.DecodeRune(buf[:n])
			if err != nil || used != n || r == utf8.RuneError || trail == 0x7F || privateUse(r) {
				continue
			}
			code := uint16(lead<<8 | trail)
			for z := range zones {
				if zones[z].has(code, r) {
					runes[code], zoneOf[code] = r, uint8(z)
					sizes[z]++
					break
				}
			}
		}
	}
	t := new(pairCosts)
	for i := range t {
		t[i] = noChar
	}
	for code, r := range runes {
		if r == 0 {
			continue
		}
		z := zoneOf[code]
		p := nameShare*float64(inNames[r])/float64(namesTotal) +
			commonShare*float64(inCommon[r])/float64(commonTotal) +
			foreignShare*float64(inForeign[r])/float64(max(foreignTotal, 1)) +
			zoneShare*zones[z].share/float64(sizes[z])
		t[code&0x7FFF] = uint8(min(-math.Log(p), costRare) * 16)
	}
	return t
}

func privateUse(r rune) bool { return 0xE000 <= r && r <= 0xF8FF }

// count counts the characters of text outside ASCII.
func count(text string) (counts map[rune]int, total int) {
	counts = make(map[rune]int)
	for _, r := range text {
		if r >= utf8.RuneSelf {
			counts[r]++
			total++
		}
	}
	return counts, total
}

// Tables are built when the first text outside UTF-8 is met, which most
// archives never see; each takes a millisecond or two.
var (
	gb18030Costs = sync.OnceValue(func() *pairCosts {
		return newPairCosts(simplifiedchinese.GB18030, simplifiedText, simplifiedCommon,
			japaneseText+japaneseCommon+traditionalText+traditionalCommon, []zone{
				{0.03, codes(0xA1A1, 0xA3FE)}, // punctuation, full-width letters
				{0.02, codes(0xA4A1, 0xA5FE)}, // kana
				{0.001, codes(0xA6A1, 0xA9FE)},
				{0.93, codes(0xB0A1, 0xD7FE)}, // the 3,755 common characters
				{0.03, codes(0xD8A1, 0xF7FE)},
				{0.004, codes(0x8140, 0xFEFE)}, // GBK's additions
			})
	})
	gb18030JapaneseCosts = sync.OnceValue(func() *pairCosts {
		return newPairCosts(simplifiedchinese.GB18030, japaneseText, japaneseCommon, simplifiedText, slices.Concat(kana, []zone{
			{0.12, codes(0xA3B0, 0xA3FA)},
			{0.05, codes(0xA1A1, 0xA9FE)},
			{0.50, codes(0xB0A1, 0xD7FE)},
			{0.02, codes(0xD8A1, 0xF7FE)},
			{0.10, codes(0x8140, 0xFEFE)}, // characters as they are written in Japan
		}))
	})
	big5Costs = sync.OnceValue(func() *pairCosts {
		return newPairCosts(traditionalchinese.Big5, traditionalText, traditionalCommon,
			japaneseText+japaneseCommon, []zone{
				{0.03, codes(0xA140, 0xA3FE)},
				{0.94, codes(0xA440, 0xC67E)}, // the 5,401 common characters
				{0.02, codes(0xC940, 0xF9D5)},
				{0.002, codes(0x8140, 0xFEFE)},
			})
	})
	shiftJISCosts = sync.OnceValue(func() *pairCosts {
		return newPairCosts(japanese.ShiftJIS, japaneseText, japaneseCommon,
			traditionalText+traditionalCommon, slices.Concat(kana, []zone{
				{0.12, between(0x824F, 0x829A)}, // full-width digits and letters
				{0.05, between(0x8140, 0x84FC)},
				{0.50, between(0x889F, 0x9872)}, // JIS level 1, 2,965 characters
				{0.04, between(0x989F, 0xEAFC)},
				{0.002, codes(0x8140, 0xFEFE)},
			}))
	})
	eucJPCosts = sync.OnceValue(func() *pairCosts {
		return newPairCosts(japanese.EUCJP, japaneseText, japaneseCommon,
			traditionalText+traditionalCommon, slices.Concat(kana, []zone{
				{0.12, between(0xA3B0, 0xA3FA)},
				{0.05, codes(0xA1A1, 0xA8FE)},
				{0.50, codes(0xB0A1, 0xCFFE)},
				{0.04, codes(0xD0A1, 0xF4FE)},
				{0.002, codes(0x8140, 0xFEFE)},
			}))
	})
	eucKRCosts = sync.OnceValue(func() *pairCosts {
		return newPairCosts(korean.EUCKR, koreanText, koreanCommon,
			"", []zone{
				{0.03, codes(0xA1A1, 0xACFE)},
				{0.90, codes(0xB0A1, 0xC8FE)}, // the 2,350 common syllables
				{0.04, codes(0xCAA1, 0xFDFE)}, // Chinese characters
				{0.01, codes(0x8141, 0xC6FE)}, // CP949's additions
			})
	})
)

var kana = []zone{
	{0.15, func(_ uint16, r rune) bool { return 0x3041 <= r && r <= 0x3096 }},
	{0.15, func(_ uint16, r rune) bool { return 0x30A1 <= r && r <= 0x30FC }},
}

// codes is the zone of the codes from lo to hi whose second byte is not less
// than lo's: in the EUC encodings a zone is a rectangle.
func codes(lo, hi uint16) func(uint16, rune) bool {
	return func(code uint16, _ rune) bool { return lo <= code && code <= hi && code&0xFF >= lo&0xFF }
}

// between is the zone of all codes from lo to hi.
func between(lo, hi uint16) func(uint16, rune) bool {
	return func(code uint16, _ rune) bool { return lo <= code && code <= hi }
}
