// Package wall tells the time of day. Somebody may set that clock back or forth at
// any moment, so the time of day is fit for what is written down and for the times
// of files, and unfit for measuring: a duration, a wait or a deadline takes
// time.Now, which Go measures by a clock that only goes on.
//
// A test makes this clock jump.
package wall

import (
	"sync/atomic"
	"time"
)

var clock atomic.Pointer[func() time.Time]

// Now returns the time of day, without a reading of the clock that only goes on.
func Now() time.Time {
	if now := clock.Load(); now != nil {
		return (*now)()
	}
	return time.Now().Round(0)
}

// Since returns how long ago t was by the time of day. It is negative if t is still to come.
func Since(t time.Time) time.Duration { return Now().Sub(t) }

// Set makes Now return what now returns, until the function that Set returns is called.
// It is for tests. Now may call now from several goroutines at once.
func Set(now func() time.Time) (unset func()) {
	clock.Store(&now)
	return func() { clock.Store(nil) }
}
