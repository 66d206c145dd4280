package columns

import (
	"encoding/binary"
	"slices"

	"kifudb/position"
)

// planes are the bitmaps of the stones in a block of games, by point: of black ones, of
// white ones, and, if they are asked for, of both, so that neighboring anchors can be
// filtered together. In the index the sets of a stone lie together; planes are made for a
// group of blocks at once.
type planes struct {
	area   int
	either bool     // stones of either color are asked for
	size   int      // words of a block
	from   int      // the first block they are made for
	to     int      // the one after the last
	words  []uint64 // block by block
	block  []uint64 // those of the block of a scan; nil until they are asked for
}

// begin prepares for an index.
func (p *planes) begin(x *Index, either bool) {
	p.area, p.either = x.area, either
	p.size = 2*x.area + filterWidth // which is read beyond the end
	if either {
		p.size += x.area
	}
	p.from, p.to = 0, 0
}

// plane returns where in the words of a block the plane of the stones that a cell admits
// begins.
func plane(area int, admits position.Cell) int {
	switch admits & position.AnyStone {
	case position.OnlyBlack:
		return 0
	case position.OnlyWhite:
		return area
	}
	return 2 * area
}

// of returns the planes of a block. They are made for those blocks of its group before
// another one that may be asked for next.
func (p *planes) of(x *Index, block, before int) []uint64 {
	if block < p.from || block >= p.to {
		first, n := x.ever.groupOf(block)
		p.gather(x, block, min(first+n, before)-block)
	}
	return p.words[(block-p.from)*p.size:][:p.size]
}

// together is how many blocks are spread at once, if there are as many: a line of the cache.
const together = 8

// gather makes the planes of blocks of a group.
func (p *planes) gather(x *Index, first, n int) {
	x.ever.groupUsed(x, first)
	p.from, p.to = first, first+n
	p.words = slices.Grow(p.words[:0], n*p.size)[:n*p.size]
	for i := 0; i < n; {
		words := p.words[i*p.size:]
		black, step := x.ever.onward(x.data, everThing(0, position.Black), first+i)
		white, _ := x.ever.onward(x.data, everThing(0, position.White), first+i)
		if n-i >= together {
			p.spreadTogether(black, 2*step, words)
			p.spreadTogether(white, 2*step, words[p.area:])
			i += together
		} else {
			spread(black, 2*step, words[:p.area])
			spread(white, 2*step, words[p.area:][:p.area])
			i++
		}
	}
	if !p.either {
		return
	}
	for i := range n {
		words := p.words[i*p.size:]
		black, white, both := words[:p.area], words[p.area:][:p.area], words[2*p.area:][:p.area]
		for k := range both {
			both[k] = black[k] | white[k]
		}
	}
}

// spread makes a plane from the sets of a block, which lie a fixed number of bytes apart.
func spread(sets []byte, step int, plane []uint64) {
	for point := range plane {
		plane[point] = binary.LittleEndian.Uint64(sets[step*point:])
	}
}

// spreadTogether does the same for some blocks at once, a plane each. Written out so it takes
// little more than a third of the time.
func (p *planes) spreadTogether(sets []byte, step int, words []uint64) {
	var of [together][]uint64
	for i := range of {
		of[i] = words[i*p.size:][:p.area]
	}
	p0, p1, p2, p3, p4, p5, p6, p7 := of[0][:p.area], of[1][:p.area], of[2][:p.area], of[3][:p.area], of[4][:p.area], of[5][:p.area], of[6][:p.area], of[7][:p.area]
	for point := range p.area {
		line := (*[together * word]byte)(sets[step*point:])
		p0[point] = binary.LittleEndian.Uint64(line[0*word:])
		p1[point] = binary.LittleEndian.Uint64(line[1*word:])
		p2[point] = binary.LittleEndian.Uint64(line[2*word:])
		p3[point] = binary.LittleEndian.Uint64(line[3*word:])
		p4[point] = binary.LittleEndian.Uint64(line[4*word:])
		p5[point] = binary.LittleEndian.Uint64(line[5*word:])
		p6[point] = binary.LittleEndian.Uint64(line[6*word:])
		p7[point] = binary.LittleEndian.Uint64(line[7*word:])
	}
}
