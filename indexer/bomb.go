package indexer

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
)

// The bounds on what comes out of containers. Records shrink to a tenth, or to
// a fiftieth where many are alike; what shrinks to less than a two hundredth
// was made to exhaust the machine. There are three bounds, so that such a
// member costs itself alone, and a container full of them still comes to an end:
//
//   - a member may have memberExpansion bytes, and maxExpansion times what was
//     read of its container meanwhile;
//   - all members of a file on disk, also those of containers inside it, may
//     have freeExpansion bytes, and maxExpansion times what was read of the file;
//   - where the next member can only be reached through the rest of one that
//     was given up, up to maxSkipped bytes are passed over to get there.
const (
	memberExpansion = 64 << 20
	freeExpansion   = 1 << 30
	maxSkipped      = 8 << 30
	maxExpansion    = 200
)

// What is said when a bound is reached.
var (
	errBomb   = fmt.Errorf("expands to more than %d MiB and %d times its size: given up there; the other files of the container are read", memberExpansion>>20, maxExpansion)
	errBombs  = fmt.Errorf("its files expand to more than %d MiB and %d times its size, taken together: the rest is not read", freeExpansion>>20, maxExpansion)
	errBehind = fmt.Errorf("the next file lies behind more than %d MiB of one that was given up: the rest is not read", maxSkipped>>20)
)

// expanding is what comes out of a container: one of its members, of which the
// bytes are counted.
type expanding struct {
	ctx  context.Context
	w    *walker
	r    io.Reader
	n    atomic.Int64  // bytes that came out so far
	from *atomic.Int64 // bytes that were read of the container
	at   int64         // of them before this member
	bomb bool          // it was given up
	err  error         // at which it ended, to be met again
}

func (w *walker) expanding(ctx context.Context, r io.Reader, from *atomic.Int64) *expanding {
	return &expanding{ctx: ctx, w: w, r: r, from: from, at: from.Load()}
}

func (e *expanding) Read(b []byte) (int, error) {
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

// skipping is a decompressed stream, in which members that were given up are
// passed over on the way to the next one.
type skipping struct {
	ctx  context.Context
	r    io.Reader
	n    int64
	from *atomic.Int64 // bytes that were read of the container
}

func (s *skipping) Read(b []byte) (int, error) {
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
