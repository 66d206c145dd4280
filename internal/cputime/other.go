//go:build !unix

package cputime

import "time"

// started is when the process began.
var started = time.Now()

// Now returns the time since the process began: that of processors is not asked
// for on this system.
func Now() time.Duration { return time.Since(started) }
