package disk

import (
	"errors"
	"os"
)

// syncPath flushes a file. Windows flushes only what is open for writing, and
// no directories: NTFS keeps a journal of their entries.
func syncPath(path string) (err error) {
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		return err
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	return file.Sync()
}
