package indexer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/store"

	"github.com/google/go-cmp/cmp"
)

// record makes a record of a game tree in an encoding.
func record(tree, charset string) store.Record {
	return store.Record{
		Raw: []byte(tree), Tree: [2]int{0, len(tree)},
		Source:  store.Source{Path: "dir/a.sgf"},
		Charset: store.Charset{Name: charset, Confidence: 1, Reason: "declared"},
	}
}

// describe prints what was derived from a record, one thing to a line: the
// facts that are not those of an empty record, info values, comments, the
// script, the number of positions.
func describe(g *store.Game) string {
	var b strings.Builder
	f := g.Facts
	fmt.Fprintf(&b, "game %d %dx%d moves %d nodes %d", f.Game, f.Size.Cols, f.Size.Rows, f.Moves, f.Nodes)
	show := func(name string, value, zero any) {
		if value != zero {
			fmt.Fprintf(&b, " %s %v", name, value)
		}
	}
	if f.DateLo != 0 {
		fmt.Fprintf(&b, " date %d-%d", f.DateLo, f.DateHi)
	}
	show("winner", f.Winner, store.Winner(0))
	show("how", f.How, store.How(0))
	show("margin", f.Margin, int32(0))
	show("komi", f.Komi, store.NoKomi)
	show("handicap", f.Handicap, uint8(0))
	show("black", f.BlackRank, int16(0))
	show("white", f.WhiteRank, int16(0))
	for _, flag := range []struct {
		bit  store.Flags
		name string
	}{{store.HasVariations, "variations"}, {store.HasComments, "comments"}, {store.HasSetup, "setup"}, {store.HasProblems, "problems"}, {store.DateUnsure, "date-unsure"}, {store.ResultUnsure, "result-unsure"}} {
		if f.Flags&flag.bit != 0 {
			fmt.Fprintf(&b, " %s", flag.name)
		}
	}
	b.WriteString("\n")
	for _, v := range g.Info {
		if v.Ident != "file" && v.Ident != "charset" && v.Ident != format.IdentProperties { // these are those of TestNodeProperties in search
			fmt.Fprintf(&b, "%s=%q\n", v.Ident, v.Text)
		}
	}
	for _, c := range g.Comments {
		fmt.Fprintf(&b, "node %d %s=%q\n", c.Node, c.Ident, c.Text)
	}
	fmt.Fprintf(&b, "script %d nodes, %d positions\n", g.Script.Nodes(), len(distinct(g.Keys)))
	return b.String()
}

func TestDerive(t *testing.T) {
	tests := []struct {
		name, charset, tree, want string
	}{
		{"nothing but a node", "utf-8", "(;)",
			"game 1 19x19 moves 0 nodes 1\nscript 1 nodes, 1 positions\n"},
		{"properties after variations belong to the node before, and are not played", "utf-8",
			"(;SZ[9]C[root](;B[ee]C[own](;W[cc]C[inner](;B[aa])N[name];B[bb])C[late]B[gg](;W[dd])AW[ff])PB[Late]SZ[19]DT[2001]C[end])",
			`game 1 9x9 moves 3 nodes 6 date 20010101-20011231 variations comments problems
SZ="9"
PB="Late"
DT="2001"
problem="property-after-variation"
problem="node-after-variation"
node 0 C="root"
node 0 C="end"
node 1 C="own"
node 1 C="late"
node 2 C="inner"
node 2 N="name"
script 6 nodes, 6 positions
`},
		{"a break in a value of one line is a space", "utf-8", "(;PC[Tokyo\nChiyoda]EV[a\r\nb]RO[1\t2])",
			"game 1 19x19 moves 0 nodes 1\nPC=\"Tokyo Chiyoda\"\nEV=\"a b\"\nRO=\"1 2\"\nscript 1 nodes, 1 positions\n"},
		{"moves", "utf-8", "(;B[pd];W[dp];B[])",
			"game 1 19x19 moves 3 nodes 3\nscript 3 nodes, 2 positions\n"},
		{"facts", "utf-8", "(;GM[1]SZ[13]DT[1971-05-12,13]RE[B+2.5]KM[5.5]HA[2]BR[9p]WR[1k])",
			`game 1 13x13 moves 0 nodes 1 date 19710512-19710513 winner 1 how 1 margin 250 komi 550 handicap 2 black 109 white -1 problems
GM="1"
SZ="13"
DT="1971-05-12,13"
RE="B+2.5"
KM="5.5"
HA="2"
BR="9p"
WR="1k"
problem="handicap-without-stones"
script 1 nodes, 1 positions
`},
		{"a dialect", "utf-8", "(TE[杯]RD[2016-03-03]TM[180]LT[60]LC[5]KO[6.5];B[aa])",
			`game 1 19x19 moves 1 nodes 2 date 20160303-20160303 komi 650 problems
RD="2016-03-03"
TM="180 min"
LC="5"
EV="杯"
DT="2016-03-03"
KM="6.5"
OT="5x60 byo-yomi"
problem="missing-semicolon"
script 2 nodes, 2 positions
`},
		{"a dialect of another game", "utf-8", "(;GM[2]TE[杯]RD[2016-03-03])",
			"game 2 8x8 moves 0 nodes 1\nGM=\"2\"\nRD=\"2016-03-03\"\nscript 1 nodes, 1 positions\n"},
		{"the info nearest to the root counts", "utf-8", "(;KM[5.5];KM[6.5]B[aa])",
			"game 1 19x19 moves 1 nodes 2 komi 550\nKM=\"5.5\"\nKM=\"6.5\"\nscript 2 nodes, 2 positions\n"},
		{"unknown identifiers of the root are info, later ones are not", "utf-8", "(;XX[a][b]MULTIGOGM[1];YY[c])",
			"game 1 19x19 moves 0 nodes 2\nXX=\"a\"\nXX=\"b\"\nMULTIGOGM=\"1\"\nscript 2 nodes, 1 positions\n"},
		{"empty values are none", "utf-8", "(;PB[]C[]GN[ ];C[])",
			"game 1 19x19 moves 0 nodes 2\nGN=\" \"\nscript 2 nodes, 1 positions\n"},
		{"texts", "utf-8", "(;PB[a\\]b\nc]C[two\nlines \\\nin one\\:];N[name]C[x])",
			"game 1 19x19 moves 0 nodes 2 comments\nPB=\"a]b c\"\nnode 0 C=\"two\\nlines in one:\"\nnode 1 N=\"name\"\nnode 1 C=\"x\"\nscript 2 nodes, 1 positions\n"},
		{"texts in Shift_JIS, with ] as a second byte", "shift_jis", "(;PB[\x96{\x88\xf6\x96V\x8fG\x8d\xf4]EV[\x83]\x83^])",
			"game 1 19x19 moves 0 nodes 1\nPB=\"本因坊秀策\"\nEV=\"ゾタ\"\nscript 1 nodes, 1 positions\n"},
		{"variations", "utf-8", "(;B[aa](;W[bb];B[cc])(;W[dd]C[other]))",
			"game 1 19x19 moves 3 nodes 4 variations comments\nnode 3 C=\"other\"\nscript 4 nodes, 4 positions\n"},
		{"a repeated position is one key", "utf-8", "(;AB[aa];AE[aa];AB[sa])",
			"game 1 19x19 moves 0 nodes 3 setup\nscript 3 nodes, 2 positions\n"},
		{"handicap stones are no setup, wherever they stand", "utf-8", "(;SZ[5]HA[2];AB[aa][bb];W[cc])",
			"game 1 5x5 moves 1 nodes 3 handicap 2\nSZ=\"5\"\nHA=\"2\"\nscript 3 nodes, 3 positions\n"},
		{"stones put down later are", "utf-8", "(;SZ[5];B[aa];AW[bb])",
			"game 1 5x5 moves 1 nodes 3 setup\nSZ=\"5\"\nscript 3 nodes, 3 positions\n"},
		{"setup by rectangles", "utf-8", "(;SZ[5]AB[aa:ee]AW[aa])",
			"game 1 5x5 moves 0 nodes 1 setup problems\nSZ=\"5\"\nproblem=\"duplicate-point\"\nscript 1 nodes, 1 positions\n"},
		{"an illegal move is executed; keys do not know colors", "utf-8", "(;B[aa];W[aa])",
			"game 1 19x19 moves 2 nodes 2 problems\nproblem=\"illegal-move\"\nscript 2 nodes, 1 positions\n"},
		{"a move that is not a point is left out", "utf-8", "(;B[aa];W[zz];B[bb])",
			"game 1 19x19 moves 2 nodes 3 problems\nproblem=\"off-board\"\nscript 3 nodes, 2 positions\n"},
		{"the size may come last", "utf-8", "(;AB[ii]SZ[9])",
			"game 1 9x9 moves 0 nodes 1 setup\nSZ=\"9\"\nscript 1 nodes, 1 positions\n"},
		{"Othello", "utf-8", "(;GM[2]SZ[8]PB[A]C[hello];B[d3];W[c3]C[ok])",
			"game 2 8x8 moves 2 nodes 3 comments\nGM=\"2\"\nSZ=\"8\"\nPB=\"A\"\nopening=\"Diagonal Opening\"\nnode 0 C=\"hello\"\nnode 2 C=\"ok\"\nscript 3 nodes, 3 positions\n"},
		{"Othello to the end: passes are no moves, and the discs are counted", "utf-8", "(;GM[2]SZ[4];B[d3];W[db];B[a1];W[ad];B[b1];W[b4];B[c4];W[a2];B[d1];W[d4];B[a3];W[PA];B[c1])",
			"game 2 4x4 moves 12 nodes 14 winner 1 how 1 margin 800\nGM=\"2\"\nSZ=\"4\"\nRE=\"B+8\"\nscript 14 nodes, 13 positions\n"},
		{"Othello: another result than that of the board", "utf-8", "(;GM[2]SZ[4]RE[W+2];B[d3];W[db];B[a1];W[ad];B[b1];W[b4];B[c4];W[a2];B[d1];W[d4];B[a3];B[c1])",
			"game 2 4x4 moves 12 nodes 13 winner 2 how 1 margin 200 problems\nGM=\"2\"\nSZ=\"4\"\nRE=\"W+2\"\nproblem=\"other-result\"\nscript 13 nodes, 13 positions\n"},
		{"Othello: the result of the board", "utf-8", "(;GM[2]SZ[4]RE[B+8];B[d3];W[db];B[a1];W[ad];B[b1];W[b4];B[c4];W[a2];B[d1];W[d4];B[a3];B[c1])",
			"game 2 4x4 moves 12 nodes 13 winner 1 how 1 margin 800\nGM=\"2\"\nSZ=\"4\"\nRE=\"B+8\"\nscript 13 nodes, 13 positions\n"},
		{"five in a row that were set up", "utf-8", "(;GM[4]SZ[15]AB[aa][ba][ca][da][ea])",
			"game 4 15x15 moves 0 nodes 1 winner 1 setup\nGM=\"4\"\nSZ=\"15\"\nRE=\"B+\"\nscript 1 nodes, 1 positions\n"},
		{"several games in a tree have no stem", "utf-8", "(;SZ[9];B[aa](;W[bb]PB[A]PW[B])(;W[cc]PB[C]PW[D]))",
			"game 1 9x9 moves 2 nodes 4 variations problems\nSZ=\"9\"\nproblem=\"shared-tree\"\nscript 4 nodes, 4 positions\n"},
		{"a game that goes on from another has one", "utf-8", "(;SZ[9];B[aa];W[bb]PB[A]PW[B])",
			"game 1 9x9 moves 2 nodes 3\nSZ=\"9\"\nPB=\"A\"\nPW=\"B\"\nstem=\"1\"\nscript 3 nodes, 3 positions\n"},
		{"Othello: the usual start is no setup", "utf-8", "(;GM[2]AB[e4][d5]AW[d4][e5]PL[B];B[f5])", "game 2 8x8 moves 1 nodes 2\nGM=\"2\"\nscript 2 nodes, 2 positions\n"},
		{"Othello: an odd start", "utf-8", "(;GM[2]AB[a1]AW[zz];B[f5])", "game 2 8x8 moves 1 nodes 2 setup problems\nGM=\"2\"\nproblem=\"bad-move\"\nscript 2 nodes, 2 positions\n"},
		{"Hex", "utf-8", "(;GM[11]PB[A]AB[aa];B[bb];W[cc];B[d4])",
			"game 11 11x11 moves 3 nodes 4 setup\nGM=\"11\"\nPB=\"A\"\nscript 4 nodes, 4 positions\n"},
		{"Hex: a swap, and who gives up", "utf-8", "(;GM[11]SZ[5];B[c1];W[swap];B[c3];W[resign](;B[a1]))",
			"game 11 5x5 moves 4 nodes 6 winner 1 how 2 variations\nGM=\"11\"\nSZ=\"5\"\nRE=\"B+R\"\nscript 6 nodes, 4 positions\n"},
		{"Hex of Little Golem, and another winner than the record's", "utf-8", "(;FF[4]EV[hex.x]SZ[2]RE[B];W[aa];B[ab];W[ba];B[bb])",
			"game 11 2x2 moves 4 nodes 5 winner 1 problems\nFF=\"4\"\nEV=\"hex.x\"\nSZ=\"2\"\nRE=\"B\"\nproblem=\"other-winner\"\nscript 5 nodes, 5 positions\n"},
		{"chess in SGF", "utf-8", "(;GM[3]SZ[8]FEN[4k3/8/8/8/8/8/4P3/4K3 w - - 0 1];W[e2e4];B[e8e7];W[e4e6];B[hello])",
			"game 3 8x8 moves 3 nodes 5 problems\nGM=\"3\"\nSZ=\"8\"\nFEN=\"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"\nproblem=\"bad-move\"\nproblem=\"illegal-move\"\nscript 5 nodes, 4 positions\n"},
		{"moves that nobody can read are counted", "utf-8", "(;GM[6];B[31hefe];W[66];B[double])",
			"game 6 19x19 moves 3 nodes 4\nGM=\"6\"\nscript 4 nodes, 0 positions\n"},
		{"a game by its name", "utf-8", "(;GM[Othello];B[d3])",
			"game 2 8x8 moves 1 nodes 2 problems\nGM=\"Othello\"\nproblem=\"bad-game\"\nscript 2 nodes, 2 positions\n"},
		{"gomoku, whose stones stay, on its usual board", "utf-8", "(;GM[4]AB[aa];W[ba];B[oo];W[ab](;B[hh])(;B[]))",
			"game 4 15x15 moves 4 nodes 6 variations setup\nGM=\"4\"\nscript 6 nodes, 5 positions\n"},
		{"gomoku: moves as boards name them, and one that is none", "utf-8", "(;GM[4]SZ[15];B[h8];W[pp];B[I9])",
			"game 4 15x15 moves 2 nodes 4 problems\nGM=\"4\"\nSZ=\"15\"\nproblem=\"bad-move\"\nscript 4 nodes, 3 positions\n"},
		{"gomoku: the game was over", "utf-8", "(;GM[4];B[hh];W[aa];B[ih];W[ab];B[jh];W[ac];B[kh];W[ad];B[lh];W[ae])",
			"game 4 15x15 moves 10 nodes 11 winner 2 problems\nGM=\"4\"\nRE=\"W+\"\nproblem=\"illegal-move\"\nscript 11 nodes, 11 positions\n"},
		{"no number of a game is Go", "utf-8", "(;GM[x];B[aa])",
			"game 1 19x19 moves 1 nodes 2 problems\nGM=\"x\"\nproblem=\"bad-game\"\nscript 2 nodes, 2 positions\n"},
		{"not closed", "utf-8", "(;B[aa]C[cut",
			"game 1 19x19 moves 1 nodes 1 comments problems\nproblem=\"unclosed-value\"\nproblem=\"missing-close\"\nnode 0 C=\"cut\"\nscript 1 nodes, 1 positions\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, err := indexer.Derive(record(tt.tree, tt.charset))
			must(t, err)
			if diff := cmp.Diff(tt.want, describe(g)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// The keys are those of the boards that a replay shows, but for nodes that leave
// it as it was.
func TestDeriveKeys(t *testing.T) {
	g, err := indexer.Derive(record("(;AB[aa]AW[ab];W[ba](;B[cc])(;B[dd];W[]))", "utf-8"))
	must(t, err)
	var want []position.Key
	for node := range g.Script.Nodes() {
		var r position.Replayer
		board, ok := r.To(g.Facts.Size, g.Script, node)
		if !ok {
			t.Fatalf("there is no node %d", node)
		}
		if node < g.Script.Nodes()-1 { // that is a pass
			want = append(want, board.IndexKey())
		}
	}
	if !slices.Equal(g.Keys, want) {
		t.Errorf("got %x, want %x", g.Keys, want)
	}
}

// distinct returns keys ascending, each once.
func distinct(keys []position.Key) []position.Key {
	return slices.Compact(slices.Sorted(slices.Values(keys)))
}

// What is derived is bounded, though the record could ask for much more.
func TestDeriveTooMuch(t *testing.T) {
	tests := map[string]string{
		"stones":     "(;SZ[52]" + strings.Repeat(";AB[aa:ZZ];AW[aa:ZZ]", 2000) + ")",
		"values":     "(;GN" + strings.Repeat("[x]", 100_000) + ")",
		"properties": "(;" + properties(100_000) + ")",
	}
	for name, tree := range tests {
		g, err := indexer.Derive(record(tree, "utf-8"))
		must(t, err)
		if !slices.Contains(g.Info, store.Value{Ident: "problem", Text: "too-much"}) {
			t.Errorf("%s: no problem is noted", name)
		}
		if len(g.Script) > 2<<20 || len(g.Info) > 70_000 {
			t.Errorf("%s: got a script of %d words and %d values", name, len(g.Script), len(g.Info))
		}
		if got, want := int(g.Facts.Nodes), g.Script.Nodes(); got != want {
			t.Errorf("%s: got %d nodes, the script has %d", name, got, want)
		}
	}
}

func properties(n int) string {
	var b strings.Builder
	for i := range n {
		for k := i + 26*26*26; k > 0; k /= 26 {
			b.WriteByte('A' + byte(k%26))
		}
		b.WriteString("[x]")
	}
	return b.String()
}

// FuzzDerive: no record makes Derive panic, what it derives depends on the
// record alone, and the parts agree with each other.
func FuzzDerive(f *testing.F) {
	for _, tree := range hostile() {
		f.Add([]byte(tree), "utf-8")
	}
	f.Add([]byte("(;PB[\x96{\x88\xf6\x96V]EV[\x83]\x83^])"), "shift_jis")
	f.Add([]byte("(;GM[2]SZ[8];B[d3](;W[c3])(;W[e3]))"), "big5")
	f.Add([]byte("(;SZ[3:52]AB[aa:ZZ]AW[bb]PL[W];W[cc])"), "gb18030")
	f.Add([]byte("(;GM[8];B[7g7f];W[3c3d])"), "euc-jp")
	f.Fuzz(func(t *testing.T, tree []byte, charset string) {
		if len(tree) == 0 {
			return
		}
		r := record(string(tree), charset)
		first, err := indexer.Derive(r)
		must(t, err)
		again, err := indexer.Derive(r)
		must(t, err)
		if a, b := describe(first), describe(again); a != b || !slices.Equal(first.Keys, again.Keys) || !slices.Equal(first.Script, again.Script) {
			t.Errorf("got first\n%sand then\n%s", a, b)
		}
		if got, want := int(first.Facts.Nodes), first.Script.Nodes(); got != want && want > 0 {
			t.Errorf("got %d nodes, the script has %d", got, want)
		}
		for _, c := range first.Comments {
			if c.Node >= max(int(first.Facts.Nodes), 1) {
				t.Errorf("a comment at node %d of %d", c.Node, first.Facts.Nodes)
			}
		}
		indexer.UTF8(r)
	})
}
