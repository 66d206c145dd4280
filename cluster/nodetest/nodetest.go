// Package nodetest runs nodes for tests in this process, with NATS between them and the
// asker. Only tests import it.
//
// Its noun is [Nodes].
package nodetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"kifudb/book/duplicate"
	"kifudb/cluster"
	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
	"kifudb/search"
	"kifudb/store"
)

// Nodes are nodes of one archive, whose clusters change from question to question.
type Nodes struct {
	asker   *cluster.Asker
	archive *changing
}

// Start starts a number of nodes, and sets how many of them have each segment. They end with
// the test.
func Start(t testing.TB, s *store.Snapshot, nodes, replicas int) *Nodes {
	t.Helper()
	secret, err := link.ParseCredentials([]byte("nobody-else-knows-this"))
	if err != nil {
		t.Fatal(err)
	}
	server, err := natsserver.Start(&natsserver.Options{Listen: "127.0.0.1:0", Name: "test", Credentials: secret})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	a := &changing{}
	a.change(s, nil)
	dial := &link.Dial{URLs: server.URL(), Credentials: secret, Wait: time.Minute}
	const beat = 100 * time.Millisecond
	for i := range nodes {
		nc, err := dial.Connect()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		n, err := cluster.Join(t.Context(), cluster.NodeOptions{Archive: a, Conn: nc, Name: fmt.Sprint("node", i), Replicas: replicas, Beat: beat, Silence: 10 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { n.Close() })
	}
	nc, err := dial.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	asker, err := cluster.NewAsker(t.Context(), cluster.AskerOptions{Conn: nc, Archive: s.ID(), Beat: beat, Silence: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(asker.Close)
	n := &Nodes{asker, a}
	for end := time.Now().Add(5 * time.Minute); !n.ready(t, nodes, replicas); time.Sleep(beat / 2) {
		if time.Now().After(end) {
			t.Fatal("the nodes do not have the segments")
		}
	}
	return n
}

// ready reports whether each segment is where it belongs.
func (n *Nodes) ready(t testing.TB, nodes, replicas int) bool {
	members, err := n.asker.Members(t.Context())
	if errors.Is(err, cluster.ErrNoNodes) { // none has answered in time
		return false
	}
	if err != nil {
		t.Fatal(err)
	}
	state, err := n.archive.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	held := 0
	for _, m := range members {
		held += len(m.Segments)
	}
	return len(members) == nodes && held >= replicas*len(state.Segments)
}

// Searcher returns an asker for the nodes, which use the given clusters from now on.
func (n *Nodes) Searcher(s *store.Snapshot, clusters *duplicate.Clusters) search.Searcher {
	return n.asker.Searcher(n.archive.change(s, clusters))
}

// changing is an archive of a snapshot.
type changing struct {
	mu       sync.Mutex // protects what follows
	state    *cluster.State
	snapshot *store.Snapshot
	clusters *duplicate.Clusters
	segments map[string]*store.Segment
}

// change makes it another one, and returns its segments.
func (a *changing) change(s *store.Snapshot, clusters *duplicate.Clusters) []cluster.Segment {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.snapshot, a.clusters, a.segments = s, clusters, map[string]*store.Segment{}
	a.state = &cluster.State{Archive: s.ID(), Generation: s.Generation(), Clusters: clusters.Digest()}
	for _, g := range s.Segments() {
		name := fmt.Sprintf("%06d", g.Base())
		a.segments[name] = g.Recorded() // corrections come with the question
		a.state.Segments = append(a.state.Segments, cluster.Segment{Name: name, Games: int(g.Live().GetCardinality())})
	}
	return a.state.Segments
}

func (a *changing) State(context.Context) (*cluster.State, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.state, nil
}

func (a *changing) Cache() cluster.Cache { return cluster.Cache{} }

func (a *changing) Part(_ context.Context, state *cluster.State, _ []string) (cluster.Part, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if state != a.state {
		return nil, cluster.ErrPast
	}
	return &part{a.snapshot, a.clusters, a.segments}, nil
}

type part struct {
	snapshot *store.Snapshot
	clusters *duplicate.Clusters
	segments map[string]*store.Segment
}

func (p *part) Close() error { return nil }

func (p *part) Searcher(names []string) (search.Searcher, error) {
	var list []*store.Segment
	for _, name := range names {
		if p.segments[name] == nil {
			return nil, fmt.Errorf("there is no segment %s", name)
		}
		list = append(list, p.segments[name])
	}
	return search.NewLocalPart(p.snapshot, list, p.clusters), nil
}
