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
// index. The games must be in ascending order of their numbers. It uses all
// processors, a block of games on each.
func Build(rules position.Rules, size position.Size, games []Game) ([]byte, error) {
	return buildVersion(version, rules, size, games)
}

// BuildOlder returns the index as archives of format 6 and before have it.
func BuildOlder(rules position.Rules, size position.Size, games []Game) ([]byte, error) {
	return buildVersion(versionByBlocks, rules, size, games)
}

func buildVersion(version int, rules position.Rules, size position.Size, games []Game) ([]byte, error) {
	if !size.Valid() {
		return nil, fmt.Errorf("columns: no board has the size %v", size)
	}
	for i := 1; i < len(games); i++ {
		if games[i].Local <= games[i-1].Local {
			return nil, fmt.Errorf("columns: game %d after game %d", games[i].Local, games[i-1].Local)
		}
	}
	l := newLayout(version, size, len(games), 0)
	data := make([]byte, l.lanes, roomFor(version, size, games)) // a copy would take as much again
	for i, g := range games {
		binary.LittleEndian.PutUint16(data[l.locals+2*i:], g.Local)
	}

	further := make([][]change, l.blocks) // of each block
	stretches := make([][]stretch, l.blocks)
	var next atomic.Int32
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), l.blocks) {
		wg.Go(func() {
			b := builder{layout: &l, data: data, replayer: position.Replayer{Rules: rules}}
			for {
				n := int(next.Add(1)) - 1
				if n >= l.blocks {
					return
				}
				further[n], stretches[n] = b.block(n, games[n*BlockGames:min((n+1)*BlockGames, len(games))])
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
		return nil, ErrTooMany
	}
	le.PutUint32(data[l.lanes-4:], uint32(total))
	weigh(&l, data)

	copy(data, magic)
	le.PutUint32(data[4:], uint32(version))
	le.PutUint32(data[8:], uint32(size.Cols))
	le.PutUint32(data[12:], uint32(size.Rows))
	le.PutUint32(data[16:], uint32(len(games)))
	le.PutUint32(data[20:], uint32(total))
	all := slices.Concat(stretches...)
	le.PutUint32(data[24:], uint32(len(all)))
	l = newLayout(version, size, len(games), len(all))
	data = appendStretches(slices.Grow(data, l.changes-l.lanes+4*total), &l, all)
	for _, block := range further {
		for _, c := range block {
			data = le.AppendUint32(data, uint32(c))
		}
	}
	return data, nil
}

// roomFor returns how many bytes an index has at most, of plain games, and about how many of others.
func roomFor(version int, size position.Size, games []Game) int {
	stretches, changes := 0, 0
	for _, g := range games {
		stretches += stretchesOf(g.Script)
		if g.Captures != nil {
			changes += 2 * (len(g.Captures) - 1) // what is captured, and played once more
		} else {
			changes += len(g.Script) / 4
		}
	}
	l := newLayout(version, size, len(games), stretches)
	return l.changes + 4*changes
}

// weigh fills the section "weights" from those after it.
func weigh(l *layout, data []byte) {
	le := binary.LittleEndian
	weights := make([]uint32, weightKinds*l.area)
	for thing := range l.ever.things {
		for n := range l.blocks {
			weights[weightKinds*(thing/2)+thing%2] += uint32(bits.OnesCount64(l.ever.at(data, thing, n)))
		}
	}
	for n := range l.blocks {
		first := l.firstOf(data, n)
		for point := range l.area {
			of := weights[weightKinds*point:][:weightKinds]
			for row := first[firstSize*point:][:firstSize]; len(row) > 0; row = row[2:] {
				// A point taken at node 0 counts 64, at node 16 half of that, at 240 only 4.
				of[early] += 1024 / (uint32(le.Uint16(row)&timeMask) + 16)
			}
		}
	}
	for i, w := range weights {
		le.PutUint32(data[l.weights+4*i:], w)
	}
}

// A builder fills the sections of one block after the other.
type builder struct {
	*layout
	data     []byte
	replayer position.Replayer
	track    corners

	// Of the block.
	block0    int      // its first lane
	signed    []uint64 // by bit of the signature
	lying     []uint64 // by everThing
	first     []byte
	stretches []stretch

	// The game at hand.
	lane     int      // in its block
	changes  []change // after the first ones
	mainLine int      // nodes there
	others   int      // nodes in variations
	plainly  bool     // so far
	node     int      // the latest with a change
	touched  uint8    // the corners that it changed
}

// block replays the games of a block and returns their further changes, and
// the stretches of those that are not decided.
func (b *builder) block(n int, games []Game) ([]change, []stretch) {
	le := binary.LittleEndian
	b.block0, b.stretches = n*BlockGames, nil
	b.signed = slices.Grow(b.signed[:0], b.corners.things)[:b.corners.things]
	b.lying = slices.Grow(b.lying[:0], b.ever.things)[:b.ever.things]
	clear(b.signed)
	clear(b.lying)
	b.first = b.firstOf(b.data, n)
	for i := 0; i < len(b.first); i += 2 {
		le.PutUint16(b.first[i:], never)
	}
	var all []change
	var branched, long, plain uint64
	for b.lane = range BlockGames {
		le.PutUint32(b.data[b.starts+4*(n*BlockGames+b.lane):], uint32(len(all)))
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
		slices.Sort(b.changes)
		all = append(all, b.changes...)
	}
	b.corners.put(b.data, n, b.signed)
	b.ever.put(b.data, n, b.lying)
	le.PutUint64(b.data[b.branched+8*n:], branched)
	le.PutUint64(b.data[b.long+8*n:], long)
	le.PutUint64(b.data[b.plain+8*n:], plain)
	return all, b.stretches
}

// game replays a game.
func (b *builder) game(g *Game) {
	b.changes = b.changes[:0]
	b.mainLine, b.others, b.plainly = 0, 0, true
	b.track.reset(b.size)
	plain := g.Captures != nil // and without variations
	undecided := plain && g.Captures.Nodes() > MaxNodes || !plain && (g.Script.Branched() || g.Script.Nodes() > MaxNodes)
	r := &b.replayer
	if plain && !undecided {
		b.mainLine, b.node, b.touched = g.Captures.Nodes(), 0, 0
		b.plainly = position.RetellStones(g.Script, g.Captures, b.stone)
		b.record()
		return
	}
	r.Start(b.size, g.Script)
	for event := r.Next(); event != position.End; event = r.Next() {
		if event != position.AtNode {
			continue
		}
		step := r.Step()
		if undecided {
			b.stretch(r.Board(), step)
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
		b.change(step.Node, step.Changes)
	}
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

// change notes the changes of a node on the main line.
func (b *builder) change(node int, changes []position.Change) {
	b.touched = 0
	for _, c := range changes {
		b.put(node, c.Point, c.Color)
	}
	b.record()
}

// stone notes a change of a node on the main line; those of a node follow each other.
func (b *builder) stone(node int, p position.Point, c position.Color) {
	if node != b.node {
		b.record()
		b.node, b.touched = node, 0
	}
	b.put(node, p, c)
}

// put notes that a point on the main line has changed.
func (b *builder) put(node int, p position.Point, c position.Color) {
	point := b.size.Index(p)
	if len(b.signed) > 0 {
		b.track.put(point, c, &b.touched)
	}
	if c != position.Empty {
		b.seen(point, c)
	}
	first := b.first[firstSize*point+slot(b.lane):][:2]
	v := binary.LittleEndian.Uint16(first)
	if v&timeMask != never {
		binary.LittleEndian.PutUint16(first, v|more)
		b.changes = append(b.changes, newChange(point, node, c))
		return
	}
	v = uint16(node)
	if c == position.White {
		v |= white
	}
	binary.LittleEndian.PutUint16(first, v)
}

// record records the states of the corners that a node has changed.
func (b *builder) record() {
	var memory [4 * stateBits]int
	for _, bit := range b.track.appendBits(memory[:0], b.touched, b.version) {
		b.signed[bit] |= 1 << b.lane
	}
}
