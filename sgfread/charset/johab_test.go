package charset

import (
	"bufio"
	"bytes"
	"io"
	"testing"
)

// The texts below were written by the codecs of Python.
func TestJohab(t *testing.T) {
	const want = "이창호 조훈현 바둑 李昌鎬 ㄱㅏ"
	raw := []byte("\xb7\xa1\xc0\x77\xd1\xa1\x20\xb9\xa1\xd2\x85\xd1\x65\x20\xa4\x61\x96\x82\x20\xe6\xdd\xf4\xe3\xf8\xe0\x20\x88\x41\x84\x61")
	if got := string(Decode(nil, raw, Johab)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if g := Detect([]byte("(;PB[\xb7\xa1\xc0\x77\xd1\xa1]PW[\xb9\xa1\xd2\x85\xd1\x65]C["+string(raw)+"])"), "", nil); g.Name != Johab || g.Damaged != 0 {
		t.Errorf("detected %+v", g)
	}
	if g := Detect([]byte("(;PB[\xb7\xa1\xc0\x77\xd1\xa1])"), "johab", nil); g.Name != Johab || g.Reason != ReasonDeclared {
		t.Errorf("declared: %+v", g)
	}
	if got := string(Decode(nil, []byte("a\x84\xff\x88"), Johab)); got != "a\uFFFD\uFFFD" {
		t.Errorf("damaged: %q", got)
	}
}

// The 7-bit encodings are converted as a whole, so that a character may hold a bracket.
func TestShifted(t *testing.T) {
	for _, tt := range []struct{ raw, name, want string }{
		{"(;PB[\x1b\x24\x29\x43\x0e\x40\x4c\x43\x22\x48\x23\x0f])", ISO2022KR, "(;PB[이창호])"},
		{"(;PB[\x1b\x24\x29\x41\x0e\x35\x5a\x0f\x0e\x52\x3b\x0f\x0e\x4a\x56\x0f]C[\x0e\x3d\x4e\x0f])", ISO2022CN, "(;PB[第一手]C[轿])"},
		{"(;PB[\x1b$)G\x0eDS\x0fa])", ISO2022CN, "(;PB[\uFFFD\uFFFDa])"}, // of Taiwan
	} {
		r, name := NewReader(bufio.NewReader(bytes.NewReader([]byte(tt.raw))))
		text, err := io.ReadAll(r)
		if name != tt.name || string(text) != tt.want || err != nil {
			t.Errorf("%q: %s, %q, %v", tt.raw, name, text, err)
		}
		if g := Detect([]byte(tt.raw), "", nil); g.Name != tt.name {
			t.Errorf("%q: %+v", tt.raw, g)
		}
	}
	if name := Whole([]byte("(;C[\x1b$)C])")); name != "" {
		t.Errorf("without a character: %s", name)
	}
}
