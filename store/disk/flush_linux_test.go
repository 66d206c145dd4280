package disk

import (
	"errors"
	"syscall"
	"testing"
)

// The order of operations says that a flush was asked for, not that it was done.
// What cannot be flushed tells: Linux refuses to flush a device.
func TestFlushesAreDone(t *testing.T) {
	const device = "/dev/null"
	if err := (Files{}).Write(device, []byte("x")); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a file that was written: got %v, want %v", err, syscall.EINVAL)
	}
	if err := (Files{}).sync(device); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a path: got %v, want %v", err, syscall.EINVAL)
	}
}
