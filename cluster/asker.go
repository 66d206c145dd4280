package cluster

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"kifudb/cluster/link"
	"kifudb/search"
)

// AskerOptions say how nodes are asked. Zero values are the defaults.
type AskerOptions struct {
	Conn    *nats.Conn // the caller closes it
	Archive string     // its identity

	Silence time.Duration // after which a node of which nothing is heard counts as lost; five seconds if it is 0
	Beat    time.Duration // of the nodes; a second if it is 0
	Longest time.Duration // that an answer may take; ten minutes if it is 0
	Largest int           // bytes of the answer of a node; 256 MiB if it is 0
	Every   time.Duration // between two times that who watches is told; 50 ms if it is 0

	// Hedge says when a second node is asked what one that is slow has not answered.
	Hedge Hedge
}

// A Hedge bounds when a node counts as slow. That is when half of the nodes have
// answered, and the time has passed in which nodes answer 95 of 100 questions, and half as
// much again as the others took: so a question that is hard everywhere is asked once.
type Hedge struct {
	Off   bool
	Least time.Duration // never before; 20 ms if it is 0
	Most  time.Duration // then in any case; five seconds if it is 0
}

// An Asker asks the nodes of an archive. It is safe for concurrent use.
type Asker struct {
	o      AskerOptions
	hub    *hub
	roster *roster
	beats  *nats.Subscription

	mu   sync.Mutex // protects took
	took map[string]*latency

	asked, hedged atomic.Uint64
}

// NewAsker finds out which nodes there are. It fails with [ErrNoNodes] if there is
// none.
func NewAsker(ctx context.Context, o AskerOptions) (*Asker, error) {
	o.Silence, o.Beat, o.Longest = cmp.Or(o.Silence, usualSilence), cmp.Or(o.Beat, time.Second), cmp.Or(o.Longest, 10*time.Minute)
	o.Largest, o.Every = cmp.Or(o.Largest, 256<<20), cmp.Or(o.Every, 50*time.Millisecond)
	o.Hedge.Least, o.Hedge.Most = cmp.Or(o.Hedge.Least, 20*time.Millisecond), cmp.Or(o.Hedge.Most, 5*time.Second)
	a := &Asker{o: o, roster: newRoster(beatsLost * o.Beat), took: map[string]*latency{}}
	if err := checkIdentity(o.Archive); err != nil {
		return nil, err
	}
	var err error
	if a.hub, err = listen(o.Conn, o.Silence, o.Largest); err != nil {
		return nil, err
	}
	a.beats, err = o.Conn.Subscribe(subject(o.Archive, "beat"), a.hear)
	if err == nil {
		err = a.meet(ctx)
	}
	if err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

// Close ends it; the connection stays.
func (a *Asker) Close() {
	a.hub.close()
	if a.beats != nil {
		_ = a.beats.Unsubscribe()
	}
}

func (a *Asker) hear(m *nats.Msg) {
	list, err := readMembers(m.Data)
	if err != nil {
		return
	}
	for _, one := range list {
		a.roster.hear(one.Member, time.Duration(one.Age)*time.Millisecond)
	}
}

// meet asks any node who is there, or all if none can say.
func (a *Asker) meet(ctx context.Context) error {
	soon, cancel := context.WithTimeout(ctx, firstWait)
	defer cancel()
	m, err := a.o.Conn.RequestWithContext(soon, subject(a.o.Archive, "members"), nil)
	if err == nil {
		a.hear(m)
		return nil
	}
	// The one that NATS chose may be gone just now, or busy.
	for wait := firstWait; wait < a.o.Silence; wait *= 2 {
		if err = a.meetFor(ctx, 0, wait); err == nil || ctx.Err() != nil {
			break
		}
	}
	return err
}

// firstWait is how long it may take until somebody says who is there.
const firstWait = 300 * time.Millisecond

// meetAll asks all nodes who they are, and tells them that there is a generation.
func (a *Asker) meetAll(ctx context.Context, generation uint64) error {
	return a.meetFor(ctx, generation, min(a.o.Beat, firstWait))
}

func (a *Asker) meetFor(ctx context.Context, generation uint64, wait time.Duration) error {
	list, err := callWho(ctx, a.o.Conn, a.o.Archive, generation, wait, 0)
	for _, m := range list {
		a.roster.hear(m, 0)
	}
	return err
}

// expects reports whether a node is about to have more of a generation than it says. One that
// cannot, for example as it is too old for its format, is not waited for.
func (a *Asker) expects(generation uint64) bool {
	return slices.ContainsFunc(a.roster.list(), func(m heard) bool {
		return m.speaks() && !m.Leaving && (m.State < generation && m.Trouble == "" || m.Fetching > 0)
	})
}

// Members asks all nodes what they have, and returns who is there.
func (a *Asker) Members(ctx context.Context) ([]Member, error) {
	err := a.meetAll(ctx, 0)
	var list []Member
	for _, m := range a.roster.list() {
		list = append(list, m.Member)
	}
	if len(list) > 0 {
		err = nil
	}
	return list, err
}

// Hedged returns how many requests were sent to nodes, and how many of them since
// another node was slow.
func (a *Asker) Hedged() (sent, hedges uint64) { return a.asked.Load(), a.hedged.Load() }

// p95 returns the time in which a node answers 95 of 100 questions: as it was seen here,
// or as the node says.
func (a *Asker) p95(m *Member) time.Duration {
	a.mu.Lock()
	seen := a.took[m.Name]
	a.mu.Unlock()
	if seen != nil {
		if count, _, p95 := seen.figures(); count >= 20 {
			return time.Duration(p95 * float64(time.Millisecond))
		}
	}
	return time.Duration(m.Load.P95 * float64(time.Millisecond))
}

func (a *Asker) note(m *Member, took time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.took[m.Name] == nil {
		a.took[m.Name] = &latency{}
	}
	a.took[m.Name].add(took)
}

// Searcher returns a searcher that asks the nodes about some segments of a state, usually
// all of an archive. The cover of the answer counts the segments that no node answers for.
func (a *Asker) Searcher(segments []Segment) search.Searcher {
	return &fanout{asker: a, segments: segments}
}

// fanout is a question to all who have some segments.
type fanout struct {
	asker    *Asker
	segments []Segment
}

// Search asks the nodes, see search.Searcher.
func (f *fanout) Search(ctx context.Context, batch []*search.Question, watch func([]*search.Partial)) ([]*search.Partial, error) {
	if len(batch) == 0 {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(ctx, f.asker.o.Longest)
	defer cancel()
	pending, err := newPendingBatch(f.asker, batch, watch)
	if err != nil {
		return nil, err
	}
	whole := &share{segments: f.segments}
	pending.root = whole
	pending.solve(ctx, whole, avoided{}, 0)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return pending.end()
}

// pick divides segments among the nodes that have them, the first owner of each if it
// can be asked, and returns those that no node has.
func (a *Asker) pick(segments []Segment, avoid avoided) (parts []*errand, left []Segment) {
	members := a.roster.list()
	type holder struct {
		*Member
		bidder
	}
	holders := map[string][]holder{}
	for i := range members {
		m := &members[i].Member
		if !m.speaks() {
			continue
		}
		h := holder{m, newBidder(m.Name)}
		for _, s := range m.Segments {
			holders[s] = append(holders[s], h)
		}
	}
	byNode := map[string]*errand{}
	for _, s := range segments {
		var best *Member
		var bid uint64
		with := 0
		for _, m := range holders[s.Name] {
			if avoid.has(m.ID, s.Name) {
				continue
			}
			with++
			w := m.bid(s.Name)
			// One that is leaving is asked if nobody else has it.
			if best == nil || best.Leaving && !m.Leaving || best.Leaving == m.Leaving && (w > bid || w == bid && m.ID < best.ID) {
				best, bid = m.Member, w
			}
		}
		if best == nil {
			left = append(left, s)
			continue
		}
		e := byNode[best.ID]
		if e == nil {
			e = &errand{member: best}
			byNode[best.ID] = e
			parts = append(parts, e)
		}
		e.segments = append(e.segments, s)
		e.alone = e.alone || with == 1
	}
	for _, e := range parts {
		slices.SortFunc(e.segments, func(a, b Segment) int { return cmp.Compare(a.Name, b.Name) })
	}
	return parts, left
}

// why says why no node is to be asked about segments.
func (a *Asker) why(segments []Segment, avoid avoided) string {
	if nc := a.o.Conn; !nc.IsConnected() {
		return link.Disconnected(nc.LastError()).Error()
	}
	for _, s := range segments {
		for _, text := range avoid.reasons(s.Name) {
			return text
		}
	}
	for _, m := range a.roster.list() {
		if m.Trouble != "" && m.speaks() {
			return fmt.Sprintf("on no node; node %s: %s", m.Name, m.Trouble)
		}
		if !m.speaks() {
			return fmt.Sprintf("on no node that speaks version %d of the protocol; node %s speaks version %d", Protocol, m.Name, m.Protocol)
		}
	}
	return "on no node"
}

// avoided are the nodes that are not to be asked about segments, and why.
type avoided struct{ list []avoidance }

type avoidance struct {
	node     string          // its id
	segments map[string]bool // nil for all
	why      string
	late     bool // it was silent, which may pass
}

// mostLate is how often a node may be silent until it is asked no more, even if nobody
// else has a segment.
const mostLate = 3

func (v avoided) has(node, segment string) bool {
	return slices.ContainsFunc(v.list, func(a avoidance) bool {
		return a.node == node && (a.segments == nil || a.segments[segment])
	})
}

// hopeful returns a list without the nodes that were only silent, and not too often.
func (v avoided) hopeful() (less avoided) {
	late := map[string]int{}
	for _, a := range v.list {
		if a.late {
			late[a.node]++
		} else {
			late[a.node] += mostLate
		}
	}
	for _, a := range v.list {
		if late[a.node] >= mostLate {
			less.list = append(less.list, a)
		}
	}
	return less
}

// reasons are what nodes said of a segment, those that say most first.
func (v avoided) reasons(segment string) (list []string) {
	for _, a := range v.list {
		if a.segments == nil || a.segments[segment] {
			list = append(list, a.why)
		}
	}
	return list
}

// and returns a list with another node, about some segments or, if there are none, all.
func (v avoided) and(m *Member, segments []string, why string, late bool) avoided {
	a := avoidance{node: m.ID, why: "node " + m.Name + ": " + why, late: late}
	if len(segments) > 0 {
		a.segments = map[string]bool{}
		for _, s := range segments {
			a.segments[s] = true
		}
	}
	return avoided{append(slices.Clone(v.list), a)}
}

// isLost reports whether an error means that a node is not there.
func isLost(err error) bool { return errors.Is(err, errGone) || errors.Is(err, errLate) }
