package columns

import (
	"encoding/binary"
	"math/bits"
	"sort"

	"kifudb/position"
)

// In a tree of thousands of variations a stone lay on nearly every point at some
// time, and the bitmaps of the game say nothing. So the nodes of a game that is
// not decided are cut into stretches of stretchNodes in the order of the file,
// and each stretch has bits of its own: a stone lay there after one of its
// nodes. A pattern that comes up has all its stones on the board after some
// node, and so in some stretch. Stretches of all games together are numbered
// and lie 64 to a group, in the form of the section "ever".
//
// Of a collection of joseki with 62,749 nodes a rare corner needs no replay any
// more, which took 20 milliseconds. A stretch takes 94 bytes on a 19×19 board,
// 3 per node of such games; half as many nodes would take twice that and find
// no less to replay.
const stretchNodes = 32

// A stretch is some nodes of a game, as it is built.
type stretch struct {
	lane   int      // of the game, in the index
	stones []uint64 // bit 2*point for a black stone, 2*point+1 for a white one
}

func (s *stretch) add(point int, c position.Color) {
	if c == position.Black || c == position.White {
		bit := 2*point + int(c-position.Black)
		s.stones[bit/64] |= 1 << (bit % 64)
	}
}

// stretch takes in a node of a game that is not decided.
func (b *builder) stretch(board *position.Board, step *position.Step) {
	begins := step.Node%stretchNodes == 0
	if begins {
		b.stretches = append(b.stretches, stretch{b.block0 + b.lane, make([]uint64, (2*b.area+63)/64)})
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
	groups := make([]byte, l.groups()*everSize*l.area)
	for i, s := range list {
		group := groups[i/BlockGames*everSize*l.area:]
		for w, word := range s.stones {
			for ; word != 0; word &= word - 1 {
				bit := 64*w + bits.TrailingZeros64(word)
				group[8*bit+i%BlockGames/8] |= 1 << (i % 8)
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

// standing returns those of some lanes where all stones of an image, anchored
// at the point base, lie on the board in one stretch.
func (s *scan) standing(p *plan, base int, open uint64) uint64 {
	var lanes uint64
	for i := s.stretch0; i < s.stretch1; i = (i/BlockGames + 1) * BlockGames {
		group := s.data[s.groups0+i/BlockGames*everSize*s.area:][:everSize*s.area]
		set := ^uint64(0) << (i % BlockGames)
		if rest := s.stretch1 - i/BlockGames*BlockGames; rest < BlockGames {
			set &= 1<<rest - 1
		}
		for k := range p.stones {
			c := &p.stones[k]
			if set &= admitted(group[everSize*(base+c.delta):], c.admits); set == 0 {
				break
			}
		}
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

// admitted returns the lanes of a row of the section "ever" where a stone that
// a cell admits lies.
func admitted(row []byte, admits position.Cell) uint64 {
	row = row[:everSize]
	switch admits {
	case position.OnlyBlack:
		return binary.LittleEndian.Uint64(row)
	case position.OnlyWhite:
		return binary.LittleEndian.Uint64(row[8:])
	}
	return binary.LittleEndian.Uint64(row) | binary.LittleEndian.Uint64(row[8:])
}
