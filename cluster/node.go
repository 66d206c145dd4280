package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// NodeOptions say how a node takes part. Zero values are the defaults.
type NodeOptions struct {
	Archive  Archive    // what it answers about
	Conn     *nats.Conn // by which it is reached; the caller closes it
	Name     string     // by which it owns segments; no other node may have it
	Replicas int        // nodes that are to have each segment; 2 if it is 0
	Version  string     // of the program, to be shown

	Beat    time.Duration // between two times that it says what it has; a second if it is 0
	Silence time.Duration // after which who asks counts as lost; five seconds if it is 0
	Grace   time.Duration // for which a segment is kept when its owners have it; ten seconds if it is 0

	Questions int           // that are answered at once; four if it is 0. Eight times as many wait.
	Longest   time.Duration // that a question may take; ten minutes if it is 0
	Largest   int           // bytes of a question or an answer; 256 MiB if it is 0

	Took func(time.Duration) // is told how long each answer took; nil for nobody
	Log  *slog.Logger        // nil for none
}

// waiting is how many questions may wait for each that is answered.
const waiting = 8

// usualSilence is longer than a busy machine leaves a process without time.
const usualSilence = 5 * time.Second

// beatsLost is after how many beats that are missed a node counts as gone.
const beatsLost = 4

// A Node answers questions about its segments until it is closed.
type Node struct {
	o       NodeOptions
	id      string
	archive string // its identity
	hub     *hub
	roster  *roster
	hold    heldStates
	joined  time.Time

	slots   chan struct{}
	queued  atomic.Int32
	running atomic.Int32
	refused atomic.Uint64
	took    latency
	passes  atomic.Uint64 // looks at the archive and the other nodes

	ctx    context.Context // ends when the node stops
	stop   context.CancelFunc
	work   sync.WaitGroup
	subs   []*nats.Subscription
	leaves atomic.Bool

	mu      sync.Mutex // protects trouble
	trouble string
}

// ErrNameTaken is wrapped where another node has the name.
var ErrNameTaken = errors.New("another node has this name")

// Join makes a node take part, and returns when it is known to others. It takes its
// segments from then on.
func Join(ctx context.Context, o NodeOptions) (*Node, error) {
	o.Replicas, o.Beat, o.Silence = cmp.Or(o.Replicas, 2), cmp.Or(o.Beat, time.Second), cmp.Or(o.Silence, usualSilence)
	o.Grace, o.Questions, o.Longest = cmp.Or(o.Grace, 10*time.Second), cmp.Or(o.Questions, 4), cmp.Or(o.Longest, 10*time.Minute)
	o.Largest = cmp.Or(o.Largest, 256<<20)
	if o.Took == nil {
		o.Took = func(time.Duration) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	state, err := o.Archive.State(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkIdentity(state.Archive); err != nil {
		return nil, err
	}
	n := &Node{o: o, id: nuid.Next(), archive: state.Archive, roster: newRoster(beatsLost * o.Beat), joined: time.Now(), slots: make(chan struct{}, o.Questions)}
	n.hold.known = state
	if n.hub, err = listen(o.Conn, o.Silence, o.Largest); err != nil {
		return nil, err
	}
	n.ctx, n.stop = context.WithCancel(context.Background())
	if err := n.join(ctx); err != nil {
		n.end()
		return nil, err
	}
	n.work.Go(n.tend)
	n.work.Go(n.beat)
	return n, nil
}

// joinTime is what a node that starts gives NATS to hear of it.
const joinTime = 20 * time.Second

// join finds out who else is there before anybody relies on this node.
func (n *Node) join(ctx context.Context) error {
	if err := n.subscribe("beat", "", n.hear); err != nil {
		return err
	}
	others, err := callWho(ctx, n.o.Conn, n.archive, 0, min(n.o.Beat, 300*time.Millisecond), 0)
	if err != nil && !errors.Is(err, ErrNoNodes) {
		return err
	}
	for _, m := range others {
		n.roster.hear(m, 0)
		if m.Name == n.o.Name && !m.Leaving {
			return fmt.Errorf("%w: %s", ErrNameTaken, n.o.Name)
		}
	}
	n.roster.hear(n.self(), 0)
	return errors.Join(
		n.subscribe("who", "", n.askedWho),
		n.subscribe("members", "members", func(m *nats.Msg) { n.respond(m, n.Members()) }),
		n.subscribe("ask."+n.id, "", n.asked),
		n.subscribe("object."+n.id, "", n.askedObject),
		n.o.Conn.FlushTimeout(max(n.o.Silence, joinTime)),
	)
}

func (n *Node) subscribe(name, queue string, hear func(*nats.Msg)) error {
	sub, err := n.o.Conn.QueueSubscribe(subject(n.archive, name), queue, hear)
	if err == nil {
		n.subs = append(n.subs, sub)
	}
	return err
}

// askedWho answers with the node's Member, and looks for the generation that the asker knows.
func (n *Node) askedWho(m *nats.Msg) {
	if g, err := strconv.ParseUint(string(m.Data), 10, 64); err == nil && g > n.hold.newest() {
		n.roster.nudge() // and tend looks at once
	}
	n.respond(m, []heard{{n.self(), 0}})
}

func (n *Node) respond(m *nats.Msg, list []heard) {
	data, err := packMembers(list)
	if err == nil {
		err = m.Respond(data)
	}
	if err != nil {
		n.o.Log.Warn("who is there could not be told", "error", err)
	}
}

// hear takes in what another node says of itself.
func (n *Node) hear(m *nats.Msg) {
	list, err := readMembers(m.Data)
	if err != nil {
		return
	}
	for _, one := range list {
		n.roster.hear(one.Member, 0)
	}
}

// self is what this node says of itself.
func (n *Node) self() Member {
	m := Member{
		ID: n.id, Name: n.o.Name, Protocol: Protocol, Version: n.o.Version, Cache: n.o.Archive.Cache(),
		Up: int64(time.Since(n.joined).Seconds()), Leaving: n.leaves.Load(),
	}
	n.hold.describe(&m)
	m.Load = Load{Running: int(n.running.Load()), Waiting: int(n.queued.Load() - n.running.Load())}
	m.Load.Answered, m.Load.P50, m.Load.P95 = n.took.figures()
	m.Trouble = n.inTrouble()
	return m
}

// say tells everybody what this node has.
func (n *Node) say() {
	self := n.self()
	n.roster.hear(self, 0)
	data, err := packMembers([]heard{{self, 0}})
	if err == nil {
		err = n.o.Conn.Publish(subject(n.archive, "beat"), data)
	}
	if err != nil {
		n.o.Log.Debug("nobody was told what is here", "error", err)
	}
}

func (n *Node) beat() {
	for every := time.NewTicker(n.o.Beat); ; {
		n.say()
		select {
		case <-every.C:
		case <-n.ctx.Done():
			every.Stop()
			return
		}
	}
}

// troubled notes what could not be done; nil that it went well.
func (n *Node) troubled(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	text := ""
	if err != nil {
		text = err.Error()
	}
	if text != n.trouble && err != nil {
		n.o.Log.Warn("a segment or state is not available", "error", err)
	}
	n.trouble = text
}

// inTrouble returns what could not be done last, "" for nothing.
func (n *Node) inTrouble() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.trouble
}

// ID returns the address of this run of the node.
func (n *Node) ID() string { return n.id }

// Members returns who is there as far as this node knows.
func (n *Node) Members() []heard { return n.roster.list() }

// Refused returns how many questions were not answered because too many waited.
func (n *Node) Refused() uint64 { return n.refused.Load() }

// Ready returns why the node cannot answer about all of its segments now, nil if it can.
func (n *Node) Ready() error {
	switch self := n.self(); {
	case !n.o.Conn.IsConnected():
		return errors.New("there is no connection with NATS")
	case self.Leaving:
		return errors.New("the node is leaving")
	case self.Fetching > 0:
		return fmt.Errorf("%d segments are still to be fetched", self.Fetching)
	}
	return nil
}

// Self returns what the node says of itself.
func (n *Node) Self() Member { return n.self() }

// Leave says that the node is about to go, and waits until others have its segments and
// its questions are answered, or the context ends. Then Close it.
func (n *Node) Leave(ctx context.Context) {
	n.leaves.Store(true)
	n.say()
	for every := time.NewTicker(min(n.o.Beat, 100*time.Millisecond)); ; {
		if n.queued.Load() == 0 && n.replaced() {
			every.Stop()
			return
		}
		select {
		case <-every.C:
		case <-ctx.Done():
			every.Stop()
			return
		}
	}
}

// replaced reports whether others have all segments of this node.
func (n *Node) replaced() bool {
	there := map[string]bool{}
	others := 0
	for _, m := range n.Members() {
		if m.ID != n.id && m.speaks() && !m.Leaving {
			others++
			for _, s := range m.Segments {
				there[s] = true
			}
		}
	}
	if others == 0 {
		return true // nobody will come
	}
	for _, s := range n.self().Segments {
		if !there[s] {
			return false
		}
	}
	return true
}

// Close ends the node at once and stops its answers.
func (n *Node) Close() error {
	n.leaves.Store(true)
	n.say()
	n.end()
	return n.hold.close()
}

func (n *Node) end() {
	for _, s := range n.subs {
		_ = s.Unsubscribe()
	}
	n.stop()
	n.work.Wait()
	n.hub.close()
}

// ErrNoNodes is wrapped where no node of an archive answers.
var ErrNoNodes = errors.New("no node of this archive answers")

// callWho asks all nodes for their Members. It waits for a time, or until enough have
// answered. It tells them a generation, unless that is 0.
func callWho(ctx context.Context, nc *nats.Conn, archive string, generation uint64, wait time.Duration, enough int) ([]Member, error) {
	inbox := nc.NewInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer sub.Unsubscribe()
	if err := nc.PublishRequest(subject(archive, "who"), inbox, strconv.AppendUint(nil, generation, 10)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	var list []Member
	for enough == 0 || len(list) < enough {
		m, err := sub.NextMsgWithContext(ctx)
		if err != nil {
			break // nobody else has answered in time
		}
		if m.Header.Get("Status") != "" {
			return nil, ErrNoNodes
		}
		some, err := readMembers(m.Data)
		if err != nil {
			continue
		}
		for _, one := range some {
			list = append(list, one.Member)
		}
	}
	if len(list) == 0 {
		return nil, ErrNoNodes
	}
	return list, nil
}

// readJSON reads what another member sent, and trusts none of it.
func readJSON(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("a message that is not as expected: %w", err)
	}
	return nil
}
