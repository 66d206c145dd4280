package gameinfo

import "testing"

func TestMeaningOf(t *testing.T) {
	for _, test := range []struct {
		property, text, words string
		sure                  Certainty
	}{
		{"DT", "1846-09-11", "1846-09-11", Exact},
		{"RE", "白胜3又3/4子", "white by 7.5 (from zi)", Calculated},
		{"RE", "W+T", "white by time", Exact},
		{"KM", "6.5", "6.5", Exact},
		{"HA", "4", "4", Exact},
		{"WR", "9p", "9p", Exact},
		{"TM", "3600", "3600 s", Exact},
		{"RE", "somebody", "", Unread},
		{"PB", "1846", "", Unread}, // is not read
	} {
		if got := MeaningOf(test.property, test.text); got.Words != test.words || got.Sure != test.sure {
			t.Errorf("%s[%s]: got %+v, want %q, %v", test.property, test.text, got, test.words, test.sure)
		}
	}
}

func TestSaysNothing(t *testing.T) {
	for text, want := range map[string]bool{"": true, "?": true, " Unknown ": true, "不明": true, "- / -": true, "0": false, "九段": false, "nobody": false} {
		if got := SaysNothing(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
}
