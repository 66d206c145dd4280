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
// not decided are cut into stretches of stretchNodes in the order of the file,
// and each stretch has bits of its own, of points where a black stone lay after
// one of its nodes, a white stone, and stones after all of them. A pattern that
// comes up has all its stones on the board after some node, and so in some
// stretch, in which none of its empty points is always taken. Stretches of all
// games together are numbered and lie 64 to a group.
//
// A stretch takes 139 bytes on a 19×19 board, 4 per node of such games. A game
// has maxStretches at most, or a record of nothing but empty nodes would take
// a hundred times its size. What comes after them may hold everything.
const (
	stretchNodes = 32
	maxStretches = 1 << 14
)

// Weight returns about how many bytes a game takes while an index is built.
func Weight(size position.Size, s position.Script) int {
	return stretchesOf(s)*size.Area() + changeWeight*s.Setup()
}

// stretchesOf returns how many stretches a game has at most.
func stretchesOf(s position.Script) int {
	if nodes := s.Nodes(); s.Branched() || nodes > MaxNodes {
		return min(nodes/stretchNodes+1, maxStretches)
	}
	return 0
}

// changeWeight is what a change takes that is none of a move: as it is
// gathered, in its block, in the index, and in what was outgrown.
const changeWeight = 16

// A stretch is some nodes of a game, as it is built.
type stretch struct {
	lane   int // of the game, in the index
	points []stretchBits
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

// add takes in what a point holds after a node.
func (s *stretch) add(point int, c position.Color) {
	switch c {
	case position.Black:
		s.points[point] |= everBlackThere
	case position.White:
		s.points[point] |= everWhiteThere
	default:
		s.points[point] &^= alwaysTaken
	}
}

// stretch takes in a node of a game that is not decided.
func (b *builder) stretch(board *position.Board, step *position.Step) {
	if step.Node >= maxStretches*stretchNodes {
		return
	}
	begins := step.Node%stretchNodes == 0
	if begins {
		points := slices.Repeat([]stretchBits{alwaysTaken}, b.area)
		b.stretches = append(b.stretches, stretch{b.block0 + b.lane, points})
	}
	at := &b.stretches[len(b.stretches)-1]
	if begins || step.Parent != step.Node-1 {
		for point := range b.area {
			at.add(point, board.At(b.size.At(point)))
		}
		return
	}
	for _, c := range step.Changes {
		if b.size.Contains(c.Point) {
			at.add(b.size.Index(c.Point), c.Color)
		}
	}
}

// appendStretches appends the sections of the stretches.
func appendStretches(data []byte, l *layout, list []stretch) []byte {
	for _, s := range list {
		data = binary.LittleEndian.AppendUint32(data, uint32(s.lane))
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
	return int(binary.LittleEndian.Uint32(x.data[x.lanes+4*i:]))
}

// firstStretch returns the first stretch of a lane or those after it.
func (x *Index) firstStretch(lane int) int {
	return sort.Search(x.stretches, func(i int) bool { return x.stretchLane(i) >= lane })
}

// standing returns those of some lanes where an image, anchored at the point
// base, may come up in one of the stretches.
func (s *scan) standing(p *plan, base int, open uint64) uint64 {
	lanes := s.beyond & open
	for i := s.stretch0; i < s.stretch1; i = (i/BlockGames + 1) * BlockGames {
		set := s.inGroup(p, base, i, s.stretch1)
		for ; set != 0; set &= set - 1 {
			lane := s.stretchLane(i/BlockGames*BlockGames+bits.TrailingZeros64(set)) - s.base
			if 0 <= lane && lane < BlockGames {
				lanes |= 1 << lane
			}
		}
		if lanes &= open; lanes == open {
			break
		}
	}
	return lanes
}

// inGroup returns the stretches from i up to the end of its group, or to
// another one, where an image may come up.
func (s *scan) inGroup(p *plan, base, i, to int) uint64 {
	group := s.data[s.groups0+i/BlockGames*stretchSize*s.area:][:stretchSize*s.area]
	set := ^uint64(0) << (i % BlockGames)
	if rest := to - i/BlockGames*BlockGames; rest < BlockGames {
		set &= 1<<rest - 1
	}
	if s.near > 0 {
		return nearInGroup(p, base, group, s.near, set)
	}
	for k := range p.stones {
		c := &p.stones[k]
		if set &= admitted(group[stretchSize*(base+c.delta):], c.admits); set == 0 {
			return 0
		}
	}
	for k := 0; k < len(p.empties) && set != 0; k++ {
		set &^= binary.LittleEndian.Uint64(group[stretchSize*(base+p.empties[k].delta)+2*BlockGames/8:])
	}
	return set
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
		var set uint64
		for k := range s.plans {
			p := &s.plans[k]
			for y := p.top; y <= p.bottom; y++ {
				for x := p.left; x <= p.right; x++ {
					set |= s.inGroup(p, y*s.size.Cols+x, i, to)
				}
			}
		}
		for ; set != 0; set &= set - 1 {
			node := stretchNodes * (i/BlockGames*BlockGames + bits.TrailingZeros64(set) - from)
			s.spans = append(s.spans, position.Span{From: node, To: node + stretchNodes})
		}
	}
	if to-from == maxStretches {
		s.spans = append(s.spans, position.Span{From: stretchNodes * maxStretches, To: math.MaxInt32})
	}
	return s.spans
}

// findBeyond finds the lanes of games that may have nodes beyond their stretches.
func (s *scan) findBeyond() {
	s.beyond = 0
	if s.stretch1-s.stretch0 < maxStretches {
		return
	}
	for lane := range BlockGames {
		if s.firstStretch(s.base+lane+1)-s.firstStretch(s.base+lane) == maxStretches {
			s.beyond |= 1 << lane
		}
	}
}

// admitted returns the lanes where a stone that a cell admits lies, given those
// with black stones and then those with white ones.
func admitted(row []byte, admits position.Cell) uint64 {
	row = row[:2*BlockGames/8]
	switch admits {
	case position.OnlyBlack:
		return binary.LittleEndian.Uint64(row)
	case position.OnlyWhite:
		return binary.LittleEndian.Uint64(row[8:])
	}
	return binary.LittleEndian.Uint64(row) | binary.LittleEndian.Uint64(row[8:])
}
