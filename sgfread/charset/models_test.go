package charset_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/unicode/norm"

	"kifudb/sgfread/charset"
)

// Remarks that the models do not know, in the encodings of their languages, without CA.
func TestRemarksInEveryEncoding(t *testing.T) {
	for _, tt := range []struct{ encodings, text string }{
		{"koi8-u windows-1251 x-mac-cyrillic", "Якби білі відступили до краю, їхня позиція залишилася б міцною; інший варіант гірший."},
		{"windows-1251 iso-8859-5", "Играчът отляво пропусна възможността да свърже камъните си навреме."},
		{"windows-1251 iso-8859-5", "Играч са леве стране пропустио је прилику да на време повеже своје каменове, па су изгубљени."},
		{"koi8-r windows-1251 iso-8859-5 ibm866 ibm855 x-mac-cyrillic", "Левый игрок упустил возможность вовремя соединить свои камни."},
		{"windows-1255 iso-8859-8", "השחקן משמאל החמיץ את ההזדמנות לחבר את אבניו בזמן."},
		{"windows-1256 iso-8859-6", "أضاع اللاعب الأيسر فرصة وصل أحجاره في الوقت المناسب."},
		{"windows-874", "ผู้เล่นด้านซ้ายพลาดโอกาสที่จะเชื่อมหมากของตนให้ทันเวลา"},
		{"windows-1258 viscii", "Kỳ thủ bên trái đã bỏ lỡ cơ hội nối các quân cờ của mình kịp lúc."},
		{"iso-8859-3", "La maldekstra ludanto maltrafis la ŝancon ĝustatempe kunligi siajn ŝtonojn, ĉar li tro longe aŭskultis."},
		{"windows-1257 iso-8859-4 iso-8859-10 iso-8859-13", "Kairysis žaidėjas praleido progą laiku sujungti savo akmenis, todėl grupė žuvo."},
		{"windows-1257 iso-8859-4 iso-8859-10 iso-8859-13", "Kreisais spēlētājs palaida garām izdevību laikus savienot savus akmeņus."},
		{"windows-1250 iso-8859-2 ibm852 x-mac-ce iso-8859-16", "Gracz z lewej przegapił okazję, żeby na czas połączyć swoje kamienie, więc zginęły."},
		{"windows-1250 iso-8859-2 ibm852 x-mac-ce", "Hráč vlevo promeškal příležitost včas spojit své kameny, takže zemřely."},
		{"windows-1250 iso-8859-2 ibm852 x-mac-ce", "Levi igralec je zamudil priložnost, da bi pravočasno povezal svoje kamne, in jih je zato izgubil več."},
		{"windows-1250 ibm852 x-mac-ce", "V oknu »Zapisi« je treba počasi izbrati »Končaj«, sicer se večina točk izgubi."},
		{"windows-1250 iso-8859-2 ibm852 x-mac-ce", "Přihlášený účastník nesměl během večeře opustit místnost."},
		{"windows-1250 iso-8859-2 ibm852 x-mac-ce iso-8859-16", "A győztes később bejelentette, hogy a következő fordulóban nem tud részt venni."},
		{"iso-8859-16", "Jucătorul din stânga a pierdut ocazia de a-și uni pietrele la timp, așa că toată poziția s-a prăbușit."},
		{"iso-8859-15", "Pelaaja siirtyi šakin pariin, vaikka järjestelmä näytti hänelle väärää tietoa."},
		{"windows-1252 iso-8859-15 macintosh cp850", "Der linke Spieler hätte die Steine früher verbinden müssen, dann wären sie für immer gerettet gewesen."},
		{"ibm865", "Spilleren på venstre side skulle have forbundet sine sten på et tidligere tidspunkt; gruppen døde og så kunne han ikke nå øverste række."},
		{"gb18030 euc-jp shift_jis", "左の打ち手は石をつなぐ機会を逃したので、全部取られてしまいました。"},
		{"gb18030 big5", "此局黑方錯過了連接的機會，結果大龍被殺。"},
	} {
		for _, enc := range strings.Fields(tt.encodings) {
			raw, ok := bytesOf(tt.text, enc)
			if !ok {
				t.Errorf("%s does not fit %s", tt.text, enc)
				continue
			}
			g := charset.Detect(tree(raw), "", nil)
			got := norm.NFC.String(string(charset.Decode(nil, tree(raw), g.Name)))
			if want := string(tree(tt.text)); got != want || g.Damaged != 0 {
				t.Errorf("%s: %+v, %s", enc, g, got)
			}
			name, known := charset.Lookup(enc)
			if d := charset.Detect(tree(raw), enc, nil); !known || d.Name != name || d.Reason != charset.ReasonDeclared {
				t.Errorf("%s declared: %+v", enc, d)
			}
		}
	}
}

// bytesOf is encode for the encodings that need more than a table.
func bytesOf(text, enc string) (string, bool) {
	switch enc {
	case "windows-1258": // tones stand behind their letters
		var b strings.Builder
		for _, r := range text {
			if _, ok := charmap.Windows1258.EncodeRune(r); ok {
				b.WriteRune(r)
				continue
			}
			parts := norm.NFD.String(string(r))
			var letter, tone string
			for _, p := range parts {
				if strings.ContainsRune("\u0300\u0301\u0303\u0309\u0323", p) {
					tone += string(p)
				} else {
					letter += string(p)
				}
			}
			b.WriteString(norm.NFC.String(letter) + tone)
		}
		return encode(b.String(), enc)
	case "viscii", "x-mac-ce":
		var back [256]string
		for c := range 256 {
			back[c] = string(charset.Decode(nil, []byte{0xFF, byte(c)}, enc)[len(charset.Decode(nil, []byte{0xFF}, enc)):])
		}
		var b []byte
		for _, r := range text {
			c := 255
			for c >= 0 && back[c] != string(r) {
				c--
			}
			if c < 0 {
				return "", false
			}
			b = append(b, byte(c))
		}
		return string(b), true
	}
	return encode(text, enc)
}

// TestOwnTables compares the tables that golang.org/x/text does not have with characters at known places.
func TestOwnTables(t *testing.T) {
	for _, tt := range []struct{ enc, raw, want string }{
		{"viscii", "\x80\x9F\xA0\xAE\xBF\xD0\xDF\xF0\xFF\xE6", "ẠỲÕệƯĐưđỮữ"},
		{"viscii", "\x02\x05\x06\x14\x19\x1E\xD5", "ẲẴẪỶỸỴạ"},
		{"x-mac-ce", "\x80\x8B\xA1\xB8\xCA\xCB\xE4\xFC\xFF", "Äč°ł\u00A0ňšŁˇ"},
		{"ibm852", "\xA5\x88\x98\xE7", "ąłśš"}, {"ibm855", "\xA0\xA2\xEB", "абв"}, {"ibm865", "\x9B\x9D\x86", "øØå"},
	} {
		if got := string(charset.Decode(nil, []byte(tt.raw), tt.enc)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.enc, got, tt.want)
		}
	}
}
