package search

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"kifudb/query"
)

// A Remote is a Searcher elsewhere. Batches and answers reach it and come back
// as JSON: a list of questions, and a list of partial answers in their order.
type Remote struct {
	// Call asks the other side, where [Serve] answers. If watch is not nil, it is
	// called with answers so far.
	Call func(ctx context.Context, batch []byte, watch func(sofar []byte)) ([]byte, error)
}

// Search asks the other side, see [Searcher]. Answers so far that cannot be read
// are passed over; the last one counts.
func (r *Remote) Search(ctx context.Context, batch []*Question, watch func([]*Partial)) ([]*Partial, error) {
	data, err := json.Marshal(batch)
	if err != nil {
		return nil, err
	}
	var each func([]byte)
	if watch != nil {
		each = func(sofar []byte) {
			if answers, err := ReadPartials(batch, sofar); err == nil {
				watch(answers)
			}
		}
	}
	answer, err := r.Call(ctx, data, each)
	if err != nil {
		return nil, err
	}
	return ReadPartials(batch, answer)
}

// refusal is the answer of a searcher of another state.
type refusal struct {
	Stale *StaleError `json:"stale"`
}

// ReadPartials reads what [Serve] answers to a batch, and trusts none of it.
func ReadPartials(batch []*Question, data []byte) ([]*Partial, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		var r refusal
		if err := query.DecodeStrictly(data, &r); err != nil || r.Stale == nil {
			return nil, fmt.Errorf("an answer from elsewhere is neither answers nor a refusal: %w", err)
		}
		return nil, r.Stale
	}
	var list []json.RawMessage
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("an answer from elsewhere: %w", err)
	}
	if len(list) != len(batch) {
		return nil, fmt.Errorf("%d answers to %d questions", len(list), len(batch))
	}
	answers := make([]*Partial, len(batch))
	for i, q := range batch {
		var err error
		if answers[i], err = q.ReadPartial(list[i]); err != nil {
			return nil, fmt.Errorf("an answer from elsewhere: %w", err)
		}
	}
	return answers, nil
}

// Serve answers the batch of a [Remote] by a searcher. That the questions are about
// another state of the archive is an answer, too, so that it is told as it is.
func Serve(ctx context.Context, s Searcher, batch []byte, watch func(sofar []byte)) ([]byte, error) {
	var questions []*Question
	if err := json.Unmarshal(batch, &questions); err != nil {
		return nil, fmt.Errorf("a question from elsewhere: %w", err)
	}
	for i, q := range questions {
		if q == nil {
			return nil, fmt.Errorf("question %d from elsewhere is null", i+1)
		}
	}
	var each func([]*Partial)
	if watch != nil {
		each = func(sofar []*Partial) {
			if data, err := json.Marshal(sofar); err == nil {
				watch(data)
			}
		}
	}
	answers, err := s.Search(ctx, questions, each)
	if stale, ok := errors.AsType[*StaleError](err); ok {
		return json.Marshal(refusal{stale})
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(answers)
}
