package duplicate

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	registry "kifudb/game"
	"kifudb/position"
	"kifudb/store"
)

// The bounds of the work. Exact records are found whatever there is; the rest
// is compared in groups of games that have a number in common, after all exact
// records but one were put aside. So the work grows with the number of games.
const (
	// allPairs is the size up to which each game of a group is compared with
	// each other one. In larger groups, such as the games of one famous opening
	// or of two programs on one day, each is compared with those that come next
	// in the order of their canonical lines, which are those that have most in
	// common with it from the first move on.
	allPairs   = 16
	neighbors  = 8
	largestSet = 4096 // a number that more games share says nothing
	// longestLine is the number of moves up to which games are compared, other
	// than for being the same; no game of Go has as many.
	longestLine = 10_000
	// maxClasses bounds the games into which records of the same few moves are
	// divided: of what thousands of games begin and end with nobody learns more.
	maxClasses = 256
	// maxRounds bounds the exact classes with the same digest, which only those
	// have who made their games for it.
	maxRounds = 16
)

// problemSize is the number of stones of both colors that, set up, make a problem,
// of which the moves are not counted.
const problemSize = 8

// a game as it is looked at here.
type game struct {
	id      store.GameID
	segment *store.Segment
	local   int
	line    store.Line
	facts   store.Facts
	stones  bool // its stones stay, so that its line has images
}

// kinds are the games whose records are compared, by SGF's number: those whose
// moves are known.
var kinds = func() (kinds [1 << 8]struct{ known, stones bool }) {
	for _, g := range registry.All() {
		k := &kinds[g.About().Number]
		_, k.known = g.(registry.Replayer)
		_, k.stones = g.(registry.Stones)
	}
	return kinds
}()

// A finder looks for the clusters of a snapshot. Games are named by their
// index in games, which are in the order of their ids.
type finder struct {
	ctx   context.Context
	games []game
	same  map[int32][]int32  // of each exact class of two or more: its first game and all of them
	edges map[[2]int32]Kinds // pairs that were found to go together, the lower index first
	cost  map[[2]int32]int   // words in which they differ
}

// Find compares the live games of a snapshot and returns all clusters. The
// answer depends on the records alone, not on their segments, nor on what the
// snapshot shows in place of what they say. It takes some 100 bytes of memory for
// each game.
func Find(ctx context.Context, s *store.Snapshot) (*Clusters, error) {
	if err := s.Verify(); err != nil { // what is found is kept
		return nil, err
	}
	f := &finder{ctx: ctx, same: map[int32][]int32{}, edges: map[[2]int32]Kinds{}, cost: map[[2]int32]int{}}
	f.games = make([]game, 0, s.Len())
	for _, g := range s.Segments() {
		f.gather(g.Recorded())
	}
	if err := f.exact(); err != nil {
		return nil, err
	}
	for _, key := range []func(*game) uint64{
		func(g *game) uint64 { return g.line.Head },
		func(g *game) uint64 { return half(g, 0) },
		func(g *game) uint64 { return half(g, 3) },
		func(g *game) uint64 { return g.line.Who },
	} {
		if err := f.near(key); err != nil {
			return nil, err
		}
	}
	return f.clusters(s), nil
}

// gather takes what is known of the games of a segment without their moves.
func (f *finder) gather(g *store.Segment) {
	live := g.Live()
	for it := live.Iterator(); it.HasNext(); {
		local := int(it.Next())
		facts := g.Facts(local)
		kind := kinds[facts.Game]
		if !kind.known || facts.Moves == 0 && facts.Flags&store.HasSetup == 0 {
			continue // its moves are not known, or there are none
		}
		f.games = append(f.games, game{g.Base() + store.GameID(local), g, local, g.Line(local), facts, kind.stones})
	}
}

// sequence returns the canonical line of a game.
func (g *game) sequence() (position.Sequence, error) {
	script, err := g.segment.Script(g.local)
	if err != nil {
		return nil, err
	}
	q := script.Sequence()
	if g.stones {
		q, _ = q.Canonical(g.facts.Size)
	}
	return q, nil
}

// swapped reports whether the colors of a game are exchanged in its canonical line.
func (g *game) swapped() bool {
	if !g.stones {
		return false
	}
	script, err := g.segment.Script(g.local)
	if err != nil {
		return false // whoever reads the line is told
	}
	_, o := script.Sequence().Canonical(g.facts.Size)
	return o.Swapped
}

// half returns a number for three moves of the Dyer signature from the i-th
// on, 0 if not all are known. Two halves find a game though it differs in one
// of the moves, or was cut short.
func half(g *game, i int) uint64 {
	if !g.stones {
		return 0
	}
	d := g.line.Dyer
	least := uint64(1 << 63)
	for s := range position.Symmetries(g.facts.Size) {
		n := uint64(0)
		for _, p := range d[i : i+3] {
			if p == position.Pass {
				return 0
			}
			n = n<<12 | uint64(position.Symmetry(s).Apply(p, g.facts.Size))
		}
		least = min(least, n)
	}
	return least<<12 | uint64(g.facts.Size.Cols)<<6 | uint64(g.facts.Size.Rows) // games that are not the same are told apart later
}

// keys returns a key of each game, 0 for those that stand behind another in
// their exact class.
func (f *finder) keys(key func(*game) uint64) []uint64 {
	keys := make([]uint64, len(f.games))
	var group sync.WaitGroup
	const chunk = 8192
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for {
				from := int(next.Add(chunk)) - chunk
				if from >= len(keys) {
					return
				}
				for i := from; i < min(from+chunk, len(keys)); i++ {
					keys[i] = key(&f.games[i])
				}
			}
		})
	}
	group.Wait()
	for first, class := range f.same {
		for _, i := range class {
			if i != first {
				keys[i] = 0
			}
		}
	}
	return keys
}

// each calls do for all groups, several at once, and joins the errors.
func (f *finder) each(groups [][]int32, do func(group []int32) error) error {
	errs := make([]error, len(groups))
	var group sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for f.ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(groups) {
					return
				}
				errs[i] = do(groups[i])
			}
		})
	}
	group.Wait()
	return errors.Join(append(errs, f.ctx.Err())...)
}

// exact finds the classes of games with the same moves.
func (f *finder) exact() error {
	var mu sync.Mutex
	groups := shared(f.keys(func(g *game) uint64 { return g.line.Digest }))
	return f.each(groups, func(group []int32) error {
		for round := 0; len(group) > 1 && round < maxRounds; round++ {
			first, err := f.games[group[0]].sequence()
			if err != nil {
				return err
			}
			class, others := []int32{group[0]}, []int32{} // others have only the digest in common
			for _, i := range group[1:] {
				q, err := f.games[i].sequence()
				if err != nil {
					return err
				}
				if slices.Equal(q, first) && f.games[i].facts.Game == f.games[group[0]].facts.Game && f.games[i].facts.Size == f.games[group[0]].facts.Size {
					class = append(class, i)
				} else {
					others = append(others, i)
				}
			}
			mu.Lock()
			for _, c := range f.apart(first, class) {
				f.same[c[0]] = c
			}
			mu.Unlock()
			group = others
		}
		return nil
	})
}

// apart divides games with the same moves by what else must be the same: the
// fewer moves there are, the more.
func (f *finder) apart(q position.Sequence, class []int32) [][]int32 {
	moves := q.Moves()
	if moves < leastMoves && !isProblem(q) {
		return nil
	}
	classes := [][]int32{class}
	if len(registry.Of(int(f.games[class[0]].facts.Game)).About().Start) > 0 {
		classes = f.byKey(class, (*game).start)
	}
	if moves < longShared && !isProblem(q) {
		for _, c := range classes {
			classes = append(classes[1:], f.byEvidence(c, moves)...)
		}
	}
	return slices.DeleteFunc(classes, func(c []int32) bool { return len(c) < 2 })
}

// byKey divides games by a number.
func (f *finder) byKey(class []int32, key func(*game) uint64) [][]int32 {
	var keys []uint64
	for _, i := range class {
		keys = append(keys, key(&f.games[i]))
	}
	classes := shared(keys)
	for _, c := range classes {
		for k, j := range c {
			c[k] = class[j]
		}
	}
	return classes
}

// byEvidence divides games with the same few moves: each goes to the first one
// that it may be one game with.
func (f *finder) byEvidence(class []int32, moves int) [][]int32 {
	var classes [][]int32
	for _, i := range class {
		at := slices.IndexFunc(classes, func(c []int32) bool {
			return moves >= least(evidence(&f.games[c[0]], &f.games[i], false))
		})
		switch {
		case at >= 0:
			classes[at] = append(classes[at], i)
		case len(classes) < maxClasses:
			classes = append(classes, []int32{i})
		}
	}
	return classes
}

// start returns a number for where a game begins, of those where that is not among
// the moves.
func (g *game) start() uint64 {
	h := fnv.New64a()
	idents := registry.Of(int(g.facts.Game)).About().Start
	for _, v := range g.segment.Info(g.local) {
		if slices.Contains(idents, v.Ident) {
			h.Write([]byte(v.Text))
		}
	}
	return max(h.Sum64(), 1)
}

// isProblem reports whether a line begins with a position that was set up and
// is not a handicap.
func isProblem(q position.Sequence) bool {
	var stones [3]int
	for i := range q {
		m, played := q.At(i)
		if played {
			break
		}
		stones[m.Color]++
	}
	return stones[position.Black]+stones[position.White] >= problemSize && stones[position.Black] > 0 && stones[position.White] > 0
}

// near compares the games that have a key in common.
func (f *finder) near(key func(*game) uint64) error {
	var mu sync.Mutex
	type edge struct {
		pair [2]int32
		kind Kinds
		cost int
	}
	var found []edge
	bounded := func(g *game) uint64 {
		if g.facts.Moves > longestLine {
			return 0
		}
		return key(g)
	}
	groups := slices.DeleteFunc(shared(f.keys(bounded)), func(g []int32) bool { return len(g) > largestSet })
	err := f.each(groups, func(group []int32) error {
		lines := make([]position.Sequence, len(group)) // read when they are needed
		order := make([]int, len(group))
		for k := range group {
			order[k] = k
		}
		reach := len(group)
		if len(group) > allPairs {
			for k, i := range group {
				var err error
				if lines[k], err = f.games[i].sequence(); err != nil {
					return err
				}
			}
			reach = neighbors
			slices.SortFunc(order, func(x, y int) int { return cmp.Or(slices.Compare(lines[x], lines[y]), cmp.Compare(x, y)) })
		}
		for at, x := range order {
			for _, y := range order[at+1 : min(at+1+reach, len(order))] {
				pair := [2]int32{min(group[x], group[y]), max(group[x], group[y])}
				if _, ok := f.edges[pair]; ok {
					continue
				}
				a, b := &f.games[group[x]], &f.games[group[y]]
				if !plausible(a, b) {
					continue
				}
				for _, k := range [...]int{x, y} {
					if lines[k] == nil {
						var err error
						if lines[k], err = f.games[group[k]].sequence(); err != nil {
							return err
						}
					}
				}
				if c := a.compare(b, lines[x], lines[y]); c.Kind != 0 {
					mu.Lock()
					found = append(found, edge{pair, c.Kind, c.costOf(min(len(lines[x]), len(lines[y])))})
					mu.Unlock()
				}
			}
		}
		return nil
	})
	for _, e := range found {
		f.edges[e.pair] = e.kind
		f.cost[e.pair] = e.cost
	}
	return err
}

// plausible reports whether two games may be one by what is known without
// reading their moves. Half a signature is the same in many games by chance;
// of one game the other moves are, too, but for one or two.
func plausible(a, b *game) bool {
	if a.line.Head == b.line.Head && a.line.Head != 0 || a.line.Who == b.line.Who && a.line.Who != 0 {
		return true
	}
	for s := range position.Symmetries(a.facts.Size) {
		same := 0
		for i, p := range a.line.Dyer {
			if p != position.Pass && position.Symmetry(s).Apply(p, a.facts.Size) == b.line.Dyer[i] {
				same++
			}
		}
		if same >= 4 {
			return true
		}
	}
	return false
}

// compare compares two games, whose canonical lines are given.
func (g *game) compare(other *game, x, y position.Sequence) Comparison {
	if g.facts.Moves < minShared || other.facts.Moves < minShared {
		return Comparison{} // problems differ in a stone
	}
	if g.facts.Game != other.facts.Game || g.facts.Size != other.facts.Size {
		return Comparison{}
	}
	// What the records say is read only of games whose moves may be of one.
	c := g.compareLines(x, y, For)
	if c.Kind != 0 {
		if e := evidence(g, other, c.Orientation.Swapped); e != For {
			c = g.compareLines(x, y, e)
		}
	}
	if c.Kind == Exact {
		return Comparison{} // a short one, or they would be of one class
	}
	return c
}

// compareLines compares two games by their lines, given what else speaks for one.
func (g *game) compareLines(x, y position.Sequence, e Evidence) Comparison {
	switch {
	case g.stones:
		return Compare(x, y, g.facts.Size, e)
	case e == For:
		return compareAsIs(x, y, e)
	}
	return Comparison{} // they may begin in different ways
}

// clusters joins what goes together. The longest game comes first and gathers
// those that go with it; what they go with besides does not count, or the
// records of many games would hang together by the beginning that they share.
func (f *finder) clusters(s *store.Snapshot) *Clusters {
	joined := map[int32][]int32{}
	for pair := range f.edges {
		joined[pair[0]] = append(joined[pair[0]], pair[1])
		joined[pair[1]] = append(joined[pair[1]], pair[0])
	}
	var firsts []int32
	for i := range joined {
		firsts = append(firsts, i)
	}
	slices.SortFunc(firsts, func(a, b int32) int {
		return cmp.Or(cmp.Compare(f.games[b].facts.Moves, f.games[a].facts.Moves), cmp.Compare(a, b))
	})
	kindOf := func(a, b int32) (Kinds, int) {
		pair := [2]int32{min(a, b), max(a, b)}
		return f.edges[pair], f.cost[pair]
	}
	gathered := map[int32][]int32{} // by leader
	led := map[int32]bool{}
	for _, i := range firsts {
		best := int32(-1)
		for _, j := range joined[i] {
			if _, leads := gathered[j]; !leads {
				continue
			}
			if best >= 0 {
				k, c := kindOf(i, j)
				bestKind, bestCost := kindOf(i, best)
				if cmp.Or(cmp.Compare(k, bestKind), cmp.Compare(c, bestCost), cmp.Compare(j, best)) > 0 {
					continue
				}
			}
			best = j
		}
		if best < 0 {
			gathered[i] = nil
			continue
		}
		gathered[best] = append(gathered[best], i)
		led[i] = true
	}
	for i := range f.same {
		if !led[i] {
			if _, leads := gathered[i]; !leads {
				gathered[i] = nil
			}
		}
	}
	var list []Cluster
	for leader, others := range gathered {
		var c Cluster
		all := Kinds(0)
		for _, i := range others {
			kind, _ := kindOf(leader, i)
			all |= kind
			c.Members = f.appendClass(c.Members, i, kind)
		}
		c.Members = f.appendClass(c.Members, leader, all)
		if len(c.Members) > 1 {
			list = append(list, c)
		}
	}
	for i := range list {
		prefer(list[i].Members, judge(s))
	}
	return newClusters(list)
}

// appendClass appends a game and those with the same moves.
func (f *finder) appendClass(list []Member, i int32, kinds Kinds) []Member {
	class := f.same[i]
	if class == nil {
		return append(list, Member{ID: f.games[i].id, Kinds: kinds})
	}
	for _, j := range class {
		list = append(list, Member{ID: f.games[j].id, Kinds: kinds | Exact})
	}
	return list
}
