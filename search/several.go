package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// Several are searchers for different segments of an archive, which answer
// together.
type Several struct {
	Searchers []Searcher
	// Lenient does without the searchers that fail. What is missing then is said
	// in the Cover of the answer.
	Lenient bool
}

// Search asks all searchers at once, see [Searcher]. The first error ends it,
// unless it is to be lenient.
func (s *Several) Search(ctx context.Context, batch []*Question, watch func([]*Partial)) ([]*Partial, error) {
	asker := ctx
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var mu sync.Mutex // guards latest, and watch is called under it
	latest := make([][]*Partial, len(s.Searchers))
	errs := make([]error, len(s.Searchers))
	var running sync.WaitGroup
	for i, searcher := range s.Searchers {
		var each func([]*Partial)
		if watch != nil {
			each = func(sofar []*Partial) {
				mu.Lock()
				defer mu.Unlock()
				latest[i] = copies(batch, sofar)
				watch(merged(batch, latest))
			}
		}
		running.Go(func() {
			answer, err := searcher.Search(ctx, batch, each)
			mu.Lock()
			defer mu.Unlock()
			latest[i], errs[i] = answer, err
			if err != nil && !s.Lenient {
				cancel()
			}
		})
	}
	running.Wait()
	if err := asker.Err(); err != nil {
		return nil, err
	}
	answers := merged(batch, latest)
	for i, err := range errs {
		switch {
		case err == nil:
		case !s.Lenient:
			return nil, firstCause(errs)
		default:
			for _, p := range answers {
				p.Cover.Missing = append(p.Cover.Missing, fmt.Sprintf("part %d of %d: %v", i+1, len(s.Searchers), err))
			}
		}
	}
	return answers, nil
}

// merged puts answers together. Those that are nil are not there yet.
func merged(batch []*Question, answers [][]*Partial) []*Partial {
	all := make([]*Partial, len(batch))
	for i, q := range batch {
		all[i] = q.Empty()
		for _, part := range answers {
			if part != nil {
				all[i].Merge(part[i])
			}
		}
	}
	return all
}

// copies returns answers that do not change any more.
func copies(batch []*Question, answers []*Partial) []*Partial {
	return merged(batch, [][]*Partial{answers})
}

// firstCause returns the error that is not only because another searcher failed.
func firstCause(errs []error) error {
	var first error
	for _, err := range errs {
		if err != nil && (first == nil || errors.Is(first, context.Canceled)) {
			first = err
		}
	}
	return first
}
