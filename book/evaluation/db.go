package evaluation

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"kifudb/internal/durable"
	"kifudb/store"
)

// The names of the files in the directory of an archive.
const (
	FileName = "evaluations"
	LockName = "evaluations.lock" // locked by who writes the file, always empty
)

// patience is how long to wait for other programs.
const patience = 10 * time.Second

var (
	// ErrLocked is returned while other programs keep the file for longer than they need to.
	ErrLocked = errors.New("another program is writing it; try again in a moment")

	// ErrCorrupt is what errors about damaged files wrap.
	ErrCorrupt = errors.New("damaged")
)

// A DB is what engines thought of the games of an archive. It is safe for concurrent use, by any
// number of processes.
type DB struct {
	dir   string
	files durable.Files

	mu    sync.Mutex // protects what follows
	known *State
}

// Open returns the DB of the archive in a directory. The file need not be there.
func Open(dir string) *DB { return &DB{dir: dir} }

// Path returns the name of the file.
func (db *DB) Path() string { return filepath.Join(db.dir, FileName) }

// State returns what is in the file now.
func (db *DB) State() (*State, error) {
	db.mu.Lock()
	defer db.mu.Unlock()
	s, err := open(db.Path(), db.known)
	if err != nil {
		return nil, err
	}
	db.known = s
	return s, nil
}

// A Change adds to the file. It has the lock.
type Change struct {
	db     *DB
	state  *State
	buffer []byte
	number int // of the last source
}

// flushAt is how many bytes are gathered before they are written.
const flushAt = 4 << 20

// Change calls a function that adds to the file. What it has put before an error remains.
func (db *DB) Change(change func(*Change) error) (err error) {
	unlock, err := db.lock()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	s, err := db.State()
	if err != nil {
		return err
	}
	if s.file == nil {
		_, err := db.files.Write(db.Path(), false, func(io.Writer) error { return nil })
		if err != nil && !errors.Is(err, durable.ErrExists) {
			return err
		}
		if err := db.files.SyncDir(db.dir); err != nil {
			return err
		}
	} else if s.info.Size() > s.end { // what a crash has left
		if err := os.Truncate(db.Path(), s.end); err != nil {
			return err
		}
	}
	c := &Change{db: db, state: s}
	for _, source := range s.sources {
		c.number = max(c.number, source.Number)
	}
	return errors.Join(change(c), c.flush((durable.Files).Append))
}

// State returns what was in the file before the change.
func (c *Change) State() *State { return c.state }

// Source returns the number of a source, which is the newest from now on. If the file has it
// already, games that are put take the place of what it said of them.
func (c *Change) Source(s Source) (*Source, error) {
	s.Number = 0
	for _, known := range c.state.sources {
		if known.same(&s) {
			s.Number = known.Number
		}
	}
	if s.Number == 0 {
		c.number++
		s.Number = c.number
	}
	text, err := json.Marshal(&s)
	if err != nil {
		return nil, err
	}
	c.buffer = appendEntry(c.buffer, head{kind: kindSource, source: uint32(s.Number)}, text)
	return &s, nil
}

// Put adds what a source says of a game.
func (c *Change) Put(s *Source, g *Game) error {
	body := g.appendBody(nil)
	if len(body) > maxBody {
		return fmt.Errorf("the evaluations of a game take %d bytes, %d at most can be kept", len(body), maxBody)
	}
	c.buffer = appendEntry(c.buffer, head{kind: kindGame, version: g.Version, source: uint32(s.Number), digest: g.Digest}, body)
	if len(c.buffer) < flushAt {
		return nil
	}
	return c.flush((durable.Files).AppendLater)
}

func (c *Change) flush(to func(durable.Files, string, []byte) error) error {
	if len(c.buffer) == 0 {
		return nil
	}
	err := to(c.db.files, c.db.Path(), c.buffer)
	c.buffer = c.buffer[:0]
	return err
}

// Remove removes sources by number from the file, and everything that no longer counts. It calls show
// for each of their games that other sources have evaluated, too, and keeps what show makes of these. It
// returns how many games the removed sources had evaluated.
func (db *DB) Remove(numbers []int, show func(left *State, d store.Digest) (*Game, error)) (games int, err error) {
	unlock, err := db.lock()
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, unlock()) }()
	s, err := db.State()
	if err != nil || s.file == nil {
		return 0, err
	}
	left := &State{file: s.file, info: s.info, end: s.end, games: map[store.Digest]*entries{}}
	left.sources = slices.DeleteFunc(slices.Clone(s.sources), func(o *Source) bool { return slices.Contains(numbers, o.Number) })
	changed := map[store.Digest]bool{}
	for d, e := range s.games {
		kept := slices.DeleteFunc(slices.Clone(e.bySource), func(p place) bool { return slices.Contains(numbers, int(p.source)) })
		if len(kept) < len(e.bySource) {
			changed[d] = true
		}
		if len(kept) > 0 {
			left.games[d] = &entries{last: e.last, bySource: kept}
		}
	}
	_, err = db.files.Write(db.Path(), true, func(w io.Writer) error {
		buffered := bufio.NewWriterSize(w, 1<<20)
		return errors.Join(left.write(buffered, changed, show), buffered.Flush())
	})
	if err == nil {
		err = db.files.SyncDir(db.dir)
	}
	return len(changed), err
}

// write writes the file anew.
func (s *State) write(w io.Writer, changed map[store.Digest]bool, show func(*State, store.Digest) (*Game, error)) error {
	put := func(h head, body []byte) error {
		_, err := w.Write(appendEntry(nil, h, body))
		return err
	}
	for _, source := range s.sources {
		text, err := json.Marshal(source)
		if err != nil {
			return err
		}
		if err := put(head{kind: kindSource, source: uint32(source.Number)}, text); err != nil {
			return err
		}
	}
	order := make([]store.Digest, 0, len(s.games))
	for d := range s.games {
		order = append(order, d)
	}
	slices.SortFunc(order, func(a, b store.Digest) int { return cmp.Compare(s.games[a].last.at, s.games[b].last.at) })
	for _, d := range order {
		e := s.games[d]
		places := slices.Clone(e.bySource)
		slices.SortFunc(places, func(a, b place) int { return cmp.Compare(a.at, b.at) })
		for i := range places {
			body, err := s.body(&places[i])
			if err != nil {
				return err
			}
			if err := put(places[i].head, body); err != nil {
				return err
			}
		}
		if e.last.at == places[len(places)-1].at && !changed[d] {
			continue // it has the texts
		}
		var shown *Game
		var err error
		if changed[d] {
			shown, err = show(s, d)
		} else {
			shown, err = s.Shown(d)
		}
		if err != nil {
			return err
		}
		if shown == nil { // no game has the record any more
			shown = &Game{Digest: d, Nodes: 1} // of version 0, so that nobody takes the texts for its own
		}
		shown.At = nil
		if err := put(head{kind: kindShown, version: shown.Version, digest: d}, shown.appendBody(nil)); err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) lock() (unlock func() error, err error) {
	lock := flock.New(filepath.Join(db.dir, LockName))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ok, err := lock.TryLockContext(ctx, 10*time.Millisecond)
	if !ok || errors.Is(err, context.DeadlineExceeded) {
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			err = ErrLocked
		}
		return nil, fmt.Errorf("%s: %w", db.Path(), err)
	}
	return lock.Unlock, err
}

// Check yields what is wrong with the file: damage, and evaluations of nodes that games do not have.
func (db *DB) Check() (faults []error, err error) {
	s, err := db.State()
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		return nil, err
	}
	for _, d := range s.damage {
		faults = append(faults, errors.New(d))
	}
	known := map[int]*Source{}
	for _, source := range s.sources {
		known[source.Number] = source
	}
	for d, e := range s.games {
		for i := range e.bySource {
			source := known[int(e.bySource[i].source)]
			if source == nil {
				faults = append(faults, fmt.Errorf("%s: evaluations of record %s are of analysis %d, which the file does not name", db.Path(), d, e.bySource[i].source))
				continue
			}
			if _, err := s.Game(d, source); err != nil {
				faults = append(faults, err)
			}
		}
		if _, err := s.Shown(d); err != nil {
			faults = append(faults, err)
		}
	}
	slices.SortFunc(faults, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return slices.CompactFunc(faults, func(a, b error) bool { return a.Error() == b.Error() }), nil
}
