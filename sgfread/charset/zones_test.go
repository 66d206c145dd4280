package charset

import (
	"bytes"
	"strings"
	"testing"
)

// TestZones pins the costs of the characters at the bounds of each zone and beside
// them, in sixteenths: the rows of the standards are where frequencies change.
func TestZones(t *testing.T) {
	for name, test := range map[string]struct {
		costs *pairCosts
		want  map[uint16]uint8
	}{
		"gb18030": {gb18030Costs(), map[uint16]uint8{
			0x8140: 240, 0x8141: 240, 0xA0FE: 240, 0xA1A1: 175, 0xA1A2: 175, 0xA3FD: 175, 0xA3FE: 175,
			0xA4A1: 173, 0xA4A2: 158, 0xA5F5: 173, 0xA5F6: 166, 0xA6A1: 229, 0xA6A2: 229, 0xA9EE: 229,
			0xA9EF: 229, 0xAA40: 240, 0xAA41: 240, 0xB0A0: 157, 0xB0A1: 162, 0xB0A2: 121, 0xD7F8: 162,
			0xD7F9: 121, 0xD840: 240, 0xD841: 240, 0xD8A0: 240, 0xD8A1: 213, 0xD8A2: 213, 0xF7FD: 213,
			0xF7FE: 213, 0xF840: 240, 0xFE9E: 240, 0xFE9F: 240,
		}},
		"big5": {big5Costs(), map[uint16]uint8{
			0xA0FE: 240, 0xA140: 182, 0xA141: 182, 0xA3E0: 182, 0xA3E1: 182, 0xA440: 96, 0xA441: 167,
			0xC67D: 167, 0xC67E: 167, 0xC6A1: 240, 0xC8FE: 240, 0xC940: 234, 0xC941: 234, 0xF9D4: 234,
			0xF9D5: 234, 0xF9D6: 115,
		}},
		"shiftJIS": {shiftJISCosts(), map[uint16]uint8{
			0x8140: 168, 0x8141: 168, 0x81FC: 168, 0x824F: 129, 0x8250: 129, 0x8299: 129, 0x829A: 129,
			0x829F: 130, 0x82A0: 105, 0x82F0: 109, 0x82F1: 116, 0x8340: 131, 0x8341: 96, 0x8395: 131,
			0x8396: 118, 0x839F: 168, 0x84BD: 168, 0x84BE: 168, 0x8740: 236, 0x8741: 236, 0x879C: 236,
			0x889F: 168, 0x88A0: 168, 0x9871: 168, 0x9872: 168, 0x989F: 210, 0x98A0: 210, 0xEAA3: 210,
			0xEAA4: 210, 0xED40: 236, 0xED41: 236,
		}},
		"eucJP": {eucJPCosts(), map[uint16]uint8{
			0x8EDF: 228, 0xA1A1: 168, 0xA1A2: 168, 0xA2FE: 168, 0xA3B0: 129, 0xA3B1: 129, 0xA3F9: 129,
			0xA3FA: 129, 0xA4A1: 130, 0xA4A2: 105, 0xA4F2: 109, 0xA4F3: 116, 0xA5A1: 131, 0xA5A2: 96,
			0xA5F5: 131, 0xA5F6: 118, 0xA6A1: 168, 0xA8BF: 168, 0xA8C0: 168, 0xADA1: 228, 0xADA2: 228,
			0xADFC: 228, 0xB0A1: 168, 0xB0A2: 168, 0xCFD2: 168, 0xCFD3: 168, 0xD0A1: 210, 0xD0A2: 210,
			0xF4A5: 210, 0xF4A6: 210, 0xF9A1: 228, 0xF9A2: 228,
		}},
		"eucKR": {eucKRCosts(), map[uint16]uint8{
			0x8141: 240, 0x8142: 240, 0xA1A0: 240, 0xA1A1: 195, 0xA1A2: 195, 0xACF0: 195, 0xACF1: 195,
			0xAD41: 240, 0xAD42: 240, 0xB0A0: 240, 0xB0A1: 92, 0xB0A2: 121, 0xC6FD: 155, 0xC6FE: 155,
			0xC7A1: 155, 0xC8FD: 155, 0xC8FE: 155, 0xCAA1: 216, 0xCAA2: 216, 0xFDFD: 216, 0xFDFE: 216,
		}},
	} {
		for code, want := range test.want {
			if got := test.costs[code&0x7FFF]; got != want {
				t.Errorf("%s: %X costs %d, want %d", name, code, got, want)
			}
		}
	}
}

// TestEscapes has escape sequences that are just long enough, and too short.
func TestEscapes(t *testing.T) {
	for text, want := range map[string]bool{
		"\x1b$B!!": true, "\x1b$@~~": true, "\x1b$B!": false, "\x1b$B !": false, "\x1b$B!\x7f": false, "\x1b$A!!": false,
		"\x1b(I!": true, "\x1b(I": false, "\x1b(J!": false, "\x1b(I ": false, "(I!": false, "x\x1b\x1b(I!": true,
	} {
		if got := escapesJIS([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		"~{0!~}": true, "~{w!~}": true, "~{x!~}": false, "~{0x~}": true, "~{0~}": false, "~{~}": false, "~{0!0~}": false, "~{0!": false,
		"~{0 ~}": false, "~{ 0~}": false, "~{0!~}\x80": false, "~{0!0!~}": true, "~{0!x!~}": false,
	} {
		if got := escapesHZ([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestStretch(t *testing.T) {
	for text, want := range map[string]string{
		"x\x80y": "\x80", "\x80a\x80b": "\x80a\x80", "\x80ab\x80": "\x80", "\x80": "\x80", "\x80\x81": "\x80\x81", "\x80a": "\x80",
	} {
		start, end := stretch([]byte(text), nextHigh([]byte(text), 0))
		if got := text[start:end]; got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]bool{"": false, "a": true, "]": false, "]]": true, "]a": false, "a]": true} {
		if got := secondByte([]byte(text), 0); got != want {
			t.Errorf("%q may be a second byte: %v, want %v", text, got, want)
		}
	}
}

// TestSample looks at what is taken of a tree: the byte before a stretch, two
// behind it, and no more than a sample holds.
func TestSample(t *testing.T) {
	for text, want := range map[string]string{
		"(;C[\x80]abc)":          "[\x80]a\n",
		"\x80":                   "\x80\n",
		"a\x80":                  "a\x80\n",
		"(;C[\x80]":              "[\x80]\n",
		"x\x80ab\x81yz.":         "x\x80ab\nb\x81yz\n",
		"no bytes outside ASCII": "",
	} {
		if got := string(sample(nil, []byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, n := range []int{sampleSize - 2, sampleSize - 1, sampleSize, 3 * sampleSize} {
		if got, want := len(sample(nil, bytes.Repeat([]byte{0x80}, n))), min(n, sampleSize)+1; got != want {
			t.Errorf("of %d bytes %d are taken, want %d", n, got, want)
		}
	}
	if got := len(sample(nil, []byte(strings.Repeat("\x80abc", sampleSize)))); got < sampleSize || got > sampleSize+8 {
		t.Errorf("of many stretches %d bytes are taken, want about %d", got, sampleSize)
	}
}

func TestScoreUnknown(t *testing.T) {
	for text, want := range map[string]float64{"": 0, "abc": 0, "\xE9": -costUnknown, "\x81\x8D": -2 * costBad, "a\xE9\xE8b\xE9": -3 * costUnknown} {
		if got := scoreUnknown([]byte(text)); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

func TestLongLabels(t *testing.T) {
	for n, want := range map[int]bool{40: true, 41: false} {
		if _, ok := Lookup("utf" + strings.Repeat("-", n-4) + "8"); ok != want {
			t.Errorf("a label of %d bytes is known: %v, want %v", n, ok, want)
		}
	}
}
