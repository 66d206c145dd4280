package position

import (
	"errors"
	"fmt"
)

// A pattern may be asked for with some points different. A point differs if it
// holds what its cell does not admit: a stone where there is none in the pattern,
// no stone where there is one, or one of the other color. Cells that admit
// everything, and points outside of the region, never differ.
//
// An image at an anchor comes nearer at a node if no more points differ than are
// allowed, and fewer than after any node above. It is a hit, on each line of the
// game, where it came nearer for the last time, at the moves asked for: the first node after which
// the fewest points differ. With no points different this is the first node that
// fits, as without Near.
//
// If every occurrence is wanted, the count begins anew whenever more points differ
// than are allowed. A hit stood until that happened.

// A Difference is a point where a hit differs from its image.
type Difference struct {
	Point Point `json:"point"` // on the board
	Cell  Cell  `json:"cell"`  // what the image admits there
	Color Color `json:"color"` // what lies there
}

// CheckNear returns an error if a pattern cannot be searched with so many points
// different.
func (p *Pattern) CheckNear(points int) error {
	switch {
	case points == 0:
		return nil
	case points < 0 || points > p.Size().Area():
		return fmt.Errorf("pattern: %d of its %d points cannot differ", points, p.Size().Area())
	case len(p.Sequence) > 0:
		return errors.New("pattern: with a sequence of moves no points can differ")
	}
	return nil
}

// Stones returns on how many points of the pattern a stone must lie.
func (p *Pattern) Stones() int {
	n := 0
	for _, c := range p.Cells {
		if !c.Admits(Empty) {
			n++
		}
	}
	return n
}

// Any reports whether FindIn has a hit. This takes less time where what comes after the hit
// does not matter. With Near, too: once the pattern came near enough, there is a hit on
// some line, there or where it comes nearer still.
func (m *Matcher) Any(size Size, e *Excerpt) bool {
	o := &m.options
	m.anyDoes = o.Next == Empty && o.MinStood == 0 && o.MaxStood == 0
	defer func() { m.anyDoes = false }()
	return len(m.FindIn(size, e)) > 0
}

// nearest is the state of a Matcher with Near.
type nearest struct {
	// gained is, by counter, how far it came below Near+1 on the path so far, 0 if
	// it did not; with Every, since it was above last.
	gained []int32
	// unsure are the counters whose hit or continuation was not there, or another
	// one, when a line ended last.
	unsure []int32
	// By hit: the one that it came nearer than, counted from 1, and whether it is
	// the nearest on some line.
	before []int32
	kept   []bool

	differs []Difference // what the hits' Differs are slices of
}

func (n *nearest) start(counters int) {
	n.gained = zeroed(n.gained, counters)
	n.unsure, n.before, n.kept, n.differs = n.unsure[:0], n.before[:0], n.kept[:0], n.differs[:0]
}

// settled reports whether it is the same to all hits so far how lines end.
func (n *nearest) settled() bool { return n == nil || len(n.unsure) == 0 }

// changed notes that a counter has another hit or continuation.
func (n *nearest) changed(counter int32) {
	if n != nil {
		n.unsure = append(n.unsure, counter)
	}
}

// leaving notes a counter that may be above Near after this node.
func (m *Matcher) leaving(counter int32) {
	if m.gained[counter] > 0 {
		m.broken = append(m.broken, counter)
	}
}

// nodeNear takes in which counters changed at a node.
func (m *Matcher) nodeNear(s *Step) {
	for _, c := range m.broken {
		if !m.fits(c) {
			m.left(s, c)
		}
	}
	m.broken = m.broken[:0]
	for _, c := range m.zero {
		if m.fits(c) {
			m.nearer(s, c)
		}
	}
	m.zero = m.zero[:0]
}

// left settles how long the hits of a counter stood that has come above Near.
func (m *Matcher) left(s *Step, counter int32) {
	if state := m.state[counter]; state != unmet && state != spent {
		for h := m.hitOf(state); h >= 0 && m.standing[h]; h = m.before[h] - 1 {
			m.standing[h] = false
			m.hits[h].Stood = s.MoveNumber - m.hits[h].MoveNumber
		}
	}
	if m.options.Every && m.gained[counter] > 0 {
		m.remember(counter)
		m.gained[counter] = 0
	}
}

// nearer records a hit of a counter that fits, if it came nearer.
func (m *Matcher) nearer(s *Step, counter int32) {
	o := &m.options
	misfits := int32(m.misfits[counter/lanesPerWord] >> (laneWidth * (counter % lanesPerWord)) & (1<<laneWidth - 1))
	gained := int32(o.Near) + 1 - misfits
	if gained <= m.gained[counter] || o.MaxMove > 0 && s.MoveNumber > o.MaxMove {
		return
	}
	before := int32(0)
	if state := m.state[counter]; state != unmet && state != spent {
		before = m.hitOf(state) + 1
		if m.gained[counter] == 0 {
			m.keep(counter) // nothing comes nearer any more
		}
	}
	m.remember(counter)
	m.gained[counter] = gained
	if m.state[counter] > 0 {
		m.open--
	}
	if s.MoveNumber < o.MinMove {
		m.state[counter] = spent
		return
	}
	image, anchor := m.counter(counter)
	m.hits = append(m.hits, Hit{
		Node: s.Node, Depth: s.Depth, MoveNumber: s.MoveNumber, MainLine: s.MainLine,
		Image: image, Anchor: anchor, ToPlay: m.replay.board.toPlay, Ko: m.replay.board.ko,
		Differs: m.differences(image, anchor),
	})
	m.before, m.kept = append(m.before, before), append(m.kept, false)
	m.standing = append(m.standing, true)
	m.fresh = append(m.fresh, int32(len(m.hits)-1))
	m.state[counter] = int32(len(m.hits))
	m.open++
	m.changed(counter)
}

// differences returns where the board differs from an image at an anchor.
func (m *Matcher) differences(image int, anchor Point) []Difference {
	from := len(m.differs)
	i := &m.images[image]
	for k, cell := range i.Cells {
		p := At(anchor.X()+k%i.Cols, anchor.Y()+k/i.Cols)
		if c := m.stones[m.size.Index(p)]; !cell.Admits(c) {
			m.differs = append(m.differs, Difference{p, cell, c})
		}
	}
	return m.differs[from:len(m.differs):len(m.differs)]
}

// keepNearest keeps the hits that are the nearest ones on the line that ends, and
// what followed them there.
func (m *Matcher) keepNearest() {
	if m.nearest == nil || !m.leaf {
		return
	}
	for _, c := range m.unsure {
		m.keep(c)
	}
	m.unsure = m.unsure[:0]
}

// keep keeps the hit of a counter and its continuation.
func (m *Matcher) keep(counter int32) {
	state := m.state[counter]
	if state == unmet || state == spent {
		return
	}
	m.kept[m.hitOf(state)] = true
	if state < 0 {
		m.next[-state-1].kept = true
	}
}

// restored takes in that a counter is again as it was before a variation.
func (m *Matcher) restored(u *undoState) {
	if m.nearest != nil {
		m.gained[u.counter] = u.gained
		m.changed(u.counter)
	}
}

// keptHits returns the hits that count.
func (m *Matcher) keptHits() []Hit {
	if m.nearest == nil {
		return m.hits
	}
	hits := m.hits[:0]
	for i, h := range m.hits {
		if m.kept[i] {
			hits = append(hits, h)
		}
	}
	return hits
}
