package columns

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"kifudb/position"
)

// ErrTooMany is returned when the games have more captures and replayed points
// than the format can number, 2^32.
var ErrTooMany = errors.New("columns: more than 2^32 changes in a segment")

// Game is a game to be indexed.
type Game struct {
	Local    uint16 // its number in the segment
	Script   position.Script
	Captures position.Captures // of the script, or nil: then it is replayed
}

// Build replays games by the same rules on boards of one size and returns their
// index, and its corner key, nil on small boards. The games must be in ascending order of their numbers. It uses all
// processors, a block of games on each.
func Build(rules position.Rules, size position.Size, games []Game) (data, corners []byte, err error) {
	if !size.Valid() {
		return nil, nil, fmt.Errorf("columns: no board has the size %v", size)
	}
	for i := 1; i < len(games); i++ {
		if games[i].Local <= games[i-1].Local {
			return nil, nil, fmt.Errorf("columns: game %d after game %d", games[i].Local, games[i-1].Local)
		}
	}
	l := newLayout(size, len(games), 0)
	data = make([]byte, l.lanes, roomFor(size, games)) // a copy would take as much again
	for i, g := range games {
		binary.LittleEndian.PutUint16(data[l.locals+2*i:], g.Local)
	}

	further := make([][]change, l.blocks) // of each block
	stretches := make([][]stretch, l.blocks)
	entries := make([][]uint64, l.blocks)
	builders := make([]builder, min(runtime.GOMAXPROCS(0), l.blocks))
	var next atomic.Int32
	var wg sync.WaitGroup
	for i := range builders {
		wg.Go(func() {
			b := &builders[i]
			b.layout, b.data, b.replayer.Rules, b.early = &l, data, rules, make([]uint32, l.area)
			for {
				n := int(next.Add(1)) - 1
				if n >= l.blocks {
					return
				}
				further[n], stretches[n], entries[n] = b.block(n, games[n*BlockGames:min((n+1)*BlockGames, len(games))])
			}
		})
	}
	wg.Wait()

	// The lanes' starts count from their block so far.
	le := binary.LittleEndian
	total := 0
	for n, c := range further {
		starts := data[l.starts+4*n*BlockGames:][:4*BlockGames]
		for i := 0; i < len(starts); i += 4 {
			le.PutUint32(starts[i:], uint32(total)+le.Uint32(starts[i:]))
		}
		total += len(c)
	}
	if uint64(total) > math.MaxUint32 {
		return nil, nil, ErrTooMany
	}
	le.PutUint32(data[l.lanes-4:], uint32(total))
	sums := make([]uint32, l.area)
	for _, b := range builders {
		for point, w := range b.early {
			sums[point] += w
		}
	}
	weigh(&l, data, sums)

	copy(data, magic)
	le.PutUint32(data[4:], version)
	le.PutUint32(data[8:], uint32(size.Cols))
	le.PutUint32(data[12:], uint32(size.Rows))
	le.PutUint32(data[16:], uint32(len(games)))
	le.PutUint32(data[20:], uint32(total))
	all := slices.Concat(stretches...)
	le.PutUint32(data[24:], uint32(len(all)))
	l = newLayout(size, len(games), len(all))
	data = appendStretches(slices.Grow(data, l.changes-l.lanes+4*total), &l, all)
	for _, block := range further {
		for _, c := range block {
			data = le.AppendUint32(data, uint32(c))
		}
	}
	return data, buildCornerKey(size, entries), nil
}

// roomFor returns how many bytes an index has at most, of plain games, and about how many of others.
func roomFor(size position.Size, games []Game) int {
	stretches, changes := 0, 0
	for _, g := range games {
		if g.Captures != nil {
			changes += 2 * (len(g.Captures) - 1) // what is captured, and played once more
		} else {
			changes += len(g.Script) / 4
		}
		if !g.plain() {
			stretches += stretchesOf(g.Script)
		}
	}
	l := newLayout(size, len(games), stretches)
	return l.changes + 4*changes
}

// weightAt is how much it counts for a point that it is taken at a node: 64 at node 0, half
// of that at node 16, only 4 at 240, and nothing from unweighed on.
var weightAt = func() (weights [unweighed + 1]uint8) {
	for node := range weights {
		weights[node] = uint8(1024 / (node + 16))
	}
	return weights
}()

const unweighed = 1024 - 16 + 1

// earlyAt returns how much it counts for a point that it is taken at a node.
func earlyAt(node uint16) uint32 { return uint32(weightAt[min(node, unweighed)]) }

// weigh fills the section "weights" from those after it, and from what counts for points that
// are taken early.
func weigh(l *layout, data []byte, earlies []uint32) {
	weights := make([]uint32, weightKinds*l.area)
	for thing := range l.ever.things {
		for n := range l.blocks {
			weights[weightKinds*(thing/2)+thing%2] += uint32(bits.OnesCount64(l.ever.at(data, thing, n)))
		}
	}
	for point, w := range earlies {
		weights[weightKinds*point+early] = w
	}
	for i, w := range weights {
		binary.LittleEndian.PutUint32(data[l.weights+4*i:], w)
	}
}

// earlies returns what counts for points that are taken early, which a builder adds up while it
// fills the section "first".
func earlies(l *layout, data []byte) []uint32 {
	all := make([]uint32, l.area)
	for n := range l.blocks {
		first := l.firstOf(data, n)
		for point := range l.area {
			for row := first[firstSize*point:][:firstSize]; len(row) > 0; row = row[2:] {
				all[point] += earlyAt(binary.LittleEndian.Uint16(row) & timeMask)
			}
		}
	}
	return all
}

// A builder fills the sections of one block after the other.
type builder struct {
	*layout
	data     []byte
	replayer position.Replayer
	track    corners
	tree     corners  // of games with variations
	early    []uint32 // by point: what counts for it so far, see earlies

	// Of the block.
	block0    int      // its first lane
	signed    []uint64 // by bit of the signature
	lying     []uint64 // by everThing
	first     []byte
	stretches []stretch
	all       []change
	entries   []uint64          // of the corner key
	board     []position.Change // see whole

	// The game at hand.
	lane     int              // in its block
	changes  []change         // after the first ones
	points   []uint64         // those of changes, a set of bits
	firsts   []int32          // by point of changes: the first of them
	nexts    []int32          // by change: the next one on its point, or -1
	mainLine int              // nodes there
	others   int              // nodes in variations
	cut      int              // stretches
	plainly  bool             // so far
	entered  bool             // its entries of the corner key are made
	stones   []position.Stone // of the main line
}

// block replays the games of a block and returns their further changes, and
// the stretches of those that are not decided.
func (b *builder) block(n int, games []Game) ([]change, []stretch, []uint64) {
	le := binary.LittleEndian
	b.block0, b.stretches = n*BlockGames, nil
	b.signed = slices.Grow(b.signed[:0], b.corners.things)[:b.corners.things]
	b.lying = slices.Grow(b.lying[:0], b.ever.things)[:b.ever.things]
	clear(b.signed)
	clear(b.lying)
	b.first = b.firstOf(b.data, n)
	le.PutUint16(b.first, never)
	for n := 2; n < len(b.first); n *= 2 {
		copy(b.first[n:], b.first[:n])
	}
	b.all, b.entries = b.all[:0], b.entries[:0]
	var branched, long, plain uint64
	for b.lane = range BlockGames {
		le.PutUint32(b.data[b.starts+4*(n*BlockGames+b.lane):], uint32(len(b.all)))
		if b.lane >= len(games) {
			continue
		}
		b.game(&games[b.lane])
		le.PutUint16(b.data[b.nodes+2*(n*BlockGames+b.lane):], uint16(min(b.mainLine, MaxNodes)))
		if b.others > 0 {
			branched |= 1 << b.lane
		}
		if b.mainLine > MaxNodes {
			long |= 1 << b.lane
		} else if b.plainly {
			plain |= 1 << b.lane
		}
		b.sort()
	}
	b.corners.put(b.data, n, b.signed)
	b.ever.put(b.data, n, b.lying)
	le.PutUint64(b.data[b.branched+8*n:], branched)
	le.PutUint64(b.data[b.long+8*n:], long)
	le.PutUint64(b.data[b.plain+8*n:], plain)
	return slices.Clone(b.all), b.stretches, slices.Clone(b.entries)
}

// plain reports whether the game is plain, and not so long that it has stretches.
func (g *Game) plain() bool { return g.Captures != nil && g.Captures.Nodes() <= MaxNodes }

// game takes in a game.
func (b *builder) game(g *Game) {
	b.stones, b.entered = b.stones[:0], false
	if g.plain() {
		b.mainLine, b.others = g.Captures.Nodes(), 0
		b.stones, b.plainly = position.AppendStones(b.stones, g.Script, g.Captures)
	} else {
		b.replay(g)
	}
	b.put()
}

// replay goes through a game of which more is to be known than the stones of its main line.
func (b *builder) replay(g *Game) {
	b.mainLine, b.others, b.plainly = 0, 0, true
	undecided := g.Script.Branched() || g.Script.Nodes() > MaxNodes
	r := &b.replayer
	r.Start(b.size, g.Script)
	for event := r.Next(); event != position.End; event = r.Next() {
		if event != position.AtNode {
			continue
		}
		step := r.Step()
		if undecided {
			b.stretch(r.Board(), step)
			b.enter(r.Board(), step)
		}
		if len(step.Placed) != 1 || len(step.Changes) == 0 || step.Changes[0] != step.Placed[0] {
			for _, c := range step.Placed { // perhaps gone again at once
				b.see(c)
			}
		}
		if step.MainLine {
			b.mainLine++
			b.plainly = b.plainly && plainStep(step)
		} else {
			b.others++
		}
		if !step.MainLine || b.mainLine > MaxNodes {
			for _, c := range step.Changes {
				b.see(c)
			}
			continue
		}
		for _, c := range step.Changes {
			b.stones = append(b.stones, position.Stone{Node: uint16(step.Node), Point: c.Point, Color: c.Color})
		}
	}
}

// enter takes in the corners after a node of a game that is not decided.
func (b *builder) enter(board *position.Board, step *position.Step) {
	if b.corners.things == 0 {
		return
	}
	changes := step.Changes
	if step.Node == 0 {
		b.tree.reset(b.size)
		b.entered = true
	} else if step.Parent != step.Node-1 {
		changes = b.whole(board)
	}
	touched := uint8(0)
	for _, c := range changes {
		if b.size.Contains(c.Point) {
			b.tree.put(b.size.Index(c.Point), c.Color, &touched)
		}
	}
	b.entries = b.tree.enter(b.entries, b.block0+b.lane, touched)
}

// plainStep reports whether a step is as in a game that was simply played: no
// move at the root, one at every other node, and each stone then lies on the
// board. The root's setup does not matter.
func plainStep(step *position.Step) bool {
	if step.MoveNumber != step.Node {
		return false
	}
	if step.Node == 0 || step.Fault == 0 && len(step.Placed) < 2 {
		return true
	}
	return len(step.Placed) == 0 || len(step.Placed) == 1 && slices.Contains(step.Changes, step.Placed[0])
}

// see notes that a stone lay on a point in some variation.
func (b *builder) see(c position.Change) {
	if c.Color != position.Empty && b.size.Contains(c.Point) {
		b.seen(b.size.Index(c.Point), c.Color)
	}
}

func (b *builder) seen(point int, c position.Color) {
	b.lying[everThing(point, c)] |= 1 << b.lane
}

// put takes in the stones of the main line.
func (b *builder) put() {
	le := binary.LittleEndian
	b.changes = b.changes[:0]
	b.track.reset(b.size)
	size, stones, lying, early, signed := b.size, b.stones, b.lying, b.early, len(b.signed) > 0
	first, lane, touched := b.first[slot(b.lane):], uint64(1)<<b.lane, uint8(0)
	for i, s := range stones {
		point := size.Index(s.Point)
		if signed {
			b.track.put(point, s.Color, &touched)
			if touched != 0 && (i+1 == len(stones) || stones[i+1].Node != s.Node) {
				b.track.sign(b.signed, lane, touched)
				if !b.entered {
					b.entries = b.track.enter(b.entries, b.block0+b.lane, touched)
				}
				touched = 0
			}
		}
		v, weight := s.Node, earlyAt(s.Node)
		if s.Color != position.Empty {
			lying[everThing(point, s.Color)] |= lane
			v |= uint16(s.Color-position.Black) * white
		}
		at := first[firstSize*point:][:2]
		if was := le.Uint16(at); was&timeMask != never {
			b.changes = append(b.changes, newChange(point, int(s.Node), s.Color))
			v, weight = was|more, 0
		}
		le.PutUint16(at, v)
		early[point] += weight
	}
}

// sort puts the changes of the game, which come in the order of their nodes, into that of
// their points as well, and appends them to those of the block. A game has some 40, for which
// comparing takes twice as long.
func (b *builder) sort() {
	if area := b.size.Area(); len(b.firsts) != area {
		b.points, b.firsts = make([]uint64, (area+63)/64), make([]int32, area)
	}
	b.nexts = slices.Grow(b.nexts[:0], len(b.changes))[:len(b.changes)]
	for i := len(b.changes) - 1; i >= 0; i-- {
		point := b.changes[i].point()
		word, bit := &b.points[point/64], uint64(1)<<(point%64)
		b.nexts[i] = -1
		if *word&bit != 0 {
			b.nexts[i] = b.firsts[point]
		}
		b.firsts[point] = int32(i)
		*word |= bit
	}
	for i, word := range b.points {
		for ; word != 0; word &= word - 1 {
			for at := b.firsts[64*i+bits.TrailingZeros64(word)]; at >= 0; at = b.nexts[at] {
				b.all = append(b.all, b.changes[at])
			}
		}
	}
	clear(b.points)
}
