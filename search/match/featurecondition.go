package match

import (
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/query"
	"kifudb/store"
	"kifudb/store/features"
)

// A featureCondition is the condition that a move of a game does something on the board. The index of features
// answers it, where the segment has one; otherwise the remaining games are replayed.
type featureCondition struct {
	term    string
	test    *query.FeatureTest
	figures Figures
	games   map[uint8]featureOf // by SGF's number
	replays sync.Once           // a segment without the index was searched
}

// featureOf is a feature in one game that has it.
type featureOf struct {
	game   game.Observer
	kind   int
	admits func(by position.Color, value int32) bool
}

func (o *featureOf) about() *feature.Kind { return &o.game.Features()[o.kind] }

// newFeatureCondition makes the condition of a term for what moves do.
func newFeatureCondition(t *query.Term) (Condition, error) {
	test, err := t.FeatureTest()
	if err != nil {
		return nil, err
	}
	c := &featureCondition{term: query.Print(t), test: test, games: map[uint8]featureOf{}}
	c.figures = Figures{Term: c.term, Index: "features", About: test.About()}
	for g := range game.Observers() {
		if kind, admits, ok := test.For(g); ok {
			c.games[uint8(g.About().Number)] = featureOf{g, kind, admits}
		}
	}
	return c, nil
}

// oneFeature is the maker of fields for what moves do.
func oneFeature(f query.Field, v query.Value, _ *query.Resolution) (Condition, error) {
	return newFeatureCondition(&query.Term{Field: f.Name, Values: []query.Value{v}})
}

func (c *featureCondition) atoms(list []*Figures) []*Figures { return append(list, &c.figures) }

func (c *featureCondition) Open(s *store.Segment) Filter {
	return &featureFilter{featureCondition: c, segment: s}
}

// plain reports whether the games that the index names need no further look.
func (c *featureCondition) plain() bool {
	return c.test.Moves == (query.Window{}) && !c.test.MainLine && c.test.At == ""
}

// featureFilter looks the games of a segment up, or replays those that it is asked about.
type featureFilter struct {
	*featureCondition
	segment *store.Segment
	along   map[uint8]feature.Set // kinds of which the same games are asked for by turns; nil for none

	once    sync.Once                  // protects what follows
	known   *roaring.Bitmap            // games that the index answers for, of all games with the feature
	found   *roaring.Bitmap            // those of them with an instance
	unread  *roaring.Bitmap            // those of them of which only the nodes tell whether they have one
	rest    *roaring.Bitmap            // games with the feature that the index does not answer for
	columns map[uint8]*features.Column // of the index, by SGF's number of the game
	listed  map[uint8]bool             // games of which the column has the nodes that are asked for
	failed  error
}

func (f *featureFilter) begin() error {
	f.once.Do(func() {
		f.known, f.found, f.unread, f.rest = roaring.New(), roaring.New(), roaring.New(), roaring.New()
		f.columns, f.listed = map[uint8]*features.Column{}, map[uint8]bool{}
		index := f.segment.Features()
		byGame := map[uint8]*roaring.Bitmap{}
		for local := range iterate(f.segment.Live()) {
			number := f.segment.Facts(local).Game
			if _, ok := f.games[number]; !ok {
				continue
			}
			if byGame[number] == nil {
				byGame[number] = roaring.New()
			}
			byGame[number].Add(uint32(local))
		}
		for number, games := range byGame {
			of := f.games[number]
			if f.failed = derived(f.segment, of.game); f.failed != nil {
				return
			}
			column := index.Column(int(number), of.about())
			if column == nil {
				f.rest.Or(games)
				continue
			}
			f.columns[number], f.listed[number] = column.Along(f.along[number]), column.Lists(of.admits)
			f.known.Or(games)
			found, unread := column.Known(of.admits)
			f.found.Or(found)
			f.unread.Or(unread)
		}
		f.found.And(f.known)
		f.unread.And(f.known)
	})
	return f.failed
}

func (f *featureFilter) cost() cost {
	if f.begin() != nil || !f.rest.IsEmpty() {
		return costReplay
	}
	if f.plain() && f.unread.IsEmpty() {
		return costValues
	}
	if !f.lists() {
		return costReplay
	}
	return costPosition
}

// lists reports whether the index knows all nodes that are asked for.
func (f *featureFilter) lists() bool {
	for number := range f.columns {
		if !f.listed[number] {
			return false
		}
	}
	return f.rest.IsEmpty()
}

func (f *featureFilter) narrow(ctx context.Context, b *Block, mask *roaring.Bitmap) (*roaring.Bitmap, error) {
	start := time.Now()
	if err := f.begin(); err != nil {
		return nil, err
	}
	result := roaring.And(f.found, mask)
	open := roaring.And(f.rest, mask)
	open.Or(roaring.And(f.unread, mask))
	if !f.plain() {
		open.Or(result)
		result.Clear()
	}
	candidates := open.GetCardinality() + result.GetCardinality()
	for local := range iterate(open) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, err := range f.instances(local, false, nil) {
			if err != nil {
				return nil, err
			}
			result.Add(uint32(local))
			break
		}
	}
	if !f.rest.IsEmpty() || !open.IsEmpty() && !f.lists() {
		f.replays.Do(func() { f.figures.Index = "replay" })
	}
	b.figure(&f.figures, candidates, result.GetCardinality(), start)
	return result, nil
}

// instances yields the instances of a game that the condition admits, by node; with the points that they are about
// if these are wanted. If only some nodes are needed, it may leave out others; nil stands for all.
func (f *featureFilter) instances(local int, points bool, among nodeList) iter.Seq2[*feature.Instance, error] {
	return func(yield func(*feature.Instance, error) bool) {
		if err := f.begin(); err != nil {
			yield(nil, err)
			return
		}
		facts := f.segment.Facts(local)
		of, ok := f.games[facts.Game]
		if !ok {
			return
		}
		area, named, onBoard := f.test.Area(facts.Size)
		if !onBoard {
			return
		}
		points = points || named
		lines := numbers{segment: f.segment, local: local}
		admit := func(i *feature.Instance) (bool, error) {
			if !of.admits(i.By, i.Value) || named && !touches(i.Points, area) {
				return false, nil
			}
			if f.test.Moves == (query.Window{}) && !f.test.MainLine {
				return true, nil
			}
			at, err := lines.of(i.Node)
			if err != nil {
				return false, err
			}
			return f.test.Moves.Contains(at.move) && (at.main || !f.test.MainLine), nil
		}
		visit := func(i *feature.Instance) bool {
			ok, err := admit(i)
			if err != nil {
				yield(nil, err)
				return false
			}
			return !ok || yield(i, nil)
		}
		if column := f.columns[facts.Game]; column != nil && f.listed[facts.Game] && !points {
			for i := range column.Instances(local) {
				if !visit(&feature.Instance{Kind: of.kind, Node: i.Node, By: i.By, Value: i.Value}) {
					return
				}
			}
			return
		}
		start, script, known, err := startOf(f.segment, local, of.game)
		if err != nil {
			yield(nil, err)
			return
		}
		if !known {
			return
		}
		for i := range of.game.Observe(start, script, feature.Wanted{Kinds: 1 << of.kind, Points: points, Nodes: among}) {
			if !visit(i) {
				return
			}
		}
	}
}

// touches reports whether one of some points lies in an area.
func touches(points []position.Point, a query.Area) bool {
	for _, p := range points {
		if a.Contains(p) {
			return true
		}
	}
	return false
}

// numbers say of the nodes of a game which move they are and whether they are on the main line.
type numbers struct {
	segment *store.Segment
	local   int

	begun bool
	plain int        // the last node of those that the pattern index knows to be the main line, a move each
	nodes []numbered // nil until another is asked for
}

type numbered struct {
	move int
	main bool
}

// of returns what is known about a node, nothing about one that does not exist.
func (n *numbers) of(node int) (numbered, error) {
	if node < 0 {
		return numbered{}, nil
	}
	if !n.begun {
		n.begun = true
		n.plain = n.segment.PlainNodes(n.local)
	}
	if node < n.plain {
		return numbered{node, true}, nil
	}
	if n.nodes == nil {
		script, err := n.segment.Script(n.local)
		if err != nil {
			return numbered{}, err
		}
		n.nodes = []numbered{}
		for v := range position.Walk(new(struct{}), script) {
			n.nodes = append(n.nodes, numbered{v.MoveNumber, v.MainLine})
		}
	}
	if node >= len(n.nodes) {
		return numbered{}, nil
	}
	return n.nodes[node], nil
}

// nodes returns the nodes of a game with an instance, ascending. With areas, a point of the instance must lie on
// one of the areas of its node. If only some nodes are needed, it may leave out others; with once, the first of
// them suffices.
func (f *featureFilter) nodes(local int, areas nodeAreas, among nodeList, once bool) (nodes nodeList, err error) {
	for i, err := range f.instances(local, areas != nil, among) {
		if err != nil {
			return nil, err
		}
		if once && among != nil && !among.has(i.Node) {
			continue
		}
		if areas != nil && !slices.ContainsFunc(areas[i.Node], func(a query.Area) bool { return touches(i.Points, a) }) {
			continue
		}
		if len(nodes) == 0 || nodes[len(nodes)-1] != i.Node {
			nodes = append(nodes, i.Node)
		}
		if once {
			break
		}
	}
	return nodes, nil
}

// hits adds the instances of the game.
func (f *featureFilter) hits(_ context.Context, b *Block, local int, list []Hit) ([]Hit, error) {
	return f.appendHits(b, local, list, true)
}

// appendHits does so, with the points that the instances are about if these are wanted.
func (f *featureFilter) appendHits(b *Block, local int, list []Hit, points bool) ([]Hit, error) {
	of := f.games[f.segment.Facts(local).Game]
	lines := numbers{segment: f.segment, local: local}
	for i, err := range f.instances(local, points, nil) {
		if err != nil {
			return nil, err
		}
		at, err := lines.of(i.Node)
		if err != nil {
			return nil, err
		}
		list = append(list, Hit{Game: b.ID(local), Node: i.Node, MoveNumber: at.move, Feature: &Feature{
			Term: f.term, Name: of.about().Name, Value: query.FeatureText(of.about(), i.Value), By: i.By,
			Points: append([]position.Point(nil), i.Points...),
		}})
	}
	return list, nil
}
