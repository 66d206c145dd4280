//go:build !linux

package bench

import (
	"errors"
	"time"
)

// started is when the tests began.
var started = time.Now()

// processorTime returns the time since the tests began: that of processors is
// not asked for on this system.
func processorTime() time.Duration { return time.Since(started) }

// ownMemory reports that it is not known.
func ownMemory() (int64, bool) { return 0, false }

// forgetFiles returns an error.
func forgetFiles([]string) error {
	return errors.New("files cannot be taken out of memory on this system")
}
