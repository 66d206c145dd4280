package wall

import (
	"testing"
	"time"
)

func TestNow(t *testing.T) {
	before := time.Now().Round(0)
	if now := Now(); now.Before(before) || now.After(before.Add(time.Hour)) || now != now.Round(0) {
		t.Errorf("%v, want the time of day after %v", now, before)
	}
	far := time.Date(1999, 1, 2, 3, 4, 5, 6, time.UTC)
	unset := Set(func() time.Time { return far })
	if Now() != far || Since(far.Add(time.Minute)) != -time.Minute {
		t.Errorf("%v, %v", Now(), Since(far.Add(time.Minute)))
	}
	if unset(); Now().Before(before) {
		t.Error("the clock still stands")
	}
}
