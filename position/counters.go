package position

import (
	"math/bits"
	"slices"
)

// A matcher counts, for every image of a pattern at every anchor, the points
// that do not fit. The counters of up to four images with the same shape and
// the same anchors share a word, 16 bits each, so that one addition serves them
// all. No lane ever leaves the range from 0 to 2704, the largest area, so no
// carry or borrow comes out of one; unused lanes stay at a number beyond that.

const (
	lanesPerWord = 4
	laneWidth    = 16
	laneOnes     = 0x0001_0001_0001_0001
	laneTops     = laneOnes << (laneWidth - 1)
	laneUnused   = 0x4000
)

// lanesWithin returns the limit with which fittingLanes tells the lanes that are
// at most so much, which is no more than the largest area.
func lanesWithin(most int) uint64 { return laneTops - uint64(most+1)*laneOnes }

// fittingLanes returns a word with the top bit of each lane within a limit.
func fittingLanes(v, limit uint64) uint64 { return ^(v + limit) & laneTops }

// laneBit is the bit of fittingLanes' result for a lane.
func laneBit(lane int32) uint64 { return 1 << (laneWidth*lane + laneWidth - 1) }

// laneOf returns the lane of the lowest bit of fittingLanes' result.
func laneOf(v uint64) int { return bits.TrailingZeros64(v) / laneWidth }

// plan is what a pattern comes to on boards of one size.
type plan struct {
	size    Size
	images  []Image
	folding Folding
	groups  []group
	near    [][]uint16 // by point: the groups with anchors that cover it
	initial []uint64   // by word: the misfits of the empty board
	owner   []uint16   // by word: its group
	groupOf []uint16   // by image
	courses *courses   // of its sequence, or nil
}

// group are up to four images with the same shape and anchors.
type group struct {
	images                   []int
	cols, rows               int
	left, right, top, bottom int
	base                     int            // its first word: that of the upper left anchor
	deltas                   [3][3][]uint64 // by color before and after, and by cell
}

// word returns the word of an anchor.
func (g *group) word(x, y int) int {
	return g.base + (y-g.top)*(g.right-g.left+1) + x - g.left
}

// anchor returns the anchor of a word.
func (g *group) anchor(word int) Point {
	at, width := word-g.base, g.right-g.left+1
	return At(g.left+at%width, g.top+at/width)
}

// counter returns the image and the anchor of a counter.
func (p *plan) counter(counter int32) (image int, anchor Point) {
	word, lane := int(counter/lanesPerWord), counter%lanesPerWord
	g := &p.groups[p.owner[word]]
	return g.images[lane], g.anchor(word)
}

func newPlan(pattern *Pattern, size Size, o ImageOptions) *plan {
	p := &plan{size: size, near: make([][]uint16, size.Area())}
	p.images, p.folding = pattern.ImagesFolded(size, o)
	for k := range p.images {
		p.add(k)
	}
	for k := range p.groups {
		p.finish(k)
	}
	p.courses = newCourses(p, len(pattern.Sequence))
	return p
}

// add puts an image into a group.
func (p *plan) add(k int) {
	m := &p.images[k]
	i := slices.IndexFunc(p.groups, func(g group) bool {
		return g.cols == m.Cols && g.rows == m.Rows && g.left == m.Left && g.right == m.Right &&
			g.top == m.Top && g.bottom == m.Bottom && len(g.images) < lanesPerWord
	})
	if i < 0 {
		i = len(p.groups)
		p.groups = append(p.groups, group{
			cols: m.Cols, rows: m.Rows, left: m.Left, right: m.Right, top: m.Top, bottom: m.Bottom,
		})
	}
	p.groups[i].images = append(p.groups[i].images, k)
	p.groupOf = append(p.groupOf, uint16(i))
}

// finish makes the words of a group and its deltas.
func (p *plan) finish(k int) {
	g := &p.groups[k]
	g.base = len(p.initial)
	initial := uint64(laneUnused * laneOnes)
	for lane, i := range g.images {
		initial -= laneUnused << (laneWidth * lane)
		for _, c := range p.images[i].Cells {
			if !c.Admits(Empty) {
				initial += 1 << (laneWidth * lane)
			}
		}
	}
	for range (g.right - g.left + 1) * (g.bottom - g.top + 1) {
		p.initial = append(p.initial, initial)
		p.owner = append(p.owner, uint16(k))
	}
	for y := g.top; y < g.bottom+g.rows; y++ {
		for x := g.left; x < g.right+g.cols; x++ {
			i := p.size.Index(At(x, y))
			p.near[i] = append(p.near[i], uint16(k))
		}
	}
	for old := range White + 1 {
		for now := range White + 1 {
			g.deltas[old][now] = make([]uint64, g.cols*g.rows)
			for lane, i := range g.images {
				for cell, c := range p.images[i].Cells {
					// The sum of lanes is right as soon as each lane is.
					if c.Admits(old) {
						g.deltas[old][now][cell] += 1 << (laneWidth * lane)
					}
					if c.Admits(now) {
						g.deltas[old][now][cell] -= 1 << (laneWidth * lane)
					}
				}
			}
		}
	}
}
