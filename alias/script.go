package alias

import (
	"strings"
	"unicode/utf8"

	"github.com/mozillazg/go-pinyin"
)

// pinyinOptions give every reading of a character, without tones, ü as v.
var pinyinOptions = pinyin.Args{Style: pinyin.Normal, Heteronym: true}

// readsAs reports whether letters are the pinyin of Chinese characters, of which
// each is read in one of its ways.
func readsAs(characters, letters string) bool {
	if n := utf8.RuneCountInString(characters); n < 2 || n > 8 || len(letters) > 6*n {
		return false
	}
	ends := map[int]bool{0: true} // what of the letters the characters so far may be
	for _, r := range characters {
		next := map[int]bool{}
		for _, reading := range pinyin.SinglePinyin(r, pinyinOptions) {
			for _, spelling := range [...]string{reading, strings.ReplaceAll(reading, "v", "u"), strings.ReplaceAll(reading, "v", "yu")} {
				for end := range ends {
					if strings.HasPrefix(letters[end:], spelling) {
						next[end+len(spelling)] = true
					}
				}
			}
		}
		if ends = next; len(ends) == 0 {
			return false
		}
	}
	return ends[len(letters)]
}

// The letters of Hangul in the order of Unicode, chapter 3.12, romanised as names
// mostly are: the sounds are compared by [koreanSound], which knows the ways.
var (
	hangulLeads  = strings.Fields("k kk n t tt r m p pp s ss - ch jj ch k t p h")
	hangulVowels = strings.Fields("a ae ya yae eo e yeo ye o wa wae oe yo u weo we wi yu eu ui i")
	hangulTails  = strings.Fields("- k kk ks n nj nh t l lk lm lp ls lt lp lh m p ps s ss ng j ch k t p h")
)

// The range of Hangul syllables, and how many of them begin with one letter.
const (
	firstHangul   = 0xAC00
	lastHangul    = 0xD7A3
	hangulPerLead = 21 * 28
)

// romanWords returns names in Hangul as words in letters, the family's name apart;
// other words stay as they are.
func romanWords(words []string) []string {
	runes := []rune(strings.Join(words, ""))
	if len(runes) < 2 || len(runes) > 5 {
		return words
	}
	var roman []string
	for _, r := range runes {
		if r < firstHangul || r > lastHangul {
			return words
		}
		n := int(r - firstHangul)
		syllable := hangulLeads[n/hangulPerLead] + hangulVowels[n/28%21] + hangulTails[n%28]
		roman = append(roman, strings.ReplaceAll(syllable, "-", ""))
	}
	return []string{roman[0], strings.Join(roman[1:], "")}
}
