package tactics

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"strings"
	"sync"

	"kifudb/position"
)

// seeShapes reports the shapes of a move.
func seeShapes(r *report) {
	if !r.wants(0) || r.suicide {
		return
	}
	o := r.observer
	if o.shapes == nil {
		o.shapes = &shapeReader{table: shapeMasks()}
	}
	s := o.shapes
	s.surround(r.move)
	marks := &s.marks
	if !o.want.Points {
		marks = nil
	}
	for set := s.read(marks); set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		if marks == nil {
			r.add(0, i+1)
			continue
		}
		r.list = append(r.list[:0], s.at)
		for _, c := range marks.cells(&s.surroundings, i) {
			if !slices.Contains(r.list, c) { // two ways to see a shape may share stones
				r.list = append(r.list, c)
			}
		}
		r.add(0, i+1, r.list)
	}
}

// A shapeReader reads the shapes of one move after the other. It saves the memory of each.
type shapeReader struct {
	surroundings
	table *shapeTable
	side  sideNames
	marks shapeMarks
}

// surroundings are the stones around a move, on the board after it.
type surroundings struct {
	board            *grid
	at               int32 // the move's cell
	player, opponent position.Color
	taken            []int32 // the cells of the stones that the move took

	// The square of reach points to each side of the move, each point a bit, row by row.
	own, other, empty, off uint64
}

const (
	reach  = 3
	across = 2*reach + 1
	square = 1<<(across*across) - 1
	// leftColumn is the left column of the square.
	leftColumn = 1 | 1<<across | 1<<(2*across) | 1<<(3*across) | 1<<(4*across) | 1<<(5*across) | 1<<(6*across)
)

// surround takes in the stones around a move whose stone is on the board.
func (s *surroundings) surround(m *move) {
	*s = surroundings{board: m.after, at: m.at, player: m.color, opponent: m.color.Opponent(), taken: m.taken}
	var black, white uint64
	cells := m.after.cells
	for row := range across {
		from := int(m.at) + (row-reach)*stride - reach
		shift := row * across
		if from < 0 || from+8 > len(cells) {
			s.off |= (1<<across - 1) << shift
			continue
		}
		eight := binary.LittleEndian.Uint64(cells[from:])
		low, high := lowBits(eight), lowBits(eight>>1)
		black |= low &^ high << shift
		white |= high &^ low << shift
		s.off |= low & high << shift
	}
	s.own, s.other = black, white
	if m.color == position.White {
		s.own, s.other = white, black
	}
	s.empty = square &^ (black | white | s.off)
}

// lowBits returns the lowest bits of seven bytes, the first byte's in bit 0. A cell holds 1 for Black,
// 2 for White and 3 for the edge.
func lowBits(cells uint64) uint64 { return lowBit(cells) & (1<<across - 1) }

// read returns the set of the shapes that the move makes, by their places in the table. Marks
// takes the stones that make them, unless it is nil.
func (s *shapeReader) read(marks *shapeMarks) (set uint64) {
	t := s.table
	for stones := s.own | s.other; stones != 0; stones &= stones - 1 {
		key := bits.TrailingZeros64(stones)
		masks := t.own[key]
		if s.other>>key&1 != 0 {
			masks = t.other[key]
		}
		for i := range masks {
			m := &masks[i]
			if s.own&m.notOwn|s.other&m.notOther|s.empty&m.notEmpty|s.off&m.notOff == 0 && set>>m.shape&1 == 0 && s.agrees(m) {
				set |= 1 << m.shape
				if marks != nil {
					marks.stones[m.shape] = m.stones
				}
			}
		}
	}
	if n := &s.side; s.findSide(n) {
		for _, i := range t.found {
			if shapes[i].find(n) {
				set |= 1 << i
				if marks != nil {
					marks.cellsOf[i] = slices.Clone(n.cells[:n.count])
				}
			}
		}
	}
	for all, rest := set, set&t.yields; rest != 0; rest &= rest - 1 {
		if i := bits.TrailingZeros64(rest); all&t.unless[i] != 0 {
			set &^= 1 << i
		}
	}
	return set
}

// agrees reports whether a mask's conditions beyond its stones hold.
func (s *surroundings) agrees(m *shapeMask) bool {
	shape := &shapes[m.shape]
	if shape.lines != [2]int{} {
		if line := s.line(m.view.way); line < shape.lines[0] || line > shape.lines[1] {
			return false
		}
	}
	return shape.check == nil || shape.check(s, m.view)
}

// A view is a way to look at a drawing: which one of a shape, and how it is turned and mirrored.
type view struct {
	way     position.Symmetry
	drawing int
}

// turn returns where a step on the drawing leads on the board.
func turn(way position.Symmetry, x, y int) (int, int) {
	if way.Transposes() {
		x, y = y, x
	}
	if way&1 != 0 {
		x = -x
	}
	if way&2 != 0 {
		y = -y
	}
	return x, y
}

// bit returns the bit of a point of the square, by its columns and rows from the move in a view.
func (s *surroundings) bit(v view, x, y int) uint64 {
	x, y = turn(v.way, x, y)
	return 1 << ((y+reach)*across + x + reach)
}

// step returns the distance from a cell to another, by its columns and rows in a view.
func (s *surroundings) step(v view, x, y int) int32 {
	x, y = turn(v.way, x, y)
	return int32(y*stride + x)
}

// color returns what is on a point near the move, by its columns and rows in a view.
func (s *surroundings) color(v view, x, y int) position.Color { return s.cell(s.at + s.step(v, x, y)) }

// cell returns what is on a cell, edge for any off the board.
func (s *surroundings) cell(c int32) position.Color {
	if c < 0 || int(c) >= len(s.board.cells) {
		return edge
	}
	return s.board.at(c)
}

// line returns the move's line, counted from the edge that is below in a view.
func (s *surroundings) line(way position.Symmetry) int {
	p := pointOf(s.at)
	switch x, y := turn(way, 0, 1); {
	case x < 0:
		return p.X() + 1
	case x > 0:
		return s.board.size.Cols - p.X()
	case y < 0:
		return p.Y() + 1
	default:
		return s.board.size.Rows - p.Y()
	}
}

// joined reports whether two points of the square belong to one chain of the stones, as far as the
// square shows it.
func joined(stones, a, b uint64) bool {
	for seen := a & stones; seen != 0; {
		next := (seen | seen<<across | seen>>across | seen&^(leftColumn<<(across-1))<<1 | seen&^leftColumn>>1) & stones
		if next&b != 0 {
			return true
		}
		if next == seen {
			return false
		}
		seen = next
	}
	return false
}

// shapeMarks are the stones that make the shapes of a move: those of drawings as bits of the
// square, others as cells.
type shapeMarks struct {
	stones  [64]uint64
	cellsOf [64][]int32
}

// cells returns the cells of the stones that make a shape.
func (m *shapeMarks) cells(s *surroundings, shape int) []int32 {
	list := slices.Clone(m.cellsOf[shape])
	for stones := m.stones[shape]; stones != 0; stones &= stones - 1 {
		bit := bits.TrailingZeros64(stones)
		list = append(list, s.at+int32((bit/across-reach)*stride+bit%across-reach))
	}
	return list
}

// A shapeMask is a drawing in one view. It agrees with surroundings that have no stone or point
// where it must not be.
type shapeMask struct {
	notOwn, notOther, notEmpty, notOff uint64

	stones uint64 // that the drawing demands
	shape  int
	view   view
}

// shapeTable holds the table of shapes ready for use.
type shapeTable struct {
	// own and other are the masks that demand a stone on a point of the square, by this point and
	// the stone's player. Each mask is there once.
	own, other [across * across][]shapeMask

	found  []int      // the shapes that a function finds
	yields uint64     // the shapes that yield to others
	unless [64]uint64 // to which
}

var shapeMasks = sync.OnceValue(func() *shapeTable {
	t := &shapeTable{}
	places := map[string]int{}
	for i := range shapes {
		places[shapes[i].name] = i
	}
	for i := range shapes {
		s := &shapes[i]
		if s.find != nil {
			t.found = append(t.found, i)
		}
		for _, name := range s.unless {
			t.yields |= 1 << i
			t.unless[i] |= 1 << places[name]
		}
		for drawing, text := range s.drawings {
			var views []shapeMask
			for way := position.Identity; way < 8; way++ {
				m := newShapeMask(text, way)
				m.shape, m.view.drawing = i, drawing
				if !slices.ContainsFunc(views, func(o shapeMask) bool { return s.lines == [2]int{} && m.sameAs(&o) }) {
					views = append(views, m)
				}
			}
			for _, m := range views {
				// The opponent's stones are the rarer key: where the player has some, most drawings with one fail.
				masks, keys := &t.other, m.stones&m.notOwn
				if keys == 0 {
					masks, keys = &t.own, m.stones
				}
				key := bits.TrailingZeros64(keys)
				masks[key] = append(masks[key], m)
			}
		}
	}
	return t
})

// sameAs reports whether two views of a drawing look the same.
func (m *shapeMask) sameAs(o *shapeMask) bool {
	return m.notOwn == o.notOwn && m.notOther == o.notOther && m.notEmpty == o.notEmpty && m.notOff == o.notOff
}

// newShapeMask reads a drawing, turned and mirrored.
func newShapeMask(text string, way position.Symmetry) shapeMask {
	m := shapeMask{view: view{way: way}}
	rows := strings.Split(strings.TrimSpace(text), "\n")
	left, top := 0, 0 // of the move
	for y, row := range rows {
		if x := slices.Index(strings.Fields(row), "*"); x >= 0 {
			left, top = x, y
		}
	}
	for y, row := range rows {
		for x, c := range strings.Fields(row) {
			dx, dy := turn(way, x-left, y-top)
			bit := uint64(1) << ((dy+reach)*across + dx + reach)
			if strings.Contains("O._o", c) {
				m.notOwn |= bit
			}
			if strings.Contains("X._x", c) {
				m.notOther |= bit
			}
			if strings.Contains("XO", c) {
				m.notEmpty |= bit
				m.stones |= bit
			}
			if strings.Contains("XO.", c) {
				m.notOff |= bit
			}
		}
	}
	return m
}
