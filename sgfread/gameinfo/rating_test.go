package gameinfo

import "testing"

func TestParseRating(t *testing.T) {
	for _, test := range []struct {
		text string
		want int // in hundredths; 0 for none
	}{
		{"2345", 234500}, {"2784.5", 278450}, {"2784.567", 278457}, {"R1820", 182000}, {"Elo 2345", 234500}, {"1500?", 150000}, {" 1500* ", 150000},
		{"5d (2345)", 234500}, {"2345 (5d)", 234500}, {"100", 10000}, {"9999", 999900},
		{"", 0}, {"9d", 0}, {"9", 0}, {"99.9", 0}, {"10000", 0}, {"九段", 0}, {"16.1k", 0}, {"-2345", 0}, {"2345-2400", 0}, {"2300/2400", 0}, {"1e3", 0}, {"2.3.4", 0},
		{"NaN", 0}, {"...", 0}, {"R", 0}, {"?", 0}, {"2345 points", 234500},
	} {
		got, ok := ParseRating(test.text)
		if !ok {
			got = 0
		}
		if got != test.want || ok != (test.want != 0) {
			t.Errorf("%q is %d, %v, want %d", test.text, got, ok, test.want)
		}
	}
}
