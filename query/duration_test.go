package query

import "testing"

func TestDuration(t *testing.T) {
	for text, want := range map[string]float64{
		"90": 90, "90s": 90, "10m": 600, "1h30m": 5400, "1.5h": 5400, "1h5s": 3605, "10min": 600, "12:30": 750, "1:02:03": 3723, "3分": 180, "2時間30分": 9000, "1小时": 3600, "0": 0,
		"": -1, "m": -1, "10x": -1, "5s1m": -1, "1m1m": -1, "-5": -1, "1e9": -1, "1..2m": -1, "99999999999999h": -1, "10 m": -1,
	} {
		got, ok := parseDuration(text)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, ok, want)
		}
	}
}
