package gameinfo

import "testing"

func TestParseHandicap(t *testing.T) {
	for _, tt := range []struct {
		text      string
		want      int
		certainty string
	}{
		{"2", 2, "exact"},
		{"0", 0, "exact"},
		{"1", 1, "exact"},
		{"9", 9, "exact"},
		{" 4 ", 4, "clear"},
		{"3 stones", 3, "clear"},
		{"4子", 4, "clear"},
		{"四子", 4, "clear"},
		{"9점", 9, "clear"},
		{"none", 0, "clear"},
		{"互先", 0, "clear"},
		{"9+", 9, "guessed"},
		{"2 (reverse komi)", 2, "guessed"},
		{"H3", 3, "clear"},
		{"", 0, "unread"},
		{"?", 0, "unread"},
		{"-2", 0, "unread"},
		{"99999999999999999999", 0, "unread"},
		// All words are known, or none counts.
		{"2子", 2, "clear"},
		{"두점", 2, "clear"},
		{"2점", 2, "clear"},
		{"两子", 2, "clear"},
		{"二子", 2, "clear"},
		{"two stones", 2, "clear"},
		{"２", 2, "clear"},
		{"2.0", 2, "clear"},
		{"なし", 0, "clear"},
		{"定先", 0, "clear"},
		{"even", 0, "clear"},
		{"no handicap", 0, "clear"},
		{"8P", 0, "unread"},
		{"2 or 3", 0, "unread"},
		{"让先", 0, "clear"},
		{"让2子", 2, "clear"},
		{"四子局", 4, "clear"},
		{"置2子", 2, "clear"},
		{"접바둑 4점", 4, "clear"},
		{"3 blah", 0, "unread"},
		{"2 1/2", 0, "unread"},
		{"zwei Steine", 2, "clear"},
		{"9 stones", 9, "clear"},
		{"handicap 3", 3, "clear"},
	} {
		got, c := ParseHandicap(tt.text)
		if got != tt.want || c.String() != tt.certainty {
			t.Errorf("ParseHandicap(%q) = %d %v, want %d %v", tt.text, got, c, tt.want, tt.certainty)
		}
	}
}

func FuzzParseHandicap(f *testing.F) {
	f.Add("9+")
	f.Add("四子")
	f.Fuzz(func(t *testing.T, s string) {
		if n, c := ParseHandicap(s); n < 0 || n > maxHandicap || c == Unread && n != 0 {
			t.Fatalf("ParseHandicap(%q) = %d, %v", s, n, c)
		}
	})
}
