package mirror

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"kifudb/archive/objects"
	"kifudb/book/duplicate"
	"kifudb/internal/durable"
	"kifudb/internal/wall"
	"kifudb/store"
)

// install changes the folder from the commit that it shows to another one. It keeps files
// that are already there, so it can be stopped at any point. Readers of the folder see the old archive or the
// new one, because the manifest comes after the files that it names. The lock is held.
func (m *Mirror) install(ctx context.Context, c *commit, pages map[string]*page, seed string) error {
	all := segments(c, pages)
	var wanted []string
	for _, name := range sortedNames(all) {
		_, err := os.Lstat(m.segmentDir(name))
		if !m.options.partial() || err == nil {
			wanted = append(wanted, name)
		}
	}
	if err := m.fetchSegments(ctx, all, wanted, seed); err != nil {
		return err
	}
	dir := m.folder()
	kept := map[string]bool{}
	if old, err := store.ReadContents(dir); err == nil {
		for _, name := range old.Small {
			kept[name] = true
		}
		for _, s := range old.Segments {
			kept["segments/"+s.Name] = true
		}
	}
	if err := m.installFound(ctx, c); err != nil {
		return err
	}
	if text, err := m.text(ctx, c.User); err != nil { // before the manifest, which counts the changes
		return err
	} else if err := takeText(text, dir); err != nil {
		return err
	}
	for _, f := range c.Files {
		kept[f.Path] = true
		name := filepath.Join(dir, filepath.FromSlash(f.Path))
		if info, err := os.Stat(name); err == nil && info.Size() == f.Size && f.Path != "MANIFEST" {
			continue // numbered files are never changed
		}
		if err := fetchFile(ctx, m.store, f.blob, name, nil); err != nil {
			return err
		}
	}
	for name := range all {
		kept["segments/"+name] = true
	}
	if err := m.keepMade(ctx, all, seed); err != nil {
		return err
	}
	return m.sweep(kept, all)
}

func (m *Mirror) folder() string { return filepath.Join(m.root, m.about.Folder) }

func (m *Mirror) segmentDir(name string) string { return filepath.Join(m.folder(), "segments", name) }

// installFound brings which records are of one game, as it was found.
func (m *Mirror) installFound(ctx context.Context, c *commit) error {
	text, err := m.text(ctx, c.Found)
	if err != nil || len(text) == 0 {
		return err
	}
	return putText(filepath.Join(m.folder(), duplicate.FileName), text)
}

// sweep removes files that neither this commit nor the one before names. Programs that have
// them open keep them.
func (m *Mirror) sweep(kept map[string]bool, all map[string]*segment) error {
	pinned, err := m.pinned()
	if err != nil {
		return err
	}
	for _, folder := range []string{"segments", "manifests", "removed"} {
		entries, err := os.ReadDir(filepath.Join(m.folder(), folder))
		if err != nil {
			return err
		}
		for _, e := range entries {
			if kept[path.Join(folder, e.Name())] || folder == "segments" && pinned[e.Name()] {
				continue
			}
			_ = os.RemoveAll(filepath.Join(m.folder(), folder, e.Name())) // or the next program does
		}
	}
	if err := m.sweepRolls(all); err != nil {
		return err
	}
	entries, err := os.ReadDir(m.root)
	if err != nil {
		return err
	}
	for _, e := range entries { // of an archive that was here before
		if strings.HasPrefix(e.Name(), "archive-") && e.Name() != m.about.Folder {
			_ = os.RemoveAll(filepath.Join(m.root, e.Name()))
		}
	}
	return nil
}

// missing returns the files of a segment that are not in the folder, in the order in which
// they must come: comments are put into a segment that is there.
func (m *Mirror) missing(s *segment) (whole bool, files []namedBlob) {
	if _, err := os.Lstat(m.segmentDir(s.Name)); err != nil {
		return true, s.Files
	}
	comments := path.Join("segments", s.Name, "comments") + "/"
	if _, err := os.Lstat(filepath.Join(m.folder(), filepath.FromSlash(comments))); err == nil {
		return false, nil
	}
	return false, slices.DeleteFunc(slices.Clone(s.Files), func(f namedBlob) bool { return !strings.HasPrefix(f.Path, comments) })
}

// there returns how many bytes segments have, and how many of them are in the folder.
func (m *Mirror) there(all map[string]*segment, names []string) (done, total int64) {
	for _, name := range names {
		n := all[name].bytes()
		total += n
		_, missing := m.missing(all[name])
		for _, f := range missing {
			n -= f.Size
		}
		done += n
	}
	return done, total
}

// fetchSegments brings segments into the folder, each as a whole: what one that was stopped
// has brought is there. The lock is held.
func (m *Mirror) fetchSegments(ctx context.Context, all map[string]*segment, names []string, seed string) error {
	incoming := filepath.Join(m.root, "incoming")
	if err := os.RemoveAll(incoming); err != nil { // of a program that was killed
		return err
	}
	var made *store.Contents // in the seed
	if seed != "" {
		var err error
		if made, err = store.ReadContents(seed); err != nil {
			return err
		}
	}
	m.tally.begin(m.there(all, names))
	err := each(ctx, len(names), func(ctx context.Context, i int) error {
		s := all[names[i]]
		whole, files := m.missing(s)
		if len(files) == 0 {
			return nil
		}
		prefix, to := path.Join("segments", s.Name)+"/", m.segmentDir(s.Name)
		if !whole {
			prefix, to = prefix+"comments/", filepath.Join(to, "comments")
		}
		from := filepath.Join(incoming, s.Name)
		var err error
		if isMade(made, s) {
			err = durable.Files{}.LinkTree(filepath.Join(seed, filepath.FromSlash(prefix)), from)
		} else {
			defer m.tell(s, all)()
			err = each(ctx, len(files), func(ctx context.Context, i int) error {
				to := filepath.Join(from, filepath.FromSlash(strings.TrimPrefix(files[i].Path, prefix)))
				if err := os.MkdirAll(filepath.Dir(to), durable.PrivateDir); err != nil {
					return err
				}
				return fetchFile(ctx, m.store, files[i].blob, to, m.tally)
			})
		}
		if err != nil {
			return err
		}
		return durable.Files{}.Rename(from, to)
	})
	if err != nil {
		return err
	}
	_ = os.RemoveAll(incoming) // or the next one does
	return nil
}

// isMade reports whether a folder in which changes were made has a segment.
func isMade(made *store.Contents, s *segment) bool {
	return made != nil && slices.ContainsFunc(made.Segments, func(c store.SegmentContents) bool {
		return c.Name == s.Name && c.Digest == s.Digest
	})
}

// Need fetches segments into the folder of a sparse mirror and keeps them there until release
// is called or the program ends. For other commits than the one that the folder shows, the
// error wraps store.ErrStale.
func (m *Mirror) Need(ctx context.Context, commit uint64, names []string) (release func() error, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	lock, err := m.lock(ctx, "lock")
	if err != nil {
		return nil, err
	}
	defer lock.Unlock()
	all := segments(m.commit, m.pages)
	for _, name := range names {
		if all[name] == nil || m.commit.Number != commit {
			return nil, fmt.Errorf("segment %s of commit %d: %w", name, commit, store.ErrStale)
		}
	}
	release, err = m.pin(names)
	if err != nil {
		return nil, err
	}
	err = m.fit(all, names)
	if err == nil {
		err = m.fetchSegments(ctx, all, names, "")
	}
	now := wall.Now()
	for _, name := range names {
		if err == nil {
			err = os.Chtimes(m.segmentDir(name), now, now)
		}
	}
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return release, nil
}

// pin writes down that segments are in use.
func (m *Mirror) pin(names []string) (release func() error, err error) {
	folder := filepath.Join(m.root, "pins")
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return nil, err
	}
	name := filepath.Join(folder, objects.Nonce())
	if err := putText(name, []byte(strings.Join(names, "\n"))); err != nil {
		return nil, err
	}
	lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
	if ok, err := lock.TryLock(); !ok {
		return nil, errors.Join(fmt.Errorf("%s cannot be locked", name), err)
	}
	return func() error { return letGo(name, lock) }, nil
}

// letGo removes a pin and its lock. Windows removes nothing that is open, so there the pin goes
// after its lock. One that stays pins nothing, and the next program removes it.
func letGo(name string, lock *flock.Flock) error {
	removed := os.Remove(name)
	err := lock.Unlock()
	if removed != nil {
		_ = os.Remove(name)
	}
	return err
}

// pinned returns the segments that programs use.
func (m *Mirror) pinned() (map[string]bool, error) {
	folder := filepath.Join(m.root, "pins")
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	pinned := map[string]bool{}
	for _, e := range entries {
		name := filepath.Join(folder, e.Name())
		lock := flock.New(name, flock.SetFlag(os.O_RDONLY))
		if ok, err := lock.TryLock(); ok && err == nil { // its program is gone, or lets go of it just now
			if err := letGo(name, lock); err != nil {
				return nil, err
			}
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, s := range strings.Fields(string(text)) {
			pinned[s] = true
		}
	}
	return pinned, nil
}

// fit makes room for segments: those that nobody uses go, the one that was used longest ago
// first. Names are those that are needed now.
func (m *Mirror) fit(all map[string]*segment, names []string) error {
	if m.options.Size == 0 {
		return nil
	}
	need := map[string]int64{}
	for _, name := range names {
		need[name] = all[name].bytes()
	}
	pinned, err := m.pinned()
	if err != nil {
		return err
	}
	type idle struct {
		name string
		size int64
		used time.Time
	}
	var others []idle
	total := int64(0)
	for _, n := range need {
		total += n
	}
	entries, err := os.ReadDir(filepath.Join(m.folder(), "segments"))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, ok := need[e.Name()]; ok {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		size, err := treeSize(m.segmentDir(e.Name()))
		if err != nil {
			return err
		}
		total += size
		if !pinned[e.Name()] {
			others = append(others, idle{e.Name(), size, info.ModTime()})
		}
	}
	slices.SortFunc(others, func(a, b idle) int { return a.used.Compare(b.used) })
	for _, o := range others {
		if total <= m.options.Size {
			return nil
		}
		if os.RemoveAll(m.segmentDir(o.name)) == nil { // or it still takes its room
			total -= o.size
		}
	}
	if total > m.options.Size {
		return fmt.Errorf("%w: %d bytes of segments are needed, and %d are allowed; raise the limit", ErrCacheFull, total, m.options.Size)
	}
	return nil
}

func treeSize(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n, err
}

// copyFile copies a file that is changed in place.
func copyFile(from, to string) (err error) {
	file, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	_, err = durable.Files{}.Write(to, true, func(w io.Writer) error {
		_, err := io.Copy(w, file)
		return err
	})
	return err
}

// known returns what a commit has in the store, by digest.
func known(c *commit, pages map[string]*page) map[string]blob {
	all := map[string]blob{}
	if c == nil {
		return all
	}
	for b := range blobs(c, pages) {
		all[b.digest()] = b
	}
	return all
}

// blobs returns all contents that a commit names.
func blobs(c *commit, pages map[string]*page) map[blob]bool {
	all := map[blob]bool{}
	lists := [][]blob{c.User, c.Decided, c.Found}
	for _, l := range c.Ledgers {
		lists = append(lists, l.blobs())
	}
	for _, list := range lists {
		for _, b := range list {
			all[b] = true
		}
	}
	for _, f := range c.Files {
		all[f.blob] = true
	}
	for _, ref := range c.Pages {
		all[ref.blob] = true
		for _, s := range pages[ref.Key].Segments {
			for _, f := range s.Files {
				all[f.blob] = true
			}
			if s.Roll != nil {
				all[*s.Roll] = true
			}
		}
	}
	maps.DeleteFunc(all, func(b blob, _ bool) bool { return b.Key == "" })
	return all
}
