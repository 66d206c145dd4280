package columns

import (
	"context"
	"encoding/binary"
	"slices"

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
	// From and To are a range of blocks, To excluded; To 0 stands for the last.
	// Scans of separate ranges can run at the same time.
	From, To int

	hasty bool // make an occupancy at once; for tests
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
	// Parts are, of an undecided candidate with many nodes, those where an
	// image may come up; nil stands for all. They are valid until the next
	// candidate.
	Parts []position.Span
}

// Scan reports the candidates, game by game in ascending order, and those of
// one game by image and anchor: every occurrence in a game that is decided, and
// every other game that may have one. It ends early if visit returns false. The
// error is that of the context or about the images.
func (x *Index) Scan(ctx context.Context, q *Query, visit func(Candidate) bool) error {
	s := scan{Index: x, visit: visit, mainLine: q.MainLine, once: q.Once, patience: manyCompared}
	if q.hasty {
		s.patience = -1
	}
	plans := q.Plans
	if plans == nil || plans.index != x {
		var err error
		if plans, err = x.Plan(q.Images); err != nil {
			return err
		}
	}
	if s.plans = plans.list; len(s.plans) == 0 {
		return nil
	}
	from, to := max(q.From, 0), q.To
	if to <= 0 || to > x.blocks {
		to = x.blocks
	}
	if q.Games != nil {
		if q.Games.IsEmpty() {
			return nil
		}
		s.games = dense(q.Games)
		from = max(from, x.laneFrom(q.Games.Minimum())/BlockGames)
		to = min(to, x.laneFrom(q.Games.Maximum())/BlockGames+1)
	}
	for n := from; n < to; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !s.block(n) {
			return nil
		}
	}
	return nil
}

// dense makes a plain bitmap of the numbers that a game can have.
func dense(games *roaring.Bitmap) []uint64 {
	set := make([]uint64, MaxGames/64)
	buf := make([]uint32, 1024)
	for it := games.ManyIterator(); ; {
		n := it.NextMany(buf)
		if n == 0 {
			return set
		}
		for _, g := range buf[:n] {
			if g >= MaxGames {
				return set
			}
			set[g/64] |= 1 << (g % 64)
		}
	}
}

// A scan holds the state of one Scan. Sets of the lanes of a block are uint64.
type scan struct {
	*Index
	plans    []plan
	games    []uint64 // nil for all
	mainLine bool
	once     bool
	visit    func(Candidate) bool

	// The block at hand.
	base      int // its first lane in the index
	corners   []byte
	ever      []byte
	first     []byte
	asked     uint64 // lanes to look at
	open      uint64 // lanes that the index cannot decide
	long      uint64 // of these, the ones whose main line it does not know either
	undecided uint64 // candidates among the open ones
	found     uint64 // lanes with hits
	stretch0  int    // the open lanes' first stretch
	stretch1  int    // and the one after the last

	spread       bool     // the next two are the block's
	black, white []uint64 // by point, of the section "ever"
	sets         []uint64 // of a row of anchors

	compared  int // how often four lanes were compared
	patience  int // how often they are until an occupancy is made
	occupancy occupancy

	spans    []position.Span
	hits     []hit
	order    []int32
	deciding []cell // points of a lane where more happened
}

// A hit is a decided candidate of a block.
type hit struct {
	lane   uint8
	node   uint16
	anchor position.Point
	image  int32
}

// block scans a block and reports whether to go on.
func (s *scan) block(n int) bool {
	s.base = n * BlockGames
	s.corners, s.ever, s.first = s.cornersOf(s.data, n), s.everOf(s.data, n), s.firstOf(s.data, n)
	s.hits = s.hits[:0]
	s.undecided, s.found = 0, 0
	s.compared, s.occupancy.known, s.spread = 0, false, false
	s.ask(n)
	if s.asked == 0 {
		return true
	}
	for i := range s.plans {
		p := &s.plans[i]
		for y := p.top; y <= p.bottom; y++ {
			row := y*s.size.Cols + p.left
			for i, set := range s.row(p, row) {
				if set &= s.asked; set == 0 {
					continue
				}
				x, base := p.left+i, row+i
				if open := set & s.open &^ s.undecided; open != 0 {
					s.undecided |= s.standing(p, base, open)
				}
				if s.once {
					set &^= s.long
				} else {
					set &^= s.open
				}
				if set != 0 {
					s.find(p, base, position.At(x, y), set)
				}
				if s.once {
					if s.asked &^= s.found; s.asked == 0 {
						return s.report()
					}
				}
			}
		}
	}
	return s.report()
}

// ask sets the lanes to look at.
func (s *scan) ask(n int) {
	le := binary.LittleEndian
	lanes := min(s.Index.games-s.base, BlockGames)
	s.asked = ^uint64(0) >> (BlockGames - lanes)
	if s.games != nil {
		s.asked = 0
		for i := range lanes {
			local := s.local(s.base + i)
			s.asked |= s.games[local/64] >> (local % 64) & 1 << i
		}
	}
	s.long = le.Uint64(s.data[s.Index.long+8*n:])
	s.open = s.long
	if !s.mainLine {
		s.open |= le.Uint64(s.data[s.branched+8*n:])
	}
	if s.open&s.asked != 0 {
		s.stretch0, s.stretch1 = s.firstStretch(s.base), s.firstStretch(s.base+BlockGames)
	}
}

// row returns for the anchors from the point base to the end of their row the
// lanes where the image may come up.
func (s *scan) row(p *plan, base int) []uint64 {
	n := p.right - p.left + 1
	if len(s.sets) < n {
		s.sets = make([]uint64, s.size.Cols)
	}
	sets := s.sets[:n]
	if n == 1 {
		sets[0] = s.filter(p, base)
		return sets
	}
	if !s.spread {
		s.spreadEver()
	}
	for i := range sets {
		sets[i] = s.asked
	}
	for k := range p.filters {
		f := &p.filters[k]
		var left uint64
		// The lengths are equal, which leaves no bounds to be checked.
		if f.admits&position.AnyStone == position.AnyStone {
			black, white := s.black[base+f.delta:][:len(sets)], s.white[base+f.delta:][:len(sets)]
			for i := range sets {
				sets[i] &= black[i] | white[i]
				left |= sets[i]
			}
		} else {
			stones := s.black
			if f.admits.Admits(position.White) {
				stones = s.white
			}
			stones = stones[base+f.delta:][:len(sets)]
			for i := range sets {
				sets[i] &= stones[i]
				left |= sets[i]
			}
		}
		if left == 0 {
			return nil
		}
	}
	return sets
}

// spreadEver puts the block's bitmaps of black stones side by side, and those
// of white ones, so that neighboring anchors can be filtered together.
func (s *scan) spreadEver() {
	if len(s.black) != s.area {
		s.black, s.white = make([]uint64, s.area), make([]uint64, s.area)
	}
	for i := range s.area {
		at := (*[everSize]byte)(s.ever[everSize*i:])
		s.black[i], s.white[i] = binary.LittleEndian.Uint64(at[:]), binary.LittleEndian.Uint64(at[8:])
	}
	s.spread = true
}

// filter returns the lanes where the image, anchored at the point base, may
// come up: every stone ever lies on its point and the corners' states occur.
// Signatures are about the main line and say nothing of open lanes.
func (s *scan) filter(p *plan, base int) uint64 {
	le := binary.LittleEndian
	set := s.asked
	for _, bit := range p.corners {
		set &= le.Uint64(s.corners[8*bit:]) | s.open
	}
	for i := range p.filters {
		f := &p.filters[i]
		if set &= admitted(s.ever[everSize*(base+f.delta):], f.admits); set == 0 {
			break
		}
	}
	return set
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
			if !s.visit(Candidate{Local: s.local(s.base + lane), Image: -1, Parts: s.parts(lane)}) {
				return false
			}
		}
		for ; next < int(ends[lane]); next++ {
			h := &s.hits[s.order[next]]
			if !s.visit(Candidate{Local: s.local(s.base + lane), Decided: true, Image: int(h.image), Anchor: h.anchor, Node: int(h.node)}) {
				return false
			}
		}
	}
	return true
}
