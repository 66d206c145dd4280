package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"kifudb/store/disk"
)

// A head is MANIFEST: a small file that is replaced after each commit and names
// the number of its manifest. It is not needed to find the newest one, but
// without it nobody would notice that the newest one is gone. Programs
// find in it that they are too old, or the archive is.
type head struct {
	Format     int    `json:"format"`
	Archive    string `json:"archive"`
	Generation uint64 `json:"generation"`
}

// keptManifests is how many manifests are kept, and the whole ones they need.
const keptManifests = 8

// numberName is the name of a manifest and of a file of removed games.
func numberName(generation uint64) string { return fmt.Sprintf("%010d", generation) }

func parseNumber(name string) (generation uint64, ok bool) {
	n, err := strconv.ParseUint(name, 10, 64)
	return n, err == nil && numberName(n) == name
}

func manifestPath(dir string, generation uint64) string {
	return filepath.Join(dir, manifestsName, numberName(generation))
}

// numbers returns the numbers of the files in a folder, ascending; none if there is no
// folder. It ignores files with other names.
func numbers(folder string) ([]uint64, error) { return numbersBy(folder, os.ReadDir) }

func numbersBy(folder string, list func(string) ([]os.DirEntry, error)) ([]uint64, error) {
	entries, err := list(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var all []uint64
	for _, e := range entries {
		if n, ok := parseNumber(e.Name()); ok {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all, nil
}

// readHead reads MANIFEST.
func readHead(dir string) (*head, error) {
	path := filepath.Join(dir, headName)
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parseHead(path, text)
}

// parseHead reads the text of MANIFEST, which in formats 1 and 2 had no seal.
func parseHead(path string, text []byte) (*head, error) {
	var version struct{ Format int }
	if err := json.Unmarshal(text, &version); err == nil && (version.Format == 1 || version.Format == 2) {
		return nil, older(path, version.Format)
	}
	h := new(head)
	return h, unseal(path, text, h)
}

// readManifest reads the newest manifest of an archive. There is never a way
// back to the one before: if the newest is damaged or missing, that is an error.
func readManifest(dir string) (*manifest, error) { return new(lastManifest).read(dir) }

// A lastManifest is the manifest that was last read. A question asks for it several times, and
// to read that of hundreds of segments takes as long as a small question altogether; so it is
// only read again if there is a newer one, or its file is not the same.
type lastManifest struct {
	mu       sync.Mutex // protects what follows
	manifest *manifest
	file     fs.FileInfo
	sights   *fileTimes // by which it is known as the last one, and not behind; nil if it is to be read
}

// readable returns the newest manifest, also for callers that will change it, and an error
// if it is behind the files on disk. It reads nothing if nothing has changed since its last call.
func (l *lastManifest) readable(dir string, now time.Time) (*manifest, error) {
	m, err := l.newest(dir, now)
	if m == nil {
		return nil, err
	}
	return m.clone(), err
}

// newest is readable for those who do not change the manifest. As long as it is the same, so is the pointer.
func (l *lastManifest) newest(dir string, now time.Time) (*manifest, error) {
	l.mu.Lock()
	known, before := l.manifest, l.sights
	l.mu.Unlock()
	var seen fileTimes // before anything is read, so that what changes meanwhile is seen the next time
	settled := false
	if known != nil {
		seen, settled = lookAt(dir, known.Generation, now)
		if settled && before != nil && before.same(&seen) {
			return known, nil
		}
	}
	m, err := l.look(dir)
	if err != nil {
		return nil, err
	}
	if err := m.behind(dir); err != nil {
		return m, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.sights = nil; settled && known.Generation == m.Generation && l.manifest == m {
		l.sights = &seen
	}
	return m, nil
}

// read returns the newest manifest, also for callers that will change it.
func (l *lastManifest) read(dir string) (*manifest, error) {
	m, err := l.look(dir)
	if err != nil {
		return nil, err
	}
	return m.clone(), nil
}

// look is read for those who do not change the manifest.
func (l *lastManifest) look(dir string) (m *manifest, err error) {
	for try := 1; ; try++ {
		m, err = l.readNewest(dir)
		if !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrNotFound) || errors.Is(err, ErrCorrupt) {
			return m, err
		}
		if try == maxTries { // not because a writer has just taken it away
			return nil, fmt.Errorf("%w (%w)", ErrCorrupt, err)
		}
	}
}

func (l *lastManifest) readNewest(dir string) (*manifest, error) {
	h, err := readHead(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, remains(dir)
	}
	if err != nil {
		return nil, err
	}
	found, numbersErr := numbers(filepath.Join(dir, manifestsName)) // after MANIFEST, so never behind it
	if numbersErr != nil {
		return nil, numbersErr
	}
	newest := uint64(0)
	if len(found) > 0 {
		newest = found[len(found)-1]
	}
	if newest < h.Generation {
		return nil, disk.Damaged(manifestPath(dir, h.Generation), "the newest manifest is missing")
	}
	m, err := l.readNumbered(dir, newest)
	if err != nil {
		return nil, err
	}
	if m.Archive != h.Archive {
		return nil, disk.Damaged(manifestPath(dir, newest), "it is from the archive %s, and this is %s", m.Archive, h.Archive)
	}
	return m, nil
}

// readNumbered reads one of the manifests, with the sets of removed games.
func (l *lastManifest) readNumbered(dir string, generation uint64) (*manifest, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	file, err := os.Stat(manifestPath(dir, generation))
	if err != nil {
		return nil, err
	}
	if known := l.file; known == nil || l.manifest.Generation != generation || !os.SameFile(file, known) ||
		file.Size() != known.Size() || !file.ModTime().Equal(known.ModTime()) {
		m, err := readNumbered(dir, generation)
		if err == nil {
			err = m.loadRemoved(dir)
		}
		if err != nil {
			return nil, err
		}
		l.manifest, l.file, l.sights = m, file, nil
	}
	return l.manifest, nil
}

// readNumbered reads one of the manifests, without the sets of removed games.
func readNumbered(dir string, generation uint64) (*manifest, error) {
	path := manifestPath(dir, generation)
	m := new(manifest)
	if _, err := readSealed(path, m); err != nil {
		return nil, err
	}
	if m.Generation != generation {
		return nil, disk.Damaged(path, "it is manifest %d", m.Generation)
	}
	m.base, m.whole = generation, m.Segments
	if m.Whole != 0 {
		w := new(manifest)
		if _, err := readSealed(manifestPath(dir, m.Whole), w); err != nil {
			return nil, err
		}
		if w.Generation != m.Whole || w.Whole != 0 || w.Archive != m.Archive {
			return nil, disk.Damaged(manifestPath(dir, m.Whole), "it is not the one that manifest %d needs", generation)
		}
		if err := m.merge(path, w.Segments); err != nil {
			return nil, err
		}
	}
	return m, m.check(path)
}

// remains says what is wrong where there is no MANIFEST: nothing, or it is lost.
func remains(dir string) error {
	found, err := scan(dir)
	if err != nil {
		return err
	}
	if found.any() {
		return disk.Damaged(filepath.Join(dir, headName), "it is missing, but the folder holds other parts of an archive")
	}
	for _, name := range append(besides[:], ledgerLogName) {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return fmt.Errorf("%s: %w: it holds %s of an archive, but no games; restore the rest from a backup, or move %s elsewhere to start over", dir, ErrRemains, name, name)
		}
	}
	return fmt.Errorf("%s: %w", dir, ErrNotFound)
}

// publishManifest writes a manifest under its number: this is the moment at
// which a change becomes part of the archive. Then MANIFEST follows.
func publishManifest(f disk.Files, dir string, m *manifest) error {
	removed, err := m.removedFile()
	if err != nil {
		return err
	}
	if removed != nil {
		text, err := seal(removed)
		if err != nil {
			return err
		}
		// One of an attempt that failed may be there. No manifest names it.
		for _, path := range []string{removedCopyPath(dir, m.Generation), removedPath(dir, m.Generation)} {
			if err := f.Replace(path, text); err != nil {
				return err
			}
		}
	}
	text, err := m.encode()
	if err != nil {
		return err
	}
	if err := f.Create(manifestPath(dir, m.Generation), text); err != nil {
		return err
	}
	return writeHead(f, dir, m)
}

func writeHead(f disk.Files, dir string, m *manifest) error {
	text, err := seal(&head{m.needs(), m.Archive, m.Generation})
	if err != nil {
		return err
	}
	return f.Replace(filepath.Join(dir, headName), text)
}

// pruneManifests deletes the manifests that are too old to be of use, and the
// files of removed games that none of the others names.
func pruneManifests(f disk.Files, dir string, m *manifest) error {
	all, err := numbers(filepath.Join(dir, manifestsName))
	if err != nil {
		return err
	}
	kept := map[uint64]bool{}
	removed := m.removedFiles()
	for _, n := range all[max(0, len(all)-keptManifests):] {
		kept[n] = true
		old, err := readNumbered(dir, n)
		if err != nil {
			continue // check names it; it goes with time
		}
		kept[old.base] = true
		for r := range old.removedFiles() {
			removed[r] = true
		}
	}
	for _, n := range all {
		if !kept[n] {
			f.Discard(manifestPath(dir, n))
		}
	}
	all, err = numbers(filepath.Join(dir, removedName))
	if err != nil {
		return err
	}
	for _, n := range all {
		if !removed[n] && n <= m.Generation {
			f.Discard(removedPath(dir, n))
		}
	}
	return pruneCopies(f, dir, removed, m.Generation)
}
