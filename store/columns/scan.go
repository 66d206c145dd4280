package columns

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/position"
)

// A Query says what to scan for, and where.
type Query struct {
	// Images are the pattern on boards of the index's size.
	Images []position.Image
	// Plans, if set, are what [Index.Plan] made of the images, for many scans of
	// a few blocks each.
	Plans *Plans
	// Games are the games to look at, by their numbers in the segment; nil is
	// all of them.
	Games *roaring.Bitmap
	// MainLine leaves out variations, so that games with variations are decided
	// like others.
	MainLine bool
	// Once says that one occurrence in each game is enough: a game with
	// variations is then decided if there is one on its main line, and no more
	// than one is reported.
	Once bool
	// Next asks for what came next after each candidate: see Candidate.Known.
	Next bool
	// Tally, if set, has what came next counted in most games instead of reported. Next
	// must be set then, and Once and Near must not.
	Tally *Tally
	// Near is how many points of an image may differ. All games where an image may
	// come so near are reported then, undecided; Once and Next mean nothing.
	Near int
	// From and To are a range of blocks, To excluded; To 0 stands for the last.
	// Scans of separate ranges can run at the same time.
	From, To int

	hasty bool // make an occupancy, or timetables, at once; for tests
}

// A Candidate is an occurrence that the index found, or a game where only a
// replay can tell.
type Candidate struct {
	Local uint16 // the game's number in the segment
	// Decided says that the image with its upper left point at the anchor stands
	// on the board after the node, which is on the main line, and after no node
	// before. A sequence of moves that the image asks for is not decided.
	//
	// An undecided candidate stands for all images and anchors in its game.
	// Its image is -1, its node 0.
	Decided bool
	Image   int // in Query.Images
	Anchor  position.Point
	Node    int
	// Known says, if the query asks for it, that the next two are as in the
	// candidate's Sequel, which is then known, too.
	Known    bool
	Next     position.Change
	NextNode int
	// Parts are, of an undecided candidate with many nodes, those where an
	// image may come up; nil stands for all. They are valid until the next
	// candidate.
	Parts []position.Span
	// Stages say of an undecided candidate where in parts of the file an image may come up; nil
	// stands for everywhere. They are valid until the next candidate.
	Stages []position.Stage
}

// Scan reports the candidates, game by game in ascending order, and those of
// one game by image and anchor: every occurrence in a game that is decided, and
// every other game that may have one. It ends early if visit returns false. The
// error is that of the context or about the images.
func (x *Index) Scan(ctx context.Context, q *Query, visit func(Candidate) bool) error {
	s, _ := spare.Get().(*scan)
	if s == nil {
		s = new(scan)
	}
	defer s.end()
	x.lanesUsed()
	s.begin(x)
	s.visit, s.mainLine, s.once, s.nexts, s.near, s.patience = visit, q.MainLine, q.Once, q.Next, q.Near, manyCompared
	s.hasty, s.postpones = q.hasty, q.Once && !q.Next
	if q.hasty {
		s.patience = -1
	}
	plans := q.Plans
	if plans == nil || plans.size != x.size {
		var err error
		if plans, err = x.Plan(q.Images); err != nil {
			return err
		}
	}
	if s.plans = plans.list; len(s.plans) == 0 {
		return nil
	}
	s.tables, s.points, s.floating = 0, plans.points, plans.floating
	s.delay = newDelay(countPoints(s.points), s.area)
	s.planes.begin(x, plans.either)
	if q.Tally != nil {
		s.counter.begin(q.Tally, s.plans)
	}
	from, to := max(q.From, 0), q.To
	if to <= 0 || to > x.blocks {
		to = x.blocks
	}
	if q.Games != nil {
		if q.Games.IsEmpty() {
			return nil
		}
		s.games = dense(s.games, q.Games)
		from = max(from, x.laneFrom(q.Games.Minimum())/BlockGames)
		to = min(to, x.laneFrom(q.Games.Maximum())/BlockGames+1)
	}
	all := s.lookUp()
	for ; from < to; from += runBlocks {
		if all && !s.anyLookedUp(from, min(from+runBlocks, to)) {
			continue
		}
		s.beginRun(from, min(from+runBlocks, to))
		for i, some := range s.run.some {
			if some == 0 {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if !s.block(from + i) {
				return nil
			}
		}
	}
	return ctx.Err()
}

// dense makes a plain bitmap of the numbers that a game can have.
func dense(set []uint64, games *roaring.Bitmap) []uint64 {
	set = slices.Grow(set[:0], MaxGames/64)[:MaxGames/64]
	clear(set)
	if games.Maximum() >= MaxGames {
		games = games.Clone()
		games.RemoveRange(MaxGames, 1<<32)
	}
	games.WriteDenseTo(set)
	return set
}

// spare has scans that have ended, for what they have allocated.
var spare sync.Pool

// A scan holds the state of one Scan. Sets of the lanes of a block are uint64.
type scan struct {
	*Index
	plans     []plan
	games     []uint64 // empty for all
	mainLine  bool
	once      bool
	nexts     bool // what came next is asked for
	postpones bool // see postponed
	near      int  // points that may differ
	visit     func(Candidate) bool

	run run // the blocks among which it is

	lanes []uint16    // that were looked up
	keyed []laneRange // by plan: its own; from -1: it was not looked up

	// The block at hand.
	base       int // its first lane in the index
	first      []byte
	asked      uint64 // lanes to look at
	plain      uint64 // lanes of plain games
	open       uint64 // lanes that the index cannot decide
	long       uint64 // of these, the ones whose main line it does not know either
	coming     uint64 // open lanes that may have an image somewhere
	undecided  uint64 // of these, the candidates
	found      uint64 // lanes with hits
	foundSlots uint64 // the same by slots
	stretch0   int    // the open lanes' first stretch
	stretch1   int    // and the one after the last

	planes      planes
	sets        []uint64 // of anchors: see filterRows
	matches     *matches // of the anchor at hand, one of the next
	rowMatches  [filterWidth]matches
	lateMatches matches // of lanes that the timetables cannot tell

	compared  int // how often four lanes were compared
	patience  int // how often they are until an occupancy is made
	hasty     bool
	delay     delay
	occupancy occupancy
	times     timetables
	trees     trees
	tables    uint64       // that are wanted, 0 until they are asked for
	floating  bool         // some image has several anchors
	points    []pointRange // that they are wanted of

	late      []uint16 // see mayBeNear
	spans     []position.Span
	stages    []position.Stage
	sites     []position.Site // of these
	hits      []hit
	order     []int32
	deciding  []decidingPoint // of a lane
	postponed []undecidedLane
	changes   changedRows
	counter   *counter
}

// A hit is a decided candidate of a block.
type hit struct {
	lane   uint8
	color  position.Color // of the next stone
	known  bool           // what came next
	node   uint16
	anchor position.Point
	next   position.Point // where the next stone lies
	after  uint16         // its node, 0 for none
	image  int32
}

// begin prepares for an index.
func (s *scan) begin(x *Index) {
	s.Index = x
	s.games = s.games[:0]
	s.sets = slices.Grow(s.sets[:0], maxFilters*filterWidth*x.size.Rows)[:maxFilters*filterWidth*x.size.Rows]
	s.changes.begin(x.size)
	s.trees.known, s.trees.located = s.trees.known[:0], 0
	if s.counter == nil {
		s.counter = new(counter)
	}
	s.counter.Tally, s.counter.slots = nil, 0
	s.matches = &s.rowMatches[0]
}

// end lets go of what is not the scan's own.
func (s *scan) end() {
	s.Index, s.plans, s.points, s.visit = nil, nil, nil, nil
	s.counter.Tally, s.counter.images, s.counter.sum.index = nil, nil, nil
	s.first = nil
	spare.Put(s)
}

// block scans a block and reports whether to go on.
func (s *scan) block(n int) bool {
	s.base = n * BlockGames
	s.blockUsed(n, s.points)
	s.planes.block, s.first = nil, s.firstOf(s.data, n)
	s.hits = s.hits[:0]
	s.coming, s.undecided, s.found, s.foundSlots = 0, 0, 0, 0
	s.compared = 0
	s.delay.block()
	s.occupancy.known, s.times.known, s.times.changed = false, false, false
	s.changes.known = 0
	s.ask(n)
	s.counter.begun, s.counter.slots = false, 0
	for i := range s.plans {
		p := &s.plans[i]
		switch {
		case s.near > 0:
			s.nearAnchors(p)
		case p.fixed():
			if s.sets[0] = s.run.of(i, n); s.sets[0] != 0 {
				s.anchors(i, p.left, p.top, s.sets[:1])
			}
		case fast:
			s.spreadEver()
			s.filterAnchors(i)
		default:
			s.spreadEver()
			for y := p.top; y <= p.bottom; y++ {
				s.anchors(i, p.left, y, s.row(p, y*s.size.Cols+p.left))
			}
		}
		if i >= len(s.plans)/2 || s.asked == 0 { // few lanes have no hit by then
			s.decidePostponed()
		}
		if s.asked == 0 {
			break
		}
	}
	s.lookAtTrees()
	if s.counter.Tally != nil {
		s.counter.report()
	}
	return s.report()
}

// anchors looks for the image of plan number n at neighboring anchors, from column x of
// row y on, in a set of lanes each.
func (s *scan) anchors(n, x, y int, sets []uint64) {
	if fast {
		s.anchorsFast(n, x, y, sets)
		if s.once {
			s.asked &^= s.found
		}
		return
	}
	base := y*s.size.Cols + x
	for i, set := range sets {
		if set &= s.asked; set == 0 {
			continue
		}
		s.coming |= set & s.open
		if s.once {
			set &^= s.long
		} else {
			set &^= s.open
		}
		if set != 0 {
			if s.counter.Tally != nil {
				s.counter.block(s)
			}
			s.find(n, base+i, position.At(x+i, y), set)
		}
		if s.once {
			s.asked &^= s.found
		}
	}
}

// ask sets the lanes to look at.
func (s *scan) ask(n int) {
	s.asked = s.run.some[n-s.run.from]
	s.plain = binary.LittleEndian.Uint64(s.data[s.Index.plain+8*n:])
	s.long = binary.LittleEndian.Uint64(s.data[s.Index.long+8*n:])
	s.open = s.openIn(n)
	if s.open&s.asked != 0 {
		s.stretch0, s.stretch1 = s.firstStretch(s.base), s.firstStretch(s.base+BlockGames)
	}
}

// row returns for the anchors from the point base to the end of their row the
// lanes where the image may come up.
func (s *scan) row(p *plan, base int) []uint64 {
	sets := s.sets[:p.right-p.left+1]
	for i := range sets {
		sets[i] = s.asked
	}
	for _, offset := range p.offsets {
		stones := s.planes.block[base+offset:][:len(sets)] // the lengths are equal, which leaves no bounds to be checked
		var left uint64
		for i := range sets {
			sets[i] &= stones[i]
			left |= sets[i]
		}
		if left == 0 {
			return nil
		}
	}
	return sets
}

// spreadEver has the block's planes made, unless they are.
func (s *scan) spreadEver() {
	if s.planes.block == nil {
		s.planes.block = s.planes.of(s.Index, s.base/BlockGames, s.run.wanted(s.base/BlockGames))
	}
}

// report visits the candidates of the block, lane by lane. The hits came in the
// order of images and anchors, which a counting sort by lane keeps.
func (s *scan) report() bool {
	s.undecided &^= s.found
	if len(s.hits) == 0 && s.undecided == 0 {
		return true
	}
	var ends [BlockGames + 1]int32
	for i := range s.hits {
		ends[s.hits[i].lane+1]++
	}
	for i := range BlockGames {
		ends[i+1] += ends[i]
	}
	s.order = slices.Grow(s.order[:0], len(s.hits))[:len(s.hits)]
	for i := range s.hits {
		lane := s.hits[i].lane
		s.order[ends[lane]] = int32(i)
		ends[lane]++
	}
	next := 0
	for lane := range BlockGames {
		if s.undecided>>lane&1 != 0 {
			if !s.visit(Candidate{Local: s.local(s.base + lane), Image: -1, Parts: s.parts(lane), Stages: s.stagesOf(lane)}) {
				return false
			}
		}
		for ; next < int(ends[lane]); next++ {
			h := &s.hits[s.order[next]]
			c := Candidate{Local: s.local(s.base + lane), Decided: true, Image: int(h.image), Anchor: h.anchor, Node: int(h.node), Known: h.known}
			if c.NextNode = int(h.after); h.after > 0 {
				c.Next = position.Change{Point: h.next, Color: h.color}
			}
			if !s.visit(c) {
				return false
			}
		}
	}
	return true
}
