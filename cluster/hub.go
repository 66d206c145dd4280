package cluster

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nuid"
)

// A hub holds the talks over one connection: it has one inbox for all of them.
type hub struct {
	nc      *nats.Conn
	prefix  string
	sub     *nats.Subscription
	silence time.Duration // after which the other side of a talk counts as lost
	most    int           // bytes of a message

	mu    sync.Mutex // protects talks
	talks map[string]*talk
}

// A talk is a question and its answer between two inboxes.
type talk struct {
	hub   *hub
	token string
	own   string // the inbox here
	to    atomic.Pointer[string]
	in    chan *nats.Msg
	acks  chan struct{}

	arrived chan struct{} // of length 1: some of what is being said has

	end  sync.Once
	gone chan struct{} // closed when the other side is not there any more, or does not want more
	err  error         // why

	saying sync.Mutex // one message of several parts at a time
	parts  int        // that are there of the message that is being heard
	got    []byte     // of it
}

// listen begins to hear what comes to the inbox.
func listen(nc *nats.Conn, silence time.Duration, most int) (*hub, error) {
	h := &hub{nc: nc, prefix: nats.NewInbox(), silence: silence, most: most, talks: map[string]*talk{}}
	var err error
	if h.sub, err = nc.Subscribe(h.prefix+".*", h.deliver); err != nil {
		return nil, err
	}
	return h, h.sub.SetPendingLimits(-1, 1<<30)
}

func (h *hub) close() { _ = h.sub.Unsubscribe() }

// open begins a talk with the listener of a subject.
func (h *hub) open(to string) *talk {
	token := nuid.Next()
	t := &talk{hub: h, token: token, own: h.prefix + "." + token, in: make(chan *nats.Msg, 8*window), acks: make(chan struct{}, 2), arrived: make(chan struct{}, 1), gone: make(chan struct{})}
	t.to.Store(&to)
	h.mu.Lock()
	h.talks[token] = t
	h.mu.Unlock()
	return t
}

// close ends a talk here.
func (t *talk) close() {
	t.hub.mu.Lock()
	delete(t.hub.talks, t.token)
	t.hub.mu.Unlock()
}

func (t *talk) peer() string { return *t.to.Load() }

// lose ends a talk because of the other side.
func (t *talk) lose(err error) {
	t.end.Do(func() {
		t.err = err
		close(t.gone)
	})
}

func (t *talk) why() error { return t.err }

// deliver gives a message to its talk. It never waits, since all talks would.
func (h *hub) deliver(m *nats.Msg) {
	token := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	h.mu.Lock()
	t := h.talks[token]
	h.mu.Unlock()
	if t == nil { // its time is over, which the other side may not know
		if f, err := parseFrame(m.Header.Get(header)); err == nil && f.kind == kindWorking && m.Reply != "" {
			stop := frame{protocol: Protocol, kind: kindStop, part: 0, parts: 1, packed: "-", size: 0}
			_ = h.nc.PublishMsg(&nats.Msg{Subject: m.Reply, Header: nats.Header{header: []string{stop.String()}}})
		}
		return
	}
	if len(m.Data) == 0 && m.Header.Get("Status") != "" {
		t.lose(errGone)
		return
	}
	t.deliver(m)
}

func (t *talk) deliver(m *nats.Msg) {
	f, err := parseFrame(m.Header.Get(header))
	if _, other := errors.AsType[*VersionError](err); err != nil && !other {
		return // nothing of ours
	}
	if m.Reply != "" {
		t.to.Store(&m.Reply) // what is said first goes to a node, what follows to its inbox
	}
	switch f.kind {
	case kindAck:
		select {
		case t.acks <- struct{}{}:
		default:
		}
	case kindPing:
		if f.parts > 1 {
			select {
			case t.arrived <- struct{}{}:
			default:
			}
		}
	case kindStop:
		t.lose(errGone)
	default:
		select {
		case t.in <- m:
		default:
			t.lose(errFlood)
		}
	}
}
