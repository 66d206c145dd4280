package charset

import "testing"

// The texts below were written by the iconv of glibc.
func TestEUCTW(t *testing.T) {
	const want = "林海峰 王立誠，圍棋 乂乜凵"
	raw := []byte("\xce\xaf\xd6\xc0\xd5\xb4\x20\xc5\xde\xc7\xa1\xe6\xe2\xa1\xa2\xde\xd8\xdf\xf6\x20\x8e\xa2\xa1\xa1\x8e\xa2\xa1\xa2\x8e\xa2\xa1\xa3")
	if got := string(Decode(nil, raw, EUCTW)); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if g := Detect([]byte("(;PB[\xce\xaf\xd6\xc0\xd5\xb4]PW[\xc5\xde\xc7\xa1\xe6\xe2]C["+string(raw)+"])"), "", nil); g.Name != EUCTW || g.Damaged != 0 {
		t.Errorf("detected %+v", g)
	}
	if g := Detect([]byte("(;PB[\xce\xaf\xd6\xc0\xd5\xb4])"), "EUC-TW", nil); g.Name != EUCTW || g.Reason != ReasonDeclared {
		t.Errorf("declared: %+v", g)
	}
	if got := string(Decode(nil, []byte("a\x8e\xa7\xa1\xa1\xc4\xe1\xff"), EUCTW)); got != "a\uFFFD"+string(cnsRune(1, 0xC4, 0xE1))+"\uFFFD" {
		t.Errorf("damaged: %q", got)
	}
	n := 0
	for _, r := range cns() {
		if r != 0 {
			n++
		}
	}
	if n < 13000 {
		t.Errorf("%d characters", n)
	}
}
