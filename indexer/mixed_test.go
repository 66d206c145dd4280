package indexer

import (
	"slices"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// Values in several encodings are read each in its own, reported with their number, and
// found by each encoding. The record stays as it was, and is written in UTF-8.
func TestMixedRecord(t *testing.T) {
	const gbk = "(;GM[1]FF[4]PB[\xbf\xc2\xbd\xe0]PW[\xcf\xc2\xd2\xbb\xca\xd6]EV[\xca\xc7\xb4\xf3\xb3\xa1]"
	for _, tt := range []struct{ tree, black, comment, mixture, charsets string }{
		{gbk + "C[这手棋很好])", "柯洁", "这手棋很好", "values: 3 in gb18030, 1 in utf-8", "gb18030 utf-8"},
		{gbk + "C[第一手日\\\\] 好])", "柯洁", "第一手日] 好", "values: 3 in gb18030, 1 in utf-8", "gb18030 utf-8"},
		{"(;PB[Cho]C[A\x00n\x00n\x00a\x00])", "Cho", "Anna", "values: 1 in utf-16le", "utf-16le utf-8"},
		{"(;PB[C\x00h\x00o\x00e\x00]C[ok])", "Choe", "ok", "values: 1 in utf-16le", "utf-16le utf-8"},
		{"(;GM[1]FF[4]PB[\xbf\xc2\xbd\xe0]C[\xcf\xc2\xd2\xbb\xca\xd6])", "柯洁", "下一手", "", "gb18030"},
	} {
		tree := strings.ReplaceAll(tt.tree, "\\\\", "\\")
		r := asRecord(tree, Guesses([]store.Record{asRecord(tree, store.Charset{})})[0])
		g, err := Derive(r)
		if err != nil || len(g.Comments) != 1 || g.Comments[0].Text != tt.comment || !slices.Equal(values(g, "PB"), []string{tt.black}) {
			t.Errorf("%q: %q, %+v", tree, values(g, "PB"), g.Comments)
		}
		if got := Mixture(&r); got != tt.mixture {
			t.Errorf("%q: %q, want %q", tree, got, tt.mixture)
		}
		if got := slices.Contains(values(g, format.IdentProblem), format.MixedCharset); got != (tt.mixture != "") {
			t.Errorf("%q: reported %v", tree, got)
		}
		for _, name := range strings.Fields(tt.charsets) {
			if !slices.Contains(values(g, format.IdentCharset), name) {
				t.Errorf("%q: not found as %s", tree, name)
			}
		}
		again, err := Derive(asRecord(string(UTF8(r)), store.Charset{Name: charset.UTF8, Confidence: 1}))
		if err != nil || again.Comments[0].Text != tt.comment || !slices.Equal(values(again, "PB"), []string{tt.black}) {
			t.Errorf("%q in UTF-8: %q", tree, UTF8(r))
		}
		if string(g.Record.Raw) != tree {
			t.Errorf("%q was changed", tree)
		}
	}
}
