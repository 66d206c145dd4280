package position

import (
	"cmp"
	"slices"
)

// Hit is one occurrence of a pattern in a script: the first node on its path
// after which an image lies at an anchor (or, with a sequence, the node of the
// sequence's last stone). Later occurrences of the same image at the same
// anchor on the same path are counted only if all are asked for. An occurrence before a branch point
// is one hit that may go on in several ways.
type Hit struct {
	Node       int // number of the node in file order
	Depth      int // nodes above it
	MoveNumber int
	MainLine   bool // the node is on the main line
	Image      int  // index of the image in Matcher.Images
	Anchor     Point
	ToPlay     Color // whose turn it is at the node, on the board as it is
	Ko         Point // the point that ToPlay may not retake, Pass if none
	// Stood is how many moves the pattern stood unbroken: to the change that
	// broke it or else to the end of the line, on the first line that continues
	// from the node. It is 0 for sequences.
	Stood int
	Next  []Continuation // at most one for each line that goes on from the node
	// Differs are the points that differ, row by row; none if Near is 0.
	Differs []Difference
}

// Continuation is the first stone that was put into a pattern's region after a
// hit, by a move or by setup.
type Continuation struct {
	Node, MoveNumber int
	// Stone is the stone that was put, and its point in the pattern of the question; if several
	// points mean the same, the one that stands for them (see Folding).
	Stone Change
	// Played is the stone as it was put on the board.
	Played Change
	// Elsewhere is the number of moves that were played elsewhere first, passes
	// included.
	Elsewhere int
}

// Tenuki reports whether moves were played elsewhere first.
func (c *Continuation) Tenuki() bool { return c.Elsewhere > 0 }

// nextOf is a continuation of the hit with the given number.
type nextOf struct {
	hit  int32
	kept bool // see nearest
	none bool // setup follows, which is no continuation; see MatchOptions.Moves
	Continuation
}

// hit records a hit of a counter.
func (m *Matcher) hit(s *Step, counter int32) {
	o := &m.options
	if h := m.state[counter]; h != unmet && h != spent && m.hits[m.hitOf(h)].Node == s.Node {
		return // a sequence ended twice at a node
	}
	m.remember(counter)
	m.running -= m.runs(counter)
	if m.state[counter] > 0 {
		m.open--
	}
	if s.MoveNumber < o.MinMove || o.MaxMove > 0 && s.MoveNumber > o.MaxMove || m.enough() {
		m.state[counter] = spent
		m.running += m.runs(counter)
		return
	}
	image, anchor := m.counter(counter)
	m.hits = append(m.hits, Hit{
		Node: s.Node, Depth: s.Depth, MoveNumber: s.MoveNumber, MainLine: s.MainLine,
		Image: image, Anchor: anchor, ToPlay: m.replay.board.toPlay, Ko: m.replay.board.ko,
	})
	m.standing = append(m.standing, m.progress == nil)
	m.fresh = append(m.fresh, int32(len(m.hits)-1))
	m.state[counter] = int32(len(m.hits))
	m.running += m.runs(counter)
	m.open++
}

// remember logs a counter within a variation, before it changes.
func (m *Matcher) remember(counter int32) {
	if m.depth == 0 {
		return
	}
	u := undoState{counter: counter, state: m.state[counter]}
	if m.progress != nil {
		u.progress, u.latest = m.progress[counter], m.latest[counter]
	}
	if m.nearest != nil {
		u.gained = m.gained[counter]
	}
	m.log = append(m.log, u)
}

// endLine settles how long the hits stood whose first line ends.
func (m *Matcher) endLine(moves int) {
	for _, h := range m.fresh {
		if m.standing[h] {
			m.standing[h] = false
			m.hits[h].Stood = moves - m.hits[h].MoveNumber
		}
	}
	m.fresh = m.fresh[:0]
	m.keepNearest()
}

// close takes a variation back.
func (m *Matcher) close(s *Step) {
	for _, c := range s.Changes {
		i := m.size.Index(c.Point)
		m.update(c.Point, m.stones[i], c.Color)
		m.stones[i] = c.Color
	}
	m.zero, m.broken = m.zero[:0], m.broken[:0]
	m.depth--
	f := m.frames[m.depth]
	m.frames = m.frames[:m.depth]
	for i := len(m.log) - 1; i >= f.log; i-- {
		u := &m.log[i]
		m.state[u.counter] = u.state
		if m.progress != nil {
			m.progress[u.counter], m.latest[u.counter] = u.progress, u.latest
		}
		m.restored(u)
	}
	m.log = m.log[:f.log]
	m.open, m.running = f.open, f.running
}

// finish gives the hits their continuations.
func (m *Matcher) finish() []Hit {
	slices.SortStableFunc(m.next, func(a, b nextOf) int { return cmp.Compare(a.hit, b.hit) })
	all := slices.Grow(m.all[:0], len(m.next))
	for _, n := range m.next {
		hit := &m.hits[n.hit]
		if m.nearest != nil && !n.kept || n.none {
			continue
		}
		stone := m.images[hit.Image].Back(hit.Anchor, n.Played)
		n.Stone = m.folding.Fold(stone)
		if next := m.options.Next; next != Empty && stone.Color != next && !m.folding.swaps() {
			continue
		}
		all = append(all, n.Continuation)
		hit.Next = all[len(all)-1-len(hit.Next):]
	}
	m.all = all
	hits := m.keptHits()
	if o := &m.options; o.drops() {
		hits = slices.DeleteFunc(hits, func(h Hit) bool {
			return o.Next != Empty && len(h.Next) == 0 || h.Stood < o.MinStood || o.MaxStood > 0 && h.Stood > o.MaxStood
		})
		if n := m.options.MaxHits; n > 0 && len(hits) > n {
			hits = hits[:n]
		}
	}
	return hits
}
