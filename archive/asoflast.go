package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/internal/wall"
)

// ErrAway is wrapped where an object store cannot be reached, and nodes might know the archive as it was last.
var ErrAway = errors.New("the store cannot be reached")

// ErrNodesMayKnow is an ErrAway where nodes were not asked what they have; see [Options.AsOfLast].
var ErrNodesMayKnow = fmt.Errorf("%w, but nodes may have the archive as it was last", ErrAway)

// A Keeper is an [Engine] that can say what those who answer have of an archive in an object store.
type Keeper interface {
	// Kept returns a store that reads from those who answer. It has the newest commit that all of them have, or,
	// if there is none, the newest that most of them have.
	Kept(ctx context.Context, archive string) (objects.Store, error)
}

// reachTime is the usual [Options.Reach].
const reachTime = 3 * time.Second

// againTime is after what time a store that was away is tried again.
const againTime = 5 * time.Second

// isAway reports whether an error means that the store cannot be reached. One that refuses is there.
func isAway(err error) bool {
	return errors.Is(err, objects.ErrTemporary) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrAway)
}

// A lastKnown answers from what nodes have while the store of an archive is away.
type lastKnown struct {
	store    *standIn
	keeper   Keeper
	location string
	options  Options // with which another archive is opened aside
	reach    time.Duration

	mu     sync.Mutex // protects what follows
	away   bool
	tried  time.Time // when the store was tried last
	trying bool
	taken  time.Time // when the nodes were asked last what they have
	aside  *Archive  // of an older commit than the archive's own; nil for none
}

// wrapAway tells who could know that nodes may have the archive.
func (o *Options) wrapAway(err error) error {
	if _, ok := o.Engine.(Keeper); ok && errors.Is(err, objects.ErrTemporary) {
		return fmt.Errorf("%w: %w", ErrNodesMayKnow, err)
	}
	return err
}

// openLast opens an archive in a store of which [Options] say that it may be shown as it was last.
func openLast(s objects.Store, location string, o *Options, options mirror.Options) (*mirror.Mirror, *lastKnown, error) {
	keeper, ok := o.Engine.(Keeper)
	if !ok {
		return nil, nil, badRequest("as-of-last", "only nodes can say what the archive was last")
	}
	l := &lastKnown{store: &standIn{Store: s}, keeper: keeper, location: location, options: *o, reach: cmp.Or(o.Reach, reachTime)}
	ctx := context.Background()
	err := l.reached(ctx)
	if err == nil || errors.Is(err, objects.ErrNotExist) {
		var m *mirror.Mirror
		if m, err = mirror.Open(ctx, l.store, location, options); !isAway(err) {
			return m, l, err
		}
	}
	if !isAway(err) {
		return nil, nil, err
	}
	id, commit := mirror.Shown(location, options)
	if id == "" {
		return nil, nil, fmt.Errorf("%w, and the nodes cannot be asked, as the cache of this machine has never held the archive", err)
	}
	held, number, err := l.held(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	options.Aside, options.Create = commit > number, false
	l.leave(held)
	m, err := mirror.Open(ctx, l.store, location, options)
	return m, l, err
}

// reached is an error unless the store can be reached.
func (l *lastKnown) reached(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, l.reach)
	defer cancel()
	_, err := mirror.Newest(ctx, l.store.Store)
	if errors.Is(err, context.DeadlineExceeded) { // which is no interruption
		err = fmt.Errorf("%w within %v", ErrAway, l.reach)
	}
	return err
}

// held returns a store with what nodes have, and the number of its commit.
func (l *lastKnown) held(ctx context.Context, id string) (objects.Store, uint64, error) {
	held, err := l.keeper.Kept(ctx, id)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrAway, err)
	}
	number, err := mirror.Newest(ctx, held)
	if err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrAway, err)
	}
	return held, number, nil
}

// leave reads from elsewhere from now on. l.mu is held, or nobody else knows l.
func (l *lastKnown) leave(held objects.Store) {
	l.store.instead.Store(&held)
	if !l.away {
		l.away, l.tried = true, time.Now()
	}
	l.taken = time.Now()
}

// refresh returns the archive, or the one aside, after it was made to show what can be shown, and what is to be said of
// that: "" if it is the newest commit.
func (l *lastKnown) refresh(a *Archive) (shown *Archive, asOf string, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx := context.Background()
	if !l.away {
		if a.mirror.Known(fresh) {
			return a, "", nil
		}
		err := l.reached(ctx)
		if err == nil {
			err = a.mirror.Refresh(ctx, fresh)
		}
		if !isAway(err) {
			return a, "", err
		}
	}
	if l.away && !l.trying && time.Since(l.tried) >= againTime {
		l.trying = true
		go l.retry()
	}
	if !l.away || time.Since(l.taken) >= fresh {
		if err := l.take(ctx, a); err != nil {
			return nil, "", err
		}
	}
	shown = cmp.Or(l.aside, a)
	return shown, asOfText(shown.mirror), nil
}

// take takes what nodes have.
func (l *lastKnown) take(ctx context.Context, a *Archive) error {
	held, number, err := l.held(ctx, a.mirror.Archive())
	if err != nil {
		return err
	}
	l.leave(held)
	if number >= a.mirror.Commit() {
		l.close()
		return a.mirror.Refresh(ctx, 0)
	}
	if l.aside == nil || l.aside.mirror.Commit() != number {
		l.close()
		l.aside, err = l.openAside(ctx, held)
	}
	return err
}

// openAside opens the archive as it is elsewhere, where this machine has a newer one.
func (l *lastKnown) openAside(ctx context.Context, held objects.Store) (*Archive, error) {
	_, options, err := l.options.mirrorOptions(l.location)
	if err != nil {
		return nil, err
	}
	options.Aside, options.Create = true, false
	store := &standIn{Store: l.store.Store}
	store.instead.Store(&held)
	m, err := mirror.Open(ctx, store, l.location, options)
	if err != nil {
		return nil, err
	}
	return newStoreArchive(m, l.location, &l.options)
}

// close closes what is aside, of which views may still be open: they have their files.
func (l *lastKnown) close() {
	if l.aside != nil {
		_ = l.aside.Close()
		l.aside = nil
	}
}

// retry tries the store again, and reads from it if it is there.
func (l *lastKnown) retry() {
	err := l.reached(context.Background())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.trying, l.tried = false, time.Now()
	if err == nil {
		l.away = false
		l.store.instead.Store(nil)
		l.close()
	}
}

// AsOf says which commit is shown if the store of the archive cannot be reached; otherwise it returns "".
func (a *Archive) AsOf() string {
	if a.last == nil {
		return ""
	}
	a.last.mu.Lock()
	defer a.last.mu.Unlock()
	if !a.last.away {
		return ""
	}
	return asOfText(cmp.Or(a.last.aside, a).mirror)
}

// asOfText says which commit of an archive is shown, which may not be the newest.
func asOfText(m *mirror.Mirror) string {
	made, now := m.Committed().Local(), wall.Now().Local()
	at := made.Format("15:04")
	if made.Format(time.DateOnly) != now.Format(time.DateOnly) {
		at = made.Format("2006-01-02 15:04")
	}
	return fmt.Sprintf("as of commit %d, %s; the store cannot be reached", m.Commit(), at)
}

// chosenAsOf is the error of games that are chosen while the store is away: what is done with them would be done with
// games of before.
type chosenAsOf struct{ asOf string }

func (e *chosenAsOf) Error() string {
	return "no games are chosen from an archive that may have changed meanwhile: " + e.asOf
}

func (e *chosenAsOf) Unwrap() error { return ErrAway }
