package alias

import (
	"strings"
	"unicode/utf8"

	"kifudb/book/alias/pinyin"
)

// readsAs reports whether letters are the pinyin of Chinese characters, of which
// each is read in one of its ways.
func readsAs(characters, letters string) bool {
	if n := utf8.RuneCountInString(characters); n < 2 || n > 8 || len(letters) > pinyin.MaxReading*n {
		return false
	}
	ends := map[int]bool{0: true} // what of the letters the characters so far may be
	for _, r := range characters {
		next := map[int]bool{}
		for end := range ends {
			for to := end + 1; to <= min(end+pinyin.MaxReading, len(letters)); to++ {
				if pinyin.Reads(r, letters[end:to]) {
					next[to] = true
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
