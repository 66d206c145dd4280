package archive

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
)

// marked has every kind of markup, in the spellings of all versions of SGF; DD and VW
// hold on below, in variations, too, until they are changed.
const marked = `(;GM[1]FF[4]SZ[9]PB[Marked]
;B[cc]LB[aa:A][bb:12][cc]TR[dd]SQ[ee]CR[ff]MA[gg]SL[hh]AR[aa:cc][dd:dd]LN[ii:ai]TB[ab:bc]TW[ii][ii]
;W[gg]DD[aa:bb]M[cc]L[aa][ia]
(;B[cg]VW[aa:ac]
 (;W[dg];B[]DD[])
 (;W[eg]VW[]))
(;B[gc]))`

func TestMarkup(t *testing.T) {
	v := archiveOf(t, marked)
	all := Markup{
		Labels: []Label{{"aa", "A"}, {"bb", "12"}}, Signs: []Sign{{"dd", "TR"}, {"ee", "SQ"}, {"ff", "CR"}, {"gg", "MA"}, {"hh", "SL"}},
		Black: []string{"ab", "bb", "ac", "bc"}, White: []string{"ii"}, Arrows: [][2]string{{"aa", "cc"}}, Lines: [][2]string{{"ii", "ai"}},
	}
	dim := []string{"aa", "ba", "ab", "bb"}
	visible := []string{"aa", "ab", "ac"}
	for node, want := range []Markup{
		{},
		all,
		{Labels: []Label{{"aa", "A"}, {"ia", "B"}}, Signs: []Sign{{"cc", "MA"}}, Dim: dim},
		{Dim: dim, Visible: visible},
		{Dim: dim, Visible: visible},
		{Visible: visible},
		{Dim: dim},
		{Dim: dim},
	} {
		n, err := v.Node(fmt.Sprintf("1@n%d", node))
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(n.Markup, want) {
			t.Errorf("node %d: %+v\nwant %+v", node, n.Markup, want)
		}
		if n.Markup.Empty() != (node == 0) {
			t.Errorf("node %d: empty %t", node, n.Markup.Empty())
		}
	}
	tree, err := v.GameTree(1, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range tree.Nodes {
		if n.Marked != (i == 1 || i == 2) {
			t.Errorf("node %d: marked %t", i, n.Marked)
		}
	}
}

// kaTrain packs an analysis as KaTrain does.
func kaTrain(t *testing.T, analysis any) string {
	t.Helper()
	data, err := json.Marshal(analysis)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// What a node says of who is ahead, in the ways of several programs. What is broken
// says nothing.
func TestEstimates(t *testing.T) {
	packed := kaTrain(t, map[string]any{"root": map[string]any{"winrate": 0.625, "scoreLead": -3.5}, "moves": map[string]any{}})
	v := archiveOf(t, `(;GM[1]SZ[19]LZ[Engine 40.0 1.2k]
;B[pd]SBKV[48.80]SBKS[-1.5]
;W[dp]LZ[Engine 47.5 1.2k 0.3
move Q16 visits 600 winrate 5250]
;B[pp]LZ[Engine 47.5 800]
;W[dd]KT[x]`+"["+packed+`]
;B[qn]C[Win rate: W 60.0%
Score: W+2.5]
;W[nc]V[7.5]C[Score: B+9]
;B[jd]SBKV[120]LZ[Engine]KT[AAAA]V[1e9]C[I like it: Win rate: B 50%]
;W[jj];B[])`)
	tree, err := v.GameTree(1, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range tree.Nodes {
		text := ""
		if e := n.Estimate; e != nil {
			if e.Black != nil {
				text += fmt.Sprintf("%.3f ", *e.Black)
			}
			if e.Lead != nil {
				text += fmt.Sprintf("%+.1f ", *e.Lead)
			}
			text += fmt.Sprint(e.From)
		}
		got = append(got, text)
	}
	want := []string{"0.600 [LZ]", "0.488 -1.5 [SBKV SBKS]", "0.525 +0.3 [LZ]", "0.475 [LZ]", "0.625 -3.5 [KT]", "0.400 -2.5 [C]", "+7.5 [V]", "", "", ""}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	tree, err = archiveOf(t, "V2\nPI\n+\n+7776FU\n'** -48 -3334FU\n-3334FU\n'** ten\n+2726FU\n'** word 5\n").GameTree(1, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range tree.Nodes {
		if is := n.Estimate != nil; is != (i == 1) || is && (*n.Estimate.Lead != -48 || n.Estimate.Black != nil) {
			t.Errorf("node %d: %+v", i, n.Estimate)
		}
	}
}

// Clocks are read node by node; what is no number is passed over.
func TestClocks(t *testing.T) {
	v := archiveOf(t, `(;GM[1]SZ[19]BL[600];B[pd]BL[595.5];W[dp]WL[30]OW[5];B[pp]BL[x]OB[y];W[dd]OB[3])`)
	shogi := archiveOf(t, "V2\nN+Kiku\nPI\n+\n+7776FU\nT12\n-3334FU\nT0\n+2726FU\n%TORYO\n")
	read := func(v *View) (list []string) {
		tree, err := v.GameTree(1, 0, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range tree.Nodes {
			data, err := json.Marshal(n.Clock)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, string(data))
		}
		return list
	}
	if got, want := read(v), []string{`{"black_left":600}`, `{"black_left":595.5}`, `{"white_left":30,"white_moves":5}`, "null", `{"black_moves":3}`}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
	if got, want := read(shogi), []string{"null", `{"used":12}`, `{"used":0}`, "null"}; !reflect.DeepEqual(got, want) {
		t.Errorf("%q", got)
	}
}

// Each corner and side that is offered is found where it was taken from, and the move
// lies in those that say so.
func TestParts(t *testing.T) {
	v := archiveOf(t, `(;GM[1]SZ[19];B[pd];W[dp];B[jc];W[jq];B[qj];W[cj];B[cd];W[jj])`, `(;GM[1]SZ[19];B[aa])`, `(;GM[1]SZ[9];B[ec];W[ah])`)
	for ref, want := range map[string]string{
		"1@0": "", "1@1": "NE*", "1@2": "NE SW*", "1@3": "NW* NE* SW N*", "1@8": "NW* NE* SW* SE* N E S W", "3@1": "NW* NE* N*", "3@2": "NW NE SW* N",
	} {
		n, err := v.Node(ref)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, p := range n.Parts() {
			got += " " + p.Name
			if p.Here {
				got += "*"
			}
			found, err := v.Search(t.Context(), &Search{Query: parse(t, p.Term), Records: true, Limit: 10, PerGame: 100})
			if err != nil {
				t.Fatalf("%s: %v", p.Term, err)
			}
			is := false
			for _, g := range found.Games {
				for _, h := range g.Hits {
					is = is || g.ID == n.Game.ID && h.Node <= n.Node
				}
			}
			if !is {
				t.Errorf("%s: %s is not found", ref, p.Term)
			}
		}
		if want != "" {
			want = " " + want
		}
		if got != want {
			t.Errorf("%s:%s, want%s", ref, got, want)
		}
	}
}
