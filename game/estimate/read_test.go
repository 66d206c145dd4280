package estimate

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"fmt"
	"math"
	"math/rand/v2"
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
	if e.Engine != "" {
		s += "by " + e.Engine + " "
	}
	if e.Visits != 0 {
		s += fmt.Sprint("visits ", e.Visits, " ")
	}
	if e.Best != nil {
		s += "best " + strings.Join(e.Best, ",") + " "
	}
	if e.Unclear {
		s += "unclear "
	}
	if e.Before {
		s += "before "
	}
	if e.Own {
		s += "own "
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
		var b strings.Builder
		for r := rand.New(rand.NewPCG(1, 2)); b.Len() < n-len(rest); {
			b.WriteByte(byte('a' + r.IntN(8)))
		}
		return katrain(`{"x":"` + b.String() + `","root":{"winrate":0.5}}`)
	}
	bomb := func(n int) string { return katrain(strings.Repeat(" ", n) + `{"root":{"winrate":0.5}}`) }
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

		// Lizzie writes the chance of who moved, but LizzieYzy the score of who is to move.
		{"B", "LZ=KataGo 57.1 2k", "black 0.571 by KataGo visits 2000 [LZ]"},
		{"W", "LZ=KataGo 57.1 2k", "black 0.429 by KataGo visits 2000 [LZ]"},
		{"", "LZ=KataGo 57.1 2k", "unclear [LZ]"},
		{"B", "LZ=KataGo 57.1 900 -3.5 12.1\nmove D4 visits 7 winrate 4290 pv D4 info move pass visits 2 info move D4 visits 1 info move best", "black 0.571 lead 3.5 by KataGo visits 900 best D4,pass [LZ]"},
		{"W", "LZOP=KataGo 57.1 1.5m 3.5", "black 0.429 lead 3.5 by KataGo visits 1500000 [LZOP]"},
		{"W", "LZ2=KataGo 57.1 1.2K|LZ=Leela 60 7", "black 0.4 by Leela visits 7 [LZ]"},
		{"W", "LZOP2=KataGo 57.1 1.2K", "black 0.429 by KataGo visits 1200 [LZOP2]"},
		{"B", "LZ=KataGo 57.1\nmove D4 visits 7", "nothing"},
		{"B", "LZ=KataGo 57.1", "nothing"},
		{"B", "LZ=KataGo many 2k", "nothing"},
		{"B", "LZ=KataGo NaN 2k", "nothing"},
		{"B", "LZ=KataGo 50 -7 1e308", "black 0.5 by KataGo [LZ]"},
		{"B", "LZ=" + strings.Repeat("a", 992) + " 57.1 2k", "black 0.571 by " + strings.Repeat("a", maxEngine) + " visits 2000 [LZ]"},
		{"B", "LZ=" + strings.Repeat("a", 994) + " 57.1 2k", "nothing"}, // the visits begin after 1000 bytes

		{"B", "KT=" + katrain(`{"root":{"winrate":0.25,"scoreLead":-3.5,"visits":500},"moves":{"Q3":{"order":1},"R4":{"order":999},"D4":{"order":0},"x":{"order":2}}}`), "black 0.25 lead -3.5 by KataGo visits 500 best D4,Q3 [KT]"},
		{"W", "KT=" + katrain(`{"moves":{},"root":{"scoreLead":7}}`), "lead 7 by KataGo [KT]"},
		{"B", "KT=" + katrain(`{"root":{"winrate":1.5,"scoreLead":20000,"visits":-1}}`), "nothing"},
		{"B", "KT=" + katrain(`{"root":`), "nothing"},
		{"B", "KT=" + katrain(`{}`), "nothing"},
		{"B", "KT=not packed", "nothing"},
		{"B", "KT=" + large(maxKaTrain), "black 0.5 by KataGo [KT]"},
		{"B", "KT=" + large(maxKaTrain+1), "nothing"},
		{"B", "KT=" + bomb(10<<10), "black 0.5 by KataGo [KT]"},
		{"B", "KT=" + bomb(1<<20), "nothing"}, // of a thousandth of that

		// CGOS writes what the engine that moved said.
		{"W", `CC={"winrate":0.13,"score":-11.5,"visits":258,"moves":[{"move":"O15"\]}\]}`, "nothing"},
		{"W", `CC={"winrate":0.13,"score":-11.5,"visits":258,"moves":[{"move":"O15"}\]}`, "black 0.87 lead 11.5 visits 258 own [CC]"},
		{"B", `CC={"winrate":0.13}`, "black 0.13 own [CC]"},
		{"", `CC={"winrate":0.13}`, "unclear [CC]"},
		{"B", `CC={"winrate":1e308,"score":1e308,"visits":-5}`, "nothing"},
		{"B", "CC=a country", "nothing"},
		{"B", `CC={"winrate":0.13}|SBKV=40`, "black 0.4 [SBKV]"}, // not by the same engine

		// KataGo's own games: White's chance comes first, and all is of the position before.
		{"B", "C=0.47 0.53 0.00 -0.6 v=600", "black 0.53 lead 0.6 by KataGo visits 600 before own [C]"},
		{"W", "C=0.00 1.00 0.00 -60.5", "black 1 lead 60.5 by KataGo before own [C]"},
		{"W", "C=0.47 0.53 0.30 -0.6 v=600", "nothing"}, // no chances
		{"W", "C=0.47 0.53", "nothing"},

		{"W", "C=White's winrate: 57.1% (+1.2%)\nscoreMean: 3.5\n(KataGo / 1.2k playouts)", "black 0.429 lead -3.5 by KataGo visits 1200 [C]"},
		{"W", "C=Black's winrate: 57.1% (+1.2%)\nscoreMean: 3.5\n(KataGo / 1.2k playouts)", "black 0.571 by KataGo visits 1200 [C]"}, // the score is White's, or not
		{"B", "C=White win rate: 57.1% (+1.2%)\nlead: 3.5\n(b18 / 900 visits)\nkomi: 7.5", "black 0.429 by b18 visits 900 [C]"},
		{"B", "C=黑棋 胜率: 57.1%\n(b18 / 1.2k 计算量)", "black 0.571 by b18 visits 1200 [C]"},
		{"B", "C=Overall black win%: 3.50%\nLeela's next move: Q16\n\nVisited 5000 nodes", "black 0.035 by Leela visits 5000 best Q16 [C]"},
		{"W", "C=Overall black win%: not computed (Leela still in opening book)", "nothing"},

		{"B", "EL=5", "lead 5 unclear [EL]"},
		{"B", "EL=5|V=2", "lead 2 [V]"},
		{"B", "C=own", "lead 1 own [C]"},

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
		{"B", "SBKV=nothing|LZ=KataGo 57.1 2k", "black 0.571 by KataGo visits 2000 [LZ]"},
		{"B", "KT=" + katrain(`{"root":{"winrate":0.25,"scoreLead":-3.5}}`) + "|SBKV=40", "black 0.4 lead -3.5 by KataGo [SBKV KT]"},
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
		{"(;C[0.47 0.53 0.00 -0.6])", true},
		{"(;LZOP[x 1 1])", true}, {"(;LZ2[x 1 1])", true}, {"(;EL[1])", true}, {"(;CC[{}])", true},
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

// Numbers that cannot be are refused, and data that nobody can read.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ property, value string }{
		{"SBKV", "NaN"}, {"SBKV", "-1"}, {"SBKV", "1e308"}, {"SBKS", "1e308"}, {"V", "Inf"}, {"EL", "much"},
		{"KT", "not packed"}, {"KT", katrain("x")}, {"KT", katrain(`{"root":{"winrate":7}}`)}, {"KT", katrain(`{"root":{"scoreLead":1e300}}`)}, {"KT", katrain(`{"root":{"visits":-1}}`)},
		{"LZ", "a 1"}, {"LZ", "a NaN 3"}, {"LZ", "a 101 3"}, {"LZ", "a 50 -3"}, {"LZ", "a 50 3 1e308"}, {"LZ", "a 50 3 NaN"},
		{"CC", "{"}, {"CC", `{"winrate":-1}`}, {"CC", `{"score":1e300}`}, {"CC", `{"visits":-1}`},
	} {
		if _, faults := Read([]Said{{test.property, []byte(test.value)}}, "B", nil); len(faults) != 1 || faults[0].Property != test.property || faults[0].Words == "" {
			t.Errorf("%s %.60q: %v", test.property, test.value, faults)
		}
	}
	if _, faults := Read([]Said{{"C", []byte("Win rate: B 101%")}, {"SBKV", []byte("50")}, {"CC", []byte("China")}}, "B", nil); faults != nil {
		t.Errorf("%v", faults)
	}
}
