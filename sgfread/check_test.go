package sgfread

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Each row is the inside of a tree; offsets are not given, as the names of the
// problems say what they are about.
var checkCases = []struct{ name, in, problems string }{
	{"a clean game", "FF[4]GM[1]SZ[19]KM[6.5]HA[2]AB[dd][pp]PB[a]RE[W+R];W[dp];B[pd]BL[12.5]OB[3];W[]", ""},
	{"private properties are no problem", "FF[4]ZZ[x][y];B[dd]KGSDE[]", ""},

	{"free texts", "RU[Tromp-Taylor]OT[3x60 byo-yomi]RO[2 (semifinal)]US[me]ST[2]GC[two\nlines]", ""},
	{"each tree begins anew", "SZ[9]FF[4]CH[1];B[aa])(;CH[1];B[ss]", "obsolete-property"},

	{"version", "FF[5]", "bad-ff"},
	{"game", "GM[Go]", "bad-game"},
	{"size", "SZ[nineteen]", "bad-size"},
	{"size zero", "SZ[0]", "bad-size"},
	{"size too large", "SZ[53]", "bad-size"},
	{"square written as a rectangle", "SZ[9:9]", "unclean-value"},
	{"rectangle written with x", "SZ[19x13];B[sm]", "unclean-value"},

	{"beside the board", "SZ[9];B[jj]", "off-board"},
	{"beside an oblong board", "SZ[19:13];B[sm];W[sn]", "off-board"},
	{"beside the board among plain moves", "SZ[9];B[aa];W[bb];B[cc];W[dd];B[ee];W[pd]", "off-board"},
	{"tt is a pass up to 19 and a point from 20 on", "SZ[19];B[tt](;W[])", ""},
	{"tt on a larger board", "SZ[21];B[tt];W[uu];B[vv]", "off-board"},
	// They may be small letters in capitals, but on larger boards they are
	// other points, so this is not for a reader to decide.
	{"capitals are points beside small boards", "SZ[19];B[PD]", "off-board"},
	{"capitals on a large board", "SZ[52];B[ZZ];W[aA]", ""},
	// Not converted: 16-4 and Q16 have several readings.
	{"coordinates for people", "SZ[19];B[Q16];W[16-4]", "bad-point bad-point"},
	{"a rectangle as a move", "B[aa:bb]", "bad-point"},
	{"other games have other handicaps", "GM[8]HA[8P];B[7g7f]", ""},
	{"a handicap that is no number", "HA[8P];B[dd]", "bad-value"},
	{"other games have other points", "GM[2]SZ[8];B[f4];W[pass]", ""},
	{"white space around a move is a pass or nothing", "B[ ];W[ pd ]", ""},
	{"a missing bracket", "B[aa LB[aa][bb]", "too-many-values swallowed-property"},
	{"a missing bracket in an unknown game", "GM[19];B[a LB[b]", "swallowed-property"},
	{"brackets in an unknown game", "GM[19];B[with [x\\]];AW[1 [2];TR[3[4]", ""},
	{"a game that is no number", "GM[game of go];B[zz]", "bad-game off-board"},
	{"setup beside the board, and a pass", "SZ[9]AB[aa][tt][]", "off-board empty-value"},
	{"rectangle from another corner", "AB[cc:aa]", "unclean-value"},
	// As stones are put down in the order of the file, the last one stays.
	{"a point twice", "AB[aa]AW[aa]", "duplicate-point"},
	{"a point twice, in rectangles", "AB[aa:cc][bb:dd]", "duplicate-point"},
	{"an empty list of territory is one", "TB[]TW[]VW[]DD[]", ""},
	{"arrows", ";AR[aa:bb][cc:cc]LN[aa]", "bad-point bad-value"},
	{"labels", ";LB[aa:x][bb][t9:c]", "bad-value bad-point"},

	{"numbers", "MN[three]", "bad-value"},
	{"reals", "KM[.5]TM[30.];B[aa]BL[1,5]WL[x]", "unclean-value unclean-value unclean-value bad-value"},
	{"times in words", "TM[3h];B[aa]BL[3h]", "unclean-value bad-value"},
	{"times in words, with overtime", "TM[10:00(5x1:00)]", "unclean-value"},
	{"a time for each move", "TM[30s/move]", "bad-value"},
	{"double", ";DM[3]GB[1]GW[2]", "unclean-value"},
	{"color", "PL[White](;PL[3])", "unclean-value bad-value"},
	{"none", "B[aa]KO[1]IT[]", "unclean-value"},
	{"empty values", "DT[]C[]N[]", "empty-value empty-value"},
	{"several values", "PW[][white]", "too-many-values empty-value"},
	{"properties twice", "C[a]C[b]AP[GNU Go:3.8]AP[foxwq]", "duplicate-property duplicate-property"},
	{"long and short name of the same", "FF[3]Comment[a]C[b]", "duplicate-property"},
	{"long names in FF[4]", "FF[4]Comment[a]", "long-identifier"},
	{"old properties in FF[4]", "FF[4]CH[1]", "obsolete-property"},
	{"new properties in FF[3]", "FF[3];DD[aa]", "new-property"},

	{"two moves in a node", "B[aa]W[bb]", "two-moves"},
	{"setup and a move", "B[aa]AW[bb]", "setup-and-move"},
	{"annotation of no move", ";TE[1];B[aa]BM[1]", "annotation-without-move"},
	{"root property inside", "SZ[9];B[aa]SZ[13]", "root-property-inside"},
	{"in a variation", "(;SZ[9])(;SZ[13])", "root-property-inside root-property-inside"},
	{"game-info twice on a path", "PB[a];B[aa]PB[b]", "game-info-twice"},
	{"game-info on two paths", ";B[aa](;W[bb]PB[b])(;W[cc]PB[c])", ""},
	{"empty game-info is none", "PB[];B[aa]PB[b]", "empty-value"},

	// What old and careless programs write.
	{"a pass in FF[3] is tt", "FF[3];B[];W[tt]", "unclean-value"},
	{"a pass of another game", "FF[3]GM[2];B[]", ""},
	{"numbers with signs and zeros", "GM[ 1 ]SZ[019];B[aa]MN[+3]OB[-1]BL[-30]V[-2.5]", ""},
	{"a time that is negative, after overtime began", ";B[aa]BL[-12.25]", ""},
	{"figures", "FG[];FG[257:a name];FG[a name]", "bad-value"},
	{"marks may overlap", ";TR[aa][bb]SQ[aa]CR[bb:cc]", ""},
	{"a compressed list in FF[3]", "FF[3];AB[aa:bb]", ""},
	{"nothing, in lists of stones and marks", ";AB[];TR[]CR[ ]", "empty-value empty-value empty-value"},
	{"a pass beside the board", "SZ[9]TR[tt]", "off-board"},
	{"a view that holds for what follows", "SZ[9];VW[aa:ee]DD[aa]PM[2];B[aa];VW[]DD[]PM[1]", ""},

	{"komi in hundredths", "KM[750]", "komi-times-100"},
	{"komi in hundredths, to Black", "KM[-650.0]", "komi-times-100"},
	{"a komi that is large", "KM[90]", ""},
	{"a komi that is odd", "KM[101]", ""},
	{"komi in hundredths of Chinese counting", "KM[375]", "komi-times-100"},
	{"a handicap without stones", "HA[3];W[dd]", "handicap-without-stones"},
	{"a handicap placed by moves", "HA[3];B[dd];B[pp];B[dp];W[pd]", ""},
	{"too few moves for the handicap", "HA[3];B[dd];B[pp];W[pd]", "handicap-without-stones"},
	{"a handicap placed by moves, White passing", "HA[3];B[dd];W[];B[pp];W[tt];B[dp];W[cc];B[ee]", ""},
	{"a handicap placed by single moves", "HA[2];B[dd]C[x];B[pp]C[y];W[pd]C[z]", ""},
	{"a handicap and no moves", "HA[2]", "handicap-without-stones"},
	{"a handicap in the second node", "HA[2]KM[0];AB[pd][dp];W[nq]", "handicap-in-second-node"},
	{"no handicap", "HA[0];B[dd]", ""},
	{"UTF-8 that went through Windows-1252", "PB[\xe6\x9f\xaf\xe6\xb4?]PW[\xe9\x82\xac\xe5\x85?]", "damaged-text damaged-text"},
	{"UTF-8 that was cut", "PB[\xe6\x9c\x89\xe6\x9c\x88\xe4]", "cut-text"},
	{"UTF-8 taken for Windows-1252", "PB[æŸ¯æ½”]PW[AndrÃ©]EV[BÃ©la]", "mojibake mojibake mojibake"},
	{"GBK taken for Latin-1", "PB[ÄôÎÀÆ½]PW[Ï°ÖÐ]", "mojibake mojibake"},
	{"Windows-1251 taken for Windows-1252", "PB[Èâàí]", "mojibake"},
	{"Latin letters that are meant", "PB[Créée à l’été, «déjà vu»…]PW[Müller & Ågård: ¡¡¡¡¿¿¿¿!]C[CAFÉ»…, ÅÄÖ — ½½½½ °°°°]", ""},
	{"whole UTF-8, GBK, Latin-1", "PB[柯洁?]PW[\xbf\xc2\xbd\xe0]EV[Andr\xe9?]", ""},
	{"JSON", `GN[\u003cabc\u003e]PC[\unknown]`, "json-escape"},
	{"JSON, behind another escape", `PB[\]\u67ef\u6d01]PW[\u12]`, "json-escape"},
	{"a backslash before a u", `PB[\\u67ef]`, ""},
	{"NUL in a text", "C[a\x00b]", "control-character"},
	{"two results", "RE[B+R]RE[W+3]", "duplicate-property result-twice"},
	{"two results of the same winner", "RE[B+R]RE[B+3]", "duplicate-property result-twice"},
	{"the same result in two ways", "RE[B+R]RE[黑中盘胜]", "duplicate-property"},
	{"a result and none", "RE[B+R]RE[?]", "duplicate-property"},
	{"a last comment against the result", "RE[W+R];B[aa];W[bb]C[Black wins by resignation]", "result-against-comment"},
	{"in Chinese", "RE[W+R];B[aa];W[bb]C[黑中盘胜]", "result-against-comment"},
	{"a last comment with another margin", "RE[W+3.5];B[aa];W[bb]C[White wins by 2.5]", ""},
	{"a comment that is not the last", "RE[W+R];B[aa]C[B+R];W[bb](;B[cc]C[x])(;B[dd]C[B+R])", ""},
	{"a last comment that is no result", "RE[W+R];B[aa]C[Black wins this fight]", ""},
	{"half a point from nowhere", "KM[0]RE[B+3.5]", "komi-against-result"},
	{"half a point lost", "KM[6.5]RE[W+4]", "komi-against-result"},
	{"a draw in spite of half a point", "KM[5.5]RE[Jigo]", "komi-against-result"},
	{"komi and result that agree", "KM[3.75]RE[W+1/4子]", ""},
	{"komi and result of another kind", "KM[6.5]RE[W+R]", ""},
}

func TestCheck(t *testing.T) {
	for _, c := range checkCases {
		t.Run(c.name, func(t *testing.T) {
			text := "(;" + c.in + ")"
			var got []string
			for _, p := range Check([]byte(text), nil) {
				got = append(got, p.Code.String())
			}
			if got := strings.Join(got, " "); got != c.problems {
				t.Errorf("%s: %s, want %s", text, got, c.problems)
			}
		})
	}
}

// nodeChecker is a Checker that gets every move as a node.
type nodeChecker struct{ c *Checker }

func (n nodeChecker) Open(offset int64)  { n.c.Open(offset) }
func (n nodeChecker) Close(offset int64) { n.c.Close(offset) }
func (n nodeChecker) Node(node *Node)    { n.c.Node(node) }

// checkBothWays holds the problems found in runs of moves against those found
// node by node.
func checkBothWays(t testing.TB, text []byte) {
	t.Helper()
	var runs, nodes list
	if err := Walk(text, NewChecker(runs.add), nil); err != nil {
		t.Fatal(err)
	}
	if err := Walk(text, nodeChecker{NewChecker(nodes.add)}, nil); err != nil {
		t.Fatal(err)
	}
	if runs.String() != nodes.String() {
		t.Fatalf("%q in runs: %s, node by node: %s", text, runs, nodes)
	}
}

func TestCheckBothWays(t *testing.T) {
	for _, c := range checkCases {
		checkBothWays(t, []byte("(;"+c.in+")"))
	}
	r := rand.New(rand.NewPCG(9, 10))
	for range 5000 {
		root := []string{"(;", "(;SZ[9]", "(;HA[3]", "(;FF[3]HA[2]SZ[21]", "(;GM[2]"}[r.IntN(5)]
		checkBothWays(t, []byte(root+randomText(r, playful)))
	}
}

var playful = []string{
	";B[aa]", ";W[bb]", ";B[tt]", ";W[tt]", ";B[pp];W[dd];B[cc];W[ee];B[kk];W[ss]", ";W[]", "C[B+R]", "AB[cc]", "AW[cc]", "(", ")", ";W[zz];B[vv]", "RE[W+R]", "\n",
}

// Records that end too early keep what they have, and say so.
func TestTruncated(t *testing.T) {
	for _, c := range []struct{ name, in, nodes, problems string }{
		{"after the first bracket", "(;GM[", "(;GM[])", "bad-game unclosed-value empty-value missing-close"},
		{"in the root", "(;GM[1]PB[x", "(;GM[1]PB[x])", "unclosed-value missing-close"},
		{"between nodes", "(;B[aa];W[bb]", "(;B[aa];W[bb])", "missing-close"},
		{"after a semicolon", "(;B[aa];W[bb];", "(;B[aa];W[bb];)", "missing-close"},
		{"in an identifier", "(;B[aa];W[bb]B", "(;B[aa];W[bb])", "identifier-without-value missing-close"},
		{"in a move", "(;B[aa];W[b", "(;B[aa];W[b])", "bad-point unclosed-value missing-close"},
		{"in a comment in a variation", "(;B[aa](;W[bb];B[cc]C[and here", "(;B[aa](;W[bb];B[cc]C[and here]))", "unclosed-value missing-close"},
		{"behind a backslash", `(;C[abc\`, `(;C[abc\])`, "unclosed-value missing-close"},
		{"in a second game", "(;B[aa])(;B[bb];W[", "(;B[aa])(;B[bb];W[])", "unclosed-value missing-close"},
		{"before any node", "(;B[aa])(", "(;B[aa])", "text-outside"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := read(c.in, Options{}); got != c.nodes {
				t.Errorf("nodes of %q: %s, want %s", c.in, got, c.nodes)
			}
			var got []string
			for _, p := range Check([]byte(c.in), nil) {
				got = append(got, p.Code.String())
			}
			if got := strings.Join(got, " "); got != c.problems {
				t.Errorf("%q: %s, want %s", c.in, got, c.problems)
			}
		})
	}
}

// Every code must be found by some case of a table, lest it be forgotten.
func TestEveryCodeIsTested(t *testing.T) {
	untested := map[string]bool{}
	for c := range Code(len(codeTable)) {
		untested[c.String()] = true
	}
	for _, c := range checkCases {
		for _, code := range strings.Fields(c.problems) {
			delete(untested, code)
		}
	}
	lists := []string{}
	for _, c := range structureCases {
		lists = append(lists, c.problems)
	}
	for _, c := range leadCases {
		lists = append(lists, c.problems)
	}
	for _, l := range lists {
		for _, code := range strings.Fields(l) {
			delete(untested, strings.Split(code, "@")[0])
		}
	}
	for _, c := range []Code{TreeTooLong, ValueTooLong, TooDeep, NodeTooLarge, MoreProblems, UnknownCharset, WrongCharset, LossyCharset} {
		delete(untested, c.String()) // TestLimits, TestLargeNodes, TestLintCharsets of package command
	}
	for c := MissingCharset; int(c) < len(codeTable); c++ {
		delete(untested, c.String()) // TestStyle and the others of style, and of package archive
	}
	for code := range untested {
		t.Errorf("no case finds %s", code)
	}
}

func TestProblemText(t *testing.T) {
	text := "(;GM[1]\r\n;B[aa]!!;W[bb])"
	p := Check([]byte(text), nil)[0]
	if got, want := p.Error(), `junk: characters that are no SGF ("!!"); skipped`; got != want {
		t.Errorf("Error = %s, want %s", got, want)
	}
	line, column := Position([]byte(text), p.Offset)
	if line != 2 || column != 7 {
		t.Errorf("position %d:%d, want 2:7", line, column)
	}
}

func TestPosition(t *testing.T) {
	for _, c := range []struct {
		text         string
		line, column int // of the end
	}{
		{"", 1, 1}, {"ab", 1, 3}, {"a\nb", 2, 2}, {"a\r\nb", 2, 2}, {"a\n\rb", 2, 2}, {"a\rb", 2, 2},
		{"\r\n\r", 3, 1}, {"\n\n", 3, 1}, {"\r\r", 3, 1}, {"\r\n\r\n", 3, 1}, {"\n\r\n\r", 3, 1}, {"\n\r\n", 3, 1},
	} {
		if line, column := Position([]byte(c.text), int64(len(c.text))); line != c.line || column != c.column {
			t.Errorf("end of %q is at %d:%d, want %d:%d", c.text, line, column, c.line, c.column)
		}
	}
}
