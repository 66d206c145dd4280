package notation

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadJKF(t *testing.T) {
	const text = `{
 "header": {"先手": "Ａ", "開始日時": "2014/09/02 10:00", "手合割": "平手　　", "図": "投了"},
 "moves": [
  {"comments": ["始め", ""]},
  {"move": {"from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "color": 0, "piece": "FU"}, "time": {"now": {"m": 1, "s": 2.5}}},
  {"move": {"from": {"x": 3, "y": 3}, "to": {"x": 3, "y": 4}}},
  {"move": {"from": {"x": 8, "y": 8}, "to": {"x": 2, "y": 2}, "promote": true, "piece": "KA", "capture": "KA"},
   "forks": [[{"move": {"from": {"x": 2, "y": 7}, "to": {"x": 2, "y": 6}}}, {"special": "CHUDAN"}], [{"special": "ILLEGAL_ACTION"}]]},
  {"move": {"from": {"x": 3, "y": 1}, "same": true, "piece": "GI"}, "comments": ["取る"]},
  {"move": {"from": null, "to": {"x": 4, "y": 5}, "piece": "KA"}},
  {"special": "TORYO"}
 ]}`
	records := ReadJKF([]byte(text), &ReadOptions{Report: func(p Problem) { t.Error(p) }})
	if len(records) != 1 {
		t.Fatal(len(records))
	}
	want := `0<-1 - "始め\n"
1<0 7g7f 1m2.5s
2<1 3c3d
3<2 8h2b+
4<3 3a2b "取る"
5<4 B*4e Resigns
6<2 2g2f Adjourned
7<2 - Whitefoul
`
	if diff := cmp.Diff(want, tree(records[0])); diff != "" {
		t.Error(diff)
	}
	if want := []Field{{"PB", "Ａ"}, {"DT", "2014-09-02"}, {"STARTTIME", "2014-09-02 10:00"}, {"GC", "図：投了"}}; !slices.Equal(records[0].Info, want) {
		t.Errorf("%q", records[0].Info)
	}
}

// TestJKFProblems: problems have their places, and what cannot be read is kept.
func TestJKFProblems(t *testing.T) {
	for text, want := range map[string]string{
		`{"moves":[{},{"move":{"from":{"x":5,"y":5},"to":{"x":5,"y":4}}},{"special":"TORYO"}]}`: "1:22 E32",
		`{"moves":[{},{"move":{"to":{"x":5,"y":4}}}]}`:                                          "1:22 E34",
		`{"moves":[{},{"move":{"from":{"x":5,"y":9},"to":{"x":5,"y":5}}}]}`:                     "1:22 W02",
		"{\"moves\":[{},\n{\"special\":\"NONE\"}]}":                                             "2:12 W21",
		`{"initial":{"preset":"11"},"moves":[{}]}`:                                              "1:22 E11",
		`{"moves":[{}`: "1:13 E01",
		`[]`:           "1:1 E01",
		"":             "1:1 E01",
		`{"moves":[` + strings.Repeat("0,", 2000) + `0]}`:                                               "1:3728 E01",
		`{"initial":{"preset":"OTHER","data":{"board":[[{"kind":"XX"}]]}},"moves":[{}]}`:                "1:56 E14",
		`{"initial":{"preset":"OTHER","data":{"hands":[{"FU":19}]}},"moves":[{}]}`:                      "1:53 E14",
		`{"header":{"先手":1},"moves":[{}]}`:                                                              "1:17 E11",
		`{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":1}}]}`:                   "1:71 E31",
		`{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"KI"}}]}`:                "1:22 E32",
		`{"moves":[{},{"special":"CHUDAN"},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}}}]}`:        "1:43 W08",
		`{"moves":[{},{"move":{"to":{}}},{"forks":[[{"move":{}}]],"special":"TORYO"},{"comments":[]}]}`: "1:22 E34 1:43 E32",
	} {
		var got []string
		records := ReadJKF([]byte(text), &ReadOptions{Report: func(p Problem) { got = append(got, fmt.Sprintf("%d:%d %s", p.Line, p.Column, p.Code)) }})
		if g := strings.Join(got, " "); g != want {
			t.Errorf("%.80s: %s, want %s", text, g, want)
		}
		if strings.Contains(text, "TORYO") && (len(records) != 1 || !strings.Contains(records[0].Root.Comment, "TORYO")) {
			t.Errorf("%s: what cannot be read is lost", text)
		}
	}
}

// TestJKFDepth: variations in variations need no stack of calls.
func TestJKFDepth(t *testing.T) {
	const depth = 30_000
	text := `{"moves":[{}` + strings.Repeat(`,{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6}},"forks":[[{}`, depth) + strings.Repeat("]]}", depth) + "]}"
	records := ReadJKF([]byte(text), nil)
	if len(records) != 1 {
		t.Fatal(len(records))
	}
	var out bytes.Buffer
	if err := WriteJKF(&out, records[0], nil); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"move":`); n == 0 {
		t.Error("no moves")
	}
}
