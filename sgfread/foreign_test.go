package sgfread

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// rootFacts walks over a tree and returns what its root states in a dialect.
func rootFacts(t *testing.T, tree string) string {
	t.Helper()
	var texts []RootText
	has := map[string]string{}
	for _, p := range mustParse(t, tree)[0].Properties(0) {
		text := string(AppendSimpleText(nil, p.Values[0], NoLead))
		if OfDialect(p.Ident()) {
			texts = append(texts, RootText{p.Ident().String(), text})
		}
		has[p.Ident().String()] = text
	}
	var out []string
	for _, fact := range Translate(texts, func(name string) (string, bool) { text, ok := has[name]; return text, ok }) {
		out = append(out, fmt.Sprintf("%s[%s]", fact.Name, fact.Text))
	}
	return strings.Join(out, "")
}

func TestTranslate(t *testing.T) {
	for _, c := range []struct{ name, tree, want string }{
		{"Nihon Ki-in", "(TE[試験戦 第1局]RD[2020-01-02]TM[5時間]LT[]LC[]KO[6目半]RE[黒中押し勝ち]GK[1];B[pd])",
			"EV[試験戦 第1局]DT[2020-01-02]KM[6目半]"},
		{"Nihon Ki-in, overtime in words", "(TE[a]LT[１分]LC[5回];B[pd])", "EV[a]OT[5x60 byo-yomi]"},
		{"Sina", "(\nTE[某杯预选]\nRD[2016-03-03]\nPC[]\nTM[180]\nLT[60]\nLC[5]\nKO[6.5]\nRE[黑中盘胜]GK[1]TC[];B[pd])",
			"EV[某杯预选]DT[2016-03-03]KM[6.5]OT[5x60 byo-yomi]TM[180 min]"},
		{"Cyberoro", "(TE[시험배]RD[2019-11-25]TM[1시간]LT[60]LC[1]KO[6.5]HD[2]GK[1];B[pd])",
			"EV[시험배]DT[2019-11-25]KM[6.5]HA[2]OT[1x60 byo-yomi]"},
		{"Gokifu, minutes without seconds of periods", "(;FF[4]EV[a]KM[7.5]DT[2018-05-21]TM[150]LT[]LC[5]GK[1])", "OT[5 periods]TM[150 min]"},
		{"only the komi", "(;EV[a]DT[2001]KO[6.5])", "KM[6.5]"},
		{"what FF[4] has counts", "(;EV[x]DT[2001]KM[5.5]OT[y]HA[3]TE[a]RD[2002]KO[6.5]LT[60]LC[5]HD[2])", ""},
		{"marks", "(;TE[1]B[aa])", ""},
		{"a strong mark", "(;TE[2]KO[]B[aa])", ""},
		{"a mark without a value", "(;TE[]RD[])", ""},
		{"a forced move with a number", "(;KO[1]B[aa])", ""},
		{"a mark in a dialect is no event", "(;TE[1]RD[2002])", "DT[2002]"},
		{"seconds", "(;TM[10800]LT[60]LC[5])", "OT[5x60 byo-yomi]"},
		{"seconds without a dialect", "(;TM[180])", ""},
		{"no handicap", "(;HD[0])", ""},
		{"half points", "(;KI[11])", "KM[5.5]"},
		{"half points below a komi", "(;KI[11]KM[6.5])", ""},
		{"half points and a forced move", "(;KI[-1]KO[1])", "KM[-0.5]"},
		{"no half points", "(;KI[many]KI[5000])", ""},
		{"only a number, as whoever is over time loses", "(;EV[a]TM[60]LT[60])", ""},
		{"only seconds", "(;LT[30秒])", "OT[30 sec byo-yomi]"},
		{"words nobody knows", "(;LT[quick]LC[many])", "OT[quick, many]"},
		{"Fox", "(;GM[1]FF[4]KM[650]TM[2400]TC[5]TT[60]AP[foxwq]RL[0];B[pd])", "OT[5x60 byo-yomi]"},
		{"Fox, without periods", "(;TM[2400]TC[0]TT[30])", "OT[0x30 byo-yomi]"},
		{"points", "(;FF[3]TC[12])", ""},
		{"points beside an overtime", "(;LT[60]LC[3]TC[12])", "OT[3x60 byo-yomi]"},
		{"a date in Japan's calendar", "(;JD[Tenpo 9-5-18]KO[1])", "DT[Tenpo 9-5-18]"},
		{"a date in two calendars", "(;JD[Tenpo 9-5-18]DT[1838-07-09])", ""},
		{"two values: the first that says something", "(;TE[][a]RD[2001])", "DT[2001]"},
	} {
		if got := rootFacts(t, c.tree); got != c.want {
			t.Errorf("%s: %s is %s, want %s", c.name, c.tree, got, c.want)
		}
	}
}

func TestNormalizeDialect(t *testing.T) {
	const root = "(;FF[4]CA[UTF-8]GM[1]SZ[19]"
	for _, c := range []struct{ in, want string }{
		{"(TE[a cup]RD[2020-01-02]TM[5時間]LT[]KO[6目半]GK[1];B[pd])",
			root + "EV[a cup]DT[2020-01-02]TM[18000]KM[6.5]GK[1]KEPT[TM:5時間][KM:6目半];B[pd])"},
		{"(TE[a cup]RD[2016-03-03]TM[180]LC[5]LT[60]KO[6.5];B[pd])",
			root + "EV[a cup]DT[2016-03-03]TM[10800]OT[5x60 byo-yomi]KM[6.5]KEPT[TM:180];B[pd])"},
		{"(;KI[11]KO[6.5]LC[5];B[pd])", root + "KM[6.5]OT[5 periods]KEPT[KI:11];B[pd])"},
		{"(;TM[300]TC[3]TT[30];B[aa])", root + "TM[300]OT[3x30 byo-yomi];B[aa])"},
		{"(;LT[60]LC[3]TC[12];B[aa])", root + "OT[3x60 byo-yomi]KEPT[TC:12];B[aa])"},
		{"(;TE[1]KO[]B[aa])", root + ";TE[1]KO[]B[aa])"},
		{"(;EV[x]TE[y]KM[5]KO[6.5]B[aa])", root + "EV[x]KM[5]KEPT[TE:y][KO:6.5];B[aa])"},
	} {
		var b bytes.Buffer
		if err := FormatNormalized(&b, &Normalize{Width: 1 << 30}, mustParse(t, c.in)...); err != nil {
			t.Fatal(err)
		}
		if got := strings.TrimSpace(b.String()); got != c.want {
			t.Errorf("%s is written\n%s, want\n%s", c.in, got, c.want)
		}
	}
}
