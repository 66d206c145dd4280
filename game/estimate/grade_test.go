package estimate

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	at := func(text string) *Estimate {
		if text == "" {
			return nil
		}
		property, value, _ := strings.Cut(text, "=")
		return Of([]Said{{property, []byte(value)}}, "B", words{})
	}
	scale := func(lead float64) float64 { return 0.5 + lead/100 }
	for _, test := range []struct {
		before, after, by string
		scale             Scale
		want              string
	}{
		{"SBKV=60", "SBKV=40", "B", nil, "/2000"}, // Black's chance falls
		{"SBKV=60", "SBKV=40", "W", nil, "/-2000"},
		{"SBKS=3.5", "SBKS=-1", "B", nil, "450/"},
		{"V=3.5", "SBKS=-1", "B", nil, ""}, // not the same property
		{"V=10", "V=0", "B", scale, "1000/1000"},
		{"V=10", "V=0", "W", scale, "-1000/-1000"},
		{"V=10", "C=lost", "B", scale, "/6000"},
		{"V=10", "C=lost", "B", nil, ""},
		{"C=won", "C=lost", "B", nil, "/10000"},
		{"C=own", "C=own", "B", nil, ""},
		{"V=1", "C=own", "B", nil, ""},
		{"EL=1", "EL=2", "B", nil, ""},
		{"SBKV=60", "", "B", nil, ""},
		{"", "SBKV=60", "B", nil, ""},
		{"SBKV=60", "SBKV=40", "", nil, ""},
		{"LZ=a 60 1\nmove D4", "LZ=a 40 1\nmove Q3", "B", nil, "/2000="}, // at "B" both times
		{"LZ=a 60 1\nmove Q16", "LZ=a 40 1\nmove Q3", "B", nil, "/2000!"},
		{"LZ=a 60 1\nmove d4", "", "B", nil, "/="},
		{"LZ=a 60 1", "LZ=b 40 1", "B", nil, ""}, // another engine
	} {
		g, ok := Compare(at(test.before), at(test.after), test.by, "D4", test.scale)
		var b GradesBuilder
		b.Add(&g)
		if s := b.Grades(); ok != (test.want != "") || ok && string(s) != "| 0"+test.by+test.want {
			t.Errorf("%q, %q, %s: %q, %v, want %q", test.before, test.after, test.by, s, ok, test.want)
		}
	}
}

func TestGrades(t *testing.T) {
	list := []Grade{
		{Node: 1, By: "B", Main: true, Points: Loss{350, true}, Percent: Loss{1250, true}, Choice: OtherMove},
		{Node: 2, By: "W", Main: true, Points: Loss{-20, true}},
		{Node: 3, By: "B", Main: true, Percent: Loss{1500, true}, Choice: FirstChoice},
		{Node: 4, By: "W", Main: true, Points: Loss{1200, true}},
		{Node: 5, By: "W", Main: true, Choice: OtherMove},
		{Node: 7, By: "B", Points: Loss{9900, true}},
		{Node: 8, By: "W", Percent: Loss{0, true}},
	}
	var b GradesBuilder
	for i := range list {
		b.Add(&list[i])
	}
	s := b.Grades()
	if want := Grades("1B350/1250! 2W-20/ 3B/1500= 4W1200/ 5W/! | 7B9900/ 8W/0"); s != want {
		t.Errorf("%q, want %q", s, want)
	}
	if got := slices.Collect(s.All()); !slices.Equal(got, list) {
		t.Errorf("%v, want %v", got, list)
	}
	for node := range 10 {
		want := slices.DeleteFunc(slices.Clone(list), func(g Grade) bool { return g.Node > node })
		if got := s.AppendUpTo(nil, node); !slices.Equal(got, want) {
			t.Errorf("up to %d: %v, want %v", node, got, want)
		}
	}
	for by, want := range map[string]Totals{
		"B": {Points: Total{1, 350}, Percent: Total{2, 2750}, Accuracy: Total{2, accuracyOf(12.5) + accuracyOf(15)}, Blunders: Total{2, 1}, Choices: Total{2, 1}},
		"W": {Points: Total{2, 1200}, Blunders: Total{2, 1}, Choices: Total{1, 0}},
		"":  {Points: Total{3, 1550}, Percent: Total{2, 2750}, Accuracy: Total{2, accuracyOf(12.5) + accuracyOf(15)}, Blunders: Total{4, 2}, Choices: Total{3, 1}},
	} {
		if got := s.Totals(by); got != want {
			t.Errorf("%q: %v, want %v", by, got, want)
		}
	}
	if got := fmt.Sprint(slices.Collect(Grades("x 1 2B 3Bx/ 4B/y B/ 5W/7 99999999999999999999B/ 6B-/ 7B/99999999999 8B/=! -9B/").All())); got != "[{5 W true {0 false} {7 true} 0}]" {
		t.Error(got)
	}
}

func accuracyOf(lost float64) int64 {
	return int64(math.Round(100 * (103.1668*math.Exp(-0.04354*lost) - 3.1669)))
}

func TestAccuracy(t *testing.T) {
	for _, test := range []struct{ lost, want int32 }{{-500, 10000}, {0, 10000}, {1000, 6358}, {10000, 0}} {
		if got, known := (&Grade{Percent: Loss{test.lost, true}}).Accuracy(); got != test.want || !known {
			t.Errorf("%d: %d, want %d", test.lost, got, test.want)
		}
	}
	if _, known := (&Grade{Points: Loss{1, true}}).Accuracy(); known {
		t.Error("points say nothing of accuracy")
	}
}
