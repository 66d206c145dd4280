package charset_test

import (
	"io"
	"strings"
	"testing"

	"kifudb/sgfread"
	"kifudb/sgfread/charset"
)

// texts reads a file as an archive does, every tree in its own encoding, and
// returns the players and comments in UTF-8, and the encodings.
func texts(t *testing.T, raw string) (values, encodings []string) {
	t.Helper()
	r, _ := charset.NewReader(strings.NewReader(raw))
	file, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	for s := sgfread.ScanBytes(file, nil); s.Scan(); {
		tree := s.Record().Tree
		if tree == nil {
			continue
		}
		g := charset.Detect(tree, charset.Declared(tree), nil)
		encodings = append(encodings, g.Name)
		lead := sgfread.Lead(charset.TrailBytes(g.Name))
		trees, err := sgfread.Parse(tree, &sgfread.Options{Lead: lead})
		if err != nil || len(trees) != 1 {
			t.Fatalf("%d trees, %v in %q", len(trees), err, tree)
		}
		for id := range trees[0].All() {
			for _, name := range []string{"PB", "PW", "C"} {
				for _, v := range trees[0].Values(id, name) {
					text := sgfread.AppendText(nil, v, lead)
					values = append(values, string(charset.Decode(nil, text, g.Name)))
				}
			}
		}
	}
	return values, encodings
}

func TestTexts(t *testing.T) {
	sjis := func(s string) string { return mustEncode(s, "shift_jis") }
	big5 := func(s string) string { return mustEncode(s, "big5") }
	gbk := func(s string) string { return mustEncode(s, "gb18030") }
	// A writer that thinks in bytes escapes backslashes and brackets even
	// where they are the second byte of a character.
	escaped := strings.NewReplacer("\\", "\\\\", "]", "\\]")
	for _, c := range []struct{ name, file, values, encodings string }{
		{"UTF-16 with its mark", "\xFF\xFE" + mustEncode("(;CA[UTF-16]PB[羽根直樹];B[aa])", "utf-16le"), "羽根直樹", "utf-8"},
		{"UTF-16 without", mustEncode("(;PB[羽根直樹];B[aa])", "utf-16be"), "羽根直樹", "utf-8"},
		{"7 bits, with brackets in the bytes", mustEncode("(;CA[ISO-2022-JP]PB[井山裕太]C[平和の岸];B[aa])", "iso-2022-jp"), "井山裕太 平和の岸", "utf-8"},
		{"a declaration behind the names", sjis("(;PB[張栩]PW[依田紀基]CA[Shift_JIS];B[aa])"), "張栩 依田紀基", "shift_jis"},
		{"a wrong declaration", gbk("(;CA[UTF-8]PB[古力]PW[常昊];B[aa])"), "古力 常昊", "gb18030"},
		{"an old name of a charset", gbk("(;CA[gb2312]PB[李昌镐]PW[常昊];B[aa])"), "李昌镐 常昊", "gb18030"},
		{"a charset for each tree", sjis("(;CA[sjis]PB[高尾紳路];B[aa])") + gbk("(;CA[GBK]PB[孔杰];B[aa])") + "(;PB[박영훈])",
			"高尾紳路 孔杰 박영훈", "shift_jis gb18030 utf-8"},
		{"Big5: second bytes like SGF", big5("(;CA[Big5]PB[許家元]PW[因幡]C[成功])"), "許家元 因幡 成功", "big5"},
		{"Big5: escaped by bytes", "(;CA[Big5]PB[" + escaped.Replace(big5("許家元")) + "]PW[" + escaped.Replace(big5("因幡")) + "])",
			"許家元 因幡", "big5"},
		{"Shift_JIS: second bytes like SGF", sjis("(;CA[Shift_JIS]PB[表十]C[ソフト];B[aa])"), "表十 ソフト", "shift_jis"},
		{"EUC has none", mustEncode("(;CA[EUC-KR]PB[이창호]PW[유창혁])", "euc-kr"), "이창호 유창혁", "euc-kr"},
		{"UTF-8 that was cut", "(;PB[有月\xE4]PW[b])", "有月\uFFFD b", "utf-8"},
		{"GBK that was cut", "(;CA[GBK]PB[" + gbk("常昊")[:3] + "]PW[" + gbk("孔杰") + "])", "常\uFFFD 孔杰", "gb18030"},
	} {
		values, encodings := texts(t, c.file)
		if got := strings.Join(values, " "); got != c.values {
			t.Errorf("%s: %s, want %s", c.name, got, c.values)
		}
		if got := strings.Join(encodings, " "); got != c.encodings {
			t.Errorf("%s: read as %s, want %s", c.name, got, c.encodings)
		}
	}
}
