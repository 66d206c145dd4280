package indexer

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
)

// A zip or 7z that does not lie on disk, because it is inside a container or
// comes from a stream, is kept to seek in: up to maxInMemory bytes in memory, a
// larger one in a temporary file, up to maxSpooled bytes.
const (
	maxInMemory = 16 << 20
	maxSpooled  = 16 << 30
)

// A spool is a container that was read from a stream.
type spool struct {
	seekable
	n    atomic.Int64 // bytes that were read of it since
	file *os.File     // nil if it is in memory
}

// newSpool reads a container to its end. It keeps the bytes before a read error, together
// with the error: a truncated zip still has files.
func newSpool(r io.Reader) (*spool, error) {
	head, err := io.ReadAll(io.LimitReader(r, maxInMemory+1))
	if err != nil || len(head) <= maxInMemory {
		return &spool{seekable: bytes.NewReader(head)}, err
	}
	f, err := os.CreateTemp("", "kifudb-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name()) // where the system allows it for an open file: a killed import leaves nothing
	s := &spool{seekable: f, file: f}
	if _, err = f.Write(head); err == nil {
		var n int64
		if n, err = io.Copy(f, io.LimitReader(r, maxSpooled)); err == nil && n == maxSpooled {
			err = fmt.Errorf("larger than %d GiB and not a file on disk: unpack it first", maxSpooled>>30)
		}
	}
	if _, seekError := f.Seek(0, io.SeekStart); seekError != nil {
		err = errors.Join(err, seekError)
	}
	return s, err
}

func (s *spool) Read(b []byte) (int, error) {
	n, err := s.seekable.Read(b)
	s.n.Add(int64(n))
	return n, err
}

func (s *spool) ReadAt(b []byte, off int64) (int, error) {
	n, err := s.seekable.ReadAt(b, off)
	s.n.Add(int64(n))
	return n, err
}

func (s *spool) close() {
	if s != nil && s.file != nil {
		s.file.Close()
		os.Remove(s.file.Name())
	}
}

// cancelableFile is a file whose reads fail once the context has ended. Libraries read long
// stretches without looking at a context.
type cancelableFile struct {
	seekable
	ctx context.Context
}

func (e cancelableFile) Read(b []byte) (int, error) {
	if e.ctx.Err() != nil {
		return 0, e.ctx.Err()
	}
	return e.seekable.Read(b)
}

func (e cancelableFile) ReadAt(b []byte, off int64) (int, error) {
	if e.ctx.Err() != nil {
		return 0, e.ctx.Err()
	}
	return e.seekable.ReadAt(b, off)
}
