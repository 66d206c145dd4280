package nodes

import (
	"testing"

	"kifudb/archive"
	"kifudb/cluster"
)

func node(state, newest uint64, of int, segments ...string) cluster.Member {
	return cluster.Member{Protocol: cluster.Protocol, State: state, Newest: newest, Of: of, Segments: segments}
}

// Where only nodes are heard, what those have that are behind the newest state hides nothing that
// nobody has of it.
func TestHeardNodes(t *testing.T) {
	other := node(7, 7, 3, "d")
	other.Protocol++
	for _, c := range []struct {
		name                  string
		nodes                 []cluster.Member
		segments, held, twice int
		complete              bool
	}{
		{"all know the newest", []cluster.Member{node(7, 7, 3, "b", "c"), node(7, 7, 3, "c", "d")}, 3, 3, 1, true},
		{"one is missing", []cluster.Member{node(7, 7, 3, "b", "c"), node(7, 7, 3, "c")}, 3, 2, 1, false},
		{"one is missing, and one that is behind has others", []cluster.Member{node(7, 7, 3, "b", "c"), node(5, 5, 4, "a", "b", "x", "y")}, 3, 2, 0, false},
		{"one knows of the newest and does not have it", []cluster.Member{node(6, 7, 3, "a", "b"), node(7, 7, 3, "b", "c")}, 3, 2, 0, false},
		{"nobody has the newest", []cluster.Member{node(6, 7, 2, "a", "b")}, 2, 0, 0, false},
		{"another protocol", []cluster.Member{node(7, 7, 3, "b", "c"), other}, 3, 2, 0, false},
		{"an archive without games", []cluster.Member{node(1, 1, 0)}, 0, 0, 0, true},
	} {
		r := heardNodes(cluster.Heard{Nodes: c.nodes})
		if r.Segments != c.segments || r.Held != c.held || r.Twice != c.twice || r.Complete != c.complete {
			t.Errorf("%s: %d of %d segments, %d twice, complete %v; expected %d of %d, %d", c.name, r.Held, r.Segments, r.Twice, r.Complete, c.held, c.segments, c.twice)
		}
	}
}

// Where the archive is known, a node that is behind and follows counts, one that cannot does not.
func TestReportNodes(t *testing.T) {
	state := &archive.State{Generation: 7, Segments: []archive.SegmentState{{Name: "b"}, {Name: "c"}}}
	stuck := node(6, 7, 2, "c")
	if r := reportNodes(state, []cluster.Member{node(7, 7, 2, "b"), stuck}); r.Held != 2 || !r.Complete {
		t.Errorf("with one that follows %d segments are held", r.Held)
	}
	stuck.Trouble = "the format is newer"
	if r := reportNodes(state, []cluster.Member{node(7, 7, 2, "b"), stuck}); r.Held != 1 || r.Complete {
		t.Errorf("with one that cannot follow %d segments are held", r.Held)
	}
}
