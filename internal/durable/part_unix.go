//go:build !windows

package durable

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/gofrs/flock"
)

// A temporary file or folder is locked itself: a lock here keeps nobody from
// writing, and what is locked can be renamed.

// begin makes a temporary file or folder by create and locks it. It returns nil if
// another name has to be tried.
func begin(name string, create func() error) (*flock.Flock, error) {
	err := create()
	if errors.Is(err, fs.ErrExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
	ok, err := lock.TryLock()
	if ok && isStill(lock, name) {
		return lock, nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, os.RemoveAll(name))
	}
	// Somebody took it for one that was left, before it was locked.
	return nil, lock.Close()
}

// isStill reports whether what is locked still has its name.
func isStill(lock *flock.Flock, name string) bool {
	mine, err := lock.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(name)
	return err == nil && os.SameFile(mine, now)
}

// end gives up the lock of begin or take.
func end(lock *flock.Flock) error { return lock.Unlock() }

// take locks a temporary file or folder if nobody is writing it.
func take(name string) (lock *flock.Flock, ok bool) {
	lock = flock.New(name, flock.SetFlag(os.O_RDONLY))
	ok, err := lock.TryLock()
	return lock, ok && err == nil // or it is gone, or somebody else's
}

// partOf returns which temporary file or folder something in a folder belongs to.
func partOf(name string) (part string, ok bool) { return name, strings.HasSuffix(name, partSuffix) }

// syncFolder flushes the entries of a folder.
func syncFolder(d *os.File) error { return d.Sync() }
