package mirror

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"kifudb/archive/objects"
	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/indexer/ledger"
	"kifudb/internal/durable"
	"kifudb/store"
)

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

// close removes the workspace. The next one removes files that this one cannot.
func (w *workspace) close() {
	_ = os.RemoveAll(w.root)
	_ = w.lock.Unlock()
	_ = os.Remove(w.lock.Path())
}

// workspace makes a copy of the folder as of the commit that it shows; of nothing for nil.
func (m *Mirror) workspace(base *commit) (_ *workspace, err error) {
	folder := filepath.Join(m.root, "work")
	if err := os.MkdirAll(folder, durable.PrivateDir); err != nil {
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
	if err := os.MkdirAll(root, durable.PrivateDir); err != nil || base == nil {
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
		if err := os.MkdirAll(filepath.Join(w.dir, name), durable.PrivateDir); err != nil {
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
	for _, name := range slices.Concat(w.contents.Small, []string{ledger.Name, store.WitnessName, user.LogName, user.CopyName, duplicate.FileName}) {
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
