package durable

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// The steps that a test records say that a flush was asked for, not that it was
// done. What cannot be flushed tells: Linux refuses to flush a device.
func TestFlushesAreDone(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	if err := (Files{}).sync(os.DevNull, device); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a file that was written: got %v, want %v", err, syscall.EINVAL)
	}
	if err := (Files{}).Append(os.DevNull, nil); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a file that was appended to: got %v, want %v", err, syscall.EINVAL)
	}
	if err := (Files{}).SyncDir(os.DevNull); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("a folder: got %v, want %v", err, syscall.EINVAL)
	}
}
