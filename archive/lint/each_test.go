package lint

import (
	"slices"
	"strings"
	"testing"

	"kifudb/indexer"
	"kifudb/sgfread"
)

// lintSamples has a record for each problem that lint reports, by its code.
var lintSamples = map[string]string{
	"text-outside":             "a game of ours: (;B[aa])",
	"values-outside":           "B[aa](;W[bb])",
	"nodes-outside":            "(;SZ[9];B[cc]);W[dd])",
	"no-tree":                  "no game",
	"empty-tree":               "(;B[aa])()",
	"empty-variation":          "(;B[aa]()(;W[bb]))",
	"double-open":              "(;B[aa]((;W[bb]))",
	"missing-open":             ";FF[4]GM[1];B[aa])",
	"missing-close":            "(;B[aa]",
	"extra-close":              "(;B[aa]))",
	"game-in-game":             "(;B[aa]\n(;GM[1];B[bb])",
	"node-after-variation":     "(;B[aa](;W[bb]);W[cc])",
	"property-after-variation": "(;B[aa](;W[bb])C[x])",
	"missing-semicolon":        "(GM[1];B[aa](W[bb]))",
	"junk":                     "(; .. B[aa])",
	"nul-bytes":                "(;B[aa]\x00\x00\x00)",
	"digit-in-identifier":      "(;B1[aa])",
	"lower-case-identifier":    "(;b[aa])",
	"identifier-without-value": "(;B[aa]PL)",
	"value-without-identifier": "(;[ab])",
	"unescaped-bracket":        "(;C[see [1] and [2] there];B[aa])",
	"missing-bracket":          "(;B[aa](;C[x\n)(;B[bb]))",
	"unclosed-value":           "(;C[x",
	"ambiguous-trail-byte":     "(;CA[Shift_JIS]PB[\x89H\x8d\xaa]C[\x83\\]\x83];B[aa])",
	"too-deep":                 strings.Repeat("(;", sgfread.DefaultMaxDepth+2),
	"bad-ff":                   "(;FF[7])",
	"bad-game":                 "(;GM[game of go])",
	"bad-size":                 "(;SZ[-10])",
	"bad-value":                "(;B[aa]WL[not much])",
	"unclean-value":            "(;B[a a])",
	"empty-value":              "(;AW[])",
	"too-many-values":          "(;W[aa][bb])",
	"duplicate-property":       "(;C[a]C[b])",
	"duplicate-point":          "(;AB[aa][aa])",
	"swallowed-property":       "(;B[aa LB[aa:1])",
	"bad-point":                "(;B[90])",
	"off-board":                "(;SZ[9];B[pp])",
	"setup-and-move":           "(;AB[aa]BL[30])",
	"two-moves":                "(;B[aa]W[bb])",
	"annotation-without-move":  "(;TE[1])",
	"root-property-inside":     "(;B[aa];SZ[9])",
	"game-info-twice":          "(;PB[a];B[aa]RE[B+R])",
	"obsolete-property":        "(;FF[4]SC[aa])",
	"new-property":             "(;FF[3]AR[aa:bb])",
	"long-identifier":          "(;FF[4]Black[aa])",
	"komi-times-100":           "(;KM[650])",
	"handicap-without-stones":  "(;HA[3];W[aa])",
	"handicap-in-second-node":  "(;HA[2];AB[aa][bb])",
	"damaged-text":             "(;PB[\xe6\x9f\xaf\xe6\xb4?]PW[\xe9\x82\xac\xe5\x85?])",
	"cut-text":                 "(;PB[柯洁]PW[\xe6\x9c\x89\xe6\x9c\x88\xe4])",
	"json-escape":              `(;GN[\u003cabc\u003e])`,
	"mojibake":                 "(;PB[æŸ¯æ½”]PW[AndrÃ©])",
	"control-character":        "(;C[a\x00b])",
	"result-twice":             "(;RE[B+R]RE[W+R])",
	"result-against-comment":   "(;RE[W+R];B[aa];W[bb]C[Black wins by resignation])",
	"komi-against-result":      "(;KM[0]RE[B+3.5])",
	"unknown-charset":          "(;CA[Klingon])",
	"wrong-charset":            "(;CA[UTF-8]PB[\xbf\xc2\xbd\xe0\xbe\xc5\xb6\xce]PW[\xb3\xa3\xea\xbb\xbe\xc5\xb6\xce])",
	"lossy-charset":            "(;CA[UTF-8]PB[柯洁 柯洁 柯洁]C[cut \xe6\x9f])",
	"missing-charset":          "(;PB[\xbf\xc2\xbd\xe0\xbe\xc5\xb6\xce])",
	"doubtful-charset":         "(;PB[\xc1\xd6])",
	"mixed-charset":            "(;GM[1]FF[4]PB[Cho];B[pd]C[h\x00\xe9\x00l\x00l\x00o\x00])",
	"unread-value":             "(;RE[everybody wins])",
	"unclear-value":            "(;DT[ca. 1760])",
	"out-of-range":             "(;ST[9])",
	"unknown-property":         "(;XX[a])",
	"many-capitals":            "(;LONG[a])",
	"overlong-identifier":      "(;" + strings.Repeat("X", 101) + "[a])",
	"integer-komi":             "(;KI[11])",
	"other-game":               "(;IP[x])",
	"new-feature":              "(;FF[1]AB[aa:cc])",
	"missing-root-property":    "(;B[aa])",
	"move-in-root":             "(;B[aa])",
	"contradicting-annotation": "(;B[aa]GB[1]GW[1])",
	"double-mark":              "(;TR[aa]MA[aa])",
	"empty-beside-values":      "(;VW[][aa])",
	"handicap-differs":         "(;HA[3]AB[aa][bb])",
	"different-versions":       "(;FF[3])(;FF[4])",
	"different-games":          "(;GM[1])(;GM[2])",
	"different-charsets":       "(;CA[UTF-8]PB[é])(;CA[GBK]PB[\xbf\xc2])",
	"illegal-move":             "(;B[aa];W[aa])",
	"bad-move":                 "(;GM[2];B[z99])",
	"idle-setup":               "(;B[aa];AB[aa])",
	"unchecked-game":           "(;GM[12];B[x])",
	"several-games":            "(;GM[1])(;GM[1])",
	"empty-node":               "(;B[aa];)",
	"setup-inside":             "(;B[aa];AB[bb])",
	"same-color":               "(;B[aa];B[bb])",
	"variation-level":          "(;B[aa](;W[bb])(;AE[aa];B[cc]))",
}

// There is a sample for each problem, but those of records beyond limits. Lint reports it,
// and it is gone from the clean copy if doc/LINT.md says so.
func TestLintReportsEachProblem(t *testing.T) {
	limits := []sgfread.Code{sgfread.TreeTooLong, sgfread.ValueTooLong, sgfread.NodeTooLarge, sgfread.MoreProblems, sgfread.UTF16}
	for _, code := range sgfread.Codes() {
		sample, ok := lintSamples[code.String()]
		if !ok {
			if !slices.Contains(limits, code) {
				t.Errorf("there is no sample of %v", code)
			}
			continue
		}
		if found := lintCodes(t, []byte(sample)); !slices.Contains(found, code) {
			t.Errorf("%.80q: found %v, want %v", sample, found, code)
		}
		if clean := fixedInMemory(t, []byte(sample)); clean != nil && code.Mended() {
			if left := lintCodes(t, clean); slices.Contains(left, code) {
				t.Errorf("%.80q: %v is left in %q", sample, code, clean)
			}
		}
	}
}

// lintCodes returns what a strict lint finds in a text.
func lintCodes(t *testing.T, text []byte) (codes []sgfread.Code) {
	t.Helper()
	_, records, err := indexer.Records(t.Context(), "a.sgf", text)
	if err != nil {
		t.Fatal(err)
	}
	f, err := indexer.NewFile("a.sgf", text, records)
	if err != nil {
		t.Fatal(err)
	}
	l := newLinter(&Lint{Strict: true}, sgfread.Note)
	if err := l.check(f); err != nil {
		t.Fatal(err)
	}
	for code := range l.kinds {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}

// Values are checked as those of the game that an import reads.
func TestLintKnowsTheGame(t *testing.T) {
	for text, want := range map[string]bool{
		"(;FF[4]GM[Othello];B[d3])":    false,
		"(;FF[4]GM[game of go];B[d3])": true,
		"(;FF[4]GM[2];B[d3])":          false,
	} {
		if found := lintCodes(t, []byte(text)); slices.Contains(found, sgfread.BadPoint) != want {
			t.Errorf("%s: found %v", text, found)
		}
	}
}
