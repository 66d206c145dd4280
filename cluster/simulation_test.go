package cluster

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"kifudb/internal/cputime"
	"kifudb/search"
)

// simulated is what a segment of 35,000 games takes for a whole board, on average and with
// one core: measured on 12 segments of professional and server games. A larger one takes
// in proportion. coresSimulated is how many cores a node has.
const (
	simulated      = 1200 * time.Microsecond
	coresSimulated = 8
)

// stub is an archive of segments that are not there: what is asked about them takes as
// long as if they were, and the answer is as large.
type stub struct {
	mu    sync.Mutex // protects state
	state *State

	answer  *search.Partial // of any of them
	segment time.Duration   // what each takes, on average
}

func (s *stub) State(context.Context) (*State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state, nil
}

func (s *stub) Cache() Cache { return Cache{} }

func (s *stub) Part(context.Context, *State, []string) (Part, error) { return stubPart{s}, nil }

type stubPart struct{ stub *stub }

func (stubPart) Close() error { return nil }

func (p stubPart) Searcher(names []string) (search.Searcher, error) {
	return &stubSearcher{p.stub, names}, nil
}

type stubSearcher struct {
	stub  *stub
	names []string
}

// Search takes the sum of what the segments take, from half to one and a half times the
// average each, divided among the cores.
func (s *stubSearcher) Search(ctx context.Context, _ []*search.Question, _ func([]*search.Partial)) ([]*search.Partial, error) {
	took := time.Duration(0)
	for range s.names {
		took += s.stub.segment/2 + rand.N(s.stub.segment)
	}
	select {
	case <-time.After(took / coresSimulated):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	answer := *s.stub.answer
	answer.Cover = search.Cover{Segments: len(s.names), OfSegments: len(s.names), Games: len(s.names), OfGames: len(s.names)}
	return []*search.Partial{&answer}, nil
}

// simulation is nodes of stubs over NATS, and a question that can be asked of them.
type simulation struct {
	asker    *Asker
	segments []Segment
	question *search.Question
}

func simulate(t testing.TB, nodes, segments int, segment time.Duration, slow, hedge bool) *simulation {
	t.Helper()
	a := openAsked(t, newFolder(t))
	q := a.question(t, `pos:"Q16"`, map[string]search.Aggregation{"next": &search.Continuations{Detail: true}})
	list, err := search.NewLocal(a.Snapshot, a.clusters).Search(t.Context(), []*search.Question{q}, nil)
	if err != nil {
		t.Fatal(err)
	}
	m := q.Moment()
	empty := &State{Archive: m.Archive, Generation: m.Generation - 1, Clusters: m.Clusters}
	full := &State{Archive: m.Archive, Generation: m.Generation, Clusters: m.Clusters}
	for i := range segments {
		full.Segments = append(full.Segments, Segment{fmt.Sprintf("%08d", i), 1})
	}
	server := startServer(t, "127.0.0.1:0")
	var stubs []*stub
	var all []*Node
	for i := range nodes {
		s := &stub{state: empty, answer: list[0], segment: segment}
		if slow && i == 0 {
			s.segment *= 10
		}
		stubs = append(stubs, s)
		all = append(all, startNode(t, connect(t, server.URL()), s, fmt.Sprint("node", i), func(o *NodeOptions) {
			o.Beat, o.Silence, o.Questions = time.Second, 10*time.Second, 64
		}))
	}
	eventually(t, "all know each other", func() bool {
		return !slices.ContainsFunc(all, func(n *Node) bool { return len(n.Members()) < nodes })
	})
	for _, s := range stubs {
		s.mu.Lock()
		s.state = full
		s.mu.Unlock()
	}
	asker := startAsker(t, connect(t, server.URL()), a, func(o *AskerOptions) {
		o.Beat, o.Silence, o.Hedge.Off = time.Second, 10*time.Second, !hedge
	})
	eventually(t, "each segment is with two nodes", func() bool {
		held := 0
		members, err := asker.Members(t.Context())
		for _, m := range members {
			held += len(m.Segments)
		}
		return err == nil && len(members) == nodes && held == 2*segments
	})
	return &simulation{asker, full.Segments, q}
}

func (s *simulation) ask(t testing.TB) time.Duration {
	t.Helper()
	start := time.Now()
	list, err := s.asker.Searcher(s.segments).Search(t.Context(), []*search.Question{s.question}, nil)
	took := time.Since(start)
	if err != nil {
		t.Fatal(err)
	}
	if c := list[0].Cover; !c.Whole() || c.Games != len(s.segments) {
		t.Fatalf("%+v", c)
	}
	return took
}

// A hundred million games, in segments that are simulated, over real nodes and NATS: how
// long a question takes, with nodes that are as fast as each other, with one that is ten
// times slower, and with another asked in its place. All nodes are in this process, so what
// it is short of is what they and who asks take together.
//
//	go test -run '^$' -bench Simulation -benchtime 30x ./cluster
func BenchmarkSimulation(b *testing.B) {
	const games = 100_000_000
	for _, size := range []int{65_536, 35_000} {
		for _, nodes := range []int{3, 6, 12, 24} {
			for _, c := range []struct {
				name        string
				slow, hedge bool
			}{{"alike", false, true}, {"slow", true, false}, {"hedged", true, true}} {
				b.Run(fmt.Sprintf("games=%d/nodes=%d/%s", size, nodes, c.name), func(b *testing.B) {
					s := simulate(b, nodes, games/size, simulated*time.Duration(size)/35_000, c.slow, c.hedge)
					for range 20 { // until it is known what nodes usually take
						s.ask(b)
					}
					sent, hedges := s.asker.Hedged()
					before := s.asker.o.Conn.Stats()
					var took []time.Duration
					cpu := cputime.Now()
					for b.Loop() {
						took = append(took, s.ask(b))
					}
					cpu = cputime.Now() - cpu
					slices.Sort(took)
					ms := func(percent int) float64 {
						return float64(took[(len(took)-1)*percent/100]) / float64(time.Millisecond)
					}
					after := s.asker.o.Conn.Stats()
					sentAfter, hedgesAfter := s.asker.Hedged()
					b.ReportMetric(ms(50), "p50-ms")
					b.ReportMetric(ms(99), "p99-ms")
					b.ReportMetric(float64(cpu)/float64(b.N)/1e6, "cpu-ms/question")
					b.ReportMetric(100*float64(hedgesAfter-hedges)/float64(sentAfter-sent), "hedged-%")
					b.ReportMetric(float64(after.InBytes+after.OutBytes-before.InBytes-before.OutBytes)/float64(b.N)/1e3, "kB/question")
				})
			}
		}
	}
}

// The simulation answers for each segment once, and a slow node is not waited for.
func TestSimulation(t *testing.T) {
	s := simulate(t, 6, 300, 40*time.Millisecond, true, true)
	for range 3 {
		s.ask(t)
	}
	eventually(t, "somebody else is asked in place of the slow node", func() bool {
		s.ask(t)
		_, hedges := s.asker.Hedged()
		return hedges > 0
	})
}
