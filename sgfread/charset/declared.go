package charset

import (
	"bytes"
	"math"
	"unicode"
	"unicode/utf8"
)

// # When a declared encoding is believed
//
// A declaration is CA, a byte order mark or what other formats have in their place. The package
// believes it in spite of the frequencies of characters, unless the text is impossible in
// the encoding:
//
//   - The text is possible if every byte is part of a character that the
//     encoding has and that texts contain; control characters count as lost. Nor may
//     the text be well-formed UTF-8.
//   - It is impossible nevertheless if another encoding that loses no character
//     fits much better: at each byte outside ASCII, on average, and
//     over the text as a whole. The measure is an average, because any model is a
//     little wrong about a text, and in a long text that adds up to any sum.
//     UTF-8 with damaged characters may win in this way, too: no other encoding looks like it.
//
// Two declarations are believed less, because programs write them for any text:
// UTF-8, which the bytes show, and windows-1252, the ISO-8859-1
// that SGF takes for granted. They count for a few characters, as do
// declarations of encodings in which the text is impossible or incomplete.

// When a text is impossible in the declared encoding: what must speak for another
// one, as a logarithm, at each byte outside ASCII and together. Texts of 38 languages
// from Debian's translations, in the encodings that have a model, come to 0.2 a byte
// at most where they come to that sum; texts in other encodings than the declared one mostly
// to more than 1.2.
const (
	impossibleByte      = 0.5
	impossibleUnmodeled = 4.0 // a byte, where all letters are equally likely
	impossibleText      = 30.0
)

// These are the weights of a declaration that is not believed, as logarithms: the extra evidence
// that another encoding needs.
const (
	declaredWorth       = 30.0
	declaredWorthUTF8   = 6.0
	declaredWorthLatin1 = 6.0
	declaredWorthValid  = 8.0 // of another encoding than UTF-8, for text that is well-formed UTF-8

	costLetter = 5.0 // of a letter of which nothing is known
	costSign   = 8.0 // of a sign among them
)

// How sure a declaration is that is believed, and where half of what makes a text
// impossible speaks against it.
const (
	trustedConfidence  = 0.99
	disputedConfidence = 0.8
)

// trust returns how sure the declared encoding is for the text of a tree, 0 if it
// is not to be believed without looking at more. The scores are those of the tree
// alone.
func (s *scores) trust(tree, evidence []byte, stated int, declared string, valid bool) float64 {
	if valid || declared == UTF8 || declared == Windows1252 || replaced(tree, declared) > 0 || hasControls(tree, declared) {
		return 0
	}
	limit := impossibleByte
	if stated == declaredModel {
		limit = impossibleUnmodeled
	}
	limit = max(limit*float64(countHigh(evidence)), impossibleText)
	latin := math.NaN()
	ahead := 0.0
	for i := range models {
		if lead := s[i] - s[stated]; i != stated && lead > ahead && lead > limit/2 {
			name := models[i].name
			if i == utf8Model || replaced(tree, name) == 0 && !alike(evidence, name, declared) {
				if math.IsNaN(latin) {
					latin = scoreAnyLatin(evidence, declared)
				}
				if s[i]-latin < impossibleUnmodeled*float64(countHigh(evidence)) && inLatin(evidence, name) {
					lead = 0
				}
				ahead = max(ahead, lead)
			}
		}
	}
	switch {
	case ahead > limit:
		return 0
	case ahead > limit/2:
		return disputedConfidence
	}
	return trustedConfidence
}

// scoreAnyLatin scores a text in Latin letters in an encoding where each letter is as likely as
// the next: the models know which languages an encoding was made for, but people write
// others in it. Other texts have no such score.
func scoreAnyLatin(evidence []byte, name string) float64 {
	if !inLatin(evidence, name) {
		return math.Inf(-1)
	}
	return scoreLatin(evidence, newLetterCosts(table(name), ""))
}

// inLatin reports whether all letters of a text are Latin in a single-byte encoding.
func inLatin(evidence []byte, name string) bool {
	cm := table(name)
	if cm == nil {
		return false
	}
	for i := nextHigh(evidence, 0); i < len(evidence); i = nextHigh(evidence, i+1) {
		if r := cm.DecodeByte(evidence[i]); unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r) {
			return false
		}
	}
	return true
}

// hasControls reports whether bytes outside ASCII are control characters in a
// single-byte encoding.
func hasControls(tree []byte, name string) bool {
	cm := table(name)
	if cm == nil {
		return false
	}
	for i := nextHigh(tree, 0); i < len(tree); i = nextHigh(tree, i+1) {
		if unicode.IsControl(cm.DecodeByte(tree[i])) {
			return true
		}
	}
	return false
}

// countHigh counts the bytes outside ASCII.
func countHigh(b []byte) (n int) {
	for i := nextHigh(b, 0); i < len(b); i = nextHigh(b, i+1) {
		n++
	}
	return n
}

// worth returns what a declared encoding counts for that is not simply believed.
// Well-formed UTF-8 speaks against all others.
func worth(declared string, valid bool) float64 {
	switch {
	case declared == Windows1252:
		return declaredWorthLatin1
	case declared == UTF8:
		return declaredWorthUTF8
	case valid:
		return declaredWorthValid
	}
	return declaredWorth
}

// letterFloor is the least score of a declared encoding in which all characters
// outside ASCII are letters of an alphabet, kana or signs: a list of letters is unlike any words and yet
// just what a text may hold, and so are words in an alphabet that is rare in the
// encoding, as is Cyrillic in GBK. Names in Chinese cost about 4 a byte, what letters
// look like by chance 5 and more.
func letterFloor(sample []byte, declared string) float64 {
	letters, signs, single := 0, 0, TrailBytes(declared) == NoLead && declared != EUCKR && declared != EUCJP
	for _, r := range string(Decode(nil, sample, declared)) {
		switch {
		case r < utf8.RuneSelf:
		case unicode.IsLetter(r) && (single || unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hiragana, unicode.Katakana)):
			letters++
		case r != unicode.ReplacementChar && (unicode.IsPunct(r) || unicode.IsSymbol(r)):
			signs++
		default:
			return math.Inf(-1)
		}
	}
	if signs > letters || signs > 0 && declared == Windows1252 { // which a declaration does not say much for
		return math.Inf(-1)
	}
	return -costLetter*float64(letters) - costSign*float64(signs)
}

// markUTF8 is the byte order mark of UTF-8.
const markUTF8 = "\xEF\xBB\xBF"

// Marked reports whether what stands before a tree begins with the byte order mark of UTF-8.
func Marked(lead []byte) bool { return bytes.HasPrefix(lead, []byte(markUTF8)) }

// Declared returns the value of the first CA property in tree, "" if none is
// found. It is a cheap look at the first few thousand bytes for readers that
// need the encoding before they read the properties; a "CA[" inside a text may
// deceive it.
func Declared(tree []byte) string {
	b := tree[:min(len(tree), headSize)]
	for {
		i := bytes.Index(b, []byte("CA["))
		if i < 0 {
			return ""
		}
		before := byte(';')
		if i > 0 {
			before = b[i-1]
		}
		b = b[i+3:]
		if 'A' <= before && before <= 'Z' {
			continue // another identifier, such as FCA
		}
		end := bytes.IndexByte(b, ']')
		if end < 0 || end > 40 {
			continue
		}
		return string(bytes.TrimSpace(b[:end]))
	}
}
