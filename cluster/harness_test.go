package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"kifudb/archive"
	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/cluster/link"
	"kifudb/cluster/natsserver"
	"kifudb/indexer"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
	"kifudb/testdata"
)

// TestMain lets as many tests run at once as there are kinds of [TestServersAreParted], also on
// fewer processors, unless the number is given: they wait more than they compute.
func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", strconv.Itoa(max(4, runtime.GOMAXPROCS(0)))); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// testBeat is how often nodes of tests say what they have.
const testBeat = 40 * time.Millisecond

// testSilence is longer than a busy machine stops a process; where it is no matter how soon
// somebody is missed.
const testSilence = 10 * time.Second

// patientSilence is that of tests that wait until somebody is missed.
const patientSilence = 3 * time.Second

func patientNode(o *NodeOptions) {
	o.Beat, o.Silence, o.Grace = 5*testBeat, patientSilence, 10*testBeat
}

// newFolder returns the folder of an archive of the demo's games in segments of a few.
func newFolder(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	games := filepath.Join(dir, "games")
	if err := os.CopyFS(games, testdata.Collection()); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "archive")
	db, err := store.Open(folder, &store.Options{Create: true, MaxGames: 7})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	_, err = indexer.Import(t.Context(), w, []string{games}, nil)
	if err == nil {
		err = w.IndexComments(t.Context(), nil)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return folder
}

// asked is an archive that is asked here, by whoever holds its segments.
type asked struct {
	*store.Snapshot
	clusters *duplicate.Clusters
	segments []Segment
}

func openAsked(t testing.TB, folder string) *asked {
	t.Helper()
	db, err := store.Open(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	clusters, err := duplicate.Open(t.Context(), s, user.Of(db))
	if err != nil {
		t.Fatal(err)
	}
	a := openServed(t, folder)
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(state.Segments) < 8 {
		t.Fatalf("%d segments are no test", len(state.Segments))
	}
	return &asked{s, clusters, state.Segments}
}

func (a *asked) question(t testing.TB, text string, list map[string]search.Aggregation) *search.Question {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	question, err := search.Resolve(t.Context(), a.Snapshot, q, list, &search.Options{Clusters: a.clusters})
	if err != nil {
		t.Fatal(err)
	}
	return question
}

// all is a question that looks at everything.
func (a *asked) all(t testing.TB, text string) *search.Question {
	return a.question(t, text, map[string]search.Aggregation{
		"page": &search.Page{Texts: true}, "count": &search.Count{},
		"facets": &search.FacetCounts{Labels: search.Labels{Fields: []string{"player", "decade"}}},
	})
}

// want is the answer of one searcher for the whole archive.
func (a *asked) want(t testing.TB, q *search.Question) string {
	t.Helper()
	list, err := search.NewLocal(a.Snapshot, a.clusters).Search(t.Context(), []*search.Question{q}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return told(t, q, list[0])
}

// told is an answer without times.
func told(t testing.TB, q *search.Question, p *search.Partial) string {
	t.Helper()
	answer, err := q.Finish(p)
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(struct {
		Found  map[string]any
		Cover  search.Cover
		Folded int
	}{answer.Found, answer.Cover, answer.Folded})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func openServed(t testing.TB, folder string) Archive {
	t.Helper()
	a, err := archive.Open(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return Serving(a, 0)
}

var testCredentials = credentials("a-secret-of-sixteen-characters")

func credentials(text string) *link.Credentials {
	c, err := link.ParseCredentials([]byte(text))
	if err != nil {
		panic(err)
	}
	return c
}

func startServer(t testing.TB, listen string, join ...string) *natsserver.Server {
	t.Helper()
	s, err := natsserver.Start(&natsserver.Options{Listen: listen, Join: join, Name: "test " + listen, Credentials: testCredentials})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func connect(t testing.TB, url string) *nats.Conn {
	t.Helper()
	nc, err := dialed(&link.Dial{URLs: url, Credentials: testCredentials, Name: t.Name()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	return nc
}

// dialed connects with a server that is there. On a busy machine it may not answer in time, or
// end the connection as nobody has said in time who it is.
func dialed(d *link.Dial) (nc *nats.Conn, err error) {
	for end := time.Now().Add(time.Minute); ; {
		if nc, err = d.Connect(); !errors.Is(err, link.ErrUnreachable) || time.Now().After(end) {
			return nc, err
		}
	}
}

// startNode starts a node; change may be nil.
func startNode(t testing.TB, nc *nats.Conn, a Archive, name string, change func(*NodeOptions)) *Node {
	t.Helper()
	o := NodeOptions{Archive: a, Conn: nc, Name: name, Beat: testBeat, Silence: testSilence, Grace: 2 * testBeat, Version: "test"}
	if change != nil {
		change(&o)
	}
	n, err := Join(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { n.Close() })
	return n
}

// startAsker starts one that is patient, and asks no second node in place of one that is
// slow; change may be nil.
func startAsker(t testing.TB, nc *nats.Conn, a *asked, change func(*AskerOptions)) *Asker {
	t.Helper()
	o := AskerOptions{Conn: nc, Archive: a.ID(), Silence: testSilence, Beat: time.Second, Hedge: Hedge{Off: true}}
	if change != nil {
		change(&o)
	}
	var asker *Asker
	eventually(t, "some node answers", func() bool {
		var err error
		if asker, err = NewAsker(t.Context(), o); err != nil && !errors.Is(err, ErrNoNodes) {
			t.Fatal(err)
		}
		return err == nil
	})
	t.Cleanup(asker.Close)
	return asker
}

// soonMissing is for askers that are to miss somebody soon.
func soonMissing(o *AskerOptions) { o.Silence = patientSilence }

// eventually waits until something holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	const long = 5 * time.Minute // on a machine that is stopped again and again
	for end := time.Now().Add(long); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, long)
		}
	}
}

// settled waits until each segment is had by exactly so many nodes.
func settled(t testing.TB, replicas int, nodes ...*Node) {
	t.Helper()
	defer func() {
		if t.Failed() {
			t.Log(standing(nodes))
		}
	}()
	eventually(t, fmt.Sprintf("%d nodes have each segment", replicas), func() bool {
		count := map[string]int{}
		of := 0
		for _, n := range nodes {
			m := n.Self()
			of = max(of, m.Of)
			for _, s := range m.Segments {
				count[s]++
			}
			seen := 0
			for _, other := range n.Members() {
				if slices.ContainsFunc(nodes, func(n *Node) bool { return n.id == other.ID && len(n.Self().Segments) == len(other.Segments) }) {
					seen++
				}
			}
			if seen < len(nodes) {
				return false
			}
		}
		for _, n := range count {
			if n != replicas {
				return false
			}
		}
		return len(count) == of && of > 0
	})
}

// standing says what nodes have, and whom they see.
func standing(nodes []*Node) string {
	var b strings.Builder
	for _, n := range nodes {
		m := n.Self()
		fmt.Fprintf(&b, "%s: state %d, %d of %d segments, trouble %q, fetching %d, sees", m.Name, m.State, len(m.Segments), m.Of, m.Trouble, m.Fetching)
		for _, other := range n.Members() {
			fmt.Fprintf(&b, " %s with %d", other.Name, len(other.Segments))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func q1(q *search.Question) []*search.Question { return []*search.Question{q} }

func ask1(ctx context.Context, t testing.TB, s search.Searcher, q *search.Question) (string, *search.Partial) {
	t.Helper()
	list, err := s.Search(ctx, q1(q), nil)
	if err != nil {
		t.Fatal(err)
	}
	return told(t, q, list[0]), list[0]
}
