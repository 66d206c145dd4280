package features_test

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
	"kifudb/store/features"
)

// A fake is a game that reports what a test wants. The script of a game is its number.
type fake struct {
	game.Replayer
	about     game.About
	kinds     []feature.Kind
	instances map[int][]feature.Instance // by game
}

func (f *fake) About() *game.About       { return &f.about }
func (f *fake) Features() []feature.Kind { return f.kinds }

func (f *fake) Observe(_ game.Position, s position.Script, w feature.Wanted) iter.Seq[*feature.Instance] {
	return func(yield func(*feature.Instance) bool) {
		for _, i := range f.instances[int(s[0])] {
			if w.Kinds.Has(i.Kind) && !yield(&i) {
				return
			}
		}
	}
}

// of returns the instances of a kind in a game, which is what a scan of all games would find.
func (f *fake) of(local, kind int) (found []features.Instance) {
	for _, i := range f.instances[local] {
		if i.Kind == kind {
			found = append(found, features.Instance{Node: i.Node, By: i.By, Value: i.Value})
		}
	}
	return found
}

var fakeKinds = []feature.Kind{
	{Name: "takes"},
	{Name: "shape", Words: []feature.Word{{Name: "hane"}, {Name: "keima"}}, Common: []int32{2}},
	{Name: "liberties", Everywhere: true},
	{Name: "ended"},
	{Name: "never"},
	{Name: "once", Words: []feature.Word{{Name: "yes"}}},
	{Name: "names", Words: manyWords, Common: []int32{1, 8, 15, 80, 81}},
}

// manyWords are so many that their kind has a stream of its own.
var manyWords = func() (list []feature.Word) {
	for i := range 80 {
		list = append(list, feature.Word{Name: fmt.Sprint("word", i)})
	}
	return list
}()

// listed reports whether an index has the nodes of a value of a kind.
func listed(k *feature.Kind, value int32) bool {
	return !slices.Contains(k.Common, value)
}

// randomFake returns a game of which some of so many games have instances of all sorts.
func randomFake(r *rand.Rand, number, games int) *fake {
	f := &fake{about: game.About{Number: number}, kinds: fakeKinds, instances: map[int][]feature.Instance{}}
	players := []position.Color{position.Black, position.White}
	for local := range games {
		node := 0
		for range r.IntN(4) * r.IntN(8) {
			node += r.IntN(3) * r.IntN(100)
			for _, i := range []feature.Instance{
				{Kind: 0, Value: 1 + int32(r.IntN(1+r.IntN(1+r.IntN(1+r.IntN(2000)))))},
				{Kind: 1, Value: 1 + int32(r.IntN(2))},
				{Kind: 1, Value: 1 + int32(r.IntN(2))},
				{Kind: 2, Value: 3},
				{Kind: 3, Value: 1 + int32(r.Uint32()>>1&0x7ffffffe)},
				{Kind: 5, Value: 1},
				{Kind: 6, Value: 1 + int32(r.IntN(1+r.IntN(81)))},
				{Kind: 6, Value: 1 + int32(r.IntN(80))},
			} {
				if r.IntN(3) > 0 {
					continue
				}
				i.Node, i.By = node, players[r.IntN(2)]
				if i.Kind == 3 {
					i.By = position.Color(r.IntN(3))
				}
				f.instances[local] = append(f.instances[local], i)
			}
		}
	}
	return f
}

// build makes the index of games, each of the observer that of returns, in so many parts.
func build(t testing.TB, games, parts int, of func(local int) *fake) (directory, columns []byte) {
	t.Helper()
	all := make([]*features.Part, parts)
	for p := range all {
		all[p] = new(features.Part)
		for local := p * games / parts; local < (p+1)*games/parts; local++ {
			if o := of(local); o != nil {
				if err := all[p].Add(t.Context(), local, o, nil, position.Script{uint16(local)}); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return features.Encode(games, all)
}

// The index gives the same answers as a scan of all games, also where a segment holds several games.
func TestTwin(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, games := range []int{0, 1, 2, 15, 16, 17, 63, 64, 65, 500, 3000} {
		fakes := []*fake{randomFake(r, 1, games), randomFake(r, 7, games), nil}
		of := func(local int) *fake { return fakes[uint32(local)*2654435761>>7%3] }
		directory, columns := build(t, games, 1, of)
		for _, parts := range []int{2, 7} {
			d, c := build(t, games, parts, of)
			if !bytes.Equal(d, directory) || !bytes.Equal(c, columns) {
				t.Fatalf("%d games: %d parts give other bytes than one", games, parts)
			}
		}
		x, err := features.Open(directory, columns, games)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range fakes[:2] {
			for k := range f.kinds {
				compare(t, x, games, f, k, of)
			}
		}
	}
}

func compare(t *testing.T, x *features.Index, games int, f *fake, kind int, of func(local int) *fake) {
	t.Helper()
	name := fmt.Sprintf("%s of game %d in %d games", f.kinds[kind].Name, f.about.Number, games)
	c := x.Column(f.about.Number, &f.kinds[kind])
	any := slices.ContainsFunc(seq(games), func(local int) bool { return of(local) == f })
	if held := any && !f.kinds[kind].Everywhere; (c != nil) != held {
		t.Fatalf("%s: column %v, want %v", name, c != nil, held)
	}
	if c == nil {
		return
	}
	wanted := func(local int) (list []features.Instance) {
		if of(local) == f {
			list = f.of(local, kind)
		}
		return list
	}
	for local := -1; local <= games; local++ {
		want := slices.DeleteFunc(wanted(local), func(i features.Instance) bool { return !listed(&f.kinds[kind], i.Value) })
		if got := slices.Collect(c.Instances(local)); !slices.Equal(got, want) {
			t.Fatalf("%s: game %d has %v, want %v", name, local, got, want)
		}
	}
	type key struct {
		by    position.Color
		value int32
	}
	sets := map[key]int{}
	for name2, admits := range map[string]func(by position.Color, value int32) bool{
		"all":      nil,
		"none":     func(position.Color, int32) bool { return false },
		"white":    func(by position.Color, _ int32) bool { return by == position.White },
		"five":     func(_ position.Color, value int32) bool { return value >= 5 },
		"black, 1": func(by position.Color, value int32) bool { return by == position.Black && value == 1 },
		"large":    func(_ position.Color, value int32) bool { return value > 1<<20 },
	} {
		var want []uint32
		clear(sets)
		for local := range games {
			seen := map[key]bool{}
			for _, i := range wanted(local) {
				seen[key{i.By, i.Value}] = true
			}
			some := false
			for k := range seen {
				sets[k]++
				some = some || admits == nil || admits(k.by, k.value)
			}
			if some {
				want = append(want, uint32(local))
			}
		}
		if admits != nil {
			lists := true
			for k := range sets {
				lists = lists && (!admits(k.by, k.value) || listed(&f.kinds[kind], k.value))
			}
			if got := c.Lists(admits); got != lists {
				t.Fatalf("%s: lists all of %s: %v, want %v", name, name2, got, lists)
			}
		}
		if got := c.Games(admits).ToArray(); !slices.Equal(got, want) {
			t.Fatalf("%s: %s in %v, want %v", name, name2, got, want)
		}
	}
	n := 0
	for s := range c.Sets() {
		n++
		if s.Value == 0 { // a kind with very many values
			continue
		}
		if sets[key{s.By, s.Value}] != s.Games {
			t.Fatalf("%s: %v by %v in %d games, want %d", name, s.Value, s.By, s.Games, sets[key{s.By, s.Value}])
		}
	}
	if n != len(sets) && len(sets) <= 128 {
		t.Fatalf("%s: %d sets, want %d", name, n, len(sets))
	}
}

func seq(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
