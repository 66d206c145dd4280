package gameinfo

import "testing"

func TestParseRank(t *testing.T) {
	for _, tt := range []struct{ text, want, certainty string }{
		{"9d", "9d", "exact"},
		{"(9d)", "9d", "guessed"},
		{",9d", "9d", "guessed"},
		{"30k", "30k", "exact"},
		{"9p", "9p", "exact"},
		{"1p", "1p", "exact"},
		// words and marks
		{"9d*", "9d", "clear"},
		{"9 dan", "9d", "clear"},
		{"9 Dan", "9d", "clear"},
		{"10 kyu", "10k", "clear"},
		{"4K", "4k", "clear"},
		{"6d ama", "6d", "clear"},
		{"ama 6d", "6d", "clear"},
		{"1k ama", "1k", "clear"},
		{"17k ", "17k", "clear"},
		{"15k* IGS", "15k", "clear"},
		{"7p, Honinbo", "7p", "clear"},
		{"9 dan, Judan", "9d", "clear"},
		{"9p,Gosei", "9p", "clear"},
		{"9 dan pro", "9p", "clear"},
		{"pro 9 dan", "9p", "clear"},
		{"P5", "5p", "clear"},
		{"P9p", "9p", "clear"},
		{"shodan", "1d", "clear"},
		{"9D", "9d", "clear"},
		// doubt and lists
		{"5k?", "5k", "guessed"},
		{"provisional 3d", "3d", "guessed"},
		{"16.1k", "16k", "guessed"},
		{"5p & 8p", "5p", "guessed"},
		{"5d & 4d", "5d", "guessed"},
		{"NHK Cup, 9p", "9p", "guessed"},
		{"? & 6d & 9d", "6d", "guessed"},
		{"9d and Meijin", "9d", "clear"},
		// Chinese, Japanese, Korean
		{"9段", "9d", "clear"},
		{"P9段", "9p", "clear"},
		{"10段", "10d", "clear"},
		{"3级", "3k", "clear"},
		{"1級", "1k", "clear"},
		{"2급", "2k", "clear"},
		{"7단", "7d", "clear"},
		{"９段", "9d", "clear"},
		{"二級", "2k", "clear"},
		{"九段", "9d", "guessed"},
		{"初段", "1d", "guessed"},
		{"職業九段", "9p", "clear"},
		{"프로 9단", "9p", "clear"},
		{"アマ六段", "6d", "clear"},
		{"业余5段", "5d", "clear"},
		// no ranks
		{"", "", "unread"},
		{"NR", "", "unread"},
		{"?", "", "unread"},
		{"-", "", "unread"},
		{"Meijin", "", "unread"},
		{"十段", "", "unread"},
		{"24th Honinbo", "", "unread"},
		{"Honorary Kisei", "", "unread"},
		{"2100", "", "unread"},
		{"1500*", "", "unread"},
		{"13 yr", "", "unread"},
		{"5a", "", "unread"},
		{"ama", "", "unread"},
		{"0d", "", "unread"},
		{"Women's 4crown", "", "unread"},
		{"8th Elementary School Champion", "", "unread"},
	} {
		got, c := ParseRank(tt.text)
		if got.String() != tt.want || c.String() != tt.certainty {
			t.Errorf("ParseRank(%q) = %q %v, want %q %v", tt.text, got, c, tt.want, tt.certainty)
		}
	}
}

func TestRankOrder(t *testing.T) {
	last := Rank(0)
	for _, text := range []string{"30k", "18k", "2k", "1k", "1d", "7d", "9d", "1p", "9p"} {
		r, _ := ParseRank(text)
		if r <= last {
			t.Errorf("%s is not above %s", text, last)
		}
		if r.String() != text {
			t.Errorf("got %q, want %q", r, text)
		}
		last = r
	}
}

func FuzzParseRank(f *testing.F) {
	for _, s := range []string{"9d", "P9段", "5p & 8p", "16.1k", "職業九段", "provisional 3d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, c := ParseRank(s)
		if (r == 0) != (c == Unread) {
			t.Fatalf("ParseRank(%q) = %d, %v", s, r, c)
		}
		if again, _ := ParseRank(r.String()); again != r {
			t.Fatalf("ParseRank(%q) = %d, which reads again as %d", s, r, again)
		}
	})
}

func BenchmarkParseRank(b *testing.B) {
	for _, text := range []string{"9d", "P9段", "7p, Honinbo"} {
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				ParseRank(text)
			}
		})
	}
}
