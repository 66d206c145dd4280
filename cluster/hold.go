package cluster

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"kifudb/search"
)

// heldStates is what a node can answer about: the newest state that it has, and the one
// before, as those who ask may not know the newest yet.
type heldStates struct {
	mu       sync.Mutex // protects what follows
	known    *State     // the newest that it has heard of
	current  *heldState
	previous *heldState
	fetching int
	spare    map[string]time.Time // segments that others have, and since when that is known
	own      ownership
}

// A heldState answers about the segments of one state that this node holds. Its last user closes it.
type heldState struct {
	state *State
	names map[string]bool
	part  Part

	mu        sync.Mutex // protects what follows
	users     int
	retired   bool
	searchers map[string]search.Searcher // by the names of the segments that they answer about
}

// mostSearchers is how many searchers a heldState keeps. Askers ask for the same segments
// again while no node comes or goes.
const mostSearchers = 64

func (h *heldState) searcher(names []string) (search.Searcher, error) {
	key := strings.Join(names, " ")
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.searchers[key]; s != nil {
		return s, nil
	}
	s, err := h.part.Searcher(names)
	if err != nil {
		return nil, err
	}
	if len(h.searchers) >= mostSearchers {
		clear(h.searchers)
	}
	h.searchers[key] = s
	return s, nil
}

func (h *heldState) use() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.users++
}

func (h *heldState) release() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.users--
	return h.closeUnused()
}

// retire closes a heldState as soon as nobody uses it.
func (h *heldState) retire() error {
	if h == nil {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.retired = true
	return h.closeUnused()
}

func (h *heldState) closeUnused() error {
	if !h.retired || h.users > 0 || h.part == nil {
		return nil
	}
	part := h.part
	h.part = nil
	return part.Close()
}

// of returns the heldState for questions about a state, for the caller to release; nil if
// it is not here. One with other clusters is one if no other is there: questions for
// which each record counts do not care, and the searcher refuses the others. Exact
// says that they are the same.
func (h *heldStates) of(m search.Moment) (found *heldState, exact bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, one := range []*heldState{h.current, h.previous} {
		switch {
		case one == nil:
		case one.state.moment() == m:
			one.use()
			return one, true
		case one.state.Generation == m.Generation && found == nil:
			found = one
		}
	}
	if found != nil {
		found.use()
	}
	return found, false
}

// newest returns the newest generation that can be answered for, 0 for none.
func (h *heldStates) newest() uint64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.current == nil {
		return 0
	}
	return h.current.state.Generation
}

// put takes a heldState in place of the current one. If it is of another state, that is
// kept as the one before.
func (h *heldStates) put(next *heldState) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.current
	h.current = next
	if before != nil && before.state.moment() != next.state.moment() {
		h.previous, before = before, h.previous
	}
	return before.retire()
}

func (h *heldStates) close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := errors.Join(h.current.retire(), h.previous.retire())
	h.current, h.previous = nil, nil
	return err
}

// describe fills in what a node says of its segments.
func (h *heldStates) describe(m *Member) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m.Of, m.Newest, m.Fetching = len(h.known.Segments), h.known.Generation, h.fetching
	m.Segments = []string{}
	if h.current == nil {
		return
	}
	m.State = h.current.state.Generation
	m.States = []uint64{m.State}
	if h.previous != nil {
		m.States = append(m.States, h.previous.state.Generation)
	}
	for _, s := range h.current.state.Segments {
		if h.current.names[s.Name] {
			m.Segments = append(m.Segments, s.Name)
		}
	}
}

// tend follows the archive and the other nodes: it takes the segments that are this
// node's own, and lets go of those that are not.
func (n *Node) tend() {
	every := time.NewTicker(n.o.Beat)
	defer every.Stop()
	for n.ctx.Err() == nil {
		err := n.settle()
		n.passes.Add(1)
		if n.ctx.Err() == nil {
			n.troubled(err)
		}
		select {
		case <-every.C:
		case <-n.roster.changed:
		case <-n.ctx.Done():
		}
	}
}

// atOnce is how many segments are fetched before the node announces them. It doubles each
// time that this was quick, because every announcement makes all others look at it.
const atOnce = 4

// quick is a time that nobody minds to wait for segments that are here already.
const quick = time.Second / 4

// settle goes one step towards having what this node is to have.
func (n *Node) settle() error {
	state, err := n.o.Archive.State(n.ctx)
	if err != nil {
		return err
	}
	if state.Archive != n.archive {
		return fmt.Errorf("there is another archive now: %.8s instead of %.8s", state.Archive, n.archive)
	}
	h := &n.hold
	h.mu.Lock()
	h.known = state
	current := h.current
	h.mu.Unlock()
	wanted := n.wanted(state)
	var have map[string]bool
	if current != nil {
		have = current.names
	}
	var missing []string
	if current == nil || current.state.moment() != state.moment() {
		// First what is here already, so that questions about the new state find it.
		names := map[string]bool{}
		for _, s := range state.Segments {
			if have[s.Name] {
				names[s.Name] = true
			}
		}
		if err := n.take(state, names); err != nil && len(names) > 0 {
			n.o.Log.Warn("segments of a new state are not available together", "error", err)
			if err := n.take(state, map[string]bool{}); err != nil {
				return err
			}
			names = map[string]bool{}
		}
		have = names
		missing = lacking(state, wanted, have)
		n.fetches(len(missing)) // who hears that this state is here hears that there is more to come
		n.say()
	} else {
		missing = lacking(state, wanted, have)
	}
	var errs []error
	for step := atOnce; len(missing) > 0 && n.ctx.Err() == nil; {
		n.fetches(len(missing))
		some := missing[:min(step, len(missing))]
		missing = missing[len(some):]
		start := time.Now()
		got, err := n.takeMore(state, have, some)
		if step = atOnce; time.Since(start) < quick && err == nil {
			step = 2 * len(some)
		}
		errs = append(errs, err)
		have = got
		n.fetches(len(missing))
		n.say()
		if newer, err := n.o.Archive.State(n.ctx); err == nil && newer.moment() != state.moment() {
			break // begin again with that
		}
	}
	n.fetches(0)
	return errors.Join(append(errs, n.letGo(state, wanted, have))...)
}

// lacking returns the segments of a state that are wanted and not here.
func lacking(state *State, wanted, have map[string]bool) (list []string) {
	for _, s := range state.Segments {
		if wanted[s.Name] && !have[s.Name] {
			list = append(list, s.Name)
		}
	}
	return list
}

// fetches notes how many segments are still to come.
func (n *Node) fetches(count int) {
	n.hold.mu.Lock()
	defer n.hold.mu.Unlock()
	n.hold.fetching = count
}

// ownership is which segments of a state are a node's own among certain nodes. It is found out
// again only when one of them is another.
type ownership struct {
	state  search.Moment
	names  []string // of the nodes
	wanted map[string]bool
}

// wanted returns the segments of a state that this node owns among those that are there.
func (n *Node) wanted(state *State) map[string]bool {
	names := n.candidates()
	if o := &n.hold.own; o.state == state.moment() && slices.Equal(o.names, names) {
		return o.wanted
	}
	var self bidder
	var others []bidder
	for _, name := range names {
		if name == n.o.Name {
			self = newBidder(name)
		} else {
			others = append(others, newBidder(name))
		}
	}
	wanted := map[string]bool{}
	for _, s := range state.Segments {
		if self.name != "" && self.owns(others, s.Name, n.o.Replicas) {
			wanted[s.Name] = true
		}
	}
	n.hold.own = ownership{state.moment(), names, wanted}
	return wanted
}

// candidates are the names of the nodes that segments belong to: those who are there,
// and to stay.
func (n *Node) candidates() []string {
	var names []string
	for _, m := range n.Members() {
		if m.speaks() && !m.Leaving && m.ID != n.id {
			names = append(names, m.Name)
		}
	}
	if !n.leaves.Load() {
		names = append(names, n.o.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// take holds exactly these segments of a state.
func (n *Node) take(state *State, names map[string]bool) error {
	var list []string
	for _, s := range state.Segments {
		if names[s.Name] {
			list = append(list, s.Name)
		}
	}
	part, err := n.o.Archive.Part(n.ctx, state, list)
	if err != nil {
		return err
	}
	return n.hold.put(&heldState{state: state, names: names, part: part, searchers: map[string]search.Searcher{}})
}

// takeMore adds segments to those that are held, and returns which are then. If they
// are not to be had together, it tries each by itself, so that one that is damaged, or
// for which there is no room, keeps none of the others away.
func (n *Node) takeMore(state *State, have map[string]bool, more []string) (map[string]bool, error) {
	with := func(names ...string) map[string]bool {
		all := map[string]bool{}
		for name := range have {
			all[name] = true
		}
		for _, name := range names {
			all[name] = true
		}
		return all
	}
	all := with(more...)
	err := n.take(state, all)
	if err == nil {
		return all, nil
	}
	if len(more) == 1 || n.ctx.Err() != nil || errors.Is(err, ErrPast) {
		return have, err
	}
	var errs []error
	for _, name := range more {
		one := with(name)
		if err := n.take(state, one); err != nil {
			errs = append(errs, err)
		} else {
			have = one
		}
	}
	return have, errors.Join(errs...)
}

// letGo gives up segments that are others' and that they have, for so long that
// everybody knows.
func (n *Node) letGo(state *State, wanted, have map[string]bool) error {
	holders := map[string]int{}
	others := 0
	for _, m := range n.Members() {
		if m.ID == n.id || !m.speaks() || m.Leaving {
			continue
		}
		others++
		for _, s := range m.Segments {
			holders[s]++
		}
	}
	now := n.roster.now()
	keep := map[string]bool{}
	spare := map[string]time.Time{}
	for name := range have {
		if wanted[name] || holders[name] < min(n.o.Replicas, others) || others == 0 {
			keep[name] = true
			continue
		}
		since, ok := n.hold.spare[name]
		if !ok {
			since = now
		}
		if spare[name] = since; now.Sub(since) < n.o.Grace {
			keep[name] = true
		}
	}
	n.hold.spare = spare // which only this goroutine uses, as it does own
	if len(keep) == len(have) {
		return nil
	}
	err := n.take(state, keep)
	n.say()
	return err
}

// follow looks for a state that an asker names and this node lacks, and waits for it. If the
// state is newer than the known one, the question may have overtaken the news. Otherwise, or
// if the state cannot be read, follow waits until the archive was read once more.
func (n *Node) follow(ctx context.Context, m search.Moment) {
	wait, cancel := context.WithTimeout(ctx, n.hub.silence)
	defer cancel()
	every := time.NewTicker(5 * time.Millisecond)
	defer every.Stop()
	for passes := n.passes.Load(); ; {
		if h, exact := n.hold.of(m); h != nil {
			_ = h.release()
			if exact {
				return
			}
		}
		if n.passes.Load() >= passes+2 && (n.hold.newest() >= m.Generation || n.inTrouble() != "") { // one began and ended since
			return
		}
		n.roster.nudge() // tend looks at once
		select {
		case <-every.C:
		case <-wait.Done():
			return
		case <-n.ctx.Done():
			return
		}
	}
}
