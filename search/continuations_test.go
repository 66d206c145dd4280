package search

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// A testRecord is a game on a 9x9 board as a test writes it: moves in SGF
// coordinates from Black on by turns, "--" for a pass, variations in
// parentheses, and texts at nodes.
type testRecord struct {
	black, white, result string
	moves                string
	comments             map[int]string
}

// openRecords makes an archive of a few records.
func openRecords(t testing.TB, records ...testRecord) *store.Snapshot {
	t.Helper()
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	var games []*store.Game
	w, err := db.Writer(func(r store.Record) (*store.Game, error) {
		g := *games[r.Source.Game]
		return &g, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for i, r := range records {
		games = append(games, r.game(t, i))
		if _, err := w.Add(ctx, games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Commit(ctx), w.IndexComments(ctx, nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func (r *testRecord) game(t testing.TB, n int) *store.Game {
	t.Helper()
	g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;%d)", n), Source: store.Source{Game: n}}}
	g.Record.Tree = [2]int{0, len(g.Record.Raw)}
	g.Digest = store.DigestOf(g.Record.Raw)
	g.Info = []store.Value{{Ident: "PB", Text: r.black}, {Ident: "PW", Text: r.white}, {Ident: "RE", Text: r.result}}
	o, _ := plainWord(r.result).Outcome()
	g.Facts = store.Facts{Game: goNumber, Size: position.Square(9), Komi: store.NoKomi, Winner: o.Winner, How: o.How}
	var b position.ScriptBuilder
	b.Node()
	color := position.Black
	var open []position.Color
	for _, word := range strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(r.moves)) {
		switch word {
		case "(":
			open = append(open, color)
			b.Open()
			continue
		case ")":
			color, open = open[len(open)-1], open[:len(open)-1]
			b.Close()
			continue
		}
		p := position.Pass
		if word != "--" {
			var err error
			if p, err = position.ParsePoint(word); err != nil {
				t.Fatal(err)
			}
		}
		b.Node()
		b.Move(position.Move{Color: color, Point: p})
		color = color.Opponent()
	}
	g.Script = append(g.Script, b.Script()...)
	g.Facts.Moves, g.Facts.Nodes = uint32(g.Script.Moves()), uint32(g.Script.Nodes())
	for _, node := range slices.Sorted(maps.Keys(r.comments)) {
		g.Comments = append(g.Comments, store.Comment{Node: node, Ident: "C", Text: r.comments[node]})
	}
	g.Keys = testKeys(g.Facts.Size, g.Script)
	return g
}

// Five games that begin in the middle of the board. The second answers at the
// point that mirrors the first one's answer; the fourth has the colors the
// other way round; the fifth goes on in two ways, one of them a pass.
var middleGames = []testRecord{
	{"Cho Chikun", "Kobayashi Koichi", "B+R", "ee gc cg", map[int]string{2: "The ladder works."}},
	{"Takemiya Masaki", "Cho Chikun", "W+3.5", "ee cg gc", nil},
	{"Otake Hideo", "Rin Kaiho", "0", "ee eg -- gg", nil},
	{"Go Seigen", "Kitani Minoru", "B+R", "-- ee gc cg", nil},
	{"Kato Masao", "Ishida Yoshio", "Void", "ee (cc gg) (-- gc)", map[int]string{4: "No ladder here."}},
}

func TestNext(t *testing.T) {
	s := openRecords(t, middleGames...)
	tests := []struct {
		query string
		want  string // hits/games: moves with games/hits/tenuki
	}{
		// gc, cg and cc are the same by symmetry; the upper right one stands for all.
		{"pos:[9x9 E5]", "4/4: W G7 3/3/0, W G5 1/1/0, W pass 1/1/0"},
		{"pos:[9x9 E5] symmetry:off", "4/4: W C7 1/1/0, W G7 1/1/0, W C3 1/1/0, W E3 1/1/0, W pass 1/1/0"},
		{"pos:[9x9 E5] colors:either", "5/5: W G7 4/4/0, W G5 1/1/0, W pass 1/1/0"},
		{"pos:[9x9 E5] variations:off", "4/4: W G7 3/3/0, W G5 1/1/0"},
		{"pos:[9x9 E5] next:b", "0/0:"},
		{"pos:[9x9 E5] player:cho", "2/2: W G7 2/2/0"},
		// In a pattern the points count from its upper left, which is A9 here.
		{`pat:@middle anchor:center`, "4/4: W E9 3/3/0, B E9 1/1/1, W E7 1/1/0"},
		{`pat:@middle anchor:center next:b`, "1/1: B E9 1/1/1"},
		{"seq:[9x9 E5 G3 C7] anchor:board", "3/3:"},
		{"seq:[9x9 G3 C7]", "0/0:"}, // E5 lies in the region, which is not empty then
	}
	options := &Options{ReadFile: func(name string) ([]byte, error) { return []byte("[.....|.....|..X..|.....|.....]"), nil }}
	for _, test := range tests {
		q, err := query.Parse(test.query)
		if err != nil {
			t.Fatalf("Parse(%q): %v", test.query, err)
		}
		table, err := Next(context.Background(), s, q, options)
		if err != nil {
			t.Errorf("%s: %v", test.query, err)
			continue
		}
		if diff := cmp.Diff(test.want, printTable(table)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.query, diff)
		}
	}
}

func printTable(table *Table) string {
	var moves []string
	for _, c := range table.Continuations {
		name := "pass"
		if c.Move.Point != position.Pass {
			name = position.Square(9).Name(c.Move.Point)
		}
		moves = append(moves, fmt.Sprintf(" %s %s %d/%d/%d", c.Move.Color.Letter(), name, c.Games, c.Hits, c.Tenuki))
	}
	return fmt.Sprintf("%d/%d:%s", table.Hits, table.Games, strings.Join(moves, ","))
}

// Results are those of the players of the asked colors.
func TestNextResults(t *testing.T) {
	s := openRecords(t, middleGames...)
	q, err := query.Parse("pos:[9x9 E5] colors:either")
	if err != nil {
		t.Fatal(err)
	}
	table, err := Next(context.Background(), s, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Game 4 was won by Black, who has the white stones of the asked position.
	if got, want := table.Won, (Results{Black: 1, White: 2, Draw: 1, Other: 1}); got != want {
		t.Errorf("all: %+v, want %+v", got, want)
	}
	if got, want := table.Continuations[0].Won, (Results{Black: 1, White: 2, Other: 1}); got != want {
		t.Errorf("G7: %+v, want %+v", got, want)
	}
}

func TestNextWantsOneBoard(t *testing.T) {
	s := openRecords(t, middleGames...)
	for _, text := range []string{"", "cho", "-pos:[9x9 E5]", "pos:[9x9 E5] or cho", "pos:[9x9 E5] pat:[X]", "pos:[9x9 E5] -pat:[XO]"} {
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		if _, err := Next(context.Background(), s, q, nil); !errors.Is(err, query.ErrNoBoard) {
			t.Errorf("Next of %q: %v, want ErrNoBoard", text, err)
		}
	}
}

func TestCommentHits(t *testing.T) {
	s := openRecords(t, middleGames...)
	q, err := query.Parse("ladder")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for h, err := range Run(context.Background(), s, q, nil) {
		if err != nil {
			t.Fatal(err)
		}
		text, found, _, err := h.Comment.Text(s, h.Game)
		if err != nil {
			t.Fatal(err)
		}
		marked := text[:found[0][0]] + "[" + text[found[0][0]:found[0][1]] + "]" + text[found[0][1]:]
		got = append(got, fmt.Sprintf("game %d, node %d, move %d: %s", h.Game, h.Node, h.MoveNumber, marked))
	}
	want := []string{
		"game 1, node 2, move 2: The [ladder] works.",
		"game 5, node 4, move 2: No [ladder] here.", // the variation's first node
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestOrder(t *testing.T) {
	s := openRecords(t, middleGames...)
	for _, test := range []struct{ order, want string }{
		{"", "1 2 3 4 5"},
		{"-id", "5 4 3 2 1"},
		{"black", "1 4 5 3 2"},
		{"white:desc", "3 1 4 5 2"},
		{"moves,-id", "5 2 1 4 3"},
	} {
		order, err := ParseOrder(test.order)
		if err != nil {
			t.Errorf("ParseOrder(%q): %v", test.order, err)
			continue
		}
		ids, _ := collect(t, Run(context.Background(), s, query.Query{}, &Options{Sort: order}))
		if got := strings.Trim(fmt.Sprint(ids), "[]"); got != test.want {
			t.Errorf("by %q: %s, want %s", test.order, got, test.want)
		}
		page, _ := collect(t, Run(context.Background(), s, query.Query{}, &Options{Sort: order, Offset: 1, Limit: 2}))
		if got := strings.Trim(fmt.Sprint(page), "[]"); got != test.want[2:5] {
			t.Errorf("by %q, two from the second: %s, want %s", test.order, got, test.want[2:5])
		}
	}
	for _, bad := range []string{"luck", "date:up", "date,,id"} {
		if _, err := ParseOrder(bad); err == nil {
			t.Errorf("ParseOrder(%q): no error", bad)
		}
	}
}

// TestOrderUnknown sorts games of which some lack what they are sorted by.
func TestOrderUnknown(t *testing.T) {
	s := openRecords(t,
		testRecord{black: "Shuwa"},
		testRecord{white: "Shuwa"},
		testRecord{black: "cho"},
	)
	for _, test := range []struct{ order, want string }{
		{"black", "3 1 2"},
		{"-black", "1 3 2"},
		{"-white,-id", "2 3 1"},
		{"date,-id", "3 2 1"},
	} {
		order, err := ParseOrder(test.order)
		if err != nil {
			t.Fatal(err)
		}
		ids, _ := collect(t, Run(context.Background(), s, query.Query{}, &Options{Sort: order}))
		if got := strings.Trim(fmt.Sprint(ids), "[]"); got != test.want {
			t.Errorf("by %q: %s, want %s", test.order, got, test.want)
		}
	}
	rank, _ := query.FindField("rank")
	for _, test := range []struct {
		black, white int16
		want         int64
		known        bool
	}{{0, 0, 0, false}, {-5, 0, -5, true}, {0, 109, 109, true}, {-3, 1, 1, true}} {
		got, known := rank.Facts.OfGame(&store.Facts{BlackRank: test.black, WhiteRank: test.white})
		if got != test.want || known != test.known {
			t.Errorf("of ranks %d and %d: %d, %v, want %d, %v", test.black, test.white, got, known, test.want, test.known)
		}
	}
}

func TestWhyZero(t *testing.T) {
	s := openRecords(t, middleGames...)
	q, err := query.Parse("player:cho pos:[9x9 E5] next:b winner:draw")
	if err != nil {
		t.Fatal(err)
	}
	list, err := query.WhyZero(q, counter(s))
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 0 {
		t.Errorf("no single condition is to blame, but got %v", list)
	}
	if q, err = query.Parse("player:cho pos:[9x9 E5] next:b"); err != nil {
		t.Fatal(err)
	}
	if list, err = query.WhyZero(q, counter(s)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range list {
		got = append(got, fmt.Sprintf("without %s %d", r.Without, r.Games))
	}
	want := []string{
		"without next:b 2",
		`without pos:"9x9 E5" move:any next:b colors:fixed symmetry:on variations:on 2`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestExplain(t *testing.T) {
	s := openRecords(t, middleGames...)
	q, err := query.Parse("cho winner:black,white pos:[9x9 E5] -comment:nothing")
	if err != nil {
		t.Fatal(err)
	}
	e, err := explained(context.Background(), s, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range e.Terms {
		got = append(got, fmt.Sprintf("%s by %s: %d of %d", strings.Fields(f.Term)[0], f.Index, f.Verified(), f.Candidates()))
	}
	want := []string{
		"cho by values, comments, anywhere in the game: 2 of 2",
		"winner:black,white by facts: 2 of 2",
		`pos:"9x9 by positions: 2 of 2`,
		"comment:nothing by comments, anywhere in the game: 0 of 0",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if e.Games != 2 || e.Archive != 5 || e.Query != q.String() {
		t.Errorf("%d games of %d for %q, want 2 of 5 for %q", e.Games, e.Archive, e.Query, q)
	}
}

func TestPositionOfGame(t *testing.T) {
	s := openRecords(t, middleGames...)
	for _, test := range []struct{ query, want string }{
		{"pos:1@1", "[1 2 3 5]"},
		{"pos:1@1 colors:either", "[1 2 3 4 5]"},
		{"pos:1@end", "[1 2 5]"},
		{"pos:5@n4", "[1 2 3 5]"}, // a pass leaves the position as it is
		{"pos:2@0", "[1 2 3 4 5]"},
		{"pos:9@1", "no game 9"},
		{"pos:1@77", "ends before move 77"},
		{"pos:@file", "cannot be read here"},
	} {
		q, err := query.Parse(test.query)
		if err != nil {
			t.Fatalf("Parse(%q): %v", test.query, err)
		}
		var ids []store.GameID
		for h, err := range Run(context.Background(), s, q, &Options{PerGame: 1}) {
			if err != nil {
				if !strings.Contains(err.Error(), test.want) {
					t.Errorf("%s: %v, want %q", test.query, err, test.want)
				}
				test.want = "[]"
				break
			}
			ids = append(ids, h.Game)
		}
		if got := fmt.Sprint(ids); got != test.want {
			t.Errorf("%s: %s, want %s", test.query, got, test.want)
		}
	}
}

func TestCancel(t *testing.T) {
	s := openRecords(t, middleGames...)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, err := range Run(ctx, s, query.Query{}, nil) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want context.Canceled", err)
		}
		return
	}
	t.Error("a canceled search ends without an error")
}

// counter counts the games of queries.
func counter(s *store.Snapshot) func(query.Query) (int, error) {
	return func(q query.Query) (int, error) { return CountGames(context.Background(), s, q, nil) }
}
