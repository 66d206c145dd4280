package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"kifudb/internal/monitor"
	"kifudb/search"
)

// A pendingBatch is a batch of questions whose answers have not arrived yet. It is a tree. A
// share is a set of segments, divided into errands, one for each node that has some of them. An
// errand that fails or is slow becomes a share again, divided among other nodes. The answer
// of a share is the answers of its errands. The answer of an errand comes from its node or
// from the share in its place, never from both. So each segment counts once.
type pendingBatch struct {
	asker *Asker
	batch []*search.Question
	data  json.RawMessage // the batch, written once
	start time.Time
	usual time.Duration // see Asker.usual; set when the root is divided
	watch func([]*search.Partial)

	mu       sync.Mutex // protects the tree and what follows; who watches is called under it
	root     *share
	answered int // errands of the root
	half     time.Duration
	news     chan struct{} // closed and made anew when an errand was answered
	told     time.Time
	failed   error // that no other node would do better
	ended    bool  // nobody watches any more
}

// A share is some segments that are to be answered by somebody.
type share struct {
	segments []Segment
	errands  []*errand
	missing  []missing
}

// An errand is a question to one node about some segments.
type errand struct {
	member   *Member
	segments []Segment
	alone    bool              // nobody else has some of them
	sofar    []*search.Partial // that it has answered so far
	answer   []*search.Partial // nil if it has not
	instead  *share            // whose answer counts if it has none
}

// missing are segments that nobody answers about.
type missing struct {
	segments []Segment
	why      string
}

func newPendingBatch(a *Asker, batch []*search.Question, watch func([]*search.Partial)) (*pendingBatch, error) {
	data, err := json.Marshal(batch)
	if err != nil {
		return nil, err
	}
	return &pendingBatch{asker: a, batch: batch, data: data, start: time.Now(), watch: watch, news: make(chan struct{})}, nil
}

// end returns the answer, or the error that it comes to.
func (k *pendingBatch) end() ([]*search.Partial, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.ended = true
	if k.failed != nil {
		return nil, k.failed
	}
	answer := k.empty()
	k.sum(k.root, answer, true)
	return answer, nil
}

func (k *pendingBatch) empty() []*search.Partial {
	list := make([]*search.Partial, len(k.batch))
	for i, q := range k.batch {
		list[i] = q.Empty()
	}
	return list
}

// maxDepth bounds how often a share is divided again.
const maxDepth = 8

// solve asks nodes about a share, and returns when all that can be known is.
func (k *pendingBatch) solve(ctx context.Context, s *share, avoid avoided, depth int) {
	errands, left := k.asker.pick(s.segments, avoid)
	if len(left) > 0 {
		errands, left = k.await(ctx, s, avoid)
	}
	k.mu.Lock()
	s.errands = errands
	if len(left) > 0 {
		s.missing = append(s.missing, missing{left, k.asker.why(left, avoid)})
	}
	k.mu.Unlock()
	if depth == 0 && !k.asker.o.Hedge.Off {
		k.usual = k.asker.usual(errands)
	}
	var running sync.WaitGroup
	for _, e := range errands {
		running.Go(func() { k.run(ctx, e, avoid, depth) })
	}
	running.Wait()
}

// await divides a share of which nobody is known to have some segments. Somebody may have
// come that has them, or be about to: when the question has overtaken the news of a
// change, or when a node has gone whose segments others are taking.
func (k *pendingBatch) await(ctx context.Context, s *share, avoid avoided) (errands []*errand, left []Segment) {
	generation := k.batch[0].Moment().Generation
	every := time.NewTicker(max(k.asker.o.Silence/100, time.Millisecond))
	defer every.Stop()
	for end := time.Now().Add(k.asker.o.Silence); ; {
		_ = k.asker.meetAll(ctx, generation) // if nobody answers, nobody is known
		errands, left = k.asker.pick(s.segments, avoid)
		if len(left) == 0 || ctx.Err() != nil {
			return errands, left
		}
		if time.Now().After(end) || !k.asker.expects(generation) {
			more, none := k.asker.pick(left, avoid.hopeful())
			return append(errands, more...), none
		}
		select {
		case <-every.C:
		case <-ctx.Done():
		}
	}
}

// run goes on an errand, and looks for others if it fails or takes too long.
func (k *pendingBatch) run(ctx context.Context, e *errand, avoid avoided, depth int) {
	own, cancelOwn := context.WithCancel(ctx)
	defer cancelOwn()
	others, cancelOthers := context.WithCancel(ctx)
	defer cancelOthers()
	result := make(chan error, 1)
	go func() { result <- k.ask(own, e) }()
	var slow <-chan struct{}
	if depth == 0 && !e.alone && !k.asker.o.Hedge.Off {
		slow = k.slow(own)
	}
	var hedge chan struct{} // closed when the others are done
	for {
		select {
		case err := <-result:
			if err == nil {
				k.answerCame(e, depth)
				cancelOthers()
				if hedge != nil {
					<-hedge
				}
				return
			}
			if k.final(err) || ctx.Err() != nil {
				cancelOthers()
				if hedge != nil {
					<-hedge
				}
				return
			}
			if hedge != nil {
				result = nil // the others will do
				continue
			}
			k.again(ctx, e, avoid, depth, err)
			return
		case <-slow:
			slow = nil
			k.asker.hedged.Add(1)
			instead := &share{segments: e.segments}
			k.mu.Lock()
			e.instead = instead
			k.mu.Unlock()
			hedge = make(chan struct{})
			go func() {
				defer close(hedge)
				k.solve(others, instead, avoid.and(e.member, nil, "it is slow", true), depth+1)
			}()
		case <-hedge:
			k.mu.Lock()
			whole := k.isWhole(e.instead)
			k.mu.Unlock()
			if whole || result == nil {
				return // and the slow one is told to stop
			}
			hedge = nil
			select {
			case err := <-result:
				if err == nil {
					k.answerCame(e, depth)
				} else {
					k.final(err)
				}
			case <-ctx.Done():
			}
			return
		}
	}
}

// again asks others about the segments of an errand that has failed.
func (k *pendingBatch) again(ctx context.Context, e *errand, avoid avoided, depth int, err error) {
	var segments []string
	why := err.Error()
	if r, ok := errors.AsType[*refusedError](err); ok && len(r.Segments) > 0 && len(r.Segments) < len(e.segments) {
		segments = r.Segments
	}
	if isLost(err) {
		k.asker.roster.lose(e.member.ID) // until it is heard again
	}
	instead := &share{segments: e.segments}
	k.mu.Lock()
	e.instead = instead
	k.mu.Unlock()
	avoid = avoid.and(e.member, segments, why, errors.Is(err, errLate))
	if depth >= maxDepth {
		k.mu.Lock()
		instead.missing = append(instead.missing, missing{e.segments, why})
		k.mu.Unlock()
		return
	}
	k.solve(ctx, instead, avoid, depth+1)
}

// final notes an error that no other node would do better with, and reports whether it
// is one.
func (k *pendingBatch) final(err error) bool {
	r, refused := errors.AsType[*refusedError](err)
	if !errors.Is(err, search.ErrStale) && !(refused && (r.Reason == refusedQuery || r.Reason == refusedSize)) {
		return false
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failed == nil {
		k.failed = err
	}
	return true
}

// usual is the time in which nodes answer 95 of 100 questions: the middle one of those that
// are asked, as one that is always slow is slow.
func (a *Asker) usual(errands []*errand) time.Duration {
	if len(errands) == 0 {
		return 0
	}
	list := make([]time.Duration, len(errands))
	for i, e := range errands {
		list[i] = a.p95(e.member)
	}
	slices.Sort(list)
	return list[(len(list)-1)/2]
}

// slow returns a channel that is closed when nodes that have not answered count as slow.
func (k *pendingBatch) slow(ctx context.Context) <-chan struct{} {
	h := &k.asker.o.Hedge
	is := make(chan struct{})
	least := min(max(h.Least, k.usual), h.Most)
	go func() {
		for {
			k.mu.Lock()
			news, half := k.news, k.half
			k.mu.Unlock()
			due := h.Most
			if half > 0 {
				due = min(max(least, half+half/2), h.Most)
			}
			timer := time.NewTimer(due - time.Since(k.start))
			select {
			case <-timer.C:
				close(is)
				return
			case <-news:
			case <-ctx.Done():
				timer.Stop()
				return
			}
			timer.Stop()
		}
	}()
	return is
}

// answerCame notes that an errand of the root is answered: when half of them are, it is
// known how long the question takes.
func (k *pendingBatch) answerCame(_ *errand, depth int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if depth > 0 {
		return
	}
	k.answered++
	if k.half == 0 && 2*k.answered >= len(k.root.errands) {
		k.half = time.Since(k.start)
		close(k.news)
		k.news = make(chan struct{})
	}
}

// A refusedError is what a node says in place of an answer.
type refusedError struct{ refusal }

func (e *refusedError) Error() string { return e.Text }

// ask asks one node, and puts down what it answers.
func (k *pendingBatch) ask(ctx context.Context, e *errand) error {
	a := k.asker
	within := a.o.Longest
	if end, ok := ctx.Deadline(); ok {
		within = time.Until(end)
	}
	q := ask{Moment: k.batch[0].Moment(), Watch: k.watch != nil, Within: within.Milliseconds(), Request: monitor.ID(ctx), Batch: k.data}
	games := 0
	for _, s := range e.segments {
		q.Segments = append(q.Segments, s.Name)
		games += s.Games
	}
	body, err := json.Marshal(q)
	if err != nil {
		return err
	}
	if len(body) > a.o.Largest {
		return &refusedError{refusal{Reason: refusedSize, Text: (&sizeError{len(body), a.o.Largest}).Error()}}
	}
	t := a.hub.open(subject(a.o.Archive, "ask", e.member.ID))
	defer t.close()
	a.asked.Add(1)
	start := time.Now()
	node := t.peer()
	stop := context.AfterFunc(ctx, func() {
		if t.peer() != node { // otherwise it says first that it is working, and is told then
			_ = t.brief(kindStop)
		}
	})
	defer stop()
	done := make(chan struct{})
	defer close(done)
	go func() {
		every := time.NewTicker(max(a.hub.silence/4, time.Millisecond))
		defer every.Stop()
		for {
			select {
			case <-every.C:
				_ = t.brief(kindPing) // NATS tells if nobody is there any more
			case <-done:
				return
			case <-t.gone:
				return
			}
		}
	}()
	if err := t.say(ctx, kindAsk, body); err != nil {
		return err
	}
	for {
		said, err := t.hear(ctx)
		if err != nil {
			if ctx.Err() == nil {
				_ = t.brief(kindStop)
			}
			return err
		}
		switch said.kind {
		case kindWorking:
		case kindSofar:
			if sofar, err := k.read(said.body, e); err == nil {
				k.mu.Lock()
				e.sofar = sofar
				k.mu.Unlock()
				k.tell(false)
			}
		case kindAnswer:
			answer, err := k.read(said.body, e)
			if err != nil {
				return err
			}
			a.note(e.member, time.Since(start))
			k.mu.Lock()
			e.answer, e.sofar = answer, nil
			k.mu.Unlock()
			k.tell(true)
			return nil
		case kindRefusal:
			r := &refusedError{}
			if err := readJSON(said.body, &r.refusal); err != nil {
				return err
			}
			return r
		default:
			return fmt.Errorf("a message of kind %q", said.kind)
		}
	}
}

// read reads what a node answers. It must be about the segments that it was asked for.
func (k *pendingBatch) read(data []byte, e *errand) ([]*search.Partial, error) {
	list, err := search.ReadPartials(k.batch, data)
	if err != nil {
		return nil, err
	}
	for _, p := range list {
		if p.Cover.OfSegments != len(e.segments) || len(p.Cover.Missing) > 0 {
			return nil, fmt.Errorf("an answer about %d segments instead of %d", p.Cover.OfSegments, len(e.segments))
		}
	}
	return list, nil
}

// isWhole reports whether a share is answered, with nothing missing. k.mu is held.
func (k *pendingBatch) isWhole(s *share) bool {
	if len(s.missing) > 0 || s.errands == nil {
		return false
	}
	for _, e := range s.errands {
		if e.answer == nil && (e.instead == nil || !k.isWhole(e.instead)) {
			return false
		}
	}
	return true
}

// sum adds the partials of a share. k.mu is held. At the end, segments without an answer count
// as missing.
func (k *pendingBatch) sum(s *share, into []*search.Partial, end bool) {
	for _, e := range s.errands {
		switch {
		case e.answer != nil:
			merge(into, e.answer)
		case e.instead != nil && (end || e.sofar == nil):
			k.sum(e.instead, into, end)
		case e.sofar != nil && !end:
			merge(into, e.sofar)
		case end:
			cover(into, e.segments, "node "+e.member.Name+" has not answered")
		default:
			cover(into, e.segments, "")
		}
	}
	if s.errands == nil && len(s.missing) == 0 {
		cover(into, s.segments, "")
	}
	for _, m := range s.missing {
		cover(into, m.segments, m.why)
	}
}

func merge(into, more []*search.Partial) {
	for i, p := range into {
		p.Merge(more[i])
	}
}

// cover says that there are segments of which nothing is known, and why.
func cover(into []*search.Partial, segments []Segment, why string) {
	games := 0
	for _, s := range segments {
		games += s.Games
	}
	for _, p := range into {
		p.Cover.OfSegments += len(segments)
		p.Cover.OfGames += games
		if why != "" {
			noun := "segments"
			if len(segments) == 1 {
				noun = "segment"
			}
			p.Cover.Missing = append(p.Cover.Missing, fmt.Sprintf("%d %s: %s", len(segments), noun, why))
		}
	}
}

// tell calls the watcher with the answer so far, unless it did so just now.
func (k *pendingBatch) tell(force bool) {
	if k.watch == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	now := time.Now()
	if k.ended || now.Sub(k.told) < k.asker.o.Every && (!force || !k.told.IsZero()) {
		return
	}
	sofar := k.empty()
	k.sum(k.root, sofar, false)
	k.watch(sofar)
	k.told = time.Now()
}
