package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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

// A pipe is written to, and not replaced by a file.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	got := make(chan string)
	go func() {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		}
		got <- string(data)
	}()
	n, err := Files{}.Write(path, false, text("records"))
	if err != nil || n != 7 {
		t.Errorf("%d bytes, %v", n, err)
	}
	if data := <-got; data != "records" {
		t.Errorf("got %q", data)
	}
	if left := names(t, dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
	broken := errors.New("broken")
	if _, err := (Files{}).Write(os.DevNull, false, func(io.Writer) error { return broken }); !errors.Is(err, broken) {
		t.Errorf("got %v", err)
	}
}

// Nothing stays open, whether it ends well or not: a server writes for months.
func TestNothingStaysOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	open := func() int { return len(names(t, "/proc/self/fd")) }
	before := open()
	for fail := range 6 {
		f, _ := recorder(dir, fail)
		for _, replace := range []bool{false, true} {
			os.Remove(path)
			f.Write(path, replace, text("1"))
		}
		f.Write(path, false, func(io.Writer) error { return errors.New("broken") })
		f.Append(path, []byte("2"))
		f.Rename(path, filepath.Join(dir, "b"))
		f.Remove(filepath.Join(dir, "b"))
		f.Folder(filepath.Join(dir, "folder"), func(string) error { return nil })
		f.Write(os.DevNull, false, text("3"))
		f.RemoveLeft(dir)
	}
	if after := open(); after != before {
		t.Errorf("%d files are open, before %d", after, before)
	}
}
