//go:build unix

package regular

import (
	"errors"
	"os"
	"syscall"
)

// Open opens a regular file for reading. [os.Open] asks the system in four more calls whether one
// could wait for the file, which takes longer than all else where there are many segments, and a
// thirtieth of an import of many small files.
//
// Errors are those of [os.Open]: a [*os.PathError] with the path.
func Open(path string) (*os.File, error) {
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
