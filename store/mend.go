package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kifudb/store/disk"
	"kifudb/store/parity"
)

// parityName is the file of a segment from which pages of its records are restored.
const parityName = "games.par"

// writeParity writes the parity of a segment's records.
func writeParity(f disk.Files, dir string) (err error) {
	file, err := os.Open(filepath.Join(dir, recordsName))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	data, err := parity.Make(file, info.Size())
	if err != nil {
		return err
	}
	return f.Write(filepath.Join(dir, parityName), data)
}

// mendRecords restores what it can of a segment's records by their parity, and returns how
// many pages these are. A file of which not all could be restored is better than before, too.
func (w *Writer) mendRecords(e *segmentEntry) (pages int, err error) {
	path := filepath.Join(w.path(e.Name), recordsName)
	sums, err := os.ReadFile(filepath.Join(w.path(e.Name), parityName))
	if err != nil {
		return 0, nil // it has none, or that is lost: the records are as they are
	}
	file, missing := os.ReadFile(path)
	if missing != nil && !errors.Is(missing, fs.ErrNotExist) {
		return 0, nil // the error of rebuilding says why
	}
	m, err := parity.Mend(file, sums)
	if err != nil || m.Restored == 0 && len(m.Data) == len(file) || m.Left > 0 && missing != nil {
		return 0, nil
	}
	return m.Restored, w.db.files.Replace(path, m.Data)
}

// rebuildFound builds the i-th segment anew of those of its records that can be read, and of those
// that are found elsewhere. The others are lost: given up if the options say so.
func (w *Writer) rebuildFound(ctx context.Context, i int, o *RepairOptions, m *SegmentRepair) {
	old := &w.manifest.Segments[i]
	why := m.Err
	games, err := w.readable(ctx, old)
	if err != nil {
		m.Err = err
		return
	}
	removed := cloneSet(old.set)
	lost := w.lostOf(old, games)
	wanted := lost[:0:0]
	for _, l := range lost {
		// A removed game that has a digest can be brought back; the others are gone for good.
		if l.Digest != (Digest{}) || !removed.ContainsInt(int(l.ID-old.Base)) {
			wanted = append(wanted, l)
		}
	}
	if o.Find != nil && len(wanted) > 0 {
		if m.Found, err = w.findLost(ctx, old.Base, wanted, o, games); err != nil {
			m.Err = err
			return
		}
	}
	for _, l := range wanted {
		if local := int(l.ID - old.Base); games[local] == nil {
			removed.AddInt(local)
			m.Lost = append(m.Lost, l)
		}
	}
	if len(m.Lost) > 0 && !o.GiveUp {
		m.Err = fmt.Errorf("%w; %d of its records cannot be read and were found nowhere else", why, len(m.Lost))
		m.Lost, m.Found = nil, 0
		return
	}
	all, c, err := gatherAll(games, old.indexed())
	if err != nil {
		m.Err = err
		return
	}
	next := w.next()
	entry := segmentEntry{Name: next.segmentName(), Base: old.Base}
	next.setRemoved(&entry, removed)
	if m.Err = w.writeSegment(ctx, next, &entry, all, c); m.Err == nil {
		next.Segments[i] = entry
		m.Err = w.commitManifest(next)
	}
}

// readable returns the games of a segment of which the records can be read, by their local numbers.
func (w *Writer) readable(ctx context.Context, e *segmentEntry) ([]*Game, error) {
	games := make([]*Game, e.Games)
	stored, err := openRecords(filepath.Join(w.path(e.Name), recordsName), e.Games)
	if err != nil {
		return games, nil
	}
	for d := range deriveAll(ctx, w.derive, stored.all(nil), e.Base) {
		if d.err == nil {
			games[d.local] = d.game
		}
	}
	return games, errors.Join(ctx.Err(), stored.close())
}

// lostOf returns the games of a segment that are none of those that could be read, but for
// those that were gone already, as far as the index can still be read.
func (w *Writer) lostOf(e *segmentEntry, games []*Game) (lost []Lost) {
	path := filepath.Join(w.path(e.Name), indexName)
	add := func(digest func(local int) Digest, file func(local int) string) {
		for local, g := range games {
			if d := digest(local); g == nil {
				lost = append(lost, Lost{e.Base + GameID(local), d, file(local)})
			}
		}
	}
	nothing := func() { add(func(int) (d Digest) { return d }, func(int) string { return "" }) }
	err := disk.Guard(path, func() error {
		index, err := disk.OpenSections(path)
		if err != nil {
			return err
		}
		defer index.Close()
		dict, err := openDictionary(index)
		if err != nil {
			return err
		}
		digests := index.Section(tagDigests)
		add(func(local int) (d Digest) {
			copy(d[:], digests.Bytes(len(d)*local, len(d)))
			return d
		}, func(local int) string {
			for _, v := range dict.of(local, func(ident string) bool { return ident == "file" }) {
				return v.Text
			}
			return ""
		})
		return nil
	})
	if err != nil {
		lost = lost[:0]
		nothing()
	}
	return lost
}

// findLost looks for the records of lost games elsewhere, puts the games into their places, and
// returns how many these are.
func (w *Writer) findLost(ctx context.Context, base GameID, lost []Lost, o *RepairOptions, games []*Game) (found int, err error) {
	places := map[Digest][]int{}
	for _, l := range lost {
		if l.Digest != (Digest{}) {
			places[l.Digest] = append(places[l.Digest], int(l.ID-base))
		}
	}
	err = o.Find(ctx, lost, func(r Record) {
		for _, local := range places[r.Digest()] {
			if games[local] != nil {
				continue
			}
			if g, err := w.derive(r); err == nil {
				games[local] = g
				found++
			}
		}
	})
	return found, err
}
