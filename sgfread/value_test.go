package sgfread

import (
	"fmt"
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	for _, c := range []struct {
		name, raw, text, simple string
		lead                    Lead
	}{
		{"plain", "abc", "abc", "abc", 0},
		{"escapes", `a\]b\\c\:d\e`, `a]b\c:de`, `a]b\c:de`, 0},
		{"no escapes as in C", `\a\b\n\t\[`, "abnt[", "abnt[", 0},
		{"no escapes as in JSON", `\u003c`, "u003c", "u003c", 0},
		{"line breaks", "a\nb\rc\r\nd\n\re", "a\nb\nc\nd\ne", "a b c d e", 0},
		{"empty lines", "a\n\nb\r\n\r\nc", "a\n\nb\n\nc", "a  b  c", 0},
		{"CR LF CR is two", "a\r\n\rb", "a\n\nb", "a  b", 0},
		{"soft line breaks", "a\\\nb\\\r\nc\\\n\rd\\\re", "abcde", "abcde", 0},
		{"a soft and a hard one", "a\\\r\n\nb", "a\nb", "a b", 0},
		{"other white space", "a\tb\vc\fd\\\te", "a b c d e", "a b c d e", 0},
		{"spaces stay", "  Lee  Sedol ", "  Lee  Sedol ", "  Lee  Sedol ", 0},
		{"a backslash at the end of a cut text", `abc\`, "abc", "abc", 0},
		{"controls and any byte stay", "a\x00\x1b\x7f\xff", "a\x00\x1b\x7f\xff", "a\x00\x1b\x7f\xff", 0},
		{"a full-width space stays", "柯\u3000洁\u00a0", "柯\u3000洁\u00a0", "柯\u3000洁\u00a0", 0},
		{"Big5: second bytes that look like SGF", "\xa6]\xb3\\x", "\xa6]\xb3\\x", "\xa6]\xb3\\x", Big5},
		{"Big5: second bytes escaped", "\xa6\\]\xb3\\\\x", "\xa6]\xb3\\x", "\xa6]\xb3\\x", Big5},
		{"Big5: an escape before a character", "\\\xa6]", "\xa6]", "\xa6]", Big5},
		{"Shift_JIS", "\x95\\\x83\\\x8f\\", "\x95\\\x83\\\x8f\\", "\x95\\\x83\\\x8f\\", ShiftJIS},
	} {
		if got := string(AppendText(nil, []byte(c.raw), c.lead)); got != c.text {
			t.Errorf("%s: text of %q = %q, want %q", c.name, c.raw, got, c.text)
		}
		if got := string(AppendSimpleText([]byte("x"), []byte(c.raw), c.lead)); got != "x"+c.simple {
			t.Errorf("%s: simple text of %q = %q, want %q", c.name, c.raw, got[1:], c.simple)
		}
		if c.lead == NoLead {
			again := string(AppendText(nil, AppendEscaped(nil, []byte(c.text), false), 0))
			if again != c.text {
				t.Errorf("%s: %q escaped and read is %q", c.name, c.text, again)
			}
		}
	}
}

// What is written as a text must be read as one, even if it looks like the
// damage that reading mends.
func TestEscapedVariation(t *testing.T) {
	const text = "see\n(;B[aa"
	value := AppendEscaped(nil, []byte(text), false)
	if got, problems := read("(;N[x](;C["+string(value)+"]))", Options{}); got != "(;N[x](;C["+string(value)+"]))" || problems != "" {
		t.Errorf("%q reads as %s with %s", value, got, problems)
	}
	if got := string(AppendText(nil, value, NoLead)); got != text {
		t.Errorf("%q means %q", value, got)
	}
}

func FuzzText(f *testing.F) {
	f.Add([]byte("a\r\n\\]"), byte(1))
	f.Fuzz(func(t *testing.T, raw []byte, lead byte) {
		text := AppendText(nil, raw, Lead(lead%4))
		if len(text) > len(raw) {
			t.Fatalf("%q became longer: %q", raw, text)
		}
		text = AppendText(nil, raw, NoLead)
		escaped := AppendEscaped(nil, text, lead > 127)
		if again := AppendText(nil, escaped, NoLead); string(again) != string(text) {
			t.Fatalf("%q escaped is %q and reads as %q", text, escaped, again)
		}
		if got, _ := read("(;C["+string(escaped)+"])", Options{}); got != "(;C["+string(escaped)+"])" {
			t.Fatalf("%q does not stand in a value: %q", escaped, got)
		}
	})
}

func TestSplitComposed(t *testing.T) {
	for _, c := range []struct {
		raw, first, second string
		ok                 bool
	}{
		{"CGoban:3", "CGoban", "3", true},
		{"MyApp", "MyApp", "", false},
		{":", "", "", true},
		{`a\:b:1.0`, `a\:b`, "1.0", true},
		{`cc:1:2`, "cc", "1:2", true},
		{`aa:x\]y`, "aa", `x\]y`, true},
		{`bb:\\`, "bb", `\\`, true},
		{`a\\:b`, `a\\`, "b", true},
		{``, "", "", false},
	} {
		first, second, ok := SplitComposed([]byte(c.raw), NoLead)
		if string(first) != c.first || string(second) != c.second || ok != c.ok {
			t.Errorf("SplitComposed(%q) = %q, %q, %v", c.raw, first, second, ok)
		}
	}
}

func TestParseMove(t *testing.T) {
	b19, b9, b21, oblong, b52 := Size{19, 19}, Size{9, 9}, Size{21, 21}, Size{19, 21}, Size{52, 52}
	for _, c := range []struct {
		raw  string
		size Size
		want string // column,row, "pass", "bad" or "bad column,row" for one beside the board
	}{
		{"pd", b19, "15,3"}, {"aa", b19, "0,0"}, {"ss", b19, "18,18"},
		{"", b19, "pass"}, {" ", b19, "pass"}, {"tt", b19, "pass"}, {"tt", b9, "pass"}, {"tt", b21, "19,19"},
		// There is no such point on this board, so it cannot be anything else.
		{"tt", oblong, "pass"},
		{"jj", b9, "bad 9,9"}, {"zz", b9, "bad 25,25"}, {"PD", b19, "bad 41,29"},
		{"ZZ", b52, "51,51"}, {"aA", b52, "0,26"}, {"zz", b52, "25,25"},
		{" p d\n", b19, "15,3"}, {`p\d`, b19, "15,3"}, {`\pd`, b19, "15,3"},
		{"Q16", b19, "bad"}, {"16-17", b19, "bad"}, {"aa:bb", b19, "bad"}, {"p", b19, "bad"}, {"p1", b19, "bad"}, {"12", b19, "bad"},
	} {
		p, kind := ParseMove([]byte(c.raw), c.size)
		got := map[MoveKind]string{PassMove: "pass", BadMove: "bad"}[kind]
		switch {
		case kind == PlayMove:
			got = fmt.Sprintf("%d,%d", p.X, p.Y)
		case kind == BadMove && p != Point{}:
			got += fmt.Sprintf(" %d,%d", p.X, p.Y)
		}
		if got != c.want {
			t.Errorf("ParseMove(%q, %v) = %s, want %s", c.raw, c.size, got, c.want)
		}
	}
}

func TestPoints(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"AB[aa][bb]", "aa bb"},
		{"AB[a\\a][ b b ]", "aa bb"},
		{"AB[aa:cb]", "aa ba ca ab bb cb"},
		{"AB[cb:aa]", "aa ba ca ab bb cb"},
		{"AB[ca:ab]", "aa ba ca ab bb cb"},
		{"AB[dd:dd][ee]", "dd ee"},
		{"AB[zz][hh:zz][][x][a:b]", "hh ih hi ii"},
	} {
		var got []string
		Walk([]byte("(;"+c.in+")"), nodeFunc(func(n *Node) {
			for p := range n.Property(0).Points(Size{9, 9}) {
				got = append(got, p.String())
			}
		}), nil)
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("points of %s = %s, want %s", c.in, got, c.want)
		}
	}
}

// nodeFunc is a handler of nodes only.
type nodeFunc func(*Node)

func (nodeFunc) Open(int64)     {}
func (nodeFunc) Close(int64)    {}
func (f nodeFunc) Node(n *Node) { f(n) }

func TestPointString(t *testing.T) {
	for x := range uint8(MaxSize) {
		for y := range uint8(MaxSize) {
			p := Point{x, y}
			if got, ok := ParsePoint([]byte(p.String())); !ok || got != p {
				t.Fatalf("%v is written %q and read %v", p, p, got)
			}
		}
	}
	if got := (Point{52, 0}).String(); got != "" {
		t.Errorf("a point beside all boards is %q", got)
	}
}

func TestParseSize(t *testing.T) {
	for _, c := range []struct{ raw, want string }{
		{"19", "19x19 clean"}, {"9", "9x9 clean"}, {"52", "52x52 clean"}, {" 019 ", "19x19 clean"},
		{"19:13", "19x13 clean"}, {"19:19", "19x19"}, {"19x19", "19x19"}, {"19,13", "19x13"},
		{"nineteen", "bad"}, {"", "bad"}, {"0", "bad"}, {"-9", "bad"}, {"53", "bad"}, {"1000", "bad"}, {"9:", "bad"}, {"9:9:9", "bad"},
		{"99999999999999999999", "bad"},
	} {
		size, clean, ok := ParseSize([]byte(c.raw))
		got := fmt.Sprintf("%dx%d", size.Cols, size.Rows)
		if clean {
			got += " clean"
		}
		if !ok {
			got = "bad"
		}
		if got != c.want {
			t.Errorf("ParseSize(%q) = %s, want %s", c.raw, got, c.want)
		}
	}
}

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		raw  string
		want int
		ok   bool
	}{
		{"3", 3, true}, {"+3", 3, true}, {"-1", -1, true}, {"019", 19, true}, {" 1 ", 1, true}, {`1\2`, 12, true},
		{"", 0, false}, {"-", 0, false}, {"1.5", 0, false}, {"Go", 0, false}, {"99999999999", 0, false},
		{"2147483639", 2147483639, true},
	} {
		if got, ok := ParseNumber([]byte(c.raw)); got != c.want || ok != c.ok {
			t.Errorf("ParseNumber(%q) = %d, %v", c.raw, got, ok)
		}
	}
}

func TestParseReal(t *testing.T) {
	for _, c := range []struct {
		raw       string
		want      float64
		clean, ok bool
	}{
		{"6.5", 6.5, true, true}, {"0", 0, true, true}, {"-5.5", -5.5, true, true}, {"+6.50", 6.5, true, true}, {"7.500000", 7.5, true, true},
		{".5", 0.5, false, true}, {"-.25", -0.25, false, true}, {"30.", 30, false, true}, {"1,5", 1.5, false, true}, {" 1.5", 1.5, false, true},
		{"0.1", 0.1, true, true}, {"00000000000000000001.5", 1.5, true, true}, {"123456.789", 123456.789, true, true}, {"0.12345678901234567890", 0.12345678901234567890, true, true},
		{"", 0, false, false}, {"-", 0, false, false}, {".", 0, false, false}, {"1.2.3", 0, false, false}, {"6.5目", 0, false, false}, {"1e5", 0, false, false},
	} {
		got, clean, ok := ParseReal([]byte(c.raw))
		if ok != c.ok || clean != c.clean || got-c.want > 1e-14 || c.want-got > 1e-14 {
			t.Errorf("ParseReal(%q) = %v, %v, %v", c.raw, got, clean, ok)
		}
	}
}

func TestParseColorAndDouble(t *testing.T) {
	for _, c := range []struct {
		raw   string
		color byte
		clean bool
	}{
		{"B", 'B', true}, {"W", 'W', true}, {"b", 'B', false}, {"White", 'W', false}, {"1", 'B', false}, {"2", 'W', false},
		{" W", 'W', false}, {"", 0, false}, {"3", 0, false},
	} {
		if got, clean := ParseColor([]byte(c.raw)); got != c.color || clean != c.clean {
			t.Errorf("ParseColor(%q) = %q, %v", c.raw, got, clean)
		}
	}
	for raw, want := range map[string]string{"1": "1 true", "2": "2 true", "": "1 false", "3": "1 false", "x": "1 false"} {
		n, clean := ParseDouble([]byte(raw))
		if got := fmt.Sprint(n, clean); got != want {
			t.Errorf("ParseDouble(%q) = %s, want %s", raw, got, want)
		}
	}
}

func TestIdents(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"B", "B"}, {"PB", "PB"}, {"White", "W"}, {"CoPyright", "CP"}, {"MULTIGOGM", ""}, {"foo", ""}, {"B2", "B"}, {"XY", "XY"}, {"X", "X"},
	} {
		if got := ParseIdent(c.name).String(); got != c.want {
			t.Errorf("ParseIdent(%q) = %q, want %q", c.name, got, c.want)
		}
	}
	var inherited []string
	for _, typ := range Types() {
		if typ.Inherit {
			inherited = append(inherited, typ.Name)
		}
	}
	if got := strings.Join(inherited, " "); got != "PM VW DD" {
		t.Errorf("inherited: %s", got)
	}
	if len(Types()) < 80 {
		t.Errorf("the table has %d properties", len(Types()))
	}
	for _, typ := range Types() {
		if got := TypeOf(ParseIdent(typ.Name)); got != typ {
			t.Errorf("TypeOf(%s) = %+v", typ.Name, got)
		}
	}
	for id := range 1 << 16 {
		if typ := TypeOf(Ident(id)); typ.Name != "" && ParseIdent(typ.Name) != Ident(id) {
			t.Errorf("TypeOf(%#x) = %+v", id, typ)
		}
	}
}
