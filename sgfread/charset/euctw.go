package charset

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// EUC-TW has the characters of plane 1 of CNS 11643 in two bytes, and those of other
// planes in four: 8E, the plane from A1 on, and the character. Planes 1 and 2 are
// known, which are those of Big5 and what texts have.

//go:generate go run gencns.go

//go:embed cns.gz
var packedCNS []byte

// cns returns the characters of planes 1 and 2, 0 for none. Texts in EUC-TW are rare, so
// that the table is unpacked when the first text is met that is not UTF-8.
var cns = sync.OnceValue(func() *[2 * 94 * 94]rune {
	t := new([2 * 94 * 94]rune)
	r, err := gzip.NewReader(bytes.NewReader(packedCNS))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	for i, line := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		if len(line) > 0 {
			t[i], _ = utf8.DecodeRune(line)
		}
	}
	return t
})

// cnsRune returns a character of a plane, U+FFFD if it has none or is not known.
func cnsRune(plane, row, column byte) rune {
	if plane < 1 || plane > 2 || row < 0xA1 || row > 0xFE || column < 0xA1 || column > 0xFE {
		return utf8.RuneError
	}
	if r := cns()[(int(plane-1)*94+int(row-0xA1))*94+int(column-0xA1)]; r != 0 {
		return r
	}
	return utf8.RuneError
}

// eucTWEncoding decodes EUC-TW; nothing is written in it.
type eucTWEncoding struct{}

func (eucTWEncoding) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: eucTWDecoder{}}
}

func (eucTWEncoding) NewEncoder() *encoding.Encoder { return encoding.Replacement.NewEncoder() }

type eucTWDecoder struct{ transform.NopResetter }

// Transform implements transform.Transformer.
func (eucTWDecoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		if src[nSrc] >= utf8.RuneSelf && len(src)-nSrc < 4 && !atEOF {
			return nDst, nSrc, transform.ErrShortSrc
		}
		r, n := eucTWChar(src[nSrc:])
		if nDst+utf8.RuneLen(r) > len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		nDst += utf8.EncodeRune(dst[nDst:], r)
		nSrc += n
	}
	return nDst, nSrc, nil
}

// eucTWChar returns the character at the start of b and its length.
func eucTWChar(b []byte) (rune, int) {
	switch {
	case b[0] < utf8.RuneSelf:
		return rune(b[0]), 1
	case b[0] == 0x8E && len(b) > 3 && 0xA1 <= b[1] && b[1] <= 0xB0 && b[2] >= 0xA1 && b[3] >= 0xA1:
		return cnsRune(b[1]-0xA0, b[2], b[3]), 4
	case len(b) > 1 && b[0] >= 0xA1 && b[1] >= 0xA1:
		return cnsRune(1, b[0], b[1]), 2
	}
	return utf8.RuneError, 1
}

var eucTWCosts = sync.OnceValue(func() *pairCosts {
	return newPairCosts(eucTWEncoding{}, traditionalText, traditionalCommon, japaneseText+japaneseCommon, []zone{
		{0.03, codes(0xA1A1, 0xC3FE)}, // signs
		{0.95, codes(0xC4A1, 0xFEFE)}, // the 5,401 common characters
	})
})

// eucTWScore knows the characters of four bytes, of which text of others has nothing
// like.
func eucTWScore(b []byte, t *pairCosts) (int, float64) {
	if len(b) > 3 && b[0] == 0x8E {
		if r, n := eucTWChar(b); n == 4 && r != utf8.RuneError {
			return 4, costRare
		}
	}
	return pair(b, t)
}
