package indexer

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"kifudb/game/estimate"
	"kifudb/sgfread/charset"
	"kifudb/store"
)

// ofDialects are records in which Black has won beyond doubt: Black holds the whole board and
// White has no stones, or mates. So each dialect shows whose its numbers are. Each is
// followed by the same game with the colors exchanged, where everything is White's.
var ofDialects = []struct {
	name, black, white string // what programs write after a move by Black, with which Black has won, and the same for White
}{
	{name: "Sabaki", black: "SBKV[99.5]SBKS[70]", white: "SBKV[0.5]SBKS[-70]"},
	{name: "KaTrain", black: "KT[a][b][" + gzipped(`{"root":{"winrate":0.995,"scoreLead":70,"visits":500}}`) + "]", white: "KT[a][b][" + gzipped(`{"root":{"winrate":0.005,"scoreLead":-70,"visits":500}}`) + "]"},
	{name: "KaTrain's comments", black: "C[Move 1: B D4\nScore: B+70.0\nWin rate: B 99.5%\n]", white: "C[Move 1: W D4\nScore: W+70.0\nWin rate: W 99.5%\n]"},
	// The chance is that of who moved, the score that of who is to move.
	{name: "Lizzie", black: "LZ[Lizzie 99.5 1.2k\nmove A1 visits 9 winrate 50 pv A1]", white: "LZ[Lizzie 99.5 1.2k\nmove A1 visits 9 winrate 50 pv A1]"},
	{name: "LizzieYzy", black: "LZ[KataGo 99.5 1.2k -70.0 3.5\nmove A1 visits 9]", white: "LZ[KataGo 99.5 1.2k -70.0 3.5\nmove A1 visits 9]"},
	{name: "LizzieYzy's second engine", black: "LZ2[KataGo 99.5 1.2k -70.0 3.5\nmove A1 visits 9]", white: "LZ2[KataGo 99.5 1.2k -70.0 3.5\nmove A1 visits 9]"},
	{name: "Lizzie's comments", black: "C[Black's winrate: 99.5% (+1.0%)\nscoreMean: 70.0\n(KataGo / 1.2k playouts)]", white: "C[White's winrate: 99.5% (+1.0%)\nscoreMean: 70.0\n(KataGo / 1.2k playouts)]"},
	{name: "LizzieYzy's comments", black: "C[Black win rate: 99.5% (+1.0%)\nlead: 70.0 (+0.1) stdev: 2.0\n(KataGo / 1.2k visits)\nkomi: 7.5]", white: "C[White win rate: 99.5% (+1.0%)\nlead: 70.0 (+0.1) stdev: 2.0\n(KataGo / 1.2k visits)\nkomi: 7.5]"},
	{name: "Leela", black: "C[Overall black win%: 99.50%\nLeela's next move: A1\n]", white: "C[Overall black win%: 0.50%\nLeela's next move: A1\n]"},
	{name: "SGF and GoGui", black: "V[70]", white: "V[-70]"},
	{name: "CGOS", black: `CC[{"winrate":0.995,"score":70,"visits":258,"moves":[{"move":"D4"}\]}]`, white: `CC[{"winrate":0.995,"score":70,"visits":258,"moves":[{"move":"D4"}\]}]`},
	{name: "KataGo's own games", black: "C[0.00 1.00 0.00 -70.0 v=600]", white: "C[1.00 0.00 0.00 70.0 v=600]"},
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write([]byte(text))
	w.Close()
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// Each dialect says of a won position that it is won, for either player.
func TestDialectsSigns(t *testing.T) {
	for _, d := range ofDialects {
		// All points of a board of 5 by 5 are the winner's, but one eye that the other cannot take.
		for _, winner := range []string{"B", "W"} {
			said := d.black
			if winner == "W" {
				said = d.white
			}
			tree := fmt.Sprintf("(;FF[4]GM[1]SZ[5]A%s[aa:eb][ad:ee]AE[ee][aa];%s[ac]%s)", winner, winner, said)
			info := derivedInfo(t, tree)
			values := 0
			for ident, won := range map[string]int32{estimate.LeadIdent: 6000, estimate.ChanceIdent: 9900} {
				for _, value := range estimate.Course(info[ident]).Values() {
					values++
					if winner == "W" {
						if value = -value; ident == estimate.ChanceIdent {
							value += 10000
						}
					}
					if value < won {
						t.Errorf("%s: %s has won, but %s is %q", d.name, winner, ident, info[ident])
					}
				}
			}
			if values == 0 {
				t.Errorf("%s: nothing was read of %s", d.name, tree)
			}
		}
	}
}

func derivedInfo(t *testing.T, tree string) map[string]string {
	t.Helper()
	info := map[string]string{}
	g, err := Derive(store.Record{Raw: []byte(tree), Tree: [2]int{0, len(tree)}, Charset: store.Charset{Name: charset.UTF8, Confidence: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range g.Info {
		info[v.Ident] = v.Text
	}
	return info
}

// What nobody can tell stays unknown, and numbers that cannot be are faults.
func TestDialectsUnknown(t *testing.T) {
	for tree, want := range map[string]string{
		"(;SZ[5]AB[aa]AW[bb]LZ[x 99 1])":                                                         "", // whose turn it is
		"(;SZ[5]AB[aa]AW[bb]LZ[x 99 1];W[cc])":                                                   "0:9900",
		"(;SZ[5]AB[aa]AW[bb]LZ[x 99 1];B[cc])":                                                   "0:100",
		"(;SZ[5]AB[aa]AW[bb]LZ[x 99 1](;B[cc])(;W[cc]))":                                         "",
		"(;SZ[5]AB[aa]AW[bb]PL[W]LZ[x 99 1](;B[cc]))":                                            "0:9900",
		"(;SZ[5];B[cc];C[a word]LZ[x 99 1])":                                                     "2:9900",
		"(;SZ[5];B[cc];C[a word];LZ[x 99 1];W[bb])":                                              "3:9900",
		"(;SZ[5];B[cc]C[0.00 1.00 0.00 -9.0 v=1];W[bb])":                                         "0:10000", // of the position before
		"(;SZ[5];B[cc]SBKV[NaN])":                                                                "! ",
		"(;SZ[5];B[cc]KT[x])":                                                                    "! ",
		"(;SZ[5];B[cc]V[1e308]SBKV[50])":                                                         "!1:5000",
		"(;SZ[5];B[cc]KT[" + gzipped(strings.Repeat(" ", 5<<20)+`{"root":{"winrate":1}}`) + "])": "! ",
		"(;SZ[5];B[cc]LZ[x 50 -7])":                                                              "!1:5000",
		"(;SZ[5];B[cc]CC[{\"winrate\":1e308}])":                                                  "! ",
		"(;SZ[5];B[cc]CC[China])":                                                                "",
	} {
		info := derivedInfo(t, tree)
		got := info[estimate.ChanceIdent]
		if info["problem"] == evaluationFault {
			got = "!" + got
			if got == "!" {
				got = "! "
			}
		}
		if got != want {
			t.Errorf("%.80s: %q, want %q", tree, got, want)
		}
		if lead := info[estimate.LeadIdent]; lead != "" && !strings.Contains(tree, "0.00 1.00") {
			t.Errorf("%.80s: leads %q", tree, lead)
		}
	}
	if info := derivedInfo(t, "(;FF[1]SZ[5];B[cc]EL[5])"); info[estimate.LeadIdent] != "" {
		t.Errorf("EL is %q, but nobody knows whose", info[estimate.LeadIdent])
	}
}
