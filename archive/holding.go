package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kifudb/book/duplicate"
	"kifudb/search"
	"kifudb/store"
)

// A State is what an archive consists of as of one commit. It may travel.
type State struct {
	Archive    string         `json:"archive"`            // its identity
	Generation uint64         `json:"generation"`         // counts its commits
	Clusters   string         `json:"clusters,omitempty"` // digest of which records are of one game, as the user wants them
	Commit     uint64         `json:"commit,omitempty"`   // the number of the manifest in the object store; 0 for a folder
	Segments   []SegmentState `json:"segments"`           // by their games, without gaps
}

// A SegmentState is one of the immutable parts of which an archive consists.
type SegmentState struct {
	Name   string `json:"name"` // never used twice in an archive
	Base   GameID `json:"base"` // its first game
	Games  int    `json:"games"`
	Live   int    `json:"live"`   // games that were not removed
	Bytes  int64  `json:"bytes"`  // of all its files
	Digest string `json:"digest"` // of its contents, but for which games were removed
}

// moment returns the state as questions name it.
func (s *State) moment() search.Moment {
	return search.Moment{Archive: s.Archive, Generation: s.Generation, Clusters: s.Clusters}
}

// State returns what the archive consists of now.
func (a *Archive) State(ctx context.Context) (*State, error) {
	if a.mirror != nil {
		return a.storeState(ctx)
	}
	var state *State
	err := a.Ask(func(v *View) (err error) {
		state, err = v.state(ctx)
		return err
	})
	return state, err
}

// state returns what the archive of a view consists of.
func (v *View) state(ctx context.Context) (*State, error) {
	c, err := store.ReadContents(v.archive.Dir())
	if err != nil {
		return nil, err
	}
	if c.Generation != v.Generation() {
		return nil, fmt.Errorf("%s: %w", v.archive.Dir(), store.ErrStale)
	}
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, s := range c.Segments {
		names = append(names, s.Name)
	}
	files, err := store.SegmentFiles(v.archive.Dir(), names...)
	if err != nil {
		return nil, err
	}
	state := &State{Archive: c.Archive, Generation: c.Generation, Clusters: clusters.Digest(), Segments: []SegmentState{}}
	for _, s := range c.Segments {
		one := SegmentState{Name: s.Name, Base: s.Base, Games: s.Games, Live: s.Live, Digest: s.Digest}
		for _, file := range files[s.Name] {
			one.Bytes += file.Size
		}
		state.Segments = append(state.Segments, one)
	}
	return state, nil
}

// Follow calls tell with the state of the archive, and again whenever it is another one,
// for which it looks each time the given time has passed. It ends without an error when
// the context does, and with the error of tell. While the state cannot be read, tell gets
// the error instead.
func (a *Archive) Follow(ctx context.Context, every time.Duration, tell func(*State, error) error) error {
	var last search.Moment
	for first := true; ctx.Err() == nil; first = false {
		state, err := a.State(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil || first || state.moment() != last:
			if err == nil {
				last = state.moment()
			}
			if err := tell(state, err); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(every):
		}
	}
	return nil
}

// A Holding is some segments of an archive as of one state, opened. It is safe for concurrent
// use.
type Holding struct {
	state    *State
	snapshot *store.Snapshot
	clusters *duplicate.Clusters
	release  func() error // gives up the claim to files; may be nil
}

// Hold opens those segments of a state that have certain names. If the archive is of another
// state by now, the error wraps store.ErrStale.
func (a *Archive) Hold(ctx context.Context, state *State, segments []string) (*Holding, error) {
	if a.mirror != nil {
		return a.holdStore(ctx, state, segments)
	}
	v, err := a.View()
	if err != nil {
		return nil, err
	}
	defer v.Close()
	clusters, err := v.Clusters(ctx)
	if err != nil {
		return nil, err
	}
	return openHolding(a.db, state, segments, clusters)
}

func openHolding(db *store.DB, state *State, segments []string, clusters *duplicate.Clusters) (*Holding, error) {
	s, err := db.SnapshotOf(segments)
	if err != nil {
		return nil, err
	}
	h := &Holding{state: state, snapshot: s, clusters: clusters}
	if here := (search.Moment{Archive: s.ID(), Generation: s.Generation(), Clusters: clusters.Digest()}); here != state.moment() {
		return nil, errors.Join(fmt.Errorf("%w: %w", store.ErrStale, &search.StaleError{Asked: state.moment(), Here: here}), h.Close())
	}
	return h, nil
}

// State returns the state of which it holds a part.
func (h *Holding) State() *State { return h.state }

// Snapshot returns the opened segments as a snapshot of the archive, without the others.
func (h *Holding) Snapshot() *store.Snapshot { return h.snapshot }

// Searcher returns what answers questions about the games that are held. It knows which
// records of the whole archive are of one game.
func (h *Holding) Searcher() *search.Local {
	return search.NewLocalPart(h.snapshot, h.snapshot.Segments(), h.clusters)
}

// Record returns the record of a game; the error wraps [ErrNoGame] if it is not held.
func (h *Holding) Record(id GameID) (store.Record, error) {
	g, local, ok := h.snapshot.Segment(id)
	if !ok || !g.Live().ContainsInt(local) {
		return store.Record{}, fmt.Errorf("game %d: %w", id, ErrNoGame)
	}
	return g.Record(local)
}

// Close lets go of the segments. Where damage was met that may be in answers, it says so.
func (h *Holding) Close() error {
	err := errors.Join(h.snapshot.Err(), h.snapshot.Close())
	if h.release != nil {
		err = errors.Join(err, h.release())
	}
	return err
}
