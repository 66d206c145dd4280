package mirror

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/gofrs/flock"

	"kifudb/duplicate"
	"kifudb/internal/durable"
	"kifudb/ledger"
	"kifudb/objects"
	"kifudb/store"
	"kifudb/user"
)

// maxLost is how often a change is made again because others have committed.
const maxLost = 32

// ErrContended is returned where others commit again and again before a change is done.
var ErrContended = errors.New("others change the archive faster than this change can be made; try again when they are done")

// A Change is made in a copy of the archive's folder.
type Change struct {
	// Make makes it in a folder. It may be called again, with another folder. If it fails
	// nothing is changed; its context may have ended nevertheless.
	Make func(w Work) error
	// Again, which may be nil, takes what Make has done in the folder mine, which was as in the
	// store in the state base, over into another folder, of what others have committed since.
	// It may be called several times, with further folders, also before Make is done. If it
	// cannot, it returns ErrAgain, and Make is called with a third folder. Done is called when
	// what it has made is committed; otherwise it is forgotten.
	Again func(ctx context.Context, w, mine Work, base *store.Contents) (done func(), err error)
}

// ErrAgain says that a change cannot be taken over.
var ErrAgain = errors.New("the change has to be made again")

// probe tries whether the store knows conditions, once.
func (m *Mirror) probe(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.probed {
		return nil
	}
	err := objects.Probe(ctx, m.store)
	m.probed = err == nil
	return err
}

// Change makes a change, which everybody sees when it returns without an error. While this
// machine makes another one the error wraps store.ErrLocked.
func (m *Mirror) Change(ctx context.Context, change Change) error {
	if err := m.probe(ctx); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(m.root, "change.lock"))
	if ok, err := lock.TryLock(); err != nil {
		return err
	} else if !ok {
		return fmt.Errorf("%s: %w", m.about.Location, store.ErrLocked)
	}
	defer lock.Unlock()
	if err := m.Refresh(ctx, 0); err != nil {
		return err
	}
	for range maxLost {
		err := m.changeOnce(ctx, change)
		if !errors.Is(err, ErrAgain) {
			return err
		}
		if err := m.Refresh(ctx, 0); err != nil {
			return err
		}
	}
	return ErrContended
}

// changeOnce makes a change in a copy of the folder, or returns ErrAgain.
func (m *Mirror) changeOnce(ctx context.Context, change Change) error {
	work, err := m.workspace(m.shown())
	if err != nil {
		return err
	}
	defer work.close()
	p := &publishing{m: m, change: change, work: work}
	w := work.work()
	w.Publish = p.part
	if err := change.Make(w); err != nil {
		return err
	}
	return p.publish(context.WithoutCancel(ctx), false) // what was done so far is kept, as in a folder
}

// publishing is a change on its way into the store.
type publishing struct {
	m      *Mirror
	change Change
	work   *workspace
	behind bool // others have committed games: what the change makes is taken over
	wait   bool // it cannot be; the change is made again at its end
}

// part publishes what a change has made so far.
func (p *publishing) part(ctx context.Context) error {
	if p.wait {
		return nil
	}
	err := p.publish(ctx, true)
	if p.wait = errors.Is(err, ErrAgain) || errors.Is(err, ErrContended); p.wait {
		return nil
	}
	return err
}

// publish commits what the change has made, as it is or taken over. Open says that it goes on.
func (p *publishing) publish(ctx context.Context, open bool) error {
	if !p.behind {
		c, err := p.m.pushGames(ctx, p.work)
		if err == nil {
			if err = p.m.show(ctx, c, p.work.dir); err == nil && open {
				err = p.work.goOn(c)
			}
			return err
		}
		if !errors.Is(err, errLost) {
			return err
		}
		p.behind = true
	}
	if p.change.Again == nil {
		return ErrAgain
	}
	for range maxLost {
		err := p.takeOver(ctx, open)
		if !errors.Is(err, errLost) {
			return err
		}
		if err := p.m.Refresh(ctx, 0); err != nil {
			return err
		}
	}
	return ErrContended
}

// takeOver takes what the change has made over into what others have committed, and commits
// that; it returns errLost if somebody was faster again.
func (p *publishing) takeOver(ctx context.Context, open bool) error {
	next, err := p.m.workspace(p.m.shown())
	if err != nil {
		return err
	}
	defer next.close()
	mine := p.work.work()
	mine.Open = open
	done, err := p.change.Again(ctx, next.work(), mine, p.work.contents)
	if err != nil {
		return err
	}
	c, err := p.m.pushGames(ctx, next)
	if err != nil {
		return err
	}
	done()
	return p.m.show(ctx, c, next.dir)
}

// pushGames is push, and again as long as others have committed nothing but what users add:
// no games, and no imports, which have numbers.
func (m *Mirror) pushGames(ctx context.Context, w *workspace) (*commit, error) {
	for range maxLost {
		c, err := m.push(ctx, w.work(), w.base)
		if !errors.Is(err, errLost) {
			return c, err
		}
		if err := m.Refresh(ctx, 0); err != nil {
			return nil, err
		}
		now := m.shown()
		if now.Generation != w.base.Generation || !m.sameOthers(now, w.base) {
			return nil, errLost
		}
		if err := takeUser(ctx, m.store, now, w.dir); err != nil {
			return nil, err
		}
		w.base = now
	}
	return nil, ErrContended
}

// takeUser adds what users have put into a commit to the log in a folder.
func takeUser(ctx context.Context, s objects.Store, c *commit, dir string) error {
	text, err := fetchChunks(ctx, s, c.User)
	if err != nil || len(text) == 0 {
		return err
	}
	_, err = user.Open(dir).Take(text)
	return err
}

// shown returns the commit that the folder shows.
func (m *Mirror) shown() *commit {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.commit
}

// workspace is a copy of the archive's folder in which a change is made.
type workspace struct {
	dir      string // of the archive
	base     *commit
	contents *store.Contents // as it was made
	root     string
	lock     *flock.Flock
	bringer  *bringer // nil if all segments are there
}

func (w *workspace) work() Work {
	work := Work{Dir: w.dir, ledger: w.ledger()}
	if w.bringer != nil { // no interface that is not nil
		work.Bringer = w.bringer
	}
	return work
}

// ledger returns where the ledger of this machine is kept as it is in the base.
func (w *workspace) ledger() string { return filepath.Join(w.root, ledger.Name) }

// goOn makes a commit of what is in the copy its base.
func (w *workspace) goOn(c *commit) (err error) {
	w.base = c
	if err := copyFile(filepath.Join(w.dir, ledger.Name), w.ledger()); err != nil {
		return err
	}
	w.contents, err = store.ReadContents(w.dir)
	return err
}

// close removes it. What cannot be removed the next one removes.
func (w *workspace) close() {
	_ = os.RemoveAll(w.root)
	_ = w.lock.Unlock()
	_ = os.Remove(w.lock.Path())
}

// workspace makes a copy of the folder as of the commit that it shows; of nothing for nil.
func (m *Mirror) workspace(base *commit) (_ *workspace, err error) {
	folder := filepath.Join(m.root, "work")
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	if err := removeLeft(folder); err != nil {
		return nil, err
	}
	root := filepath.Join(folder, objects.Nonce())
	w := &workspace{dir: filepath.Join(root, "archive"), base: base, root: root, lock: flock.New(root + ".lock")}
	if ok, err := w.lock.TryLock(); !ok {
		return nil, errors.Join(fmt.Errorf("%s cannot be locked", w.lock.Path()), err)
	}
	made := w
	defer func() {
		if err != nil {
			made.close()
		}
	}()
	if err := os.MkdirAll(root, 0o777); err != nil || base == nil {
		return w, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.commit != base {
		return nil, fmt.Errorf("%w", store.ErrStale)
	}
	lock, err := m.lock(context.Background(), "lock")
	if err != nil {
		return nil, err
	}
	defer lock.Unlock()
	if err := m.bringLedgers(context.Background(), base); err != nil {
		return nil, err
	}
	from := m.folder()
	if w.contents, err = store.ReadContents(from); err != nil {
		return nil, err
	}
	if w.contents.Generation != base.Generation {
		return nil, fmt.Errorf("%w", store.ErrStale)
	}
	for _, name := range []string{"segments", "manifests", "removed"} {
		if err := os.MkdirAll(filepath.Join(w.dir, name), 0o777); err != nil {
			return nil, err
		}
	}
	if m.options.partial() {
		w.bringer = &bringer{m: m, dir: w.dir, base: segments(base, m.pages), used: map[string]*use{}}
	}
	for _, s := range w.contents.Segments {
		if w.bringer != nil {
			break // they come when they are used
		}
		name := filepath.Join("segments", s.Name)
		if err := (durable.Files{}).LinkTree(filepath.Join(from, name), filepath.Join(w.dir, name)); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Concat(w.contents.Small, []string{ledger.Name, user.LogName, user.CopyName, duplicate.FileName}) {
		name = filepath.FromSlash(name)
		if err := copyFile(filepath.Join(from, name), filepath.Join(w.dir, name)); err != nil {
			return nil, err
		}
	}
	if err := copyFile(filepath.Join(from, ledger.Name), w.ledger()); err != nil {
		return nil, err
	}
	return w, durable.Files{}.LinkTree(filepath.Join(from, ledger.OthersName), filepath.Join(w.dir, ledger.OthersName))
}

// removeLeft removes copies of programs that were killed.
func removeLeft(folder string) error {
	locks, err := filepath.Glob(filepath.Join(folder, "*.lock"))
	if err != nil {
		return err
	}
	for _, name := range locks {
		lock := flock.New(name)
		if ok, err := lock.TryLock(); !ok || err != nil {
			continue
		}
		w := workspace{root: name[:len(name)-len(".lock")], lock: lock}
		w.close()
	}
	return nil
}

// A pushing puts what is new in a folder.
type pushing struct {
	m *Mirror
	Work
	base  *commit // nil: there is none
	pages map[string]*page
	known map[string]blob
	made  []blob // of new segments
	begun time.Time
}

// push puts what a folder has beside a commit into the store, and commits it as the next
// one. It returns errLost if somebody else has committed, and the base if nothing is new.
func (m *Mirror) push(ctx context.Context, w Work, base *commit) (*commit, error) {
	p := &pushing{m: m, Work: w, base: base, begun: time.Now()}
	if base != nil {
		// The base may have been read long ago. If so many have committed since that those
		// that came next were removed, their numbers are free again.
		if now, err := newest(ctx, m.store, base); err != nil {
			return nil, err
		} else if now.Number != base.Number {
			return nil, errLost
		}
		m.mu.Lock()
		pages, err := m.readPages(ctx, base)
		m.mu.Unlock()
		if err != nil {
			return nil, err
		}
		p.pages = pages
	}
	p.known = known(base, p.pages)
	m.reuse(p.known)
	contents, err := store.ReadContents(p.Dir)
	if err != nil {
		return nil, err
	}
	c := &commit{Archive: contents.Archive, Number: 1, Generation: contents.Generation, Next: contents.Next}
	if base != nil {
		c.Number = base.Number + 1
	}
	decided, digest, err := m.options.Settle(ctx, w)
	if err != nil {
		return nil, err
	}
	c.Clusters = digest
	if err := p.segments(ctx, c, contents); err != nil {
		return nil, err
	}
	if err := p.besides(ctx, c, contents, decided); err != nil {
		return nil, err
	}
	if base != nil && sameBlobs(c, base) {
		return base, nil
	}
	if time.Since(p.begun) > m.options.Grace/2 {
		return nil, fmt.Errorf("it took longer than %v to put the change into the store, so that parts of it may have been removed from there; try again", m.options.Grace/2)
	}
	err = c.put(ctx, m.store)
	m.remember(p.made, p.begun, errors.Is(err, errLost))
	if err != nil {
		return nil, err
	}
	return c, nil
}

// lost are contents that this program has put and not committed, as others were faster.
type lost struct {
	blob
	since time.Time // the program put them, or earlier
}

// remember keeps what was put for a commit that was lost, as the next one names nearly the same:
// of segments that are taken over only the headers are others. They are not relied on for
// longer than a quarter of the grace time, and the next commit is not made later than half of
// it after that, so nobody takes them for left over.
func (m *Mirror) remember(made []blob, since time.Time, wasLost bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !wasLost {
		m.lost = nil
		return
	}
	if m.lost == nil {
		m.lost = map[string]lost{}
	}
	for _, b := range made {
		if _, again := m.lost[b.digest()]; !again {
			m.lost[b.digest()] = lost{b, since}
		}
	}
}

// reuse adds to what is known to be in the store what was found there, and what was put there
// for commits that were lost.
func (m *Mirror) reuse(known map[string]blob) {
	maps.Copy(known, m.young)
	m.mu.Lock()
	defer m.mu.Unlock()
	for digest, l := range m.lost {
		if time.Since(l.since) < m.options.Grace/4 {
			known[digest] = l.blob
		}
	}
}

// segments puts the segments that are new, and the pages that have changed.
func (p *pushing) segments(ctx context.Context, c *commit, contents *store.Contents) error {
	var old map[string]*segment
	if p.base != nil {
		old = segments(p.base, p.pages)
	}
	var names []string // of new ones
	digests := map[string]string{}
	for _, s := range contents.Segments {
		digests[s.Name] = s.Digest
		if o := old[s.Name]; o == nil || o.Digest != s.Digest {
			names = append(names, s.Name)
		}
	}
	if p.m.tally != nil {
		total, err := p.size(names)
		if err != nil {
			return err
		}
		p.m.tally.begin(0, total)
	}
	entries, err := p.putSegments(ctx, names, digests)
	if err != nil {
		return err
	}
	pages := map[int]*page{}
	for _, s := range contents.Segments {
		entry := entries[s.Name]
		if entry == nil {
			entry = old[s.Name]
		}
		one := *entry
		one.Base, one.Games, one.Digest = s.Base, s.Games, s.Digest
		number, err := strconv.Atoi(s.Name)
		if err != nil {
			return err
		}
		if pages[number/pageSize] == nil {
			pages[number/pageSize] = &page{}
		}
		pg := pages[number/pageSize]
		pg.Segments = append(pg.Segments, one)
	}
	for number, pg := range pages {
		slices.SortFunc(pg.Segments, func(a, b segment) int { return compare(a.Name, b.Name) })
		text, err := marshal(pg)
		if err != nil {
			return err
		}
		ref := pageRef{Page: number}
		if ref.blob, err = put(ctx, p.m.store, objects.Text(text), p.known); err != nil {
			return err
		}
		for i := range pg.Segments {
			ref.Bytes += pg.Segments[i].bytes()
		}
		c.Pages = append(c.Pages, ref)
	}
	slices.SortFunc(c.Pages, func(a, b pageRef) int { return a.Page - b.Page })
	return nil
}

// putSegments puts segments, and returns their entries by name.
func (p *pushing) putSegments(ctx context.Context, names []string, digests map[string]string) (map[string]*segment, error) {
	entries := map[string]*segment{}
	if p.Bringer != nil { // there may be room for one at a time
		for _, name := range names {
			release, err := p.Bringer.Need(ctx, name, true)
			if err != nil {
				return nil, err
			}
			if err := errors.Join(p.putHere(ctx, entries, digests, name), release()); err != nil {
				return nil, err
			}
		}
		return entries, nil
	}
	return entries, p.putHere(ctx, entries, digests, names...)
}

// putHere puts segments that are in the folder.
func (p *pushing) putHere(ctx context.Context, entries map[string]*segment, digests map[string]string, names ...string) error {
	files, err := store.SegmentFiles(p.Dir, names...)
	if err != nil {
		return err
	}
	type job struct {
		path  string
		to    *blob
		tally *tally
	}
	var jobs []job
	for _, name := range names {
		s := &segment{Name: name, Roll: &blob{}}
		for file := range files[name] {
			s.Files = append(s.Files, namedBlob{Path: file})
		}
		slices.SortFunc(s.Files, func(a, b namedBlob) int { return compare(a.Path, b.Path) })
		for i := range s.Files {
			jobs = append(jobs, job{filepath.Join(p.Dir, filepath.FromSlash(s.Files[i].Path)), &s.Files[i].blob, p.m.tally})
		}
		roll, err := p.m.makeRoll(p.Dir, name, digests[name])
		if err != nil {
			return err
		}
		jobs = append(jobs, job{roll, s.Roll, nil})
		entries[name] = s
	}
	err = each(ctx, len(jobs), func(ctx context.Context, i int) (err error) {
		*jobs[i].to, err = putFile(ctx, p.m.store, jobs[i].path, p.known, jobs[i].tally)
		return err
	})
	for _, j := range jobs {
		if j.to.Key != "" && err == nil {
			p.made = append(p.made, *j.to)
		}
	}
	return err
}

// besides puts what is beside the segments.
func (p *pushing) besides(ctx context.Context, c *commit, contents *store.Contents, decided []byte) (err error) {
	s := p.m.store
	for _, name := range contents.Small {
		b, err := putFile(ctx, s, filepath.Join(p.Dir, filepath.FromSlash(name)), p.known, nil)
		if err != nil {
			return err
		}
		c.Files = append(c.Files, namedBlob{name, b})
	}
	if c.Decided, err = putBytes(ctx, s, decided, p.known); err != nil {
		return err
	}
	if c.Found, err = p.chunked(ctx, duplicate.FileName); err != nil {
		return err
	}
	lines, err := user.Open(p.Dir).Text()
	if err != nil {
		return err
	}
	if p.base != nil { // others may have added something that is not here
		theirs, err := fetchChunks(ctx, s, p.base.User)
		if err != nil {
			return err
		}
		if lines, err = user.Union(theirs, lines); err != nil {
			return err
		}
	}
	if c.User, err = putBytes(ctx, s, lines, p.known); err != nil {
		return err
	}
	if c.Ledgers, err = p.putLedger(ctx); err != nil || p.base != nil {
		return err
	}
	others, err := p.putOthers(ctx)
	c.Ledgers = append(c.Ledgers, others...)
	return err
}

// chunked puts a file of the folder, which need not be there.
func (p *pushing) chunked(ctx context.Context, name string) (_ []blob, err error) {
	file, err := os.Open(filepath.Join(p.Dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return putChunks(ctx, p.m.store, file, info.Size(), p.known)
}

func putBytes(ctx context.Context, s objects.Store, text []byte, known map[string]blob) ([]blob, error) {
	return putChunks(ctx, s, bytes.NewReader(text), int64(len(text)), known)
}

// sameBlobs reports whether two commits name the same.
func sameBlobs(a, b *commit) bool {
	x, y := *a, *b
	for _, c := range []*commit{&x, &y} {
		c.Format, c.Number, c.Time, c.Chance = 0, 0, time.Time{}, ""
	}
	one, errOne := marshal(&x)
	other, errOther := marshal(&y)
	return errOne == nil && errOther == nil && bytes.Equal(one, other)
}
