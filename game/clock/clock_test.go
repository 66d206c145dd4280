package clock

import (
	"math"
	"strings"
	"testing"
)

func TestParseSeconds(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "90": 90, "0.25": .25, "2:03": 123, "0:09:58.4": 598.4, "1:02:03": 3723, "100:00:00": 360000, "90:00": 5400,
		"": -1, ":": -1, "1:": -1, ":1": -1, "1:60": -1, "1:2:3:4": -1, "1.5:00": -1, "-1": -1, ".5": -1, "1e3": -1, "99999999999": -1, "1:.5": -1, "NaN": -1, "1.5.2": -1,
	} {
		got, ok := ParseSeconds(text)
		if ok != (want >= 0) || ok && got != want {
			t.Errorf("%q: %v, %v", text, got, ok)
		}
	}
}

func TestText(t *testing.T) {
	for seconds, want := range map[float64]string{
		0: "0:00", 9: "0:09", 59.996: "1:00", 61: "1:01", 3600: "1:00:00", 3723.5: "1:02:03.5", 0.05: "0:00.05", 12.34: "0:12.34",
		-5: "-0:05", 1e12: "?", math.Inf(1): "?",
	} {
		if got := Text(seconds); got != want {
			t.Errorf("%v: %s, want %s", seconds, got, want)
		}
	}
	if got := Text(math.NaN()); got != "?" {
		t.Error(got)
	}
}

func TestParseControl(t *testing.T) {
	for _, test := range []struct {
		limit, overtime string
		want            Control
	}{
		{"", "", Control{}},
		{"600", "", Control{Main: 600}},
		{"1200", "5x30 byo-yomi", Control{Main: 1200}},
		{"6時間", "", Control{Main: 21600}},
		{"600", "10 fischer", Control{Main: 600, Bonus: 10}},
		{"300", "10 increment", Control{Main: 300, Bonus: 10}},
		{"300", "some increment", Control{Main: 300, Unclear: true}},
		{"300", "Fischer 10", Control{Main: 300, Unclear: true}},
		{"", "180", Control{Main: 180}},
		{"", "180+2", Control{Main: 180, Bonus: 2}},
		{"", "40/7200:3600", Control{Main: 7200, Periods: true}},
		{"", "40/5400+30:1800+30", Control{Main: 5400, Bonus: 30, Periods: true}},
		{"", "40/5400:1800+30", Control{Main: 5400, Periods: true, Unclear: true}},
		{"", "*180", Control{Unclear: true}},
		{"", "?", Control{}},
		{"", "-", Control{}},
		{"", "180+2:x", Control{Unclear: true}},
	} {
		if got := ParseControl(test.limit, test.overtime); got != test.want {
			t.Errorf("%q %q: %+v, want %+v", test.limit, test.overtime, got, test.want)
		}
	}
}

// Nodes are written as who moved, and what the record says: "B took=5 BL=90 OW=3".
func TestAccount(t *testing.T) {
	for _, test := range []struct {
		name    string
		control Control
		nodes   string
		want    string
	}{
		{"nothing", Control{}, ", B, W", ""},
		{"noughts", Control{Main: 600}, ", B ELAPSED=0, W ELAPSED=0", ""},
		{"noughts left", Control{}, ", B BL=0, W WL=0", ""},
		{"taken", Control{}, ", B ELAPSED=5, W ELAPSED=7, B ELAPSED=3", "B t5@1 u8 W t7@2 u7"},
		{"the first of the longest", Control{}, ", B ELAPSED=5, B ELAPSED=5", "B t5@1 u10"},
		{"not of every move", Control{}, ", B ELAPSED=5, W, B", "B t~5@1 u~5"},
		{"and what was left", Control{Main: 10}, ", B ELAPSED=4, W ELAPSED=7, B ELAPSED=3, W ELAPSED=8", "B t4@1 u7 l3@3 W t8@4 u15 l0@4"},
		{"left until it is not known", Control{Main: 10}, ", B ELAPSED=4, W, B, W ELAPSED=2, B ELAPSED=5", "B t~5@5 u~9 l~6@1 W t~2@4 u~2"},
		{"with a bonus nobody knows what was left", Control{Main: 10, Bonus: 5}, ", B ELAPSED=4", "B t4@1 u4"},

		{"differences", Control{}, " BL=100 WL=100, B BL=90, W WL=95, B BL=60", "B t30@3 u40 l60@3 W t5@2 u5 l95@2"},
		{"from the limit", Control{Main: 100}, ", B BL=90, W WL=95, B BL=60", "B t30@3 u40 l60@3 W t5@2 u5 l95@2"},
		{"the first is not known", Control{}, ", B BL=90, W WL=95, B BL=60", "B t~30@3 u~30 l60@3 W l95@2"},
		{"more than the limit", Control{Main: 100}, ", B BL=190, W, B BL=160", "B t~30@3 u~30 l160@3"},
		{"a gap", Control{}, " BL=100, B BL=90, B, B BL=60, B BL=55", "B t~10@1 u~15 l~55@4"},
		{"of both at each node", Control{}, " BL=100 WL=100, B BL=90 WL=100, W BL=90 WL=80", "B t10@1 u10 l90@1 W t20@2 u20 l80@2"},
		{"less than nothing", Control{}, " BL=5, B BL=-3", "B t8@1 u8 l-3@1"},
		{"over time in overtime", Control{}, " BL=5, B BL=-3 OB=2, B BL=-0.5 OB=1", "B l-3@1"},

		{"overtime", Control{Main: 30}, ", B BL=10, B BL=30 OB=5, B BL=12 OB=5, B BL=25 OB=4", "B t~20@1 u~20 l0@2"},
		{"no moves to be made", Control{Main: 30}, ", B BL=10 OB=0, B BL=5 OB=0", "B t20@1 u25 l5@2"},
		{"a clock goes up", Control{Main: 30}, ", B BL=10, B BL=40, B BL=35, W WL=20", "B l10@1 W l20@4"},
		{"what is said counts then, too", Control{Main: 30}, ", B BL=10 ELAPSED=3, B BL=40, B BL=35", "B t~3@1 u~3 l10@1"},
		{"what is said counts, also if it is nothing", Control{Main: 30}, ", B BL=10 ELAPSED=0, B BL=8 ELAPSED=2", "B t2@2 u2 l8@2"},
		{"a bonus", Control{Main: 30, Bonus: 10}, ", B BL=30, B BL=37, B BL=20", "B t~27@3 u~30 l20@3"},
		{"a bonus and a lag", Control{Bonus: 10}, ", B BL=30, B BL=40.5, B BL=45", "B t~5.5@3 u~5.5 l30@1"},
		{"more than the bonus", Control{Bonus: 10}, ", B BL=30, B BL=42, B BL=45", "B l30@1"},
		{"some bonus", Control{Main: 30, Unclear: true}, ", B BL=20, B BL=10", "B l10@2"},
		{"periods", Control{Main: 30, Periods: true}, ", B BL=20, B BL=50, B BL=45", "B t~10@1 u~15 l20@1"},

		{"a clock that counts up", Control{}, ", B BL=0 WL=0, W BL=0 WL=2, B BL=58 WL=2, W BL=58 WL=184, B BL=58 WL=184", "B t~58@3 u~58 W t182@4 u184"},
		{"begins at something", Control{}, ", B BL=1, B BL=58, B BL=117", "B l1@1"},
		{"goes down again", Control{}, ", B BL=0, B BL=58, B BL=40", "B l0@1"},
		{"goes up from the limit", Control{Main: 300}, ", B BL=0, B BL=58", "B t~58@2 u~58"},

		{"in decimals", Control{}, ", B ELAPSED=0.114, B ELAPSED=1.5", "B t1.5@2 u1.61"},
		{"no numbers", Control{}, ", B ELAPSED=x BL=1e99 OB=y, B ELAPSED=-4", ""},
	} {
		a := Account{Control: test.control}
		for i, node := range strings.Split(test.nodes, ",") {
			by, said, _ := strings.Cut(strings.TrimPrefix(node, " "), " ")
			if strings.Contains(by, "=") {
				by, said = "", node
			}
			var c Clock
			for word := range strings.FieldsSeq(said) {
				name, value, _ := strings.Cut(word, "=")
				if !Has([]byte(name)) {
					t.Fatalf("%s: %q is not known", test.name, name)
				}
				c.Take(name, []byte(value))
			}
			a.Add(i, by, &c)
		}
		times, ok := a.Times()
		got := times.Text()
		if got != test.want || ok != (test.want != "") {
			t.Errorf("%s: %q, %v, want %q", test.name, got, ok, test.want)
		}
		if again := ParseTimes(got); again.Text() != got {
			t.Errorf("%s: read again it is %q", test.name, again.Text())
		}
	}
}

// What is not written by Text has the values that can be read of it.
func TestBrokenTimes(t *testing.T) {
	b := ParseTimes("t5@1 B x tNaN@3 l~7@x  W u3 t t1e30@3 l4")
	if got, want := b.Text(), "B l~7@0 W l4@0"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestJoin(t *testing.T) {
	var c Clock
	if !c.Empty() || !(*Clock)(nil).Empty() {
		t.Error("nothing is something")
	}
	for _, p := range []struct{ name, value string }{{"BL", "1"}, {"OW", "2"}} {
		c.Take(p.name, []byte(p.value))
	}
	var o Clock
	for _, name := range []string{"BL", "WL", "OB", "OW", "ELAPSED"} {
		o.Take(name, []byte("9"))
	}
	c.Join(&o)
	if *c.BlackLeft != 1 || *c.WhiteLeft != 9 || *c.BlackMoves != 9 || *c.WhiteMoves != 2 || *c.Used != 9 {
		t.Errorf("%v %v %v %v %v", *c.BlackLeft, *c.WhiteLeft, *c.BlackMoves, *c.WhiteMoves, *c.Used)
	}
	if Has([]byte("B")) || Has([]byte("")) {
		t.Error("a move is no time")
	}
}
