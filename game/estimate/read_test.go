package estimate

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"math"
	"strings"
	"testing"
)

// text writes an estimate as "black 0.571 lead -2.5 mate B [SBKV C]", of which each part
// may be missing.
func (e *Estimate) text() string {
	if e == nil {
		return "nothing"
	}
	s := ""
	if e.Black != nil {
		s += fmt.Sprintf("black %.6g ", *e.Black)
	}
	if e.Lead != nil {
		s += fmt.Sprintf("lead %g ", *e.Lead)
	}
	if e.Mate != "" {
		s += "mate " + e.Mate + " "
	}
	return s + fmt.Sprint(e.From)
}

// katrain packs a text as KaTrain does its analysis.
func katrain(text string) string {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write([]byte(text))
	w.Close()
	return base64.StdEncoding.EncodeToString(packed.Bytes())
}

func TestOf(t *testing.T) {
	// A value in front of the last key, so that the key lies within what is unpacked, or beyond.
	large := func(n int) string {
		const rest = `{"x":"","root":{"winrate":0.5}}`
		return katrain(`{"x":"` + strings.Repeat("a", n-len(rest)) + `","root":{"winrate":0.5}}`)
	}
	for _, test := range []struct {
		by   string
		said string // property=value, with | between
		want string
	}{
		{"B", "", "nothing"},
		{"B", "N=a name", "nothing"},
		{"B", "C=a good move", "nothing"},

		{"B", "SBKV=57.1", "black 0.571 [SBKV]"},
		{"W", "SBKV=57.1", "black 0.571 [SBKV]"}, // Black's, whoever moved
		{"B", "SBKV=0", "black 0 [SBKV]"},
		{"B", "SBKV=100", "black 1 [SBKV]"},
		{"B", "SBKV=-0.01", "nothing"},
		{"B", "SBKV=100.01", "nothing"},
		{"B", "SBKV=much", "nothing"},
		{"B", "SBKS=-2.5", "lead -2.5 [SBKS]"},
		{"B", "V=10000", "lead 10000 [V]"},
		{"B", "V=-10000", "lead -10000 [V]"},
		{"B", "V=10000.5", "nothing"},
		{"B", "V=-10001", "nothing"},
		{"B", "V=more", "nothing"},

		{"B", "LZ=KataGo 57.1 2k", "black 0.571 [LZ]"},
		{"W", "LZ=KataGo 57.1 2k", "black 0.429 [LZ]"},
		{"", "LZ=KataGo 57.1 2k", "black 0.429 [LZ]"}, // White has moved before the first move
		{"B", "LZ=KataGo 57.1 2k 0.5 0.1\nmove D4 visits 7", "black 0.571 [LZ]"},
		{"B", "LZ=KataGo 57.1\nmove D4 visits 7", "nothing"},
		{"B", "LZ=KataGo 57.1", "nothing"},
		{"B", "LZ=KataGo many 2k", "nothing"},
		{"B", "LZ=" + strings.Repeat("a", 992) + " 57.1 2k", "black 0.571 [LZ]"},
		{"B", "LZ=" + strings.Repeat("a", 994) + " 57.1 2k", "nothing"}, // the visits begin after 1000 bytes

		{"B", "KT=" + katrain(`{"root":{"winrate":0.25,"scoreLead":-3.5}}`), "black 0.25 lead -3.5 [KT]"},
		{"W", "KT=" + katrain(`{"moves":{},"root":{"scoreLead":7}}`), "lead 7 [KT]"},
		{"B", "KT=" + katrain(`{"root":{"winrate":1.5,"scoreLead":20000}}`), "nothing"},
		{"B", "KT=" + katrain(`{"root":`), "nothing"},
		{"B", "KT=" + katrain(`{}`), "nothing"},
		{"B", "KT=not packed", "nothing"},
		{"B", "KT=" + large(maxKaTrain), "black 0.5 [KT]"},
		{"B", "KT=" + large(maxKaTrain+1), "nothing"},

		{"B", "C=Win rate: B 57.1%\nScore: W+2.5\n", "black 0.571 lead -2.5 [C]"},
		{"B", "C=Move 1\nWin rate: W 100%\nScore: B+30", "black 0 lead 30 [C]"},
		{"B", "C=Win rate: W 101%", "nothing"},
		{"B", "C=The Win rate: B 57.1%, The Score: W+2.5", "nothing"},
		{"B", "C=Score: B+2.5 or so", "nothing"},
		{"B", "C=Score: B+1234.5", "lead 1234.5 [C]"},
		{"B", "C=Score: B+12345", "nothing"},

		// A reader of the game's own comments.
		{"B", "C=won", "mate B [C]"},
		{"B", "C=lost", "mate W [C]"},
		{"B", "C=Score: B+1\nwon", "lead 1 [C]"},
		{"W", "C=mover", "lead -3.14159 [C]"},

		// The first of the list counts, each for what those before leave open.
		{"B", "C=Score: B+1\n|V=2|SBKS=3|SBKV=40", "black 0.4 lead 3 [SBKV SBKS]"},
		{"B", "LZ=KataGo 57.1 2k|SBKV=40|V=2", "black 0.4 lead 2 [SBKV V]"},
		{"B", "SBKV=nothing|LZ=KataGo 57.1 2k", "black 0.571 [LZ]"},
		{"B", "KT=" + katrain(`{"root":{"winrate":0.25,"scoreLead":-3.5}}`) + "|SBKV=40", "black 0.4 lead -3.5 [SBKV KT]"},
		{"B", "KT=" + katrain(`{"root":{"winrate":0.25,"scoreLead":-3.5}}`) + "|SBKV=40|SBKS=1", "black 0.4 lead 1 [SBKV SBKS]"},
		{"B", "C=won|V=2", "lead 2 [V]"},
		// Of one property the first counts, but each comment may say something.
		{"B", "V=2|V=3", "lead 2 [V]"},
		{"B", "V=far|V=3", "nothing"},
		{"B", "C=nothing|C=Score: B+1|C=won", "lead 1 [C]"},
		{"B", "C=won|C=Score: B+1|C=Win rate: B 60%", "black 0.6 mate B [C C]"},
	} {
		var said []Said
		for part := range strings.SplitSeq(test.said, "|") {
			property, value, _ := strings.Cut(part, "=")
			said = append(said, Said{property, []byte(value)})
		}
		if got := Of(said, test.by, words{}).text(); got != test.want {
			t.Errorf("%s %.80q: got %s, want %s", test.by, test.said, got, test.want)
		}
	}
	if got := Of([]Said{{"C", []byte("won")}}, "B", nil); got != nil {
		t.Errorf("without a reader: %s", got.text())
	}
}

// What is passed over because nothing could be read holds nothing.
func TestIn(t *testing.T) {
	for _, test := range []struct {
		record string
		want   bool
	}{
		{"(;GM[1])", false},
		{"(;SBKV[50])", true}, {"(;SBKS[5])", true}, {"(;KT[x])", true}, {"(;LZ[x])", true}, {"(;V[3])", true},
		{"V[3]", true},
		{"(;\nV[3])", true},
		{"(;AV[3])", false},
		{"(;ZV[3])", false},
		{"(;AV[3];V[3])", true}, // the first is the end of another name, the second is not
		{"(;V[3];AV[3])", true},
		{"(;C[a comment])", false},
		{"(;C[Win rate: B 50%])", true},
		{"(;C[Score: B+1])", true},
	} {
		if got := InRecord([]byte(test.record)); got != test.want {
			t.Errorf("%s: got %v", test.record, got)
		}
	}
	for text, want := range map[string]bool{"a comment": false, "Win rate: B 50%": true, "Score: B+1": true} {
		if got := InComment(text); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	for name, want := range map[string]bool{"SBKV": true, "C": true, "W": false, "": false} {
		if got := Has([]byte(name)); got != want {
			t.Errorf("Has(%q) is %v", name, got)
		}
	}
}

func TestValue(t *testing.T) {
	value := func(x float64) *float64 { return &x }
	for _, test := range []struct {
		e            Estimate
		black, white string // for whoever begins; "" for none
	}{
		{Estimate{}, "", ""},
		{Estimate{Black: value(0.5)}, "", ""},
		{Estimate{Lead: value(0)}, "0", "0"},
		{Estimate{Lead: value(0.01)}, "+0.01", "-0.01"},
		{Estimate{Lead: value(-2.504)}, "-2.5", "+2.5"},
		{Estimate{Lead: value(2.506)}, "+2.51", "-2.51"},
		{Estimate{Mate: "B"}, "mate", "-mate"},
		{Estimate{Mate: "W", Lead: value(3)}, "-mate", "mate"},
		{Estimate{Lead: value(1e9)}, "", ""}, // more than a course can hold
		{Estimate{Lead: value(math.NaN())}, "", ""},
	} {
		for forWhite, want := range map[bool]string{false: test.black, true: test.white} {
			got, ok := test.e.Value(forWhite)
			if ok != (want != "") || ok && got != want {
				t.Errorf("%s, for White: %v: got %q, %v, want %q", test.e.text(), forWhite, got, ok, want)
			}
		}
	}
	if got := ValueText(ChanceIdent, 5710); got != "57.1 %" {
		t.Errorf("got %q", got)
	}
}
