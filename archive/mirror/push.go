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

	"kifudb/archive/objects"
	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/store"
)

// maxLost is how often a change is made again because others have committed.
const maxLost = 32

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
		// The base may have been read long ago. If many commits followed and the next ones were
		// removed, their numbers are free again.
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
		return nil, fmt.Errorf("the upload of the change took longer than %v, so the store may have removed parts of it; try again", m.options.Grace/2)
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

// remember keeps the contents that were put for a lost commit, because the next one names
// nearly the same: for segments that are taken over only the headers differ. They count for
// no longer than a quarter of the grace time, and the next commit comes no later than half
// of it after that, so no collection takes them for unused.
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

// reuse adds the contents that are known to be in the store: those found there, and those
// put there for lost commits.
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
		p.m.tally.more(0, total)
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
