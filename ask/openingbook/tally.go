package openingbook

import (
	"bufio"
	"cmp"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"os"
	"slices"
	"strings"
)

// counts are what is known of a move: in how many games it was played, and how they ended for
// its player.
type counts struct {
	games, won, drawn, lost uint32
	scored                  uint32 // games of which the margin is known
	margins                 int64  // their sum
}

func (c *counts) add(d *counts) {
	c.games += d.games
	c.won += d.won
	c.drawn += d.drawn
	c.lost += d.lost
	c.scored += d.scored
	c.margins += d.margins
}

// A tally counts moves by key in bounded memory. When what it has in memory is too much, it writes
// that to a temporary file as a run, in the order of keys; at the end it merges the runs.
type tally struct {
	limit  int // bytes in memory
	size   int // about as many are in memory
	counts map[string]*counts

	scratch *os.File
	end     int64      // of what is in the file
	runs    []tallyRun // in the file
	closed  bool
}

type tallyRun struct{ from, to int64 }

// entryCost is about what an entry takes in memory beside its key.
const entryCost = 200

func newTally(limit int) *tally { return &tally{limit: limit, counts: map[string]*counts{}} }

// add counts a move of one game.
func (t *tally) add(key []byte, c counts) {
	if have := t.counts[string(key)]; have != nil {
		have.add(&c)
		return
	}
	t.counts[string(key)] = &c
	t.size += len(key) + entryCost
}

// spill writes what is in memory to the file, if it is too much.
func (t *tally) spill() error {
	if t.size <= t.limit {
		return nil
	}
	if t.scratch == nil {
		file, err := os.CreateTemp("", "kifudb-book-*")
		if err != nil {
			return err
		}
		t.scratch = file
	}
	w := &countingWriter{w: t.scratch}
	b := bufio.NewWriterSize(w, 256<<10)
	var buf []byte
	for _, key := range slices.Sorted(maps.Keys(t.counts)) {
		buf = appendEntry(buf[:0], key, t.counts[key])
		_, _ = b.Write(buf) // Flush has its error
	}
	if err := b.Flush(); err != nil {
		return fmt.Errorf("%s: %w", t.scratch.Name(), err)
	}
	t.runs = append(t.runs, tallyRun{t.end, t.end + w.n})
	t.end += w.n
	t.counts, t.size = map[string]*counts{}, 0
	return nil
}

type countingWriter struct {
	w io.Writer
	n int64
}

func (c *countingWriter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}

// close removes the file.
func (t *tally) close() error {
	if t.scratch == nil || t.closed {
		return nil
	}
	t.closed = true
	err := t.scratch.Close()
	_ = os.Remove(t.scratch.Name()) // or the system empties its folder of temporary files
	return err
}

// A tallyEntry is a key with what was counted.
type tallyEntry struct {
	key string
	counts
}

func appendEntry(dst []byte, key string, c *counts) []byte {
	dst = binary.AppendUvarint(dst, uint64(len(key)))
	dst = append(dst, key...)
	for _, n := range [...]uint32{c.games, c.won, c.drawn, c.lost, c.scored} {
		dst = binary.AppendUvarint(dst, uint64(n))
	}
	return binary.AppendVarint(dst, c.margins)
}

func readEntry(r *bufio.Reader) (e tallyEntry, err error) {
	n, err := binary.ReadUvarint(r)
	if err != nil {
		return e, err // io.EOF at the end of a run
	}
	key := make([]byte, n)
	if _, err := io.ReadFull(r, key); err != nil {
		return e, unexpected(err)
	}
	e.key = string(key)
	for _, to := range [...]*uint32{&e.games, &e.won, &e.drawn, &e.lost, &e.scored} {
		n, err := binary.ReadUvarint(r)
		if err != nil {
			return e, unexpected(err)
		}
		*to = uint32(n)
	}
	e.margins, err = binary.ReadVarint(r)
	return e, unexpected(err)
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// A source yields the entries of a run, or those in memory, in the order of keys.
type source struct {
	first tallyEntry
	next  func() (tallyEntry, error) // io.EOF at the end
}

// sources is a heap, the source with the least key first.
type sources []*source

func (s sources) Len() int           { return len(s) }
func (s sources) Less(i, k int) bool { return cmp.Less(s[i].first.key, s[k].first.key) }
func (s sources) Swap(i, k int)      { s[i], s[k] = s[k], s[i] }
func (s *sources) Push(x any)        { *s = append(*s, x.(*source)) }
func (s *sources) Pop() any {
	last := len(*s) - 1
	x := (*s)[last]
	*s = (*s)[:last]
	return x
}

// sorted yields everything that was counted, in the order of keys. It may be called again.
func (t *tally) sorted() iter.Seq2[*tallyEntry, error] {
	return func(yield func(*tallyEntry, error) bool) {
		open, err := t.open()
		var e tallyEntry
		have := false
		for err == nil && len(open) > 0 {
			first := open[0]
			switch {
			case have && e.key == first.first.key:
				e.add(&first.first.counts)
			case have && !yield(&e, nil):
				return
			default:
				e, have = first.first, true
			}
			first.first, err = first.next()
			switch {
			case errors.Is(err, io.EOF):
				heap.Pop(&open)
				err = nil
			case err == nil:
				heap.Fix(&open, 0)
			}
		}
		switch {
		case err != nil:
			yield(nil, fmt.Errorf("reading a temporary file: %w", err))
		case have:
			yield(&e, nil)
		}
	}
}

// open returns the sources, each at its first entry.
func (t *tally) open() (sources, error) {
	keys := slices.SortedFunc(maps.Keys(t.counts), strings.Compare)
	nexts := []func() (tallyEntry, error){func() (e tallyEntry, err error) {
		if len(keys) == 0 {
			return e, io.EOF
		}
		e.key, e.counts = keys[0], *t.counts[keys[0]]
		keys = keys[1:]
		return e, nil
	}}
	for _, run := range t.runs {
		r := bufio.NewReaderSize(io.NewSectionReader(t.scratch, run.from, run.to-run.from), 64<<10)
		nexts = append(nexts, func() (tallyEntry, error) { return readEntry(r) })
	}
	var open sources
	for _, next := range nexts {
		first, err := next()
		if errors.Is(err, io.EOF) {
			continue
		}
		if err != nil {
			return nil, err
		}
		open = append(open, &source{first, next})
	}
	heap.Init(&open)
	return open, nil
}
