package indexer

import (
	"errors"
	"io"
	"sync"
)

// readAheadBytes is how much of a file is read at once when it is asked for piece by piece.
const readAheadBytes = 128 << 10

// A readAhead reads pieces of a file that mostly follow each other: the files in a zip and
// their headers, each of which would take several calls of the system. Its zero value is ready.
type readAhead struct {
	mu   sync.Mutex
	data []byte // of the file
	at   int64  // where that begins
}

// readAt does what r.ReadAt does.
func (a *readAhead) readAt(r io.ReaderAt, b []byte, off int64) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	end := a.at + int64(len(a.data))
	if a.at <= off && off+int64(len(b)) <= end {
		return copy(b, a.data[off-a.at:]), nil
	}
	if len(b) >= readAheadBytes/2 || off < a.at || off > end+readAheadBytes {
		n, err := r.ReadAt(b, off)
		a.at, a.data = off+int64(n), a.data[:0] // what follows it may be wanted next
		return n, err
	}
	if cap(a.data) == 0 {
		a.data = make([]byte, readAheadBytes)
	}
	n, err := r.ReadAt(a.data[:readAheadBytes], off)
	a.at, a.data = off, a.data[:n]
	if n >= len(b) {
		return copy(b, a.data), nil
	}
	if err == nil {
		err = errors.New("fewer bytes than were asked for") // which no reader does
	}
	return copy(b, a.data), err
}
