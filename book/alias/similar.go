package alias

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Names are compared by marks, texts that two names share, and by the weight of a mark. Only
// pairs with a common mark are compared, so the time grows with the number of names and not with its
// square.
//
// Letters do not help with nicknames, which differ by a digit on purpose, or with names in
// Chinese, Japanese and Korean, where each character counts. Records of the same games
// find those.

// A likeness is a way in which two names are alike.
type likeness uint8

const (
	noLikeness  likeness = iota
	sameLetters          // the same letters in a row: Lee Sedol, Lee Se Dol
	sameWords            // in another order: Chikun Cho
	sameSound            // in another romanisation: Yi Ch'ang-ho, Lee Changho
	oneLetter            // a letter more, less, or another one, or two exchanged
	initial              // a given name cut to its first letter: T. Kajiwara
)

// marks yields the texts under which a name meets those that it is like.
func (p *person) marks(kind Kind, yield func(likeness, string)) {
	words := strings.Fields(p.name.Key)
	if p.special || !isLatin(p.name.Key) {
		return
	}
	joined := strings.Join(words, "")
	if len(joined) < 4 {
		return
	}
	yield(sameLetters, joined)
	if len(words) < 2 && kind == Players || len(words) > 6 {
		return
	}
	sorted := slices.Sorted(slices.Values(words))
	yield(sameWords, strings.Join(sorted, " "))
	if kind == Players {
		sounds := make([]string, len(words))
		for i, w := range words {
			sounds[i] = japaneseSound(w)
		}
		yield(sameSound, "j "+strings.Join(sounds, " "))
		if s, ok := koreanSound(words); ok {
			yield(sameSound, "k "+s)
		}
		if len(words) == 2 {
			for i, w := range words {
				if other := words[1-i]; len(other) > 2 {
					yield(initial, other+" "+w[:1])
				}
			}
		}
	}
	if len(joined) >= 8 && len(joined) <= 60 {
		for i := range len(joined) {
			if i == 0 || joined[i] != joined[i-1] {
				yield(oneLetter, joined[:i]+joined[i+1:])
			}
		}
		yield(oneLetter, joined)
	}
}

// isLatin reports whether a key is letters from a to z only.
func isLatin(key string) bool {
	for i := range len(key) {
		if c := key[i]; (c < 'a' || c > 'z') && c != ' ' {
			return false
		}
	}
	return key != ""
}

// japaneseSound makes one of the ways in which a Japanese word is romanised:
// without long vowels, and as Hepburn would.
func japaneseSound(w string) string {
	w = japaneseLetters.Replace(w)
	if len(w) > 2 && strings.HasSuffix(w, "oh") {
		w = w[:len(w)-1]
	}
	return w
}

var japaneseLetters = strings.NewReplacer(
	"shi", "shi", "chi", "chi", "tsu", "tsu", "sha", "sha", "shu", "shu", "sho", "sho", "cha", "cha", "chu", "chu", "cho", "cho",
	"si", "shi", "ti", "chi", "tu", "tsu", "hu", "fu", "zi", "ji", "dzu", "zu",
	"sya", "sha", "syu", "shu", "syo", "sho", "tya", "cha", "tyu", "chu", "tyo", "cho", "jya", "ja", "jyu", "ju", "jyo", "jo",
	"zya", "ja", "zyu", "ju", "zyo", "jo", "ou", "o", "oo", "o", "uu", "u", "mb", "nb", "mp", "np", "mm", "nm", "cch", "tch",
)

// koreanFamilies are family names of Korea in their romanisations, the first
// of a row standing for all.
var koreanFamilies = [...][]string{
	{"yi", "lee", "rhee", "ri", "i"}, {"pak", "park", "bak"}, {"choe", "choi"}, {"no", "noh", "roh"}, {"im", "lim", "rim", "yim"},
	{"yu", "yoo", "ryu", "you"}, {"cho", "jo"}, {"chong", "chung", "jung", "jeong", "cheong"}, {"kang", "gang"}, {"weon", "won"},
	{"kim", "gim"}, {"an", "ahn"}, {"sin", "shin"}, {"seo", "suh", "so"}, {"mok"}, {"yun", "yoon"}, {"kweon", "kwon", "gwon"},
	{"paek", "baek", "paik"}, {"chang", "jang"}, {"han"}, {"heo", "hur", "huh"}, {"hwang"}, {"song"}, {"o", "oh"}, {"yang"}, {"weon", "won"},
	{"na", "ra"}, {"ko", "go"}, {"kong", "gong"}, {"hong"}, {"ha"}, {"paek", "baek"}, {"min"}, {"kuk", "guk"}, {"cheon", "chun", "jeon", "jun"},
}

// koreanSound makes one of the ways in which a Korean name is romanised. It
// reports false for a name without a Korean family name at either end.
func koreanSound(words []string) (string, bool) {
	if len(words) < 2 {
		return "", false
	}
	for _, at := range [...]int{0, len(words) - 1} {
		for _, family := range koreanFamilies {
			if slices.Contains(family, words[at]) {
				rest := slices.Delete(slices.Clone(words), at, at+1)
				return family[0] + " " + koreanLetters.Replace(strings.Join(rest, "")), true
			}
		}
	}
	return "", false
}

var koreanLetters = strings.NewReplacer(
	"young", "yung", "yeong", "yung", "eo", "u", "eu", "u", "oo", "u", "ou", "u", "ee", "i", "ui", "i", "ae", "e", "wo", "wu",
	"ch", "j", "sh", "s", "kk", "k", "tt", "t", "pp", "p", "ss", "s", "g", "k", "d", "t", "b", "p", "r", "l", "ck", "k",
)

// alike says how two names that share a mark are alike, and whether they are.
func alike(a, b *person, l likeness) bool {
	x, y := strings.Fields(a.name.Key), strings.Fields(b.name.Key)
	switch l {
	case initial:
		// One has the letter alone, the other a name that begins with it.
		return (len(x[0]) == 1 || len(x[1]) == 1) != (len(y[0]) == 1 || len(y[1]) == 1)
	case sameSound:
		// Romanisations confuse eo with u, and u with eu, but not eo with eu.
		p, q := a.name.Key, b.name.Key
		return strings.Count(p, "eo") == strings.Count(q, "eo") || strings.Count(p, "eu") == strings.Count(q, "eu")
	case oneLetter:
		if len(x) != len(y) {
			return false
		}
		different := -1
		for i := range x {
			if x[i] != y[i] {
				if different >= 0 {
					return false
				}
				different = i
			}
		}
		return different >= 0 && slip(x[different], y[different])
	}
	return true
}

// slip reports whether a word may be the other with a slip of the pen, and is
// not likely another name. Short names differ by a letter as a rule: Shinji,
// Shinya.
func slip(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if utf8.RuneCountInString(a) < 5 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) { // a letter left out
		return a[i:] == b[i+1:] && i > 0
	}
	if i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] { // two exchanged
		return a[i+2:] == b[i+2:]
	}
	return i > 0 && len(a) >= 7 && i < len(a) && a[i+1:] == b[i+1:]
}
