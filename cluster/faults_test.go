package cluster

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
	"kifudb/search"
)

// faulty is an archive whose searchers wait, and whose segments fail, as a test wants.
type faulty struct {
	Archive
	delay   atomic.Int64 // nanoseconds before each answer
	began   chan struct{}
	stopped chan struct{} // told when a question ended before its answer
	full    atomic.Bool   // the disk of the cache
	damaged string        // a segment that cannot be read
}

func newFaulty(t *testing.T, folder string) *faulty {
	return &faulty{Archive: openServed(t, folder), began: make(chan struct{}, 100), stopped: make(chan struct{}, 100)}
}

func (f *faulty) Part(ctx context.Context, s *State, names []string) (Part, error) {
	if f.full.Load() && len(names) > 2 {
		return nil, fmt.Errorf("write segment: %w", syscall.ENOSPC)
	}
	p, err := f.Archive.Part(ctx, s, names)
	return &faultyPart{p, f}, err
}

type faultyPart struct {
	Part
	faulty *faulty
}

func (p *faultyPart) Searcher(names []string) (search.Searcher, error) {
	s, err := p.Part.Searcher(names)
	return &faultySearcher{s, p.faulty, names}, err
}

type faultySearcher struct {
	search.Searcher
	faulty *faulty
	names  []string
}

func (s *faultySearcher) Search(ctx context.Context, batch []*search.Question, watch func([]*search.Partial)) ([]*search.Partial, error) {
	select {
	case s.faulty.began <- struct{}{}:
	default:
	}
	select {
	case <-time.After(time.Duration(s.faulty.delay.Load())):
	case <-ctx.Done():
		s.faulty.stopped <- struct{}{}
		return nil, ctx.Err()
	}
	for _, name := range s.names {
		if name == s.faulty.damaged {
			return nil, &DamagedError{[]string{name}, errors.New("segment " + name + " is truncated")}
		}
	}
	return s.Searcher.Search(ctx, batch, watch)
}

// trio is three nodes that fail as a test wants, and otherwise keep what they have: whoever is
// late on a busy machine is not taken for gone.
type trio struct {
	asked  *asked
	server *natsserver.Server
	faults []*faulty
	conns  []*nats.Conn
	nodes  []*Node
}

func startTrio(t *testing.T, replicas int) *trio {
	folder := newFolder(t)
	c := &trio{asked: openAsked(t, folder), server: startServer(t, "127.0.0.1:0")}
	for i := range 3 {
		f, nc := newFaulty(t, folder), connect(t, c.server.URL())
		c.faults, c.conns = append(c.faults, f), append(c.conns, nc)
		c.nodes = append(c.nodes, startNode(t, nc, f, fmt.Sprint("node", i), func(o *NodeOptions) {
			patientNode(o)
			o.Replicas, o.Grace = replicas, 2*testBeat
		}))
	}
	settled(t, replicas, c.nodes...)
	return c
}

// A node that is killed in mid-question is replaced by its replicas; without them the
// answer says what is missing.
func TestNodeKilledInMidQuestion(t *testing.T) {
	t.Parallel() // it mostly waits
	for _, replicas := range []int{1, 2} {
		c := startTrio(t, replicas)
		c.faults[1].delay.Store(int64(time.Minute))
		if replicas == 1 { // or the others take what it had before anybody misses it
			c.faults[0].full.Store(true)
			c.faults[2].full.Store(true)
		}
		asker := startAsker(t, connect(t, c.server.URL()), c.asked, nil)
		q := c.asked.all(t, "")
		go func() {
			<-c.faults[1].began
			c.conns[1].Close() // as when its process is killed
		}()
		got, p := ask1(t.Context(), t, asker.Searcher(c.asked.segments), q)
		whole := got == c.asked.want(t, q)
		if replicas == 2 && !whole {
			t.Errorf("with replicas: %+v", p.Cover)
		}
		if replicas == 1 && (whole || p.Cover.Whole() || len(p.Cover.Missing) == 0 || p.Cover.OfSegments != len(c.asked.segments) || p.Cover.Segments == 0) {
			t.Errorf("without replicas: %+v", p.Cover)
		}
	}
}

// A slow node is not waited for, and told to stop, also if it is known to be always slow.
func TestSlowNodeIsHedged(t *testing.T) {
	c := startTrio(t, 2)
	c.faults[1].delay.Store(int64(time.Minute))
	asker := startAsker(t, connect(t, c.server.URL()), c.asked, func(o *AskerOptions) { o.Hedge = Hedge{Most: time.Minute} })
	for range 30 {
		slow := c.nodes[1].Self()
		asker.note(&slow, time.Minute)
	}
	q := c.asked.all(t, "player:shusaku")
	got, _ := ask1(t.Context(), t, asker.Searcher(c.asked.segments), q)
	if want := c.asked.want(t, q); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, hedges := asker.Hedged(); hedges == 0 {
		t.Error("nobody else was asked")
	}
	select {
	case <-c.faults[1].stopped:
	case <-time.After(time.Minute):
		t.Error("the slow node goes on")
	}
}

// When who asks gives up, or is gone, nodes stop.
func TestAskerGone(t *testing.T) {
	t.Parallel() // it mostly waits
	for _, kill := range []bool{false, true} {
		c := startTrio(t, 1)
		c.faults[0].delay.Store(int64(time.Minute))
		nc := connect(t, c.server.URL())
		asker := startAsker(t, nc, c.asked, nil)
		ctx, cancel := context.WithCancel(t.Context())
		asked := make(chan struct{})
		go func() {
			<-c.faults[0].began
			close(asked)
			if kill {
				nc.Close()
			} else {
				cancel()
			}
		}()
		_, err := asker.Searcher(c.asked.segments).Search(ctx, []*search.Question{c.asked.all(t, "")}, nil)
		if !kill && !errors.Is(err, context.Canceled) {
			t.Errorf("given up: %v", err)
		}
		select {
		case <-asked:
		default:
			t.Errorf("killed %v: an answer came before the slow node had begun, %v", kill, err)
		}
		select {
		case <-c.faults[0].stopped:
		case <-time.After(time.Minute):
			t.Errorf("killed %v: the node goes on", kill)
		}
		cancel()
	}
}

// Of a damaged segment nobody answers, and of all others everybody does.
func TestTruncatedSegment(t *testing.T) {
	c := startTrio(t, 2)
	name := c.asked.segments[3].Name
	asker := startAsker(t, connect(t, c.server.URL()), c.asked, nil)
	q := c.asked.all(t, "")
	for _, f := range c.faults[:1] {
		f.damaged = name
	}
	if got, p := ask1(t.Context(), t, asker.Searcher(c.asked.segments), q); got != c.asked.want(t, q) {
		t.Errorf("one copy is damaged: %+v", p.Cover)
	}
	for _, f := range c.faults {
		f.damaged = name
	}
	_, p := ask1(t.Context(), t, asker.Searcher(c.asked.segments), q)
	if p.Cover.Segments != len(c.asked.segments)-1 || len(p.Cover.Missing) != 1 || !strings.Contains(p.Cover.Missing[0], "truncated") {
		t.Errorf("all copies are damaged: %+v", p.Cover)
	}
}

// Questions while nodes come and go are answered, and each segment counts once.
func TestSegmentsMoveDuringQuestions(t *testing.T) {
	c := startTrio(t, 2)
	asker := startAsker(t, connect(t, c.server.URL()), c.asked, nil)
	q := c.asked.all(t, "")
	want := c.asked.want(t, q)
	done := make(chan struct{})
	var asked atomic.Int32
	go func() {
		defer close(done)
		for i := 0; i < 3 || asked.Load() < 3; i++ {
			n := startNode(t, connect(t, c.server.URL()), c.faults[0].Archive, fmt.Sprint("guest", i), nil)
			time.Sleep(4 * testBeat)
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			n.Leave(ctx)
			cancel()
			n.Close()
		}
	}()
	for ; ; asked.Add(1) {
		if got, p := ask1(t.Context(), t, asker.Searcher(c.asked.segments), q); got != want {
			t.Fatalf("question %d: %+v", asked.Load(), p.Cover)
		}
		select {
		case <-done:
			return
		default:
		}
	}
}

// A node for which there is no room has what fits, and says so.
func TestCacheIsFull(t *testing.T) {
	folder := newFolder(t)
	server := startServer(t, "127.0.0.1:0")
	f := newFaulty(t, folder)
	f.full.Store(true)
	n := startNode(t, connect(t, server.URL()), f, "small", nil)
	eventually(t, "trouble is told", func() bool {
		m := n.Self()
		return strings.Contains(m.Trouble, "no space left") && len(m.Segments) == 2
	})
	f.full.Store(false)
	eventually(t, "there is room again", func() bool { m := n.Self(); return m.Trouble == "" && len(m.Segments) == m.Of })
}

// What speaks another version is not asked, and says why it does not answer.
func TestOtherVersion(t *testing.T) {
	c := startTrio(t, 1)
	nc := connect(t, c.server.URL())
	h, err := listen(nc, testSilence, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	talk := h.open(subject(c.asked.ID(), "ask", c.nodes[0].ID()))
	if err := talk.publish(&frame{Protocol + 1, kindAsk, 0, 1, "-", 0}, nil); err != nil {
		t.Fatal(err)
	}
	said, err := talk.hear(t.Context())
	if err != nil || said.kind != kindRefusal || !strings.Contains(string(said.body), refusedVersion) {
		t.Errorf("%q %s, %v", said.kind, said.body, err)
	}
	m := c.nodes[0].Self()
	m.ID, m.Protocol = "another", Protocol+1
	asker := startAsker(t, nc, c.asked, nil)
	asker.roster.hear(m, 0)
	q := c.asked.all(t, "")
	if got, _ := ask1(t.Context(), t, asker.Searcher(c.asked.segments), q); got != c.asked.want(t, q) {
		t.Error("another answer")
	}
}

// What is larger than may be is refused before it is read, whatever it is.
func TestLargeQuestionsAreRefused(t *testing.T) {
	folder := newFolder(t)
	a := openAsked(t, folder)
	server := startServer(t, "127.0.0.1:0")
	n := startNode(t, connect(t, server.URL()), openServed(t, folder), "small", func(o *NodeOptions) { o.Largest = 1 << 16 })
	settled(t, 1, n)
	h, err := listen(connect(t, server.URL()), testSilence, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range []frame{
		{Protocol, kindAsk, 0, 1, "-", 1<<16 + 1},
		{Protocol, kindAsk, 0, 1 << 20, "-", 1 << 40},
		{Protocol, kindAsk, 0, 1, "s2", 1 << 40},
	} {
		talk := h.open(subject(a.ID(), "ask", n.ID()))
		if err := talk.publish(&f, []byte("[]")); err != nil {
			t.Fatal(err)
		}
		said, err := talk.hear(t.Context())
		if err != nil || said.kind != kindRefusal || !strings.Contains(string(said.body), refusedSize) {
			t.Errorf("%v: %q %s, %v", f, said.kind, said.body, err)
		}
		talk.close()
	}
	nc := connect(t, server.URL())
	small := startAsker(t, nc, a, func(o *AskerOptions) { o.Largest = 100 })
	if _, err := small.Searcher(a.segments).Search(t.Context(), []*search.Question{a.all(t, "")}, nil); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("a question that is too large to be sent: %v", err)
	}
	asker := startAsker(t, nc, a, nil)
	q := a.all(t, "")
	if got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); got != a.want(t, q) {
		t.Errorf("afterwards: %+v", p.Cover)
	}
}

// Nobody is answered without the credentials, nor with others.
func TestCredentials(t *testing.T) {
	server := startServer(t, "127.0.0.1:0")
	for _, secret := range []*link.Credentials{nil, credentials("another-secret-of-sixteen"), credentials("kifudb:another-secret-of-sixteen")} {
		_, err := dialed(&link.Dial{URLs: server.URL(), Credentials: secret})
		if !errors.Is(err, link.ErrRefused) || strings.Contains(err.Error(), "another-secret") || strings.Contains(err.Error(), "not the one") != (secret != nil) {
			t.Errorf("%v: %v", secret, err)
		}
	}
	if _, err := natsserver.Start(&natsserver.Options{Listen: "127.0.0.1:0"}); !errors.Is(err, link.ErrCredentials) {
		t.Errorf("a server without credentials: %v", err)
	}
	for _, text := range []string{fmt.Sprintf("%v %+v %#v %s", testCredentials, testCredentials, testCredentials, testCredentials)} {
		if strings.Contains(text, "sixteen") {
			t.Errorf("credentials are printed: %s", text)
		}
	}
}

// Messages of many parts arrive whole; those that are too large are refused.
func TestLargeMessages(t *testing.T) {
	server := startServer(t, "127.0.0.1:0")
	a, err := listen(connect(t, server.URL()), testSilence, 64<<20)
	if err != nil {
		t.Fatal(err)
	}
	b, err := listen(connect(t, server.URL()), testSilence, 16<<20)
	if err != nil {
		t.Fatal(err)
	}
	body := make([]byte, 12<<20)
	for i := range body {
		body[i] = byte(mix(uint64(i)))
	}
	from, to := a.open(""), b.open("")
	from.to.Store(&to.own)
	to.to.Store(&from.own)
	for _, size := range []int{0, 1, chunk, 3 << 20, 12 << 20} {
		go func() { _ = from.say(context.Background(), kindAnswer, body[:size]) }()
		said, err := to.hear(t.Context())
		if err != nil || string(said.body) != string(body[:size]) {
			t.Fatalf("%d bytes: %d came, %v", size, len(said.body), err)
		}
	}
	go func() { _ = from.say(context.Background(), kindAnswer, make([]byte, 17<<20)) }()
	if _, err := to.hear(t.Context()); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("17 MiB: %v", err)
	}
}
