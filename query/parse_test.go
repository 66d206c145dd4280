package query

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
)

func word(s string) Value   { return Value{Kind: Word, Text: s} }
func phrase(s string) Value { return Value{Kind: Phrase, Text: s} }

func term(field string, values ...Value) *Term { return &Term{Field: field, Values: values} }

// parseTests are queries, their trees, and their normal forms where these
// differ from what was written.
var parseTests = []struct {
	in     string
	want   Node
	normal string
}{
	// Texts without a field.
	{"", nil, ""},
	{"  \u3000 ", nil, ""},
	{"shusaku", term("", word("shusaku")), ""},
	{"cho chikun", And{term("", word("cho")), term("", word("chikun"))}, ""},
	{"cho and chikun", And{term("", word("cho")), term("", word("chikun"))}, "cho chikun"},
	{`"cho chikun"`, term("", phrase("cho chikun")), ""},
	{"“cho chikun”", term("", phrase("cho chikun")), `"cho chikun"`},
	{"„cho chikun“", term("", phrase("cho chikun")), `"cho chikun"`},
	{`"a \"b\" \\ c\nd"`, term("", phrase("a \"b\" \\ c\nd")), ""},
	{"“a \"", term("", phrase("a ")), `"a "`},
	{"honi*", term("", Value{Kind: Prefix, Text: "honi"}), ""},
	{"kobayasi~", term("", Value{Kind: Fuzzy, Text: "kobayasi"}), ""},
	{`"cho chi"*`, term("", Value{Kind: Prefix, Text: "cho chi"}), ""},
	{"趙治勲\u3000本因坊", And{term("", word("趙治勲")), term("", word("本因坊"))}, "趙治勲 本因坊"},
	{"Hon'inbō", term("", word("Hon'inbō")), ""},
	{"a,b", term("", word("a,b")), ""},
	{"12:30", term("", word("12:30")), ""},
	{`"or"`, term("", phrase("or")), ""},
	{"Or", term("", word("Or")), ""},
	{"orchid", term("", word("orchid")), ""},

	// Fields.
	{"player:cho", term("player", word("cho")), ""},
	{"Player:cho", term("player", word("cho")), "player:cho"},
	{"opponent:cho", term("opponent", word("cho")), ""},
	{"PB:cho", term("black", word("cho")), "black:cho"},
	{"KGSDE:x", term("KGSDE", word("x")), ""},
	{`player:cho,"kobayashi koichi",honi*`, term("player", word("cho"), phrase("kobayashi koichi"), Value{Kind: Prefix, Text: "honi"}), ""},
	{"player=Cho", term("player", Value{Kind: Exact, Text: "Cho"}), ""},
	{`player="Cho Chikun",Takemiya`, term("player", Value{Kind: Exact, Text: "Cho Chikun"}, Value{Kind: Exact, Text: "Takemiya"}), ""},
	{"player!=Cho", Not{term("player", Value{Kind: Exact, Text: "Cho"})}, "-player=Cho"},
	{"player~kobayasi", term("player", Value{Kind: Fuzzy, Text: "kobayasi"}), "player:kobayasi~"},
	{`player:/^Cho\b/`, term("player", Value{Kind: Regexp, Text: `^Cho\b`}), ""},
	{`file:/a\/b\\/`, term("file", Value{Kind: Regexp, Text: `a/b\\`}), ""},
	{"file:games/a.sgf", term("file", word("games/a.sgf")), ""},
	{"or:x", nil, "error"},

	// Ranges and typed values.
	{"date:1985..1999", term("date", Value{Kind: Between, Text: "1985", To: "1999"}), ""},
	{"DT:1985-03-12", term("date", word("1985-03-12")), "date:1985-03-12"},
	{"date:1985..", term("date", Value{Kind: AtLeast, Text: "1985"}), "date:>=1985"},
	{"date:..1985", term("date", Value{Kind: AtMost, Text: "1985"}), "date:<=1985"},
	{"date:1980s", term("date", word("1980s")), ""},
	{`date="ca. 1760"`, term("date", Value{Kind: Exact, Text: "ca. 1760"}), ""},
	{"komi:6.5", term("komi", word("6.5")), ""},
	{"KM=375", term("komi", Value{Kind: Exact, Text: "375"}), "komi=375"},
	{`date:"March 1985"`, term("date", phrase("March 1985")), ""},
	{"date:弘化三年", term("date", word("弘化三年")), ""},
	{"rank:9段", term("rank", word("9段")), ""},
	{"date:1984-02-29", term("date", word("1984-02-29")), ""},
	{"komi=6½", term("komi", Value{Kind: Exact, Text: "6½"}), ""},
	{"komi:-5.5", term("komi", word("-5.5")), ""},
	{"komi!=6.5", Not{term("komi", Value{Kind: Exact, Text: "6.5"})}, "-komi=6.5"},
	{"komi>6", term("komi", Value{Kind: More, Text: "6"}), "komi:>6"},
	{"komi:>6", term("komi", Value{Kind: More, Text: "6"}), ""},
	{"komi<=6", term("komi", Value{Kind: AtMost, Text: "6"}), "komi:<=6"},
	{"-handicap:>0", Not{term("handicap", Value{Kind: More, Text: "0"})}, ""},
	{"size:9,13,19x13", term("size", word("9"), word("13"), word("19x13")), ""},
	{"rank:1d..9d", term("rank", Value{Kind: Between, Text: "1d", To: "9d"}), ""},
	{"BR:9p", term("blackrank", word("9p")), "blackrank:9p"},
	{"winner:black by:resign", And{term("winner", word("black")), term("by", word("resign"))}, ""},
	{"result:W+R moves:<150", And{term("result", word("W+R")), term("moves", Value{Kind: Less, Text: "150"})}, ""},
	{"has:variations has:BR", And{term("has", word("variations")), term("has", word("BR"))}, ""},
	{"game:othello", term("game", word("othello")), ""},
	{"tag:read* -note:ladder saved:mine", And{term("tag", Value{Kind: Prefix, Text: "read"}), Not{term("note", word("ladder"))}, term("saved", word("mine"))}, ""},
	{"id:7,9..12", term("id", word("7"), Value{Kind: Between, Text: "9", To: "12"}), ""},
	{"sig:ncqfcqrorepn", term("sig", word("ncqfcqrorepn")), ""},
	{"used:>1h30m eval:<-2.5", And{term("used", Value{Kind: More, Text: "1h30m"}), term("eval", Value{Kind: Less, Text: "-2.5"})}, ""},
	{"tag=read", term("tag", Value{Text: "read"}), "tag:read"},
	{`game:"lines of action"`, term("game", phrase("lines of action")), ""},

	// Alternatives, negation, parentheses.
	{"a or b c", Or{term("", word("a")), And{term("", word("b")), term("", word("c"))}}, ""},
	{"a OR b or c", Or{term("", word("a")), term("", word("b")), term("", word("c"))}, "a or b or c"},
	{"(a or b) c", And{Or{term("", word("a")), term("", word("b"))}, term("", word("c"))}, ""},
	{"(a or b)(c)", And{Or{term("", word("a")), term("", word("b"))}, term("", word("c"))}, "(a or b) c"},
	{"((a)) (b c)", And{term("", word("a")), term("", word("b")), term("", word("c"))}, "a b c"},
	{"-a", Not{term("", word("a"))}, ""},
	{"not a", Not{term("", word("a"))}, "-a"},
	{"--a", term("", word("a")), "a"},
	{"NOT (a b)", Not{And{term("", word("a")), term("", word("b"))}}, "-(a b)"},
	{"not(a or b) c", And{Not{Or{term("", word("a")), term("", word("b"))}}, term("", word("c"))}, "-(a or b) c"},

	// Boards.
	{`pos:"B[pd];W[dp]"`, &Board{Kind: "pos", Text: "B[pd];W[dp]"},
		`pos:"B[pd];W[dp]" move:any next:any colors:fixed symmetry:on variations:on`},
	{`pos:[B[pd];W[dp]] next:b`, &Board{Kind: "pos", Text: "B[pd];W[dp]", Next: position.Black},
		`pos:"B[pd];W[dp]" move:any next:b colors:fixed symmetry:on variations:on`},
	{`pos:12@60`, &Board{Kind: "pos", Text: "12@60"},
		`pos:"12@60" move:any next:any colors:fixed variations:on`},
	{`pos:@"my file.sgf" tomove:white`, &Board{Kind: "pos", Text: "my file.sgf", File: true, Next: position.White},
		`pos:@"my file.sgf" move:any next:w colors:fixed variations:on`},
	{`pat:@corner.txt anchor:corner move:<=50 colors:either next:w`,
		&Board{Kind: "pat", Text: "corner.txt", File: true, Anchor: "corner", Moves: Window{0, 50}, SwapColors: true, Next: position.White},
		`pat:@corner.txt anchor:corner move:<=50 next:w colors:either symmetry:on variations:on`},
	{`pat:NE[.X/..] anchor:corner`, &Board{Kind: "pat", Text: "NE[.X/..]", Anchor: "NE"},
		`pat:"NE[.X/..]" anchor:NE move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:"| . X\n| . .\n+----" anchor:Corner`, &Board{Kind: "pat", Text: "| . X\n| . .\n+----", Anchor: "SW"},
		`pat:"| . X\n| . .\n+----" anchor:SW move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:[.X/..] anchor:corner`, &Board{Kind: "pat", Text: "[.X/..]", Anchor: "corner"},
		`pat:"[.X/..]" anchor:corner move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:N[.X/..] anchor:side`, &Board{Kind: "pat", Text: "N[.X/..]", Anchor: "N"},
		`pat:"N[.X/..]" anchor:N move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:NE[.X/..] anchor:anywhere`, &Board{Kind: "pat", Text: "NE[.X/..]", Anchor: "anywhere"},
		`pat:"NE[.X/..]" anchor:anywhere move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:[.XO/...] player:cho move:40..120`,
		And{&Board{Kind: "pat", Text: "[.XO/...]", Moves: Window{40, 120}}, term("player", word("cho"))},
		`pat:"[.XO/...]" anchor:drawn move:40..120 next:any colors:fixed symmetry:on variations:on player:cho`},
	{`-pat:NE[.X/..] symmetry:off variations:off`,
		Not{&Board{Kind: "pat", Text: "NE[.X/..]", Symmetry: "off", MainLine: true}},
		`-pat:"NE[.X/..]" anchor:drawn move:any next:any colors:fixed symmetry:off variations:off`},
	{`pos:B[pd];W[dp]`, &Board{Kind: "pos", Text: "B[pd];W[dp]"},
		`pos:"B[pd];W[dp]" move:any next:any colors:fixed symmetry:on variations:on`},
	{`(pos:[Q16 D4] or pat:SE3x2[X.. | ...])`,
		Or{&Board{Kind: "pos", Text: "Q16 D4"}, &Board{Kind: "pat", Text: "SE3x2[X.. | ...]"}},
		`pos:"Q16 D4" move:any next:any colors:fixed symmetry:on variations:on or ` +
			`pat:"SE3x2[X.. | ...]" anchor:drawn move:any next:any colors:fixed symmetry:on variations:on`},
	{`seq:[B Q16 W R14 B O17] anchor:corner within:3`,
		&Board{Kind: "seq", Text: "[B Q16 W R14 B O17]", Anchor: "NE", Within: 3},
		`seq:"[B Q16 W R14 B O17]" anchor:NE within:3 move:any next:any colors:fixed symmetry:on variations:on`},
	{`seq:corner[B Q16 W R14 B O17] gap:<=2`,
		&Board{Kind: "seq", Text: "[B Q16 W R14 B O17]", Anchor: "NE", Within: 3},
		`seq:"[B Q16 W R14 B O17]" anchor:NE within:3 move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:[X] hits:every stood:>=10`, &Board{Kind: "pat", Text: "[X]", Every: true, Stood: Window{10, 0}},
		`pat:"[X]" anchor:drawn move:any next:any colors:fixed symmetry:on variations:on hits:every stood:>=10`},
	{`pos:1@5 ko:same hits:first`, &Board{Kind: "pos", Text: "1@5", Ko: "same"},
		`pos:"1@5" move:any next:any colors:fixed variations:on ko:same`},
	{`then(pat:[X/.] move:<=9,within:20,pos:@a.txt ko:cd) player:cho`,
		And{&Then{&Board{Kind: "pat", Text: "[X/.]", Moves: Window{0, 9}}, &Board{Kind: "pos", Text: "a.txt", File: true, Ko: "cd"}, 20}, term("player", word("cho"))},
		`then(pat:"[X/.]" anchor:drawn move:<=9 next:any colors:fixed symmetry:on variations:on, within:20, ` +
			`pos:@a.txt move:any next:any colors:fixed variations:on ko:cd) player:cho`},
	{`-THEN( seq:[B cc W dd] within:3 , pat:@"a,b" )`,
		Not{&Then{&Board{Kind: "seq", Text: "[B cc W dd]", Within: 3}, &Board{Kind: "pat", Text: "a,b", File: true}, 0}},
		`-then(seq:"[B cc W dd]" anchor:drawn within:3 move:any next:any colors:fixed symmetry:on variations:on, within:any, ` +
			`pat:@"a,b" anchor:drawn move:any next:any colors:fixed symmetry:on variations:on)`},
	{`pos:(;SZ[9]PB[a\]) b];B[cc](;W[gg])(;W[dd])) cho`,
		And{&Board{Kind: "pos", Text: `(;SZ[9]PB[a\]) b];B[cc](;W[gg])(;W[dd]))`}, term("", word("cho"))},
		`pos:"(;SZ[9]PB[a\\]) b];B[cc](;W[gg])(;W[dd]))" move:any next:any colors:fixed symmetry:on variations:on cho`},
	{`pos:"Q16 D4 Q4" near:2`, &Board{Kind: "pos", Text: "Q16 D4 Q4", Near: 2},
		`pos:"Q16 D4 Q4" move:any next:any colors:fixed symmetry:on variations:on near:2`},
	{`seq:"B K17 W K16" anchor:side`, &Board{Kind: "seq", Text: "B K17 W K16", Anchor: "N"}, // in the middle column
		`seq:"B K17 W K16" anchor:N within:any move:any next:any colors:fixed symmetry:on variations:on`},
	{`seq:"B K17 W K16" anchor:corner`, &Board{Kind: "seq", Text: "B K17 W K16", Anchor: "NW"},
		`seq:"B K17 W K16" anchor:NW within:any move:any next:any colors:fixed symmetry:on variations:on`},
	{`pos:"1. e4 e5 2. Nf3"`, &Board{Kind: "pos", Text: "1. e4 e5 2. Nf3"}, // which only chess can read
		`pos:"1. e4 e5 2. Nf3" move:any next:any colors:fixed symmetry:on variations:on`},
	{`pat:[X] anchor:@cd:ef`, &Board{Kind: "pat", Text: "[X]", Anchor: "@cd:ef"},
		`pat:"[X]" anchor:@cd:ef move:any next:any colors:fixed symmetry:on variations:on`},
}

func TestParse(t *testing.T) {
	for _, test := range parseTests {
		q, err := Parse(test.in)
		if test.normal == "error" {
			if err == nil {
				t.Errorf("Parse(%q): no error", test.in)
			}
			continue
		}
		if err != nil {
			t.Errorf("Parse(%q): %v", test.in, err)
			continue
		}
		if diff := cmp.Diff(test.want, q.Root); diff != "" {
			t.Errorf("Parse(%q) (-want +got):\n%s", test.in, diff)
		}
		want := test.normal
		if want == "" && test.want != nil {
			want = test.in
		}
		if got := q.String(); got != want {
			t.Errorf("Parse(%q).String() = %q, want %q", test.in, got, want)
		}
		checkRoundTrip(t, q)
	}
}

// checkRoundTrip requires that a query survives its text and its JSON form.
func checkRoundTrip(t *testing.T, q Query) {
	t.Helper()
	again, err := Parse(q.String())
	if err != nil {
		t.Fatalf("Parse(%q): %v", q.String(), err)
	}
	if diff := cmp.Diff(q, again); diff != "" {
		t.Errorf("Parse(q.String()) of %q (-q +got):\n%s", q.String(), diff)
	}
	data, err := json.Marshal(q)
	if err != nil {
		t.Fatalf("Marshal(%q): %v", q.String(), err)
	}
	var decoded Query
	if err := json.Unmarshal(data, &decoded); err != nil {
		t.Fatalf("Unmarshal(%s): %v", data, err)
	}
	if diff := cmp.Diff(q, decoded); diff != "" {
		t.Errorf("through JSON %s (-q +got):\n%s", data, diff)
	}
}

// errorTests are wrong queries. The mark § stands before the place that the
// error should point at.
var errorTests = []struct{ in, want string }{
	{"§plaer:cho", `unknown field "plaer"; did you mean "player"?`},
	{"cho §evnet:x", `did you mean "event"?`},
	{"§pb:x", `did you mean "PB"?`},
	{"§patt:x", `did you mean "pat"?`},
	{"趙治勲 §plaer:cho", "unknown field"},
	{"§enc:doubtful", "ask with charset:"},
	{"§Year:1985", "ask with date:1985"},
	{"§http://example.com", "quotation marks"},
	{"captures:yes §AT:Z99", "expected \"pattern\", a point"},
	{"game:othello §ladder:works", "belongs to go"},
	{"captures:§0", "numbers begin with 1"},
	{"captures:§no", "-captures:yes"},
	{"§captures:yes at:pattern", "expected a term pat: or pos: beside it"},
	{"ladder:§maybe", "is none of yes, works"},
	{"player:§ cho", `expected a value right after "player:"`},
	{"player:a,§", "expected a value"},
	{`§"cho`, "not closed"},
	{`player:§""`, "empty, and -has:player"},
	{`moves:§""`, "this one is empty"},
	{`§""`, "this one is empty"},
	{`"a"§b`, "expected a space"},
	{"§(a", "not closed"},
	{"a§)", "closes nothing"},
	{"(§)", `before ")"`},
	{"a or §", "the query ends here"},
	{"§or a", `before "or"`},
	{"a and §or b", `before "or"`},
	{"-§", "the query ends here"},
	{"a -§ b", "expected a word"},
	{"§/x(/", "missing closing"},
	{"§!?", "no word"},
	{"player:§/(/", "missing closing )"},
	{"player:§/x", "not closed by a slash"},
	{"comment:§/x(/", "missing closing"},
	{"player:§a*b", "quotation marks"},
	{"player:§<5", "quotation marks"},
	{"player<§5", "no range"},
	{"date:§23-07-09", "may be 2009-07-23 or 2023-07-09"},
	{"date:§someday", "is not a date"},
	{"date:§1985-13", "is not a date"},
	{"date:§1999..1985", "ends before it begins"},
	{"date:§1985-02-29", "that month has 28 days"},
	{"date:§1985..1999-11-31", "that month has 30 days"},
	{"date:§80s", "such as 1980s"},
	{"moves:§>", `expected a value after ">"`},
	{"moves>=§", `expected a value right after "moves>="`},
	{"komi:§sixish", "is not a number"},
	{"komi>§1..2", "single value"},
	{"size:§99", "is not a size"},
	{"rank:§9x", "is not a rank; expected 3k, 1d or 9p"},
	{"rank:§2000..2400", "for ratings use rating:2000..2400"},
	{"WR>=§2600", "for ratings use whiterating:>=2600"},
	{"WR:§2600", "for ratings use whiterating:2600"},
	{"BR:§<2600.5", "for ratings use blackrating:<2600.5"},
	{"winner:§red", "is not one of black, white"},
	{`winner:§"go seigen"`, `(black:"go seigen" winner:black) or (white:"go seigen" winner:white)`},
	{"by:§luck", "is not one of"},
	{"has:§wings", "is not one of"},
	{"has:§name", "cannot be asked for with has:"},
	{"game:§ludo", "is not a game"},
	{"§anchor:corner", "belongs after"},
	{"(pat:[X]) §anchor:corner", "belongs after"},
	{"pos:pd §anchor:corner", "belongs after"},
	{"pat:[X] anchor:corner §anchor:side", "given twice"},
	{"pat:[X] -§anchor:side", "has no - or not"},
	{"pat:[X] §anchor:moon", "is not a place"},
	{"pat:[X] §colors:red", `"fixed" or "either"`},
	{"pos:§(;B[cc]", "not closed"},
	{"pat:[X] §ko:none", "belongs"},
	{"pos:[cc] §stood:3", "belongs"},
	{"pos:[cc] §ko:z9", `"same" or a point`},
	{"pat:[X] §hits:all", `"first" or "every"`},
	{"then(§cho, pat:[X])", "expected pos:"},
	{"then(pat:[X]§)", "a second board term"},
	{"then(pat:[X], §within:0, pat:[O])", "from 1"},
	{"then(pat:[X], within:3 §pat:[O])", "a comma and a board term"},
	{"§then(pat:[X], pat:[O]", "not closed"},
	{"§then(pat:[X], pat:[O] player:cho)", "not closed"},
	{"then(pat:[X], pat:[O]) §move:3", "belongs"},
	{"then(pat:[X], pat:§[O/..])", "row 2"},
	{"pat:[X] §move:0", "numbered from 1"},
	{"pat:[X] §next:x", `"b", "w" or "any"`},
	{"pat:§[X", "bracket is not closed"},
	{"pos:§", "expected a text"},
	{"pos:§Q99", "Q99"},
	{"cho pat:§[X/..] next:b", "row 2 has 2 points"},
	{"seq:§[X]", "X"},
	{"seq:corner[B Q16 W R14] §anchor:side", "twice"},
	{"seq:[B Q16 W R14] §gap:<=x", "within"},
	{"seq:[B Q16 W R14] §gap:>2", "within"},
	{"pat:[X] §within:3", "belongs after"},
	{"pos§=x", `expected ":"`},
	{"pat:§NE[X] anchor:NW", "drawn at the corner NE, which contradicts the corner NW; leave one of the two out"},
	{"pat:§N[X] anchor:corner", "drawn at the side N, which contradicts a corner"},
	{"pat:§\"Q16 R14\" anchor:corner", "cut a part out of the position by its place and size"},
	{"tag:§/x/", "expected the name of a tag"},
	{"tag<§x", "expected the name of a tag"},
	{"note<§5", "no range"},
	{"saved:§x*", "expected the name of a saved search"},
	{"sig:§/x/", "a signature is written as in sig:"},
	{"sig:§abc", "want twelve letters"},
	{"id:§x", "is not a number"},
	{"used:§long", "is not a time"},
	{"dup:§twice", "is not one of exact, prefix, near"},
	{"raw:§/(/", "missing closing"},
	{"B:§dd", "moves are not searched as texts"},
	{"pat:§[XO] near:2", "near:2 is too many for a position or pattern of 2 stones"},
	{"pat:§[12] near:1", "near: belongs to patterns without a sequence of moves"},
	{"pat:§[12] game:othello", "the pieces of othello do not stay as they are put"},
	{"pos:§\"1. e4 e5 2. Qxe5\"", `point "Qxe5"`}, // which no game can read
	{"a \xff", "not UTF-8"},
}

func TestParseErrors(t *testing.T) {
	for _, test := range errorTests {
		before, after, marked := strings.Cut(test.in, "§")
		_, err := Parse(before + after)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("Parse(%q): got %v, want an *Error", test.in, err)
			continue
		}
		if want := len([]rune(before)) + 1; marked && e.Column != want {
			t.Errorf("Parse(%q): column %d, want %d (%s)", test.in, e.Column, want, e.Message)
		}
		if !strings.Contains(e.Message, test.want) {
			t.Errorf("Parse(%q): %q, want %q in it", test.in, e.Message, test.want)
		}
	}
}

func TestParseBounds(t *testing.T) {
	for name, s := range map[string]string{
		"parentheses": strings.Repeat("(", 1<<16),
		"negations":   strings.Repeat("-", 1<<16),
		"words":       strings.Repeat("a ", 1<<16),
		"values":      "size:" + strings.Repeat("9,", 1<<16) + "9",
		"length":      strings.Repeat("a", maxQuery+1),
	} {
		if _, err := Parse(s); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	for text, terms := range map[string]int{"a ": 1, "then(pat:[X], pat:[O]) ": 3} {
		full := strings.Repeat("a ", maxTerms-terms) + text
		if _, err := Parse(full); err != nil {
			t.Errorf("%d terms, the last %s: %v", maxTerms, text, err)
		}
		if _, err := Parse("a " + full); err == nil {
			t.Errorf("%d terms, the last %s: no error", maxTerms+1, text)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, test := range parseTests {
		f.Add(test.in)
	}
	for _, test := range errorTests {
		f.Add(strings.ReplaceAll(test.in, "§", ""))
	}
	f.Fuzz(func(t *testing.T, s string) {
		if q, err := Parse(s); err == nil {
			checkRoundTrip(t, q)
		}
	})
}
