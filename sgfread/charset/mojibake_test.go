package charset_test

import (
	"testing"

	"golang.org/x/text/encoding/charmap"

	"kifudb/sgfread/charset"
)

func TestMojibake(t *testing.T) {
	// misread is what a program makes of bytes that it takes for windows-1252.
	misread := func(raw string) string {
		var text []rune
		for _, c := range []byte(raw) {
			r := charmap.Windows1252.DecodeByte(c)
			if r == '\uFFFD' { // the five bytes that it lacks
				r = rune(c)
			}
			text = append(text, r)
		}
		return string(text)
	}
	for _, tt := range []struct{ text, encoding string }{
		{"柯洁", "utf-8"},
		{"党毅飞 九段", "utf-8"},
		{"Илья Шикшин", "utf-8"},
		{"聂卫平 马晓春", "gb18030"},
		{"신진서 박정환", "euc-kr"},
		{"羽根直樹 山下敬吾", "shift_jis"},
		{"Илья Шикшин", "windows-1251"},
	} {
		raw := tt.text
		if tt.encoding != "utf-8" {
			raw = mustEncode(tt.text, tt.encoding)
		}
		original, guess, ok := charset.Mojibake([]byte(misread(raw)))
		if got := string(charset.Decode(nil, original, guess.Name)); !ok || got != tt.text {
			t.Errorf("%s in %s, misread: got %q, %+v, %v", tt.text, tt.encoding, got, guess, ok)
		}
	}
	for _, text := range []string{
		"", "Honinbo Shusaku", "柯洁", "Илья Шикшин", "André", "Jérôme Séailles", "Österreichische Übung für Jürgen",
		"Campeonato de España: también está más allá", "©®™ «»", "°C ±½¼", "Łódź", "“Go” – ‘weiqi’ …",
	} {
		if original, guess, ok := charset.Mojibake([]byte(text)); ok {
			t.Errorf("%q: taken for %+v, %q", text, guess, charset.Decode(nil, original, guess.Name))
		}
	}
	n := 0
	for _, l := range languages {
		for _, text := range append(l.players, l.comments...) {
			n++
			if _, guess, ok := charset.Mojibake([]byte(text)); ok {
				t.Errorf("%q: taken for %+v", text, guess)
			}
		}
	}
	if n == 0 {
		t.Error("no names")
	}
}
