package position

import (
	"math"
	"math/bits"
	"slices"
)

// A Site is an image of a pattern, by its number in Matcher.Images, at an anchor.
type Site struct {
	Image  int
	Anchor Point
}

// A Stage is some nodes of a script in the order of the file, those from the end of the stage
// before up to one, To excluded, and the sites at which alone a pattern's cells may fit after
// them, some perhaps more than once; nil are all. The last one goes on to the end.
type Stage struct {
	To    int
	Sites []Site
}

// Where sites are known, only the words of their counters are kept up: of a shape of some stones
// a hundred of a thousand in a game, so that most stones change none. A record that collects
// problems has other ones in each, so the list is made anew where a stage begins, as a rule.

// A listing lists the words of the sites of a stage.
type listing struct {
	stages  []Stage  // the one at hand and those to come
	until   int      // the first node after the one at hand
	limited bool     // to the words that are listed
	words   []int32  // each once, ascending: what a node finds is in that order, as where all are kept up
	listed  []uint64 // a bit for each word
	from    []int32  // by point, and one more: where the words begin in whose region it lies
	covers  []cover
}

// A cover is a point in the region of a word's images.
type cover struct {
	word  int32
	group uint16
	cell  uint16
}

// manySites is of how many words one is listed at most. Where more are, to go from list to list
// takes as long as to go through all that a point lies in.
const manySites = 4

// begin limits the search to the sites of the first stage, if there are any.
func (m *Matcher) begin(stages []Stage) {
	m.limited, m.stages, m.until = false, stages, math.MaxInt
	if len(stages) > 0 {
		m.list(m.stageOf(0), false)
	}
}

// stageOf goes on to the stage of a node and returns its sites.
func (m *Matcher) stageOf(node int) []Site {
	for len(m.stages) > 1 && node >= m.stages[0].To {
		m.stages = m.stages[1:]
	}
	if m.until = math.MaxInt; len(m.stages) > 1 {
		m.until = m.stages[0].To
	}
	return m.stages[0].Sites
}

// enter goes on to the stage of a node, whose changes the counters do not know yet. Words that
// are listed stay so if hits or sequences may go on there.
func (m *Matcher) enter(node int) {
	keep := !m.idle() || slices.ContainsFunc(m.frames, func(f matchFrame) bool { return f.open > 0 || f.running > 0 })
	m.list(m.stageOf(node), keep)
}

// idle reports whether nothing that was found goes on.
func (m *Matcher) idle() bool {
	return m.open == 0 && m.running == 0 && len(m.fresh) == 0 && m.settled()
}

// list limits the search to the words of some sites, or does so no more. It keeps those that are
// kept up, if it is to.
func (m *Matcher) list(sites []Site, keep bool) {
	if keep && !m.limited {
		return
	}
	if !keep {
		m.words, m.listed = m.words[:0], zeroed(m.listed, len(m.initial)/64+1)
	}
	old := len(m.words)
	for _, at := range sites {
		word := m.groups[m.groupOf[at.Image]].word(at.Anchor.X(), at.Anchor.Y())
		if m.listed[word/64]>>(word%64)&1 == 0 {
			m.listed[word/64] |= 1 << (word % 64)
			m.words = append(m.words, int32(word))
		}
	}
	all := sites == nil || len(m.words)*manySites > len(m.initial)
	switch {
	case !m.limited:
	case all:
		for word := range m.initial {
			m.recount(word)
		}
	default:
		for _, word := range m.words[old:] {
			m.recount(int(word))
		}
	}
	if m.limited = !all; m.limited {
		m.order()
		m.cover()
	}
}

// order puts the words that are listed in order.
func (m *Matcher) order() {
	m.words = m.words[:0]
	for i, listed := range m.listed {
		for ; listed != 0; listed &= listed - 1 {
			m.words = append(m.words, int32(64*i+bits.TrailingZeros64(listed)))
		}
	}
}

// recount sets a word that was not kept up to what lies on the board.
func (m *Matcher) recount(word int) {
	g := &m.groups[m.owner[word]]
	v, deltas, cell := m.initial[word], &g.deltas[Empty], 0
	point := m.size.Index(g.anchor(word))
	for range g.rows {
		for _, c := range m.stones[point : point+g.cols] {
			v += deltas[c][cell]
			cell++
		}
		point += m.size.Cols
	}
	m.misfits[word] = v
}

// cover lists the words that are listed by the points of their regions.
func (m *Matcher) cover() {
	// Counted two further on, then moved one on while they are put in their places.
	m.from = zeroed(m.from, m.size.Area()+2)
	n := 0
	for _, word := range m.words {
		g := &m.groups[m.owner[word]]
		point := m.size.Index(g.anchor(int(word)))
		for range g.rows {
			for k := range g.cols {
				m.from[point+k+2]++
			}
			point += m.size.Cols
		}
		n += g.rows * g.cols
	}
	for i := 2; i < len(m.from); i++ {
		m.from[i] += m.from[i-1]
	}
	m.covers = slices.Grow(m.covers[:0], n)[:n]
	for _, word := range m.words {
		group := m.owner[word]
		g := &m.groups[group]
		point := m.size.Index(g.anchor(int(word)))
		for cell := range g.rows * g.cols {
			at := &m.from[point+cell/g.cols*m.size.Cols+cell%g.cols+1]
			m.covers[*at] = cover{word, group, uint16(cell)}
			*at++
		}
	}
}

// covering returns the words that are listed in whose region a point lies.
func (m *Matcher) covering(p Point) []cover {
	i := m.size.Index(p)
	return m.covers[m.from[i]:m.from[i+1]]
}

// updateListed does what update does.
func (m *Matcher) updateListed(p Point, old, now Color) {
	limit, closer := m.limit, m.closer
	for _, c := range m.covering(p) {
		before := m.misfits[c.word]
		after := before + m.groups[c.group].deltas[old][now][c.cell]
		m.misfits[c.word] = after
		fit := fittingLanes(after, limit)
		if turned := fittingLanes(before, limit) ^ fit | fit&closer; turned != 0 {
			m.turned(int(c.word), turned)
		}
	}
}
