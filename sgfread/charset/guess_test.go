package charset_test

import (
	"strings"
	"testing"

	"kifudb/sgfread/charset"
)

func TestDetect(t *testing.T) {
	utf8Bytes := func(s string) string { return s }
	in := func(name string) func(string) string {
		return func(s string) string { return mustEncode(s, name) }
	}
	tests := []struct {
		text     string
		bytes    func(string) string
		declared string
		want     string
		reason   string
	}{
		{"PB[Honinbo Shusaku]PW[Gennan Inseki]", utf8Bytes, "", "utf-8", charset.ReasonASCII},
		{"PB[Honinbo Shusaku]PW[Gennan Inseki]", utf8Bytes, "Shift_JIS", "utf-8", charset.ReasonASCII},
		{"PB[柯洁]PW[申真谞]", utf8Bytes, "", "utf-8", charset.ReasonValid},
		{"PB[柯洁]PW[申真谞]", utf8Bytes, "GB2312", "utf-8", charset.ReasonValid},
		{"PB[Catalin Țăranu]", utf8Bytes, "ISO-8859-1", "utf-8", charset.ReasonValid},
		{"PB[André]", utf8Bytes, "", "utf-8", charset.ReasonValid},
		{"PB[Тимур Санкин]", utf8Bytes, "", "utf-8", charset.ReasonValid},

		{"PB[柯洁]PW[党毅飞]", in("gb18030"), "", "gb18030", charset.ReasonLikely},
		{"PB[柯洁]PW[党毅飞]", in("gb18030"), "gb2312", "gb18030", charset.ReasonDeclared},
		{"PB[柯洁]PW[党毅飞]", in("gb18030"), "UTF-8", "gb18030", charset.ReasonLikely},
		{"PB[柯洁]PW[党毅飞]EV[三星杯]", in("gb18030"), "ISO-8859-1", "gb18030", charset.ReasonLikely},
		{"PB[周俊勳]PW[張栩]", in("big5"), "", "big5", charset.ReasonLikely},
		{"PB[周俊勳]PW[張栩]EV[國手山海盃]", in("big5"), "GB2312", "big5", charset.ReasonLikely},
		{"PB[羽根直樹]PW[山下敬吾]", in("shift_jis"), "", "shift_jis", charset.ReasonLikely},
		{"PB[羽根直樹]PW[山下敬吾]", in("shift_jis"), "sjis", "shift_jis", charset.ReasonDeclared},
		{"PB[ﾊﾈ ﾅｵｷ]PW[山下敬吾]", in("shift_jis"), "x-sjis", "shift_jis", charset.ReasonDeclared},
		{"PB[羽根直樹]PW[山下敬吾]", in("euc-jp"), "", "euc-jp", charset.ReasonLikely},
		{"PB[신진서]PW[박정환]", in("euc-kr"), "", "euc-kr", charset.ReasonLikely},
		{"PB[신진서]PW[박정환]", in("euc-kr"), "ks_c_5601-1987", "euc-kr", charset.ReasonDeclared},
		{"PB[André Moussa]", in("windows-1252"), "", "windows-1252", charset.ReasonLikely},
		{"PB[José Luis]", in("windows-1252"), "", "windows-1252", charset.ReasonLikely},
		{"PB[Jürgen Mattern]", in("windows-1252"), "latin1", "windows-1252", charset.ReasonDeclared},
		{"PB[MÜLLER]", in("windows-1252"), "", "windows-1252", charset.ReasonLikely},
		{"PB[Jürgen Mattern]", in("cp850"), "cp850", "cp850", charset.ReasonDeclared},
		{"PB[Jürgen Mattern]PW[Müller]", in("cp437"), "", "cp437", charset.ReasonLikely},
		{"PB[Łukasz Lew]PW[Paweł Koń]", in("windows-1250"), "windows-1250", "windows-1250", charset.ReasonDeclared},
		{"PB[Илья Шикшин]PW[Иван Детков]", in("windows-1251"), "", "windows-1251", charset.ReasonLikely},
		{"PB[Илья Шикшин]PW[Иван Детков]", in("koi8-r"), "", "koi8-r", charset.ReasonLikely},
		{"PB[Θανάσης]PW[Νίκος]", in("iso-8859-7"), "ISO-8859-7", "iso-8859-7", charset.ReasonDeclared},
		{"PB[羽根直樹]PW[山下敬吾]", in("iso-2022-jp"), "", "iso-2022-jp", charset.ReasonEscape},
		{"PB[马晓春]PW[聂卫平]", in("hz-gb-2312"), "HZ-GB-2312", "hz-gb-2312", charset.ReasonEscape},
		{"\uFEFFPB[André]", utf8Bytes, "", "utf-8", charset.ReasonMark},
	}
	for _, tt := range tests {
		// The moves give the detector plenty of what it must not look at.
		tree := "(;GM[1]" + tt.bytes(tt.text) + strings.Repeat(";B[pd];W[dd]", 100) + ")"
		if strings.HasPrefix(tt.text, "\uFEFF") {
			tree = tt.text
		}
		g := charset.Detect([]byte(tree), tt.declared, nil)
		if g.Name != tt.want || g.Reason != tt.reason || g.Damaged != 0 {
			t.Errorf("%s declared %q in %s: got %+v, want reason %s", tt.text, tt.declared, tt.want, g, tt.reason)
		}
		if g.Confidence <= 0 || g.Confidence > 1 {
			t.Errorf("%s in %s: confidence %v", tt.text, tt.want, g.Confidence)
		}
	}
}

// The damage that UTF-8 meets: a conversion by way of windows-1252 leaves "?",
// limits on the bytes of names cut characters, lines of other files get in.
func TestDetectDamagedUTF8(t *testing.T) {
	lossy := strings.NewReplacer("\x81", "?", "\x8D", "?", "\x8F", "?", "\x90", "?", "\x9D", "?")
	tests := []struct {
		name, tree, declared, want string
		damaged                    int
	}{
		{"lost bytes", lossy.Replace("(;PB[柯洁]PW[李轩豪])"), "", "(;PB[柯\uFFFD]PW[\uFFFD轩豪])", 2},
		{"lost and declared", lossy.Replace("(;CA[gb2312]PB[柯洁]BR[9段])"), "gb2312", "(;CA[gb2312]PB[柯\uFFFD]BR[9段])", 1},
		{"two bytes lost", "(;PB[王\xE5??]PW[柯洁])", "", "(;PB[王\uFFFD]PW[柯洁])", 1},
		{"cut name", "(;PB[小心我捶\xE4]PW[有月])", "", "(;PB[小心我捶\uFFFD]PW[有月])", 1},
		{"cut name of two bytes", "(;PB[时间管\xE7\x90]PW[a])", "", "(;PB[时间管\uFFFD]PW[a])", 1},
		{"stray byte", "(;PB[柯洁]PW[申真谞]GC[\xA0围棋网络比赛])", "UTF-8", "(;PB[柯洁]PW[申真谞]GC[\uFFFD围棋网络比赛])", 1},
		{"a question", "(;PB[柯洁?]PW[申真谞\xE5])", "", "(;PB[柯洁?]PW[申真谞\uFFFD])", 1},
	}
	for _, tt := range tests {
		g := charset.Detect([]byte(tt.tree), tt.declared, nil)
		got := string(charset.Decode(nil, []byte(tt.tree), g.Name))
		if g.Name != charset.UTF8 || g.Reason != charset.ReasonDamaged || got != tt.want || g.Damaged != tt.damaged {
			t.Errorf("%s: got %+v\n%s, want %d damaged\n%s", tt.name, g, got, tt.damaged, tt.want)
		}
	}
}

func TestDetectDamagedCounts(t *testing.T) {
	whole := mustEncode("(;PB[周俊勳]PW[張栩]EV[國手山海盃])", "big5")
	tests := []struct {
		name, tree string
		want       int
	}{
		{"whole", whole, 0},
		{"lead byte before the end of a value", strings.Replace(whole, "]PW", "\xB3]PW", 1), 1},
		{"second byte is a bracket", strings.Replace(whole, "]PW", "\xA6]]PW", 1), 0},
		{"second byte is a backslash", strings.Replace(whole, "]PW", "\xB3\\]PW", 1), 0},
	}
	for _, tt := range tests {
		if g := charset.Detect([]byte(tt.tree), "big5", nil); g.Name != "big5" || g.Damaged != tt.want {
			t.Errorf("%s: got %+v, want big5 with %d damaged", tt.name, g, tt.want)
		}
	}
}

// What neither words nor neighbors explain is taken for windows-1252.
func TestDetectDefault(t *testing.T) {
	tree := []byte("(;C[\x01\x80\xFF x \xA9\xF7\x80 y \xFF\xBC\x82 \xFF\xAC \xD7\xFF\x8E \x91\xB6\x8E\xFE z \x80\xF7 \x9E\xFF q\xB0\xFF\xA4q])")
	g := charset.Detect(tree, "", nil)
	if g.Name != charset.Windows1252 || g.Reason != charset.ReasonDefault || g.Confidence != 0 {
		t.Errorf("got %+v, want windows-1252 by default", g)
	}
}

func TestDeclared(t *testing.T) {
	for tree, want := range map[string]string{
		"(;GM[1]CA[UTF-8]PB[a])":           "UTF-8",
		"(;PB[a]CA[ Shift_JIS ])":          "Shift_JIS",
		"(;PB[a]\nCA[big5])":               "big5",
		"(;PB[a])":                         "",
		"(;FCA[1]CA[koi8-r])":              "koi8-r",
		"(;CA[])":                          "",
		"(;CA[gb2312":                      "",
		"(;C[" + strings.Repeat("x", 1e5):  "",
		"CA[" + strings.Repeat("x", 99):    "",
		"(;CA[" + strings.Repeat("[", 4e3): "",
	} {
		if got := charset.Declared([]byte(tree)); got != want {
			t.Errorf("Declared(%.40q) = %q, want %q", tree, got, want)
		}
	}
}
