package fulltext

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"kifudb/store/han"
)

// FoldedText is the form in which texts are compared. Compatibility forms are composed
// (full-width letters become ordinary ones, half-width kana full ones), letters are in lower
// case, Latin and Greek letters have no accents, all apostrophes are the same, and the
// traditional, simplified and Japanese forms of a Chinese character are one. at[i] is the
// offset in the original of the character that folded byte i belongs to, or at is nil.
type FoldedText struct {
	Text  []byte
	at    []int32
	Forms bool // keep the forms of Chinese characters distinct
}

// fold folds a text. ASCII, which most of it is, takes a short way.
func fold(s string, withOffsets bool) FoldedText {
	f := FoldedText{Text: make([]byte, 0, len(s))}
	if withOffsets {
		f.at = make([]int32, 0, len(s)+1)
	}
	f.Fold(s, withOffsets)
	if withOffsets {
		f.at = append(f.at, int32(len(s)))
	}
	return f
}

// Fold appends a text, folded.
func (f *FoldedText) Fold(s string, withOffsets bool) {
	if !withOffsets && isASCII(s) {
		for i := range len(s) {
			c := s[i]
			switch {
			case 'A' <= c && c <= 'Z':
				c += 'a' - 'A'
			case c == '`':
				c = '\''
			}
			f.Text = append(f.Text, c)
		}
		return
	}
	switch {
	case norm.NFKC.IsNormalString(s):
		f.foldNormal(s, withOffsets)
	case !withOffsets:
		f.foldNormal(compose(s), false)
	default:
		// Segment by segment, so that the offsets stay right.
		for i := 0; i < len(s); {
			n := norm.NFKC.NextBoundaryInString(s[i:], true)
			if n <= 0 {
				n = len(s) - i
			}
			before := len(f.Text)
			f.foldNormal(compose(s[i:i+n]), true)
			for j := before; j < len(f.Text); j++ {
				f.at[j] = int32(i)
			}
			i += n
		}
	}
}

// compose returns a text in normal form NFKC, which would make a space of the
// acute accent that people type for an apostrophe.
func compose(s string) string { return norm.NFKC.String(acute.Replace(s)) }

var acute = strings.NewReplacer("´", "'")

// foldNormal folds a text in normal form NFKC.
func (f *FoldedText) foldNormal(s string, withOffsets bool) {
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		before := len(f.Text)
		switch {
		case 'A' <= r && r <= 'Z':
			f.Text = append(f.Text, byte(r)+'a'-'A')
		case isApostrophe(r):
			f.Text = append(f.Text, '\'')
		case r < utf8.RuneSelf:
			f.Text = append(f.Text, byte(r))
		default:
			f.Text = appendFolded(f.Text, r, f.Forms)
		}
		for j := before; withOffsets && j < len(f.Text); j++ {
			f.at = append(f.at, int32(i))
		}
		i += n
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func isApostrophe(r rune) bool {
	switch r {
	case '\'', '`', '‘', '’', '‛', 'ʻ', 'ʼ', 'ʹ', '′':
		return true
	}
	return false
}

func beginsWithLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) && s != ""
}

// appendFolded appends a character that is not ASCII.
func appendFolded(dst []byte, r rune, forms bool) []byte {
	switch {
	case r >= 0x3400 && !forms:
		return utf8.AppendRune(dst, han.Form(unicode.ToLower(r)))
	case r >= 0x300 && r <= 0x36F:
		return dst // a combining accent
	case r < 0x250 || r >= 0x370 && r < 0x400 || r >= 0x1E00 && r < 0x2000:
		switch r = unicode.ToLower(r); r {
		case 'ß':
			return append(dst, "ss"...)
		case 'æ':
			return append(dst, "ae"...)
		case 'œ':
			return append(dst, "oe"...)
		case 'þ':
			return append(dst, "th"...)
		case 'ø':
			return append(dst, 'o')
		case 'đ', 'ð':
			return append(dst, 'd')
		case 'ł':
			return append(dst, 'l')
		case 'ħ':
			return append(dst, 'h')
		case 'ı':
			return append(dst, 'i')
		}
		var one [utf8.UTFMax]byte
		if d := norm.NFD.Properties(utf8.AppendRune(one[:0], r)).Decomposition(); d != nil {
			r, _ = utf8.DecodeRune(d)
		}
	}
	return utf8.AppendRune(dst, unicode.ToLower(r))
}
