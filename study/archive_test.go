package study_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/indexer"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// A randomArchive holds random games on small boards, which meet often: with dates of
// every precision, names, comments, variations, handicaps and setup.
type randomArchive struct {
	nodes func(*duplicate.Clusters) search.Searcher // nil: nodes are not asked
	away  func(*duplicate.Clusters) search.Searcher // by segments that come one at a time; may be nil

	*store.Snapshot
	games    []*randomGame
	clusters *duplicate.Clusters
}

// A randomGame is a live game as the segments have it.
type randomGame struct {
	id       store.GameID
	facts    store.Facts
	script   position.Script
	info     map[string]string
	comments []store.Comment
}

func newRandomArchive(t *testing.T, seed uint64, games int) *randomArchive {
	t.Helper()
	return newArchiveOf(t, seed, games, randomRecord)
}

// newArchiveOf returns an archive of records that a function writes.
func newArchiveOf(t *testing.T, seed uint64, games int, record func(*rand.Rand) string) *randomArchive {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 15))
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: 20})
	if err != nil {
		t.Fatal(err)
	}
	w, err := db.Writer(indexer.Derive)
	if err != nil {
		t.Fatal(err)
	}
	a := &randomArchive{}
	for range games {
		raw := []byte(record(r))
		g, err := indexer.Derive(store.Record{Raw: raw, Tree: [2]int{0, len(raw)}, Charset: store.Charset{Name: "utf-8"}})
		if err != nil {
			t.Fatal(err)
		}
		one := &randomGame{facts: g.Facts, script: slices.Clone(g.Script), info: map[string]string{}, comments: g.Comments}
		for _, v := range g.Info {
			one.info[v.Ident] = v.Text
		}
		if one.id, err = w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		a.games = append(a.games, one)
	}
	if err := errors.Join(w.Commit(t.Context()), w.IndexComments(t.Context(), nil), w.Close()); err != nil {
		t.Fatal(err)
	}
	if a.Snapshot, err = db.Snapshot(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(); db.Close() })
	var same []user.Decision
	for i := 0; i+3 < len(a.games); i += 3 {
		if r.IntN(3) == 0 {
			same = append(same, user.Decision{Kind: user.Same, Games: []store.GameID{a.games[i].id, a.games[r.IntN(len(a.games))].id}})
		}
	}
	a.clusters = new(duplicate.Clusters).Decided(a.Snapshot, same)
	if len(a.Segments()) < 5 || a.clusters.Len() < 5 {
		t.Fatalf("%d segments and %d clusters are no test", len(a.Segments()), a.clusters.Len())
	}
	return a
}

// randomRecord writes a game of a few moves on a board of 7 lines, most of them near
// the first ones.
func randomRecord(r *rand.Rand) string {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	var b strings.Builder
	b.WriteString("(;GM[1]FF[4]SZ[7]")
	for _, p := range [][]string{
		{"PB", "Ann", "Ben", "Cho", ""}, {"PW", "Ann", "Ben", "Dora", ""}, {"RE", "B+R", "W+2", "0", "?", ""},
		{"DT", "1846", "1846-09", "1846-09-11", "1846-09-12", "1850", "1990-01-02", "1845-12-31,1846-01-01", "1840..1849", ""},
		{"AN", "Eva", "", ""}, {"US", "Fay", "", ""},
	} {
		if value := pick(p[1:]...); value != "" {
			fmt.Fprintf(&b, "%s[%s]", p[0], value)
		}
	}
	if r.IntN(6) == 0 {
		b.WriteString("AB[bb]AW[cc]")
	}
	moves := r.IntN(6)
	var write func(moves, depth int, color string)
	write = func(moves, depth int, color string) {
		for range moves {
			point := pick("bb", "bf", "fb", "ff", "bb", "bf", "fb", "ff", "cc", "dd", "cb", "")
			fmt.Fprintf(&b, ";%s[%s]SBKS[%d]", color, point, 7*b.Len()%13)
			switch r.IntN(5) {
			case 0:
				fmt.Fprintf(&b, "C[%s]", pick("good", "bad  move", "bad move\n", "a longer remark on this", "好手", "[links\\]"))
			case 1:
				fmt.Fprintf(&b, "N[%s]", pick("good", "joseki"))
			}
			if r.IntN(8) == 0 {
				fmt.Fprintf(&b, ";C[%s]", pick("and more", "good"))
			}
			color = map[string]string{"B": "W", "W": "B"}[color]
			if depth < 2 && r.IntN(6) == 0 {
				b.WriteString("(")
				write(1+r.IntN(3), depth+1, color)
				b.WriteString(")(")
				write(1+r.IntN(3), depth+1, color)
				b.WriteString(")")
				return
			}
		}
	}
	write(2+moves, 0, "B")
	b.WriteString(")")
	return b.String()
}

// game returns a game by its id.
func (a *randomArchive) game(id store.GameID) *randomGame {
	i := slices.IndexFunc(a.games, func(g *randomGame) bool { return g.id == id })
	return a.games[i]
}

// nodes yields what a replay says of all nodes of a game.
func (g *randomGame) nodes(visit func(b *position.Board, s *position.Step) bool) {
	var r position.Replayer
	r.Replay(g.facts.Size, g.script, visit)
}

// boardAt returns the board at a node.
func (g *randomGame) boardAt(node int) *position.Board {
	var r position.Replayer
	b, _ := r.To(g.facts.Size, g.script, node)
	return b.Clone()
}

// mapsTo returns the symmetries that turn one board into another.
func mapsTo(a, b *position.Board) (list []position.Symmetry) {
	size := a.Size()
	if b.Size() != size {
		return nil
	}
	for s := range position.Symmetry(position.Symmetries(size)) {
		same := true
		for i := range size.Area() {
			p := size.At(i)
			same = same && a.At(p) == b.At(s.Apply(p, size))
		}
		if same {
			list = append(list, s)
		}
	}
	return list
}

// hits returns the nodes at which a board comes up in a game: the first on its path,
// or all; on the main line, or anywhere.
func (g *randomGame) hits(asked *position.Board, mainLine, every bool) (nodes []int) {
	came := map[int]bool{-1: false}
	g.nodes(func(b *position.Board, s *position.Step) bool {
		came[s.Node] = came[s.Parent]
		if mainLine && !s.MainLine || s.Parent >= 0 && len(s.Changes) == 0 || came[s.Node] && !every || len(mapsTo(asked, b)) == 0 {
			return true
		}
		came[s.Node] = true
		nodes = append(nodes, s.Node)
		return true
	})
	return nodes
}

// counted returns those of some games that count: of each cluster the best.
func (a *randomArchive) counted(clusters *duplicate.Clusters, games []*randomGame) []*randomGame {
	if clusters == nil {
		return games
	}
	return slices.DeleteFunc(slices.Clone(games), func(g *randomGame) bool {
		number, member, ok := clusters.Of(g.id)
		if !ok {
			return false
		}
		for _, better := range clusters.Cluster(number).Members[:member] {
			if slices.ContainsFunc(games, func(o *randomGame) bool { return o.id == better.ID }) {
				return true
			}
		}
		return false
	})
}

// ask asks one question of the whole archive and of parts of it that see nothing
// else and are reached by bytes, compares what they say, and returns it.
func (a *randomArchive) ask(t *testing.T, text string, what search.Aggregation, clusters *duplicate.Clusters) any {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	question, err := search.Resolve(t.Context(), a.Snapshot, q, map[string]search.Aggregation{"it": what}, &search.Options{Clusters: clusters, Records: clusters == nil})
	if err != nil {
		t.Fatal(err)
	}
	whole, err := search.Ask(t.Context(), search.NewLocal(a.Snapshot, clusters), question, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(uint64(len(text)), 7))
	for _, parts := range []int{1, 3, 7} {
		segments := make([][]*store.Segment, parts)
		for _, g := range a.Segments() {
			i := r.IntN(parts)
			segments[i] = append(segments[i], g)
		}
		several := &search.Several{}
		for _, some := range segments {
			local := search.NewLocalPart(a.Snapshot, some, clusters)
			local.Every = 0
			several.Searchers = append(several.Searchers, &search.Remote{Call: func(ctx context.Context, batch []byte, watch func([]byte)) ([]byte, error) {
				return search.Serve(ctx, local, batch, watch)
			}})
		}
		watched := 0
		found, err := search.Ask(t.Context(), several, question, func(sofar *search.Partial) {
			watched++
			if _, err := question.Finish(sofar); err != nil {
				t.Fatal(err)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tellJSON(t, whole.Found), tellJSON(t, found.Found)); d != "" || watched == 0 {
			t.Fatalf("%s among %d searchers, watched %d times (-one +many):\n%s", text, parts, watched, d)
		}
	}
	if a.away != nil {
		inTurn, err := search.Ask(t.Context(), a.away(clusters), question, nil)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tellJSON(t, whole.Found), tellJSON(t, inTurn.Found)); d != "" || !inTurn.Cover.Whole() {
			t.Fatalf("%s by segments in turn, of %+v (-one +turn):\n%s", text, inTurn.Cover, d)
		}
	}
	if a.nodes != nil {
		over, err := search.Ask(t.Context(), a.nodes(clusters), question, func(*search.Partial) {})
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(tellJSON(t, whole.Found), tellJSON(t, over.Found)); d != "" || !over.Cover.Whole() {
			t.Fatalf("%s over nodes, of %+v (-one +nodes):\n%s", text, over.Cover, d)
		}
	}
	return whole.Found["it"]
}

func tellJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
