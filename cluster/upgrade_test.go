package cluster

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kifudb/store"
)

// older is an archive as a program sees it that does not know the newest formats: of states from
// a generation on, and of single segments.
type older struct {
	Archive
	from     atomic.Uint64 // the first generation that it cannot read; 0 for none
	segments map[string]bool
}

func (o *older) State(ctx context.Context) (*State, error) {
	s, err := o.Archive.State(ctx)
	if from := o.from.Load(); err == nil && from > 0 && s.Generation >= from {
		return nil, fmt.Errorf("manifests/%d: %w (format 7, this program reads up to 6)", s.Generation, store.ErrNewer)
	}
	return s, err
}

func (o *older) Part(ctx context.Context, s *State, names []string) (Part, error) {
	for _, name := range names {
		if o.segments[name] {
			return nil, fmt.Errorf("segments/%s: %w (format 7, this program reads up to 6)", name, store.ErrNewer)
		}
	}
	return o.Archive.Part(ctx, s, names)
}

// In a rolling upgrade, nodes that do not know the newest format answer about what they can
// read, of the state that was before and of segments in a format that they know. What nobody
// can read is named, with the reason, and not waited for; when all are upgraded, answers are
// whole. No answer is wrong in between.
func TestRollingUpgrade(t *testing.T) {
	t.Parallel() // it mostly waits
	for _, replicas := range []int{1, 2} {
		t.Run(fmt.Sprint(replicas, " replicas"), func(t *testing.T) {
			t.Parallel()
			rollingUpgrade(t, replicas)
		})
	}
}

func rollingUpgrade(t *testing.T, replicas int) {
	folder := newFolder(t)
	before := openAsked(t, folder)
	const patience = time.Minute // of which nothing is to be used up
	server := startServer(t, "127.0.0.1:0")
	url := server.URL()
	set := func(o *NodeOptions) {
		o.Replicas, o.Silence, o.Beat, o.Grace = replicas, patience, 5*testBeat, 10*testBeat
	}
	var programs []*older
	var nodes []*Node
	start := func(i int) {
		programs[i] = &older{Archive: openServed(t, folder)}
		nodes[i] = startNode(t, connect(t, url), programs[i], fmt.Sprint("node", i), set)
	}
	for i := range 3 {
		programs, nodes = append(programs, nil), append(nodes, nil)
		start(i)
	}
	settled(t, replicas, nodes...)
	asker := startAsker(t, connect(t, url), before, func(o *AskerOptions) { o.Silence = patience })
	for _, p := range programs {
		p.from.Store(before.Generation() + 1)
	}
	whole, partial := 0, 0
	check := func(a *asked) (all bool) {
		t.Helper()
		q := a.all(t, "player:shusaku")
		began := time.Now()
		got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q)
		if took := time.Since(began); took > patience/2 {
			t.Errorf("it took %v to find out that nodes are too old", took)
		}
		all = p.Cover.Whole()
		if why := strings.Join(p.Cover.Missing, "; "); all != (got == a.want(t, q)) || !all && !strings.Contains(why, "newer version") {
			t.Errorf("another answer, or the wrong reason: %+v", p.Cover)
		}
		if all {
			whole++
		} else {
			partial++
		}
		return all
	}
	addGame(t, folder, 1) // by the first program that is new, which imports
	after := openAsked(t, folder)
	eventually(t, "all nodes have looked", func() bool {
		for _, n := range nodes {
			if !strings.Contains(n.Self().Trouble, "newer version") {
				return false
			}
		}
		return true
	})
	if check(after) || !check(before) {
		t.Error("the new state was read, or the old one was not")
	}
	for i := range nodes { // one after the other is upgraded
		nodes[i].Close()
		start(i)
		check(after)
		eventually(t, "the new node has something", func() bool { return len(nodes[i].Self().Segments) > 0 })
		check(after)
	}
	settled(t, replicas, nodes...)
	if !check(after) {
		t.Error("not whole when all are new")
	}
	if partial == 0 {
		t.Error("no answer was partial, which is no test")
	}
	t.Logf("%d answers were whole, %d said which segments were not answered", whole, partial)
}

// Of single segments in a newer format the old node has none and says why; all others it has.
func TestNewerSegments(t *testing.T) {
	folder := newFolder(t)
	a := openAsked(t, folder)
	server := startServer(t, "127.0.0.1:0")
	newer := map[string]bool{a.segments[2].Name: true, a.segments[5].Name: true}
	old := startNode(t, connect(t, server.URL()), &older{Archive: openServed(t, folder), segments: newer}, "old", nil)
	eventually(t, "the old node has what it can read", func() bool {
		m := old.Self()
		return len(m.Segments) == m.Of-2 && strings.Contains(m.Trouble, "newer version")
	})
	asker := startAsker(t, connect(t, server.URL()), a, nil)
	q := a.all(t, "")
	if _, p := ask1(t.Context(), t, asker.Searcher(a.segments), q); p.Cover.Segments != len(a.segments)-2 || !strings.Contains(strings.Join(p.Cover.Missing, " "), "2 segments") {
		t.Errorf("%+v", p.Cover)
	}
	startNode(t, connect(t, server.URL()), openServed(t, folder), "new", nil)
	want := a.want(t, q)
	eventually(t, "the new node answers about them", func() bool {
		got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q)
		if p.Cover.Whole() != (got == want) {
			t.Fatalf("another answer: %+v", p.Cover)
		}
		return got == want
	})
}
