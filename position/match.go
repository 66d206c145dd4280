package position

import (
	"math"
	"slices"
)

// MatchOptions say what counts as a hit.
type MatchOptions struct {
	ImageOptions
	Rules    Rules // of the game whose scripts are searched
	MainLine bool  // look at the main line only
	// MinMove and MaxMove are the first and last move number a hit may have;
	// a MaxMove of 0 means no limit.
	MinMove, MaxMove int
	// Next, if not Empty, keeps only continuations by that color, which is the
	// pattern's: it is exchanged together with the pattern's colors. Hits that
	// go on in no such way are dropped.
	Next Color
	// Every keeps every occurrence: each time that an image comes to lie at an
	// anchor, or a sequence is played, not only the first time on its path.
	Every bool
	// MinStood and MaxStood are the least and most moves that a hit must have
	// stood; a MaxStood of 0 means no limit. Sequences do not stand.
	MinStood, MaxStood int
	// Near is how many points of the region may differ from what its cells admit.
	// The hit is then where the fewest do: see matchnear.go. Patterns with a
	// sequence have no such hits.
	Near int
	// Moves is for patterns of whole boards: what follows a hit is the next move, as below a position,
	// also a pass, and setup ends the line. It is not the next stone in the region.
	Moves bool
	// MaxHits, if positive, ends the search of a script after that number of hits,
	// counted in file order, and their continuations. The search then stops counting how long
	// they stood.
	MaxHits int
}

// A Matcher finds a pattern in scripts by replaying them. It is exact: what it
// finds is the truth that indexes are measured by.
//
// For every image and every anchor it keeps the number of points that do not
// fit; see counters.go. A changed point costs one addition for each anchor and four
// images in whose region it lies, and a hit is a number that has come to zero.
//
// A Matcher serves many scripts of any size, one after another.
type Matcher struct {
	pattern *Pattern
	options MatchOptions
	plans   map[Size]*plan

	// What follows belongs to one search.
	*plan
	replay   Replayer
	limit    uint64   // see lanesWithin
	closer   uint64   // all bits if changes of a counter that fits matter
	stones   []Color  // the board, by Size.Index
	misfits  []uint64 // by word: of four counters, the points that do not fit
	state    []int32  // by counter: unmet, open(hit), closed(continuation) or spent
	progress []uint64 // by counter: bit k, k stones of the sequence are there
	latest   []int32  // by counter: move number of the region's latest stone
	zero     []int32  // counters that came to fit at this node
	broken   []int32  // counters of standing hits that fit no more since this node
	open     int      // counters in an open state
	running  int      // counters of which a sequence is on its course; see runs
	hits     []Hit
	standing []bool  // by hit: Stood is not known yet
	fresh    []int32 // hits whose first line has not ended
	next     []nextOf
	all      []Continuation // what the hits' Next are slices of
	log      []undoState    // of the open variations
	frames   []matchFrame
	depth    int
	leaf     bool // the latest event was a node
	anyDoes  bool // whether there is a hit is all that matters
	listing
	*nearest // nil unless Near is asked for
}

// The states of a counter are 0, a hit's number plus one while its continuation
// is awaited, the negative of the continuation's number plus one afterwards, or
// spent for a hit that does not count.
const (
	unmet int32 = 0
	spent int32 = math.MinInt32
)

// undoState is what a counter was before a change within a variation.
type undoState struct {
	counter, state, latest, gained int32
	progress                       uint64
}

// matchFrame is what a variation's end goes back to.
type matchFrame struct{ log, open, running, nodes int }

// NewMatcher returns a matcher for a pattern, or the error of its Check or its CheckNear.
func NewMatcher(p *Pattern, o MatchOptions) (*Matcher, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if err := p.CheckNear(o.Near); err != nil {
		return nil, err
	}
	m := &Matcher{pattern: p, options: o, plans: map[Size]*plan{}, replay: Replayer{Rules: o.Rules}, limit: lanesWithin(o.Near)}
	if o.Near > 0 {
		m.closer, m.nearest = math.MaxUint64, new(nearest)
	}
	return m, nil
}

// Images returns the images that are looked for on boards of a size, to which
// Hit.Image refers.
func (m *Matcher) Images(size Size) []Image { return m.planFor(size.Clamp()).images }

// maxPlans bounds the plans that are kept: archives hold few sizes of boards,
// but somebody's may hold all 2704.
const maxPlans = 16

// planFor returns the plan of a size, made when first wanted.
func (m *Matcher) planFor(size Size) *plan {
	if p, ok := m.plans[size]; ok {
		return p
	}
	if len(m.plans) == maxPlans {
		clear(m.plans)
	}
	p := newPlan(m.pattern, size, m.options.ImageOptions)
	m.plans[size] = p
	return p
}

// Find returns the hits of the pattern in a script on a board of the given
// size, in the order of their nodes in the file. They are valid until the next
// call.
func (m *Matcher) Find(size Size, s Script) []Hit { return m.FindIn(size, &Excerpt{Script: s}) }

// FindIn does the same as Find where it is known that the pattern's cells fit
// nowhere but after nodes in the spans of an excerpt, and at the sites of its stages. It passes over
// variations without executing them where that makes no difference.
func (m *Matcher) FindIn(size Size, e *Excerpt) []Hit {
	plan := m.planFor(size.Clamp())
	if len(plan.images) == 0 || plan.courses != nil && !plan.courses.may(plan.size, e.Script) {
		return nil
	}
	m.start(plan, e.Stages)
	r := &m.replay
	r.StartIn(m.size, e)
	oneLine := m.options.MainLine || !e.Script.Branched()
	moves := 0 // of the latest node
search:
	for {
		switch r.Next() {
		case End:
			m.endLine(moves)
			break search
		case AtNode:
			if m.options.MainLine && !r.step.MainLine { // its end is not in the excerpt
				m.endLine(moves)
				break search
			}
			moves = r.step.MoveNumber
			m.leaf = true
			if r.step.Node >= m.until {
				m.enter(r.step.Node)
			}
			m.node(&r.step)
			if m.anyDoes && len(m.hits) > 0 {
				return m.hits
			}
			if m.open == 0 && (m.enough() || oneLine && m.late(moves)) {
				m.endLine(moves)
				break search
			}
		case Opened:
			m.frames = append(m.frames, matchFrame{len(m.log), m.open, m.running, r.nodes})
			m.depth++
			if m.idle() {
				r.SkipIdle()
			}
		case Closed:
			if r.nodes > m.frames[m.depth-1].nodes {
				m.endLine(moves)
				m.leaf = false
			}
			if m.options.MainLine {
				m.endLine(moves)
				break search
			}
			m.close(&r.step)
		}
	}
	return m.finish()
}

// start prepares for a script.
func (m *Matcher) start(plan *plan, stages []Stage) {
	m.plan = plan
	n := lanesPerWord * len(m.initial)
	m.misfits = append(m.misfits[:0], m.initial...)
	m.state = zeroed(m.state, n)
	m.stones = zeroed(m.stones, plan.size.Area())
	if len(m.pattern.Sequence) > 0 {
		m.progress, m.latest = zeroed(m.progress, n), zeroed(m.latest, n)
	}
	m.zero, m.broken, m.fresh = m.zero[:0], m.broken[:0], m.fresh[:0]
	m.hits, m.standing, m.next = m.hits[:0], m.standing[:0], m.next[:0]
	m.log, m.frames = m.log[:0], m.frames[:0]
	m.open, m.running, m.depth, m.leaf = 0, 0, 0, false
	if m.nearest != nil {
		m.nearest.start(n)
	}
	m.begin(stages)
	if m.limited {
		for _, w := range m.words {
			m.turned(int(w), fittingLanes(m.misfits[w], m.limit))
		}
		return
	}
	for w, v := range m.misfits { // the first node may leave them so
		m.turned(w, fittingLanes(v, m.limit))
	}
}

// zeroed returns a slice of n zeros, in the old one's memory if that is enough.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// enough reports whether no more hits are wanted. Where hits are dropped later,
// they cannot be counted yet.
func (m *Matcher) enough() bool {
	return m.options.MaxHits > 0 && len(m.hits) >= m.options.MaxHits && !m.options.drops()
}

// drops reports whether hits are dropped for what comes after them.
func (o *MatchOptions) drops() bool {
	return o.Next != Empty || o.MinStood > 0 || o.MaxStood > 0 || o.Near > 0
}

// again reports whether a counter may still have a hit.
func (m *Matcher) again(counter int32) bool { return m.state[counter] == unmet || m.options.Every }

// late reports whether neither hits nor news of them can come after a move.
func (m *Matcher) late(moves int) bool {
	return m.options.MaxMove > 0 && moves > m.options.MaxMove && !slices.Contains(m.standing, true)
}

// node takes in what a node did.
func (m *Matcher) node(s *Step) {
	if m.options.Moves {
		m.moved(s)
	} else if m.open > 0 || m.progress != nil {
		for _, c := range s.Placed {
			m.placed(s, c)
		}
	}
	for _, c := range s.Changes {
		i := m.size.Index(c.Point)
		m.update(c.Point, m.stones[i], c.Color)
		m.stones[i] = c.Color
	}
	if m.nearest != nil {
		m.nodeNear(s)
		return
	}
	for _, c := range m.broken {
		h := m.hitOf(m.state[c])
		if !m.fits(c) && m.standing[h] {
			m.standing[h] = false
			m.hits[h].Stood = s.MoveNumber - m.hits[h].MoveNumber
		}
	}
	m.broken = m.broken[:0]
	for _, c := range m.zero {
		if !m.fits(c) || !m.again(c) {
			continue
		}
		if m.progress == nil {
			m.hit(s, c)
		} else if m.progress[c]&1 == 0 {
			m.remember(c)
			m.course(c, m.progress[c]|1)
		}
	}
	m.zero = m.zero[:0]
}

// fits reports whether few enough points of a counter do not fit.
func (m *Matcher) fits(counter int32) bool {
	return fittingLanes(m.misfits[counter/lanesPerWord], m.limit)&laneBit(counter%lanesPerWord) != 0
}

// hitOf returns the number of the hit that a counter's state, which has one, is about.
func (m *Matcher) hitOf(state int32) int32 {
	if state > 0 {
		return state - 1
	}
	return m.next[-state-1].hit
}

// update takes in that a point went from one color to another.
func (m *Matcher) update(p Point, old, now Color) {
	if m.limited {
		m.updateListed(p, old, now)
		return
	}
	x, y := p.X(), p.Y()
	limit, closer := m.limit, m.closer
	for _, k := range m.near[m.size.Index(p)] {
		g := &m.groups[k]
		deltas := g.deltas[old][now]
		left, right := max(g.left, x-g.cols+1), min(g.right, x)
		for ay := max(g.top, y-g.rows+1); ay <= min(g.bottom, y); ay++ {
			word := g.word(left, ay)
			cell := (y-ay)*g.cols + x - left
			for range right - left + 1 {
				before := m.misfits[word]
				after := before + deltas[cell]
				m.misfits[word] = after
				fit := fittingLanes(after, limit)
				if turned := fittingLanes(before, limit) ^ fit | fit&closer; turned != 0 {
					m.turned(word, turned)
				}
				word++
				cell--
			}
		}
	}
}

// turned notes the counters of a word that came to fit or fit no more.
func (m *Matcher) turned(word int, lanes uint64) {
	for ; lanes != 0; lanes &= lanes - 1 {
		counter := int32(lanesPerWord*word + laneOf(lanes))
		if m.fits(counter) {
			m.zero = append(m.zero, counter)
		} else if m.nearest != nil {
			m.leaving(counter)
		} else if s := m.state[counter]; s != unmet && s != spent && m.standing[m.hitOf(s)] {
			m.broken = append(m.broken, counter)
		}
	}
}

// placed takes in that a stone was put on the board: it may continue open hits
// and sequences.
func (m *Matcher) placed(s *Step, stone Change) {
	if m.limited {
		for _, c := range m.covering(stone.Point) {
			m.placedIn(s, stone, &m.groups[c.group], int(c.word), int(c.cell))
		}
		return
	}
	x, y := stone.Point.X(), stone.Point.Y()
	for _, k := range m.near[m.size.Index(stone.Point)] {
		g := &m.groups[k]
		left, right := max(g.left, x-g.cols+1), min(g.right, x)
		for ay := max(g.top, y-g.rows+1); ay <= min(g.bottom, y); ay++ {
			word := g.word(left, ay)
			cell := (y-ay)*g.cols + x - left
			for range right - left + 1 {
				m.placedIn(s, stone, g, word, cell)
				word++
				cell--
			}
		}
	}
}

// placedIn does what placed does for the images of a word, of whose cells the stone lies on one.
func (m *Matcher) placedIn(s *Step, stone Change, g *group, word, cell int) {
	for lane, k := range g.images {
		image := &m.images[k]
		if image.Cells[cell] == Outside {
			continue
		}
		counter := int32(lanesPerWord*word + lane)
		if m.state[counter] > 0 {
			m.continued(s, counter, stone)
			if !m.options.Every {
				continue
			}
		}
		if m.progress != nil && m.again(counter) {
			at := Change{At(cell%g.cols, cell/g.cols), stone.Color}
			m.advance(s, counter, image.Sequence, at)
		}
	}
}

// moved closes the open hits with the move of a node, or without one if stones are set up there.
func (m *Matcher) moved(s *Step) {
	if m.open == 0 || !s.Moved && len(s.Changes) == 0 {
		return
	}
	reply := m.replay.Rules.Reply(s)
	for c := range m.state {
		if m.state[c] > 0 {
			m.continued(s, int32(c), Change{Point: reply.Point, Color: reply.Color})
			if n := len(m.next); n > 0 && m.state[c] == -int32(n) {
				m.next[n-1].none = !s.Moved
			}
		}
	}
}

// continued closes an open hit with its continuation, unless it was found at
// this very node.
func (m *Matcher) continued(s *Step, counter int32, stone Change) {
	h := m.state[counter] - 1
	hit := &m.hits[h]
	if hit.Node == s.Node {
		return
	}
	elsewhere := s.MoveNumber - hit.MoveNumber
	if s.Moved {
		elsewhere--
	}
	m.next = append(m.next, nextOf{hit: h, Continuation: Continuation{
		Node: s.Node, MoveNumber: s.MoveNumber, Played: stone, Elsewhere: max(elsewhere, 0),
	}})
	m.remember(counter)
	m.state[counter] = -int32(len(m.next))
	m.open--
	m.changed(counter)
}

// advance goes on with the sequence of a counter: all the ways in which it was
// on its course go on by one stone or end.
func (m *Matcher) advance(s *Step, counter int32, sequence []Change, stone Change) {
	m.zero = append(m.zero, counter) // it may begin anew after this node
	before := m.progress[counter]
	if before == 0 {
		return
	}
	if within := m.pattern.Within; within > 0 && s.MoveNumber-int(m.latest[counter]) > within {
		before &= 1
	}
	after := uint64(0)
	for k, want := range sequence {
		if before>>k&1 != 0 && want == stone {
			after |= 2 << k
		}
	}
	m.remember(counter)
	m.course(counter, after)
	m.latest[counter] = int32(s.MoveNumber)
	if after>>len(sequence) != 0 {
		m.hit(s, counter)
	}
}

// course sets how many stones of its sequence a counter may have got.
func (m *Matcher) course(counter int32, progress uint64) {
	m.running -= m.runs(counter)
	m.progress[counter] = progress
	m.running += m.runs(counter)
}

// runs returns 1 if the sequence of a counter has begun and may still end in a hit, and
// otherwise 0.
func (m *Matcher) runs(counter int32) int {
	if m.progress != nil && m.progress[counter]&(1<<len(m.pattern.Sequence)-1) != 0 && m.again(counter) {
		return 1
	}
	return 0
}
