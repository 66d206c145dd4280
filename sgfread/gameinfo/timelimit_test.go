package gameinfo

import "testing"

func TestParseTimeLimit(t *testing.T) {
	for _, tt := range []struct {
		text      string
		want      int
		certainty string
	}{
		{"7200", 7200, "exact"},
		{"0", 0, "exact"},
		{"604800", 604800, "exact"},
		{"142.7", 142, "exact"},
		{"2h", 7200, "clear"},
		{"24h", 86400, "clear"},
		{"35m", 2100, "clear"},
		{"2.5h", 9000, "clear"},
		{"9h each", 32400, "clear"},
		{"1h20m", 4800, "clear"},
		{"1h30", 5400, "clear"},
		{"1 hour", 3600, "clear"},
		{"5 hours each", 18000, "clear"},
		{"2 hours 30 minutes", 9000, "clear"},
		{"30s", 30, "clear"},
		{"1:30:00", 5400, "clear"},
		{"50:00", 3000, "clear"},
		{"40:00(5x1:00)", 2400, "clear"},
		{"2:00:00(5x1:00)", 7200, "clear"},
		{"1:00+4:00/25", 60, "clear"},
		{"15m+30s byoyomi", 900, "clear"},
		{"45m + 30s/move", 2700, "clear"},
		{"4h/1m", 14400, "guessed"},
		{"1 hr/125 moves", 3600, "guessed"},
		{"3時間", 10800, "clear"},
		{"各3時間", 10800, "clear"},
		{"2小时30分", 9000, "clear"},
		{"3시간", 10800, "clear"},
		{"90分", 5400, "clear"},
		{"2時間半", 9000, "clear"},
		{"1時間30分", 5400, "clear"},
		{"1:05:07", 3907, "clear"},
		{"0:90", 90, "clear"},
		{"1h05", 3900, "clear"},
		{"1h5", 3600, "clear"},
		// more than any game takes
		{"87839:00:00", 87839 * 3600, "clear"},
		{"999999:00:00", 87840 * 3600, "clear"},
		{"99:99999:99999", 99*3600 + 3600*60 + 3600, "clear"},
		// one number for both players, or for each move
		{"30s/move", 0, "guessed"},
		{"1m/move", 0, "guessed"},
		{"15m B; 5m W", 900, "guessed"},
		{"B: 10m, W: 5m", 600, "guessed"},
		{"1800,0,30,5", 1800, "guessed"},
		{"", 0, "unread"},
		{"-30m", 0, "unread"},
		{"30m -5", 0, "unread"},
		{"-", 0, "unread"},
		{"?", 0, "unread"},
		{"Quickplay", 0, "unread"},
		{"unlimited", 0, "unread"},
		// All words are known, or none counts.
		{"2 hours", 7200, "clear"},
		{"two hours", 7200, "clear"},
		{"두 시간", 7200, "clear"},
		{"3小时", 10800, "clear"},
		{"각 2시간", 7200, "clear"},
		{"1시간 30분", 5400, "clear"},
		{"2시간반", 9000, "clear"},
		{"90 min each", 5400, "clear"},
		{"quick", 0, "unread"},
		{"5 blah", 0, "unread"},
		{"2h blah", 0, "unread"},
		{"30m + blah", 1800, "guessed"},
		{"60 minutes per player", 3600, "clear"},
		{"1.5 h", 5400, "clear"},
		{"2 Stunden", 7200, "clear"},
		{"90 Minuten", 5400, "clear"},
		{"2 heures", 7200, "clear"},
		{"2 часа", 7200, "clear"},
		{"half an hour", 0, "unread"},
		{"各5时", 18000, "clear"},
		{"1h 30m", 5400, "clear"},
		{"3600", 3600, "exact"},
	} {
		got, c := ParseTimeLimit(tt.text)
		if got != tt.want || c.String() != tt.certainty {
			t.Errorf("ParseTimeLimit(%q) = %d %v, want %d %v", tt.text, got, c, tt.want, tt.certainty)
		}
	}
}

func FuzzParseTimeLimit(f *testing.F) {
	for _, s := range []string{"7200", "1:30:00", "2小时30分", "30s/move", "15m B; 5m W"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if n, c := ParseTimeLimit(s); n < 0 || c == Unread && n != 0 {
			t.Fatalf("ParseTimeLimit(%q) = %d, %v", s, n, c)
		}
	})
}
