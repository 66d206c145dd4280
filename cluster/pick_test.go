package cluster

import (
	"testing"
	"time"
)

// An errand is one that nobody else can go on if a segment of it is with no other node that
// may be asked.
func TestPickAlone(t *testing.T) {
	a := &Asker{roster: newRoster(time.Minute), took: map[string]*latency{}}
	shared := []string{"a", "b", "c", "d", "e", "f"}
	for _, m := range []Member{
		{ID: "1", Name: "one", Protocol: Protocol, Segments: shared},
		{ID: "2", Name: "two", Protocol: Protocol + 1, Segments: []string{"x"}},
		{ID: "3", Name: "three", Protocol: Protocol, Segments: append([]string{"x"}, shared...)},
	} {
		a.roster.hear(m, 0)
	}
	var list []Segment
	for _, name := range append([]string{"x"}, shared...) {
		list = append(list, Segment{name, 1})
	}
	parts, left := a.pick(list, avoided{})
	if len(parts) != 2 || len(left) > 0 {
		t.Fatalf("%d errands, %v left", len(parts), left)
	}
	for _, e := range parts {
		if len(e.segments) < 2 {
			t.Errorf("node %s has %v: too little to mean anything", e.member.Name, e.segments)
		}
		if want := e.member.Name == "three"; e.alone != want {
			t.Errorf("node %s, %v: alone %v", e.member.Name, e.segments, e.alone)
		}
	}
	parts, left = a.pick(list, avoided{}.and(&Member{ID: "3", Name: "three"}, nil, "slow", false))
	if len(parts) != 1 || len(left) != 1 || !parts[0].alone {
		t.Errorf("without node three nobody else: %v, %v left", parts, left)
	}
}
