package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"kifudb/archive/mirror"
	"kifudb/archive/objects"
	"kifudb/book/evaluation"
	"kifudb/book/user"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// GameID is the number of a game in an archive. It is given once and stays.
type GameID = store.GameID

// Options say how an archive is opened. The zero Options open one that is there.
type Options struct {
	// Create makes an archive where there is none.
	Create bool
	// Damaged also opens an archive of which the manifest is damaged or missing, to
	// repair it or to back it up.
	Damaged bool
	// ReadFile reads the files that questions name with @. Nil refuses them, as
	// programs must that answer the network.
	ReadFile func(name string) ([]byte, error)
	// Engine, if set, answers questions in place of this process.
	Engine Engine

	// Objects opens the object store at a location, see [InStore]. Nil knows only folders.
	Objects func(location string) (objects.Store, error)
	// Cache is where segments of an archive in an object store are kept.
	Cache Cache
	// Fetching, if set, is told of each segment that is fetched from an object store, when it
	// begins and when it is done, by several goroutines.
	Fetching func(Fetching)
	// Sparse fetches no segments of an archive in an object store but those that are held,
	// see [Archive.Hold].
	Sparse bool

	// AsOfLast shows an archive in an object store that cannot be reached as the nodes have it; answers
	// say as of which commit they are. The Engine must be a [Keeper].
	AsOfLast bool
	// Reach is how long the store may then take to say which commit is the newest, before it counts as
	// away; 0 for three seconds.
	Reach time.Duration

	bringer  store.Bringer     // of segments that are not in the folder
	maxGames int               // in a segment, for tests
	grace    time.Duration     // see mirror.Options; for tests
	patience *objects.Patience // likewise
}

// An Archive is a collection of game records in a folder, or in an object store, of which a
// folder in the cache shows the newest commit. It is safe for
// concurrent use.
type Archive struct {
	db       *store.DB
	user     *user.DB
	readFile func(name string) ([]byte, error)
	engine   Engine // nil: this process
	jobs     jobs

	mirror   *mirror.Mirror // nil: the archive is the folder
	last     *lastKnown     // nil: nothing is shown while the store is away
	location string         // of the store
	bringer  store.Bringer  // of segments that are not in the folder; may be nil
	maxGames int            // in a segment, for tests; 0: as usual
	held     held

	evaluations *evaluation.DB // nil in an object store
	besides     besideCache
	corrections correctionCache
	clusters    clusterCache
	strengths   StrengthCache
	origins     originsCache
}

// Open opens the archive in a folder, or at a location in an object store. Errors wrap [ErrNoArchive], or those of
// package store: [store.ErrOlder], [store.ErrNewer], [store.ErrCorrupt].
func Open(dir string, o *Options) (*Archive, error) {
	if o == nil {
		o = &Options{}
	}
	if InStore(dir) {
		return openStore(dir, o)
	}
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file; an archive is a folder", dir)
	}
	db, err := store.Open(dir, &store.Options{Create: o.Create, Damaged: o.Damaged, Bringer: o.bringer, MaxGames: o.maxGames})
	if errors.Is(err, store.ErrNotFound) {
		return nil, fmt.Errorf("%w in %s", ErrNoArchive, dir)
	}
	if err != nil {
		return nil, err
	}
	a := &Archive{db: db, user: user.Of(db), readFile: o.ReadFile, engine: o.Engine, bringer: o.bringer}
	a.evaluations = evaluation.Open(dir)
	return a, nil
}

// Location returns where the archive is, as it was named: its folder, or where in an object
// store.
func (a *Archive) Location() string { return cmp.Or(a.location, a.db.Dir()) }

// Dir returns the archive's folder, or the one that shows what is in the object store.
func (a *Archive) Dir() string { return a.db.Dir() }

// Strengths keeps what was fitted to the games of the archive.
func (a *Archive) Strengths() *StrengthCache { return &a.strengths }

// Close stops the jobs, waits for them, and closes what is kept open for the next
// view. Views are closed by themselves.
func (a *Archive) Close() error {
	a.jobs.stop()
	if a.last != nil {
		a.last.mu.Lock()
		a.last.close()
		a.last.mu.Unlock()
	}
	return a.db.Close()
}

// View returns the archive as it was last committed. Close it.
func (a *Archive) View() (*View, error) { return a.view((*store.DB).Snapshot) }

func (a *Archive) view(snapshot func(*store.DB) (*store.Snapshot, error)) (*View, error) {
	a, asOf, err := a.refresh()
	if err != nil {
		return nil, err
	}
	s, err := snapshot(a.db)
	if err != nil {
		return nil, err
	}
	v := &View{archive: a, snapshot: s, user: a.user.Now(), asOf: asOf}
	v.Views = &Views{list: []*View{v}}
	// What the user added is in nearly every answer: corrections, aliases, which records are of one game.
	if err := v.correct(); err != nil {
		if v.user, err = a.broughtBack(err); err == nil {
			err = v.correct()
		}
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
	}
	if err := v.lay(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return v, nil
}

// broughtBack brings what users added, of which something is lost here, from the object store.
func (a *Archive) broughtBack(lost error) (*user.DB, error) {
	if a.mirror == nil || !errors.Is(lost, user.ErrCorrupt) {
		return nil, lost
	}
	if err := a.mirror.TakeUser(context.Background()); err != nil {
		return nil, errors.Join(lost, err)
	}
	return a.user.Now(), nil
}

// maxTries bounds how often Ask takes a new view.
const maxTries = 8

// Ask calls a function with a view of the archive as it is now, and again with a
// newer one where a writer in another process has taken away what the first had
// not opened yet. So the function must give nothing away before it has its answer.
func (a *Archive) Ask(ask func(*View) error) error {
	for try := 1; ; try++ {
		v, err := a.View()
		if err != nil {
			return err
		}
		err = cmp.Or(ask(v), v.Close())
		if !IsStale(err) || try == maxTries {
			return err
		}
	}
}

// charsetNamed returns the encoding that a name means. Records in ASCII, which is
// the same in all encodings, are read as UTF-8 and not found by its name.
func charsetNamed(label string) (name string, ok bool) {
	if strings.Contains(strings.ToLower(label), "ascii") {
		return "", false
	}
	return charset.Lookup(label)
}
