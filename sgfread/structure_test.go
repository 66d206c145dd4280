package sgfread

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// transcript is a handler that writes events down as SGF without white space:
// identifiers as capitals, values raw, properties after a variation where they
// came. It does not want runs of moves.
type transcript struct{ strings.Builder }

func (t *transcript) Open(int64)  { t.WriteByte('(') }
func (t *transcript) Close(int64) { t.WriteByte(')') }
func (t *transcript) Node(n *Node) {
	t.WriteByte(';')
	t.Late(n)
}

func (t *transcript) Late(n *Node) {
	for p := range n.Properties() {
		t.Write(p.AppendName(nil))
		for v := range p.Values() {
			fmt.Fprintf(t, "[%s]", v)
		}
	}
}

// list collects problems as "code@offset".
type list []string

func (l *list) add(p Problem) { *l = append(*l, fmt.Sprintf("%v@%d", p.Code, p.Offset)) }

func (l list) String() string { return strings.Join(l, " ") }

// read walks a text and returns its transcript and its problems.
func read(text string, o Options) (events, problems string) {
	var t transcript
	var l list
	o.Problem = l.add
	if err := Walk([]byte(text), &t, &o); err != nil {
		return t.String(), err.Error()
	}
	return t.String(), l.String()
}

// same stands for a transcript that equals the input.
const same = "="

// structureCases say how texts are read. Where other programs are known to
// read something differently, or the choice was not obvious, a remark says why.
var structureCases = []struct {
	name, in, events, problems string
}{
	// Good SGF.
	{"smallest tree", "(;)", same, ""},
	{"a game", "(;FF[4]GM[1]SZ[9];B[ee];W[ec])", same, ""},
	{"variations come in file order, the first is the main line",
		"(;C[0](;C[1];C[2](;C[3])\n(;C[4]))\n(;C[5]))", "(;C[0](;C[1];C[2](;C[3])(;C[4]))(;C[5]))", ""},
	{"two trees", "(;GM[1];B[cc]) \n (;GM[1];W[dd])", "(;GM[1];B[cc])(;GM[1];W[dd])", ""},
	{"each tree with its own size, game and charset", "(;SZ[9]CA[UTF-8];B[aa])(;GM[2]SZ[8];B[f5])(;B[ss])", same, ""},
	{"nodes may be empty and still count", "(;;;W[cc];)", same, ""},
	{"one variation in another in another", "(;B[aa](;W[bb](;B[cc](;W[dd]))))", same, ""},
	{"white space everywhere", " (\n;\tB \r\n[aa]\v[bb] \f(\n; )\n) ", "(;B[aa][bb](;))", ""},
	{"a byte order mark before, between and after", "\ufeff(;B[aa])\n\ufeff(;W[bb])\ufeff", "(;B[aa])(;W[bb])", ""},
	{"the end mark of DOS", "(;B[aa])\r\n\x1a", "(;B[aa])", ""},
	{"structure inside a value is text", "(;C[(;B\\[aa\\])];W[cc])", same, ""},
	{"an odd and an even number of backslashes", `(;C[a\\];C[a\\\]b];N[\\\\])`, same, ""},

	// Trees and variations.
	{"nothing but an empty tree", "( )", "", "empty-tree@0 no-tree@3"},
	{"an empty tree is none", "()(;B[aa])", "(;B[aa])", "empty-tree@0"},
	{"an empty variation is dropped; the main line goes on behind it",
		"(;B[cc]();W[dd])", "(;B[cc];W[dd])", "empty-variation@7"},
	{"an empty variation after one that is not", "(;B[cc](;W[dd])( ))", "(;B[cc](;W[dd]))", "empty-variation@15"},
	{"a tree in one more pair of parentheses", "((;B[cc];W[dd]))", "(;B[cc];W[dd])", "double-open@0"},
	{"a collection in one more pair of parentheses", "(\n(;B[cc])(;W[dd]))", "(;B[cc])(;W[dd])", "double-open@0"},
	{"variations in one more pair of parentheses", "(;B[cc]((;W[dd])(;W[ee])))", "(;B[cc](;W[dd])(;W[ee]))", "double-open@8"},
	{"a node after variations is one more variation of the node that branched",
		"(;B[cc](;W[dd])(;W[ee]);W[ff];B[gg])", "(;B[cc](;W[dd])(;W[ee])(;W[ff];B[gg]))", "node-after-variation@23"},
	{"and it may branch itself",
		"(;B[cc](;W[dd]);W[ff](;B[gg])(;B[hh]);B[ii])",
		"(;B[cc](;W[dd])(;W[ff](;B[gg])(;B[hh])(;B[ii])))", "node-after-variation@15 node-after-variation@37"},
	{"a property after a variation comes there", "(;B[cc](;W[dd])N[x](;W[ee]))", same, "property-after-variation@15"},
	{"several, moves and setup among them, each by its name", "(;SZ[9];B[ee](;W[cc])C[late] B[gg]\nAW[aa][bb])", "(;SZ[9];B[ee](;W[cc])C[late]B[gg]AW[aa][bb])",
		"property-after-variation@21 property-after-variation@29 property-after-variation@35"},
	{"after several variations, and before a node", "(;B[cc](;W[dd])(;W[ee])N[x];W[ff];B[gg])", "(;B[cc](;W[dd])(;W[ee])N[x](;W[ff];B[gg]))",
		"property-after-variation@23 node-after-variation@27"},
	{"after variations in variations, on each level", "(;N[a](;B[aa](;W[bb])N[b])N[c](;B[cc]))", same,
		"property-after-variation@21 property-after-variation@26"},
	{"after a node after variations", "(;N[a](;B[aa]);B[bb](;W[cc])N[b])", "(;N[a](;B[aa])(;B[bb](;W[cc])N[b]))",
		"node-after-variation@14 property-after-variation@28"},
	{"with junk and names that have no value", "(;B[cc](;W[dd])ab N[x] ::KO(;W[ee]))", "(;B[cc](;W[dd])N[x](;W[ee]))",
		"junk@15 junk@23 identifier-without-value@25 property-after-variation@18"},
	{"not closed", "(;B[cc](;W[dd])C[x", "(;B[cc](;W[dd])C[x])", "unclosed-value@18 property-after-variation@15 missing-close@18"},
	{"a variation without its semicolon", "(;SZ[9](C[x];B[cc])(;C[y]))", "(;SZ[9](;C[x];B[cc])(;C[y]))", "missing-semicolon@8"},
	{"a tree without its semicolon", "(GM[1]SZ[9];B[cc])", "(;GM[1]SZ[9];B[cc])", "missing-semicolon@1"},
	{"nothing is closed", "(;SZ[9];B[cc](;W[dd]", "(;SZ[9];B[cc](;W[dd]))", "missing-close@20"},
	{"one closing parenthesis is missing", "(;B[cc](;W[dd])", "(;B[cc](;W[dd]))", "missing-close@15"},
	{"closed too often", "(;B[cc]))) ", "(;B[cc])", "extra-close@8"},
	// Going on with the tree would be a guess about where it goes on.
	{"closed too early", "(;SZ[9];B[cc]);W[dd])", "(;SZ[9];B[cc])", "nodes-outside@14"},
	{"a game begins before the last one is closed",
		"(;GM[1]PB[a];B[cc](;W[dd]\n(;GM[1]PB[b];B[cc])", "(;GM[1]PB[a];B[cc](;W[dd]))(;GM[1]PB[b];B[cc])", "game-in-game@26"},
	{"a root property in a variation does not begin a game", "(;GM[1](;SZ[9];B[cc])\n(;SZ[13]))", "(;GM[1](;SZ[9];B[cc])(;SZ[13]))", ""},

	// Lost beginnings. They are real: downloads lose their first byte.
	{"the parenthesis is lost", ";GM[1]SZ[9];B[cc])", "(;GM[1]SZ[9];B[cc])", "missing-open@0"},
	{"the parenthesis is lost and variations follow: not two games",
		";GM[1];B[cc](;W[dd])(;W[ee]))", "(;GM[1];B[cc](;W[dd])(;W[ee]))", "missing-open@0"},
	{"the parenthesis and the semicolon are lost", "GM[1]SZ[9];B[cc])", "(;GM[1]SZ[9];B[cc])", "missing-open@0 missing-semicolon@0"},
	{"the parenthesis of a later tree is lost", "(;B[aa])\n;GM[1]SZ[9];B[cc])", "(;B[aa])(;GM[1]SZ[9];B[cc])", "missing-open@9"},

	// Text that is no SGF.
	{"nothing at all", "", "", "no-tree@0"},
	{"a parenthesis", "(", "", "text-outside@0 no-tree@1"},
	{"NUL bytes only", "\x00\x00\x00\x00", "", "nul-bytes@0 no-tree@4"},
	{"a mail", "From: me\nSee [1] (and below);\n(;B[aa])\n-- \nme; (c)", "(;B[aa])", "text-outside@0 text-outside@39"},
	{"text between trees, in parentheses, too", "(;B[aa])\n( round 2 ) follows\n(;B[bb])", "(;B[aa])(;B[bb])", "text-outside@9"},
	{"NUL bytes before", "\x00\x00(;B[aa])", "(;B[aa])", "nul-bytes@0"},
	{"a web page", "<p>(;B[aa])</p>", "(;B[aa])", "text-outside@0 text-outside@11"},
	{"text with brackets is not a property", "game[1] (;B[aa])", "(;B[aa])", "text-outside@0"},
	{"moves before the first tree", "B[aa](;W[bb])", "(;W[bb])", "values-outside@0"},
	{"points before the first tree", "a list:\n[aa][bb] (;B[aa])", "(;B[aa])", "text-outside@0 values-outside@8"},
	{"no points before the first tree", "[1] [aab] [a] [B2] (;B[aa])", "(;B[aa])", "text-outside@0"},
	{"a property between trees", "(;B[aa]) see AW[bb] (;B[bb])", "(;B[aa])(;B[bb])", "text-outside@9 values-outside@13"},
	{"text in parentheses is not a tree", "(not SGF) (Nor[this]) (;B[aa])", "(;B[aa])", "text-outside@0"},
	{"a smiley is not a tree", "hello (;-) (;B[aa])", "(;B[aa])", "text-outside@0"},
	{"text in UTF-16", "(\x00;\x00)\x00", "", "utf-16@0 no-tree@6"},
	{"junk between properties, each run once", "(;B[aa] ::, ab;W[bb] ];N[x]4 W[cc])", "(;B[aa];W[bb];N[x]W[cc])",
		"junk@8 junk@12 junk@21 junk@27"},
	{"NUL bytes between nodes", "(;B[aa]\x00\x00;W[bb])", "(;B[aa];W[bb])", "nul-bytes@7"},
	{"junk where a node should be", "(;B[aa](,;W[bb]), (;W[cc]))", "(;B[aa](;W[bb])(;W[cc]))", "junk@8 junk@16"},

	// Identifiers.
	{"long names of FF[1] to FF[3]", "(;Black[aa]CoPyright[x]gameName[y])", "(;B[aa]CP[x]N[y])", ""},
	{"private names of any length", "(;KGSDE[aa]ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJKLMNOPQRSTUVWXYZ[x])", same, ""},
	{"small letters before capitals", "(;whiteMoveAt[aa]timeWhiteLeft[9.5])", "(;MA[aa]WL[9.5])", ""},
	{"a name of two hundred letters", "(;" + strings.Repeat("ABCDE", 40) + "[x];B[aa])", same, ""},
	{"what a server adds, and a property twice", "(;GM[1]AP[GNU Go:3.8]TM[60]TC[3]TT[15]AP[foxwq]RL[0];B[dp])", same, ""},
	// No version of SGF has them, but to lose moves is worse than to read them.
	{"small letters only: known ones are read", "(;b[aa]pl[w]foo[x]N[y])", "(;B[aa]PL[w]N[y])",
		"lower-case-identifier@2 lower-case-identifier@7 junk@12 value-without-identifier@15"},
	{"a digit", "(;B1[aa]W[bb])", "(;B[aa]W[bb])", "digit-in-identifier@2"},
	{"no value", "(;KO;B[aa]PL;W[bb]N)", "(;;B[aa];W[bb])",
		"identifier-without-value@2 identifier-without-value@10 identifier-without-value@18"},
	{"no identifier", "(;[aa][bb]N[x])", "(;N[x])", "value-without-identifier@2 value-without-identifier@6"},
	{"unknown properties, and known ones twice, are kept", "(;ZZ[a][][b]C[x]C[y]B[aa]B[bb])", same, ""},

	// Values.
	{"many values", "(;AB[aa] [bb]\n[cc])", "(;AB[aa][bb][cc])", ""},
	{"empty values", "(;B[]C[]DT[])", same, ""},
	{"a long one", "(;C[" + strings.Repeat("on and ", 1000) + "on];B[aa])", same, ""},
	{"coordinates of other games", "(;GM[2];B[f5];W[F6];B[pass];W[a1]C[x];B[d3])", same, ""},
	{"any bytes", "(;C[\x00\x01\x1b\x7f\xff])", same, ""},
	{"the input ends in a value", "(;B[aa];C[endless", "(;B[aa];C[endless])", "unclosed-value@17 missing-close@17"},
	{"the input ends after a backslash", `(;C[abc\`, `(;C[abc\])`, "unclosed-value@8 missing-close@8"},
	// Seen in records taken from web pages, hundreds of times in each.
	{"the bracket of a comment is missing before variations",
		"(;B[aa](;W[bb]C[)\n(;W[cc]C[good)\n(;W[dd]))", "(;B[aa](;W[bb]C[])(;W[cc]C[good])(;W[dd]))", "missing-bracket@16 missing-bracket@31"},
	{"the bracket of a comment is missing before a game",
		"(;GM[1];B[aa]C[and then\n(;GM[1]PB[x];W[cc])", "(;GM[1];B[aa]C[and then\n])(;GM[1]PB[x];W[cc])", "missing-bracket@24 game-in-game@24"},
	// A record must be read by itself as it is read in its file. So only a
	// bracket tells that one is missing, never the end of the input.
	{"what two games have been swallowed by", "(;C[and\n(;GM[1\n(;GM[1])", "(;C[and\n(;GM[1\n])(;GM[1])", "missing-bracket@15 game-in-game@15"},
	{"the input ends in a text that has swallowed a game", "(;C[and\n(;GM[1", "(;C[and\n(;GM[1])", "unclosed-value@14 missing-close@14"},
	{"a game in a comment is text", "(;C[look:\n(;B[aa\\];W[bb\\])];B[cc])", same, ""},
	// Nothing tells where the bracket was. The value says so to a Checker.
	{"a bracket is missing", "(;B[aa C[x][y];W[bb])", "(;B[aa C[x][y];W[bb])", ""},
	// The value is mended only where what follows its bracket is no SGF anyway;
	// the literal reading loses the rest of the text and may lose nodes.
	{"a bracket in a text is not escaped", "(;C[a [3k] player];B[aa])", "(;C[a [3k] player];B[aa])", "unescaped-bracket@9"},
	{"with structure behind it", "(;C[he [1d]: (hi) ;) bye];B[aa])", "(;C[he [1d]: (hi) ;) bye];B[aa])", "unescaped-bracket@10"},
	{"twice, without partners", "(;C[a]b]c];B[aa])", "(;C[a]b]c];B[aa])", "unescaped-bracket@5 unescaped-bracket@7"},
	{"junk behind a text is not part of it if a node comes first", "(;C[a]..;B[aa];C[b])", "(;C[a];B[aa];C[b])", "junk@6"},
	{"junk behind what is no text", "(;B[aa]..];W[bb])", "(;B[aa];W[bb])", "junk@7"},
}

func TestStructure(t *testing.T) {
	for _, c := range structureCases {
		t.Run(c.name, func(t *testing.T) {
			want := c.events
			if want == same {
				want = c.in
			}
			events, problems := read(c.in, Options{})
			if diff := cmp.Diff(want, events); diff != "" {
				t.Errorf("events of %q (-want +got):\n%s", c.in, diff)
			}
			if diff := cmp.Diff(c.problems, problems); diff != "" {
				t.Errorf("problems of %q (-want +got):\n%s", c.in, diff)
			}
		})
	}
}

// In charsets with lead bytes a second byte may be a bracket or a backslash.
var leadCases = []struct {
	name       string
	lead       Lead
	in, events string
	problems   string
}{
	{"Big5: A6 5D is a character", Big5, "(;PB[\xa5\xbb\xa6]\xa7{];B[aa])", same, "ambiguous-trail-byte@8"},
	{"Big5: B3 5C is one and closes the name", Big5, "(;PB[\xb3\\];B[aa])", same, "ambiguous-trail-byte@7"},
	{"Big5: the second byte was escaped", Big5, "(;PB[\xa6\\]\xa7{];B[aa])", same, "ambiguous-trail-byte@7"},
	{"Big5: the second backslash was escaped", Big5, "(;PB[\xb3\\\\];B[aa])", same, "ambiguous-trail-byte@8"},
	{"Shift_JIS: 95 5C in a comment", ShiftJIS, "(;C[\x95\\\x83\\\x8f\\];B[aa])", same, "ambiguous-trail-byte@10"},
	{"GBK: a text cut inside a character", GBK, "(;PB[\xbf\xc2\xbd]PW[\xb5\xb3];B[aa])", same, "ambiguous-trail-byte@8"},
	{"GBK: cut at the end of the input", GBK, "(;PB[\xbf\xc2\xbd]", "(;PB[\xbf\xc2\xbd])", "ambiguous-trail-byte@8 missing-close@9"},
	{"GBK: UTF-8 read in the wrong family", GBK, "(;PB[\xe6\x9c\x89\xe6\x9c\x88\xe4]PW[b];B[aa])", same, "ambiguous-trail-byte@12"},
	{"GBK: four bytes", GBK, "(;PB[\x81\x30\x81\x30]\n;B[aa])", "(;PB[\x81\x30\x81\x30];B[aa])", ""},
	{"EUC and UTF-8 have no such bytes", NoLead, "(;PB[\xbd\xc5\xc1\xf8];B[aa])", same, ""},
}

func TestLead(t *testing.T) {
	for _, c := range leadCases {
		t.Run(c.name, func(t *testing.T) {
			want := c.events
			if want == same {
				want = c.in
			}
			events, problems := read(c.in, Options{Lead: c.lead})
			if events != want {
				t.Errorf("events of %q = %q, want %q", c.in, events, want)
			}
			if problems != c.problems {
				t.Errorf("problems of %q = %q, want %q", c.in, problems, c.problems)
			}
		})
	}
}

func TestStrict(t *testing.T) {
	var l transcript
	err := Walk([]byte("(;B[aa];W[bb]!;B[cc])"), &l, &Options{Strict: true})
	if p, ok := err.(Problem); !ok || p.Code != Junk || p.Offset != 13 {
		t.Errorf("error = %v, want junk at 13", err)
	}
	if got, want := l.String(), "(;B[aa])"; got != want {
		t.Errorf("events before the error = %q, want %q", got, want)
	}
}

func TestCodesAreComplete(t *testing.T) {
	seen := map[string]bool{}
	for c := range Code(len(codeTable)) {
		name := c.String()
		if name == "" || seen[name] || strings.ToLower(name) != name || strings.ContainsAny(name, " _") {
			t.Errorf("code %d has the name %q", c, name)
		}
		if c.entry().wrong == "" {
			t.Errorf("%s has no words", name)
		}
		seen[name] = true
	}
}
