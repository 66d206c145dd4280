package archive

import (
	"testing"

	"kifudb/search/statistics"
)

// What was fitted is kept for the state that it was fitted to, and each kind of games by itself.
func TestStrengthCache(t *testing.T) {
	var c strengthCache
	go19, records := strengthKey{game: 1}, strengthKey{game: 1, records: true}
	fitted := statistics.FitStrength(nil)
	c.put("a", go19, fitted)
	if c.get("a", go19) != fitted || c.get("a", records) != nil || c.get("b", go19) != nil {
		t.Error("not what was kept")
	}
	c.put("b", records, fitted)
	if c.get("b", records) != fitted || c.get("b", go19) != nil || c.get("a", go19) != nil {
		t.Error("what was fitted to games of before is kept")
	}
}
