package cluster

import (
	"context"
	"errors"

	"kifudb/search"
)

// A State is an archive as of one commit, as far as it matters who has what.
type State struct {
	Archive    string // its identity
	Generation uint64 // counts its changes
	Clusters   string // the digest of which records are of one game
	Segments   []Segment

	whole any // what the archive knows besides
}

// moment is what questions about the state say that they are about.
func (s *State) moment() search.Moment {
	return search.Moment{Archive: s.Archive, Generation: s.Generation, Clusters: s.Clusters}
}

// A Segment is a part of an archive. No two ever have the same name.
type Segment struct {
	Name  string
	Games int // that count
}

// An Archive is what nodes answer about. It is safe for concurrent use.
type Archive interface {
	// State returns the newest state.
	State(ctx context.Context) (*State, error)
	// Part makes some segments of a state ready to be asked, which may mean to fetch
	// them. The caller closes it. Errors wrap [ErrPast] if there is no such state any
	// more.
	Part(ctx context.Context, s *State, names []string) (Part, error)
	// Cache describes the cache of fetched files.
	Cache() Cache
}

// A Part is some segments of an archive that are ready to be asked.
type Part interface {
	// Searcher answers about some of the segments. It must not be used when the part
	// was closed.
	Searcher(names []string) (search.Searcher, error)
	Close() error
}

// ErrPast is wrapped by errors about a state that was replaced, and whose segments may
// be gone.
var ErrPast = errors.New("the archive has moved on from this state")

// A DamagedError says which of several segments cannot be read, so that the others can
// be asked without them.
type DamagedError struct {
	Segments []string
	Err      error
}

func (e *DamagedError) Error() string { return e.Err.Error() }
func (e *DamagedError) Unwrap() error { return e.Err }
