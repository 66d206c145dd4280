package columns

import (
	"encoding/binary"
	"slices"

	"kifudb/position"
)

// An image that lies at one anchor, as in a corner, is looked for in many blocks at once:
// what rules out games is intersected set by set and not block by block. It reads some
// kilobytes for each stone, in a few pages, and of blocks in which nothing is left, which
// are most for a rare corner, nothing else.

// runBlocks is how many blocks are compared together. Their sets, for all images of a
// pattern, fit into the cache beside the other data.
const runBlocks = 128

// fixed reports whether an image lies at one anchor.
func (p *plan) fixed() bool { return p.left == p.right && p.top == p.bottom }

// A run is some blocks that follow one another. Its sets are words by block.
type run struct {
	from, blocks int
	sparse       bool     // few of the blocks are looked at, so that the next one is of no use
	asked        []uint64 // lanes to look at
	open         []uint64 // lanes that the index cannot decide
	some         []uint64 // of these, where any image may come up
	sets         []uint64 // by plan first: where a fixed one may
}

// of returns where the image of a fixed plan may come up in a block.
func (r *run) of(plan, block int) uint64 { return r.sets[plan*r.blocks+block-r.from] }

// wanted returns the block after those that are compared, from a block on.
func (r *run) wanted(block int) int {
	if r.sparse {
		return block + 1
	}
	return r.from + r.blocks
}

// beginRun prepares for the blocks from one to another.
func (s *scan) beginRun(from, to int) {
	r := &s.run
	r.from, r.blocks = from, to-from
	r.asked = slices.Grow(r.asked[:0], r.blocks)[:r.blocks]
	r.open = slices.Grow(r.open[:0], r.blocks)[:r.blocks]
	r.some = slices.Grow(r.some[:0], r.blocks)[:r.blocks]
	looked := 0
	for i := range r.asked {
		if r.asked[i] = s.askedIn(from + i); r.asked[i] != 0 {
			looked++
		}
		r.open[i] = s.openIn(from + i)
	}
	r.sparse = looked < r.blocks/8
	if s.near > 0 || s.floating {
		copy(r.some, r.asked)
	} else {
		clear(r.some)
	}
	n := len(s.plans) * r.blocks
	r.sets = slices.Grow(r.sets[:0], n)[:n]
	for i := range s.plans {
		if p := &s.plans[i]; s.near == 0 && p.fixed() {
			sets := r.sets[i*r.blocks:][:r.blocks]
			if !s.narrow(i, sets) {
				continue
			}
			for k, set := range sets {
				r.some[k] |= set
			}
		}
	}
}

// narrow sets the sets of a fixed plan: every stone of the image ever lies on its point
// and the corners' states occur. Signatures are about the main line and say nothing
// of open lanes. It reports whether any lanes are left.
func (s *scan) narrow(plan int, sets []uint64) bool {
	r, p := &s.run, &s.plans[plan]
	if lanes, ok := s.lookedUp(plan, r.from, r.from+r.blocks); ok {
		clear(sets)
		for _, lane := range lanes {
			sets[int(lane)/BlockGames-r.from] |= 1 << (lane % BlockGames)
		}
		for i := range sets {
			sets[i] &= r.asked[i]
		}
		if len(p.sequence) == 0 || len(lanes) == 0 {
			return len(lanes) > 0
		}
		return s.everStood(p.withStones(), sets)
	}
	copy(sets, r.asked)
	if r.blocks <= fewBlocks && !s.everGiven(p, sets) {
		return false
	}
	p.withStones()
	for i := range p.corners {
		for _, bit := range p.corners[i].signature() {
			s.corners.and(s.Index, bit, r.from, sets)
		}
	}
	if len(p.corners) > 0 {
		for i := range sets {
			sets[i] |= r.asked[i] & r.open[i]
		}
	}
	return s.everStood(p, sets)
}

// fewBlocks is in how many blocks it is sooner to take the stones as they come than to sort them first.
const fewBlocks = 4

// everGiven does what everStood does before the plan has its stones.
func (s *scan) everGiven(p *plan, sets []uint64) bool {
	base := p.top*s.size.Cols + p.left
	for i, c := range p.pattern {
		if wantsStone(c) && !s.stood(s.run.from, base+p.deltaOf(i), c, sets) {
			return false
		}
	}
	return true
}

// Lacks reports whether it is seen at once that no game has any of the images: there are few games, and none
// ever has the stones of an image, each of which lies in one place. For a pattern in a corner that spares the
// boards of rare sizes all that is made ready for a scan, which took a third of the time of a rare one.
func (x *Index) Lacks(images []position.Image) bool {
	if x.blocks > fewBlocks {
		return false
	}
	for i := range images {
		m := &images[i]
		left, top := max(m.Left, 0), max(m.Top, 0)
		if m.Cols < 1 || m.Rows < 1 || len(m.Cells) != m.Cols*m.Rows || left != min(m.Right, x.size.Cols-m.Cols) || top != min(m.Bottom, x.size.Rows-m.Rows) {
			return false
		}
		var room [fewBlocks]uint64
		sets := room[:x.blocks]
		for k := range sets {
			sets[k] = ^uint64(0)
		}
		some := x.blocks > 0
		for k := 0; k < len(m.Cells) && some; k++ {
			if c := m.Cells[k]; wantsStone(c) {
				some = x.stood(0, (top+k/m.Cols)*x.size.Cols+left+k%m.Cols, c, sets)
			}
		}
		if some {
			return false
		}
	}
	return true
}

// everStood leaves in the sets of a fixed plan the lanes where every stone of the image ever lies on its
// point. It reports whether any are left.
func (s *scan) everStood(p *plan, sets []uint64) bool {
	base := p.top*s.size.Cols + p.left
	for i := range p.filters {
		f := &p.filters[i]
		if !s.stood(s.run.from, base+f.delta, f.admits, sets) {
			return false
		}
	}
	return true
}

// stood leaves in the sets of blocks, from one on, the lanes where a stone that a cell admits ever
// lies on a point. It reports whether any are left.
func (x *Index) stood(from, point int, admits position.Cell, sets []uint64) bool {
	black, white := everThing(point, position.Black), everThing(point, position.White)
	switch admits & position.AnyStone {
	case position.OnlyBlack:
		return x.ever.and(x, black, from, sets)
	case position.OnlyWhite:
		return x.ever.and(x, white, from, sets)
	}
	return x.ever.andEither(x, black, white, from, sets)
}

// askedIn returns the lanes of a block to look at.
func (s *scan) askedIn(n int) uint64 {
	base := n * BlockGames
	lanes := min(s.Index.games-base, BlockGames)
	all := ^uint64(0) >> (BlockGames - lanes)
	if len(s.games) == 0 {
		return all
	}
	set := uint64(0)
	if first := s.local(base); int(s.local(base+lanes-1))-int(first) == lanes-1 {
		// Their numbers are ascending, so these follow one another.
		set = s.games[first/64] >> (first % 64)
		if n := int(first/64) + 1; n < len(s.games) {
			set |= s.games[n] << (64 - first%64)
		}
	} else {
		for i := range lanes {
			local := s.local(base + i)
			set |= s.games[local/64] >> (local % 64) & 1 << i
		}
	}
	return all & set
}

// openIn returns the lanes of a block that the index cannot decide.
func (s *scan) openIn(n int) uint64 {
	open := binary.LittleEndian.Uint64(s.data[s.Index.long+8*n:])
	if !s.mainLine {
		open |= binary.LittleEndian.Uint64(s.data[s.branched+8*n:])
	}
	return open
}
