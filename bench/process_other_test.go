//go:build !linux

package bench

import (
	"errors"
	"os"
	"time"
)

// ownMemory reports that it is not known.
func ownMemory() (int64, bool) { return 0, false }

// forgetFiles returns an error.
func forgetFiles([]string) error {
	return errors.New("files cannot be taken out of memory on this system")
}

// processorTime returns an error.
func processorTime(int) (time.Duration, error) {
	return 0, errors.New("it is not asked for on this system")
}

// usageOf returns the time that a process has used; its memory is not known here.
func usageOf(p *os.ProcessState) usage { return usage{time: p.UserTime() + p.SystemTime()} }
