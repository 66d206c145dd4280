package study

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"kifudb/book/duplicate"
	"kifudb/book/user"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/store"
)

// testScript generates a game that many others are like: most moves are among a few
// points of a corner, and of its images. Some games have variations, passes, setup
// and moves against the rules.
func testScript(r *rand.Rand, size position.Size) position.Script {
	var b position.ScriptBuilder
	b.Node()
	if r.IntN(6) == 0 {
		b.Add(position.Black, position.At(2, 2))
	}
	turn := position.Symmetry(r.IntN(position.Symmetries(size)))
	color, depth := position.Black, 0
	if r.IntN(3) == 0 {
		color = position.White
	}
	for range 4 + r.IntN(14) {
		b.Node()
		p := position.At(r.IntN(3), r.IntN(3))
		if r.IntN(4) == 0 {
			p = position.At(r.IntN(size.Cols), r.IntN(size.Rows))
		}
		switch n := r.IntN(40); {
		case n == 0:
			b.Add(position.White, p)
		case n == 1: // a node without anything
		case n == 2:
			b.Move(position.Move{Color: color, Point: position.Pass})
		default:
			b.Move(position.Move{Color: color, Point: turn.Apply(p, turn.Inverse().Size(size))})
		}
		if r.IntN(15) > 0 {
			color = color.Opponent()
		}
		switch n := r.IntN(14); {
		case n == 0 && depth < 4:
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

// newArchive makes an archive of generated games in segments of at most so many.
func newArchive(t testing.TB, n, most int) *store.Snapshot {
	t.Helper()
	r := rand.New(rand.NewPCG(7, uint64(n)))
	games := map[string]*store.Game{}
	var list []*store.Game
	for i := range n {
		g := &store.Game{Record: store.Record{Raw: fmt.Appendf(nil, "(;GC[%d])", i)}}
		g.Record.Tree = [2]int{0, len(g.Record.Raw)}
		g.Digest = store.DigestOf(g.Record.Raw)
		g.Info = []store.Value{{Ident: "PB", Text: []string{"Cho Chikun", "Rin Kaiho"}[r.IntN(2)]}}
		g.Facts.Game, g.Facts.Komi = 1, store.NoKomi
		g.Facts.Size = []position.Size{position.Square(5), position.Square(5), position.Square(7), {Cols: 7, Rows: 5}}[r.IntN(4)]
		g.Facts.Winner = store.Winner(r.IntN(5))
		g.Script = testScript(r, g.Facts.Size)
		g.Facts.Moves, g.Facts.Nodes = uint32(g.Script.Moves()), uint32(g.Script.Nodes())
		var replay position.Replayer
		replay.Replay(g.Facts.Size, g.Script, func(b *position.Board, step *position.Step) bool {
			if step.Node == 0 || len(step.Changes) > 0 {
				g.Keys = append(g.Keys, b.Canonical())
			}
			return true
		})
		games[string(g.Record.Raw)] = g
		list = append(list, g)
	}
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true, MaxGames: most})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(r store.Record) (*store.Game, error) {
		g := *games[string(r.Raw)]
		return &g, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		if _, err := w.Add(context.Background(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// someClusters says at random of games that they are one.
func someClusters(r *rand.Rand, s *store.Snapshot, pairs int) *duplicate.Clusters {
	var decisions []user.Decision
	for range pairs {
		x, y := store.GameID(1+r.IntN(s.Len())), store.GameID(1+r.IntN(s.Len()))
		if x != y {
			decisions = append(decisions, user.Decision{Kind: user.Same, Games: []store.GameID{min(x, y), max(x, y)}})
		}
	}
	return new(duplicate.Clusters).Decided(s, decisions)
}

// resolve makes a question ready.
func resolve(t *testing.T, s *store.Snapshot, text string, a search.Aggregation, o *search.Options) *search.Question {
	t.Helper()
	q, err := query.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	question, err := search.Resolve(t.Context(), s, q, map[string]search.Aggregation{"it": a}, o)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return question
}

// ask asks the whole archive.
func ask(t *testing.T, s *store.Snapshot, q *search.Question, clusters *duplicate.Clusters) any {
	t.Helper()
	a, err := search.Ask(t.Context(), search.NewLocal(s, clusters), q, nil)
	if err != nil {
		t.Fatal(err)
	}
	return a.Found["it"]
}

// askParts asks the segments of an archive divided among searchers that are reached by
// bytes, and merges what they answer in a random order and grouping.
func askParts(t *testing.T, r *rand.Rand, s *store.Snapshot, q *search.Question, clusters *duplicate.Clusters) any {
	t.Helper()
	parts := make([][]*store.Segment, 1+r.IntN(5))
	for _, g := range s.Segments() {
		i := r.IntN(len(parts))
		parts[i] = append(parts[i], g)
	}
	var heap []*search.Partial
	for _, some := range parts {
		local := search.NewLocalPart(s, some, clusters)
		remote := &search.Remote{Call: func(ctx context.Context, batch []byte, watch func([]byte)) ([]byte, error) {
			return search.Serve(ctx, local, batch, watch)
		}}
		answers, err := remote.Search(t.Context(), []*search.Question{q}, nil)
		if err != nil {
			t.Fatal(err)
		}
		heap = append(heap, answers[0])
	}
	for len(heap) > 1 {
		r.Shuffle(len(heap), func(i, j int) { heap[i], heap[j] = heap[j], heap[i] })
		sum := q.Empty()
		sum.Merge(heap[0])
		sum.Merge(heap[1])
		heap = append(heap[2:], sum)
	}
	a, err := q.Finish(heap[0])
	if err != nil {
		t.Fatal(err)
	}
	return a.Found["it"]
}

// inJSON is a value as tests compare it.
func inJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
