package search

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
	data, err := query.WriteJSON(batch)
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
		if err := query.ReadJSON(data, &r); err != nil || r.Stale == nil {
			return nil, fmt.Errorf("an answer from elsewhere is neither answers nor a refusal: %w", err)
		}
		return nil, r.Stale
	}
	r := partialsReader{batch: batch}
	if err := query.ReadJSON(data, &r); err != nil {
		return nil, fmt.Errorf("an answer from elsewhere: %w", err)
	}
	return r.list, nil
}

// partialsReader reads the answers to a batch of questions.
type partialsReader struct {
	batch []*Question
	list  []*Partial
}

// UnmarshalJSONFrom reads the answers in the order of the questions.
func (r *partialsReader) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for _, q := range r.batch {
		if d.PeekKind() == jsontext.KindEndArray {
			return fmt.Errorf("%d answers to %d questions", len(r.list), len(r.batch))
		}
		one := partialReader{question: q}
		if err := json.UnmarshalDecode(d, &one); err != nil {
			return err
		}
		r.list = append(r.list, one.partial)
	}
	if d.PeekKind() != jsontext.KindEndArray {
		return fmt.Errorf("more than %d answers to as many questions", len(r.batch))
	}
	_, err := d.ReadToken()
	return err
}

// Serve answers the batch of a [Remote] by a searcher. That the questions are about
// another state of the archive is an answer, too, so that it is told as it is.
func Serve(ctx context.Context, s Searcher, batch []byte, watch func(sofar []byte)) ([]byte, error) {
	var questions []*Question
	if err := query.ReadJSON(batch, &questions); err != nil {
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
			if data, err := query.WriteJSON(sofar); err == nil {
				watch(data)
			}
		}
	}
	answers, err := s.Search(ctx, questions, each)
	if stale, ok := errors.AsType[*StaleError](err); ok {
		return query.WriteJSON(refusal{stale})
	}
	if err != nil {
		return nil, err
	}
	return query.WriteJSON(answers)
}
