package mirror

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"kifudb/archive/objects"
	"kifudb/book/user"
	"kifudb/indexer/ledger"
	"kifudb/internal/durable"
	"kifudb/store"
)

// ErrOther is returned by Upload for a store that holds another archive, or another state of
// the same.
var ErrOther = errors.New("the store holds an archive already")

// Upload puts the archive of a folder, which nobody may change meanwhile, and the uploads that it
// keeps into a store that holds none. If it is stopped, the next one goes on: contents that are there
// already are not put again, unless they were put long ago. It reports whether the store held the
// same archive already.
func Upload(ctx context.Context, s objects.Store, location string, from Work, kept []Kept, o Options) (same bool, err error) {
	dir := from.Dir
	m := newMirror(s, location, o)
	contents, err := store.ReadContents(dir)
	if err != nil {
		return false, err
	}
	switch c, err := newest(ctx, s, nil); {
	case err == nil && c.Archive == contents.Archive && c.Generation == contents.Generation && c.Next == contents.Next:
		if same, err = sameLog(ctx, s, c, dir); err == nil && !same {
			err = ErrOther
		}
		if err == nil { // some may have been uploaded since, and had nothing new
			err = m.Keep(ctx, kept)
		}
		return same, err
	case err == nil:
		return false, ErrOther
	case !errors.Is(err, errEmpty):
		return false, err
	}
	if err := m.probe(ctx); err != nil {
		return false, err
	}
	if err := m.name(ctx, contents.Archive); err != nil {
		return false, err
	}
	if err := m.findYoung(ctx); err != nil {
		return false, err
	}
	if err := m.Keep(ctx, kept); err != nil { // before the commit: with it, the copy is whole
		return false, err
	}
	_, err = m.push(ctx, from, nil)
	if errors.Is(err, errLost) {
		return false, ErrOther
	}
	return false, err
}

// sameLog reports whether users have added the same to a commit and to the archive of a folder.
func sameLog(ctx context.Context, s objects.Store, c *commit, dir string) (bool, error) {
	theirs, err := fetchChunks(ctx, s, c.User)
	if err != nil {
		return false, err
	}
	mine, err := user.Open(dir).Text()
	if err != nil {
		return false, err
	}
	both, err := user.Union(theirs, mine)
	return len(both) == len(theirs) && len(both) == len(mine), err
}

// name begins the folder of an archive, so that the ledger that is put there is that of this
// machine.
func (m *Mirror) name(ctx context.Context, archive string) error {
	if err := os.MkdirAll(m.root, durable.PrivateDir); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	lock, err := m.lock(ctx, "lock")
	if err != nil {
		return err
	}
	defer lock.Unlock()
	if err := m.readAbout(&commit{Archive: archive}); err != nil {
		return err
	}
	return m.writeAbout()
}

// findYoung looks for contents that were put so recently that they will be there until they
// are committed, even if nothing names them.
func (m *Mirror) findYoung(ctx context.Context) error {
	now, err := m.clock(ctx)
	if err != nil {
		return err
	}
	m.young = map[string]blob{}
	for info, err := range m.store.List(ctx, dataPrefix) {
		if err != nil {
			return err
		}
		b := blob{Key: filepath.Base(info.Key), Size: info.Size}
		if b.valid() && b.object() == info.Key && now.Sub(info.Modified) < m.options.Grace/2 {
			m.young[b.digest()] = b
		}
	}
	return nil
}

// Download makes a folder of the archive in a store and the uploads that it keeps. If it is stopped, the next one goes on;
// what is there until then is in a hidden folder beside it.
func Download(ctx context.Context, s objects.Store, location, dir string, o Options) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return fmt.Errorf("%s: %w (%s)", dir, store.ErrNotEmpty, entries[0].Name())
	}
	hidden := filepath.Join(filepath.Dir(dir), "."+strings.TrimPrefix(filepath.Base(dir), ".")+".kifudb-copy")
	o.Cache, o.Size, o.Sparse, o.Create = hidden, 0, false, false
	m, err := Open(ctx, s, location, o)
	if errors.Is(err, ErrNone) {
		return errors.Join(err, os.RemoveAll(hidden))
	}
	if err != nil {
		return err
	}
	if err := m.bringKept(ctx); err != nil {
		return err
	}
	if err := m.takeLedger(ctx); err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(m.Dir(), store.MirrorName)); err != nil {
		return err
	}
	if err := store.MendRemoved(m.Dir()); err != nil { // the store holds each once
		return err
	}
	if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if err := (durable.Files{}).Rename(m.Dir(), dir); err != nil {
		return err
	}
	return os.RemoveAll(hidden)
}

// takeLedger brings the ledgers of imports, of which that of this computer, or the only one that
// there is, becomes that of the folder.
func (m *Mirror) takeLedger(ctx context.Context) error {
	if err := m.Ledgers(ctx); err != nil {
		return err
	}
	c := m.shown()
	host, _ := os.Hostname()
	var chosen []ledgerRef
	for _, l := range c.Ledgers {
		if l.Host == host || len(c.Ledgers) == 1 {
			chosen = append(chosen, l)
		}
	}
	if len(chosen) == 1 { // otherwise files are compared with what others have imported
		if err := (durable.Files{}).Rename(m.ledgerFile(chosen[0].Machine), filepath.Join(m.Dir(), ledger.Name)); err != nil {
			return err
		}
	}
	others := filepath.Join(m.Dir(), ledger.OthersName)
	if entries, err := os.ReadDir(others); err != nil || len(entries) > 0 {
		return err
	}
	if err := os.Remove(others); err != nil {
		return err
	}
	contents, err := store.ReadContents(m.Dir())
	if err != nil {
		return err
	}
	return ledger.Open(m.Dir()).Settle(contents.Ledger)
}
