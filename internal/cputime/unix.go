//go:build unix

package cputime

import (
	"syscall"
	"time"
)

// Now returns the time that processors have worked for this process.
func Now() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
