package study

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"kifudb/internal/testsize"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search"
	"kifudb/search/match"
	"kifudb/store"
)

// naiveFollow is the slow twin of a Follow: every position of every game is compared
// with every position of the tree, in every image, stone by stone.
type naiveFollow struct {
	*naiveTree
	positions []map[position.Point]position.Color // of the tree
	leaf      []bool

	found FollowFound
}

// read reads the tree as a test understands it.
func (n *naiveFollow) read(size position.Size, script position.Script, anchor position.Point) (places []int) {
	region := func(b *position.Board) map[position.Point]position.Color {
		list := map[position.Point]position.Color{}
		for i := range n.pattern.Size().Area() {
			p := n.pattern.Size().At(i)
			if c := b.At(position.At(p.X()+anchor.X(), p.Y()+anchor.Y())); n.pattern.At(p) != position.Outside {
				list[p] = c
			}
		}
		return list
	}
	var r position.Replayer
	r.Replay(size, script, func(b *position.Board, step *position.Step) bool {
		here := region(b)
		at := slices.IndexFunc(n.positions, func(p map[position.Point]position.Color) bool {
			return slices.ContainsFunc(n.images, func(i naiveImage) bool { return maps.Equal(n.turned(here, i), p) })
		})
		if at < 0 {
			at = len(n.positions)
			n.positions, n.leaf = append(n.positions, here), append(n.leaf, true)
		}
		if places = append(places, at); step.Parent >= 0 && places[step.Parent] != at {
			n.leaf[places[step.Parent]] = false
		}
		return true
	})
	n.found.Positions = make([]FollowCount, len(n.positions))
	return places
}

func (n *naiveFollow) turned(stones map[position.Point]position.Color, i naiveImage) map[position.Point]position.Color {
	list := map[position.Point]position.Color{}
	for p, c := range stones {
		if i.swapped && c != position.Empty {
			c = c.Opponent()
		}
		list[i.symmetry.Apply(p, n.pattern.Size())] = c
	}
	return list
}

// count follows a game.
func (n *naiveFollow) count(id store.GameID, facts store.Facts, script position.Script, hits []match.Hit) {
	setup := map[int]bool{}
	for _, node := range script.AppendSetupNodes(nil) {
		setup[int(node)] = true
	}
	seen, began, follows := map[int]bool{}, false, false
	for _, hit := range hits {
		if hit.Board == nil {
			continue
		}
		turned := hit.Board.Symmetry.Size(n.pattern.Size())
		region := func(b *position.Board) map[position.Point]position.Color {
			list := map[position.Point]position.Color{}
			for i := range turned.Area() {
				q := turned.At(i)
				p := hit.Board.Symmetry.Inverse().Apply(q, turned)
				c := b.At(position.At(q.X()+hit.Board.Anchor.X(), q.Y()+hit.Board.Anchor.Y()))
				if hit.Board.Swapped && c != position.Empty {
					c = c.Opponent()
				}
				if n.pattern.At(p) != position.Outside {
					list[p] = c
				}
			}
			return list
		}
		at, last, mover, again, out := -1, -1, position.Empty, false, false
		var before map[position.Point]position.Color
		reached := map[int]bool{}
		stopped := false
		var r position.Replayer
		r.Replay(facts.Size, script, func(b *position.Board, step *position.Step) bool {
			if !step.MainLine {
				return false
			}
			if step.Node < hit.Node {
				return true
			}
			if step.Node > hit.Node && setup[step.Node] {
				stopped = true
			}
			if stopped {
				return true
			}
			here := region(b)
			if step.Node > hit.Node && maps.Equal(here, before) {
				return true
			}
			before = here
			at = -1
			for k, p := range n.positions {
				for _, i := range n.images {
					if maps.Equal(n.turned(here, i), p) {
						at = k
					}
				}
			}
			if at < 0 {
				if !out {
					mover = step.Move.Color
					if hit.Board.Swapped {
						mover = mover.Opponent()
					}
				}
				out = true
				return true
			}
			again = again || out
			out, last = false, at
			reached[at] = true
			return true
		})
		if last < 0 {
			continue
		}
		began = true
		n.found.Hits++
		if again {
			n.found.Again++
		}
		for k := range reached {
			p := &n.found.Positions[k]
			p.Hits++
			if !seen[k] {
				seen[k] = true
				p.Won.Count(facts.Winner, false)
				if p.Games++; p.Games == 1 {
					p.Example = id
				}
			}
		}
		switch p := &n.found.Positions[last]; {
		case n.leaf[last]:
			p.Done++
		case out && mover == position.Black:
			p.LeftBlack++
		case out:
			p.LeftWhite++
		default:
			p.Ended++
		}
		follows = follows || last != 0
	}
	if began {
		n.found.Games++
	}
	if follows {
		n.found.Followed++
	}
}

// Following a tree agrees with its slow twin, as one archive and in parts.
func TestFollowAgreesWithScan(t *testing.T) {
	s := newArchive(t, 200, 20)
	r := rand.New(rand.NewPCG(8, 1))
	left, again, deep, done := 0, 0, 0, 0
	for i, text := range []string{
		"pos:[5x5] variations:off", "pos:[5x5] variations:off colors:either", "pos:[5x5] variations:off symmetry:off", "pat:NE3x3[...|...|...] variations:off",
		"pat:NE3x3[...|...|...] variations:off colors:either", "pat:NE2x2[..|..] variations:off player:cho",
	} {
		for range testsize.Of(3, 1) {
			clusters := someClusters(r, s, 40)
			o := &search.Options{Clusters: clusters}
			plain := resolve(t, s, text, &search.Count{}, o)
			asked, err := plain.Asked()
			if err != nil {
				t.Fatal(err)
			}
			b, _ := plain.Board()
			naive := &naiveFollow{naiveTree: newNaiveTree(&Tree{}, asked, b)}
			anchor := position.At(0, 0)
			if !naive.whole {
				anchor = position.At(5-naive.pattern.Cols, 0)
			}
			own := testTree(r, position.Square(5), i > 2)
			places := naive.read(position.Square(5), own, anchor)
			reader, err := ReadTree(plain, &Record{Size: position.Square(5), Script: own}, anchor)
			if err != nil {
				t.Fatal(err)
			}
			for node, at := range places {
				if reader.Position(node) != at {
					t.Fatalf("%s: node %d is position %d, want %d", text, node, reader.Position(node), at)
				}
			}
			follow := reader.Follow(1000)
			q := resolve(t, s, text, follow, o)
			hits := map[store.GameID][]match.Hit{}
			parsed, _ := query.Parse(text)
			for hit, err := range search.Run(t.Context(), s, parsed, o) {
				if err != nil {
					t.Fatal(err)
				}
				hits[hit.Game] = append(hits[hit.Game], hit)
			}
			for _, id := range slices.Sorted(maps.Keys(hits)) {
				g, local, _ := s.Segment(id)
				script, err := g.Script(local)
				if err != nil {
					t.Fatal(err)
				}
				naive.count(id, g.Facts(local), script, hits[id])
			}
			got := ask(t, s, q, clusters).(*FollowFound)
			told := *got
			told.Best, told.Positions = nil, slices.Clone(got.Positions)
			for k := range told.Positions {
				p := &told.Positions[k]
				moves := 0
				for _, d := range p.Left {
					moves += d.Hits
				}
				if won := p.Won.Black + p.Won.White + p.Won.Draw + p.Won.Other; moves != p.LeftBlack+p.LeftWhite || won != p.Games {
					t.Fatalf("%s: position %d: %+v", text, k, p)
				}
				left, done = left+moves, done+p.Done
				if p.Left = nil; b.SwapColors { // which form stands for a position is not for the twin to know
					for _, p := range []*FollowCount{p, &naive.found.Positions[k]} {
						p.LeftBlack, p.LeftWhite, p.Won = p.LeftBlack+p.LeftWhite, 0, search.Results{}
					}
				}
			}
			if d := cmp.Diff(naive.found, told); d != "" {
				t.Fatalf("%s (-scan +follow):\n%s", text, d)
			}
			if len(got.Best) != got.Followed {
				t.Errorf("%s: %d games named, %d follow", text, len(got.Best), got.Followed)
			}
			again += got.Again
			for _, g := range got.Best {
				deep = max(deep, follow.Positions[g.Position].Depth)
			}
			for range 2 {
				parts := askParts(t, r, s, q, clusters)
				if d := cmp.Diff(inJSON(t, got), inJSON(t, parts)); d != "" {
					t.Fatalf("%s in parts (-one +many):\n%s", text, d)
				}
			}
			few := ask(t, s, resolve(t, s, text, reader.Follow(3), o), clusters).(*FollowFound)
			if d := cmp.Diff(got.Best[:min(3, len(got.Best))], few.Best); d != "" {
				t.Errorf("%s: of all games, and of three\n%s", text, d)
			}
		}
	}
	if left < 100 || again < 5 || deep < 3 || done < 5 {
		t.Errorf("only %d hits left, %d came back, %d moves deep, %d done", left, again, deep, done)
	}
}

// testTree generates a tree of moves with many branches, in a corner or not.
func testTree(r *rand.Rand, size position.Size, corner bool) position.Script {
	var b position.ScriptBuilder
	b.Node()
	var grow func(depth int, color position.Color)
	grow = func(depth int, color position.Color) {
		for k := range 1 + r.IntN(4) {
			b.Open()
			b.Node()
			p := position.At(r.IntN(3), r.IntN(3))
			if corner {
				p = position.At(size.Cols-1-p.X(), p.Y())
			}
			if k == 3 {
				p = position.Pass
			}
			b.Move(position.Move{Color: color, Point: p})
			if depth < 4 {
				grow(depth+1, color.Opponent())
			}
			b.Close()
		}
	}
	grow(1, position.Black)
	return slices.Clone(b.Script())
}

// States of trees are read with suspicion.
func TestTreeStatesAreStrict(t *testing.T) {
	s := newArchive(t, 60, 20)
	own, err := ReadTree(resolve(t, s, "pos:[5x5] variations:off", &search.Count{}, &search.Options{}), &Record{Size: position.Square(5), Script: testTree(rand.New(rand.NewPCG(1, 1)), position.Square(5), false)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for _, a := range []search.Aggregation{&Tree{Depth: 4}, &Tree{Depth: 4, Merge: true}, own.Follow(5)} {
		q := resolve(t, s, "pos:[5x5] variations:off", a, &search.Options{})
		answers, err := search.NewLocal(s, nil).Search(t.Context(), []*search.Question{q}, nil)
		if err != nil {
			t.Fatal(err)
		}
		data, err := answers[0].MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		if read, err := q.ReadPartial(data); err != nil {
			t.Fatal(err)
		} else if want, _ := q.Finish(answers[0]); cmp.Diff(inJSON(t, want.Found["it"]), mustFinish(t, q, read)) != "" {
			t.Errorf("%T: a state does not come back as it went", a)
		}
		r := rand.New(rand.NewPCG(2, 2))
		for range testsize.Of(3000, 300) {
			broken := slices.Clone(data)
			broken[r.IntN(len(broken))] = "0123456789-[]{},\"ABz"[r.IntN(20)]
			if read, err := q.ReadPartial(broken); err != nil {
				damaged++
			} else {
				_ = mustFinish(t, q, read) // whatever it says, it says it
			}
		}
	}
	if damaged < testsize.Of(1000, 100) {
		t.Errorf("only %d damaged states were refused", damaged)
	}
}

func mustFinish(t *testing.T, q *search.Question, p *search.Partial) string {
	t.Helper()
	a, err := q.Finish(p)
	if err != nil {
		t.Fatal(err)
	}
	return inJSON(t, a.Found["it"])
}
