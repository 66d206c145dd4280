package match

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/query"
	"kifudb/store"
)

// sparseScript makes a game on a board that is large for its moves, so that
// stones of both colors touch late if at all. Now and then there is setup, a
// pass, a move out of turn, or a variation.
func sparseScript(r *rand.Rand, size position.Size) position.Script {
	var b position.ScriptBuilder
	if r.IntN(6) == 0 {
		b.Add(position.Black, size.At(r.IntN(size.Area())))
	}
	color, open := position.Black, 0
	for range 4 + r.IntN(20) {
		if r.IntN(12) == 0 {
			b.Open()
			open++
		}
		b.Node()
		switch r.IntN(16) {
		case 0:
			b.Move(position.Move{Color: color, Point: position.Pass})
		case 1:
			b.Add(position.White, size.At(r.IntN(size.Area())))
		case 2: // a node without a move
			continue
		default:
			b.Move(position.Move{Color: color, Point: size.At(r.IntN(size.Area()))})
		}
		if r.IntN(10) > 0 {
			color = color.Opponent()
		}
		if open > 0 && r.IntN(5) == 0 {
			b.Close()
			open--
		}
	}
	return append(position.Script(nil), b.Script()...)
}

// TestOpening compares what is found along the moves with a replay.
func TestOpening(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 15))
	told, hits := 0, 0
	for range 4000 {
		size := position.Size{Cols: 2 + r.IntN(9), Rows: 2 + r.IntN(9)}
		script := sparseScript(r, size)
		var replayer position.Replayer
		board, ok := replayer.To(size, script, r.IntN(min(script.Nodes(), 8)))
		if !ok {
			t.Fatal("there is no such node")
		}
		term := randomTerm(r)
		w, err := newBoardPosition(term, board.Clone())
		if err != nil {
			t.Fatal(err)
		}
		f := w.searcher().(*boardSearcher)
		f.enter()
		first := r.IntN(3) == 0
		f.begin()
		if told, _ := f.opening(script, first); !told {
			continue
		}
		told++
		got := f.kept()
		f.hits, f.places = nil, nil
		f.begin()
		f.replay(&position.Excerpt{Script: script}, first)
		want := f.kept()
		if d := cmp.Diff(want, got); d != "" {
			t.Fatalf("size %v, first %v, %+v: (-replay +opening)\n%s", size, first, *term, d)
		}
		hits += len(got)
	}
	if told < 500 || hits < 400 {
		t.Errorf("%d openings told all, with %d hits: the test tests little", told, hits)
	}
}

// randomTerm asks for a position in any of the ways in which one may be asked for.
func randomTerm(r *rand.Rand) *query.Board {
	term := &query.Board{
		Kind: "pos", Text: "some moves", Next: position.Color(max(0, r.IntN(6)-3)),
		SwapColors: r.IntN(2) == 0, Symmetry: []string{"", "", "off"}[r.IntN(3)], MainLine: r.IntN(4) == 0,
	}
	if r.IntN(4) == 0 {
		term.Moves = query.Window{From: r.IntN(4), To: 2 + r.IntN(6)}
	}
	return term
}

// TestHead compares what is found in the head of a script, where that is said to be all, with
// what is found in the script.
func TestHead(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 19))
	all, hits, below := 0, 0, 0
	for range 3000 {
		size := position.Square(2 + r.IntN(8))
		var script position.Script
		for len(script) == 0 || len(script) < 30 && r.IntN(3) > 0 {
			script = sparseScript(r, size)
		}
		var replayer position.Replayer
		board, ok := replayer.To(size, script, r.IntN(min(script.Nodes(), 8)))
		if !ok {
			t.Fatal("there is no such node")
		}
		term := randomTerm(r)
		term.Every = r.IntN(5) == 0
		w, err := newBoardPosition(term, board.Clone())
		if err != nil {
			t.Fatal(err)
		}
		f := w.searcher().(*boardSearcher)
		f.enter()
		first := r.IntN(3) == 0
		packed := script.AppendPacked(nil, size)
		for words := range len(script) {
			head, whole, err := new(position.ScriptBuffer).UnpackHead(packed, words)
			if err != nil {
				t.Fatal(err)
			}
			if whole || !f.head(head, first) {
				continue
			}
			got := f.kept()
			f.hits, f.places = nil, nil
			f.begin()
			f.replay(&position.Excerpt{Script: script}, first)
			want := f.kept()
			f.hits, f.places = nil, nil
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("size %v, first %v, %+v, %d words of %04x: (-all +head)\n%s", size, first, *term, words, script, d)
			}
			all++
			hits += len(got)
			if slices.ContainsFunc(head, func(w uint16) bool { return !position.Word(w).StartsNode() }) {
				below++
			}
		}
	}
	if all < 5000 || hits < 2000 || below < 500 {
		t.Errorf("%d heads told all, %d of them with more than moves, with %d hits: the test tests little", all, below, hits)
	}
}

// TestBoardInExcerpt compares what is found in an excerpt of a script, of the nodes with as many
// stones as the position has, with what is found in the script.
func TestBoardInExcerpt(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 20))
	less, hits := 0, 0
	for range 3000 {
		size := position.Square(2 + r.IntN(8))
		var script position.Script
		for !script.Branched() {
			script = sparseScript(r, size)
		}
		var replayer position.Replayer
		board, ok := replayer.To(size, script, r.IntN(script.Nodes()))
		if !ok {
			t.Fatal("there is no such node")
		}
		asked := board.Clone()
		spans := []position.Span{}
		replayer.Replay(size, script, func(b *position.Board, s *position.Step) bool {
			if stonesOn(b) == stonesOn(asked) {
				spans = append(spans, position.Span{From: s.Node, To: s.Node + 1})
			}
			return true
		})
		var buffer position.ScriptBuffer
		excerpt, _, err := buffer.UnpackExcerpt(script.AppendPacked(nil, size), spans, nil)
		if err != nil {
			t.Fatal(err)
		}
		if excerpt.Script.Nodes() < script.Nodes() {
			less++
		}
		term := randomTerm(r)
		term.Every = r.IntN(5) == 0
		w, err := newBoardPosition(term, asked)
		if err != nil {
			t.Fatal(err)
		}
		f := w.searcher().(*boardSearcher)
		f.enter()
		first := r.IntN(3) == 0
		f.begin()
		f.replay(&position.Excerpt{Script: script}, first)
		want := f.kept()
		f.hits, f.places = nil, nil
		f.begin()
		f.replay(&excerpt, first)
		if d := cmp.Diff(want, f.kept()); d != "" {
			t.Fatalf("size %v, first %v, %+v, %v of %04x: (-all +excerpt %04x)\n%s", size, first, *term, spans, script, excerpt.Script, d)
		}
		hits += len(want)
	}
	if less < 300 || hits < 1000 {
		t.Errorf("%d excerpts are less than their scripts, %d hits: the test tests little", less, hits)
	}
}

func stonesOn(b *position.Board) (n int) {
	for i := range b.Size().Area() {
		if b.At(b.Size().At(i)) != position.Empty {
			n++
		}
	}
	return n
}

// TestHitsAreGiven wants that hits stay what they are while the searcher goes on
// to other games.
func TestHitsAreGiven(t *testing.T) {
	s := openScripts(t, 60, position.Square(9))
	w, err := newBoardPosition(&query.Board{Kind: "pos", Text: "no moves", SwapColors: true}, position.NewBoard(position.Square(9)))
	if err != nil {
		t.Fatal(err)
	}
	f := w.searcher()
	f.(*boardSearcher).enter()
	find := func(id store.GameID, k Keep) []Hit {
		segment, local, _ := s.Segment(id)
		hits, err := f.find(segment, local, k)
		if err != nil {
			t.Fatal(err)
		}
		return hits
	}
	given := 0
	for id := store.GameID(1); id <= 60; id++ {
		hits := find(id, KeepAll)
		if len(hits) == 0 {
			continue
		}
		var before []Hit
		for _, h := range hits {
			place := *h.Board
			place.Next = slices.Clone(place.Next)
			h.Board = &place
			before = append(before, h)
		}
		for other := store.GameID(1); other <= 60; other++ {
			find(other, KeepReplies)
			if d := cmp.Diff(before, hits); d != "" {
				t.Fatalf("game %d searched after %d: (-before +after)\n%s", other, id, d)
			}
		}
		given += len(hits)
	}
	if given == 0 {
		t.Error("no game has the board: the test tests nothing")
	}
}

// openScripts makes an archive of so many games on boards of a size, of which nothing is
// known but their moves.
func openScripts(t *testing.T, n int, size position.Size) *store.Snapshot {
	t.Helper()
	r := rand.New(rand.NewPCG(16, 17))
	var games []*store.Game
	for i := range n {
		g := &store.Game{Record: store.Record{Raw: []byte{byte(i)}, Source: store.Source{Game: i}}}
		g.Facts = store.Facts{Game: 1, Size: size, Komi: store.NoKomi}
		g.Script = sparseScript(r, g.Facts.Size)
		games = append(games, g)
	}
	db, err := store.Open(filepath.Join(t.TempDir(), "archive"), &store.Options{Create: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	w, err := db.Writer(func(r store.Record) (*store.Game, error) { return games[r.Source.Game], nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range games {
		if _, err := w.Add(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Commit(t.Context()), w.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := db.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}
