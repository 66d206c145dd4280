package charset

import (
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/transform"
)

// Johab is the encoding of KS X 1001, annex 3: a syllable of Hangul is one bit and
// three letters of five bits, initial, vowel and final. Signs and Chinese characters
// are those of KS X 1001 by their rows, two rows to a first byte. Code page 1361.

// johabEncoding decodes Johab; nothing is written in it.
type johabEncoding struct{}

func (johabEncoding) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: johabDecoder{}}
}

func (johabEncoding) NewEncoder() *encoding.Encoder { return encoding.Replacement.NewEncoder() }

type johabDecoder struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (johabDecoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, n := rune(src[nSrc]), 1
		if r >= utf8.RuneSelf {
			if nSrc+1 == len(src) && !atEOF {
				return nDst, nSrc, transform.ErrShortSrc
			}
			r = utf8.RuneError
			if nSrc+1 < len(src) && src[nSrc+1] >= 0x31 {
				n = 2
				if r = johabRune(src[nSrc], src[nSrc+1]); r == utf8.RuneError && src[nSrc+1] < utf8.RuneSelf {
					n = 1
				}
			}
		}
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += n
	}
	return nDst, nSrc, nil
}

// These tables give the meaning of five bits in the three places, from 1 on; 0: nothing. The
// filler counts as 1.
var (
	johabInitial = fiveBits([][2]int{{1, 20}})
	johabVowel   = fiveBits([][2]int{{2, 7}, {10, 15}, {18, 23}, {26, 29}})
	johabFinal   = fiveBits([][2]int{{1, 17}, {19, 29}})
)

// fiveBits numbers the codes in some ranges, both ends included.
func fiveBits(ranges [][2]int) (t [32]rune) {
	n := rune(0)
	for _, r := range ranges {
		for code := r[0]; code <= r[1]; code++ {
			n++
			t[code] = n
		}
	}
	return t
}

// johabRune returns a character of two bytes, U+FFFD if there is none.
func johabRune(c1, c2 byte) rune {
	switch {
	case 0x84 <= c1 && c1 <= 0xD3:
		return johabHangul(int(c1)<<8 | int(c2))
	case 0xD9 <= c1 && c1 <= 0xDE, 0xE0 <= c1 && c1 <= 0xF9:
		return johabRow(c1, c2)
	}
	return utf8.RuneError
}

// johabHangul returns a syllable, or a letter that stands alone.
func johabHangul(code int) rune {
	initial, vowel, final := johabInitial[code>>10&31], johabVowel[code>>5&31], johabFinal[code&31]
	switch {
	case initial > 1 && vowel > 1 && final > 0:
		return 0xAC00 + ((initial-2)*21+vowel-2)*28 + final - 1
	case initial > 1 && vowel == 1 && final == 1:
		return []rune("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")[initial-2]
	case initial == 1 && vowel > 1 && final == 1:
		return 'ㅏ' + vowel - 2
	}
	return utf8.RuneError
}

// johabRow returns a sign or a Chinese character.
func johabRow(c1, c2 byte) rune {
	row, column := 2*(int(c1)-0xD9), int(c2)-0x31
	if c1 >= 0xE0 {
		row = 2*int(c1) - 0x197
	}
	switch {
	case 0x91 <= c2 && c2 <= 0xFE:
		column = int(c2) - 0x43
	case c2 > 0x7E || c2 < 0x31:
		return utf8.RuneError
	}
	b := []byte{byte(row + column/94 + 0xA1), byte(column%94 + 0xA1)}
	var out [utf8.UTFMax]byte
	n, _, _ := korean.EUCKR.NewDecoder().Transform(out[:], b, true)
	r, used := utf8.DecodeRune(out[:n])
	if used != n {
		return utf8.RuneError
	}
	return r
}

var johabCosts = sync.OnceValue(func() *pairCosts {
	return newPairCosts(johabEncoding{}, koreanText, koreanCommon, "", []zone{
		{0.03, codes(0xD940, 0xDEFE)},
		{0.04, between(0xE040, 0xF9FE)}, // Chinese characters
		{0.91, func(_ uint16, r rune) bool { return 0xAC00 <= r && r <= 0xD7A3 }},
		{0.01, between(0x8440, 0xD3FE)}, // letters
	})
})
