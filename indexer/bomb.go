package indexer

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
)

// These limits bound the bytes that come out of containers. Records shrink to a tenth, or
// to a fiftieth if many are alike. A file that shrinks to less than a two hundredth was made
// to exhaust the machine. Three limits ensure that such a member costs only itself, and
// that a container full of them still comes to an end:
//
//   - a member may have memberExpansion bytes, and maxExpansion times the bytes
//     read from its container meanwhile;
//   - all members of a file on disk, including those of inner containers, may
//     have freeExpansion bytes, and maxExpansion times the bytes read from the file;
//   - if the next member lies behind the rest of one that was given up, the reader
//     skips at most maxSkipped bytes to get there.
const (
	memberExpansion = 64 << 20
	freeExpansion   = 1 << 30
	maxSkipped      = 8 << 30
	maxExpansion    = 200
)

// These errors report which limit was reached.
var (
	errBomb   = fmt.Errorf("expands to more than %d MiB and %d times its size: the rest of it was not read; the other files of the container were", memberExpansion>>20, maxExpansion)
	errBombs  = fmt.Errorf("its files together expand to more than %d MiB and %d times its size: the rest was not read", freeExpansion>>20, maxExpansion)
	errBehind = fmt.Errorf("the next file comes after more than %d MiB of a file that was given up: the rest was not read", maxSkipped>>20)
)

// memberReader reads a member of a container and counts its bytes.
type memberReader struct {
	ctx  context.Context
	w    *walker
	r    io.Reader
	n    atomic.Int64  // bytes that came out so far
	from *atomic.Int64 // bytes that were read of the container
	at   int64         // of them before this member
	bomb bool          // it was given up
	err  error         // at which it ended, to be met again
}

func (w *walker) expanding(ctx context.Context, r io.Reader, from *atomic.Int64) *memberReader {
	return &memberReader{ctx: ctx, w: w, r: r, from: from, at: from.Load()}
}

func (e *memberReader) Read(b []byte) (int, error) {
	switch {
	case e.err != nil:
		return 0, e.err
	case e.ctx.Err() != nil:
		return 0, e.ctx.Err()
	case e.w.expanded.Load() > freeExpansion+maxExpansion*(e.w.read.Load()-e.w.start):
		return 0, errBombs
	case e.n.Load() > memberExpansion+maxExpansion*(e.from.Load()-e.at):
		e.bomb = true
		return 0, errBomb
	}
	n, err := e.r.Read(b)
	e.err = err
	e.n.Add(int64(n))
	e.w.expanded.Add(int64(n))
	return n, err
}

// skipReader is a decompressed stream. It skips the rest of a member that was given up, on the
// way to the next one.
type skipReader struct {
	ctx  context.Context
	r    io.Reader
	n    int64
	from *atomic.Int64 // bytes that were read of the container
}

func (s *skipReader) Read(b []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, s.ctx.Err()
	}
	if s.n > maxSkipped+maxExpansion*s.from.Load() {
		return 0, errBehind
	}
	n, err := s.r.Read(b)
	s.n += int64(n)
	return n, err
}
