package mirror

import (
	"os"
	"path/filepath"
	"sync"

	"kifudb/archive/objects"
	"kifudb/store"
)

// A tally is how many bytes of the segments and uploads of a copy are where they are to be. Nil counts
// nothing.
type tally struct {
	tell func(done, total int64)

	mu          sync.Mutex // protects what follows, and keeps reports in order
	done, total int64
}

func newTally(tell func(done, total int64)) *tally {
	if tell == nil {
		return nil
	}
	return &tally{tell: tell}
}

// begin says how much there is, and how much of that is there already; again, if it has to begin anew.
func (t *tally) begin(done, total int64) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done, t.total = done, total
	t.tell(done, total)
}

// more says how much more there is, and how much of that is there already.
func (t *tally) more(done, total int64) {
	if t == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done += done
	t.total += total
	t.tell(t.done, t.total)
}

// of returns what counts the bytes of one of the contents.
func (t *tally) of(size int64) *part { return &part{t: t, size: size} }

// A part counts the bytes of one of the contents. Those that are sent or fetched again, as an
// attempt failed, count once.
type part struct {
	t        *tally
	size, at int64
	done     int64 // the most that at was
}

// Sent says how many of the bytes are there.
func (p *part) Sent(bytes int64) {
	if p.t == nil {
		return
	}
	p.t.mu.Lock()
	defer p.t.mu.Unlock()
	p.at = bytes
	if more := min(bytes, p.size) - p.done; more > 0 {
		p.done += more
		p.t.done += more
		p.t.tell(p.t.done, p.t.total)
	}
}

// Write counts what is written beside it.
func (p *part) Write(text []byte) (int, error) {
	p.Sent(p.at + int64(len(text)))
	return len(text), nil
}

// A counted body counts as it is sent.
type counted struct {
	objects.Body
	*part
}

// size returns how many bytes some segments have that are to be put into a store.
func (w *Work) size(names []string) (n int64, err error) {
	if b, ok := w.Bringer.(*bringer); ok && b.base != nil {
		for _, name := range names {
			if s := b.base[name]; s != nil {
				n += s.bytes()
			}
		}
		return n, nil
	}
	files, err := store.SegmentFiles(w.Dir, names...)
	for _, one := range files {
		for name := range one {
			info, err := os.Stat(filepath.Join(w.Dir, filepath.FromSlash(name)))
			if err != nil {
				return 0, err
			}
			n += info.Size()
		}
	}
	return n, err
}
