package store

import "errors"

// Errors that tell the caller what to do.
var (
	// ErrNotFound is returned by Open for a directory that holds no archive.
	ErrNotFound = errors.New("there is no archive here")

	// ErrLocked is returned by Writer while another writer, in this process or
	// in another, is at work.
	ErrLocked = errors.New("another program is writing to this archive; wait for it to end, searches work meanwhile")

	// ErrNewer is returned for an archive that a newer version of the program wrote.
	ErrNewer = errors.New("the archive was written by a newer version of this program; update the program")

	// ErrStale is returned by a snapshot whose segments were merged away by
	// another process before they were first used. Take a new snapshot.
	ErrStale = errors.New("the archive has moved on; take a new snapshot")

	// ErrCorrupt is what errors about damaged files wrap. Check names all damage.
	ErrCorrupt = errors.New("damaged")

	// ErrClosed is returned by methods of what has been closed.
	ErrClosed = errors.New("already closed")
)
