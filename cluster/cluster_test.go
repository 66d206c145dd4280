package cluster

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Three nodes answer as one searcher does, each segment being with two of them.
func TestNodesAnswerAsOne(t *testing.T) {
	folder := newFolder(t)
	a := openAsked(t, folder)
	server := startServer(t, "127.0.0.1:0")
	var nodes []*Node
	for i := range 3 {
		nodes = append(nodes, startNode(t, connect(t, server.URL()), openServed(t, folder), fmt.Sprint("node", i), nil))
	}
	settled(t, 2, nodes...)
	asker := startAsker(t, connect(t, server.URL()), a, nil)
	for _, text := range []string{"", "player:shusaku", "C:ladder", `pos:"Q16 D4"`, "winner:white date:..1900", "-player:go"} {
		q := a.all(t, text)
		got, p := ask1(t.Context(), t, asker.Searcher(a.segments), q)
		if d := cmp.Diff(a.want(t, q), got); d != "" {
			t.Errorf("%q (-one +nodes):\n%s", text, d)
		}
		if !p.Cover.Whole() {
			t.Errorf("%q: %+v is not whole", text, p.Cover)
		}
	}
	for _, n := range nodes {
		if n.Self().Load.Answered == 0 {
			t.Errorf("%s was not asked", n.o.Name)
		}
	}
}
