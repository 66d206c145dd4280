package charset_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"kifudb/sgfread/charset"
)

const record = "(;GM[1]PB[羽根直樹]PW[山下敬吾];B[pd];W[dd])"

func TestNewReader(t *testing.T) {
	tests := []struct{ name, raw, want, encoding string }{
		{"UTF-16 with mark, little-endian", "\xFF\xFE" + mustEncode(record, "utf-16le"), record, "utf-16le"},
		{"UTF-16 with mark, big-endian", "\xFE\xFF" + mustEncode(record, "utf-16be"), record, "utf-16be"},
		{"UTF-16 without mark, little-endian", mustEncode(record, "utf-16le"), record, "utf-16le"},
		{"UTF-16 without mark, big-endian", mustEncode(record, "utf-16be"), record, "utf-16be"},
		{"UTF-32 with mark", "\xFF\xFE\x00\x00(\x00\x00\x00;\x00\x00\x00)\x00\x00\x00", "(;)", "utf-32le"},
		{"ISO-2022-JP", mustEncode(record, "iso-2022-jp"), record, "iso-2022-jp"},
		{"HZ", mustEncode("(;PB[马晓春])", "hz-gb-2312"), "(;PB[马晓春])", "hz-gb-2312"},

		{"UTF-8", record, record, ""},
		{"UTF-8 with mark", "\uFEFF" + record, "\uFEFF" + record, ""},
		{"Shift_JIS", mustEncode(record, "shift_jis"), mustEncode(record, "shift_jis"), ""},
		{"ASCII", "(;GM[1];B[pd])", "(;GM[1];B[pd])", ""},
		{"nothing", "", "", ""},
		{"one byte", "(", "(", ""},
		{"zeros", strings.Repeat("\x00", 900), strings.Repeat("\x00", 900), ""},
		{"a tilde in a comment", "(;C[about ~{5 or so~}])", "(;C[about ~{5 or so~}])", ""},
		{"an escape in a comment", "(;C[\x1b[31mred])", "(;C[\x1b[31mred])", ""},
	}
	for _, tt := range tests {
		for _, r := range []io.Reader{strings.NewReader(tt.raw), iotest.OneByteReader(strings.NewReader(tt.raw))} {
			r, encoding := charset.NewReader(r)
			got, err := io.ReadAll(r)
			if err != nil || string(got) != tt.want || encoding != tt.encoding {
				t.Errorf("%s: got %q, %q, %v; want %q, %q", tt.name, got, encoding, err, tt.want, tt.encoding)
			}
		}
	}
}

func TestNewReaderLong(t *testing.T) {
	long := "(;GM[1]PB[羽根直樹]" + strings.Repeat(";B[pd]C[変化図];W[dd]", 50_000) + ")"
	for _, name := range []string{"utf-16le", "utf-16be", "iso-2022-jp"} {
		r, encoding := charset.NewReader(strings.NewReader(mustEncode(long, name)))
		got, err := io.ReadAll(r)
		if err != nil || string(got) != long || encoding != name {
			t.Errorf("%s: %d bytes, %q, %v; want %d bytes", name, len(got), encoding, err, len(long))
		}
	}
}

// The first escape sequence may stand far behind CA.
func TestNewReaderLateEscape(t *testing.T) {
	late := "(;GM[1]CA[ISO-2022-JP]" + strings.Repeat(";B[pd];W[dd]", 1000) + "C[変化図])"
	r, encoding := charset.NewReader(strings.NewReader(mustEncode(late, "iso-2022-jp")))
	if got, err := io.ReadAll(r); err != nil || string(got) != late || encoding != charset.ISO2022JP {
		t.Errorf("got %q ... in %q, %v", got[len(got)-20:], encoding, err)
	}
}

func TestNewReaderKeepsErrors(t *testing.T) {
	r, _ := charset.NewReader(io.MultiReader(strings.NewReader("(;"), iotest.ErrReader(io.ErrUnexpectedEOF)))
	if got, err := io.ReadAll(r); string(got) != "(;" || err != io.ErrUnexpectedEOF {
		t.Errorf("got %q, %v", got, err)
	}
}

// Whole must not depend on how much more than a few bytes it is given.
func TestWholeShort(t *testing.T) {
	raw := []byte(mustEncode(record, "utf-16be"))
	for n := 8; n <= len(raw); n++ {
		if got := charset.Whole(raw[:n]); got != charset.UTF16BE {
			t.Errorf("the first %d bytes: %q", n, got)
		}
	}
	if got := charset.Whole(bytes.Repeat([]byte("(;B[pd])"), 1000)); got != "" {
		t.Errorf("ASCII: %q", got)
	}
}
