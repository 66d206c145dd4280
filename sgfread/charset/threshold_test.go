package charset_test

import (
	"strings"
	"testing"

	"kifudb/sgfread/charset"
)

// Each constant that decides something has its cases here, on both sides of it:
// texts that are read otherwise once it is changed by much. They are records of
// our own, and what is written after them is what they really are.

// tree is a record with a comment of these bytes.
func tree(text string) []byte { return []byte("(;GM[1]C[" + text + "];B[pd])") }

// check fails unless the bytes of the text in one encoding are read back, and
// says what they were taken for.
func check(t *testing.T, text, enc, declared string, pool *charset.Pool) charset.Guess {
	t.Helper()
	raw := tree(mustEncode(text, enc))
	g := charset.Detect(raw, declared, pool)
	if got, want := string(charset.Decode(nil, raw, g.Name)), string(tree(text)); got != want {
		t.Errorf("%.60s in %s, declared %q: read as %+v, %.60s", text, enc, declared, g, got)
	}
	return g
}

// A character that is lost costs more than any that is there.
func TestLostCharactersDecide(t *testing.T) {
	for _, text := range []string{
		"瀬越憲作 対 鈴木為次郎", "棋戦の結果、黒番の勝ち", "沢田 辻 峠 畑中 働", "栄光囲碁倶楽部", "スコア不一致により審判判定",
		"第三期 広島 囲碁団体戦", "黒沢 対 滝沢", "広瀬 竜也", "実戦経過図",
	} {
		if g := check(t, text, "gb18030", "", nil); g.Damaged != 0 {
			t.Errorf("%s in GBK: %+v", text, g)
		}
	}
	// One character that was cut does not make Japanese Chinese, but it makes
	// the guess doubtful.
	for _, text := range []string{"ここで白が受けると黒の好形になります", "右下の競り合いから中盤戦が始まった"} {
		whole := mustEncode(text, "euc-jp")
		g := charset.Detect(tree(whole), "", nil)
		if g.Name != charset.EUCJP || g.Confidence < sure {
			t.Errorf("%s: %+v, want euc-jp for sure", text, g)
		}
		cut := charset.Detect(tree(whole[:len(whole)-1]+" x"), "", nil)
		if cut.Name != charset.EUCJP || cut.Damaged != 1 || cut.Confidence >= sure {
			t.Errorf("%s, cut: %+v, want euc-jp with 1 damaged and in doubt", text, cut)
		}
		if g := charset.Detect(tree(whole[:len(whole)-1]+" x"), "EUC-JP", nil); g.Name != charset.EUCJP || g.Damaged != 1 || g.Confidence < sure {
			t.Errorf("%s, cut and declared: %+v, want euc-jp with 1 damaged for sure", text, g)
		}
	}
}

// Losses beyond the sample count as well. What it shows of these records speaks
// for an encoding that lacks characters further on.
func TestLossesBeyondTheSample(t *testing.T) {
	french := mustEncode(strings.Repeat("José est allé à la fête, ", 250), "windows-1252")
	for _, tt := range []struct {
		text    string
		want    string
		damaged int
		reason  string
	}{
		{french, charset.Windows1252, 0, charset.ReasonLikely},
		{french + strings.Repeat("\x8D\x9D ", 200), charset.Windows1250, 0, charset.ReasonLikely},
		{french + "\x8D\x9D", charset.Windows1252, 2, charset.ReasonLikely},
	} {
		g := charset.Detect(tree(tt.text), "", nil)
		if g.Name != tt.want || g.Damaged != tt.damaged || g.Reason != tt.reason {
			t.Errorf("%d bytes: %+v, want %s with %d damaged", len(tt.text), g, tt.want, tt.damaged)
		}
		if doubtful := g.Confidence < sure; doubtful != (tt.damaged > 0) && tt.want == charset.Windows1252 {
			t.Errorf("%d bytes: %+v, doubtful %v", len(tt.text), g, doubtful)
		}
	}
}

// What a declaration is worth: more than a few characters, less than a page.
func TestDeclarationsAreWorth(t *testing.T) {
	for _, tt := range []struct{ text, enc, declared string }{
		// right, against other evidence
		{"思毓", "gb18030", "GB2312"}, {"切诺基 救命啊", "gb18030", "gbk"}, {"哈里球球 怪盗", "gb18030", "gb2312"},
		{"冷雨夜 土匪来了", "euc-jp", "EUC-JP"}, {"美杜莎", "euc-jp", "EUC-JP"}, {"多文天王 大大哥", "euc-kr", "EUC-KR"},
		{"瑶瑶", "shift_jis", "Shift_JIS"}, {"ボジノフ", "big5", "Big5"}, {"豆豆乖乖", "gb18030", "GB2312"}, {"囍", "big5", "big5"},
		{"й ц", "koi8-r", "KOI8-R"}, {"Ж", "windows-1251", "windows-1251"}, {"ÿ", "windows-1252", "ISO-8859-1"},
		{"κ λ", "iso-8859-7", "ISO-8859-7"},
		{"천둥소문 21121 나를믿어봐", "gb18030", "GB18030"},
		// wrong, and seen through
		{"聂卫平 马晓春 常昊", "gb18030", "ISO-8859-1"}, {"聂卫平 马晓春", "gb18030", "UTF-8"}, {"周俊勳 張栩 國手山海盃 林海峰", "big5", "GB2312"},
		{"羽根直樹", "shift_jis", "UTF-8"}, {"羽根直樹 山下敬吾 棋聖戦", "shift_jis", "ISO-8859-1"},
		{"Илья Шикшин, Иван Детков", "koi8-r", "ISO-8859-1"}, {"Кубок Европы, пятый тур, белые сдались", "koi8-r", "windows-1251"},
		{"여기서백은손을빼고싶지만그럴수없다", "euc-kr", "GB2312"},
		{"第一局 黑中盘胜 中国围棋甲级联赛 第十二轮 北京 上海 解说", "gb18030", "windows-1251"},
		{"第一局 黑中盘胜 中国围棋甲级联赛 第十二轮 北京 上海 解说", "gb18030", "windows-1255"},
		{"第一局 黑中盘胜 中国围棋甲级联赛 第十二轮 北京 上海 解说", "gb18030", "ISO-8859-15"},
		{"Vladimír Daněk, Jiří Boháč, Ondřej Kruml", "windows-1250", "ISO-8859-1"},
		// well-formed UTF-8, whatever is declared
		{"André", "utf-8", "GB2312"}, {"José Luis", "utf-8", "Shift_JIS"}, {"Tomáš", "utf-8", "windows-1250"}, {"Илья", "utf-8", "Big5"},
		{"柯", "utf-8", "GB2312"}, {"柯洁", "utf-8", "EUC-KR"},
	} {
		check(t, tt.text, tt.enc, tt.declared, nil)
	}
}

// A list of letters is not words, and is what its declaration says.
func TestDeclaredListsOfLetters(t *testing.T) {
	for _, tt := range []struct{ text, declared string }{
		{"äöüÄÖÜß", "ISO-8859-1"}, {"éèêëàâîïôûùç", "ISO-8859-1"}, {"ñáéíóúü", "ISO-8859-1"}, {"åäöÅÄÖ", "ISO-8859-1"},
		{"æøåÆØÅ", "ISO-8859-1"}, {"ãõçáéíóúâêô", "latin1"}, {"à, é, è", "windows-1252"}, {"éé èè", "ISO-8859-1"}, {"éè", "ISO-8859-1"},
		{"ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿ", "ISO-8859-1"},
		{"œŒäöü", "windows-1252"}, {"œŒŠšŽž", "ISO-8859-15"}, {"ąćęłńóśźż", "windows-1250"}, {"ąćęłńóśźż", "ISO-8859-2"},
		{"ěščřžýáíéúůďťň", "ISO-8859-2"}, {"ĚŠČŘŽÝÁÍÉ", "windows-1250"}, {"áéíóöőúüű", "windows-1250"}, {"çğıöşüÇĞİÖŞÜ", "windows-1254"},
		{"çğıöşü", "ISO-8859-9"}, {"ąčęėįšųūž", "windows-1257"}, {"ąčęėįšųūž", "ISO-8859-13"}, {"ĉĝĥĵŝŭ", "ISO-8859-3"},
		{"ąčęėįšųūž", "ISO-8859-10"}, {"ŵŷẁẃ", "ISO-8859-14"}, {"ăâîșț", "ISO-8859-16"}, {"ăâđêôơư", "windows-1258"},
		{"äöüß", "macintosh"}, {"äöüß", "cp850"}, {"äöüß", "cp437"}, {"αβγδ", "ISO-8859-7"}, {"αβγδεζηθ", "windows-1253"},
		{"абвгд", "windows-1251"}, {"абвгд", "x-mac-cyrillic"}, {"іїєґ", "KOI8-U"}, {"абвгд", "ISO-8859-5"},
		{"אבגדה", "windows-1255"}, {"אבגד", "ISO-8859-8"}, {"ابتث", "windows-1256"}, {"ابتث", "ISO-8859-6"}, {"กขคง", "windows-874"},
	} {
		name, _ := charset.Lookup(tt.declared)
		if g := check(t, tt.text, name, tt.declared, nil); g.Reason != charset.ReasonDeclared && g.Reason != charset.ReasonValid {
			t.Errorf("%s in %s: %+v", tt.text, tt.declared, g)
		}
		check(t, tt.text+tt.text, name, tt.declared, nil) // a longer list does not tip over
	}
	// Not so names in Chinese, of which many bytes are such letters too.
	for _, text := range []string{"柯洁 党毅飞 芈昱廷", "陈耀烨 时越 周睿羊", "中国围棋甲级联赛"} {
		check(t, text, "gb18030", "ISO-8859-1", nil)
	}
}

// Two-byte characters may be well-formed UTF-8 by chance.
func TestValidUTF8(t *testing.T) {
	for _, text := range []string{"André", "é", "José", "Müller", "Łukasz", "Илья", "Ж", "Νίκος", "5½", "20°", "柯", "…", "’s", "一", "naïve – “so”"} {
		if g := check(t, text, "utf-8", "", nil); g.Name != charset.UTF8 || g.Reason != charset.ReasonValid {
			t.Errorf("%s: %+v", text, g)
		}
	}
	// valid is many two-byte characters, or two of three bytes, for certain
	for text, want := range map[string]float64{
		"一二": 1, "ΝίκοςΝίκο": 1, "ǅǅǅǅǅǅǅǅǅ": 1, "…": 0.99, "é": 0.99,
	} {
		if g := charset.Detect(tree(text), "", nil); g.Name != charset.UTF8 || g.Confidence > want || want == 1 && g.Confidence < 1 {
			t.Errorf("%s: %+v, want confidence up to %v", text, g, want)
		}
	}
	if g := charset.Detect(tree("ǅǅǅǅǅǅǅǅ"), "", nil); g.Confidence == 1 {
		t.Errorf("eight odd characters: %+v, want less than certainty", g)
	}
	for _, text := range []string{"思毓", "豆豆乖乖", "鉄", "毓"} {
		check(t, text, "gb18030", "GB2312", nil)
	}
	check(t, "思毓", "gb18030", "", nil)
}

// Bytes of which no encoding makes sense are taken for windows-1252, odd text
// is not.
func TestUnknownBytes(t *testing.T) {
	for _, raw := range []string{
		"\xF7a\xD7b\xA4c\xA6d\xAC", "x囈x鰩x瓛x",
	} {
		if strings.Contains(raw, "囈") {
			raw = mustEncode(raw, "gb18030")
		}
		if g := charset.Detect(tree(raw), "", nil); g.Name != charset.Windows1252 || g.Reason == charset.ReasonLikely && g.Confidence > 0.5 {
			t.Errorf("%q: %+v, want windows-1252", raw, g)
		}
	}
	for text, enc := range map[string]string{
		"鰠鰡鰢鰣鰤": "gb18030", "囉囌囍": "big5", "똠방각하 쌰": "euc-kr", "※ 囲碁": "shift_jis",
	} {
		if g := check(t, text, enc, "", nil); g.Reason == charset.ReasonDefault {
			t.Errorf("%s in %s: %+v", text, enc, g)
		}
	}
}

// The neighbors decide what is open, not what is clear.
func TestPoolIsWorth(t *testing.T) {
	pool := func(language, enc string, n int) *charset.Pool {
		var p charset.Pool
		for _, text := range languages[language].records("names")[:n] {
			if raw, ok := encode(text, enc); ok {
				p.Add([]byte(raw))
			}
		}
		return &p
	}
	korean, chinese := pool("Korean", "euc-kr", 40), pool("simplified Chinese", "gb18030", 40)
	japanese := pool("Japanese", "euc-jp", 40)
	czech, western := pool("Czech", "iso-8859-2", 40), pool("French", "windows-1252", 40)
	for _, tt := range []struct {
		text, enc string
		pool      *charset.Pool
	}{
		// open: other evidence is the stronger one without them
		{"切诺基 救命啊", "gb18030", chinese}, {"哈里球球 怪盗", "gb18030", chinese}, {"美杜莎", "euc-kr", korean},
		{"寺山怜", "euc-jp", japanese}, {"桑本晋平", "euc-jp", japanese}, {"林冠均", "gb18030", chinese},
		{"Ivo Švanda", "iso-8859-2", czech}, {"Petr Valášek", "iso-8859-2", czech},
		// clear: they are of another mind
		{"신진서 박정환", "euc-kr", chinese}, {"柯洁 党毅飞", "gb18030", korean}, {"羽根直樹 山下敬吾", "shift_jis", chinese},
		{"周俊勳 張栩 林海峰", "big5", chinese}, {"Илья Шикшин Иван Детков", "windows-1251", korean},
		{"Jérôme Séailles à Besançon", "windows-1252", czech}, {"Łukasz Gałązka, Stanisław Dąbrowski", "windows-1250", western},
		{"Frédéric Müller", "windows-1252", chinese}, {"柯洁 党毅飞", "utf-8", chinese}, {"Илья", "utf-8", chinese},
	} {
		check(t, tt.text, tt.enc, "", tt.pool)
	}
	// A mixed folder: what half of the records have is not strange.
	var mixed charset.Pool
	mixed.Merge(pool("Korean", "euc-kr", 30))
	mixed.Merge(pool("simplified Chinese", "gb18030", 90))
	check(t, "김누리", "euc-kr", "", &mixed)
	check(t, "钟文靖", "gb18030", "", &mixed)
}

// Doubtful is what two candidates explain equally well, and nothing else.
func TestDoubt(t *testing.T) {
	for _, tt := range []struct {
		text, enc string
		doubtful  bool
	}{
		{"Vladimír", "windows-1250", false}, {"Jürgen", "windows-1252", false},
		{"José", "windows-1252", false}, {"柯洁 党毅飞", "gb18030", false}, {"羽根直樹 山下敬吾", "euc-jp", false},
		{"Илья Шикшин", "koi8-r", false}, {"Tomáš", "windows-1250", true}, {"Κώστας", "iso-8859-7", false},
		{"切诺基", "gb18030", true}, {"桑本", "euc-jp", true}, {"寺山怜", "euc-jp", true},
	} {
		raw := tree(mustEncode(tt.text, tt.enc))
		if g := charset.Detect(raw, "", nil); (g.Confidence < sure) != tt.doubtful {
			t.Errorf("%s in %s: %+v, doubtful %v", tt.text, tt.enc, g, !tt.doubtful)
		}
	}
}

// Where the text is the same, the encoding is not named for nothing.
func TestRelativesOfLatin1(t *testing.T) {
	for _, text := range []string{"MÜLLER", "Jürgen", "Vladimír", "François"} {
		if g := check(t, text, "windows-1252", "", nil); g.Name != charset.Windows1252 {
			t.Errorf("%s: %+v, want windows-1252", text, g)
		}
	}
	var czech charset.Pool
	for _, text := range languages["Czech"].records("info")[:40] {
		czech.Add([]byte(mustEncode(text, "windows-1250")))
	}
	if g := check(t, "Vladimír Malý", "windows-1250", "", &czech); g.Name != charset.Windows1250 {
		t.Errorf("among Czech records: %+v, want windows-1250", g)
	}
}

// Every single-byte encoding that a record may declare is a candidate.
func TestEveryDeclaredEncodingCompetes(t *testing.T) {
	n := 0
	for _, label := range []string{
		"iso-8859-1", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5", "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i",
		"iso-8859-9", "iso-8859-10", "iso-8859-11", "iso-8859-13", "iso-8859-14", "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u",
		"windows-874", "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
		"windows-1257", "windows-1258", "macintosh", "x-mac-cyrillic", "cp437", "cp850", "cp866",
	} {
		name, ok := charset.Lookup(label)
		if !ok {
			t.Fatalf("%s is unknown", label)
		}
		for c := 0xC0; c < 0x100; c++ { // a letter in most
			raw := tree("x" + string([]byte{byte(c)}))
			if strings.ContainsRune(string(charset.Decode(nil, raw, name)), '\uFFFD') {
				continue
			}
			n++
			if g := charset.Detect(raw, label, nil); g.Name != name {
				t.Errorf("%s declared for %q: %+v", label, raw, g)
			}
		}
	}
	if n < 1000 {
		t.Errorf("only %d records", n)
	}
}
