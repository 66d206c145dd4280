package search

import (
	stdcmp "cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// A writer of random queries.
type randomQuery struct {
	*rand.Rand
	archive *testArchive
	ids     []store.GameID
}

func (r *randomQuery) pick(list ...string) string { return list[r.IntN(len(list))] }

// query writes a query of conditions joined at random.
func (r *randomQuery) query(depth int) string {
	switch n := r.IntN(10); {
	case depth == 0 || n < 4:
		return r.condition()
	case n < 7:
		for {
			both := r.query(depth-1) + " " + r.query(depth-1)
			if !strings.Contains(both, "comment:") || !strings.Contains(both, "pat:") && !strings.Contains(both, "pos:") {
				return both
			} // others are bound, which TestNodesAreBoundToBoards is about
		}
	case n < 9:
		return "(" + r.query(depth-1) + " or " + r.query(depth-1) + ")"
	default:
		return "-(" + r.query(depth-1) + ")"
	}
}

func (r *randomQuery) condition() string {
	switch r.IntN(13) {
	case 12:
		return r.then()
	case 0, 1:
		return r.position()
	case 2, 3, 4:
		return r.pattern()
	case 5:
		return r.pick("cho", "ladder", "chikun", `"cho chikun"`, "honi*", "kobayasi~", "趙治勲", "好手", "kisei", "nobody")
	}
	return r.pick(
		"player:cho", "player:kobayashi~", `black:"kobayashi koichi"`, `white=趙治勲`, "player:/^Ko.*i$/", "player!=Cho", "event:honinbo,kisei",
		"comment:ladder", `comment:"ladder breaker"`, "comment:征子", "comment:gets~", "comment:/l.d+er|子/", "/(?i)KO.*i$/", "comment:/^nothing$/",
		"date:1985", "date:1985-03..1985-04", "date:<1985", "date:>=1985-03-13", "date>1985", "date:<=1846-09-11", `date=19850312`,
		"result:B+R", "result:B+", "result:W+0.5", `result="B+T"`, "winner:white", "winner:draw,void", "by:resign,time", "margin:>1", "margin:0.5..3.5",
		"komi:6.5", "komi:<6", "komi:0..5.5", "handicap:>0", "rank:1d..9d", "rank:>=1p", "rank:3k", "size:9", "size:9x5", "size:<=9", "moves:>40", "moves:20..30",
		fmt.Sprintf("id:%d..%d", r.IntN(200), 200+r.IntN(100)), "has:variations", "has:comments", "has:KM", "has:C", "game:go",
		"has:correction", "raw:cho", `raw:"kobayashi koichi"`, "raw=B+T", "raw:/^W.R/", "komi=6.5", "result=W+R",
	)
}

// options are some of those of board terms.
func (r *randomQuery) options() string {
	var s string
	for _, option := range []string{
		r.pick("move:<=20", "move:10..30", "move:>=5"), "colors:either", "symmetry:off", "variations:off", "hits:every",
	} {
		if r.IntN(4) == 0 {
			s += " " + option
		}
	}
	return s
}

// then asks for two patterns or positions, most of them common.
func (r *randomQuery) then() string {
	part := func() string {
		if r.IntN(4) == 0 {
			return r.position()
		}
		return r.pattern()
	}
	return "then(" + part() + r.pick("", ", within:any", ", within:10", ", within:3") + ", " + part() + ")"
}

// position asks for a position of a game.
func (r *randomQuery) position() string {
	for {
		id := r.ids[r.IntN(len(r.ids))]
		if g := r.archive.games[id]; g.Facts.Game == goNumber {
			node := r.IntN(int(g.Facts.Nodes))
			s := fmt.Sprintf("pos:%d@n%d", id, node) + r.options()
			if board, err := r.archive.boardAt(id, query.MoveRef{Move: -1, Node: node}); err == nil && r.IntN(3) == 0 {
				if most := position.BoardPattern(board).Stones() - 1; most > 0 {
					return s + fmt.Sprintf(" near:%d", 1+r.IntN(min(most, 6)))
				}
			}
			return s + r.pick("", "", " ko:none", " ko:same")
		}
	}
}

// pattern cuts a piece out of a position of a game and forgets some of it.
func (r *randomQuery) pattern() string {
	for {
		id := r.ids[r.IntN(len(r.ids))]
		g := r.archive.games[id]
		if g.Facts.Game != goNumber {
			continue
		}
		board, err := r.archive.boardAt(id, query.MoveRef{Move: -1, Node: r.IntN(int(g.Facts.Nodes))})
		if err != nil {
			panic(err)
		}
		size := position.Size{Cols: 1 + r.IntN(min(4, g.Facts.Size.Cols)), Rows: 1 + r.IntN(min(4, g.Facts.Size.Rows))}
		anchored, err := (&query.Board{Kind: "pat", Text: "[.]", Anchor: r.pick("anywhere", "anywhere", "NW", "NE", "N", "W", "center", "@bb", "@aa:cc")}).Asked()
		if err != nil {
			panic(err)
		}
		p := position.CutPattern(board, anchored.Pattern.Place, size)
		for i := range p.Cells {
			switch r.IntN(6) {
			case 0:
				p.Cells[i] = position.Any
			case 1:
				p.Cells[i] |= position.OnlyEmpty
			case 2:
				p.Cells[i] |= position.OnlyBlack
			}
		}
		if r.IntN(5) == 0 {
			p.Cells[0] = position.Outside
		}
		if p.Check() != nil {
			continue
		}
		s := `pat:"` + p.String() + `"` + r.options()
		if r.IntN(4) == 0 {
			s += r.pick(" next:b", " next:w")
		}
		if r.IntN(4) == 0 {
			s += r.pick(" stood:>=3", " stood:2..10", " stood:<=4")
		}
		if most := p.Stones() - 1; most > 0 && r.IntN(3) == 0 {
			s += fmt.Sprintf(" near:%d", 1+r.IntN(most))
		}
		return s
	}
}

// The answer is that of a scan without any index, and the options of a search
// do what they say.
func TestRunEqualsScan(t *testing.T) {
	a := newTestArchive(t, 350)
	ctx := context.Background()
	r := &randomQuery{rand.New(rand.NewPCG(3, 4)), a, a.ids()}
	nonempty := 0
	for i := range rounds(300) {
		text := r.query(i % 4)
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		mustSurvive(t, q)
		want := slices.Sorted(maps.Keys(a.scan(t, q.Root)))
		if len(want) > 0 && len(want) < len(a.games) {
			nonempty++
		}
		got, _ := collect(t, Run(ctx, a.Snapshot, q, &Options{Workers: 1 + i%3}))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", text, diff)
		}
		if n, err := CountGames(ctx, a.Snapshot, q, nil); err != nil || n != len(want) {
			t.Fatalf("%s: Count = %d, %v, want %d", text, n, err, len(want))
		}
		offset, limit := r.IntN(4), 1+r.IntN(4)
		page := want[min(offset, len(want)):]
		page = page[:min(limit, len(page))]
		got, hits := collect(t, Run(ctx, a.Snapshot, q, &Options{Offset: offset, Limit: limit, PerGame: 1}))
		if !slices.Equal(got, page) {
			t.Fatalf("%s, %d from %d: got %v, want %v", text, limit, offset, got, page)
		}
		for id, list := range hits {
			if len(list) != 1 {
				t.Fatalf("%s: game %d has %d hits, want 1", text, id, len(list))
			}
		}
	}
	if nonempty < rounds(150) {
		t.Errorf("only %d of the queries find some games but not all", nonempty)
	}
}

// With corrections the answer is that of a scan of corrected games; literal values
// and raw: are about what records say.
func TestCorrectedEqualsScan(t *testing.T) {
	a := newTestArchive(t, 350)
	r := &randomQuery{rand.New(rand.NewPCG(5, 14)), a, a.ids()}
	a.correct(r.Rand)
	differ := 0
	for i := range rounds(300) {
		text := r.query(i % 3)
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		mustSurvive(t, q)
		want := slices.Sorted(maps.Keys(a.scan(t, q.Root)))
		got, _ := collect(t, Run(t.Context(), a.Snapshot, q, nil))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-want +got):\n%s", text, diff)
		}
		corrections := a.Corrections()
		a.Correct(nil)
		if before, _ := collect(t, Run(t.Context(), a.Snapshot, q, nil)); !slices.Equal(before, got) {
			differ++
		}
		a.Correct(corrections)
	}
	if differ < rounds(80) {
		t.Errorf("only %d of the queries find other games for the corrections", differ)
	}
}

// FuzzRun compares more random queries.
func FuzzRun(f *testing.F) {
	a := newTestArchive(f, 150)
	for seed := range uint64(5) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := &randomQuery{rand.New(rand.NewPCG(seed, 9)), a, a.ids()}
		text := r.query(3)
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		got, _ := collect(t, Run(context.Background(), a.Snapshot, q, nil))
		if want := slices.Sorted(maps.Keys(a.scan(t, q.Root))); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	})
}

// The hits of a single board term are those of a scan: each node, and how the
// pattern lies.
func TestHitsEqualScan(t *testing.T) {
	a := newTestArchive(t, 250)
	r := &randomQuery{rand.New(rand.NewPCG(5, 6)), a, a.ids()}
	total, differing := 0, 0
	for i := range rounds(200) {
		text := r.position()
		switch i % 4 {
		case 1, 2:
			text = r.pattern()
		case 3:
			text = r.then()
		}
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		_, hits := collect(t, Run(context.Background(), a.Snapshot, q, nil))
		b, ok := q.Root.(*query.Board)
		if !ok {
			b = q.Root.(*query.Then).Second.(*query.Board)
		}
		for id, g := range a.games {
			var want, got []scanHit
			if n, ok := q.Root.(*query.Then); ok && g.Facts.Game == goNumber {
				want = a.scanThen(t, g, n)
			} else if g.Facts.Game == goNumber && b.Kind == "pos" {
				want = a.scanPosition(t, g, b)
			} else if g.Facts.Game == goNumber {
				want = a.scanPattern(t, g, b)
			}
			for _, h := range hits[id] {
				hit := scanHit{node: h.Node, anchor: h.Board.Anchor, symmetry: h.Board.Symmetry, swapped: h.Board.Swapped}
				if b.Kind == "pat" || b.Near > 0 {
					hit.then = fmt.Sprint(h.MoveNumber, h.Board.Stood, h.Board.Next, h.Board.Differs)
				}
				if len(h.Board.Differs) > 0 {
					differing++
				}
				got = append(got, hit)
			}
			for _, list := range [][]scanHit{want, got} {
				slices.SortFunc(list, scanHit.compare)
			}
			if !slices.EqualFunc(want, got, func(x, y scanHit) bool { return x.compare(y) == 0 }) {
				t.Fatalf("%s: game %d: got %v, want %v", text, id, got, want)
			}
			total += len(want)
		}
	}
	if total < rounds(1000) || differing < rounds(100) {
		t.Errorf("only %d hits, %d of them with points that differ", total, differing)
	}
}

// Next counts what a scan counts.
func TestNextEqualsScan(t *testing.T) {
	a := newTestArchive(t, 250)
	r := &randomQuery{rand.New(rand.NewPCG(10, 11)), a, a.ids()}
	for range rounds(150) {
		text := r.pattern()
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		got, err := Next(context.Background(), a.Snapshot, q, nil)
		if err != nil {
			t.Fatalf("Next of %s: %v", text, err)
		}
		want := naiveTally{moves: make(map[position.Move]*Continuation)}
		for _, g := range a.games {
			if g.Facts.Game != goNumber {
				continue
			}
			var hits []match.Hit
			for _, h := range a.scanPattern(t, g, q.Root.(*query.Board)) {
				hits = append(hits, match.Hit{Node: h.node, Board: &match.Place{Anchor: h.anchor, Symmetry: h.symmetry, Swapped: h.swapped, Next: h.next}})
			}
			slices.SortStableFunc(hits, func(x, y match.Hit) int {
				swaps := map[bool]int{true: 1}
				return stdcmp.Or(x.Node-y.Node, swaps[x.Board.Swapped]-swaps[y.Board.Swapped], int(x.Board.Symmetry)-int(y.Board.Symmetry), int(x.Board.Anchor)-int(y.Board.Anchor))
			})
			if len(hits) > 0 {
				want.game(g.Facts.Winner, hits)
			}
		}
		if diff := cmp.Diff(want.table(), got); diff != "" {
			t.Fatalf("Next of %s (-want +got):\n%s", text, diff)
		}
	}
}

// A naiveTally counts continuations from hits as they are, in their order.
type naiveTally struct {
	moves map[position.Move]*Continuation
	total Table
}

func (t *naiveTally) game(winner store.Winner, hits []match.Hit) {
	t.total.Games++
	t.total.Won.Count(winner, hits[0].Board.Swapped) // the first one says whose win it is
	seen := make(map[position.Move]bool)
	for _, h := range hits {
		t.total.Hits++
		if len(h.Board.Next) == 0 {
			t.total.Ended++
		}
		for _, reply := range h.Board.Next {
			c := t.moves[reply.Move]
			if c == nil {
				c = &Continuation{Move: reply.Move}
				t.moves[reply.Move] = c
			}
			c.Hits++
			if reply.Tenuki {
				c.Tenuki++
			}
			if !seen[reply.Move] {
				seen[reply.Move] = true
				c.Games++
				c.Won.Count(winner, h.Board.Swapped)
			}
		}
	}
}

func (t *naiveTally) table() *Table {
	for _, c := range t.moves {
		t.total.Continuations = append(t.total.Continuations, *c)
	}
	slices.SortFunc(t.total.Continuations, byGames)
	return &t.total
}

// What must be so whatever the archive holds.
func TestProperties(t *testing.T) {
	a := newTestArchive(t, 200)
	r := &randomQuery{rand.New(rand.NewPCG(7, 8)), a, a.ids()}
	run := func(text string) []store.GameID {
		t.Helper()
		q, err := query.Parse(text)
		if err != nil {
			t.Fatalf("Parse(%q): %v", text, err)
		}
		ids, _ := collect(t, Run(context.Background(), a.Snapshot, q, nil))
		return ids
	}
	all := run("")
	if len(all) != len(a.games) {
		t.Errorf("the empty query finds %d games of %d", len(all), len(a.games))
	}
	for range 30 {
		x, y := r.query(1), r.query(1)
		in := func(ids []store.GameID) func(store.GameID) bool {
			return func(id store.GameID) bool { return !slices.Contains(ids, id) }
		}
		xs, both, not := run(x), run("("+x+") ("+y+")"), run("-("+x+")")
		if slices.ContainsFunc(both, in(xs)) {
			t.Errorf("(%s) (%s) finds games that %s does not", x, y, x)
		}
		if len(xs)+len(not) != len(all) || slices.ContainsFunc(xs, func(id store.GameID) bool { return slices.Contains(not, id) }) {
			t.Errorf("%s and its negation find %d and %d games of %d", x, len(xs), len(not), len(all))
		}
	}
}

func BenchmarkCount(b *testing.B) {
	a := newTestArchive(b, 2000)
	for _, text := range []string{
		"cho", "comment:ladder", "date:1985..1999 winner:black", "pos:3@10", `pat:"NW4x4[....|..X.|.O..|....]"`, `pat:"[.X.|XO.|...]"`,
		`ladder pat:"[.X.|XO.|...]"`,
	} {
		q, err := query.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := CountGames(context.Background(), a.Snapshot, q, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParse(b *testing.B) {
	text := `"cho chikun" event:honinbo date:1985..1999 -handicap:>0 pat:"NE3x3[...|.X.|...]" move:<=50 next:w`
	b.ReportAllocs()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := query.Parse(text); err != nil {
			b.Fatal(err)
		}
	}
}
