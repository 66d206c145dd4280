package ask

import (
	"strings"
	"testing"

	"kifudb/sgfread/gameinfo"
)

func TestShapeOf(t *testing.T) {
	tests := []struct {
		text       string
		everyDigit bool
		want       string
	}{
		{"1846-09-11,14,15", true, "9999-99-99,99,99"},
		{" 1846  ", true, "9999"},
		{"Sept 5th, 1990", true, "word 9th, 9999"},
		{"弘化3年7月20日", true, "弘化9年9月99日"},
		{"W+12.5", false, "W+9.9"},
		{"B+Resign", false, "B+Resign"},
		{"White wins by 3 3/4 zi", false, "word wins by 9 9/9 zi"},
		{"9p, Honinbo, Meijin", false, "9p, word, word"},
		{"9p, Nihon Champion of the Year", false, "9p, words of words"},
		{"10x1m", false, "9x9m"},
		{"これはとても長い日付である", true, "文…"},
		{"", false, ""},
		{strings.Repeat("1,", 100), false, strings.Repeat("9,", 30) + "…"},
		{"1\u202e2", false, "9\u202e9"}, // printable is for later
	}
	for _, test := range tests {
		if got := shapeOf(test.text, test.everyDigit, map[string]bool{"resign": true, "wins": true}); got != test.want {
			t.Errorf("%q: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestSureness(t *testing.T) {
	result := auditFields[1]
	tests := []struct{ text, sure, value string }{
		{"B+R", "exact", "black by resign"},
		{"W+3,5", "clear", "white by 3.5"},
		{"白胜3又3/4子", "calculated", "white by 7.5 (from zi)"},
		{"?", "exact", "unknown"},
		{"-", "says nothing", ""},
		{"", "says nothing", ""},
		{"unknown", "says nothing", ""},
		{"somebody", "not understood", ""},
		{"Unfinished", "clear", "void unfinished"},
	}
	for _, test := range tests {
		r, order := result.meaning(test.text)
		if Sureness[order] != test.sure || r.Words != test.value {
			t.Errorf("%q: got %s, %q; want %s, %q", test.text, Sureness[order], r.Words, test.sure, test.value)
		}
	}
	if int(gameinfo.Exact) != len(Sureness)-2 {
		t.Errorf("%d levels of certainty, and words for %d", gameinfo.Exact+1, len(Sureness)-1)
	}
}
