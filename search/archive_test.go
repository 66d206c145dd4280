package search

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// The words of the records that tests generate: few enough to meet again.
var (
	testPlayers  = []string{"Cho Chikun", "Chō Chikun", "趙治勲", "Kobayashi Koichi", "Kobayasi Koichi", "Honinbo Shusaku", "Hon'inbō Shūsaku", "Kobayashi Satoru"}
	testEvents   = []string{"Honinbo", "10th Kisei", "Meijin, 4th game", "Castle game", ""}
	testDates    = [][2]int32{{0, 0}, {19850101, 19851231}, {19850301, 19850331}, {19850312, 19850312}, {19991231, 20000101}, {18460911, 18460915}}
	testResults  = []string{"B+R", "W+R", "B+3.5", "W+0.5", "0", "Void", "?", "B+T", "W+F", "W+"}
	testKomis    = []string{"", "0", "5.5", "6.5", "7.5"}
	testRanks    = []string{"", "3k", "1d", "9d", "1p", "9p"}
	testComments = []string{"a ladder breaker", "the ladder works", "Geta is better", "ko fight", "この手は好手", "征子不成立"}
	testSizes    = []position.Size{position.Square(5), position.Square(9), {Cols: 9, Rows: 5}, position.Square(19)}
)

// testGame generates a game with the numbers and texts that the indexer would
// derive from a record.
func testGame(r *rand.Rand, n int) *store.Game {
	g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;GC[%d])", n)}}
	g.Record.Tree = [2]int{0, len(g.Record.Raw)}
	g.Digest = store.DigestOf(g.Record.Raw)
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	add := func(ident, text string) string {
		if text != "" {
			g.Info = append(g.Info, store.Value{Ident: ident, Text: text})
		}
		return text
	}
	add("PB", pick(testPlayers))
	add("PW", pick(testPlayers))
	add("EV", pick(testEvents))
	f := &g.Facts
	f.Game, f.Flags = 1, store.HasNames
	if r.IntN(20) == 0 {
		f.Game = 2
	}
	f.Size = testSizes[r.IntN(len(testSizes))]
	date := testDates[r.IntN(len(testDates))]
	f.DateLo, f.DateHi = date[0], date[1]
	if f.DateLo != 0 {
		add("DT", fmt.Sprint(f.DateLo))
	}
	o, _ := plainWord(add("RE", pick(testResults))).Outcome()
	f.Winner, f.How = o.Winner, o.How
	if o.How == store.ByPoints {
		f.Margin = int32(o.Margin.Lo)
	}
	f.Komi = store.NoKomi
	if text := add("KM", pick(testKomis)); text != "" {
		komi, _ := plainWord(text).Numbers(true)
		f.Komi = int32(komi.Lo)
	}
	rank := func(ident string) int16 {
		value, _ := plainWord(add(ident, pick(testRanks))).Ranks()
		return int16(value.Lo)
	}
	f.BlackRank, f.WhiteRank = rank("BR"), rank("WR")
	f.Handicap = uint8(r.IntN(3))
	g.Script = testScript(r, f.Size)
	f.Moves, f.Nodes = uint32(g.Script.Moves()), uint32(g.Script.Nodes())
	if g.Script.Branched() {
		f.Flags |= store.HasVariations
	}
	for node := range g.Script.Nodes() {
		if r.IntN(40) == 0 {
			g.Comments = append(g.Comments, store.Comment{Node: node, Ident: "C", Text: pick(testComments)})
			f.Flags |= store.HasComments
		}
	}
	if f.Game == goNumber {
		g.Keys = testKeys(f.Size, g.Script)
	}
	return g
}

// testKeys returns the keys that the indexer would derive.
func testKeys(size position.Size, script position.Script) []position.Key {
	var keys []position.Key
	var replay position.Replayer
	replay.Replay(size, script, func(b *position.Board, step *position.Step) bool {
		if step.Node == 0 || len(step.Changes) > 0 {
			keys = append(keys, b.IndexKey())
		}
		return true
	})
	return keys
}

// testScript generates moves, and for every other game illegal ones, setup in
// the middle of the game and variations. Most moves are in a corner, so that
// games meet.
func testScript(r *rand.Rand, size position.Size) position.Script {
	wild := r.IntN(2) == 0
	board := position.NewBoard(size)
	point := func() position.Point {
		if r.IntN(3) > 0 {
			return position.At(r.IntN(min(size.Cols, 4)), r.IntN(min(size.Rows, 4)))
		}
		return position.At(r.IntN(size.Cols), r.IntN(size.Rows))
	}
	move := func(c position.Color) position.Move {
		for range 20 {
			if m := (position.Move{Color: c, Point: point()}); wild || board.Legal(m) == nil {
				return m
			}
		}
		return position.Move{Color: c, Point: position.Pass}
	}
	var b position.ScriptBuilder
	b.Node()
	if r.IntN(4) == 0 {
		for _, c := range []position.Color{position.Black, position.White} {
			p := point()
			b.Add(c, p)
			board.Set(p, c)
		}
	}
	color, depth := position.Black, 0
	for range 10 + r.IntN(60) {
		b.Node()
		if n := r.IntN(30); n == 0 && wild {
			b.Add(position.Color(r.IntN(3)), point())
		} else {
			m := move(color)
			if n == 1 {
				m.Point = position.Pass
			}
			b.Move(m)
			board.Play(m)
		}
		color = color.Opponent()
		switch n := r.IntN(25); {
		case !wild:
		case n == 0 && depth < 5:
			b.Open()
			depth++
		case n == 1 && depth > 0:
			b.Close()
			b.Open()
		case n == 2 && depth > 0:
			b.Close()
			depth--
		}
	}
	for ; depth > 0; depth-- {
		b.Close()
	}
	return slices.Clone(b.Script())
}

// A testArchive is an archive of generated games, and the games themselves by
// their ids; removed ones are nil.
type testArchive struct {
	*store.Snapshot
	dir   string
	games map[store.GameID]*store.Game

	recorded map[store.GameID]*store.Game // of those that are corrected, the games as their records are

	// What the latest board term asks for.
	board   *query.Board
	images  []position.Image
	size    position.Size
	ko      position.Point
	matcher *position.Matcher
}

// newTestArchive makes an archive of n games in segments of at most 100.
func newTestArchive(t testing.TB, n int) *testArchive {
	t.Helper()
	return newArchiveOf(t, testGames(n), 100)
}

// rounds is how often a test does something that it does n times: a quarter of
// it if tests are to be short.
func rounds(n int) int {
	return testsize.Of(n, (n+3)/4)
}

// testGames generates n games.
func testGames(n int) []*store.Game {
	r := rand.New(rand.NewPCG(1, 2))
	var games []*store.Game
	for i := range n {
		games = append(games, testGame(r, i))
	}
	return games
}

// newArchiveOf makes an archive of games in segments of at most so many. Some of
// the games are removed.
func newArchiveOf(t testing.TB, games []*store.Game, most int) *testArchive {
	t.Helper()
	ctx := context.Background()
	dir := filepath.Join(t.TempDir(), "archive")
	db, err := store.Open(dir, &store.Options{Create: true, MaxGames: most})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	generated := make(map[string]*store.Game) // by record
	for _, g := range games {
		generated[string(g.Record.Raw)] = g
	}
	w, err := db.Writer(func(r store.Record) (*store.Game, error) {
		g := *generated[string(r.Raw)]
		return &g, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	a := &testArchive{dir: dir, games: make(map[store.GameID]*store.Game)}
	for _, g := range games {
		id, err := w.Add(ctx, g)
		if err != nil {
			t.Fatal(err)
		}
		a.games[id] = g
	}
	if err := w.Commit(ctx); err != nil {
		t.Fatal(err)
	}
	if err := w.IndexComments(ctx, nil); err != nil {
		t.Fatal(err)
	}
	for id := store.GameID(7); int(id) <= len(games); id += 50 {
		if err := w.Remove(id); err != nil {
			t.Fatal(err)
		}
		delete(a.games, id)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if a.Snapshot, err = db.Snapshot(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// correct corrects one of three games: it has the values of another one.
func (a *testArchive) correct(r *rand.Rand) {
	a.recorded = map[store.GameID]*store.Game{}
	corrections := map[store.GameID]store.Correction{}
	ids := a.ids()
	for _, id := range ids {
		if r.IntN(3) > 0 {
			continue
		}
		own := a.games[id]
		if before := a.recorded[id]; before != nil {
			own = before
		}
		other := *a.games[ids[r.IntN(len(ids))]]
		game := *own
		game.Info = other.Info
		game.Facts = other.Facts
		game.Facts.Game, game.Facts.Size = own.Facts.Game, own.Facts.Size
		game.Facts.Moves, game.Facts.Nodes, game.Facts.Flags = own.Facts.Moves, own.Facts.Nodes, own.Facts.Flags
		corrections[id] = store.Correction{Facts: game.Facts, Info: game.Info}
		a.recorded[id], a.games[id] = own, &game
	}
	a.Correct(store.NewCorrections(corrections))
}

// ids returns the numbers of the games, ascending.
func (a *testArchive) ids() []store.GameID {
	var ids []store.GameID
	for id := range a.games {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// collect returns the games of a search and their hits.
func collect(t testing.TB, hits iter.Seq2[match.Hit, error]) (ids []store.GameID, all map[store.GameID][]match.Hit) {
	t.Helper()
	all = make(map[store.GameID][]match.Hit)
	for h, err := range hits {
		if err != nil {
			t.Fatal(err)
		}
		if len(ids) == 0 || ids[len(ids)-1] != h.Game {
			ids = append(ids, h.Game)
		}
		all[h.Game] = append(all[h.Game], h)
	}
	return ids, all
}

// mustAskFor returns what a board term asks for.
func mustAskFor(t testing.TB, b *query.Board) query.Asked {
	t.Helper()
	asked, err := b.Asked()
	if err != nil {
		t.Fatal(err)
	}
	return asked
}

// plainWord is a value as words are.
func plainWord(s string) query.Value { return query.Value{Kind: query.Word, Text: s} }

// mustSurvive requires that a query survives its text and its JSON form.
func mustSurvive(t *testing.T, q query.Query) {
	t.Helper()
	again, err := query.Parse(q.String())
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
	var decoded query.Query
	if err := json.Unmarshal(data, &decoded); err != nil {
		t.Fatalf("Unmarshal(%s): %v", data, err)
	}
	if diff := cmp.Diff(q, decoded); diff != "" {
		t.Errorf("through JSON %s (-q +got):\n%s", data, diff)
	}
}

const (
	goNumber    = 1 // of the games in SGF
	shogiNumber = 8
)
