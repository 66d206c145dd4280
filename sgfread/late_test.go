package sgfread

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// lateText is a tree with every kind of property after variations.
const lateText = "(;SZ[9]C[root](;B[ee](;W[cc](;B[aa])N[inner])C[late comment]B[gg]\n" +
	"(;W[dd])AW[ff][hh]TE[1];W[ab]C[own])PB[Ito]SZ[19]"

func TestLateProperties(t *testing.T) {
	tree := mustParse(t, lateText+")")[0]
	for id, want := range []string{
		`SZ["9"]C["root"]PB["Ito"]KEPT["SZ:19"]`,
		`B["ee"]C["late comment"]KEPT["B:gg"]KEPT["AW:ff" "AW:hh"]TE["1"]`,
		`W["cc"]N["inner"]`,
		`B["aa"]`,
		`W["dd"]`,
		`W["ab"]C["own"]`,
	} {
		got := ""
		for _, p := range tree.Properties(NodeID(id)) {
			got += fmt.Sprintf("%s%q", p.Name, p.Values)
		}
		if got != want {
			t.Errorf("node %d has %s, want %s", id, got, want)
		}
	}
	if got, want := fmt.Sprintf("%s", tree.Values(1, Kept)), "[B:gg AW:ff AW:hh]"; got != want {
		t.Errorf("values of both properties: %s, want %s", got, want)
	}
	if got := format(t, tree); got != lateText+")" {
		t.Errorf("untouched, it is written as %s", got)
	}
	tree.Set(4, "C", []byte("x")) // has no late properties
	if got, want := format(t, tree), strings.Replace(lateText, "W[dd]", "W[dd]C[x]", 1)+")"; got != want {
		t.Errorf("with another node changed\n%s, want\n%s", got, want)
	}
	tree.Set(1, "C", []byte("y"))
	anew := "(;SZ[9]C[root]PB[Ito]KEPT[SZ:19];B[ee]C[y]KEPT[B:gg]KEPT[AW:ff][AW:hh]TE[1](;W[cc]N[inner];B[aa])(;W[dd]C[x])(;W[ab]C[own]))"
	if got := format(t, tree); got != anew {
		t.Errorf("with its node changed\n%s, want\n%s", got, anew)
	}
}

// Clean SGF has a late property in its node, and what must not be played in KEPT, once.
func TestCleanLateProperties(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"(;SZ[9];B[ee](;W[cc])C[late]B[gg](;W[dd]))", "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee]C[late]KEPT[B:gg](;W[cc])\n(;W[dd]))\n"},
		{"(;SZ[9];B[ee]C[own](;W[cc])C[late]ab ::(;W[dd]))", "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee]C[own\nlate](;W[cc]KEPT[:ab ::])\n(;W[dd]))\n"},
		{"(;SZ[9];B[ee](;W[cc])B[](;W[dd]))", "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee]KEPT[B:](;W[cc])\n(;W[dd]))\n"},
		{"(;SZ[9];B[ee]KEPT[X:old](;W[cc])W[gg](;W[dd]))", "(;FF[4]CA[UTF-8]GM[1]SZ[9];B[ee]KEPT[X:old][W:gg](;W[cc])\n(;W[dd]))\n"},
		{"(;SZ[9](;B[aa])GM[2]PW[x](;B[bb]))", "(;FF[4]CA[UTF-8]GM[1]SZ[9]PW[x]KEPT[GM:2](;B[aa])\n(;B[bb]))\n"},
	} {
		var b bytes.Buffer
		kept := 0
		if err := FormatNormalized(&b, &Normalize{OnKept: func() { kept++ }}, mustParse(t, c.in)...); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.want {
			t.Errorf("%s is cleaned to\n%s, want\n%s", c.in, &b, c.want)
		}
		if want := strings.Count(c.want, "KEPT"); kept != want {
			t.Errorf("%s: %d values were kept, want %d", c.in, kept, want)
		}
	}
}

func TestEditLateProperties(t *testing.T) {
	var b bytes.Buffer
	asked := ""
	err := Edit(&b, []byte(lateText), nil, func(n *Node, root bool) []TreeProperty {
		if !n.Late {
			return nil
		}
		asked += fmt.Sprintf("%v%d ", root, n.Len())
		props := n.TreeProperties()
		for _, p := range props {
			p.Values[0] = bytes.ToUpper(p.Values[0])
		}
		return props
	})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer("inner", "INNER", "late comment", "LATE COMMENT", "B[gg]", "B[GG]", "ff", "FF", "Ito", "ITO").Replace(lateText)
	if b.String() != want {
		t.Errorf("edited to\n%s, want\n%s", &b, want)
	}
	if want := "false1 false2 false2 false2 "; asked != want {
		t.Errorf("asked for %s, want %s", asked, want)
	}
}

func TestStopAtLateProperties(t *testing.T) {
	seen := ""
	for ev := range Events([]byte(lateText), nil) {
		if seen += string("(;)~"[ev.Kind]); ev.Kind == LateEvent {
			break
		}
	}
	if want := "(;(;(;(;)~"; seen != want {
		t.Errorf("events %s, want %s", seen, want)
	}
}

// Properties after a variation that are longer than the window may grow belong to no
// node of their own either.
func TestLongLateProperty(t *testing.T) {
	text := "(;B[ee](;W[cc])C[" + strings.Repeat("x", 2000) + "]N[n](;W[dd]))"
	var l ledger
	o := &Options{MaxTree: 1000}
	if err := WalkReader(iotest.OneByteReader(strings.NewReader(text)), &l, o); err != nil {
		t.Fatal(err)
	}
	if nodes := strings.Count(l.String(), "\n;"); nodes != 3 || !strings.Contains(l.String(), "\n~15 C15[") || !strings.Contains(l.String(), " N") {
		t.Errorf("%d nodes in\n%s", nodes, &l)
	}
}

// branching notes for each late property below which node it is, by Branches and by
// the slow twin, which keeps the path of nodes.
type branching struct {
	branches Branches
	next     int
	paths    [][]int // of each open level
	fast     []int
	slow     []int
}

func (b *branching) Open(int64) {
	b.branches.Open(b.next - 1)
	b.paths = append(b.paths, nil)
}

func (b *branching) Close(int64) {
	b.branches.Close()
	b.paths = b.paths[:len(b.paths)-1]
}

func (b *branching) Node(*Node) {
	top := len(b.paths) - 1
	b.paths[top] = append(b.paths[top], b.next)
	b.next++
}

func (b *branching) Late(*Node) {
	b.fast = append(b.fast, b.branches.Node())
	for _, level := range slices.Backward(b.paths) {
		if len(level) > 0 {
			b.slow = append(b.slow, level[len(level)-1])
			return
		}
	}
}

func TestBranches(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	late := 0
	pieces := append([]string{"(", "((;B[aa])", ")C[late]"}, orderly...)
	for range 3000 {
		var b branching
		text := "(;" + randomText(r, pieces)
		_ = Walk([]byte(text), &b, nil)
		if fmt.Sprint(b.fast) != fmt.Sprint(b.slow) {
			t.Fatalf("%q: late properties of the nodes %v, want %v", text, b.fast, b.slow)
		}
		late += len(b.fast)
	}
	if late < 1000 {
		t.Errorf("only %d late properties", late)
	}
}
