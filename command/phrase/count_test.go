package phrase

import (
	"testing"
	"time"
)

// Times are rounded to three digits, long ones to seconds.
func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0s", 7: "7ns", 1234: "1.23µs", 10_080_000: "10.1ms", 2 * time.Second: "2s", 2_004_999_999: "2s", 2_005_000_000: "2.01s", 59_960 * time.Millisecond: "1m0s",
		75_349 * time.Millisecond: "1m15.3s", 754_499 * time.Millisecond: "12m34s", 4*time.Hour + 5*time.Minute + 6_600*time.Millisecond: "4h5m7s",
	} {
		if got := Duration(d).String(); got != want {
			t.Errorf("%d ns are %s, want %s", d, got, want)
		}
	}
}
