package archive

import (
	"context"
	"errors"
	"fmt"

	"kifudb/archive/mirror"
	"kifudb/book/alias"
	"kifudb/book/user"
	"kifudb/game"
	"kifudb/indexer/ledger"
	"kifudb/internal/durable"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

var (
	// ErrNoArchive is returned where a folder holds no archive.
	ErrNoArchive = errors.New("there is no archive")
	// ErrOlder is returned for an archive from before the first release.
	ErrOlder = store.ErrOlder
	// ErrNoGame is returned for the number of a game that is not there.
	ErrNoGame = errors.New("no such game")
	// ErrNoPlace is returned for a place behind the end of a game.
	ErrNoPlace = errors.New("no such place in the game")
	// ErrNoProblem is returned for a game without the diagram of a problem.
	ErrNoProblem = errors.New("there is no diagram of a problem")
	// ErrNoSource is returned for a path from which no game in the archive came.
	ErrNoSource = errors.New("no game in the archive came from")
	// ErrNoImport is returned for the number of an import that never was.
	ErrNoImport = errors.New("no such import")
	// ErrChanged is returned by a change that was chosen in a view that does not
	// show the archive any more.
	ErrChanged = errors.New("another program has changed the archive meanwhile; try again")
	// ErrNoAlias is returned for a spelling that is in no group of aliases.
	ErrNoAlias = alias.ErrUnknown
	// ErrNoName is returned for a name that no game has.
	ErrNoName = errors.New("no game has this name")
	// ErrNoAliasChange is returned where no change of aliases can be taken back.
	ErrNoAliasChange = errors.New("there is no change to aliases left to undo")
	// ErrAliasConflict is returned for spellings that are in two groups already.
	ErrAliasConflict = alias.ErrConflict
	// ErrExists is returned for a file that is to be written and is there already.
	ErrExists = durable.ErrExists
	// ErrNotEmpty is returned where an archive is to be made in a folder that holds
	// something.
	ErrNotEmpty = store.ErrNotEmpty
	// ErrIncomplete is returned with a backup that is whole but for what is damaged
	// or missing in the archive.
	ErrIncomplete = store.ErrIncomplete
	// ErrNoTag is returned for a name that no tag has.
	ErrNoTag = user.ErrNoTag
	// ErrTagExists is returned for a new name of a tag that another one has.
	ErrTagExists = user.ErrTagExists
	// ErrNothingToUndo is returned where no change is left that can be taken back.
	ErrNothingToUndo = user.ErrNothingToUndo
	// ErrNoNote is returned where there is no note.
	ErrNoNote = user.ErrNoNote
	// ErrNoSearch is returned for a name that no saved search has.
	ErrNoSearch = user.ErrNoSearch
	// ErrSearchExists is returned for a name under which another search is saved.
	ErrSearchExists = user.ErrSearchExists
	// ErrNoForm is wrapped by the errors of trees that a format cannot hold.
	ErrNoForm = errors.New("the tree cannot be written")
	// ErrRequest is wrapped by the errors of requests that mean nothing, as do
	// those of a query.
	ErrRequest = errors.New("the request cannot be understood")
)

// A Kind sorts errors by what a front end does about them: an exit status, a
// status of HTTP, a word of advice.
type Kind string

// The kinds of errors.
const (
	KindFailed      Kind = "failed"            // anything else
	KindUsage       Kind = "usage"             // the request or its query cannot be understood
	KindNotFound    Kind = "not_found"         // no such archive, game, tag, note, saved search
	KindCorrupt     Kind = "corrupt"           // something on the disk is damaged
	KindUserData    Kind = "user_data_corrupt" // what the user added is damaged
	KindOutdated    Kind = "outdated"          // an older version of the program wrote the archive
	KindTooNew      Kind = "too_new"           // the archive is of a newer format than this program knows
	KindBusy        Kind = "busy"              // another program is changing the archive
	KindUnindexed   Kind = "unindexed"         // comments are asked for that an import has not indexed yet
	KindInterrupted Kind = "interrupted"       // the caller stopped it
)

// kinds is the one table from errors to kinds. The first that fits counts.
var kinds = []struct {
	err  error
	kind Kind
}{
	{context.Canceled, KindInterrupted},
	{context.DeadlineExceeded, KindInterrupted},
	{ErrRequest, KindUsage},
	{query.ErrNoBoard, KindUsage},
	{ErrNoBoard, KindUsage},
	{game.ErrNoRules, KindUsage},
	{search.ErrCursor, KindUsage},
	{search.ErrFile, KindUsage},
	{ErrNoArchive, KindNotFound},
	{ErrNoGame, KindNotFound},
	{ErrNoPlace, KindNotFound},
	{query.ErrNoPlace, KindNotFound},
	{query.ErrTerm, KindUsage},
	{ErrNoProblem, KindNotFound},
	{ErrNoSource, KindNotFound},
	{ErrNoImport, KindNotFound},
	{ErrNoAlias, KindNotFound},
	{ErrNoAliasChange, KindNotFound},
	{ErrNoName, KindNotFound},
	{user.ErrNoNote, KindNotFound},
	{user.ErrNoSearch, KindNotFound},
	{store.ErrOlder, KindOutdated},
	{match.ErrUnderived, KindOutdated},
	{match.ErrUnnamed, KindOutdated},
	{match.ErrUnvalued, KindOutdated},
	{match.ErrNoProperties, KindOutdated},
	{match.ErrUntimed, KindOutdated},
	{match.ErrUngraded, KindOutdated},
	{store.ErrNewer, KindTooNew},
	{ErrChanged, KindBusy},
	{store.ErrStale, KindBusy},
	{search.ErrStale, KindBusy},
	{store.ErrLocked, KindBusy},
	{mirror.ErrContended, KindBusy},
	{user.ErrLocked, KindBusy},
	{ledger.ErrBusy, KindBusy},
	{store.ErrNotIndexed, KindUnindexed},
	{store.ErrCorrupt, KindCorrupt},
	{user.ErrCorrupt, KindUserData},
	{ledger.ErrCorrupt, KindCorrupt},
}

// IsStale reports whether an error says that a writer in another process has taken
// away what a view had not opened yet, that a searcher shows the archive as it is
// at another moment, or that a change was chosen in a view of before: also one that the
// writer who makes it had to complete for one that was killed. Another view sees what is
// there now; [Archive.Ask] does that.
func IsStale(err error) bool {
	return errors.Is(err, store.ErrStale) || errors.Is(err, search.ErrStale) || errors.Is(err, ErrChanged)
}

// KindOf returns the kind of an error, "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if _, ok := errors.AsType[*query.Error](err); ok {
		return KindUsage
	}
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			return k.kind
		}
	}
	return KindFailed
}

// Absence says why there is no game of a number.
type Absence uint8

// The reasons why there is no game of a number.
const (
	NeverThere Absence = iota
	NotRemoved         // it cannot be brought back
	Removed            // it can be brought back
	Deleted            // for good
)

type noGame struct {
	id  GameID
	why Absence
}

func (e noGame) Error() string {
	return fmt.Sprintf([...]string{
		NeverThere: "there is no game %d in the archive",
		NotRemoved: "game %d is not removed",
		Removed:    "game %d is removed",
		Deleted:    "game %d was removed and deleted for good",
	}[e.why], e.id)
}

func (e noGame) Unwrap() error { return ErrNoGame }

// WhyAbsent returns the game that an error says is not there, and why.
func WhyAbsent(err error) (id GameID, why Absence, ok bool) {
	e, ok := errors.AsType[noGame](err)
	return e.id, e.why, ok
}

// noImport says that there is no import of a number; 0 is the last.
type noImport int

func (n noImport) Error() string {
	if n == 0 {
		return "nothing was imported yet"
	}
	return fmt.Sprintf("there is no import %d", int(n))
}

func (n noImport) Unwrap() error { return ErrNoImport }

// A RequestError says which part of a request cannot be understood.
type RequestError struct {
	Part string // such as sort or cursor, "" for the whole
	Err  error
}

func (e *RequestError) Error() string   { return e.Err.Error() }
func (e *RequestError) Unwrap() []error { return []error{e.Err, ErrRequest} }

func badRequest(part, format string, args ...any) error {
	return &RequestError{part, fmt.Errorf(format, args...)}
}
