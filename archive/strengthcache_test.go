package archive

import (
	"testing"

	"kifudb/search/statistics"
)

// What was fitted is kept for the state that it was fitted to, and each kind of games by itself.
func TestStrengthCache(t *testing.T) {
	var c StrengthCache
	go19, records := StrengthKey{Game: 1}, StrengthKey{Game: 1, Records: true}
	fitted := statistics.FitStrength(nil)
	c.Put("a", go19, fitted)
	if c.Get("a", go19) != fitted || c.Get("a", records) != nil || c.Get("b", go19) != nil {
		t.Error("not what was kept")
	}
	c.Put("b", records, fitted)
	if c.Get("b", records) != fitted || c.Get("b", go19) != nil || c.Get("a", go19) != nil {
		t.Error("what was fitted to games of before is kept")
	}
}
