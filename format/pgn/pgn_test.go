package pgn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/format"
	"kifudb/game"
	"kifudb/position"
	"kifudb/position/chess"
	"kifudb/store"
)

// told parses a game and lists what was said to be wrong.
func told(text string) (*Game, []string) {
	var problems []string
	g := Parse([]byte(text), func(code string, line int, words string) {
		problems = append(problems, fmt.Sprintf("%s %d", code, line))
	})
	return g, problems
}

// show writes the tree of a game in one line: moves in UCI, variations in
// parentheses, comments in braces.
func show(g *Game) string {
	var b strings.Builder
	for v := range g.visits {
		b.WriteString(strings.Repeat(") ", v.closes))
		if v.opens {
			b.WriteString("( ")
		}
		n := &g.Nodes[v.node]
		for _, c := range n.Before {
			b.WriteString("<" + c + "> ")
		}
		if v.node > 0 {
			b.WriteString(n.Move.String() + " ")
		}
		for _, nag := range n.NAGs {
			b.WriteString(fmt.Sprintf("$%d ", nag))
		}
		for _, c := range n.Comments {
			b.WriteString("{" + c + "} ")
		}
	}
	return strings.TrimSpace(b.String())
}

func TestParse(t *testing.T) {
	for _, c := range []struct{ text, tree, problems string }{
		{"1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3", ""},
		{"1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3", ""},
		{"e4 1... e5 2 Nf3 1-0", "e2e4 e7e5 g1f3", ""},
		{"1. e4 (1. d4 d5) (1. c4) e5 2. Nf3", "( e2e4 e7e5 g1f3 ) ( d2d4 d7d5 ) ( c2c4", ""},
		{"1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) d6) 2. Nf3 Nc6", "e2e4 ( e7e5 g1f3 b8c6 ) ( c7c5 ( g1f3 d7d6 ) ( c2c3 d7d5", ""},
		{"{Before} 1. e4! {good\nmove} $14 ({or} 1. d4 {so}) e5?? ; the end\n2. Nf3", "{Before} ( e2e4 $1 $14 {good move} e7e5 $4 {the end} g1f3 ) ( <or> d2d4 {so}", ""},
		{"1. e4 {[%clk 0:09:58] a plan} e5 {[%eval 0.2]}", "e2e4 {[%clk 0:09:58] a plan} e7e5 {[%eval 0.2]}", ""},
		{"% escaped 1. d4\n1. e4", "e2e4", ""},
		{"1. e4 e5 2. Ke3 Nc6 3. d4", "e2e4 e7e5", "bad-move 1"},
		{"1. e4 e5 (1... Qd1 2. a4)\n2. Nf3", "e2e4 e7e5 g1f3", "bad-move 1"},
		{"1. e4 (1. d4", "( e2e4 ) ( d2d4", "bad-record 1"},
		{"1. e4) e5", "e2e4 e7e5", "bad-record 1"},
		{"1. e4 {never closed", "e2e4 {never closed}", "bad-record 1"},
		{"(1. d4) 1. e4", "( d2d4 ) ( e2e4", "bad-record 1"},
		{"1. e4 () e5", "e2e4 e7e5", ""},
		{"1. e4 ({only words}) e5", "e2e4 {only words} e7e5", ""},
		{"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n\n1... Kd7 2. e4", "e8d7 e2e4", ""},
		{"[FEN \"x\"]\n\n1. e4", "", "bad-start 1"},
		{"{to learn}\n\n; and more\n% 1. a4\n[ECO \"A00\"]\n{between}\n\n[Opening \"Polish\"]\n1. b4", "{to learn} {and more} {between} b2b4", ""},
		{"[FEN \"rn1qkbnr/ppp2ppp/3p4/4P3/4P1b1/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 5\"]\n\n5... Bxf3 6. Qxf3", "g4f3 d1f3", ""},
		{"[SetUp \"rn1qkbnr/ppp2ppp/3p4/4P3/4P1b1/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 5\"]\n\n5... Bxf3 6. Qxf3", "g4f3 d1f3", ""},
		{"[setup \"1\"]\n[fen \"rn1qkbnr/ppp2ppp/3p4/4P3/4P1b1/5N2/PPP2PPP/RNBQKB1R b KQkq - 0 5\"]\n\n5... Bxf3", "g4f3", ""},
		{"[SetUp \"0\"]\n[FEN \"\"]\n\n1. e4", "e2e4", ""},
		{"[SetUp \"1\"]\n\n1. e4", "e2e4", "bad-start 1"},
		{"[FEN \"?\"]\n\n1. e4", "e2e4", ""},
		{"[FEN \"startpos\"]\n\n1. e4", "e2e4", ""},
		{"[variant \"regular\"]\n\n1. e4", "e2e4", ""},
		{"[Variant \"Chess 960\"]\n[FEN \"nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/NBBRKNRQ w KQkq - 0 1\"]\n1. Ne3 Ne6 2. O-O", "f1e3 f8e6 e1g1", ""},
		{"1. e4 Z0 2. d4", "e2e4 0000 d2d4", ""},
		{"1. e4 a5 2. e5 a4 3. e6 a3 4. exf7+ Kxf7 5. b4 h5 6. b5 h4 7. b6 Rh5 8. bxc7 Rh8 9. cxb8(Q)", "e2e4 a7a5 e4e5 a5a4 e5e6 a4a3 e6f7 e8f7 b2b4 h7h5 b4b5 h5h4 b5b6 h8h5 b6c7 h5h8 c7b8q", ""},
	} {
		g, problems := told(c.text)
		if got := show(g); got != c.tree || strings.Join(problems, ", ") != c.problems {
			t.Errorf("%s\nis  %s %v\nnot %s %v", c.text, got, problems, c.tree, c.problems)
		}
	}
}

// Games of variants have their moves counted: each by whose turn it is, in a tree, with codes
// that tell them apart.
func TestVariantsOfChess(t *testing.T) {
	for _, c := range []struct {
		text, kind, tree string
	}{
		{"[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 {takes} Qxd5 3. P@e4! 1-0", "crazyhouse", "white e4, black d5, white exd5 {takes}, black Qxd5, white P@e4 $1"},
		{"[Variant \"Antichess\"]\n\n1. e3 (1. d4 e5 (1... b5)) b5 *", "antichess", "white e3, white d4, black e5, black b5, black b5"},
		{"[Variant \"Three-check\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 3+3 0 1\"]\n\n1... e5 2. e4", "three-check", "black e5, white e4"},
		{"[WhiteA \"a\"]\n[BlackB \"b\"]\n1A. e4 1a. d5 1B. d4 2A.exd5", "bughouse", "white e4, black d5, white d4, black exd5"},
		{"[Game \"Chinese Chess\"]\n1. C2.5 H8+7 2. H2+3 R9.8", "chinese chess", "white C2.5, black H8+7, white H2+3, black R9.8"},
		{"[Variant \"Dragons and more\"]\n1. xx yy", "chess variant", "white xx, black yy"},
	} {
		g, problems := told(c.text)
		if name := game.Of(g.Game).About().Name; name != c.kind || g.Start != nil || len(problems) > 0 {
			t.Errorf("%s: %s, %v", c.text, name, problems)
		}
		for i, want := range strings.Split(c.tree, ", ") {
			words := strings.Fields(want)
			n := g.Nodes[i+1]
			if n.mover.String() != words[0] || n.uncoded != position.Uncoded([]byte(words[1])) {
				t.Errorf("%s: node %d is %s's with code %d, not %s", c.text, i+1, n.mover, n.uncoded, want)
			}
			if len(words) > 2 && fmt.Sprintf("{%s}", strings.Join(n.Comments, "")) != words[2] && (len(n.NAGs) != 1 || fmt.Sprintf("$%d", n.NAGs[0]) != words[2]) {
				t.Errorf("%s: node %d has %v, %v", c.text, i+1, n.Comments, n.NAGs)
			}
		}
		if n := strings.Count(c.tree, ", ") + 2; len(g.Nodes) != n {
			t.Errorf("%s: %d nodes, want %d", c.text, len(g.Nodes), n)
		}
	}
}

func TestTags(t *testing.T) {
	g, problems := told("[Event \"A \\\"great\\\" one\"]\n\n[Site \"the \"Club\"\"] [Round \"1\"]\n[White \"O'Kelly\\\\x\"\n[Broken]\n[Result \"1-0\"]\n\n1. e4 0-1\n")
	want := []Tag{{"Event", `A "great" one`}, {"Site", `the "Club"`}, {"Round", "1"}, {"White", `O'Kelly\x`}, {"Result", "1-0"}}
	if !slices.Equal(g.Tags, want) || g.Result != "0-1" || !slices.Equal(problems, []string{"bad-record 4", "bad-record 5"}) {
		t.Errorf("%q, %s, %v", g.Tags, g.Result, problems)
	}
}

// Names of tags are read in any case, with blanks where the standard has none and without
// where it has one.
func TestDirtyTags(t *testing.T) {
	g, problems := told("[event \"A\"]\n[ SITE\t \"B\" ]\n[White\"C\"]\n  [whiteelo  \"2000\"  ]\n[myTag \"x\"]\n1. e4 1-0")
	want := []Tag{{"Event", "A"}, {"Site", "B"}, {"White", "C"}, {"WhiteElo", "2000"}, {"myTag", "x"}}
	if !slices.Equal(g.Tags, want) || len(problems) > 0 || g.Tag("Event") != "A" {
		t.Errorf("%q, %v", g.Tags, problems)
	}
}

func TestRecognise(t *testing.T) {
	for text, want := range map[string]format.Certainty{
		"[Event \"A\"]\n[Site \"B\"]\n[ECO \"A00\"]\n":                                             format.Sure,
		"\ufeff\n{a\ncomment [x]}\n% line\n; more\n\n[event\"A\"]\n[ site \"B\"]\n[round \"1\"]\n": format.Sure,
		"[Event \"A\"]\n[event \"B\"]\n[EVENT \"A\"]\n":                                            format.Maybe,
		"{to learn}\n\n[ECO \"A00\"]\n[Opening \"Polish\"]\n\n1. b4":                               format.Maybe,
		"[FEN \"8/8/8/8/8/8/8/K1k5 b - - 0 5\"]\n\n5... Kd2":                                       format.Maybe,
		"; Nf3 first\n12... Rxe4+ 13. O-O":                                                         format.Maybe,
		"7. O-O":                                                                                   format.Maybe,
		"[core \"a\"]\n[remote \"b\"]\n":                                                           format.No,
		"{never closed":                                                                            format.No,
		"1. Buy milk\n2. Go home":                                                                  format.No,
		"":                                                                                         format.No,
	} {
		if got := recognise(format.NewHead([]byte(text), 0)); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"[%clk 0:09:58]": "", "good [%eval -0.3][%clk 1:2:3] move": "good move", "[%csl Ra1": "[%csl Ra1", "a [b] c": "a [b] c",
	} {
		if got := words(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// roundTrip writes a game and reads it again.
func roundTrip(t *testing.T, g *Game) {
	t.Helper()
	lost := false
	text := g.Format(func() { lost = true })
	again, problems := told(text)
	if len(problems) > 0 || again.Format(nil) != text || !lost && show(again) != show(g) || !again.Start.Same(g.Start) {
		t.Errorf("%s\ncomes back as %s %v from\n%s", show(g), show(again), problems, text)
	}
	for line := range strings.Lines(text) {
		if len(strings.TrimRight(line, ")\n")) > width && !strings.HasPrefix(line, "[") && strings.Contains(strings.TrimSpace(line), " ") && !strings.Contains(line, "[%") {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
}

func TestFormat(t *testing.T) {
	g, _ := told("[White \"A \\\"B\\\"\"]\n[ECO \"C20\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n1. e4 {one} ({or} 1. d4 d5 (1... Nf6! 2. c4) 2. c4) 1... e5 $1 2. Nf3 (2. f4) Nc6 1-0")
	const want = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "A \"B\""]
[Black "?"]
[Result "1-0"]
[ECO "C20"]

1. e4 {one} ({or} 1. d4 d5 (1... Nf6 $1 2. c4) 2. c4) 1... e5 $1 2. Nf3 (2. f4)
2... Nc6 1-0
`
	if got := g.Format(nil); got != want {
		t.Errorf("got\n%s", got)
	}
	roundTrip(t, g)
	long, _ := told("1. e4 {" + strings.Repeat("word [%x] % [Event ", 60) + "} e5 {a } brace}")
	roundTrip(t, long)
}

// pieces cuts a text and returns its games.
func pieces(t *testing.T, text string, most int) (games []string, err error) {
	t.Helper()
	s := newSplitter(strings.NewReader(text), store.Charset{}, most)
	all := ""
	for s.Scan() {
		p := s.Piece()
		all += string(p.Lead) + string(p.Game)
		if len(p.Game) > 0 {
			games = append(games, string(p.Game))
			if begins := strings.Count(all[:len(all)-len(p.Game)], "\n") + 1; p.Line != begins && s.Err() == nil {
				t.Errorf("%.20q begins in line %d, not %d", p.Game, begins, p.Line)
			}
		}
	}
	if s.Err() == nil && all != text {
		t.Errorf("of %q only %q is left", text, all)
	}
	return games, s.Err()
}

func TestSplit(t *testing.T) {
	const a, b = "[Event \"A\"]\n[Site \"x\"]\n\n1. e4 e5 1-0", "[Event \"B\"]\n\n[Site \"y\"]\n\n1. d4 {[Site \"no\"]\n[Round \"tag\"] here} *"
	for _, c := range []struct {
		text string
		want []string
	}{
		{a + "\n\n" + b + "\n", []string{a, b}},
		{"\ufeff\n\n" + a + "\n" + b, []string{a, b}},
		{"[Event \"A\"]\n[Result \"*\"]\n\n[Event \"B\"]\n\n*\n", []string{"[Event \"A\"]\n[Result \"*\"]", "[Event \"B\"]\n\n*"}},
		{"[Event \"A\"]\n\n1. e4 {open\n\n" + b, []string{"[Event \"A\"]\n\n1. e4 {open", b}},
		{"1. e4 e5\n", []string{"1. e4 e5"}},
		// Comments before the tags, and between games.
		{"{c}\n\n; d\n% e\n" + a, []string{"{c}\n\n; d\n% e\n" + a}},
		{a + "\n{c}\n\n" + b, []string{a, "{c}\n\n" + b}},
		{a + " {so} ; d\n\n; e\n% f\n{two\nlines}\n" + b + "\n{end}\n", []string{a + " {so} ; d", "; e\n% f\n{two\nlines}\n" + b + "\n{end}"}},
		{a + " {so\nit ends}\n{c}" + "\n" + b, []string{a + " {so\nit ends}", "{c}\n" + b}},
		{"[Event \"A\"]\n\n1. e4 (1. d4 1-0\n{c}\n d5) e5\n" + b, []string{"[Event \"A\"]\n\n1. e4 (1. d4 1-0\n{c}\n d5) e5", b}},
		{"[Event \"A\"]\n\n1. e4 *\n{c} 1... e5\n" + b, []string{"[Event \"A\"]\n\n1. e4 *\n{c} 1... e5", b}},
		{"[FEN \"x\"]\n1... e4\n\n[FEN \"y\"]\n1... e5", []string{"[FEN \"x\"]\n1... e4", "[FEN \"y\"]\n1... e5"}},
		{"[event \"A\"]\n[ event \"B\"]\n1. e4", []string{"[event \"A\"]", "[ event \"B\"]\n1. e4"}},
		{"1. e4 e5 1-0\n\n1. d4 d5\n2. c4 0-1\n1.c4 *\n", []string{"1. e4 e5 1-0", "1. d4 d5\n2. c4 0-1", "1.c4 *"}},
		{"\n \n", nil},
		{"", nil},
		{strings.ReplaceAll(a+"\n\n"+b, "\n", "\r\n"), []string{strings.ReplaceAll(a, "\n", "\r\n"), strings.ReplaceAll(b, "\n", "\r\n")}},
	} {
		got, err := pieces(t, c.text, 1<<20)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, %v", c.text, got, err)
		}
	}
	// A game that is too long costs no other.
	long := "[Event \"L\"]\n\n1. e4 {" + strings.Repeat("long ", 10_000) + "}\n\n"
	got, err := pieces(t, a+"\n\n"+long+b, 10_000)
	if err == nil || !strings.HasPrefix(err.Error(), "line 6:") || !slices.Equal(got, []string{a, b}) {
		t.Errorf("%d games, %v", len(got), err)
	}
}

// Variations beyond all bounds are read to a depth, and said to be.
func TestDeepVariations(t *testing.T) {
	text := "1. e4" + strings.Repeat(" (1. d4", 3*deepest) + strings.Repeat(")", 3*deepest) + " e5"
	g, problems := told(text)
	if len(g.Nodes) != deepest+3 || g.Nodes[len(g.Nodes)-1].Move.String() != "e7e5" {
		t.Errorf("%d nodes, %v", len(g.Nodes), problems)
	}
	if !slices.ContainsFunc(problems, func(p string) bool { return strings.HasPrefix(p, "too-much") }) {
		t.Errorf("nothing is said: %v", problems)
	}
	roundTrip(t, g)
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"[Event \"A\"]\n\n1. e4 (1. d4 {x} d5) e5 $3 2. Nf3!? *", "1. e4 ({a} 1. d4) (1. c4", "((((1. e4)", "1. e4 ; x\n% y\ne5 {z", "[FEN \"8/8/8/8/8/8/8/K1k5 w - -\"]\nKb1", "1. e4 () ({}) ({a}) 1... e5", "({0}a4", "{( 0", ";0  0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := newSplitter(strings.NewReader(text), store.Charset{}, 1<<20)
		for s.Scan() {
			g := Parse(s.Piece().Game, nil)
			if g.Start == nil {
				continue
			}
			for step := g.Nodes[0].first; step != 0; step = g.Nodes[step].first {
				if g.Nodes[step].mover == chess.Empty {
					t.Fatal("nobody moves")
				}
			}
			lost := false
			written := g.Format(func() { lost = true })
			again := Parse([]byte(written), nil)
			if !lost && show(again) != show(g) {
				t.Fatalf("%q\n%s\ncomes back as\n%s\nfrom\n%s", text, show(g), show(again), written)
			}
		}
	})
}
