package columns

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sort"

	"kifudb/position"
)

// In a tree of thousands of variations a stone lay on nearly every point at some
// time, and the bitmaps of the game say nothing. So the nodes of a game that is
// not decided are cut into stretches in the order of the file, and each stretch
// has bits of its own, of points where a black stone lay after one of its nodes,
// a white stone, and stones after all of them. A pattern that comes up has all its
// stones on the board after some node, and so in some stretch, in which none of its
// empty points is always taken. Stretches of all games together are numbered and lie
// 64 to a group.
//
// The bits are exact where a point is the same after all nodes of a stretch. So a stretch ends
// before more than mostUnsteady points are not: where moves follow one another after as many
// moves, in a record that collects problems, with a position at each node, after each of them.
//
// A stretch takes 143 bytes on a 19×19 board. A game has maxStretches at most, or a record
// whose positions have nothing in common would take a hundred times its size. The last one
// goes on to the end of the game.
const (
	mostNodes    = 64
	mostUnsteady = 26
	maxStretches = 1 << 14
)

// Weight returns about how many bytes a game takes while an index is built.
func Weight(size position.Size, g *Game) int {
	if g.plain() {
		return changeWeight * g.Script.RootSetup() // elsewhere it has none
	}
	return stretchesOf(g.Script)*size.Area() + changeWeight*g.Script.Setup()
}

// stretchesOf returns about how many stretches a game has.
func stretchesOf(s position.Script) int {
	if nodes := s.Nodes(); s.Branched() || nodes > MaxNodes {
		return min(nodes/mostNodes+len(s)/mostUnsteady+1, maxStretches)
	}
	return 0
}

// changeWeight is the memory of a change that is not a move: as it is
// gathered, in its block, in the index, and in outgrown slices.
const changeWeight = 16

// A stretch is some nodes of a game, as it is built.
type stretch struct {
	lane     int // of the game, in the index
	from     int // its first node
	unsteady int // points that hold different things after its nodes
	points   []stretchBits
}

// stretchBits say what lies on a point in a stretch.
type stretchBits uint8

// The bits of a point, in the order of the groups.
const (
	everBlackThere stretchBits = 1 << iota
	everWhiteThere
	alwaysTaken
	stretchKinds = iota
)

// stretchSize is the number of bytes of a point in a group.
const stretchSize = stretchKinds * BlockGames / 8

// bitsOf returns the bits of a point that holds the same after all nodes.
func bitsOf(c position.Color) stretchBits {
	switch c {
	case position.Black:
		return everBlackThere | alwaysTaken
	case position.White:
		return everWhiteThere | alwaysTaken
	}
	return 0
}

// and returns the bits of a point that holds a color after one more node.
func (has stretchBits) and(c position.Color) stretchBits {
	if c == position.Empty {
		return has &^ alwaysTaken
	}
	return has | bitsOf(c)&^alwaysTaken
}

// steady reports whether a point holds the same after all nodes.
func (has stretchBits) steady() bool {
	return has == 0 || has == everBlackThere|alwaysTaken || has == everWhiteThere|alwaysTaken
}

// stretch takes in a node of a game that is not decided.
func (b *builder) stretch(board *position.Board, step *position.Step) {
	if step.Node == 0 {
		b.cut = 0
	}
	changes := step.Changes
	if b.cut > 0 {
		if step.Parent != step.Node-1 {
			changes = b.whole(board)
		}
		if at := &b.stretches[len(b.stretches)-1]; !b.ends(at, step.Node, changes) {
			for _, c := range changes {
				if b.size.Contains(c.Point) {
					at.add(b.size.Index(c.Point), c.Color)
				}
			}
			return
		}
	}
	b.cut++
	at := stretch{lane: b.block0 + b.lane, from: step.Node, points: make([]stretchBits, b.area)}
	for point := range at.points {
		at.points[point] = bitsOf(board.At(b.size.At(point)))
	}
	b.stretches = append(b.stretches, at)
}

// whole returns what lies on the board as changes, valid until the next call.
func (b *builder) whole(board *position.Board) []position.Change {
	b.board = slices.Grow(b.board[:0], b.area)[:b.area]
	for point := range b.board {
		p := b.size.At(point)
		b.board[point] = position.Change{Point: p, Color: board.At(p)}
	}
	return b.board
}

// ends reports whether a stretch ends before a node and its changes.
func (b *builder) ends(s *stretch, node int, changes []position.Change) bool {
	switch {
	case b.cut == maxStretches:
		return false
	case node-s.from == mostNodes:
		return true
	}
	unsteady := s.unsteady
	for _, c := range changes {
		if b.size.Contains(c.Point) {
			if has := s.points[b.size.Index(c.Point)]; has.steady() && !has.and(c.Color).steady() {
				unsteady++
			}
		}
	}
	return unsteady > mostUnsteady
}

// add takes in what a point holds after a node.
func (s *stretch) add(point int, c position.Color) {
	has := s.points[point]
	s.points[point] = has.and(c)
	if has.steady() && !s.points[point].steady() {
		s.unsteady++
	}
}

// appendStretches appends the sections of the stretches.
func appendStretches(data []byte, l *layout, list []stretch) []byte {
	for _, s := range list {
		data = binary.LittleEndian.AppendUint32(data, uint32(s.lane))
	}
	for _, s := range list {
		data = binary.LittleEndian.AppendUint32(data, uint32(s.from))
	}
	groups := make([]byte, l.groups()*stretchSize*l.area)
	for i, s := range list {
		group := groups[i/BlockGames*stretchSize*l.area:]
		for point, has := range s.points {
			for kind := range stretchKinds {
				group[stretchSize*point+8*kind+i%BlockGames/8] |= byte(has>>kind&1) << (i % 8)
			}
		}
	}
	return append(data, groups...)
}

// groups returns the number of groups of stretches.
func (l *layout) groups() int { return (l.stretches + BlockGames - 1) / BlockGames }

// stretchLane returns the lane of a stretch in the index.
func (x *Index) stretchLane(i int) int {
	return int(binary.LittleEndian.Uint32(x.used(x.lanes+4*i, 4)))
}

// spanOf returns the nodes of stretch i of a game whose last stretch is the one before to.
func (x *Index) spanOf(i, to int) position.Span {
	if i+1 < to {
		return position.Span{From: x.beginOf(i), To: x.beginOf(i + 1)}
	}
	return position.Span{From: x.beginOf(i), To: math.MaxInt32}
}

// beginOf returns the first node of a stretch.
func (x *Index) beginOf(i int) int {
	return int(binary.LittleEndian.Uint32(x.used(x.begins+4*i, 4)))
}

// firstStretch returns the first stretch of a lane or those after it.
func (x *Index) firstStretch(lane int) int {
	return sort.Search(x.stretches, func(i int) bool { return x.stretchLane(i) >= lane })
}

// standing returns those of some lanes where an image, anchored at the point
// base, may come up in one of the stretches.
func (s *scan) standing(p *plan, base int, open uint64) (lanes uint64) {
	for i := s.stretch0; i < s.stretch1 && lanes != open; i = (i/BlockGames + 1) * BlockGames {
		group := s.groupOf(i / BlockGames)
		lanes |= s.lanesOf(i, s.inGroup(p, base, group, among(i, s.stretch1))) & open
	}
	return lanes
}

// lanesOf returns the lanes of some of the stretches of a group, that of number i, which are of
// the games of the block.
func (s *scan) lanesOf(i int, set uint64) (lanes uint64) {
	for ; set != 0; set &= set - 1 {
		lane := s.stretchLane(i/BlockGames*BlockGames+bits.TrailingZeros64(set)) - s.base
		if 0 <= lane && lane < BlockGames { // in a damaged index it may be any
			lanes |= 1 << lane
		}
	}
	return lanes
}

// largeTree is how many stretches make a game of which only parts are replayed.
const largeTree = 16

// Parts returns those nodes of a game with many variations where any of some
// images may come up, in spans; nil stands for all nodes.
func (x *Index) Parts(local uint16, p *Plans) []position.Span {
	lane, ok := x.lane(local)
	if !ok || p.size != x.size {
		return nil
	}
	s := scan{Index: x, plans: p.list, base: lane / BlockGames * BlockGames}
	return s.parts(lane % BlockGames)
}

// parts returns the nodes of a lane where any of the images may come up, or nil
// if the game is not worth the effort.
func (s *scan) parts(lane int) []position.Span {
	from, to := s.firstStretch(s.base+lane), s.firstStretch(s.base+lane+1)
	if to-from < largeTree {
		return nil
	}
	s.spans = s.spans[:0]
	for i := from; i < to; i = (i/BlockGames + 1) * BlockGames {
		for set := s.comingIn(i, to); set != 0; set &= set - 1 {
			s.spans = append(s.spans, s.spanOf(i/BlockGames*BlockGames+bits.TrailingZeros64(set), to))
		}
	}
	return s.spans
}
