package charset_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"kifudb/sgfread/charset"
)

// misread is what a program makes of bytes that it takes for another encoding.
func misread(raw, as string) (string, bool) {
	if cm, ok := tables(as).(*charmap.Charmap); ok {
		var text []rune
		for _, c := range []byte(raw) {
			r := cm.DecodeByte(c)
			if r == '\uFFFD' && as == "windows-1252" { // the five bytes that it lacks
				r = rune(c)
			}
			text = append(text, r)
		}
		return string(text), !strings.ContainsRune(string(text), '\uFFFD')
	}
	text, err := tables(as).NewDecoder().String(raw)
	return text, err == nil && !strings.ContainsRune(text, '\uFFFD')
}

// twiceEncoded are texts, each with the encodings that it may have been in, and those that it may have been read as.
var twiceEncoded = []struct{ text, in, as string }{
	{"柯洁 党毅飞", "utf-8 gb18030", "windows-1252 macintosh cp437 windows-1250"},
	{"柯洁", "utf-8", "windows-1252 windows-1250 gb18030"},
	{"聂卫平 马晓春", "utf-8 gb18030", "windows-1252 macintosh gb18030"},
	{"黑棋在这里应该先手定形，否则白棋有严厉的攻击手段。", "utf-8 gb18030", "windows-1252 gb18030 euc-kr shift_jis windows-1251"},
	{"國手山海盃 黑中盤勝", "utf-8 big5", "windows-1252 gb18030"},
	{"羽根直樹 山下敬吾", "utf-8 shift_jis", "windows-1252 gb18030"},
	{"羽根直樹 山下敬吾", "euc-jp", "windows-1252"},
	{"ここで白が受けると、黒の好形になります。", "utf-8 shift_jis", "windows-1252 gb18030"},
	{"ここで白が受けると、黒の好形になります。", "utf-8 euc-jp", "windows-1252 shift_jis"},
	{"신진서 박정환", "utf-8", "windows-1252 gb18030"},
	{"신진서 박정환", "euc-kr", "windows-1252"},
	{"흑이 먼저 귀를 지켜야 했다. 백의 공격이 날카롭다.", "utf-8 euc-kr", "windows-1252 gb18030 euc-kr"},
	{"Илья Шикшин", "utf-8 windows-1251 koi8-r ibm866", "windows-1252 windows-1251 koi8-r ibm866"},
	{"Белым следовало ответить сверху, теперь стена слишком толстая.", "utf-8 windows-1251 koi8-r ibm866 iso-8859-5", "windows-1252 windows-1251 koi8-r ibm866"},
	{"Γιώργος Παπαδόπουλος", "utf-8 windows-1253", "windows-1252"},
	{"Jérôme Séailles à Besançon", "utf-8", "windows-1252 macintosh cp437"},
	{"Österreichische Übung für Jürgen", "utf-8", "windows-1252 cp850"},
	{"Łukasz Gałązka, Stanisław Dąbrowski", "utf-8", "windows-1252 windows-1250"},
	{"Příliš žluťoučký kůň úpěl ďábelské ódy", "utf-8", "windows-1252 windows-1250"},
	{"Özgür Çağlar İstanbul'da şampiyon oldu", "utf-8", "windows-1252 windows-1254"},
	{"השחור היה צריך להגן על הפינה", "utf-8 windows-1255", "windows-1252"},
	{"هذه النقلة قوية جدا", "utf-8 windows-1256", "windows-1252"},
	{"หมากดำควรป้องกันมุมก่อน", "utf-8 windows-874", "windows-1252"},
	{"André", "utf-8", "windows-1252"},
	{"“Go” – it’s", "utf-8", "windows-1252"},
}

func TestMojibake(t *testing.T) {
	all, lost := 0, 0
	for _, tt := range twiceEncoded {
		for _, in := range strings.Fields(tt.in) {
			raw := tt.text
			if in != "utf-8" {
				raw = mustEncode(tt.text, in)
			}
			for _, as := range strings.Fields(tt.as) {
				seen, exact := misread(raw, as)
				if in == as {
					continue
				}
				all++
				mended, name, whole, ok := charset.Mojibake([]byte(seen))
				if !exact {
					lost++
					continue // nothing is promised
				}
				if !ok || !whole || string(mended) != tt.text {
					t.Errorf("%s in %s, read as %s, %s: %v, %s, %v, %s", tt.text, in, as, seen, ok, name, whole, mended)
					continue
				}
				if got := string(charset.Decode(nil, []byte(seen), name)); got != tt.text {
					t.Errorf("%s by way of %s: %s", seen, name, got)
				}
				// the same once more
				again, exact := misread(seen, "windows-1252")
				if mended, name, _, ok := charset.Mojibake([]byte(again)); exact && as == "windows-1252" && (!ok || string(mended) != tt.text || string(charset.Decode(nil, []byte(again), name)) != tt.text) {
					t.Errorf("%s in %s, read as %s and again: %v, %s, %s", tt.text, in, as, ok, name, mended)
				}
			}
		}
	}
	if all-lost < 75 {
		t.Errorf("only %d of %d texts are whole", all-lost, all)
	}
	for _, text := range []string{
		"", "Honinbo Shusaku", "柯洁", "Илья Шикшин", "André", "Jérôme Séailles", "Österreichische Übung für Jürgen",
		"Campeonato de España: también está más allá", "©®™ «»", "°C ±½¼", "Łódź", "“Go” – ‘weiqi’ …",
		"纬纬", "丶丶丶丶", "sky丶hope", "邱峻", "äöüÄÖÜß", "åäöÅÄÖàášü€", "àèìòù ÀÈÌÒÙ €", "éèêëàâîïôûùç", "ñáéíóúü", "ÀÁÂÃÄÅÆÇÈÉÊË", "абвгд", "ЙЦУКЕН", "ᴀʙᴄ", "──────", "★☆★☆", "①②③", "▲△●○", "←→↑↓", "ﾔｸﾞﾗ",
		"囍", "鏡", "涓", "鍥", "锛", "龘靐齉", "¿Qué?", "¡Olé!", "L’été", "naïveté—«déjà vu»", "½–¾", "ÆØÅ", "æøå", "þðæ", "ğüşöç",
	} {
		if mended, name, _, ok := charset.Mojibake([]byte(text)); ok {
			t.Errorf("%q: taken for %s, %q", text, name, mended)
		}
	}
	n := 0
	for _, l := range languages {
		for _, text := range append(l.players, l.comments...) {
			n++
			if mended, name, _, ok := charset.Mojibake([]byte(text)); ok {
				t.Errorf("%q: taken for %s, %q", text, name, mended)
			}
		}
	}
	if n == 0 {
		t.Error("no names")
	}
}

// A way is a name like that of an encoding; what did not come by it stays.
func TestWays(t *testing.T) {
	for label, want := range map[string]string{
		"utf-8-as-windows-1252": "utf-8-as-windows-1252", "UTF8-as-Latin1": "utf-8-as-windows-1252", "gbk-as-latin1-as-cp1252": "gb18030-as-windows-1252-as-windows-1252",
		"-as-": "", "utf-8-as-": "", "utf-8-as-nothing": "", "nothing-as-utf-8": "", strings.Repeat("utf-8-as-", 99) + "utf-8": "",
	} {
		if got, ok := charset.Lookup(label); got != want || ok != (want != "") {
			t.Errorf("%.50s: %s, %v, want %s", label, got, ok, want)
		}
	}
	for _, tt := range []struct{ text, way, want string }{
		{"AndrÃ©", "utf-8-as-windows-1252", "André"}, {"André", "utf-8-as-windows-1252", "André"}, {"柯洁", "utf-8-as-windows-1252", "柯洁"},
		{"Müller", "gb18030-as-windows-1252", "Müller"}, {"¿Â½à", "gb18030-as-windows-1252", "柯洁"}, {"Ann", "gb18030-as-windows-1252", "Ann"},
		{"\xFF\xFE", "utf-8-as-windows-1252", "\uFFFD\uFFFD"}, {"鏌唨", "utf-8-as-gb18030", "鏌唨"},
	} {
		if got := string(charset.Decode(nil, []byte(tt.text), tt.way)); got != tt.want {
			t.Errorf("%s by %s: %s, want %s", tt.text, tt.way, got, tt.want)
		}
	}
}
