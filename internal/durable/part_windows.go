package durable

import (
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/gofrs/flock"
)

// On Windows a lock keeps everybody else from writing, folders cannot be locked,
// and what is open can be neither renamed nor removed. So a file beside the
// temporary one is locked, made before it and removed after it.
const markSuffix = ".lock"

func markOf(part string) string { return strings.TrimSuffix(part, partSuffix) + markSuffix }

// begin makes a temporary file or folder by create and locks it. It returns nil if
// another name has to be tried.
func begin(name string, create func() error) (*flock.Flock, error) {
	lock := flock.New(markOf(name), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	ok, err := lock.TryLock()
	if err != nil || !ok {
		return nil, errors.Join(err, lock.Close())
	}
	err = create()
	if err == nil {
		return lock, nil
	}
	if errors.Is(err, fs.ErrExist) {
		err = nil
	}
	return nil, errors.Join(err, end(lock))
}

// end gives up the lock of begin or take.
func end(lock *flock.Flock) error {
	err := lock.Unlock()
	_ = os.Remove(lock.Path()) // or whoever locks it next does
	return err
}

// take locks a temporary file or folder if nobody is writing it.
func take(name string) (lock *flock.Flock, ok bool) {
	lock = flock.New(markOf(name), flock.SetFlag(os.O_CREATE|os.O_RDWR))
	ok, err := lock.TryLock()
	return lock, ok && err == nil // or it is somebody else's
}

// partOf returns which temporary file or folder something in a folder belongs to.
func partOf(name string) (part string, ok bool) {
	if mark, ok := strings.CutSuffix(name, markSuffix); ok {
		return mark + partSuffix, true
	}
	return name, strings.HasSuffix(name, partSuffix)
}

// syncFolder does nothing: Windows flushes no folders, and NTFS keeps a journal of
// their entries.
func syncFolder(*os.File) error { return nil }
