package charset_test

import (
	"testing"

	"kifudb/sgfread/charset"
)

func TestLookup(t *testing.T) {
	for label, want := range map[string]string{
		"UTF-8": "utf-8", "utf8": "utf-8", "UTF_8": "utf-8", " utf-8 ": "utf-8",
		"GB2312": "gb18030", "gbk": "gb18030", "GB18030": "gb18030", "CP936": "gb18030", "x-gbk": "gb18030", "EUC-CN": "gb18030",
		"Big5": "big5", "BIG5-HKSCS": "big5", "cp950": "big5", "big5_eten": "big5",
		"Shift_JIS": "shift_jis", "SJIS": "shift_jis", "x-sjis": "shift_jis", "MS_Kanji": "shift_jis", "windows-31J": "shift_jis", "ms932": "shift_jis", "CP932": "shift_jis", "Shift-JIS": "shift_jis",
		"EUC-JP": "euc-jp", "eucJP": "euc-jp", "ISO-2022-JP": "iso-2022-jp", "JIS": "iso-2022-jp",
		"EUC-KR": "euc-kr", "KS_C_5601-1987": "euc-kr", "CP949": "euc-kr", "UHC": "euc-kr", "ks_c_5601": "euc-kr", "ksc5601": "euc-kr", "euc_kr": "euc-kr",
		"ISO-8859-1": "windows-1252", "iso8859-1": "windows-1252", "Latin-1": "windows-1252", "US-ASCII": "windows-1252", "CP1252": "windows-1252", "ISO_8859-1": "windows-1252",
		"ISO-8859-15": "iso-8859-15", "ISO-8859-2": "iso-8859-2", "windows-1250": "windows-1250", "CP1251": "windows-1251", "Windows 1251": "windows-1251",
		"KOI8-R": "koi8-r", "koi8": "koi8-r", "KOI8-U": "koi8-u", "CP866": "ibm866", "cp437": "cp437", "IBM850": "cp850", "MacRoman": "macintosh",
		"TIS-620": "windows-874", "UTF-16": "utf-16le", "UTF-16BE": "utf-16be", "HZ-GB-2312": "hz-gb-2312",
	} {
		if got, ok := charset.Lookup(label); got != want || !ok {
			t.Errorf("Lookup(%q) = %q, %v, want %q", label, got, ok, want)
		}
		if got, ok := charset.Lookup(want); got != want || !ok {
			t.Errorf("Lookup(%q) = %q, %v: not canonical", want, got, ok)
		}
	}
	for _, label := range []string{"", "klingon", "UTF", "x-user-defined", "iso-2022-xx", "replacement", "1"} {
		if got, ok := charset.Lookup(label); ok {
			t.Errorf("Lookup(%q) = %q, want none", label, got)
		}
	}
}

// The lead-byte classes agree with the tables: exactly those encodings have
// characters whose second byte is "[", "\" or "]".
func TestTrailBytes(t *testing.T) {
	want := map[string]charset.LeadClass{
		"utf-8": charset.NoLead, "gb18030": charset.LeadGBK, "big5": charset.LeadBig5, "shift_jis": charset.LeadShiftJIS,
		"euc-jp": charset.NoLead, "euc-kr": charset.NoLead, "windows-1252": charset.NoLead, "koi8-r": charset.NoLead,
	}
	for name, class := range want {
		if got := charset.TrailBytes(name); got != class {
			t.Errorf("TrailBytes(%s) = %d, want %d", name, got, class)
		}
		found := false
		for lead := 0x80; lead < 0x100; lead++ {
			for _, trail := range `[\]` {
				text := []rune(string(charset.Decode(nil, []byte{byte(lead), byte(trail)}, name)))
				if len(text) == 1 && text[0] != '\uFFFD' {
					found = true
				}
			}
		}
		if found != (class != charset.NoLead) {
			t.Errorf("%s: characters end in brackets or backslashes: %v, class %d", name, found, class)
		}
	}
}
