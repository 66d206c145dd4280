package garbage

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// hold keeps what it is given from being collected.
var hold [][]byte

// What is needed beyond the limit raises it, and it falls again when that is let go.
func TestLimitFollowsWhatIsNeeded(t *testing.T) {
	if got := debug.SetMemoryLimit(-1); got != softLimit {
		t.Fatalf("a limit of %d bytes, want %d", got, softLimit)
	}
	for range 10 {
		hold = append(hold, make([]byte, softLimit/10))
	}
	reach(t, func(limit int64) bool { return limit > softLimit+softLimit/4 })
	hold = nil
	reach(t, func(limit int64) bool { return limit == softLimit })
}

// reach collects garbage until the limit is as it should be.
func reach(t *testing.T, right func(limit int64) bool) {
	t.Helper()
	for range 100 {
		runtime.GC()
		if right(debug.SetMemoryLimit(-1)) {
			return
		}
		time.Sleep(10 * time.Millisecond) // what follows a collection runs on its own
	}
	t.Fatalf("the limit is %d bytes, of which %d are needed", debug.SetMemoryLimit(-1), needed())
}

// After the first collection the heap may grow as far as it usually may, or as far as a
// node's.
func TestPercent(t *testing.T) {
	percent := func() int {
		now := debug.SetGCPercent(100)
		debug.SetGCPercent(now)
		return now
	}
	for range 100 {
		if runtime.GC(); percent() == 100 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if got := percent(); got != 100 {
		t.Errorf("after a collection the heap may grow by %d %%", got)
	}
	defer debug.SetGCPercent(100) // so that the test can run twice
	Seldom()
	if got := percent(); got != seldom {
		t.Errorf("that of a node may grow by %d %%", got)
	}
}

// No samples are taken of who allocates memory.
func TestNoSamples(t *testing.T) {
	if runtime.MemProfileRate == usualRate {
		t.Error("a sample is taken all", usualRate, "bytes")
	}
}
