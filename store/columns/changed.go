package columns

import (
	"encoding/binary"
	"slices"

	"kifudb/position"
)

// changedRows say in which rows of the board more happened than one stone, lane
// by lane of a block. They are made when a lane is first asked about.
type changedRows struct {
	known uint64   // lanes
	cols  []uint64 // by lane and row: the columns
	from  []int32  // by lane and row: the first change in the row or a later one
}

// begin prepares for a board.
func (r *changedRows) begin(size position.Size) {
	cols, from := BlockGames*size.Rows, BlockGames*(size.Rows+1)
	r.cols, r.from = slices.Grow(r.cols[:0], cols)[:cols], slices.Grow(r.from[:0], from)[:from]
}

// changesFrom returns for each row, and one after the last, the number of a
// lane's first change in the row or a later one.
func (s *scan) changesFrom(lane int) []int32 {
	s.learnChanges(lane)
	n := s.size.Rows + 1
	return s.changes.from[lane*n:][:n]
}

// learnChanges makes the changed rows of a lane.
func (s *scan) learnChanges(lane int) {
	r := &s.changes
	if r.known>>lane&1 != 0 {
		return
	}
	n := s.size.Rows
	r.known |= 1 << lane
	cols, from := r.cols[lane*n:][:n], r.from[lane*(n+1):][:n+1]
	clear(cols)
	row, begin := -1, -s.size.Cols // the row, and its first point
	changes := s.changesOf(s.base + lane)
	for i := 0; 4*i+4 <= len(changes); i++ {
		point := changeAt(changes, i).point()
		for row < n-1 && point >= begin+s.size.Cols {
			row++
			begin += s.size.Cols
			from[row] = int32(i)
		}
		if x := uint(point - begin); x < uint(s.size.Cols) {
			cols[row] |= 1 << x
		}
	}
	for ; row < n; row++ { // the rows that are left, and the one after the last
		from[row+1] = int32(len(changes) / 4)
	}
}

// nextOf sets what came next after a hit in a plain game, an image at the point
// base.
func (s *scan) nextOf(p *plan, base int, h *hit) {
	h.known = true
	best, marked := never, uint16(0)
	for i, offset := range p.region {
		v := binary.LittleEndian.Uint16(s.first[firstSize*base+int(offset)+slot(int(h.lane)):])
		marked |= v
		if t := int(v & timeMask); t > int(h.node) && t < best {
			best = t
			h.next, h.color, h.after = h.anchor+p.points[i], colorOf(v), uint16(t)
		}
	}
	if marked&more != 0 {
		s.nextChange(p, h)
	}
}

// nextChange looks for an earlier stone than the one that a hit has, among those
// that are not the first ones on their points.
func (s *scan) nextChange(p *plan, h *hit) {
	lane := int(h.lane)
	from := s.changesFrom(lane)
	changes := s.changesOf(s.base + lane)
	marked := s.changes.cols[lane*s.size.Rows+h.anchor.Y():][:len(p.rows)]
	for i, region := range p.rows {
		if marked[i]>>h.anchor.X()&region == 0 {
			continue
		}
		row := h.anchor.Y() + i
		begin := row*s.size.Cols + h.anchor.X()
		for k := from[row]; k < from[row+1]; k++ {
			c := changeAt(changes, int(k))
			if c.color() != 0 && c.node() > int(h.node) && (h.after == 0 || c.node() < int(h.after)) &&
				c.point() >= begin && region>>(c.point()-begin)&1 != 0 {
				h.next, h.color, h.after = s.size.At(c.point()), c.color(), uint16(c.node())
			}
		}
	}
}
