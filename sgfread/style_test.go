package sgfread

import (
	"slices"
	"strings"
	"testing"
)

// styled returns the codes of what a checker of style finds, without those of the root
// that short samples lack.
func styled(text string, strict bool) (codes []string) {
	report := func(p Problem) {
		if p.Code != MissingRoot {
			codes = append(codes, p.Code.String())
		}
	}
	c := NewStyleChecker(report)
	c.Strict = strict
	_ = Walk([]byte(text), c, &Options{Problem: report})
	return codes
}

// A checker of style finds each kind of deviation, and nothing in what is good.
func TestStyle(t *testing.T) {
	for text, want := range map[string]string{
		// Results and dates.
		"(;FF[4]RE[john wins])":                 "unread-value",
		"(;FF[4]RE[who knows])":                 "unread-value",
		"(;FF[4]RE[B+R])":                       "",
		"(;FF[4]RE[W+Forfeit])":                 "",
		"(;FF[4]RE[Draw])":                      "",
		"(;FF[4]RE[?])":                         "",
		"(;FF[4]RE[b+r])":                       "unclean-value",
		"(;FF[4]RE[B+ 3.5 ])":                   "unclean-value",
		"(;FF[4]RE[Black+3.5])":                 "unclean-value",
		"(;FF[4]RE[White wins by resignation])": "unclean-value",
		"(;FF[4]DT[a sunny afternoon])":         "unread-value",
		"(;FF[4]DT[2003-04-05])":                "",
		"(;FF[4]DT[1996-05,06])":                "",
		"(;FF[4]DT[2003/4/5])":                  "unclean-value",
		"(;FF[4]DT[May 6th, 1996])":             "unclean-value",
		"(;FF[4]DT[ca. 1760])":                  "unclear-value",
		"(;FF[4]DT[1940-06-25..07-07])":         "unclear-value",
		"(;FF[4];B[aa];RE[john wins])":          "unread-value",
		// Annotations.
		"(;FF[4];B[aa]GB[1]GW[1])":      "contradicting-annotation",
		"(;FF[4];B[aa]DM[1]UC[2])":      "contradicting-annotation",
		"(;FF[4];B[aa]DO[]IT[])":        "contradicting-annotation",
		"(;FF[4];B[aa]TE[2]BM[1])":      "contradicting-annotation",
		"(;FF[4];B[aa]DO[]IT[]TE[1])":   "contradicting-annotation contradicting-annotation",
		"(;FF[4];B[aa]GB[1]TE[1]HO[1])": "",
		// Marks.
		"(;FF[4]TR[aa]MA[aa])":                     "double-mark",
		"(;FF[4]MA[aa][ab][aa])":                   "double-mark",
		"(;FF[4]CR[aa:cc]SQ[bb])":                  "double-mark",
		"(;FF[4]SL[aa]TR[bb]LB[aa:1]TB[aa]DD[aa])": "",
		"(;FF[4]LB[aa:1][aa:2])":                   "double-mark",
		"(;FF[4]TB[aa]TW[aa])":                     "double-mark",
		"(;FF[4]VW[aa:cc][bb])":                    "double-mark",
		"(;FF[4]DD[aa][aa])":                       "double-mark",
		"(;FF[4]AR[aa:bb][aa:bb]LN[aa:bb])":        "double-mark",
		"(;FF[4]AR[aa:bb][bb:aa])":                 "",
		"(;FF[4]TR[aa];TR[aa])":                    "",
		"(;FF[4]GM[2]TR[a1]MA[a1])":                "",
		"(;FF[4]AR[a a: c r])":                     "unclean-value",
		"(;FF[4]LB[f f:text])":                     "unclean-value",
		"(;FF[4]LB[aa: ][bb:1]TR[aa])":             "empty-value",
		"(;FF[4];B[c   c])":                        "unclean-value",
		"(;FF[4]SZ[19];B[tt])":                     "",
		// Setup and what belongs to a move.
		"(;FF[4];AB[aa]BL[30])":      "setup-and-move",
		"(;FF[4];PL[W]MN[5]OB[2])":   "setup-and-move",
		"(;FF[4];B[aa]PL[W]BL[30])":  "setup-and-move",
		"(;FF[4]AB[aa];BL[30]MN[1])": "",
		// Lists and values.
		"(;FF[4];VW[][aa])":                  "empty-beside-values",
		"(;FF[4];DD[aa][])":                  "empty-beside-values",
		"(;FF[4];VW[])":                      "",
		"(;FF[4]C[  ])":                      "empty-value",
		"(;FF[4]ST[4])":                      "out-of-range",
		"(;FF[4]ST[2];PM[3];FG[4:x];OB[-1])": "out-of-range out-of-range out-of-range",
		"(;FF[4]FG[];FG[259:Figure 1])":      "",
		// Identifiers.
		"(;FF[4]XX[a];XX[b])":                         "unknown-property",
		"(;FF[4]LONGID[a])":                           "many-capitals",
		"(;FF[4]KEPT[a])":                             "",
		"(;FF[4]KI[11];KI[x])":                        "integer-komi integer-komi",
		"(;FF[4]GM[2]KI[11])":                         "unknown-property",
		"(;FF[4]" + strings.Repeat("X", 101) + "[a])": "overlong-identifier",
		"(;FF[4]" + strings.Repeat("X", 100) + "[a])": "many-capitals",
		// Versions and games.
		"(;FF[3]AB[aa:cc])":                       "new-feature",
		"(;FF[1]SZ[19:25])":                       "new-feature",
		"(;FF[4]SZ[19:25])":                       "",
		"(;FF[3];VW[aa][bb][cc])":                 "new-feature",
		"(;FF[3];VW[aa][bb])":                     "",
		"(;FF[1];B[])":                            "new-feature",
		"(;FF[3]GM[1])(;FF[4]GM[1])(;FF[3]GM[1])": "different-versions",
		"(;FF[4]GM[1])(;FF[4]GM[2])":              "different-games",
		"(;FF[4]IP[x])":                           "other-game",
		"(;FF[4]GM[9]IP[x])":                      "",
		"(;FF[4]GM[game of go]SZ[-10])":           "bad-game bad-size",
		// The root.
		"(;FF[4]GM[1]B[aa])":                "move-in-root",
		"(;B[aa];W[bb])":                    "move-in-root",
		"(;FF[4]HA[3]AB[aa][bb])":           "handicap-differs",
		"(;FF[4]HA[4]AB[aa:bb])":            "",
		"(;FF[4]HA[2]AB[aa][bb][cc]AW[dd])": "",
		"(;FF[4]AB[aa][bb];W[cc])":          "",
	} {
		if got := strings.Join(styled(text, false), " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
	}
}

// A strict checker finds what is allowed and unusual, too.
func TestStrictStyle(t *testing.T) {
	for text, want := range map[string]string{
		"(;FF[4])(;FF[4])(;FF[4])":                                      "several-games",
		"(;FF[4];;B[aa])":                                               "empty-node",
		"(;FF[4];B[aa];W[bb];W[cc])":                                    "same-color",
		"(;FF[4];B[aa];C[x];B[bb])":                                     "same-color",
		"(;FF[4];B[aa](;W[bb])(;B[cc])(;W[dd]))":                        "same-color",
		"(;FF[4];B[aa];W[bb];AB[cc])":                                   "setup-inside",
		"(;FF[4];B[aa](;W[bb])(;AE[aa];B[cc]))":                         "variation-level",
		"(;FF[4];B[aa]C[x](;W[bb])(;AE[aa]AB[cc];W[dd])(;C[x];AE[aa]))": "variation-level",
		"(;FF[4];B[aa](;W[bb])(;AE[aa:bb]))":                            "",
		"(;FF[4];B[aa](;W[bb])(;AE[aa][cc]))":                           "",
		"(;FF[4];B[aa];C[x](;W[bb])(;AE[aa]))":                          "",
		"(;FF[4];B[aa](;W[bb](;B[cc])(;B[dd]))(;AE[bb])(;AE[aa]))":      "variation-level",
		"(;FF[4];B[aa];AE[aa];B[cc])":                                   "setup-inside",
		"(;FF[4]GM[2];B[a1](;W[bb])(;AE[a1]))":                          "",
		"(;FF[4]AB[aa][bb];W[cc])":                                      "handicap-differs",
		"(;FF[4]GM[2];B[a1];B[a2])":                                     "",
	} {
		if got := strings.Join(styled(text, true), " "); got != want {
			t.Errorf("%s: got %q, want %q", text, got, want)
		}
		if got := styled(text, false); len(got) > 0 {
			t.Errorf("%s: without strict got %q", text, got)
		}
	}
}

// The root has to say version and game.
func TestMissingRoot(t *testing.T) {
	for text, want := range map[string]int{"(;FF[4]GM[1])": 0, "(;GM[1];B[aa])": 1, "(;B[aa];W[bb])": 1, "(;C[x])": 1} {
		n := 0
		c := NewStyleChecker(func(p Problem) {
			if p.Code == MissingRoot {
				n++
			}
		})
		_ = Walk([]byte(text), c, nil)
		if n != want {
			t.Errorf("%s: got %d, want %d", text, n, want)
		}
	}
}

// A checker that is not asked for style reports none: an import counts its problems.
func TestCheckerWithoutStyle(t *testing.T) {
	text := []byte("(;RE[john wins]XX[a]C[]B[aa]TE[1]BM[1]TR[aa]MA[aa];VW[][aa];B[cc]GB[1]GW[1])(;FF[3]GM[2])")
	for _, p := range Check(text, nil) {
		if p.Code > LossyCharset {
			t.Errorf("%v", p)
		}
	}
}

// The text of results is read in its own charset.
func TestStyleOfConvertedText(t *testing.T) {
	var found []Code
	c := NewStyleChecker(func(p Problem) { found = append(found, p.Code) })
	c.Text = func(dst, text []byte) []byte {
		return append(dst, strings.ReplaceAll(string(text), "\xff", "黒中押し勝ち")...)
	}
	_ = Walk([]byte("(;FF[4]GM[1]RE[\xff])"), c, nil)
	if !slices.Equal(found, []Code{UncleanValue}) {
		t.Errorf("got %v", found)
	}
}
