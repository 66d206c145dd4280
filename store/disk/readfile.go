package disk

import (
	"bytes"
	"io"
	"sync"

	"kifudb/internal/regular"
)

// ReadFile reads a small file, as os.ReadFile does, in fewer calls of the system.
func ReadFile(path string) ([]byte, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	room := fileRooms.Get().(*[smallFile]byte)
	defer fileRooms.Put(room)
	switch n, err := file.ReadAt(room[:], 0); err {
	case io.EOF:
		return bytes.Clone(room[:n]), nil
	case nil: // it goes on
		return io.ReadAll(file)
	default:
		return nil, err
	}
}

// smallFile is more bytes than most files have that are read at once.
const smallFile = 2 << 10

var fileRooms = sync.Pool{New: func() any { return new([smallFile]byte) }}
