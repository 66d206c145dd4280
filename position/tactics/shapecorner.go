package tactics

import "kifudb/position"

// This file finds the shapes that the stones in a whole corner or along a side make. A corner is
// looked at with its own lines: the point (3, 4) is on the third line from one edge and on the
// fourth from the other.

const (
	smallSide = 13 // boards with a shorter side have no such shapes
	cornerBox = 7  // lines that belong to a corner
	sideLines = 5  // lines from an edge on which nothing may stand between two stones that go together
)

// sideNames is what the stones in a corner or along a side make of a move.
type sideNames struct {
	any       bool // there is something
	invasion  bool
	first     [2]int // the lines of the first stone in a corner, the smaller one first
	approach  relation
	enclosure relation
	pincers   pincers
	// extensions has a bit for each number of points between the stones.
	extensions uint8
	cells      [12]int32 // of the stones that make it, with the move; then 0
	count      int
}

// mark notes stones that make a shape.
func (n *sideNames) mark(cells ...int32) { n.count += copy(n.cells[n.count:], cells) }

// A relation is a set of ways in which two stones in a corner stand to each other.
type relation uint8

const (
	smallKnight relation = 1 << iota
	oneSpace
	largeKnight
	twoSpace
)

// pincers is a set of pincers: a bit for each number of points and line.
type pincers uint8

func pincerOf(points, line int) pincers { return 1 << (2*(points-1) + line - 3) }

// has reports whether there is a pincer that leaves a number of points, on the third or fourth line.
func (p pincers) has(points, line int) bool { return p&pincerOf(points, line) != 0 }

// A corner is one of the four corners, seen along one of its two sides.
type corner struct {
	board  *grid
	origin int32 // the cell of its point (1, 1)
	along  int32 // from a cell to the one farther along the side
	inward int32 // from a cell to the one farther from the side
	length int   // of the side
}

// cell returns the cell of a point, by its lines along the side and away from it.
func (c *corner) cell(u, v int) int32 { return c.origin + int32(u-1)*c.along + int32(v-1)*c.inward }

// at returns what is on a point of the board.
func (c *corner) at(u, v int) position.Color { return c.board.at(c.cell(u, v)) }

// turned returns the same corner along its other side.
func (c *corner) turned(size position.Size) corner {
	t := *c
	t.along, t.inward, t.length = c.inward, c.along, size.Cols+size.Rows-c.length
	return t
}

// mirrored returns the corner at the other end of the side.
func (c *corner) mirrored() corner {
	m := *c
	m.origin += int32(c.length-1) * c.along
	m.along = -c.along
	return m
}

// corner returns the corner that is nearest to the move, and the move's lines there.
func (s *surroundings) corner() (c corner, u, v int) {
	size, p := s.board.size, pointOf(s.at)
	c = corner{s.board, origin, 1, stride, size.Cols}
	u, v = p.X()+1, p.Y()+1
	if other := size.Cols - p.X(); other < u {
		u, c.along = other, -1
		c.origin += int32(size.Cols - 1)
	}
	if other := size.Rows - p.Y(); other < v {
		v, c.inward = other, -stride
		c.origin += int32(size.Rows-1) * stride
	}
	return c, u, v
}

// findSide finds what the stones of a corner or along a side make of the move, and reports whether
// that is anything.
func (s *surroundings) findSide(n *sideNames) bool {
	*n = sideNames{}
	size := s.board.size
	if min(size.Cols, size.Rows) < smallSide {
		return false
	}
	c, u, v := s.corner()
	if line := min(u, v); line < 3 || line > 4 {
		return false
	}
	if max(u, v) <= cornerBox {
		s.inCorner(n, &c, u, v)
		if 2*u == c.length+1 { // in the middle of a side of 13, and so in two corners
			other := c.mirrored()
			s.inCorner(n, &other, u, v)
		}
		if t := c.turned(size); 2*v == t.length+1 {
			other := t.mirrored()
			s.inCorner(n, &other, v, u)
		}
	}
	const beside = 1<<(reach*across+reach-1) | 1<<(reach*across+reach+1) | 1<<((reach-1)*across+reach) | 1<<((reach+1)*across+reach)
	if (s.own|s.other)&beside != 0 {
		return n.any // what follows keeps its distance
	}
	if v <= 4 {
		s.alongSide(n, c, u, v)
	}
	if u <= 4 {
		s.alongSide(n, c.turned(size), v, u)
	}
	return n.any
}

// inCorner finds what a corner alone decides.
//
// An approach goes to the only stone of the opponent in a corner, and an enclosure to the only one of
// the player. This stone is on the third to fifth lines. The move is outside of it or, if one of its
// lines is the fifth, in the corner. With an approach, the player may have one more stone in
// the corner, as from an approach before.
func (s *surroundings) inCorner(n *sideNames, c *corner, u, v int) {
	var own, other int
	var ownAt, otherAt [2]int
	inside := 0 // the player's stones on the first four lines of both sides
	for y := 1; y <= cornerBox; y++ {
		for x := 1; x <= cornerBox; x++ {
			cell := c.cell(x, y)
			switch stone := s.board.at(cell); {
			case stone == position.Empty || cell == s.at:
			case stone == s.player:
				own++
				ownAt = [2]int{x, y}
				if x <= 4 && y <= 4 {
					inside++
				}
			default:
				other++
				otherAt = [2]int{x, y}
			}
		}
	}
	if u == 3 && v == 3 && inside == 0 && c.at(4, 4) == s.opponent {
		n.any, n.invasion = true, true
		n.mark(c.cell(4, 4))
	}
	switch {
	case own == 0 && other == 0:
		n.any, n.first = true, [2]int{min(u, v), max(u, v)}
	case own == 1 && other == 0:
		if r := related(ownAt, u, v); r != 0 {
			n.any = true
			n.enclosure |= r
			n.mark(c.cell(ownAt[0], ownAt[1]))
		}
	case own <= 1 && other == 1:
		if r := related(otherAt, u, v); r != 0 {
			n.any = true
			n.approach |= r
			n.mark(c.cell(otherAt[0], otherAt[1]))
		}
	}
}

// related returns how a move stands to the stone in a corner that it approaches or encloses with, 0
// if it does neither.
func related(stone [2]int, u, v int) relation {
	if low, high := min(stone[0], stone[1]), max(stone[0], stone[1]); low < 3 || high > 5 || max(u, v) <= high && (high < 5 || max(u, v) > 4) {
		return 0
	}
	x, y := max(u-stone[0], stone[0]-u), max(v-stone[1], stone[1]-v)
	switch [2]int{min(x, y), max(x, y)} {
	case [2]int{1, 2}:
		return smallKnight
	case [2]int{0, 2}:
		return oneSpace
	case [2]int{1, 3}:
		return largeKnight
	case [2]int{0, 3}:
		return twoSpace
	}
	return 0
}

// alongSide finds what the stones along the side of a corner make of a move on the third or fourth line.
func (s *surroundings) alongSide(n *sideNames, c corner, u, v int) {
	away := c.mirrored()
	for _, way := range [2]struct {
		corner *corner
		u      int
	}{{&c, u}, {&away, c.length + 1 - u}} {
		s.findPincer(n, way.corner, way.u, v)
		s.findExtension(n, way.corner, way.u)
	}
}

// findPincer finds a pincer: the opponent has one stone, on the fifth to seventh line from the
// corner, with which he approached a stone of the player in the corner, and the move is one to
// three points beyond.
func (s *surroundings) findPincer(n *sideNames, c *corner, u, v int) {
	if u > 7+4 || u > c.length-2 {
		return
	}
	approach := 0
	for x := u - 1; x >= 5 && x >= u-4 && approach == 0; x-- {
		for y := 1; y <= sideLines; y++ {
			switch c.at(x, y) {
			case s.player:
				return
			case s.opponent:
				if approach != 0 || x == u-1 || x > 7 || y < 3 || y > 4 {
					return
				}
				approach = y
			}
		}
		if approach != 0 {
			own := s.cornerStone(c, x)
			if own != 0 {
				n.any = true
				n.pincers |= pincerOf(u-x-1, v)
				n.mark(c.cell(x, approach), own)
			}
			return
		}
	}
}

// cornerStone returns the cell of the player's stone in a corner that the opponent approached from
// a line and where he has no other stone, 0 if there is none.
func (s *surroundings) cornerStone(c *corner, approach int) (own int32) {
	for x := 1; x < approach; x++ {
		for y := 1; y <= sideLines; y++ {
			switch c.at(x, y) {
			case s.opponent:
				return 0
			case s.player:
				if own == 0 && 3 <= x && x <= 5 && y >= 3 {
					own = c.cell(x, y)
				}
			}
		}
	}
	return own
}

// The number of points that an extension may have between its stones.
const (
	fewestBetween = 2
	mostBetween   = 6
)

// findExtension finds an extension from a stone nearer to the corner.
func (s *surroundings) findExtension(n *sideNames, c *corner, u int) {
	if u < 5 || u > c.length-4 {
		return
	}
	for between := -1; between <= mostBetween && u-between-1 > 2; between++ { // -1 is the move's own column
		line, others := s.column(c, u-between-1)
		if line == 0 && others == 0 {
			continue
		}
		if between >= fewestBetween && others == 0 {
			n.any = true
			n.extensions |= 1 << between
			n.mark(c.cell(u-between-1, line))
		}
		return
	}
}

// column returns the line of the player's stone on the third or fourth line and how many others
// there are on the lines near the side, except for the move.
func (s *surroundings) column(c *corner, u int) (own, others int) {
	for y := 1; y <= sideLines; y++ {
		cell := c.cell(u, y)
		switch stone := s.board.at(cell); {
		case stone == position.Empty || cell == s.at:
		case stone == s.player && own == 0 && (y == 3 || y == 4):
			own = y
		default:
			others++
		}
	}
	return own, others
}
