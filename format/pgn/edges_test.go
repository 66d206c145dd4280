package pgn

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kifudb/sgfread/gameinfo"
	"kifudb/store"
)

// Tags, glyphs and words that end where the text ends, or at their bounds.
func TestEdges(t *testing.T) {
	for _, c := range []struct{ text, tree, problems string }{
		{"1. e4 $0 e5 $1 2. d4 $255 d5 $256 3. c4 $1048577", "e2e4 e7e5 $1 d2d4 $255 d7d5 c2c4", "bad-record 1, bad-record 1"},
		{"1. e4 $", "e2e4", "bad-record 1"},
		{"1. e4!!! e5?", "e2e4 $3 e7e5 $2", ""},
		{"$1 1. e4", "e2e4", ""},
		{"1. e4 e5 2. Ke3 $1", "e2e4 e7e5", "bad-move 1"},
		{"[", "", "bad-record 1"},
		{"[ ", "", "bad-record 1"},
		{"[Event", "", "bad-record 1"},
		{"[Event ", "", "bad-record 1"},
		{"[Event \"", "", "bad-record 1"},
		{"[Event \"x", "", "bad-record 1"},
		{"[Event x]", "", "bad-record 1"},
		{"[ Event \t \"x\" ]\n\n1. e4", "e2e4", ""},
		{"[]\n\n1. e4", "e2e4", "bad-record 1"},
		{"\n\n[Event x]\n1. e4 ]", "e2e4", "bad-record 3, bad-record 4"},
		{"1. e4 a5 2. e5 a4 3. e6 a3 4. exf7+ Kxf7 5. b4 h5 6. b5 h4 7. b6 Rh5 8. bxc7 Rh8 9. cxb8(Q", "e2e4 a7a5 e4e5 a5a4 e5e6 a4a3 e6f7 e8f7 b2b4 h7h5 b4b5 h5h4 b5b6 h8h5 b6c7 h5h8 c7b8q", "bad-move 1, bad-record 1"},
		{"1. e4 (1. d4) $2 e5", "( e2e4 $2 e7e5 ) ( d2d4", ""},
		{"1. e4 1/2 e5", "e2e4 e7e5", ""},
		{"1. e4 +- e5 N = 2. Nf3 e.p.", "e2e4 e7e5 g1f3", ""},
		{"1...e4 1…e5", "e2e4 e7e5", ""},
		{"12", "", ""},
	} {
		g, problems := told(c.text)
		if got := show(g); got != c.tree || strings.Join(problems, ", ") != c.problems {
			t.Errorf("%q\nis  %s %v\nnot %s %v", c.text, got, problems, c.tree, c.problems)
		}
	}
}

// Values of tags: what is escaped, what is not, and what is cut off.
func TestTagValues(t *testing.T) {
	for text, want := range map[string][]Tag{
		`[A "x"]`:                  {{"A", "x"}},
		`[A ""]`:                   {{"A", ""}},
		`[A "x\"y"]`:               {{"A", `x"y`}},
		`[A "x\\"]`:                {{"A", `x\`}},
		`[A "x\y"]`:                {{"A", `x\y`}},
		`[A "x" ]`:                 {{"A", "x"}},
		`[A "x" y"]`:               {{"A", `x" y`}},
		`[A "x"] [B "y"]`:          {{"A", "x"}, {"B", "y"}},
		"[A_1 \"x\"]\n\n[B \"y\"]": {{"A_1", "x"}, {"B", "y"}},
	} {
		g, problems := told(text)
		if !slices.Equal(g.Tags, want) || len(problems) > 0 {
			t.Errorf("%s: %q, %v, want %q", text, g.Tags, problems, want)
		}
	}
}

// Results: the last one of the game counts, none of a variation.
func TestResult(t *testing.T) {
	for text, want := range map[string]string{
		"1. e4 1-0": "1-0", "1. e4 0-1": "0-1", "1. e4 1/2": "1/2-1/2", "1. e4 ½-½": "1/2-1/2", "1. e4 1/2-1/2": "1/2-1/2", "1. e4 *": "*",
		"1. e4 (1. d4 1-0) 0-1": "0-1", "1. e4 (1. d4 1-0)": "", "1. e4 1-0 *": "*", "1. e4": "",
	} {
		if g, _ := told(text); g.Result != want {
			t.Errorf("%s: %q, want %q", text, g.Result, want)
		}
	}
}

// What is written has the seven tags in their order, and SetUp and FEN only where the game
// does not begin as usual.
func TestFormatStart(t *testing.T) {
	g, _ := told("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[SetUp \"1\"]\n[Black \"B\"]\n[ECO \"\"]\n[Date \"2020.01.02\"]\n\n1... Kd7 2. e4")
	const want = `[Event "?"]
[Site "?"]
[Date "2020.01.02"]
[Round "?"]
[White "?"]
[Black "B"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]
[ECO ""]

1... Kd7 2. e4 *
`
	if got := g.Format(nil); got != want {
		t.Errorf("got\n%s", got)
	}
	roundTrip(t, g)
	// Lines are as long as may be, and no longer.
	for n := range 90 {
		g, _ := told("1. e4 {" + strings.Repeat("x", n) + "} e5 {" + strings.Repeat("yy ", n) + "} 2. Nf3 ({z} 2. f4 exf4 (2... d5) 3. Nf3) Nc6 $1 3. Bb5")
		roundTrip(t, g)
	}
	full := 0
	g, _ = told("1. e4 {" + strings.Repeat("a bc ", 100) + "}")
	for line := range strings.Lines(g.Format(nil)) {
		if len(line)-1 == width {
			full++
		}
	}
	if full == 0 {
		t.Errorf("no line has %d characters", width)
	}
}

func TestDatesInWords(t *testing.T) {
	for tag, want := range map[string]string{
		"2020.01.02": "2020-01-02", "2020.01.??": "2020-01", "2020.??.??": "2020", "????.01.02": "", "2020-01-02": "2020-01-02", "2020": "2020",
		"Sun Jul 09 2023": "Sun Jul 09 2023", "9 июля 2023": "9 июля 2023", "9.VII.2023": "9.VII.2023", "2023-07-09T10:00:00Z": "2023-07-09T10:00:00Z",
		"2019.12.30-2020.01.02": "2019.12.30-2020.01.02", "23.07.09": "23-07-09",
	} {
		if got := dateOf(tag); got != want {
			t.Errorf("dateOf(%q) = %q, want %q", tag, got, want)
		}
	}
	for day, want := range map[string]string{
		"2023-07-09": "2023.07.09", "2023-07": "2023.07.??", "2023": "2023.??.??", "9 июля 2023": "2023.07.09", "2023-07-09..11": "2023.07.??",
		"2023-07-09..08-11": "2023.??.??", "2022-12-30..2023-01-02": "????.??.??", "before 1900": "????.??.??",
	} {
		if got := dateText(gameinfo.ParseDate(day).Spans[0]); got != want {
			t.Errorf("%q is written %q, want %q", day, got, want)
		}
	}
}

// gamesOf returns what the games of a file say of themselves, and what was reported of them.
func gamesOf(t *testing.T, text string) (games []string) {
	t.Helper()
	s := newSplitter(strings.NewReader(text), store.Charset{}, maxGame)
	var all strings.Builder
	for s.Scan() {
		piece := s.Piece()
		all.Write(piece.Lead)
		all.Write(piece.Game)
		if len(piece.Game) == 0 { // the end of the last line
			continue
		}
		var reports []string
		g := Parse(piece.Game, func(code string, line int, words string) {
			reports = append(reports, fmt.Sprint(piece.Line+line-1, " ", words))
		})
		games = append(games, fmt.Sprint(g.Tag("Event"), "|", g.Tag("White"), "|", len(g.Nodes)-1, "|", g.Result, "|", strings.Join(reports, ", ")))
	}
	if s.Err() != nil {
		t.Errorf("%q: %v", text, s.Err())
	}
	if all.String() != text {
		t.Errorf("the pieces of %q are %q", text, all.String())
	}
	return games
}

func TestDirtyGames(t *testing.T) {
	const second = "\n[Event \"Next\"]\n[White \"P\"]\n\n1. d4 d5 0-1\n"
	for _, tt := range []struct{ text, want string }{
		{"[Event \"Cup]\n[White \"X\"]\n\n1. e4 e5 1-0\n" + second, "Cup|X|2|1-0|1 the closing quotation mark is missing of the tag Event, which is read as \"Cup\""},
		{"[Event \"Cup\"\n[White \"X\"]\n\n1. e4 e5 1-0\n" + second, "Cup|X|2|1-0|1 the closing bracket is missing of the tag Event, which is read as \"Cup\""},
		{"[White \"X\"]\nEvent \"Cup\"]\n\n1. e4 e5 1-0\n" + second, "Cup|X|2|1-0|2 the opening bracket is missing of the tag Event, which is read as \"Cup\""},
		{"[Event Spring Cup]\n[White \"X\"]\n\n1. e4 e5 1-0\n" + second, "Spring Cup|X|2|1-0|1 quotation marks are missing of the tag Event, which is read as \"Spring Cup\""},
		{"[Event \"Spring\n Cup\"]\n[White \"X\"]\n\n1. e4 e5 1-0\n" + second, "Spring Cup|X|2|1-0|1 a line end in the value of the tag Event, which is read as \"Spring Cup\""},
		{"[Event \"Cup\"]\n[White \"X\"]\n\n1. e4 {a {b} c} e5 1-0\n" + second, "Cup|X|2|1-0|4 comments within a comment, which are read as one"},
		{"[Event \"Cup\"]\n[White \"X\"]\n\n1. e4 {a {b} e5 {c} 1-0\n" + second, "Cup|X|2|1-0|"},
		{"[Event \"Cup\"]\n[White \"X\"]\n\n1. e4 {a e5 1-0\n" + second, "Cup|X|1||4 a comment is not closed"},
		{"[Event \"Cup\"]\n[White \"X\"]\n\n1. e4 $x e5 $999 $6 1-0\n" + second, "Cup|X|2|1-0|4 \"$x\" is no glyph from $0 to $255, 4 \"$999\" is no glyph from $0 to $255"},
		{"[Event \"Cup\"] [White \"X\"] 1. e4 e5 1-0\n" + second[1:], "Cup|X|2|1-0|"},
		{"[White \"X\"] 1. e4 e5\n[White \"P\"]\n[Event \"Next\"]\n1. d4 d5 0-1", "|X|2||"},
		{"[White \"X\"]\n1. e4 e5 * [Event \"Next\"]\n[White \"P\"]\n1. d4 d5 0-1\n", "|X|2|*|"},
	} {
		for _, end := range []string{"\n", "\r\n", "\r"} {
			got := gamesOf(t, strings.ReplaceAll(tt.text, "\n", end))
			if len(got) != 2 || got[0] != tt.want || got[1] != "Next|P|2|0-1|" {
				t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
			}
		}
	}
	if got := gamesOf(t, "1. e4 e5 (1... c5 1-0) 1-0 1. d4 d5 {0-1 1. c4} 0-1 1. c4 c5 1/2-1/2"); len(got) != 3 || got[2] != "||2|1/2-1/2|" {
		t.Errorf("three games on a line: %q", got)
	}
	if got := gamesOf(t, "1. e4 {[%clk 1:00:00] * 1. d4} e5 ; 1-0 1. f4\n2. Nf3 1-0 [x]"); len(got) != 1 {
		t.Errorf("one game on a line: %q", got)
	}
}

// A comment that has another in it ends where both are closed. If they never are, it ends at the first
// brace, and so do those behind it: none of them looks for its end again.
func TestCommentsWithinComments(t *testing.T) {
	for text, want := range map[string][]string{
		"1. e4 {a {b} c} e5 {d} *":           {"a {b} c", "d"},
		"1. e4 {a {b} e5 {c {d} e} d4 {f} *": {"a {b", "c {d", "f"},
	} {
		var got []string
		for _, n := range Parse([]byte(text), nil).Nodes {
			got = append(got, n.Comments...)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: comments %q, want %q", text, got, want)
		}
	}
}
