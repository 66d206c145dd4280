package cluster

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Who has no archive hears which nodes there are, of which archives.
func TestListen(t *testing.T) {
	s := startServer(t, "127.0.0.1:0")
	nc := connect(t, s.URL())
	first, second := newFolder(t), newFolder(t)
	nodes := map[string]*Node{
		"a": startNode(t, nc, openServed(t, first), "a", nil),
		"b": startNode(t, nc, openServed(t, first), "b", nil),
		"c": startNode(t, nc, openServed(t, second), "c", nil),
	}
	listener := connect(t, s.URL())
	eventually(t, "all nodes are heard with what they have", func() bool {
		all, err := Listen(t.Context(), listener, 200*time.Millisecond)
		if err != nil {
			t.Fatal(err)
		}
		there := map[string]int{}
		for _, h := range all {
			for _, m := range h.Nodes {
				if nodes[m.Name] == nil || nodes[m.Name].archive != h.Archive {
					t.Errorf("%s is heard of archive %s", m.Name, h.Archive)
				}
				there[m.Name] = len(m.Segments)
			}
		}
		return len(all) == 2 && there["a"] > 0 && there["b"] > 0 && there["c"] > 0
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Listen(ctx, listener, time.Minute); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
