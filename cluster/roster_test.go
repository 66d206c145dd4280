package cluster

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Who is there is told by name, with how long ago each was heard; the later word counts, and
// those of whom nothing is heard any more are forgotten.
func TestRoster(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	r := newRoster(10 * time.Second)
	r.now = func() time.Time { return now }
	told := func() bool {
		select {
		case <-r.changed:
			return true
		default:
			return false
		}
	}
	for _, step := range []struct {
		what string
		do   func()
		want string
		told bool
	}{
		{"b comes", func() { r.hear(Member{ID: "1", Name: "b"}, 0) }, "b0@0", true},
		{"a comes, as somebody says", func() { r.hear(Member{ID: "2", Name: "a", State: 3}, 2*time.Second) }, "a3@2000 b0@0", true},
		{"nobody comes", func() { r.hear(Member{ID: "3"}, 0); r.hear(Member{Name: "c"}, 0) }, "a3@2000 b0@0", false},
		{"an older word", func() { r.hear(Member{ID: "2", Name: "a", State: 2}, 3*time.Second) }, "a3@2000 b0@0", false},
		{"the same later", func() { r.hear(Member{ID: "2", Name: "a", State: 3}, time.Second) }, "a3@1000 b0@0", false},
		{"another state", func() { r.hear(Member{ID: "2", Name: "a", State: 4}, 0) }, "a4@0 b0@0", true},
		{"other segments", func() { r.hear(Member{ID: "2", Name: "a", State: 4, Segments: []string{"x"}}, 0) }, "a4@0 b0@0", true},
		{"it leaves", func() { r.hear(Member{ID: "2", Name: "a", State: 4, Segments: []string{"x"}, Leaving: true}, 0) }, "a4@0 b0@0", true},
		{"another of the same name", func() { r.hear(Member{ID: "0", Name: "b"}, 0) }, "a4@0 b0@0 b0@0", true},
		{"one is gone", func() { r.lose("0") }, "a4@0 b0@0", true},
		{"it was gone", func() { r.lose("0") }, "a4@0 b0@0", false},
		{"all is quiet", func() { now = now.Add(10 * time.Second) }, "a4@10000 b0@10000", false},
		{"somebody looks", r.nudge, "a4@10000 b0@10000", true},
		{"a speaks again", func() {
			r.hear(Member{ID: "2", Name: "a", State: 4, Segments: []string{"x"}, Leaving: true}, 0)
			now = now.Add(time.Millisecond)
		}, "a4@1", true},
	} {
		step.do()
		var got []string
		for _, m := range r.list() {
			got = append(got, fmt.Sprintf("%s%d@%d", m.Name, m.State, m.Age))
		}
		if is := told(); strings.Join(got, " ") != step.want || is != step.told {
			t.Errorf("%s: %s, told: %t; want %s, %t", step.what, strings.Join(got, " "), is, step.want, step.told)
		}
	}
}

// A node is waited for only while it is about to have more.
func TestExpects(t *testing.T) {
	for name, c := range map[string]struct {
		member Member
		want   bool
	}{
		"has it":          {Member{State: 5}, false},
		"has more":        {Member{State: 6}, false},
		"lacks it":        {Member{State: 4}, true},
		"cannot":          {Member{State: 4, Trouble: "too old"}, false},
		"leaves":          {Member{State: 4, Leaving: true}, false},
		"fetches":         {Member{State: 5, Fetching: 1}, true},
		"has all":         {Member{State: 5, Fetching: 0}, false},
		"fetches others":  {Member{State: 4, Fetching: 2, Trouble: "too old"}, true},
		"speaks no more":  {Member{State: 4, Protocol: -1}, false},
		"leaves, fetches": {Member{State: 5, Fetching: 1, Leaving: true}, false},
	} {
		a := &Asker{roster: newRoster(time.Hour)}
		c.member.ID, c.member.Name = "1", "node"
		c.member.Protocol = cmp.Or(c.member.Protocol, Protocol)
		a.roster.hear(c.member, 0)
		if got := a.expects(5); got != c.want {
			t.Errorf("a node that %s is expected: %t", name, got)
		}
	}
}

// Members travel as they are, and what is no list of them, or too large, is refused.
func TestMembersTravel(t *testing.T) {
	list := []heard{{Member{ID: "1", Name: "a", Protocol: Protocol, State: 7, Segments: []string{"000001"}, Trouble: "x"}, 5}, {Member{ID: "2", Name: "b"}, 0}}
	data, err := packMembers(list)
	if err != nil {
		t.Fatal(err)
	}
	got, err := readMembers(data)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(list) {
		t.Errorf("%+v, %v; want %+v", got, err, list)
	}
	huge := []byte{0xff, 0xff, 0xff, 0x7f} // of so many bytes, as it says
	for _, bad := range [][]byte{nil, data[:len(data)-1], huge} {
		if got, err := readMembers(bad); err == nil {
			t.Errorf("%d bytes are %v", len(bad), got)
		}
	}
}
