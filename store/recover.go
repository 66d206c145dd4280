package store

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store/disk"
)

// Repair makes a lost or damaged manifest anew from the last one that can be read, if
// there is any, and from what later commits have left on the disk: the headers of
// segments and comments, and the files of removed games. All of these are complete before
// the manifest of their commit is written. Of two segments with the same ids the later one
// counts. Later segments replace whole earlier ones, so a later one holds all ids of any
// earlier one that it overlaps.
//
// A writer that was killed shortly before the end of its commit leaves the same
// files as a lost manifest. So the next writer completes the commit.

// A recovery makes a manifest anew.
type recovery struct {
	dir    string
	base   *manifest // nil if none can be read
	found  contents
	latest uint64 // the greatest number of a commit that is seen anywhere
	next   *manifest
	faults []error
	back   []error // of these, those after which removed games are there again
}

// A candidate is a segment that may belong to the archive.
type candidate struct {
	segmentEntry
	generation uint64
	removed    bool // it was made with a set of removed games
}

// recoverManifest returns the manifest of the last commit, with what is not as it was, and
// whether it differs from the base. One that differs is yet to be published.
func recoverManifest(dir string, base *manifest) (r *recovery, differs bool, err error) {
	found, err := scan(dir)
	if err != nil {
		return nil, false, err
	}
	r = &recovery{dir: dir, base: base, found: found, latest: max(lastOf(found.manifests), lastOf(found.sets))}
	r.next = &manifest{Format: formatVersion, NextSegment: 1}
	if base != nil {
		r.next = base.clone()
		r.latest = max(r.latest, base.Generation)
	}
	if h, err := readHead(dir); err == nil {
		r.latest = max(r.latest, h.Generation)
		r.next.Archive = cmp.Or(r.next.Archive, h.Archive)
	}
	candidates := r.candidates()
	if base == nil && len(candidates) == 0 {
		return nil, false, disk.Damaged(filepath.Join(dir, headName), "it cannot be rebuilt, since no segment has a header; restore the archive from a backup")
	}
	r.choose(candidates)
	r.removedSets()
	r.comments()
	if base != nil && r.same() {
		return r, false, nil
	}
	r.next.Generation = r.latest + 1
	r.next.witness(dir)
	return r, true, r.next.check(dir)
}

func (r *recovery) fault(err error) { r.faults = append(r.faults, err) }

// restored notes a fault after which removed games are there again.
func (r *recovery) restored(err error) {
	r.fault(err)
	r.back = append(r.back, err)
}

// since returns the number of the commit after which things are looked for.
func (r *recovery) since() uint64 {
	if r.base == nil {
		return 0
	}
	return r.base.Generation
}

// candidates returns the segments of the base and all that are later.
func (r *recovery) candidates() []candidate {
	var all []candidate
	if r.base != nil {
		for _, e := range r.base.Segments {
			all = append(all, candidate{e, r.base.Generation, false})
		}
	}
	var later []*segmentHeader
	digests := map[string]string{}
	for _, name := range r.found.segments {
		if n, err := strconv.Atoi(name); err == nil {
			r.next.NextSegment = max(r.next.NextSegment, n+1)
		}
		if r.base != nil && r.base.names(name) {
			continue
		}
		h, digest, err := readHeader(filepath.Join(r.dir, segmentsName, name))
		if err != nil {
			r.fault(err)
			continue
		}
		if h.Generation > r.since() {
			later = append(later, h)
			digests[h.Segment] = digest
			r.latest = max(r.latest, h.Generation)
		}
	}
	slices.SortFunc(later, func(a, b *segmentHeader) int { return cmp.Compare(b.Generation, a.Generation) })
	for _, h := range later {
		r.next.Archive = cmp.Or(r.next.Archive, h.Archive) // of the latest
		if h.Archive != r.next.Archive {
			r.fault(disk.Damaged(filepath.Join(r.dir, segmentsName, h.Segment), "it is from another archive, %s", h.Archive))
			continue
		}
		if h.Generation == r.latest && !r.found.complete(h) {
			continue // a commit that did not come to its end
		}
		all = append(all, candidate{h.entry(digests[h.Segment]), h.Generation, h.Removed})
	}
	return all
}

// choose takes the latest segment of each id. Ids between segments are those of
// one that is gone, and get an entry without files.
func (r *recovery) choose(candidates []candidate) {
	slices.SortStableFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.generation, a.generation), cmp.Compare(b.Games, a.Games))
	})
	var chosen []candidate
	for _, c := range candidates {
		if c.Games < 1 || c.Games > maxGames || c.Base < 1 || c.end() < c.Base {
			continue
		}
		if !slices.ContainsFunc(chosen, func(o candidate) bool { return o.Base < c.end() && c.Base < o.end() }) {
			chosen = append(chosen, c)
		}
	}
	slices.SortFunc(chosen, func(a, b candidate) int { return cmp.Compare(a.Base, b.Base) })
	r.next.Segments = nil
	for _, c := range chosen {
		for next := r.next.nextID(); next < c.Base; next = r.next.nextID() {
			lost := segmentEntry{Name: r.next.segmentName(), Format: formatVersion, Base: next, Games: int(min(c.Base-next, maxGames)), Comments: noComments}
			r.fault(disk.Damaged(filepath.Join(r.dir, segmentsName), "games %d to %d are in no segment", lost.Base, lost.end()-1))
			r.next.Segments = append(r.next.Segments, lost)
		}
		if c.removed && !slices.Contains(r.found.sets, c.generation) {
			r.restored(disk.Damaged(removedPath(r.dir, c.generation), "it is missing, so it is unknown which of the games %d to %d were removed", c.Base, c.end()-1))
		}
		r.next.Segments = append(r.next.Segments, c.segmentEntry)
	}
}

// removedSets reads the sets of removed games that are later than the base.
func (r *recovery) removedSets() {
	done := map[string]bool{}
	last := false
	for _, n := range slices.Backward(r.found.sets) {
		if n <= r.since() {
			break
		}
		file, err := readRemoved(r.dir, n)
		if err == nil && file.Archive != r.next.Archive {
			err = disk.Damaged(removedPath(r.dir, n), "it is from another archive, %s", file.Archive)
		}
		if err != nil {
			r.restored(fmt.Errorf("%w; its list of removed games is lost", err))
			continue
		}
		for i := range r.next.Segments {
			e := &r.next.Segments[i]
			if _, ok := file.Sets[e.Name]; !ok || done[e.Name] {
				continue
			}
			set, err := file.set(r.dir, e)
			if err != nil {
				r.restored(err)
				continue
			}
			e.Removed, e.set, done[e.Name] = n, set, true
		}
		if len(file.Last) > 0 && !last {
			if set, err := unpackSet(file.Last); err == nil {
				r.next.LastRemoved, r.next.last, last = n, set, true
			}
		}
	}
	if r.base == nil {
		return
	}
	// Those of the base, unless their file is damaged.
	for i := range r.next.Segments {
		e := &r.next.Segments[i]
		if e.Removed == 0 || e.set != nil || done[e.Name] {
			continue
		}
		file, err := readRemoved(r.dir, e.Removed)
		var set *roaring.Bitmap
		if err == nil {
			set, err = file.set(r.dir, e)
		}
		if err != nil {
			e.Removed, set = r.olderSet(e)
			since := ""
			if e.Removed > 0 {
				since = fmt.Sprintf(" that were removed after commit %d", e.Removed)
			}
			r.restored(fmt.Errorf("%w; games between %d and %d%s are there again", err, e.Base, e.end()-1, since))
		}
		e.set = set
	}
	if n := r.next.LastRemoved; n != 0 && r.next.last == nil && !last {
		file, err := readRemoved(r.dir, n)
		if err == nil {
			r.next.last, err = unpackSet(file.Last)
		}
		if err != nil {
			r.next.LastRemoved, r.next.last = 0, nil
		}
	}
}

// olderSet returns the latest set of removed games of a segment before the one that is lost, and the
// number of its file; 0 for none.
func (r *recovery) olderSet(e *segmentEntry) (generation uint64, set *roaring.Bitmap) {
	for _, n := range slices.Backward(r.found.sets) {
		if n >= e.Removed {
			continue
		}
		file, err := readRemoved(r.dir, n)
		if err != nil || file.Archive != r.next.Archive || file.Sets[e.Name] == nil {
			continue
		}
		if set, err := file.set(r.dir, e); err == nil {
			return n, set
		}
	}
	return 0, nil
}

// comments takes up comments that were indexed later than the base.
func (r *recovery) comments() {
	for i := range r.next.Segments {
		e := &r.next.Segments[i]
		if e.indexed() {
			continue
		}
		dir := e.dir(r.dir)
		if _, err := os.Lstat(filepath.Join(dir, commentsName)); err != nil {
			continue
		}
		h, digest, err := readCommentsHeader(dir)
		if err != nil || h.Archive != r.next.Archive {
			continue // they are indexed again
		}
		e.Comments = digest
		r.latest = max(r.latest, h.Generation)
	}
}

// same reports whether the base is what it should be.
func (r *recovery) same() bool {
	return r.base.LastRemoved == r.next.LastRemoved && slices.EqualFunc(r.base.Segments, r.next.Segments, segmentEntry.same)
}

// lastReadable returns the newest manifest that can be read, and what is wrong
// with those that cannot; nil if there is none.
func lastReadable(dir string) (*manifest, []error, error) {
	var faults []error
	h, err := readHead(dir)
	all, numbersErr := numbers(filepath.Join(dir, manifestsName))
	if numbersErr != nil {
		return nil, nil, numbersErr
	}
	switch {
	case errors.Is(err, ErrOlder), errors.Is(err, ErrNewer):
		return nil, nil, err
	case err != nil:
		faults = append(faults, err)
	case lastOf(all) < h.Generation:
		faults = append(faults, disk.Damaged(manifestPath(dir, h.Generation), "the newest manifest is missing"))
	}
	for _, n := range slices.Backward(all) {
		m, err := readNumbered(dir, n)
		if err == nil {
			return m, faults, nil
		}
		faults = append(faults, err)
	}
	return nil, faults, nil
}
