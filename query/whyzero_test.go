package query

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestRelaxations: each option that is strict is widened, then each condition is left out.
func TestRelaxations(t *testing.T) {
	const pos, pat = `pos:"Q16 D4"`, `pat:"[X]"`
	for text, want := range map[string][]string{
		"":           nil,
		"player:cho": nil,
		"a b":        {"a: b", "b: a"},
		pos + " move:<=9 next:b ko:none variations:off symmetry:off a": {
			"move:<=9: pos next:b symmetry:off variations:off ko:none a", "next:b: pos move:<=9 symmetry:off variations:off ko:none a",
			"ko:none: pos move:<=9 next:b symmetry:off variations:off a", "colors:fixed: pos move:<=9 next:b colors:either symmetry:off variations:off ko:none a",
			"symmetry:off: pos move:<=9 next:b variations:off ko:none a", "variations:off: pos move:<=9 next:b symmetry:off ko:none a",
			"pos move:<=9 next:b symmetry:off variations:off ko:none: a", "a: pos move:<=9 next:b symmetry:off variations:off ko:none",
		},
		pat + " colors:either":                         {"anchor:drawn: pat anchor:anywhere colors:either"},
		pat + " colors:either anchor:anywhere":         nil,
		`pat:"☗玉28 銀38" colors:either`:                 {`symmetry:off: pat:"☗玉28 銀38" colors:either`}, // which has no other place
		pat + " colors:either stood:>=3 anchor:corner": {"stood:>=3: pat anchor:corner colors:either", "anchor:corner: pat anchor:anywhere colors:either stood:>=3"},
		"then(" + pos + " colors:either, within:5, " + pat + " anchor:anywhere)": {
			"within:5: then(pos colors:either, within:any, pat anchor:anywhere)",
			"colors:fixed of the second term: then(pos colors:either, within:5, pat anchor:anywhere colors:either)",
			"the second term, pat anchor:anywhere: pos colors:either", "the first term, pos colors:either: pat anchor:anywhere",
		},
		"then(" + pos + ", " + pat + " colors:either anchor:anywhere)": {
			"colors:fixed of the first term: then(pos colors:either, within:any, pat anchor:anywhere colors:either)",
			"the second term, pat anchor:anywhere colors:either: pos", "the first term, pos: pat anchor:anywhere colors:either",
		},
	} {
		short := strings.NewReplacer(pos, "pos", pat, "pat", " move:any", "", " next:any", "", " colors:fixed of", " colors:fixed of", " colors:fixed", "", " symmetry:on", "", " variations:on", "", " anchor:drawn", "")
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got []string
		for _, r := range relaxations(q) {
			got = append(got, short.Replace(r.Without)+": "+short.Replace(r.Query.String()))
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
			t.Errorf("%s:\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestWhyZero: what finds something is told, the smallest gain first, and what was found before
// an error.
func TestWhyZero(t *testing.T) {
	q, err := Parse("a b c d")
	if err != nil {
		t.Fatal(err)
	}
	games := map[string]int{"b c d": 7, "a c d": 0, "a b d": 2, "a b c": 7}
	broken := errors.New("broken")
	for failing, want := range map[string]string{"": "c 2, a 7, d 7, <nil>", "a b d": "a 7, broken", "b c d": "broken"} {
		useful, err := WhyZero(q, func(q Query) (int, error) {
			if q.String() == failing {
				return 0, broken
			}
			return games[q.String()], nil
		})
		got := ""
		for _, r := range useful {
			got += fmt.Sprintf("%s %d, ", r.Without, r.Games)
		}
		if got += fmt.Sprint(err); got != want {
			t.Errorf("failing at %q: %s, want %s", failing, got, want)
		}
	}
}

// TestOneBoard: the board term whose continuations can be looked at, and the rest of a query.
func TestOneBoard(t *testing.T) {
	const a, b = `pos:"Q16" `, `pat:"[X]" `
	plain := func(n Node) string {
		if n == nil {
			return "none"
		}
		return strings.NewReplacer(" anchor:drawn", "", " move:any", "", " next:any", "", " colors:fixed", "", " symmetry:on", "", " variations:on", "", ", within:any", "").Replace(Print(n))
	}
	for _, c := range []struct{ text, board, without, boards, rest string }{
		{"", "", "", "", "none"},
		{"cho", "", "", "", "cho"},
		{a, "pos", "none", "pos", "none"},
		{a + "cho date:1985", "pos", "cho date:1985", "pos", "cho date:1985"},
		{a + b, "", "", "pos + pat", "none"},
		{a + "or cho", "", "", "pos or cho", "none"},
		{"-" + a, "", "", "-pos", "none"},
		{a + "(" + b + "or cho)", "", "", "pos + pat or cho", "none"},
		{"then(" + a + ", " + b + ") cho", "pat", "cho", "then(pos, pat)", "cho"},
		{"then(" + a + ", captures:1) cho", "pos", "cho", "then(pos, captures:1)", "cho"},
		{"then(captures:1, " + b + ") cho", "pat", "cho", "then(captures:1, pat)", "cho"},
		{"then(captures:1, atari:1)", "", "", "then(captures:1, atari:1)", "none"},
	} {
		q, err := Parse(c.text)
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		short := strings.NewReplacer(`pos:"Q16"`, "pos", `pat:"[X]"`, "pat")
		board, err := OneBoard(q.Root)
		if (err == nil) != (c.board != "") || err == nil && board.Kind != c.board || err != nil && !errors.Is(err, ErrNoBoard) {
			t.Errorf("%s: board %v, %v; want %s", c.text, board, err, c.board)
		}
		if c.without != "" {
			if got := short.Replace(plain(Without(q.Root, board))); got != c.without {
				t.Errorf("%s: without its board %s, want %s", c.text, got, c.without)
			}
		}
		boards, rest := SplitBoards(q.Root)
		var list []string
		for _, n := range boards {
			list = append(list, short.Replace(plain(n)))
		}
		if got := strings.Join(list, " + "); got != c.boards || short.Replace(plain(rest)) != c.rest {
			t.Errorf("%s: boards %s and %s, want %s and %s", c.text, got, short.Replace(plain(rest)), c.boards, c.rest)
		}
		if HasBoards(q.Root) != (c.boards != "") {
			t.Errorf("%s: has boards: %t", c.text, c.boards == "")
		}
	}
	x, y := term("", word("x")), term("", word("y"))
	for _, c := range []struct {
		nodes []Node
		want  string
	}{{nil, "none"}, {[]Node{nil, nil}, "none"}, {[]Node{nil, x}, "x"}, {[]Node{x, nil, y}, "x y"}} {
		if got := plain(AllOf(c.nodes...)); got != c.want {
			t.Errorf("all of %v: %s, want %s", c.nodes, got, c.want)
		}
	}
}

// TestWholeBoard: what the index of positions answers by itself.
func TestWholeBoard(t *testing.T) {
	for text, want := range map[string]bool{
		`pos:"Q16 D4"`: true, `pos:"Q16" colors:either`: true, `pos:"Q16" symmetry:off`: true, `pos:"Q16" colors:either symmetry:off`: true,
		"": false, "cho": false, `pos:"Q16" cho`: false, `-pos:"Q16"`: false, `pos:"Q16" or pos:"D4"`: false, `pos:"Q16" pos:"D4"`: false,
		`pos:"Q16 D4" near:1`: false, `pos:"Q16" next:W`: false, `pos:"Q16" move:1..5`: false, `pos:"Q16" variations:off`: false, `pos:"Q16" ko:none`: false,
		`pat:"board[XO]"`: false, `pat:"NE[X]"`: false, `seq:"B Q16"`: false, `then(pos:"Q16", pos:"Q16 D4")`: false,
		`game:shogi pos:startpos`: false, "pos:startpos": false, "pos:12@30": false, // which are replayed, or may be
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := WholeBoard(q.Root); got != want {
			t.Errorf("%s: %t, want %t", text, got, want)
		}
	}
}
