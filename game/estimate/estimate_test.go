package estimate

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

// words reads comments that are one of two words.
type words struct{}

func (words) ReadEstimate(comment, by string) (Remark, bool) {
	switch comment {
	case "won":
		return Remark{Lead: math.Inf(1)}, true
	case "lost":
		return Remark{Lead: math.Inf(-1)}, true
	case "mover":
		return Remark{Lead: map[string]float64{"B": 3.14159, "W": -3.14159}[by]}, by != ""
	case "own":
		return Remark{Lead: 1, Own: true}, true
	}
	return Remark{}, false
}

// What nodes say becomes a course, which says it again.
func TestCourses(t *testing.T) {
	nodes := []struct {
		node int
		by   string
		said []Said
	}{
		{0, "", []Said{{"C", []byte("nothing")}}},
		{1, "B", []Said{{"C", []byte("mover")}}},
		{2, "W", []Said{{"C", []byte("mover")}, {"SBKV", []byte("12.345")}}},
		{5, "", []Said{{"C", []byte("won")}}},
		{6, "B", []Said{{"C", []byte("lost")}, {"V", []byte("7")}}}, // V counts more than comments
		{7, "B", []Said{{"C", []byte("lost")}}},
		{9, "W", []Said{{"V", []byte("1e300")}, {"LZ", []byte("x 200 3")}}},
		{10, "B", []Said{{"EL", []byte("5")}}}, // nobody knows whose
	}
	for _, test := range []struct {
		white        bool
		lead, chance Course
		values       string
	}{
		{false, "1:314 2:-314 5:# 6:700 7:-#", "2:1235", "[+3.14 -3.14 mate +7 -mate] [12.35 %]"},
		{true, "1:-314 2:314 5:-# 6:-700 7:#", "2:1235", "[-3.14 +3.14 -mate -7 mate] [12.35 %]"},
	} {
		c := Courses{ForWhite: test.white}
		for _, n := range nodes {
			c.Add(n.node, Of(n.said, n.by, words{}))
		}
		if c.Lead() != test.lead || c.Chance() != test.chance {
			t.Errorf("%q %q, want %q %q", c.Lead(), c.Chance(), test.lead, test.chance)
		}
		var lead, chance []string
		for _, value := range c.Lead().Values() {
			lead = append(lead, ValueText(LeadIdent, value))
		}
		for _, value := range c.Chance().Values() {
			chance = append(chance, ValueText(ChanceIdent, value))
		}
		if got := fmt.Sprint(lead, " ", chance); got != test.values {
			t.Errorf("%s, want %s", got, test.values)
		}
	}
}

// What is no course has the values that can be read of it.
func TestBrokenCourse(t *testing.T) {
	var got []int
	for node, value := range Course("x 3 4:y 5:6 7:99999999999 :1 8:-# 9:").Values() {
		got = append(got, node, int(value))
	}
	if want := []int{5, 6, 8, -Mate}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
