package ask

import (
	"context"
	"fmt"

	"kifudb/archive"
)

// Views are one or several archives, each as it was at one moment, that are asked together. A
// question is a method of Views.
type Views struct{ *archive.Views }

// Of returns archives to be asked. Those of one view are its Views.
func Of(vs *archive.Views) *Views { return &Views{vs} }

// A question is a search that was made ready for each of the archives.
type question struct {
	*archive.Question
	views *Views
}

// question makes a search ready, with some of its parts.
func (vs *Views) question(ctx context.Context, s *archive.Search, parts ...string) (*question, error) {
	q, err := vs.Views.Question(ctx, s, parts...)
	if q == nil {
		return nil, err
	}
	return &question{q, vs}, err
}

// badRequest returns the error of a request of which a part cannot be understood.
func badRequest(part, format string, args ...any) error {
	return &archive.RequestError{Part: part, Err: fmt.Errorf(format, args...)}
}
