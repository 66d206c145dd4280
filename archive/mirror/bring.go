package mirror

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"kifudb/archive/objects"
	"kifudb/internal/durable"
	"kifudb/internal/wall"
	"kifudb/store"
)

// Work is an archive in a folder, of which not all segments need be there.
type Work struct {
	Dir     string
	Bringer store.Bringer // brings the others; nil if all are there

	// Publish commits the changes made so far, while the change goes on. The archive in the
	// folder must be whole, and nobody may change it meanwhile. It is nil except in Change.Make.
	Publish func(context.Context) error
	// Open says that the change goes on.
	Open bool

	ledger string // the file with the ledger of imports as it was before the change, "" if there was none
}

// Work returns the folder that shows the archive.
func (m *Mirror) Work() Work {
	if !m.options.partial() {
		return Work{Dir: m.Dir()}
	}
	return Work{Dir: m.Dir(), Bringer: &bringer{m: m}}
}

// A bringer brings segments into the folder of a mirror, or into a copy of it.
type bringer struct {
	m    *Mirror
	dir  string              // the copy, "" for the folder itself
	base map[string]*segment // of which the copy was made

	mu   sync.Mutex // guards used
	used map[string]*use
}

// use is a segment of the mirror that is linked into a copy.
type use struct {
	by      int
	release func() error
}

// Need implements [store.Bringer].
func (b *bringer) Need(ctx context.Context, name string, anyway bool) (release func() error, err error) {
	if b.dir == "" {
		s, err := b.m.entry(name)
		if err != nil {
			return nil, err
		}
		return b.m.bring(ctx, s, anyway)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	u := b.used[name]
	if u == nil {
		to := filepath.Join(b.dir, "segments", name)
		if _, err := os.Lstat(to); err == nil { // it was made here
			return func() error { return nil }, nil
		}
		s := b.base[name]
		if s == nil {
			return nil, fmt.Errorf("segment %s: %w", name, store.ErrStale)
		}
		release, err := b.m.bring(ctx, s, anyway)
		if err != nil {
			return nil, err
		}
		if err := (durable.Files{}).LinkTree(b.m.segmentPath(name), to); err != nil {
			return nil, errors.Join(err, os.RemoveAll(to), release())
		}
		u = &use{release: release}
		b.used[name] = u
	}
	u.by++
	return sync.OnceValue(func() error { return b.let(name, u) }), nil
}

// let takes a segment out of the copy when nobody uses it, unless its comments were indexed
// there.
func (b *bringer) let(name string, u *use) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if u.by--; u.by > 0 {
		return nil
	}
	delete(b.used, name)
	dir := filepath.Join(b.dir, "segments", name)
	if _, err := os.Lstat(filepath.Join(dir, "comments")); err == nil && !b.base[name].hasComments() {
		return u.release()
	}
	_ = os.RemoveAll(dir) // or whoever removes the copy does
	return u.release()
}

func (s *segment) hasComments() bool {
	return slices.ContainsFunc(s.Files, func(f namedBlob) bool {
		return strings.HasPrefix(f.Path, "segments/"+s.Name+"/comments/")
	})
}

// Roll implements [store.Bringer].
func (b *bringer) Roll(ctx context.Context, name string) (path string, err error) {
	if b.dir == "" {
		s, err := b.m.entry(name)
		if err != nil {
			return "", err
		}
		return b.m.roll(ctx, s)
	}
	if s := b.base[name]; s != nil {
		return b.m.roll(ctx, s)
	}
	contents, err := store.ReadContents(b.dir)
	if err != nil {
		return "", err
	}
	for _, s := range contents.Segments {
		if s.Name == name {
			return b.m.makeRoll(b.dir, name, s.Digest)
		}
	}
	return "", fmt.Errorf("segment %s: %w", name, store.ErrStale)
}

func (m *Mirror) segmentPath(name string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.segmentDir(name)
}

// entry returns a segment of the commit that the folder shows.
func (m *Mirror) entry(name string) (*segment, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, p := range m.pages {
		i, ok := slices.BinarySearchFunc(p.Segments, name, func(s segment, name string) int { return compare(s.Name, name) })
		if ok {
			return &p.Segments[i], nil
		}
	}
	return nil, fmt.Errorf("segment %s: %w", name, store.ErrStale)
}

// bring fetches a segment unless it is there, and keeps it until release is called. If it
// does not fit as long as others are in use, the error wraps store.ErrNoRoom, unless it is to
// be there anyway.
func (m *Mirror) bring(ctx context.Context, s *segment, anyway bool) (release func() error, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	lock, err := m.lock(ctx, "lock")
	if err != nil {
		return nil, err
	}
	defer lock.Unlock()
	if m.options.Size > 0 && s.bytes() > m.options.Size {
		return nil, fmt.Errorf("%w: segment %s takes %d bytes, and %d are allowed; raise the limit", ErrCacheFull, s.Name, s.bytes(), m.options.Size)
	}
	unpin, err := m.pin([]string{s.Name})
	if err != nil {
		return nil, err
	}
	if err := m.fetchFor(ctx, s, anyway); err != nil {
		return nil, errors.Join(err, unpin())
	}
	return unpin, nil
}

// fetchFor fetches a segment that is pinned, unless it is there. The lock is held.
func (m *Mirror) fetchFor(ctx context.Context, s *segment, anyway bool) error {
	all := segments(m.commit, m.pages)
	all[s.Name] = s
	if whole, files := m.missing(s); whole || len(files) > 0 {
		if err := m.fit(all, []string{s.Name}); errors.Is(err, ErrCacheFull) && !anyway {
			return fmt.Errorf("%w: %w", store.ErrNoRoom, err)
		} else if err != nil && !errors.Is(err, ErrCacheFull) {
			return err
		}
		if err := m.fetchSegments(ctx, all, []string{s.Name}, ""); err != nil {
			return err
		}
	}
	now := wall.Now()
	return os.Chtimes(m.segmentDir(s.Name), now, now)
}

// tell says that a segment is being fetched, and returns what says that it is there.
func (m *Mirror) tell(s *segment, all map[string]*segment) (done func()) {
	if m.options.Fetching == nil {
		return func() {}
	}
	f := Fetching{Segment: 1, Of: len(all), Bytes: s.bytes()}
	for _, o := range all {
		if o.Base < s.Base {
			f.Segment++
		}
	}
	m.options.Fetching(f)
	f.Done = true
	return func() { m.options.Fetching(f) }
}

// keepMade keeps segments that this machine has just made in the cache, as far as there is
// room: they need not be fetched.
func (m *Mirror) keepMade(ctx context.Context, all map[string]*segment, seed string) error {
	if seed == "" || !m.options.partial() {
		return nil
	}
	made, err := store.ReadContents(seed)
	if err != nil {
		return err
	}
	for _, s := range made.Segments {
		e := all[s.Name]
		if e == nil || e.Digest != s.Digest {
			continue
		}
		if _, err := os.Lstat(filepath.Join(seed, "segments", s.Name)); err != nil {
			continue
		}
		if whole, _ := m.missing(e); !whole {
			continue
		}
		if err := m.fit(all, []string{s.Name}); errors.Is(err, ErrCacheFull) {
			return nil
		} else if err != nil {
			return err
		}
		if err := m.fetchSegments(ctx, all, []string{s.Name}, seed); err != nil {
			return err
		}
	}
	return nil
}

// rollName returns the name of the file in which the roll of a segment is. The digest of its
// header tells it from one of the same name that was never committed.
func rollName(name, digest string) string {
	header, _, _ := strings.Cut(digest, ".")
	return name + "-" + header
}

// makeRoll writes the roll of a segment that is in a folder, unless it is there.
func (m *Mirror) makeRoll(dir, name, digest string) (path string, err error) {
	folder := filepath.Join(m.root, "rolls")
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return "", err
	}
	path = filepath.Join(folder, rollName(name, digest))
	if _, err := os.Lstat(path); err == nil {
		return path, nil
	}
	temp := path + "-" + objects.Nonce()
	if err := store.WriteRoll(dir, name, temp); err != nil {
		return "", err
	}
	return path, durable.Files{}.Rename(temp, path)
}

// roll brings the roll of a segment: from the store, or of the segment itself if it is not
// there.
func (m *Mirror) roll(ctx context.Context, s *segment) (path string, err error) {
	folder := filepath.Join(m.root, "rolls")
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return "", err
	}
	path = filepath.Join(folder, rollName(s.Name, s.Digest))
	if _, err := os.Lstat(path); err == nil {
		return path, nil
	}
	if s.Roll != nil {
		if err := fetchFile(ctx, m.store, *s.Roll, path, nil); !errors.Is(err, objects.ErrNotExist) {
			return path, err
		}
	}
	release, err := m.bring(ctx, s, true)
	if err != nil {
		return "", err
	}
	path, err = m.makeRoll(m.Dir(), s.Name, s.Digest)
	return path, errors.Join(err, release())
}

// sweepRolls removes the rolls of segments that are gone.
func (m *Mirror) sweepRolls(all map[string]*segment) error {
	entries, err := os.ReadDir(filepath.Join(m.root, "rolls"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	now := wall.Now()
	for _, e := range entries {
		name, header, _ := strings.Cut(e.Name(), "-")
		if s := all[name]; s != nil && rollName(name, s.Digest) == name+"-"+header {
			continue
		}
		// One that is being made, or of a change that is not committed yet.
		if info, err := e.Info(); err != nil || now.Sub(info.ModTime()) < time.Hour {
			continue
		}
		_ = os.Remove(filepath.Join(m.root, "rolls", e.Name())) // or the next program does
	}
	return nil
}
