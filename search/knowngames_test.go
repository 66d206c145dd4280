package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
	"kifudb/store"
)

// atNextMove takes a reply of an unknown node, which is the first one with a move after the hit, for one
// of any node.
var atNextMove = cmp.FilterPath(func(p cmp.Path) bool {
	return p.Last().String() == ".Node" && p.Index(-2).Type() == reflect.TypeFor[match.Reply]()
},
	cmp.Comparer(func(a, b int) bool { return a == b || a == 0 || b == 0 }))

// openings generates games that share how they begin, under random symmetries,
// with colors exchanged, in other orders, with setup in place of moves, passes,
// variations, captures, and positions that come up twice.
type openings struct {
	*rand.Rand
	stems map[position.Size][][]position.Move
}

var openingSizes = []position.Size{position.Square(19), position.Square(5), position.Square(3), {Cols: 4, Rows: 3}}

func newOpenings(r *rand.Rand) *openings {
	o := &openings{r, make(map[position.Size][][]position.Move)}
	for _, size := range openingSizes {
		for range 3 {
			var stem []position.Move
			color := position.Black
			for range 16 {
				stem = append(stem, position.Move{Color: color, Point: size.At(r.IntN(size.Area()))})
				if r.IntN(12) > 0 {
					color = color.Opponent()
				}
			}
			o.stems[size] = append(o.stems[size], stem)
		}
	}
	return o
}

func (o *openings) script(size position.Size) position.Script {
	stem := slices.Clone(o.stems[size][o.IntN(len(o.stems[size]))])
	stem = stem[:o.IntN(len(stem)+1)]
	if o.IntN(3) == 0 && len(stem) > 2 { // in another order
		i := o.IntN(len(stem) - 2)
		stem[i], stem[i+2] = stem[i+2], stem[i]
	}
	symmetry, swapped := position.Symmetry(o.IntN(position.Symmetries(size))), o.IntN(2) == 0
	for i := range stem {
		stem[i].Point = symmetry.Apply(stem[i].Point, size)
		if swapped {
			stem[i].Color = stem[i].Color.Opponent()
		}
	}
	var b position.ScriptBuilder
	depth := 0
	node := func() {
		b.Node()
		switch o.IntN(150) {
		case 0: // one that does nothing
			b.Node()
		case 1:
			b.Move(position.Move{Color: position.Black, Point: position.Pass})
			b.Node()
		case 2, 3, 4:
			b.Open()
			b.Node()
			depth++
		case 5, 6, 7:
			if depth > 0 {
				b.Close()
				b.Open()
				b.Node()
			}
		case 8: // what was there comes up again
			p := size.At(o.IntN(size.Area()))
			b.Add(position.Black, p)
			b.Node()
			b.Add(position.Empty, p)
			b.Node()
		}
	}
	switch o.IntN(6) {
	case 0: // the first moves are setup
		if o.IntN(2) == 0 {
			node()
		}
		b.Node()
		for len(stem) > 0 && o.IntN(3) > 0 {
			b.Add(stem[0].Color, stem[0].Point)
			stem = stem[1:]
		}
	case 1: // moves begin in the root
		if len(stem) == 0 {
			b.Node()
		}
	default:
		b.Node()
	}
	for _, m := range stem {
		node()
		b.Move(m)
	}
	color := position.Color(1 + o.IntN(2))
	for range o.IntN(3) * o.IntN(8) {
		node()
		m := position.Move{Color: color, Point: size.At(o.IntN(min(size.Area(), 12)))}
		if o.IntN(10) == 0 {
			m.Point = position.Pass
		}
		b.Move(m)
		color = color.Opponent()
	}
	for ; depth > 0; depth-- {
		b.Close()
	}
	return slices.Clone(b.Script())
}

func (o *openings) game(n int) *store.Game {
	g := testGame(o.Rand, n)
	g.Facts.Game = goNumber
	g.Facts.Size = openingSizes[o.IntN(len(openingSizes))]
	g.Script = o.script(g.Facts.Size)
	g.Facts.Moves, g.Facts.Nodes = uint32(g.Script.Moves()), uint32(g.Script.Nodes())
	g.Comments, g.Facts.Flags = nil, 0
	if g.Script.Branched() {
		g.Facts.Flags = store.HasVariations
	}
	g.Keys = testKeys(g.Facts.Size, g.Script)
	return g
}

// options writes the options of a term.
func (o *openings) options(size position.Size) string {
	var s string
	pick := func(list ...string) string { return list[o.IntN(len(list))] }
	for _, option := range []string{
		pick("move:<=4", "move:2..6", "move:>=3"), "colors:either", "symmetry:off", "variations:off", "hits:every", pick("next:b", "next:w"), pick("ko:none", "ko:same"),
	} {
		if o.IntN(4) == 0 {
			s += " " + option
		}
	}
	return s
}

// newUnmet makes an archive of games in segments so small that their index knows
// nothing of any of them: all are replayed.
func newUnmet(t *testing.T, games []*store.Game) *testArchive {
	t.Helper()
	return newArchiveOf(t, games, 15)
}

// countKnown returns how many games the index of an archive knows of that have
// been on a board, and how many others it offers for it.
func (a *testArchive) countKnown(b *position.Board, found map[store.GameID][]match.Hit) (known, refused int) {
	for _, s := range a.Segments() {
		m, ok := s.Verified(b.IndexKey())
		if !ok {
			continue
		}
		for i, local := range s.Positions(b.IndexKey()) {
			switch {
			case found[s.Base()+store.GameID(local)] == nil:
				refused++
			case m.Code(i).Known():
				known++
			}
		}
	}
	return known, refused
}

// TestMeetings compares what is found with what the index knows of games with
// replays of all of them.
func TestMeetings(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(21, 22))
	o := newOpenings(r)
	cases, known, hits, refusals := 0, 0, 0, 0
	for range rounds(4) {
		var games []*store.Game
		for i := range 600 {
			games = append(games, o.game(i))
		}
		a, twin := newArchiveOf(t, games, 200), newUnmet(t, games)
		ids := a.ids()
		for range 125 * testsize.Of(4, 2) {
			id := ids[r.IntN(len(ids))]
			g := a.games[id]
			text := fmt.Sprintf("pos:%d@n%d", id, r.IntN(min(int(g.Facts.Nodes), 12))) + o.options(g.Facts.Size)
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			board := q.Root.(*query.Board)
			_, want := collect(t, Run(ctx, twin.Snapshot, q, nil))
			_, got := collect(t, Run(ctx, a.Snapshot, q, nil))
			if d := cmp.Diff(want, got, atNextMove); d != "" {
				t.Fatalf("%s: (-replays +index)\n%s", text, d)
			}
			if n, err := CountGames(ctx, a.Snapshot, q, nil); err != nil || n != len(want) {
				t.Fatalf("%s: %d games, %v, want %d", text, n, err, len(want))
			}
			tally := naiveTally{moves: make(map[position.Move]*Continuation)}
			for id, hits := range want {
				tally.game(a.games[id].Facts.Winner, hits)
			}
			table, err := Next(ctx, a.Snapshot, q, nil)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tally.table(), table); d != "" {
				t.Fatalf("%s: (-replays +index)\n%s", text, d)
			}
			cases++
			hits += len(want)

			// A page, and with other conditions.
			also := []string{"winner:black", "-has:variations", fmt.Sprintf("id:<=%d", r.IntN(600)), "moves:>5"}[r.IntN(4)]
			both, err := query.Parse(text + " " + also)
			if err != nil {
				t.Fatal(err)
			}
			other, err := query.Parse(also)
			if err != nil {
				t.Fatal(err)
			}
			tally = naiveTally{moves: make(map[position.Move]*Continuation)}
			these := make(map[store.GameID][]match.Hit)
			for id := range a.scan(t, other.Root) {
				if want[id] != nil {
					these[id] = want[id]
					tally.game(a.games[id].Facts.Winner, want[id])
				}
			}
			if table, err = Next(ctx, a.Snapshot, both, nil); err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(tally.table(), table); d != "" {
				t.Fatalf("%s: (-replays +index)\n%s", both, d)
			}
			page := &Options{Offset: r.IntN(5), Limit: 1 + r.IntN(20), PerGame: r.IntN(2), Workers: 1 + r.IntN(3)}
			shown, got := collect(t, Run(ctx, a.Snapshot, both, page))
			all := slices.DeleteFunc(slices.Clone(ids), func(id store.GameID) bool { return these[id] == nil })
			all = all[min(page.Offset, len(all)):]
			if all = all[:min(page.Limit, len(all))]; !slices.Equal(shown, all) {
				t.Fatalf("%s: page %v, want %v", both, shown, all)
			}
			for _, id := range shown {
				list := these[id]
				if page.PerGame > 0 {
					list = list[:min(page.PerGame, len(list))]
				}
				if d := cmp.Diff(list, got[id], atNextMove); d != "" {
					t.Fatalf("%s: (-replays +index)\n%s", both, d)
				}
			}
			id, at, _ := query.ParsePlace(board.Text)
			asked, err := a.boardAt(id, at)
			if err != nil {
				t.Fatal(err)
			}
			k, refused := a.countKnown(asked, want)
			known += k
			refusals += refused
			if k, _ := twin.countKnown(asked, want); k > 0 {
				t.Fatal("the index of the twin knows of games, which are not replayed")
			}
		}
	}
	t.Logf("%d cases, %d games found, %d of them known, %d refused", cases, hits, known, refusals)
	if least := testsize.Of(2000, 250); cases < least || known < hits/4 || hits-known < least || refusals < least {
		t.Error("the test tests little")
	}
}

// TestMeetingsCollide gives two positions one key, as it may be by chance or on
// purpose: neither is found for the other.
func TestMeetingsCollide(t *testing.T) {
	ctx := context.Background()
	r := rand.New(rand.NewPCG(23, 24))
	o := newOpenings(r)
	searched, mixed := 0, 0
	for range rounds(6) {
		var games []*store.Game
		counts := make(map[position.Key]int)
		for i := range 600 {
			games = append(games, o.game(i))
			for _, key := range games[i].Keys {
				counts[key]++
			}
		}
		var often []position.Key
		for key, n := range counts {
			if n > 50 {
				often = append(often, key)
			}
		}
		slices.Sort(often)
		// Every other of the frequent positions gets the key of one that is
		// asked for.
		forged := make(map[position.Key]position.Key)
		for i := 0; i+1 < len(often); i += 2 {
			forged[often[i+1]] = often[i]
		}
		for _, g := range games {
			for i, key := range g.Keys {
				if as, ok := forged[key]; ok {
					g.Keys[i] = as
				}
			}
		}
		a, twin := newArchiveOf(t, games, 600), newUnmet(t, games)
		for _, id := range a.ids() {
			g := a.games[id]
			if r.IntN(6) > 0 {
				continue
			}
			node := r.IntN(min(int(g.Facts.Nodes), 10))
			b, err := a.boardAt(id, query.MoveRef{Move: -1, Node: node})
			if err != nil {
				t.Fatal(err)
			}
			if _, gone := forged[b.IndexKey()]; gone {
				continue
			}
			text := fmt.Sprintf("pos:%d@n%d", id, node) + o.options(g.Facts.Size)
			q, err := query.Parse(text)
			if err != nil {
				t.Fatal(err)
			}
			_, got := collect(t, Run(ctx, a.Snapshot, q, nil))
			_, want := collect(t, Run(ctx, twin.Snapshot, q, nil))
			if d := cmp.Diff(want, got, atNextMove); d != "" {
				t.Fatalf("%s: (-replays +index)\n%s", text, d)
			}
			searched++
			if slices.Contains(often, b.IndexKey()) {
				mixed++
			}
		}
	}
	if searched < rounds(200) || mixed < rounds(50) {
		t.Errorf("%d searches, %d for keys of two positions: the test tests little", searched, mixed)
	}
}
