package sgfread

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
)

func mustParse(t testing.TB, text string) []*Tree {
	t.Helper()
	trees, err := Parse([]byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return trees
}

func format(t testing.TB, trees ...*Tree) string {
	t.Helper()
	var b bytes.Buffer
	if err := Format(&b, trees...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func normalized(t testing.TB, trees ...*Tree) string {
	t.Helper()
	var b bytes.Buffer
	if err := FormatNormalized(&b, &Normalize{Width: 1 << 30}, trees...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTreeWalks(t *testing.T) {
	tree := mustParse(t, "(;N[0](;N[1];N[2](;N[3])(;N[4];N[5]))(;N[6](;N[7];N[8])(;N[9])))")[0]
	var order, main []string
	for id, closed := range tree.All() {
		order = append(order, fmt.Sprintf("%s%d", strings.Repeat(")", closed), id))
	}
	for id := range tree.MainLine() {
		main = append(main, fmt.Sprint(id))
	}
	if got, want := strings.Join(order, " "), "0 1 2 3 )4 5 ))6 7 8 )9"; got != want {
		t.Errorf("All = %s, want %s", got, want)
	}
	if got, want := strings.Join(main, " "), "0 1 2 3"; got != want {
		t.Errorf("MainLine = %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(tree.Path(8)), "[0 6 7 8]"; got != want {
		t.Errorf("Path = %s, want %s", got, want)
	}
	if got := string(tree.Values(5, "N")[0]); got != "5" {
		t.Errorf("N of node 5 = %s", got)
	}
}

func TestFormatKeepsBytes(t *testing.T) {
	const game = "( ;SZ[9] KM[ 6.5 ]Comment[a \\: b]\r\n;B[aa] ,;W[bb]\n( ;B[cc]C[x] ) (;B[dd]))"
	change := func(f func(*Tree)) string {
		tree := mustParse(t, game)[0]
		f(tree)
		return format(t, tree)
	}
	for _, c := range []struct {
		name, got, want string
	}{
		{"untouched", change(func(*Tree) {}), game},
		{"a property changed", change(func(tr *Tree) { tr.Set(1, "B", []byte("ee")) }),
			strings.Replace(game, ";B[aa] ,", ";B[ee]", 1)},
		{"a property added in a variation", change(func(tr *Tree) { tr.Set(3, "N", []byte("n")) }),
			strings.Replace(game, "C[x] ", "C[x]N[n] ", 1)},
		{"a property removed", change(func(tr *Tree) { tr.Set(0, "C") }),
			strings.Replace(game, "SZ[9] KM[ 6.5 ]Comment[a \\: b]", "SZ[9]KM[ 6.5 ]", 1)},
		{"a node added", change(func(tr *Tree) { tr.Set(tr.Add(3), "W", []byte("ff")) }),
			"(;SZ[9] KM[ 6.5 ]Comment[a \\: b];B[aa];W[bb](;B[cc]C[x];W[ff])(;B[dd]))"},
		{"a variation removed", change(func(tr *Tree) { tr.Remove(3) }),
			"(;SZ[9] KM[ 6.5 ]Comment[a \\: b];B[aa];W[bb];B[dd])"},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestFormatNormalized(t *testing.T) {
	const root = "(;FF[4]CA[UTF-8]GM[1]SZ[19]"
	for _, c := range []struct{ name, in, want string }{
		{"defaults are spelled out", "(;;B[aa])", root + ";B[aa])"},
		{"other games keep their number and need no size", "(;GM[2];B[f4])", "(;FF[4]CA[UTF-8]GM[2];B[f4])"},
		{"a board that SGF cannot name", "(;SZ[361];B[tt])", "(;FF[4]CA[UTF-8]GM[1]SZ[19]KEPT[SZ:361];B[])"},
		{"a board twice: the first", "(;SZ[9]SZ[13])", "(;FF[4]CA[UTF-8]GM[1]SZ[9]KEPT[SZ:13])"},
		{"a colon divides no text", "(;PB[a:b]C[at 10:30: go])", root + "PB[a:b]C[at 10:30: go])"},
		{"halves that are missing", "(;AP[x];LB[aa])", root + "AP[x:];KEPT[LB:aa])"},
		{"a time beside setup", "(;PB[a]AB[aa]BL[30]C[x];AE[aa]MN[3]TE[1])", root + "PB[a]AB[aa]C[x];BL[30];AE[aa]KEPT[TE:1];MN[3])"},
		{"labels of white space", "(;LB[aa: ][bb:1])", root + "LB[bb:1]KEPT[LB:aa: ])"},
		{"half points of komi", "(;KI[11](;KI[ 8 ]KM[3.5])(;KI[7]KI[9]))", root + "KM[5.5](;KEPT[KI: 8 ][KM:3.5])\n(;KEPT[KI:9][KM:3.5]))"},
		{"half points that are none", "(;KI[x])(;GM[2]KI[11])", root + "KEPT[KI:x])\n(;FF[4]CA[UTF-8]GM[2]KI[11])"},
		{"moves of an unknown game", "(;GM[19];B[a [b\\]];W[a B[b])", "(;FF[4]CA[UTF-8]GM[19];B[a [b\\]];KEPT[W:a B[b])"},
		{"an oblong board", "(;SZ[13x9]FF[3])", "(;FF[4]CA[UTF-8]GM[1]SZ[13:9])"},
		{"long names, white space, junk", "(;Black[ aa ] ..;White[p\\d])", root + "KEPT[:..];B[aa];W[pd])"},
		{"root properties inside have no meaning", "(;B[aa];SZ[9]W[bb])", root + ";B[aa];W[bb]KEPT[SZ:9])"},
		{"an empty style goes, also without an end", "ST[", root + ")"},
		{"empty game-info goes", "(;DT[]PB[ ]PW[x])", root + "PW[x])"},
		{"lists and comments are put together, else the first value stays",
			"(;AB[aa]C[one]KM[]KM[6.5]AB[bb]C[two]GN[a]GN[b])", root + "AB[aa][bb]C[one\ntwo]KM[6.5]GN[a]KEPT[GN:b])"},
		{"the first value that is not empty", "(;PW[][white])", root + "PW[white])"},
		{"escapes: those needed and no others", "(;C[\\a\\]\\:\\\\ a\\\nb]LB[aa:a:b]GN[two\r\nlines])", root + "C[a\\]:\\\\ ab]LB[aa:a\\:b]GN[two lines])"},
		{"numbers", "(;KM[+6,50]TM[30.]HA[02];B[aa]BL[.5])", root + "KM[6.5]TM[30]HA[2];B[aa]BL[0.5])"},
		{"times in words", "(;TM[1h20m])(;TM[5 hours each])(;TM[0:07:42])(;TM[2.5h])",
			root + "TM[4800]KEPT[TM:1h20m])\n" + root + "TM[18000]KEPT[TM:5 hours each])\n" + root + "TM[462])\n" + root + "TM[9000]KEPT[TM:2.5h])"},
		// The rest of them would be lost.
		{"times with overtime are kept", "(;TM[10:00(5x1:00)])(;TM[30m+30s/move])(;TM[1 hr/125 moves])(;TM[15m B; 5m W])(;TM[Quickplay])",
			root + "KEPT[TM:10:00(5x1:00)])\n" + root + "KEPT[TM:30m+30s/move])\n" + root + "KEPT[TM:1 hr/125 moves])\n" + root + "KEPT[TM:15m B; 5m W])\n" + root + "KEPT[TM:Quickplay])"},
		{"points by their names, as an import reads them", "(;;B[Q16];W[d4]C[x];AB[A1]AW[T19])", root + ";B[pd];W[dp]C[x];AB[as]AW[sa])"},
		{"a size that is none, and points that need more", "(;SZ[200];B[pd])(;SZ[-1];B[uu])(;SZ[300];LB[ta:x])", root + "KEPT[SZ:200];B[pd])\n(;FF[4]CA[UTF-8]GM[1]SZ[52]KEPT[SZ:-1];B[uu])\n(;FF[4]CA[UTF-8]GM[1]SZ[52]KEPT[SZ:300];LB[ta:x])"},
		{"annotations that exclude each other", "(;;B[aa]GB[2]GW[1];W[bb]DO[]IT[]TE[1])", root + ";B[aa]GB[2]KEPT[GW:1];W[bb]DO[]KEPT[IT:][TE:1])"},
		{"marks on a point", "(;;MA[aa][ab][aa]TR[aa]CR[bb];TR[aa:bb]SQ[ba:ca]LB[aa:1][aa:1][aa:2])",
			root + ";MA[aa][ab]CR[bb]KEPT[TR:aa];TR[aa:bb]SQ[ca]LB[aa:1]KEPT[SQ:ba][LB:aa:2])"},
		{"arrows drawn twice, territory of both", "(;;AR[aa:bb][aa:bb]LN[aa:bb]TB[aa][bb]TW[bb])", root + ";AR[aa:bb]LN[aa:bb]TB[aa][bb]KEPT[TW:bb])"},
		{"marks of other games", "(;GM[2];MA[a1]TR[a1])", "(;FF[4]CA[UTF-8]GM[2];MA[a1]TR[a1])"},
		{"an empty value beside points", "(;;VW[][aa];DD[][];TB[aa][])", root + ";VW[aa];DD[];TB[aa])"},
		{"empty comments go", "(;;C[ ]B[aa])", root + ";B[aa])"},
		{"an identifier that is none", "(;" + strings.Repeat("X", 101) + "[y]LONGID[z])", root + "LONGID[z]KEPT[" + strings.Repeat("X", 101) + ":y])"},
		{"results", "(;RE[b+r])(;RE[B+ 3.5 ])(;RE[Black+3.5])(;RE[john wins])(;RE[W+Resign])(;RE[black wins by 5 points])",
			root + "RE[B+R])\n" + root + "RE[B+3.5])\n" + root + "RE[B+3.5]KEPT[RE:Black+3.5])\n" + root + "RE[john wins])\n" + root + "RE[W+Resign])\n" + root + "RE[B+5]KEPT[RE:black wins by 5 points])"},
		{"dates", "(;DT[2003/4/5])(;DT[May 6th, 1996])(;DT[ca. 1760])(;DT[1996-05,06])(;DT[a sunny afternoon])",
			root + "DT[2003-04-05])\n" + root + "DT[1996-05-06]KEPT[DT:May 6th, 1996])\n" + root + "DT[ca. 1760])\n" + root + "DT[1996-05,06])\n" + root + "DT[a sunny afternoon])"},
		{"komi", "(;KM[5 1/2])(;KM[6目半])(;KM[whatever])", root + "KM[5.5]KEPT[KM:5 1/2])\n" + root + "KM[6.5]KEPT[KM:6目半])\n" + root + "KEPT[KM:whatever])"},
		{"rectangles", "(;AB[cc:aa]AW[dd:dd])", root + "AB[aa:cc]AW[dd])"},
		{"colors", "(;PL[white])", root + "PL[W])"},
		{"setup before moves, in its own node", "(;;B[aa]AW[bb]C[x]N[y])", root + ";AW[bb]N[y];B[aa]C[x])"},
		{"two moves in a node", "(;B[aa]C[x]W[bb])", root + ";B[aa]C[x];W[bb])"},
		{"setup, and two moves", "(;;B[aa]AW[cc]W[bb]B[dd])", root + ";AW[cc];B[aa];W[bb];B[dd])"},
		// The specification has one of each; but then a move would be lost.
		{"two moves of the same color", "(;B[aa]B[bb]C[x])", root + ";B[aa]C[x];B[bb])"},
		{"of stones on the same point the last stays", "(;AB[aa][bb][aa]AW[bb]AB[cc])", root + "AB[aa][cc]AW[bb])"},
		{"a pass is empty", "(;SZ[19];B[tt];W[ ])", root + ";B[];W[])"},
		{"tt is a point of large boards, and no pass in other games", "(;SZ[21];B[tt])(;GM[2];B[tt])",
			"(;FF[4]CA[UTF-8]GM[1]SZ[21];B[tt])\n(;FF[4]CA[UTF-8]GM[2];B[tt])"},
		{"what is no move is kept", "(;B[U16];W[aa LB[bb];B[aa:bb])", root + "KEPT[B:U16];KEPT[W:aa LB[bb];KEPT[B:aa:bb])"},
		{"figures", "(;;FG[];FG[257:One];FG[Two: the end])", root + ";FG[];FG[257:One];FG[0:Two\\: the end])"},

		// M marks stones, too, where FF[4] has TR; whether there is one only the
		// rules of the game tell.
		{"marks of FF[1]", "(;FF[1];L[aa][bb]M[cc])", root + ";LB[aa:A][bb:B]MA[cc])"},
		{"marks of FF[1] beside those of FF[3]", "(;FF[3];L[aa]LB[bb:x]M[cc]MA[dd])", root + ";LB[aa:A][bb:x]MA[cc][dd])"},
		{"good and bad", "(;FF[3];B[aa]TE[1]BM[2];W[bb]BM[1]C[x]TE[1];B[cc]TE[2];W[dd]BM[2])",
			root + ";B[aa]IT[];W[bb]DO[]C[x];B[cc]TE[2];W[dd]BM[2])"},
		{"two corners of a view", "(;FF[3];VW[ba][db])", root + ";VW[ba:db])"},
		{"two corners, the other way", "(;VW[dd][bb])", root + "VW[bb:dd])"},
		{"two points of a view in FF[4], three in FF[3]", "(;FF[4];VW[ba][db])(;FF[3];VW[ba][bb][bc])",
			root + ";VW[ba][db])\n" + root + ";VW[ba][bb][bc])"},
		{"what FF[4] has no word for is kept", "(;FF[3]BS[1]WS[0]ID[x];B[aa]SI[1]CH[1]RG[bb])",
			root + "KEPT[BS:1][WS:0][ID:x];B[aa]KEPT[SI:1][CH:1][RG:bb])"},
		{"values that are too many", "(;C[a][b]PB[c][d][c]KM[1][2])", root + "C[a\nb]PB[c]KM[1]KEPT[PB:d][KM:2])"},
		{"a figure without flags", "(;;FG[:name])", root + ";FG[0:name])"},
		{"L with another meaning", "(;;L[30];L[aa][30])", root + ";KEPT[L:30];KEPT[L:aa][L:30])"},
		{"values that are not of their type", "(;KM[x]BR[];CR[99]LB[aa:a][Q:b]AR[aa:aa]PL[z]AB[zz]BL[])", root + "KEPT[KM:x];LB[aa:a]KEPT[CR:99][LB:Q:b][AR:aa:aa][PL:z][AB:zz])"},
		{"areas that overlap", "(;AB[aa:bb]AW[bb:bc])", root + "AB[aa][ab][ba]AW[bb][bc])"},
		{"game-info below game-info", "(;PB[a];PB[b]B[aa](;W[bb]GC[c])(;W[cc]))", root + "PB[a];B[aa]KEPT[PB:b](;W[bb]KEPT[GC:c])\n(;W[cc]))"},
		{"annotation without a move", "(;;TE[1]KO[])", root + ";KEPT[TE:1][KO:])"},
		{"what is no SGF", "(;B[aa]!?(;W[bb]) lost (;W[cc]C[d]) X )", root + "KEPT[:!?];B[aa](;W[bb]KEPT[:lost])\n(;W[cc]C[d]KEPT[:X]))"},
		{"unknown properties stay", "(;ZZ[a][]QQ[x:y])", root + "ZZ[a][]QQ[x:y])"},
		{"a bracket that was not escaped", "(;C[a [1k]: b];B[aa])", root + "C[a [1k\\]: b];B[aa])"},
		{"a single variation is none", "(;B[aa](;W[bb]))", root + ";B[aa];W[bb])"},
		{"nodes after variations", "(;B[aa](;W[bb]);W[cc])", root + ";B[aa](;W[bb])\n(;W[cc]))"},
	} {
		got := normalized(t, mustParse(t, c.in)...)
		if got != c.want+"\n" {
			t.Errorf("%s: %s\n got %q\nwant %q", c.name, c.in, got, c.want+"\n")
		}
	}
}

func TestNormalizedLines(t *testing.T) {
	var b strings.Builder
	if err := FormatNormalized(&b, &Normalize{Width: 40}, mustParse(t, "(;"+strings.Repeat(";B[aa];W[bb]", 6)+"(;C[x])(;C[y]))")...); err != nil {
		t.Fatal(err)
	}
	want := "(;FF[4]CA[UTF-8]GM[1]SZ[19];B[aa];W[bb]\n;B[aa];W[bb];B[aa];W[bb];B[aa];W[bb]\n;B[aa];W[bb];B[aa];W[bb](;C[x])\n(;C[y]))\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// checkRoundTrip holds a text against what comes back of it.
func checkRoundTrip(t testing.TB, text string) {
	t.Helper()
	trees := mustParse(t, text)
	if got, want := nodesOf(t, format(t, trees...)), nodesOf(t, text); got != want {
		t.Fatalf("%q formatted reads as\n%q, want\n%q", text, got, want)
	}
	var among bytes.Buffer
	if err := FormatAmong(&among, trees...); err != nil {
		t.Fatal(err)
	}
	before, behind := "(;N[before])\n", "\n(;N[behind])"
	if got, want := nodesOf(t, before+among.String()+behind), nodesOf(t, before)+nodesOf(t, text)+nodesOf(t, behind); got != want {
		t.Fatalf("%q among others is %q, read as\n%q, want\n%q", text, &among, got, want)
	}
	for _, tree := range trees {
		if got := format(t, tree); got != string(tree.Raw()) {
			t.Fatalf("untouched tree of %q: %q", text, got)
		}
		// The same tree, written node by node.
		tree.reshaped = true
		anew := format(t, tree)
		if got, want := nodesOf(t, anew), nodesOf(t, string(tree.Raw())); got != want {
			t.Fatalf("%q written anew as %q reads as\n%s\nwant\n%s", text, anew, got, want)
		}
	}
	clean := normalized(t, trees...)
	if len(trees) > 0 {
		for _, p := range Check([]byte(clean), nil) {
			if p.Code < KomiTimes100 && p.Code != BadSize { // the others are of the data
				t.Fatalf("%q normalized is %q: %v", text, clean, p)
			}
		}
	}
	checkNothingLost(t, trees, clean)
	if again := normalized(t, mustParse(t, clean)...); again != clean {
		t.Fatalf("%q normalized is\n%q, and again\n%q", text, clean, again)
	}
}

// checkNothingLost holds the texts of trees against those of what was made of
// them. Of values that are not text only letters count that are not a point,
// and case and white space never do.
func checkNothingLost(t testing.TB, trees []*Tree, clean string) {
	t.Helper()
	squeeze := func(text []byte) string {
		return strings.Join(strings.FieldsFunc(string(text), func(r rune) bool { return r <= ' ' }), "")
	}
	var all strings.Builder
	for _, tree := range mustParse(t, clean) {
		for id := range tree.All() {
			for _, p := range tree.Properties(id) {
				for _, v := range p.Values {
					all.WriteString(squeeze(AppendText(nil, v, 0)) + "\n")
				}
			}
		}
	}
	for _, tree := range trees {
		for id := range tree.All() {
			for _, p := range tree.Properties(id) {
				typ := TypeOf(p.Ident())
				for _, v := range p.Values {
					_, _, point := ParsePoints(v)
					_, double := ParseDouble(v)
					color, _ := ParseColor(v)
					switch {
					case typ.Name == "CA", point && !typ.IsText() && typ.Name != "", double && typ.Kind == KindDouble,
						typ.Kind == KindColor && color != 0, typ.Second == KindUnknown && !typ.IsText() && typ.Name != "" && !hasLetters(v), ofRoot(p.Ident()):
						continue
					}
					if _, ok := namedPoints(v, Size{MaxSize, MaxSize}); ok && (typ.Kind == KindMove || typ.Class == ClassSetup) || typ.Kind == KindMove && strings.EqualFold(string(trimmed(v)), "pass") {
						continue
					}
					text := squeeze(AppendText(nil, v, 0))
					if !strings.Contains(all.String(), text) {
						t.Fatalf("%q: the value %q of %s is lost in\n%s", tree.Raw(), v, p.Name, clean)
					}
				}
			}
		}
	}
}

// nodesOf writes down the nodes and the shape of the trees in a text;
// variations without siblings do not count.
func nodesOf(t testing.TB, text string) string {
	var b strings.Builder
	for _, tree := range mustParse(t, text) {
		for id, closed := range tree.All() {
			fmt.Fprintf(&b, "%s;%d", strings.Repeat(")", closed), tree.Parent(id))
			for _, p := range tree.Properties(id) {
				fmt.Fprintf(&b, "%s", p.Name)
				for _, v := range p.Values {
					if TypeOf(p.Ident()).IsText() { // an escape may be added
						v = AppendText(nil, v, 0)
					}
					fmt.Fprintf(&b, "%q", v)
				}
			}
		}
	}
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	for _, text := range seeds() {
		checkRoundTrip(t, text)
	}
	for _, c := range checkCases {
		checkRoundTrip(t, "(;"+c.in+")")
	}
	// Comments that look like damage when they are put together, or no more.
	checkRoundTrip(t, "(C[00]C[(;B[0")
	checkRoundTrip(t, "(C[\n(;B[]C[[")
	checkRoundTrip(t, "(C[een\n(;GM[n\n(;GM[1")
	checkRoundTrip(t, "(C[een\n(;GM[n\n(;GM[1]")
	checkRoundTrip(t, ";C[:\n(;B[aa\\")
	checkRoundTrip(t, "SZ[]B[tt")
	checkRoundTrip(t, "(SZ[99]B[tt")
	checkRoundTrip(t, ";B[](WVVVVVCV[]bb)\n&;W[cc]C[good)\n(;W[\xffd]")
	checkRoundTrip(t, ";C[\n(;B[aa\\)]\x01\x87\x87bb\\])]")
	checkRoundTrip(t, ";C[[]x))y;C[(;C]") // whether x belongs to the comment is asked of what follows the tree
	checkRoundTrip(t, "(;B[aa](;W[bb])C[[]x))y;C[(;C]")
	checkRoundTrip(t, "GM[2]0B[[0")                // a bracket in a move of another game
	checkRoundTrip(t, "(;AW[bb]AB[aa:cc]AW[bb]")   // the last statement counts
	checkRoundTrip(t, "(V[8000000800000000000000") // more digits than a float64 has
	r := rand.New(rand.NewPCG(5, 6))
	for range testsize.Of(2000, 300) {
		checkRoundTrip(t, randomText(r, dirty))
		checkRoundTrip(t, "(;"+randomText(r, orderly))
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, text := range seeds() {
		f.Add(text)
	}
	for _, c := range checkCases {
		f.Add("(;" + c.in + ")")
	}
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, text) })
}
