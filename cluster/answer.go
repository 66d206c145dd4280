package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"kifudb/internal/monitor"
	"kifudb/search"
)

// asked begins to answer a question. It does not wait.
func (n *Node) asked(m *nats.Msg) {
	if m.Reply == "" {
		return
	}
	t := n.hub.open(m.Reply)
	if n.ctx.Err() != nil || n.queued.Add(1) > int32((1+waiting)*n.o.Questions) {
		n.queued.Add(-1)
		n.refused.Add(1)
		n.refuse(t, &refusal{Reason: refusedBusy, Text: fmt.Sprintf("%d questions are waiting", waiting*n.o.Questions)})
		t.close()
		return
	}
	t.deliver(m)
	n.work.Go(func() {
		defer n.queued.Add(-1)
		defer t.close()
		ctx, err := n.answer(t)
		if err != nil && n.ctx.Err() == nil {
			n.o.Log.DebugContext(ctx, "a question was not answered", "error", err)
		}
	})
}

// refuse says why a question is not answered.
func (n *Node) refuse(t *talk, r *refusal) {
	data, err := json.Marshal(r)
	if err == nil {
		err = t.say(n.ctx, kindRefusal, data)
	}
	if err != nil {
		n.o.Log.Debug("a refusal was not heard", "error", err)
	}
}

// answer hears a question and answers it. It returns the context of the request for which the question is.
func (n *Node) answer(t *talk) (ctx context.Context, err error) {
	ctx = n.ctx
	said, err := t.hear(n.ctx)
	if err != nil {
		if other, ok := errors.AsType[*VersionError](err); ok {
			n.refuse(t, &refusal{Reason: refusedVersion, Text: other.Error()})
		}
		if large, ok := errors.AsType[*sizeError](err); ok {
			n.refuse(t, &refusal{Reason: refusedSize, Text: large.Error()})
		}
		return ctx, err
	}
	if said.kind != kindAsk {
		return ctx, fmt.Errorf("a talk began with %q", said.kind)
	}
	var q ask
	if err := readJSON(said.body, &q); err != nil {
		n.refuse(t, &refusal{Reason: refusedQuery, Text: err.Error()})
		return ctx, err
	}
	ctx = monitor.WithID(ctx, q.Request)
	if q.Within <= 0 {
		return ctx, nil // nobody is waiting any more
	}
	return ctx, n.answerFor(ctx, t, &q)
}

// answerFor answers a question of a request.
func (n *Node) answerFor(ctx context.Context, t *talk, q *ask) error {
	ctx, cancel := context.WithTimeout(ctx, min(n.o.Longest, time.Duration(q.Within)*time.Millisecond))
	defer cancel()
	done := make(chan struct{})
	defer close(done)
	go func() { // until it is answered, who asks hears that, and is heard
		every := time.NewTicker(max(n.hub.silence/4, time.Millisecond))
		defer every.Stop()
		for {
			select {
			case <-every.C:
				_ = t.brief(kindWorking)
			case <-t.gone:
				cancel()
				return
			case <-done:
				return
			}
		}
	}()
	select {
	case n.slots <- struct{}{}:
		defer func() { <-n.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	n.running.Add(1)
	defer n.running.Add(-1)
	start := time.Now()
	answer, refused := n.find(ctx, t, q)
	if ctx.Err() != nil && refused != nil && refused.Reason == refusedFailed {
		refused.Text = fmt.Sprintf("it was not answered within %v", time.Since(start).Round(time.Millisecond))
	}
	if refused != nil {
		n.refuse(t, refused)
		return errors.New(refused.Text)
	}
	took := time.Since(start)
	n.took.add(took)
	n.o.Took(took)
	n.o.Log.DebugContext(ctx, "answered", "segments", len(q.Segments), "bytes", len(answer), "ms", float64(took.Microseconds())/1000)
	return t.say(ctx, kindAnswer, answer)
}

// find answers a question, or says why not.
func (n *Node) find(ctx context.Context, t *talk, q *ask) ([]byte, *refusal) {
	if q.Moment.Archive != n.archive {
		return nil, &refusal{Reason: refusedQuery, Text: fmt.Sprintf("this is a node of archive %.8s, not of %.8s", n.archive, q.Moment.Archive)}
	}
	h, exact := n.hold.of(q.Moment)
	if !exact && (q.Moment.Clusters != "" || h == nil) {
		if h != nil {
			_ = h.release()
		}
		n.follow(ctx, q.Moment)
		h, _ = n.hold.of(q.Moment)
	}
	if h == nil {
		here := search.Moment{Archive: n.archive, Generation: n.hold.newest(), Clusters: q.Moment.Clusters}
		stale := &search.StaleError{Asked: q.Moment, Here: here}
		if here.Generation > q.Moment.Generation {
			return staleAnswer(stale)
		}
		text := stale.Error()
		if trouble := n.inTrouble(); trouble != "" {
			text = trouble
		}
		return nil, &refusal{Reason: refusedBehind, Text: text}
	}
	defer func() {
		if err := h.release(); err != nil {
			n.o.Log.Warn("a part could not be closed", "error", err)
		}
	}()
	var moved []string
	for _, name := range q.Segments {
		if !h.names[name] {
			moved = append(moved, name)
		}
	}
	if len(moved) > 0 {
		return nil, &refusal{Reason: refusedMoved, Text: "segments have moved", Segments: moved}
	}
	if !slices.IsSorted(q.Segments) || len(slices.Compact(slices.Clone(q.Segments))) < len(q.Segments) || len(q.Segments) == 0 {
		return nil, &refusal{Reason: refusedQuery, Text: "segments are named twice, not in order, or not at all"}
	}
	searcher, err := h.searcher(q.Segments)
	if err != nil {
		return nil, failure(err)
	}
	var watch func([]byte)
	if q.Watch {
		watch = func(sofar []byte) {
			if len(sofar) < n.o.Largest {
				_ = t.say(ctx, kindSofar, sofar)
			}
		}
	}
	answer, err := search.Serve(ctx, searcher, q.Batch, watch)
	switch {
	case err != nil:
		return nil, failure(err)
	case len(answer) > n.o.Largest:
		return nil, &refusal{Reason: refusedSize, Text: (&sizeError{len(answer), n.o.Largest}).Error()}
	}
	return answer, nil
}

func failure(err error) *refusal {
	if damaged, ok := errors.AsType[*DamagedError](err); ok {
		return &refusal{Reason: refusedFailed, Text: err.Error(), Segments: damaged.Segments}
	}
	return &refusal{Reason: refusedFailed, Text: err.Error()}
}

// staleAnswer tells the asker that it is behind, as search.Serve does.
func staleAnswer(stale *search.StaleError) ([]byte, *refusal) {
	data, err := json.Marshal(map[string]*search.StaleError{"stale": stale})
	if err != nil {
		return nil, failure(err)
	}
	return data, nil
}
