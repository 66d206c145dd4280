package mirror

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/gofrs/flock"

	"kifudb/archive/objects"
	"kifudb/book/user"
	"kifudb/store"
)

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

// TakeUser adds what users have put into the commit that the folder shows to the log there, of
// which something may be lost.
func (m *Mirror) TakeUser(ctx context.Context) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	lock, err := m.lock(ctx, "lock")
	if err != nil {
		return err
	}
	defer lock.Unlock()
	return takeUser(ctx, m.store, m.commit, m.folder())
}

// takeUser adds what users have put into a commit to the log in a folder.
func takeUser(ctx context.Context, s objects.Store, c *commit, dir string) error {
	text, err := fetchChunks(ctx, s, c.User)
	if err != nil {
		return err
	}
	return takeText(text, dir)
}

// takeText adds the lines of a user's log to the one in a folder.
func takeText(text []byte, dir string) error {
	if len(text) == 0 {
		return nil
	}
	_, err := user.Open(dir).Take(text)
	return err
}

// shown returns the commit that the folder shows.
func (m *Mirror) shown() *commit {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.commit
}
