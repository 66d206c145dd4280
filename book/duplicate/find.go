package duplicate

import (
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

// These limits bound the work. Exact records are always found. The others are
// compared in groups of games that have a number in common, after all exact
// records but one were set aside. So the work grows with the number of games.
const (
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

// bounds are those of the work that tests make smaller.
type bounds struct {
	// allPairs is the size up to which each game of a group is compared with
	// each other one. In larger groups, such as the games of one famous opening
	// or of two programs on one day, each is compared with the neighbors that come
	// next in an order, see [group.sort].
	allPairs, neighbors int
	largest             int // a number that more games share says nothing
	// atOnce bounds the groups of one kind that are compared at once when games have come or
	// gone. The ids of all games of these groups are in memory then, 12 bytes for each.
	atOnce int

	// small is the number of games up to which a segment counts as small, see
	// comparedSegment. To merge greater ones takes longer than to compare all games of
	// the archive again.
	small int
}

var usual = bounds{allPairs: 16, neighbors: 8, largest: 4096, atOnce: 1 << 20, small: 512}

// A game is one record with the values that are compared.
type game struct {
	id      store.GameID
	segment *store.Segment
	local   int
	line    store.Line
	facts   store.Facts
	stones  bool // its stones stay, so that its line has images
	stem    int  // moves that it may share with other games, see stems
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

// A pair are two games, the one with the lower id first.
type pair [2]store.GameID

// A edge says how two games go together.
type edge struct {
	kind Kinds
	cost int   // words in which they differ
	by   uint8 // the numbers in common by which they were compared: bit k for nearKeys[k]
}

// A finder looks for the clusters of a snapshot.
type finder struct {
	ctx      context.Context
	snapshot *store.Snapshot
	bounds   bounds
	games    []game                          // of which classes are made, those with one digest in the order of their ids
	numbered [len(nearKeys)]numbered         // the games that are compared now, by the nearKeys that they may have in common
	same     map[store.GameID][]store.GameID // of each exact class of two or more: its first game and all of them
	edges    map[pair]edge                   // what goes together besides, of the first games of classes
	stems    stems
	behind   map[store.GameID]struct{} // that stand behind another in their exact class
	changed  *changes                  // the groups that are compared; nil: all
	before   []comparedSegment         // what was compared before, nil: nothing
	met      atomic.Int64              // how many pairs met in groups, for tests
}

// Find compares the live games of a snapshot and returns all clusters. The
// answer depends on the records alone, not on their segments, nor on what the
// snapshot shows in place of what they say. It takes some 100 bytes of memory for
// each game.
func Find(ctx context.Context, s *store.Snapshot) (*Clusters, error) {
	found, err := compareAll(ctx, s, usual)
	if err != nil {
		return nil, err
	}
	return found.clusters, nil
}

// compareAll compares all games with one another.
func compareAll(ctx context.Context, s *store.Snapshot, b bounds) (*found, error) {
	f := &finder{ctx: ctx, snapshot: s, bounds: b, stems: stemsOf(s), same: map[store.GameID][]store.GameID{}, edges: map[pair]edge{}}
	f.gatherTwins()
	if err := f.exact(); err != nil {
		return nil, err
	}
	f.behind = behind(f.same)
	f.gatherAll()
	if err := f.nearAll(); err != nil {
		return nil, err
	}
	return f.result(nil)
}

// result returns the clusters. It reuses earlier clusters that are the same.
func (f *finder) result(keep func(*Cluster) bool) (*found, error) {
	r := &found{segments: compared(f.snapshot, f.stems, f.bounds, f.before), same: f.same, edges: f.edges}
	r.clusters = f.clusters(keep)
	// The result is kept, so it must not depend on records that could not be read.
	return r, errors.Join(f.ctx.Err(), f.snapshot.Err())
}

// gather collects the data of a segment's games, except their moves.
func (f *finder) gather(g *store.Segment) {
	live := g.Live()
	for it := live.Iterator(); it.HasNext(); {
		if one, ok := gameOf(g, int(it.Next())); ok {
			one.stem = f.stems[one.id]
			f.games = append(f.games, one)
		}
	}
}

// gameOf returns the data of a game except its moves. It reports false if the moves are
// unknown or there are none.
func gameOf(g *store.Segment, local int) (game, bool) {
	line := g.Line(local)
	return gameWith(g, local, &line)
}

// gameWith is gameOf a game whose line is known.
func gameWith(g *store.Segment, local int, line *store.Line) (game, bool) {
	facts := g.Facts(local)
	kind := kinds[facts.Game]
	if !kind.known || facts.Moves == 0 && facts.Flags&store.HasSetup == 0 {
		return game{}, false
	}
	return game{id: g.Base() + store.GameID(local), segment: g, local: local, line: *line, facts: facts, stones: kind.stones}, true
}

// sequence returns the canonical line of a game.
func (g *game) sequence() (position.Sequence, error) { return new(lineReader).read(g) }

// A lineReader reads one line after the other in the same memory.
type lineReader struct {
	script position.ScriptBuffer
	line   position.Sequence
}

// read returns the canonical line of a game, which is the caller's.
func (r *lineReader) read(g *game) (position.Sequence, error) {
	script, err := g.segment.ScriptIn(&r.script, g.local)
	if err != nil {
		return nil, err
	}
	r.line = script.SequenceIn(r.line)
	if !g.stones {
		return slices.Clone(r.line), nil
	}
	q, _ := r.line.Canonical(g.facts.Size)
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

// keys returns a key of each game.
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
	return keys
}

// each calls do with the numbers of n groups, several at once, and joins the errors.
func (f *finder) each(n int, do func(i int) error) error {
	errs := make([]error, n)
	var group sync.WaitGroup
	var next atomic.Int64
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for f.ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				errs[i] = do(i)
			}
		})
	}
	group.Wait()
	return errors.Join(append(errs, f.ctx.Err())...)
}
