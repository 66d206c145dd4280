//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"
)

// openFile opens a file for reading. [os.Open] asks the system in five more calls whether one
// could wait for the file, which takes longer than all else where there are many segments.
func openFile(path string) (*os.File, error) {
	for {
		fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		return os.NewFile(uintptr(fd), path), nil
	}
}
