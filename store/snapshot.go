package store

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
)

// A Snapshot is the archive as of one commit. Writers do not change it. It is safe for
// concurrent use. Close does not wait for other goroutines, so call it after everything
// else.
type Snapshot struct {
	db         *DB
	archive    string
	format     int
	generation uint64
	segments   []*Segment
	stamp      uint64
	last       *roaring.Bitmap // removed by the latest removal

	corrections *Corrections // see Correct

	mu     sync.Mutex // guards what follows
	closed bool
	damage error // that was met before it was closed
}

// Close releases the snapshot. Its segments must not be read any more.
func (s *Snapshot) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed, s.damage = true, s.firstDamage()
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	var errs []error
	for _, g := range s.segments {
		if g.remote == nil {
			errs = append(errs, s.db.release(g.entry.Name))
			// Whoever reads a game now has a fault. It is a panic each time, and not a fault of the whole process in the
			// moments in which a writer takes the mapped files away.
			g.files = nil
		}
	}
	return errors.Join(errs...)
}

// Verify compares all that is small with its checksums.
func (s *Snapshot) Verify() error {
	for _, g := range s.segments {
		if g.remote == nil { // what is brought is compared with its digest
			if err := g.files.verify(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Err returns the first damage that was met when something of the snapshot was read,
// see [DB.LazySnapshot].
func (s *Snapshot) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return s.damage
	}
	return s.firstDamage()
}

func (s *Snapshot) firstDamage() error {
	for _, g := range s.segments {
		if err := g.Err(); err != nil {
			return err
		}
	}
	return nil
}

// ID returns the archive's identity, see [DB.ID].
func (s *Snapshot) ID() string { return s.archive }

// Generation counts the commits of the archive. Two snapshots of one archive
// with the same generation are the same.
func (s *Snapshot) Generation() uint64 { return s.generation }

// Dir returns the archive's directory.
func (s *Snapshot) Dir() string { return s.db.dir }

// Stamp is a number computed from the segments that the snapshot sees and their live
// games. Data derived from all games of an archive carry it, so that callers notice when they
// are out of date. Indexing comments does not change it.
func (s *Snapshot) Stamp() uint64 { return s.stamp }

func stampOf(m *manifest) uint64 {
	h := fnv.New64a()
	for i := range m.Segments {
		e := &m.Segments[i]
		fmt.Fprintf(h, "%s %d %d %d %s\n", e.Name, e.Base, e.Games, e.Removed, e.Header)
	}
	return h.Sum64()
}

// Stamp is a text that tells the segment from all others, also from one of the same
// name in a state of the archive that was lost or replaced: two with one stamp hold the
// same games. Which of them are live may differ. It is "" in an archive of an older
// format, whose segments cannot be told apart.
func (g *Segment) Stamp() string {
	if g.entry.Header == "" {
		return ""
	}
	return g.entry.Name + " " + g.entry.Header
}

// Segments returns the segments in the order of their ids. Together they hold
// all ids from 1 on, without gaps, unless only some were opened.
func (s *Snapshot) Segments() []*Segment { return s.segments }

// Segment returns the segment that holds an id, and the game's number in it.
// It reports false for an id that was not given yet; of a removed game it is
// for Live to say.
func (s *Snapshot) Segment(id GameID) (g *Segment, local int, ok bool) {
	i, found := slices.BinarySearchFunc(s.segments, id, func(g *Segment, id GameID) int { return cmp.Compare(g.Base(), id) })
	if !found {
		i--
	}
	if i < 0 || id >= s.segments[i].entry.end() {
		return nil, 0, false
	}
	return s.segments[i], int(id - s.segments[i].Base()), true
}

// Len returns the number of games that were not removed.
func (s *Snapshot) Len() int {
	n := 0
	for _, g := range s.segments {
		n += int(g.live.GetCardinality())
	}
	return n
}

// Known returns the live game whose tree has a digest.
func (s *Snapshot) Known(d Digest) (GameID, bool) {
	for _, g := range s.segments {
		if id, ok := g.known(d); ok {
			return id, true
		}
	}
	return 0, false
}

// Holding returns the live games whose trees have a digest, by id, in segments in the folder.
func (s *Snapshot) Holding(d Digest) (ids []GameID) {
	for _, g := range s.segments {
		if g.remote != nil {
			continue
		}
		for local := range g.find(d) {
			if g.live.ContainsInt(local) {
				ids = append(ids, g.id(local))
			}
		}
	}
	return ids
}

// TextProgress says how far the comments of an archive are indexed.
type TextProgress struct{ Indexed, Games int }

// Done reports whether all comments are indexed.
func (p TextProgress) Done() bool { return p.Indexed == p.Games }

// Text returns how many games have their comments indexed, of all.
func (s *Snapshot) Text() TextProgress {
	var p TextProgress
	for _, g := range s.segments {
		p.Games += g.Len()
		if g.CommentsIndexed() {
			p.Indexed += g.Len()
		}
	}
	return p
}
