package gameinfo

import "testing"

func TestParseKomi(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		zi         bool
		certainty  string
	}{
		{"6.5", "6.5", false, "exact"},
		{"0", "0", false, "exact"},
		{"0.00", "0", false, "exact"},
		{"7.500000", "7.5", false, "exact"},
		{"-5.5", "-5.5", false, "exact"},
		{"-100.00", "-100", false, "exact"},
		{"11", "11", false, "exact"},
		{"+6.5", "6.5", false, "exact"},
		{"361", "361", false, "exact"},
		{"", "", false, "unread"},
		{"?", "", false, "unread"},
		{"standard", "", false, "unread"},
		// commas, fractions, units
		{"6,5", "6.5", false, "clear"},
		{"5 1/2", "5.5", false, "clear"},
		{"6½", "6.5", false, "clear"},
		{"½", "0.5", false, "clear"},
		{".5", "0.5", false, "clear"},
		{" 6.5 ", "6.5", false, "clear"},
		{"6.5目", "6.5", false, "clear"},
		{"6目半", "6.5", false, "clear"},
		{"四目半", "4.5", false, "clear"},
		{"半目", "0.5", false, "clear"},
		{"덤 6집반", "6.5", false, "clear"},
		{"コミ4目半", "4.5", false, "clear"},
		{"逆コミ5目", "-5", false, "clear"},
		{"reverse komi 5.5", "-5.5", false, "clear"},
		{"6.5 points", "6.5", false, "clear"},
		{"no komi", "0", false, "clear"},
		{"コミなし", "0", false, "clear"},
		// zi
		{"2.75", "5.5", true, "calculated"},
		{"3.75", "7.5", true, "calculated"},
		{"3 3/4", "7.5", true, "calculated"},
		{"3又3/4子", "7.5", true, "clear"},
		{"黑贴三又四分之三子", "7.5", true, "clear"},
		{"贴2.75子", "5.5", true, "clear"},
		// times one hundred
		{"750", "7.5", false, "calculated"},
		{"650", "6.5", false, "calculated"},
		{"550", "5.5", false, "calculated"},
		{"450", "4.5", false, "calculated"},
		{"375", "7.5", true, "calculated"},
		{"325", "6.5", true, "calculated"},
		{"275", "5.5", true, "calculated"},
		{"225", "4.5", true, "calculated"},
		{"350", "7", true, "calculated"},
		{"700", "7", false, "calculated"},
		// All words are known, or none counts.
		{"7半", "7.5", false, "clear"},
		{"6집 반", "6.5", false, "clear"},
		{"여섯집반", "6.5", false, "clear"},
		{"6집반", "6.5", false, "clear"},
		{"6 半", "6.5", false, "clear"},
		{"6目 半", "6.5", false, "clear"},
		{"6 目 半", "6.5", false, "clear"},
		{"七目半", "7.5", false, "clear"},
		{"七目 半", "7.5", false, "clear"},
		{"6 and a half", "6.5", false, "clear"},
		{"six and a half", "6.5", false, "clear"},
		{"six and one half", "6.5", false, "clear"},
		{"two and a half points", "2.5", false, "clear"},
		{"half a point", "0.5", false, "clear"},
		{"half point", "0.5", false, "clear"},
		{"6 1/2", "6.5", false, "clear"},
		{"1/2", "0.5", false, "clear"},
		{"3 3/4子", "7.5", true, "clear"},
		{"3.75子", "7.5", true, "clear"},
		{"2.25子", "4.5", true, "clear"},
		{"四分之三子", "1.5", true, "clear"},
		{"黑贴3又3/4子", "7.5", true, "clear"},
		{"3子3/4", "7.5", true, "clear"},
		{"三子半", "7", true, "clear"},
		{"なし", "0", false, "clear"},
		{"无", "0", false, "clear"},
		{"無", "0", false, "clear"},
		{"없음", "0", false, "clear"},
		{"덤 없음", "0", false, "clear"},
		{"none", "0", false, "clear"},
		{"No Komi", "0", false, "clear"},
		{"-", "", false, "unread"},
		{"７．５", "7.5", false, "clear"},
		{"６目半", "6.5", false, "clear"},
		{"黒6目半出し", "6.5", false, "clear"},
		{"先番6目半コミ出し", "6.5", false, "clear"},
		{"白6目半出し", "-6.5", false, "clear"},
		{"덤 6집 반", "6.5", false, "clear"},
		{"sechseinhalb", "6.5", false, "clear"},
		{"sechseinhalb Punkte", "6.5", false, "clear"},
		{"6 et demi", "6.5", false, "clear"},
		{"seis y medio", "6.5", false, "clear"},
		{"шесть с половиной", "6.5", false, "clear"},
		{"six and a blah", "", false, "unread"},
		{"6 blah", "", false, "unread"},
		{"blah 6.5", "", false, "unread"},
		{"6.5 blah", "", false, "unread"},
		{"quatre", "4", false, "clear"},
		{"6.5半", "", false, "unread"},
		{"6 5", "", false, "unread"},
		{"3-5", "", false, "unread"},
		{"−5.5", "-5.5", false, "clear"},
		{"-3 1/2", "-3.5", false, "clear"},
		{"7.5目 (Chinese)", "7.5", false, "clear"},
		{"黑贴2 3/4子", "5.5", true, "clear"},
		{"육집반", "6.5", false, "clear"},
		{"6 호 반", "6.5", false, "clear"},
		{"덤 칠집반", "7.5", false, "clear"},
		{"5 目半コミ", "5.5", false, "clear"},
		{"コミ 六目半", "6.5", false, "clear"},
		{"互先", "", false, "unread"},
		{"even", "", false, "unread"},
		{"keine", "0", false, "clear"},
		{"sans komi", "0", false, "clear"},
		{"ohne Komi", "0", false, "clear"},
		{"нет", "0", false, "clear"},
		{"5目半 黒", "5.5", false, "clear"},
		{"0目", "0", false, "clear"},
		{"무", "", false, "unread"},
		{"6.505", "", false, "unread"},
	} {
		k := ParseKomi(tt.text)
		if k.String() != tt.want || k.Zi != tt.zi || k.Certainty.String() != tt.certainty {
			t.Errorf("ParseKomi(%q) = %q zi %v %v, want %q zi %v %v", tt.text, k, k.Zi, k.Certainty, tt.want, tt.zi, tt.certainty)
		}
	}
}

func FuzzParseKomi(f *testing.F) {
	for _, s := range []string{"6.5", "-100.00", "3 3/4", "3又3/4子", "750", "덤 6집반", "逆コミ5目"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		k := ParseKomi(s)
		if k.Points > 2*maxKomi || k.Points < -2*maxKomi || k.Certainty == Unread && k != (Komi{}) {
			t.Fatalf("ParseKomi(%q) = %+v", s, k)
		}
	})
}

func BenchmarkParseKomi(b *testing.B) {
	for _, text := range []string{"6.5", "375", "黑贴3又3/4子"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ParseKomi(text)
			}
		})
	}
}
