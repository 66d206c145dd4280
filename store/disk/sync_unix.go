//go:build !windows

package disk

import (
	"errors"
	"os"
)

// syncPath flushes a file or the entries of a directory.
func syncPath(path string) (err error) {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return file.Sync()
}
