package charset

import (
	"bytes"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/transform"
)

// ISO-2022-KR (RFC 1557) and ISO-2022-CN (RFC 1922) are of 7 bits: escape sequences name
// a set of 94 × 94 characters, and SO and SI switch to it and back. The sets are those
// of EUC-KR and GB 2312 with the highest bits off. The sets of Taiwan, which
// ISO-2022-CN may name as well, are not known here: their characters are lost.

// The escape sequences that name the sets.
const (
	escapeKR    = "\x1B$)C"
	escapeCN    = "\x1B$)A"
	escapeCNS   = "\x1B$)G"
	escapeCNS2  = "\x1B$*H"
	escapeISOIR = "\x1B$)E"
)

// shiftedEncoding decodes one of them; nothing is written in it.
type shiftedEncoding struct{ eight encoding.Encoding }

func (s shiftedEncoding) NewDecoder() *encoding.Decoder {
	return &encoding.Decoder{Transformer: transform.Chain(&shifter{}, s.eight.NewDecoder())}
}

func (s shiftedEncoding) NewEncoder() *encoding.Encoder { return encoding.Replacement.NewEncoder() }

var (
	iso2022KR = shiftedEncoding{korean.EUCKR}
	iso2022CN = shiftedEncoding{simplifiedchinese.GBK}
)

// shifter converts to eight bits.
type shifter struct {
	shifted, unknown bool // the set, and whether it is unknown
}

// Reset implements transform.Transformer.
func (s *shifter) Reset() { *s = shifter{} }

// Transform implements transform.Transformer.
func (s *shifter) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		c := src[nSrc]
		if c == 0x1B {
			if len(src)-nSrc < len(escapeKR) && !atEOF {
				return nDst, nSrc, transform.ErrShortSrc
			}
			if n := s.escape(src[nSrc:]); n > 0 {
				nSrc += n
				continue
			}
		}
		switch c {
		case 0x0E, 0x0F:
			s.shifted = c == 0x0E
			nSrc++
			continue
		case '\n', '\r':
			s.shifted = false
		}
		if s.shifted && isJIS(c) {
			if c |= 0x80; s.unknown {
				c = 0xFF
			}
		}
		if nDst == len(dst) {
			return nDst, nSrc, transform.ErrShortDst
		}
		dst[nDst] = c
		nDst++
		nSrc++
	}
	return nDst, nSrc, nil
}

// escape reads an escape sequence and returns its length, 0 if it names no set.
func (s *shifter) escape(b []byte) int {
	for _, e := range [...]string{escapeKR, escapeCN, escapeCNS, escapeISOIR} {
		if bytes.HasPrefix(b, []byte(e)) {
			s.unknown = e == escapeCNS || e == escapeISOIR
			return len(e)
		}
	}
	if bytes.HasPrefix(b, []byte(escapeCNS2)) {
		return len(escapeCNS2)
	}
	return 0
}

// escapesShifted returns the encoding whose escape sequence b has, with characters
// after it; "" if none.
func escapesShifted(b []byte) string {
	if bytes.IndexByte(b, escapeKR[0]) < 0 { // as in nearly all texts
		return ""
	}
	for _, e := range [...]struct{ escape, name string }{{escapeKR, ISO2022KR}, {escapeCN, ISO2022CN}, {escapeCNS, ISO2022CN}} {
		if i := bytes.Index(b, []byte(e.escape)); i >= 0 {
			if j := bytes.IndexByte(b[i:], 0x0E); j >= 0 && i+j+2 < len(b) && isJIS(b[i+j+1]) && isJIS(b[i+j+2]) {
				return e.name
			}
		}
	}
	return ""
}
