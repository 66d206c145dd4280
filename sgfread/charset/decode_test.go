package charset_test

import (
	"testing"
	"unicode/utf8"

	"kifudb/sgfread/charset"
)

// Every encoding gives back the text that was written in it, in particular
// characters whose second byte is "[", "\" or "]".
func TestDecodeEncoded(t *testing.T) {
	texts := map[string][]string{
		"gb18030":      {"柯洁 党毅飞 芈昱廷", "瀄瀅瀆 乗乕", "𠀀 Ãé"},
		"big5":         {"周俊勳 本因坊 許功蓋", "因坊 恝珙"},
		"shift_jis":    {"羽根直樹 表ソ十", "ﾊﾈ ﾅｵｷ", "ゼミ 予定－構"},
		"euc-jp":       {"羽根直樹 山下敬吾", "ﾊﾈ ﾅｵｷ"},
		"iso-2022-jp":  {"羽根直樹 (10段) 山下敬吾"},
		"hz-gb-2312":   {"马晓春 ~~ 聂卫平"},
		"euc-kr":       {"신진서 박정환", "쌰 똠방각하 李昌鎬"},
		"windows-1252": {"André Müller – “Go”"},
		"windows-1250": {"Łukasz Dvořák"},
		"windows-1251": {"Илья Шикшин"},
		"windows-1253": {"Θανάσης"},
		"windows-1254": {"Şahin İğdır"},
		"windows-1255": {"שלום"},
		"windows-1256": {"مرحبا"},
		"windows-1257": {"Šarūnas"},
		"windows-1258": {"Đặng"},
		"windows-874":  {"ภูมิ"},
		"iso-8859-2":   {"Łukasz Dvořák"},
		"iso-8859-5":   {"Илья"},
		"iso-8859-7":   {"Νίκος"},
		"iso-8859-15":  {"Œuvre €"},
		"koi8-r":       {"Илья Шикшин"},
		"koi8-u":       {"Україна"},
		"ibm866":       {"Илья Шикшин"},
		"cp437":        {"Jürgen α"},
		"cp850":        {"Jürgen Ø"},
		"macintosh":    {"Jürgen é"},
		"utf-16le":     {"柯洁", "𠀀"},
		"utf-16be":     {"柯洁", "𠀀"},
	}
	for name, all := range texts {
		for _, text := range all {
			if name == "windows-1258" {
				text = "Đ"
			}
			raw := mustEncode(text, name)
			if got := string(charset.Decode([]byte("before "), []byte(raw), name)); got != "before "+text {
				t.Errorf("%s: got %q, want %q", name, got, "before "+text)
			}
		}
	}
}

func TestDecodeLeavesUTF8(t *testing.T) {
	for _, text := range []string{"", "plain", "柯洁 André 𠀀", "\uFEFFx", "a\uFFFDb", "柯洁??"} {
		if got := string(charset.Decode(nil, []byte(text), charset.UTF8)); got != text {
			t.Errorf("got %q, want %q", got, text)
		}
	}
}

func TestDecodeReplaces(t *testing.T) {
	tests := []struct{ raw, name, want string }{
		{"\xE6\xB4?", "utf-8", "\uFFFD"},
		{"\xE6?\xB4x", "utf-8", "\uFFFDx"},
		{"\xE6\xB4", "utf-8", "\uFFFD"},
		{"\xE6", "utf-8", "\uFFFD"},
		{"a\x80\x80b", "utf-8", "a\uFFFD\uFFFDb"},
		{"\xF0\x9F\x98]", "utf-8", "\uFFFD]"},
		{"\xC0\x80", "utf-8", "\uFFFD\uFFFD"},
		{"a\xFFb", "gb18030", "a\uFFFDb"},
		{"\xB3", "big5", "\uFFFD"},
		{"x\xE6", "no such encoding", "x\uFFFD"},
	}
	for _, tt := range tests {
		if got := string(charset.Decode(nil, []byte(tt.raw), tt.name)); got != tt.want {
			t.Errorf("Decode(%q, %s) = %q, want %q", tt.raw, tt.name, got, tt.want)
		}
	}
}

func TestDecodeIsUTF8(t *testing.T) {
	var all [256]byte
	for i := range all {
		all[i] = byte(i)
	}
	n := 0
	for _, l := range languages {
		for _, name := range append(l.encodings, "utf-8", "iso-2022-jp", "hz-gb-2312", "cp437", "windows-874") {
			for from := range all {
				if got := charset.Decode(nil, all[from:], name); !utf8.Valid(got) {
					t.Fatalf("%s: bytes from %#x decode to %q", name, from, got)
				}
				n++
			}
		}
	}
	if n == 0 {
		t.Fatal("nothing was tested")
	}
}
