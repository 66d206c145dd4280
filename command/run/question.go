package run

import (
	"context"

	"kifudb/archive"
	"kifudb/ask"
)

// A Question is what a command asks about many games.
type Question[A Answer] struct {
	Archives []string
	Search   *archive.Search
	Games    *Selection     // games that the command line names, to which the search is restricted; nil if it takes none
	Watch    *func(sofar A) // where the question takes who watches it
	SoFar    func(sofar A) string
	Ask      func(*ask.Views) (A, error)
}

// An Answer says what it leaves out.
type Answer interface{ LeftOut() []archive.Notice }

// Ask opens the archives and asks a question about them. Meanwhile a terminal shows how far it
// is, and then what the answer leaves out. Done closes the archives, unless there is an error.
func Ask[A Answer](ctx context.Context, s Streams, q Question[A]) (found A, done func(), err error) {
	vs, done, err := OpenViews(q.Archives, s)
	if err != nil {
		return found, nil, err
	}
	if q.Games != nil {
		err = q.Games.Restrict(vs, q.Search, s)
	}
	if err == nil {
		progress := NewProgress(ctx, s, "stopping")
		q.Search.Progress, *q.Watch = progress.Looked, Watched(progress, q.SoFar)
		found, err = q.Ask(ask.Of(vs))
		progress.Finish()
	}
	if err != nil {
		done()
		return found, nil, err
	}
	SayNotices(s, found.LeftOut())
	return found, done, nil
}
