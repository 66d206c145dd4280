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
	// Games are the games to look at, by their numbers in the segment; nil is
	// all of them.
	Games *roaring.Bitmap
	// MainLine leaves out variations, so that games with variations are decided
	// like others.
	MainLine bool
	// From and To are a range of blocks, To excluded; To 0 stands for the last.
	// Scans of separate ranges can run at the same time.
	From, To int
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
}

// Scan reports the candidates, game by game in ascending order, and those of
// one game by image and anchor: every occurrence in a game that is decided, and
// every other game that may have one. It ends early if visit returns false. The
// error is that of the context or about the images.
func (x *Index) Scan(ctx context.Context, q *Query, visit func(Candidate) bool) error {
	s := scan{Index: x, visit: visit, mainLine: q.MainLine}
	for i := range q.Images {
		p, fits, err := x.plan(i, &q.Images[i])
		if err != nil {
			return err
		}
		if fits {
			s.plans = append(s.plans, p)
		}
	}
	if len(s.plans) == 0 {
		return nil
	}
	if q.Games != nil {
		s.games = dense(q.Games)
	}
	from, to := max(q.From, 0), q.To
	if to <= 0 || to > x.blocks() {
		to = x.blocks()
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

// lanes is a set of the lanes of a block.
type lanes [blockWords]uint64

// A scan holds the state of one Scan.
type scan struct {
	*Index
	plans    []plan
	games    []uint64 // nil for all
	mainLine bool
	visit    func(Candidate) bool

	// The block at hand.
	base      int // its first lane in the index
	words     int
	ever      []byte
	first     []byte
	asked     lanes // lanes to look at
	open      lanes // of these, the ones that the index cannot decide
	undecided lanes // candidates among the open ones

	hits     []hit
	order    []int32
	deciding []cell // points of a lane where more happened
}

// A hit is a decided candidate of a block.
type hit struct {
	lane, node uint16
	image      int32
	anchor     position.Point
}

// block scans a block and reports whether to go on.
func (s *scan) block(n int) bool {
	s.base = n * BlockGames
	s.words = s.wordsOf(n)
	s.ever, s.first = s.everOf(s.data, n), s.firstOf(s.data, n)
	s.hits = s.hits[:0]
	s.undecided = lanes{}
	if !s.ask(n) {
		return true
	}
	for i := range s.plans {
		p := &s.plans[i]
		for y := p.top; y <= p.bottom; y++ {
			for x := p.left; x <= p.right; x++ {
				s.anchor(p, x, y)
			}
		}
	}
	return s.report()
}

// ask sets the lanes to look at and reports whether there are any.
func (s *scan) ask(n int) bool {
	le := binary.LittleEndian
	s.asked, s.open = lanes{}, lanes{}
	var any uint64
	for w := range s.words {
		lane := s.base + w*wordLanes
		games := min(s.Index.games-lane, wordLanes)
		set := ^uint64(0) >> (wordLanes - games)
		if s.games != nil {
			set = 0
			for i := range games {
				local := s.local(lane + i)
				set |= s.games[local/64] >> (local % 64) & 1 << i
			}
		}
		word := n*blockWords + w
		open := le.Uint64(s.data[s.long+8*word:])
		if !s.mainLine {
			open |= le.Uint64(s.data[s.branched+8*word:])
		}
		s.asked[w], s.open[w] = set, open&set
		any |= set
	}
	return any != 0
}

// anchor looks for an image at one anchor.
func (s *scan) anchor(p *plan, x, y int) {
	base := y*s.size.Cols + x
	left := s.asked
	if !s.filter(p, base, &left) {
		return
	}
	for w := range s.words {
		s.undecided[w] |= left[w] & s.open[w]
		if set := left[w] &^ s.open[w]; set != 0 {
			s.word(p, base, position.At(x, y), w, set)
		}
	}
}

// filter removes the lanes where a stone of the image never lies on its point
// and reports whether any are left.
func (s *scan) filter(p *plan, base int, left *lanes) bool {
	for _, f := range p.filters {
		var any uint64
		at := 16 * s.words * (base + f.delta)
		if s.words == blockWords {
			row := (*[16 * blockWords]byte)(s.ever[at:])
			switch f.colors {
			case position.OnlyBlack:
				any = left.and((*[8 * blockWords]byte)(row[:]))
			case position.OnlyWhite:
				any = left.and((*[8 * blockWords]byte)(row[8*blockWords:]))
			default:
				any = left.andEither(row)
			}
		} else {
			any = s.filterShort(f, s.ever[at:], left)
		}
		if any == 0 {
			return false
		}
	}
	return true
}

// and removes the lanes that are not in the row and returns 0 if none are left.
func (l *lanes) and(row *[8 * blockWords]byte) uint64 {
	le := binary.LittleEndian
	var any uint64
	for w := range l {
		l[w] &= le.Uint64(row[8*w:])
		any |= l[w]
	}
	return any
}

// andEither is like and with two rows that follow each other.
func (l *lanes) andEither(rows *[16 * blockWords]byte) uint64 {
	le := binary.LittleEndian
	var any uint64
	for w := range l {
		l[w] &= le.Uint64(rows[8*w:]) | le.Uint64(rows[8*blockWords+8*w:])
		any |= l[w]
	}
	return any
}

// filterShort does the same in a last block of fewer words.
func (s *scan) filterShort(f filter, rows []byte, left *lanes) uint64 {
	le := binary.LittleEndian
	var any uint64
	for w := range s.words {
		var set uint64
		if f.colors.Admits(position.Black) {
			set |= le.Uint64(rows[8*w:])
		}
		if f.colors.Admits(position.White) {
			set |= le.Uint64(rows[8*s.words+8*w:])
		}
		left[w] &= set
		any |= left[w]
	}
	return any
}

// report visits the candidates of the block, lane by lane. The hits came in the
// order of images and anchors, which a counting sort by lane keeps.
func (s *scan) report() bool {
	if len(s.hits) == 0 && s.undecided == (lanes{}) {
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
	for lane := range s.words * wordLanes {
		if s.undecided[lane/wordLanes]>>(lane%wordLanes)&1 != 0 {
			if !s.visit(Candidate{Local: s.local(s.base + lane), Image: -1}) {
				return false
			}
		}
		for ; next < len(s.order) && int(s.hits[s.order[next]].lane) == lane; next++ {
			h := &s.hits[s.order[next]]
			if !s.visit(Candidate{s.local(s.base + lane), true, int(h.image), h.anchor, int(h.node)}) {
				return false
			}
		}
	}
	return true
}
