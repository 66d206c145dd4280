package charset

import (
	"slices"
	"strings"
	"testing"
)

// encoded returns a text in an encoding.
func encoded(t *testing.T, text, name string) string {
	t.Helper()
	if name == UTF8 {
		return text
	}
	s, err := lookupEncoding(name).NewEncoder().String(text)
	if err != nil {
		t.Fatalf("%s in %s: %v", text, name, err)
	}
	return strings.TrimPrefix(strings.TrimPrefix(s, "\xFE\xFF"), "\xFF\xFE") // the mark of UTF-16
}

type value struct{ text, in string }

// mixtures are records of values in several encodings.
var mixtures = []struct {
	name, declared string
	values         []value
	want           string // the members, sorted; "" for a single encoding
}{
	{"comment in UTF-8 in GBK", "", []value{{"聂卫平", GB18030}, {"马晓春", GB18030}, {"这是第一局的评注。", GB18030}, {"白棋这手棋下得很好，黑棋形势不利。", UTF8}}, "gb18030 utf-8"},
	{"the same, declared", "GB2312", []value{{"聂卫平", GB18030}, {"马晓春", GB18030}, {"白棋这手棋下得很好，黑棋形势不利。", UTF8}}, "gb18030 utf-8"},
	{"name in Big5 in UTF-8", "", []value{{"林海峰", Big5}, {"趙治勲", UTF8}, {"この手は好手でした。黒が厚い。", UTF8}}, "big5 utf-8"},
	{"name in Latin-1 in UTF-8", "UTF-8", []value{{"Jürgen Müller", Windows1252}, {"Łukasz Wójcik", UTF8}, {"Kölner Meisterschaft", UTF8}}, "utf-8 windows-1252"},
	{"Shift_JIS in EUC-JP", "", []value{{"小林光一", EUCJP}, {"趙治勲", EUCJP}, {"名人戦", EUCJP}, {"この手は好手でした。黒が厚い。", ShiftJIS}}, "euc-jp shift_jis"},
	{"Big5 in GBK, without loss", "", []value{{"聂卫平", GB18030}, {"马晓春", GB18030}, {"这是第一局的评注。", GB18030}, {"白棋這手棋下得很好，黑棋形勢不利。", Big5}}, "big5 gb18030"},
	{"KOI8-R and windows-1251, without loss", "", []value{{"Иванов Пётр", KOI8R}, {"Партия первая, комментарии автора", KOI8R}, {"Хороший ход, белые в беде", Windows1251}}, "koi8-r windows-1251"},
	{"UTF-8 in windows-1251", "", []value{{"Иванов Пётр", Windows1251}, {"Хороший ход, белые в беде", UTF8}}, "utf-8 windows-1251"},
	{"three", "", []value{{"聂卫平", GB18030}, {"小林光一", ShiftJIS}, {"这是第一局的评注。", GB18030}, {"この手は好手でした。黒が厚い。", UTF8}, {"この手は好手でした", ShiftJIS}}, "gb18030 shift_jis utf-8"},
	{"UTF-16 in ASCII", "", []value{{"Cho", UTF8}, {"Grüße an alle! Zug eins", UTF16LE}}, "utf-16le utf-8"},
	{"UTF-16 of ASCII in ASCII", "UTF-16BE", []value{{"Cho", UTF8}, {"hello there", UTF16BE}}, "utf-16be utf-8"},

	{"name in KOI8-R among letters of UTF-8 here and there", "", []value{{"Пётр Соколов", KOI8R}, {"Øyvind Dahl", UTF8}, {"Åpent mesterskap", UTF8}, {"Hvit må forsvare seg", UTF8}}, "koi8-r utf-8"},
	{"comment in Latin-1 among such letters", "", []value{{"Øyvind Dahl", UTF8}, {"Pål Berg", UTF8}, {"Åpent mesterskap", UTF8}, {"Hvit må forsvare seg på høyre side før det er for sent", Windows1252}}, "utf-8 windows-1252"},
	{"comment in windows-1251 in Ukrainian UTF-8", "", []value{{"Олег Мезін", UTF8}, {"Дмитро Яценко", UTF8}, {"Відкрита першість", UTF8}, {"Белые отвечают сверху и живут", Windows1251}}, "utf-8 windows-1251"},

	{"declared, in a language that the encoding is not for", "windows-1257", []value{{"Jürgen Müller", Windows1257}, {"Żuk", Windows1257}, {"Więcej gołębi, żółwi, źrebiąt", Windows1257}, {"Część świątyń przegląda się w źródle", Windows1257}}, ""},
	{"GBK alone", "", []value{{"聂卫平", GB18030}, {"马晓春", GB18030}, {"这是第一局的评注。", GB18030}}, ""},
	{"UTF-8 cut in a value", "", []value{{"この手は好手でした。黒が厚い。"[:44], UTF8}, {"趙治勲", UTF8}}, ""},
	{"UTF-8 with lost bytes", "", []value{{"\xE8\xB6?\xE6\xB2?\xE5\x8B\xB2", UTF8}, {"趙治勲", UTF8}}, ""},
	{"Latin-1 with French and German", "", []value{{"Jürgen Müller", Windows1252}, {"François Lefèvre", Windows1252}}, ""},
}

// TestMixed reads each value of a record that mixes encodings in its own, and leaves
// records in one encoding alone.
func TestMixed(t *testing.T) {
	for _, m := range mixtures {
		var tree strings.Builder
		tree.WriteString("(;GM[1]FF[4]")
		if m.declared != "" {
			tree.WriteString("CA[" + m.declared + "]")
		}
		for i, v := range m.values {
			tree.WriteString([]string{"PB[", "PW[", "EV[", ";B[pd]C[", ";W[dp]C["}[i] + encoded(t, v.text, v.in) + "]")
		}
		g := Detect([]byte(tree.String()+")"), m.declared, nil)
		members := slices.Sorted(slices.Values(Members(g.Name)))
		if got := strings.Join(members, " "); got != m.want {
			t.Errorf("%s: %q (%s), want %q", m.name, got, g.Name, m.want)
			continue
		}
		for _, v := range m.values {
			if m.want == "" {
				continue
			}
			raw := []byte(encoded(t, v.text, v.in))
			if got := string(Decode(nil, raw, g.Name)); got != v.text {
				t.Errorf("%s: %q in %s reads %q", m.name, v.text, v.in, got)
			}
			if got := MemberOf(raw, g.Name); got != v.in && !isASCII([]byte(v.text)) {
				t.Errorf("%s: %q is in %s, got %s", m.name, v.text, v.in, got)
			}
		}
		if m.want != "" && g.Damaged != 0 {
			t.Errorf("%s: %d characters damaged", m.name, g.Damaged)
		}
	}
}

// TestMixedLines reads a value whose lines are in several encodings.
func TestMixedLines(t *testing.T) {
	want := "alice: Schöner Zug für Weiß\nbob: schöner Zug, sehr gut für Weiß\n李: 这手棋下得很好"
	lines := strings.SplitAfter(want, "\n")
	raw := lines[0] + encoded(t, lines[1], Windows1252) + encoded(t, lines[2], GB18030)
	g := Detect([]byte("(;FF[4];B[pd]C["+raw+"])"), "", nil)
	if got := string(Decode(nil, []byte(raw), g.Name)); got != want {
		t.Errorf("in %s: %q", g.Name, got)
	}
}

// TestMixName looks up the names of mixes.
func TestMixName(t *testing.T) {
	if name, ok := Lookup("GBK+UTF8"); !ok || name != "gb18030+utf-8" {
		t.Errorf("got %q, %v", name, ok)
	}
	for _, label := range []string{"+", "gbk+gb2312", "gbk+nothing", "utf-8+gbk+big5+koi8-r+sjis"} {
		if name, ok := Lookup(label); ok {
			t.Errorf("%s is %s", label, name)
		}
	}
	if TrailBytes("utf-8+big5") != LeadBig5 || !Includes("utf-8+big5", Big5) || Includes("utf-8+big5", GB18030) || !IsWide("utf-8+utf-16le") || IsWide("utf-8+big5") {
		t.Error("members")
	}
}
