package position

import "slices"

// Of the games that a matcher searches for a sequence, most put the stones there in another order, or
// others between them. The words of a script tell that without a board: stones are put where
// moves and setup say, whatever is captured. To read them takes a tenth of the time of a replay.

// courses follow a sequence at all sites of a pattern at once, in sets of sites. They never
// miss a sequence that is played. Whether the cells fit, they do not know.
type courses struct {
	length int
	covers []uint64 // by point: the sites that cover it
	from   []int32  // by point, and one more: where its steps begin
	steps  []courseStep
	reach  []uint64 // by number of stones: the sites that may have so many of the sequence
	above  []uint64 // the same where variations began
}

// A courseStep are the sites of which a stone on a point is one of the sequence.
type courseStep struct {
	number int // in the sequence, from 0
	color  Color
	sites  uint64
}

// maxSites is of how many sites there are courses.
const maxSites = 64

// maxAbove bounds the memory that variations within variations take, in words.
const maxAbove = 1 << 16

// newCourses returns the courses of a plan's images, or nil if they have no sequence or too many sites.
func newCourses(p *plan, length int) *courses {
	if length == 0 || lanesPerWord*len(p.initial) > maxSites {
		return nil
	}
	c := &courses{length: length, covers: make([]uint64, p.size.Area()), reach: make([]uint64, length+1)}
	steps := make([][]courseStep, p.size.Area())
	for counter := range int32(lanesPerWord * len(p.initial)) {
		g := &p.groups[p.owner[counter/lanesPerWord]]
		if int(counter%lanesPerWord) >= len(g.images) {
			continue
		}
		image, anchor := p.counter(counter)
		m, site := &p.images[image], uint64(1)<<counter
		for i, cell := range m.Cells {
			if cell != Outside {
				c.covers[p.size.Index(anchor)+i/m.Cols*p.size.Cols+i%m.Cols] |= site
			}
		}
		for k, want := range m.Sequence {
			if m.Size().Contains(want.Point) {
				point := p.size.Index(anchor) + want.Point.Y()*p.size.Cols + want.Point.X()
				steps[point] = append(steps[point], courseStep{k, want.Color, site})
			}
		}
	}
	for _, list := range steps {
		// Those of later stones come first, as put wants them.
		slices.SortStableFunc(list, func(a, b courseStep) int { return b.number - a.number })
		c.from = append(c.from, int32(len(c.steps)))
		c.steps = append(c.steps, list...)
	}
	c.from = append(c.from, int32(len(c.steps)))
	return c
}

// put takes in a move and reports whether it may end a sequence.
func (c *courses) put(point int, color Color) bool {
	sites := c.covers[point]
	if sites == 0 {
		return false
	}
	steps := c.steps[c.from[point]:c.from[point+1]]
	for k := c.length - 1; k >= 0; k-- {
		on := uint64(0)
		for len(steps) > 0 && steps[0].number == k {
			if steps[0].color == color {
				on |= steps[0].sites
			}
			steps = steps[1:]
		}
		c.reach[k+1] = c.reach[k+1]&^sites | c.reach[k]&on
	}
	return c.reach[c.length] != 0
}

// may reports whether the sequence may be played in a script on boards of a size.
func (c *courses) may(size Size, s Script) bool {
	clear(c.reach)
	c.reach[0] = ^uint64(0)
	c.above = c.above[:0]
	nodes := 0
	for _, w := range s {
		switch {
		case w < wordNode:
			nodes++
			if p := Point(w & moveCode); size.Contains(p) && c.put(size.Index(p), Black+Color(w>>14)) {
				return true
			}
		case w < wordAddBlack:
			nodes++
		case w < wordControl: // setup and further moves of a node, which are rare: anything may be
			if p := Point(w & wordData); w&wordKind != wordAddEmpty && size.Contains(p) {
				point := size.Index(p)
				for _, step := range c.steps[c.from[point]:c.from[point+1]] {
					if step.number == c.length-1 {
						return true
					}
				}
				for k := range c.length {
					c.reach[k] |= c.covers[point]
				}
			}
		case w == wordOpen && nodes > 0: // else it is none to the replayer either
			if len(c.above) > maxAbove {
				return true
			}
			c.above = append(c.above, c.reach...)
		case w == wordClose && len(c.above) > 0:
			n := len(c.above) - len(c.reach)
			copy(c.reach, c.above[n:])
			c.above = c.above[:n]
		}
	}
	return false
}
