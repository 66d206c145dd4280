package columns

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"unsafe"

	"kifudb/position"
)

// The stretches of a group are lanes, as the games of a block are. A scan searches an image in
// all of them together, at neighboring anchors at once with assembly. The results for a group are
// kept, because the stretches of a block's games begin and end anywhere in it.

// trees are what a scan has found out about groups of stretches.
type trees struct {
	known  []bool
	coming []uint64 // by group, if it is known: the stretches where any image may come up
	planes []uint64 // of a group, by point: black stones, white ones, either, not always taken
	sets   []uint64

	located    int // of which group, counted from 1, these are known
	sites      []stretchSite
	everywhere bool // too many for a list
}

// A stretchSite is where an image may come up in some stretches of a group.
type stretchSite struct {
	set    uint64
	image  int32
	anchor position.Point
}

// The plane of points that are not always taken, after those of stones.
const freePlane = 3

// lookAtTrees finds the undecided candidates among those lanes that may have an image somewhere, as the
// bitmaps of the block say.
func (s *scan) lookAtTrees() {
	open := s.coming &^ s.found
	if open == 0 {
		return
	}
	for i := s.stretch0; i < s.stretch1; i = (i/BlockGames + 1) * BlockGames {
		s.undecided |= s.lanesOf(i, s.comingIn(i, s.stretch1)) & open
	}
}

// comingIn returns the stretches from i up to the end of its group, or to another one, where any
// image may come up.
func (s *scan) comingIn(i, to int) uint64 {
	t, group := &s.trees, i/BlockGames
	if len(t.known) == 0 {
		n := s.groups()
		t.known, t.coming = slices.Grow(t.known, n)[:n], slices.Grow(t.coming[:0], n)[:n]
		clear(t.known)
	}
	if !t.known[group] {
		t.known[group], t.coming[group] = true, s.comingInGroup(group)
	}
	return t.coming[group] & among(i, to)
}

// among returns the set of the stretches from i up to the end of its group, or to another one.
func among(i, to int) uint64 {
	set := ^uint64(0) << (i % BlockGames)
	if rest := to - i/BlockGames*BlockGames; rest < BlockGames {
		set &= 1<<rest - 1
	}
	return set
}

// comingInGroup returns the stretches of a group where any image may come up.
func (s *scan) comingInGroup(n int) (coming uint64) {
	group := s.groupOf(n)
	all := among(n*BlockGames, s.stretches)
	spread := false
	for i := range s.plans {
		p := &s.plans[i]
		if coming == all {
			break
		}
		if lanes, ok := s.lookedUp(i, 0, s.blocks); ok && len(lanes) == 0 {
			continue
		}
		if fast && s.near == 0 && !p.fixed() {
			if !spread {
				s.trees.spread(group, s.area)
				spread = true
			}
			coming |= s.comingFast(p.whole(), all&^coming)
			continue
		}
		for y := p.top; y <= p.bottom; y++ {
			for x := p.left; x <= p.right; x++ {
				coming |= s.inGroup(p, y*s.size.Cols+x, group, all&^coming)
			}
		}
	}
	return coming
}

// spread makes the planes of a group.
func (t *trees) spread(group []byte, area int) {
	n := (freePlane+1)*area + filterWidth // which is read beyond the end
	t.planes = slices.Grow(t.planes[:0], n)[:n]
	black, white, either := t.planes[:area], t.planes[area:][:area], t.planes[2*area:][:area]
	free := t.planes[freePlane*area:][:area]
	for point := range free {
		row := (*[stretchSize]byte)(group[stretchSize*point:])
		black[point] = binary.LittleEndian.Uint64(row[0*word:])
		white[point] = binary.LittleEndian.Uint64(row[1*word:])
		either[point] = black[point] | white[point]
		free[point] = ^binary.LittleEndian.Uint64(row[2*word:])
	}
}

// comingFast returns those of some stretches where an image may come up, from the planes of their group.
func (s *scan) comingFast(p *plan, among uint64) (coming uint64) {
	for x := p.left; x <= p.right; x += filterWidth {
		for some := s.comingFrom(p, x, among&^coming); some != 0; some &= some - 1 {
			for _, set := range s.trees.row(bits.TrailingZeros64(some)) {
				coming |= set
			}
		}
	}
	return coming
}

// comingFrom finds those of some stretches where an image may come up at anchors from column x on,
// filterWidth of each row. It returns the rows, counted from the top, where it may; see row.
func (s *scan) comingFrom(p *plan, x int, among uint64) (some uint64) {
	rows := p.bottom - p.top + 1
	s.trees.sets = slices.Grow(s.trees.sets[:0], filterWidth*rows)[:filterWidth*rows]
	var start [filterWidth]uint64
	for i := range min(p.right-x+1, filterWidth) {
		start[i] = among
	}
	planes := s.trees.planes[p.top*s.size.Cols+x:][:p.treeFarthest+(rows-1)*s.size.Cols+filterWidth]
	return filterAVX2(unsafe.SliceData(s.trees.sets), &start[0], unsafe.SliceData(planes),
		unsafe.SliceData(p.treeOffsets), len(p.treeOffsets), rows, s.size.Cols)
}

// row returns the stretches of the anchors of a row that has any.
func (t *trees) row(y int) []uint64 { return t.sets[filterWidth*y:][:filterWidth] }

// manyAnchors is at how many anchors, of all images, it is worth to know where an image may come up.
const manyAnchors = 20

// countAnchors returns at how many anchors the images may lie.
func (s *scan) countAnchors() (n int) {
	for i := range s.plans {
		p := &s.plans[i]
		n += (p.right - p.left + 1) * (p.bottom - p.top + 1)
	}
	return n
}

// stagesOf returns where an image may come up in a lane, by groups of its stretches, or nil if that
// may be everywhere or is not known.
func (s *scan) stagesOf(lane int) []position.Stage {
	if s.near > 0 || s.countAnchors() < manyAnchors {
		return nil
	}
	from, to := s.firstStretch(s.base+lane), s.firstStretch(s.base+lane+1)
	if from == to {
		return nil
	}
	if s.sites == nil {
		s.sites = []position.Site{} // nil in a stage stands for everywhere
	}
	s.stages, s.sites = s.stages[:0], s.sites[:0]
	known := false
	for i := from; i < to; {
		next := min((i/BlockGames+1)*BlockGames, to)
		stage := position.Stage{To: s.spanOf(next-1, to).To}
		if s.locate(i / BlockGames); !s.trees.everywhere {
			known = true
			begin, set := len(s.sites), among(i, to)
			for k := range s.trees.sites {
				if at := &s.trees.sites[k]; at.set&set != 0 {
					s.sites = append(s.sites, position.Site{Image: int(at.image), Anchor: at.anchor})
				}
			}
			stage.Sites = s.sites[begin:len(s.sites):len(s.sites)]
		}
		s.stages = append(s.stages, stage)
		i = next
	}
	if !known {
		return nil
	}
	return s.stages
}

// locate lists where images may come up in the stretches of a group, unless they are listed.
func (s *scan) locate(n int) {
	t := &s.trees
	if t.located == n+1 {
		return
	}
	t.located, t.sites, t.everywhere = n+1, t.sites[:0], false
	most := s.countAnchors() / 2
	group := s.groupOf(n)
	add := func(p *plan, x, y int, set uint64) {
		if set != 0 {
			t.sites = append(t.sites, stretchSite{set, int32(p.image), position.At(x, y)})
		}
	}
	all := among(n*BlockGames, s.stretches)
	spread := false
	for i := range s.plans {
		p := &s.plans[i]
		if t.everywhere = len(t.sites) > most; t.everywhere {
			return
		}
		if fast && !p.fixed() {
			if !spread {
				t.spread(group, s.area)
				spread = true
			}
			for left := p.left; left <= p.right; left += filterWidth {
				for some := s.comingFrom(p.whole(), left, all); some != 0; some &= some - 1 {
					y := bits.TrailingZeros64(some)
					for k, set := range t.row(y)[:min(filterWidth, p.right-left+1)] {
						add(p, left+k, p.top+y, set)
					}
				}
			}
			continue
		}
		for y := p.top; y <= p.bottom; y++ {
			for x := p.left; x <= p.right; x++ {
				add(p, x, y, s.inGroup(p, y*s.size.Cols+x, group, all))
			}
		}
	}
}

// groupOf returns what a group says of its stretches.
func (x *Index) groupOf(n int) []byte {
	return x.used(x.groups0+n*stretchSize*x.area, stretchSize*x.area)
}

// inGroup returns those of some stretches of a group where an image may come up at the point base.
func (s *scan) inGroup(p *plan, base int, group []byte, set uint64) uint64 {
	if s.near > 0 {
		return nearInGroup(p.whole(), base, group, s.near, set)
	}
	p.withStones()
	for k := 0; k < len(p.stones) && set != 0; k++ {
		c := &p.stones[k]
		set &= admitted(group[stretchSize*(base+c.delta):], c.admits)
	}
	if set == 0 {
		return 0
	}
	if p.fixed() {
		return p.freeIn(group, set)
	}
	p.whole()
	for k := 0; k < len(p.empties) && set != 0; k++ {
		set &^= binary.LittleEndian.Uint64(group[stretchSize*(base+p.empties[k].delta)+2*word:])
	}
	return set
}

// freeIn returns those of some stretches of a group where all cells that admit no stone are free at times,
// of an image that lies in one place. The points where most games have a stone early come first; that order
// serves all images, so that nothing has to be made for each.
func (p *plan) freeIn(group []byte, set uint64) uint64 {
	for _, point := range p.of.earliest() {
		x, y := int(point)%p.of.size.Cols-p.left, int(point)/p.of.size.Cols-p.top
		if uint(x) < uint(p.width) && uint(y) < uint(p.height) && p.pattern[y*p.width+x]&position.Any == position.OnlyEmpty {
			if set &^= binary.LittleEndian.Uint64(group[stretchSize*int(point)+2*word:]); set == 0 {
				return 0
			}
		}
	}
	return set
}

// prepareTrees makes the list of a plan for planes of groups.
func (p *plan) prepareTrees(area int) {
	p.treeOffsets = make([]int, 0, len(p.stones)+len(p.empties))
	for i := range p.stones {
		p.treeOffsets = append(p.treeOffsets, plane(area, p.stones[i].admits)+p.stones[i].delta)
	}
	for i := range p.empties {
		p.treeOffsets = append(p.treeOffsets, freePlane*area+p.empties[i].delta)
	}
	for _, offset := range p.treeOffsets {
		p.treeFarthest = max(p.treeFarthest, offset)
	}
}

// admitted returns the lanes where a stone that a cell admits lies, given those
// with black stones and then those with white ones.
func admitted(row []byte, admits position.Cell) uint64 {
	row = row[:2*word]
	switch admits {
	case position.OnlyBlack:
		return binary.LittleEndian.Uint64(row)
	case position.OnlyWhite:
		return binary.LittleEndian.Uint64(row[word:])
	}
	return binary.LittleEndian.Uint64(row) | binary.LittleEndian.Uint64(row[word:])
}
