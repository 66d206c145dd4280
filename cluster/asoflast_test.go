package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kifudb/archive"
	"kifudb/archive/objects"
	"kifudb/cluster/link"
	"kifudb/query"
)

// leavingStore is a store that can go away, and come back.
type leavingStore struct {
	objects.Store
	away, silent atomic.Bool // it refuses connections, or answers nothing
	puts         atomic.Int64
}

func (s *leavingStore) here(ctx context.Context) error {
	if s.silent.Load() {
		<-ctx.Done()
		return ctx.Err()
	}
	if s.away.Load() {
		return fmt.Errorf("connection refused: %w", objects.ErrTemporary)
	}
	return nil
}

func (s *leavingStore) Get(ctx context.Context, key string, offset, length int64) (io.ReadCloser, objects.Info, error) {
	if err := s.here(ctx); err != nil {
		return nil, objects.Info{}, err
	}
	return s.Store.Get(ctx, key, offset, length)
}

func (s *leavingStore) PutIfAbsent(ctx context.Context, key string, body objects.Body) (string, error) {
	s.puts.Add(1)
	if err := s.here(ctx); err != nil {
		return "", err
	}
	return s.Store.PutIfAbsent(ctx, key, body)
}

func (s *leavingStore) List(ctx context.Context, prefix string) iter.Seq2[objects.Info, error] {
	if err := s.here(ctx); err != nil {
		return func(yield func(objects.Info, error) bool) { yield(objects.Info{}, err) }
	}
	return s.Store.List(ctx, prefix)
}

// aStore is an archive in a store of which each program has a way of its own that can break.
type aStore struct {
	t    *testing.T
	dir  string
	dial *link.Dial
	url  string
}

const storeLocation = "objects:the-store"

// newStore puts the games of newFolder into a store, and starts NATS.
func newStore(t *testing.T) *aStore {
	t.Helper()
	server := startServer(t, "127.0.0.1:0")
	s := &aStore{t: t, dir: t.TempDir(), url: server.URL()}
	s.dial = &link.Dial{URLs: s.url, Credentials: testCredentials, Wait: time.Minute}
	_, way := s.options()
	o := archive.Options{Objects: func(string) (objects.Store, error) { return way, nil }, Cache: archive.Cache{Dir: t.TempDir()}}
	if _, err := archive.Copy(t.Context(), newFolder(t), storeLocation, &o, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

// options are those of a program with a cache of its own, and its way to the store.
func (s *aStore) options() (archive.Options, *leavingStore) {
	way := &leavingStore{Store: objects.NewFolder(s.dir)}
	return archive.Options{
		Objects: func(string) (objects.Store, error) { return way, nil }, Cache: archive.Cache{Dir: s.t.TempDir()}, Reach: 50 * time.Millisecond,
	}, way
}

func (s *aStore) open(o archive.Options) *archive.Archive {
	s.t.Helper()
	a, err := archive.Open(storeLocation, &o)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { a.Close() })
	return a
}

// nodes starts nodes, and returns the ways of each to the store.
func (s *aStore) nodes(count, replicas int) (nodes []*Node, ways []*leavingStore) {
	s.t.Helper()
	for i := range count {
		o, way := s.options()
		o.Sparse = true
		nodes = append(nodes, startNode(s.t, connect(s.t, s.url), Serving(s.open(o), 0), fmt.Sprint("node", i), func(o *NodeOptions) { o.Replicas = replicas }))
		ways = append(ways, way)
	}
	settled(s.t, replicas, nodes...)
	return nodes, ways
}

// asking are the options of who asks nodes.
func (s *aStore) asking() (archive.Options, *leavingStore) {
	o, way := s.options()
	engine := NewEngine(s.dial)
	s.t.Cleanup(engine.Close)
	o.Engine, o.AsOfLast = engine, true
	return o, way
}

// asOf returns the answers of an archive to questions of several kinds, and what is said of the commit.
func asOf(t *testing.T, a *archive.Archive) (answers, notice string) {
	t.Helper()
	err := a.Ask(func(v *archive.View) error {
		answers, notice = "", ""
		for _, text := range []string{"", "player:shusaku", `pos:"Q16 D4"`, "comment:ladder", "tag:fine", "pat:NE[...|.X.|...]"} {
			q, err := query.Parse(text)
			if err != nil {
				return err
			}
			page, err := v.Search(t.Context(), &archive.Search{Query: q, Limit: 100})
			if err != nil {
				return err
			}
			if complete := page.Complete == nil; complete == archive.Incomplete(page.Notices) {
				return fmt.Errorf("complete: %v, and %v is said", complete, page.Notices)
			}
			for _, n := range page.Notices {
				if n.Code == archive.NoticeAsOf {
					notice = n.Text
				}
			}
			page.Complete, page.Notices = nil, slices.DeleteFunc(page.Notices, func(n archive.Notice) bool { return n.Code == archive.NoticeAsOf })
			if len(page.Notices) == 0 {
				page.Notices = nil
			}
			data, err := json.Marshal(page)
			if err != nil {
				return err
			}
			answers += string(data) + "\n"
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return answers, notice
}

func expectAsOf(t *testing.T, what string, a *archive.Archive, commit int, want string) {
	t.Helper()
	got, notice := asOf(t, a)
	if !strings.HasPrefix(notice, fmt.Sprintf("as of commit %d, ", commit)) || !strings.HasSuffix(notice, "; the store cannot be reached") || a.AsOf() != notice {
		t.Errorf("%s: it says %q, and %q in all", what, notice, a.AsOf())
	}
	if got != want {
		t.Errorf("%s: the answers are\n%s\nand were\n%s", what, got, want)
	}
}

// change removes a game and adds a tag: two commits.
func change(t *testing.T, a *archive.Archive, game archive.GameID) {
	t.Helper()
	if _, err := a.Remove(t.Context(), func(*archive.View) ([]archive.GameID, error) { return []archive.GameID{game}, nil }); err != nil {
		t.Fatal(err)
	}
	err := a.Ask(func(v *archive.View) error {
		_, err := v.Tag("fine", []archive.GameID{3, 4})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// While the store is away, nodes answer as they did before, and each answer says as of which commit it is. Nobody who
// has not asked for that gets such an answer, and nothing can be changed. When the store is back, it is the newest
// commit that is shown.
func TestStoreAway(t *testing.T) {
	t.Parallel() // it mostly waits
	s := newStore(t)
	nodes, ways := s.nodes(3, 2)
	o, way := s.asking()
	a := s.open(o)
	writer, _ := s.options()
	w := s.open(writer)
	change(t, w, 5)
	changed, err := w.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "all nodes know the change", func() bool {
		return !slices.ContainsFunc(nodes, func(n *Node) bool { return n.Self().State != changed.Generation })
	})
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	before, notice := asOf(t, a)
	if notice != "" || a.AsOf() != "" {
		t.Fatalf("the store is there, and %q is said", notice)
	}
	for _, way := range append(ways, way) {
		way.away.Store(true)
	}
	eventually(t, "it is noticed", func() bool {
		_, notice := asOf(t, a)
		return notice != ""
	})
	expectAsOf(t, "of the one who asked before", a, int(state.Commit), before)
	expectAsOf(t, "of one who starts", s.open(o), int(state.Commit), before)

	if !testing.Short() { // it tries for seconds
		usual := o
		usual.AsOfLast = false
		if _, err := archive.Open(storeLocation, &usual); !errors.Is(err, archive.ErrNodesMayKnow) {
			t.Errorf("who has not asked for it: %v", err)
		}
	}
	puts := way.puts.Load()
	err = a.Ask(func(v *archive.View) error {
		_, err := v.Tag("new", []archive.GameID{7})
		return err
	})
	if !errors.Is(err, archive.ErrAway) || way.puts.Load() != puts {
		t.Errorf("a change: %v after %d puts", err, way.puts.Load()-puts)
	}
	err = a.Ask(func(v *archive.View) error {
		_, err := v.IDs(t.Context(), mustParse(t, "player:shusaku"), false)
		return err
	})
	if !errors.Is(err, archive.ErrAway) || errors.Is(err, archive.ErrUnanswered) {
		t.Errorf("games are chosen: %v", err)
	}
	empty, there := s.asking()
	there.away.Store(true)
	if _, err := archive.Open(storeLocation, &empty); !errors.Is(err, archive.ErrAway) {
		t.Errorf("a cache that never held the archive: %v", err)
	}

	change(t, w, 6)
	expectAsOf(t, "while others change it", a, int(state.Commit), before)
	for _, way := range append(ways, way) {
		way.away.Store(false)
	}
	eventually(t, "the newest is shown", func() bool {
		got, notice := asOf(t, a)
		return notice == "" && got != before
	})
}

func mustParse(t *testing.T, text string) archive.Query {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// A store that says nothing is away as well.
func TestStoreSilent(t *testing.T) {
	t.Parallel() // it mostly waits
	s := newStore(t)
	s.nodes(1, 1)
	o, way := s.asking()
	before, _ := asOf(t, s.open(o))
	way.silent.Store(true)
	expectAsOf(t, "of a silent store", s.open(o), 1, before)
}

// Of several commits the newest one is shown that all nodes have. It is older than the one of the cache, or newer: then
// nodes give what it consists of.
func TestStoreAwayCommits(t *testing.T) {
	t.Parallel() // it mostly waits
	s := newStore(t)
	nodes, ways := s.nodes(3, 2)
	old, oldWay := s.asking()
	first, _ := asOf(t, s.open(old)) // and its cache has the first commit
	oldWay.away.Store(true)

	ways[0].away.Store(true)
	running, way := s.asking()
	a := s.open(running)
	change(t, a, 5)
	newer := func(n *Node) bool { return n.Self().State > nodes[0].Self().State }
	eventually(t, "two nodes know the change", func() bool { return newer(nodes[1]) && newer(nodes[2]) })
	state, err := a.State(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	way.away.Store(true)
	eventually(t, "it is noticed", func() bool {
		_, notice := asOf(t, a)
		return notice != ""
	})
	expectAsOf(t, "one node lags: of a newer cache", a, 1, first)
	expectAsOf(t, "one node lags: of a newer cache, opened again", s.open(running), 1, first)
	expectAsOf(t, "one node lags: of an older cache", s.open(old), 1, first)

	ways[0].away.Store(false)
	eventually(t, "all nodes know the change", func() bool { return !newer(nodes[1]) })
	ways[1].away.Store(true)
	eventually(t, "no node lags: of a newer cache", func() bool {
		got, notice := asOf(t, a)
		return got != first && strings.HasPrefix(notice, fmt.Sprintf("as of commit %d, ", state.Commit-1)) || strings.HasPrefix(notice, fmt.Sprintf("as of commit %d, ", state.Commit))
	})
	second, _ := asOf(t, a)
	if second == first {
		t.Error("the change is not to be seen")
	}
	expectAsOf(t, "no node lags: of an older cache", s.open(old), int(state.Commit), second)
}

// Segments that no node has are missing in the answers, which say so besides.
func TestStoreAwaySegmentLost(t *testing.T) {
	t.Parallel() // it mostly waits
	s := newStore(t)
	nodes, ways := s.nodes(3, 1)
	o, way := s.asking()
	a := s.open(o)
	asOf(t, a)
	for _, way := range append(ways, way) {
		way.away.Store(true)
	}
	if err := nodes[0].Close(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "both are said", func() bool {
		both := 0
		err := a.Ask(func(v *archive.View) error {
			page, err := v.Search(t.Context(), &archive.Search{Query: mustParse(t, "")})
			if err != nil {
				return err
			}
			both = 0
			for _, n := range page.Notices {
				if n.Code == archive.NoticeAsOf || n.Code == archive.NoticeIncomplete {
					both++
				}
			}
			if both > 0 && page.Complete == nil {
				t.Error("the answer says that it is complete")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return both == 2
	})
}

// The newest generation counts that all have, then the one that most have.
func TestCommonGeneration(t *testing.T) {
	for _, c := range []struct {
		states [][]uint64 // of each node, its newest first
		want   uint64
	}{
		{nil, 0},
		{[][]uint64{{7, 6}, {7, 6}, {7, 6}}, 7},
		{[][]uint64{{7, 6}, {6, 5}, {7, 6}}, 6},
		{[][]uint64{{7, 6}, {6}, {8, 7}}, 7},
		{[][]uint64{{7, 6}, {3, 2}, {7, 6}}, 7},
		{[][]uint64{{3, 2}, {7, 6}}, 7},
	} {
		var members []Member
		for _, states := range c.states {
			members = append(members, Member{State: states[0], States: states})
		}
		if got, ok := commonGeneration(members); got != c.want || ok != (c.want > 0) {
			t.Errorf("%v: generation %d, %v", c.states, got, ok)
		}
	}
}
