package mirror

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"kifudb/archive/objects"
	"kifudb/internal/durable"
	"kifudb/store"
)

// Grace is for how long what is not needed any more stays in the store, see the package.
const Grace = 24 * time.Hour

var (
	// ErrNone is returned by Open for a store without an archive.
	ErrNone = store.ErrNotFound
	// ErrCacheFull is wrapped where what is needed of an archive is larger than the cache may be.
	ErrCacheFull = errors.New("the cache is too small")
)

// Options of [Open].
type Options struct {
	Cache string // the folder in which those of all archives are
	// Size is how many bytes the segments of this archive may take there, 0: any number. With a
	// bound they are fetched when they are used, see [Mirror.Bringer].
	Size int64
	// Create makes an empty archive where there is none.
	Create bool
	// Sparse fetches only what [Mirror.Need] is asked for.
	Sparse bool
	// Aside keeps the archive in another folder of the cache, for a commit that is older than the one that the usual
	// folder shows. That folder is where segments are taken from that it has.
	Aside bool
	// Settle finds which records of the archive in a folder are of one game, as the user wants
	// it, and returns that as a file, and its digest. It must not be nil.
	Settle func(ctx context.Context, w Work) (decided []byte, digest string, err error)
	// Fetching, if set, is called for each segment when its fetch begins and when it ends, by
	// several goroutines.
	Fetching func(Fetching)
	// Copying, if set, is called by [Upload] and [Download] with the bytes copied and their
	// total, by several goroutines, one at a time.
	Copying func(done, total int64)
	// Derive makes games of stored records, see [store.DB.Writer]. It must not be nil.
	Derive store.Derive
	// Grace is another grace time than [Grace], for tests. All who use the store must have it.
	Grace time.Duration
}

// partial reports whether the folder need not have all segments.
func (o *Options) partial() bool { return o.Sparse || o.Size > 0 }

// Fetching says which segment is being fetched.
type Fetching struct {
	Segment, Of int   // the first one of the archive is 1
	Bytes       int64 // that it takes
	Done        bool  // it is there
}

// A Mirror is an archive in an object store with its folder here. It is safe for concurrent
// use, by several programs.
type Mirror struct {
	store   objects.Store
	options Options
	root    string
	tally   *tally // nil: nobody wants to know

	mu      sync.Mutex // protects what follows
	about   about
	commit  *commit // that the folder shows; nil if nobody has looked
	pages   map[string]*page
	checked time.Time // when it was last known to be the newest
	probed  bool
	young   map[string]blob // contents in the store that nothing may name, by digest; see Upload
	lost    map[string]lost // contents of commits that others were faster than, by digest
	state   *State          // of the commit; nil until it is asked for

	objects   map[string]string // see Object; nil until it is asked for
	objectsOf uint64            // the commit that they are of

	parts sync.Map // of this machine's ledger that were put lately, []byte by the key of their blob
}

// about is mirror.json.
type about struct {
	Location string `json:"location"` // for people
	Archive  string `json:"archive"`  // identity
	Folder   string `json:"folder"`
	Machine  string `json:"machine"` // stands for this cache
	Commit   uint64 `json:"commit"`  // 0 until the folder is whole
	Sparse   bool   `json:"sparse,omitempty"`
}

// Open opens the archive in a store. Location tells it from others in the cache; it must not
// hold secrets. The folder shows the newest commit when it returns.
func Open(ctx context.Context, s objects.Store, location string, o Options) (*Mirror, error) {
	m := newMirror(s, location, o)
	if err := os.MkdirAll(m.root, durable.PrivateDir); err != nil {
		return nil, err
	}
	err := m.showNewest(ctx, nil)
	if errors.Is(err, errEmpty) {
		if !o.Create {
			return nil, fmt.Errorf("%s: %w", location, ErrNone)
		}
		if err = m.create(ctx); err == nil {
			err = m.showNewest(ctx, nil)
		}
	}
	if err != nil {
		return nil, err
	}
	return m, nil
}

// newMirror returns a mirror that has looked at nothing yet.
func newMirror(s objects.Store, location string, o Options) *Mirror {
	if o.Grace == 0 {
		o.Grace = Grace
	}
	sum := sha256.Sum256([]byte(location))
	name := hex.EncodeToString(sum[:8])
	if o.partial() {
		name += "-some" // what is missing there is not to be missed by others
	}
	if o.Aside {
		name += "-last"
	}
	return &Mirror{store: s, options: o, root: filepath.Join(o.Cache, name), about: about{Location: location}, pages: map[string]*page{}, tally: newTally(o.Copying)}
}

// create makes an empty archive in the store.
func (m *Mirror) create(ctx context.Context) error {
	if err := m.probe(ctx); err != nil {
		return err
	}
	work, err := m.workspace(nil)
	if err != nil {
		return err
	}
	defer work.close()
	db, err := store.Open(work.dir, &store.Options{Create: true})
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	_, err = m.push(ctx, work.work(), nil)
	if errors.Is(err, errLost) { // somebody else was faster
		err = nil
	}
	return err
}

// Dir returns the folder of the archive.
func (m *Mirror) Dir() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return filepath.Join(m.root, m.about.Folder)
}

// Archive returns the identity of the archive.
func (m *Mirror) Archive() string { return m.shown().Archive }

// Commit returns the number of the commit that the folder shows.
func (m *Mirror) Commit() uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.commit.Number
}

// Refresh makes the folder show the newest commit. If it was known to be the newest within a
// time, it does nothing.
func (m *Mirror) Refresh(ctx context.Context, within time.Duration) error {
	m.mu.Lock()
	known, checked := m.commit, m.checked
	m.mu.Unlock()
	if time.Since(checked) < within {
		return nil
	}
	return m.showNewest(ctx, known)
}

// showNewest makes the folder show the newest commit. Contents of a commit may be gone if
// another followed it longer ago than the grace time: then there is a newer one.
func (m *Mirror) showNewest(ctx context.Context, known *commit) error {
	for try := 1; ; try++ {
		c, err := newest(ctx, m.store, known)
		if err == nil {
			err = m.show(ctx, c, m.besideSeed())
		}
		if !errors.Is(err, objects.ErrNotExist) || try == 8 {
			return err
		}
		known = nil
	}
}

// lock locks a file of the mirror against other programs.
func (m *Mirror) lock(ctx context.Context, name string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(m.root, name))
	if _, err := lock.TryLockContext(ctx, 5*time.Millisecond); err != nil {
		return nil, fmt.Errorf("%s: %w", lock.Path(), err)
	}
	return lock, nil
}

// readAbout reads mirror.json, or begins a folder if there is none or it is that of another
// archive. The lock is held.
func (m *Mirror) readAbout(c *commit) error {
	var a about
	text, err := os.ReadFile(filepath.Join(m.root, aboutName))
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	case json.Unmarshal(text, &a) != nil || a.Archive != c.Archive:
		a = about{} // what is there is removed with time
	}
	if a.Folder == "" || a.Folder != filepath.Base(a.Folder) {
		a = about{Archive: c.Archive, Folder: "archive-" + objects.Nonce(), Machine: objects.Nonce()}
	}
	a.Location, a.Sparse = m.about.Location, m.options.partial()
	m.about = a
	dir := filepath.Join(m.root, a.Folder)
	for _, name := range []string{"segments", "manifests", "removed"} {
		if err := os.MkdirAll(filepath.Join(dir, name), durable.PrivateDir); err != nil {
			return err
		}
	}
	if _, err := os.Lstat(filepath.Join(dir, store.MirrorName)); err != nil {
		return putText(filepath.Join(dir, store.MirrorName), []byte("This folder shows an archive that is kept at "+a.Location+".\n"))
	}
	return nil
}

const aboutName = "mirror.json"

func (m *Mirror) writeAbout() error {
	text, err := json.MarshalIndent(m.about, "", " ")
	if err != nil {
		return err
	}
	return putText(filepath.Join(m.root, aboutName), append(text, '\n'))
}

// show makes the folder show a commit. Seed is a folder that may hold segments of it, or "".
func (m *Mirror) show(ctx context.Context, c *commit, seed string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	asked := time.Now()
	if m.commit != nil && m.commit.Number >= c.Number {
		m.checked = asked
		return nil
	}
	lock, err := m.lock(ctx, "lock")
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if err := m.readAbout(c); err != nil {
		return err
	}
	pages, err := m.readPages(ctx, c)
	if err != nil {
		return err
	}
	if m.about.Commit < c.Number || !m.whole(c) { // another program may have brought it further
		if err := m.install(ctx, c, pages, seed); err != nil {
			return err
		}
		m.about.Commit = c.Number
		if err := m.writeAbout(); err != nil {
			return err
		}
	} else if m.about.Commit > c.Number {
		if c, err = readCommit(ctx, m.store, m.about.Commit); err != nil {
			return err
		}
		if pages, err = m.readPages(ctx, c); err != nil {
			return err
		}
	}
	if err := m.keepTexts(ctx, c); err != nil {
		return err
	}
	m.commit, m.pages, m.checked = c, pages, asked
	return nil
}

// whole reports whether the folder is one that a program has completed.
func (m *Mirror) whole(*commit) bool {
	_, err := os.Lstat(filepath.Join(m.root, m.about.Folder, "MANIFEST"))
	return err == nil
}

// readPages returns the pages of a commit, from the folder as far as they are there.
func (m *Mirror) readPages(ctx context.Context, c *commit) (map[string]*page, error) {
	folder := filepath.Join(m.root, "pages")
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
		return nil, err
	}
	list := make([]*page, len(c.Pages))
	err := each(ctx, len(c.Pages), func(ctx context.Context, i int) error {
		ref := c.Pages[i]
		if p := m.pages[ref.Key]; p != nil {
			list[i] = p
			return nil
		}
		if ref.Size > maxPage {
			return fmt.Errorf("%s: %w: a page of %d bytes", ref.object(), store.ErrCorrupt, ref.Size)
		}
		name := filepath.Join(folder, ref.Key)
		text, err := os.ReadFile(name)
		if sum := sha256.Sum256(text); err != nil || hex.EncodeToString(sum[:]) != ref.digest() {
			if text, err = fetchText(ctx, m.store, ref.blob); err != nil {
				return err
			}
			if err := putText(name, text); err != nil {
				return err
			}
		}
		list[i] = new(page)
		if err := json.Unmarshal(text, list[i]); err != nil {
			return fmt.Errorf("%s: %w: %w", ref.object(), store.ErrCorrupt, err)
		}
		return list[i].check()
	})
	if err != nil {
		return nil, err
	}
	pages := map[string]*page{}
	for i, ref := range c.Pages {
		pages[ref.Key] = list[i]
	}
	entries, err := os.ReadDir(folder)
	for _, e := range entries {
		if pages[e.Name()] == nil && m.pages[e.Name()] == nil {
			_ = os.Remove(filepath.Join(folder, e.Name())) // or the next program does
		}
	}
	return pages, err
}

// segments returns the segments of a commit by their names.
func segments(c *commit, pages map[string]*page) map[string]*segment {
	all := map[string]*segment{}
	for _, ref := range c.Pages {
		p := pages[ref.Key]
		for i := range p.Segments {
			all[p.Segments[i].Name] = &p.Segments[i]
		}
	}
	return all
}

// A Segment is one of the archive's, as a node must know it.
type Segment struct {
	store.SegmentContents
	Bytes int64 // of all its files
}

// State is what the archive is as of a commit.
type State struct {
	Archive    string // identity
	Commit     uint64
	Generation uint64
	Clusters   string    // digest of which records are of one game
	Segments   []Segment // by their games
}

// State returns what the folder shows. It must not be changed.
func (m *Mirror) State() (*State, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := m.commit
	if m.state != nil && m.state.Commit == c.Number {
		return m.state, nil
	}
	contents, err := store.ReadContents(filepath.Join(m.root, m.about.Folder))
	if err != nil {
		return nil, err
	}
	if contents.Generation != c.Generation { // another program has brought it further
		return nil, fmt.Errorf("%w", store.ErrStale)
	}
	s := &State{Archive: c.Archive, Commit: c.Number, Generation: c.Generation, Clusters: c.Clusters}
	all := segments(c, m.pages)
	for _, one := range contents.Segments {
		entry := all[one.Name]
		if entry == nil {
			return nil, fmt.Errorf("segment %s: %w: no page has it", one.Name, store.ErrCorrupt)
		}
		s.Segments = append(s.Segments, Segment{one, entry.bytes()})
	}
	m.state = s
	return s, nil
}

// Decided returns which records are of one game, as the user wants it, as of the commit that
// the folder shows: what Options.Settle has returned.
func (m *Mirror) Decided(ctx context.Context) ([]byte, error) {
	m.mu.Lock()
	c := m.commit
	m.mu.Unlock()
	return m.text(ctx, c.Decided)
}

// sortedNames returns the names of segments, ascending.
func sortedNames(all map[string]*segment) []string {
	var names []string
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
