package study

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"kifudb/game"
	"kifudb/position"
	"kifudb/query"
	"kifudb/search/match"
)

// A shape is the region in which lines are told apart: a whole board, or that of a
// pattern, with the images that are equal to it.
type shape struct {
	term     string
	board    *query.Board
	asked    query.Asked
	rules    position.Rules
	whole    bool         // the region is the board
	replayed bool         // the game's moves are not stones on points
	images   []game.Image // if they are not: those that the asked position is found as

	size  position.Size
	in    []bool    // by cell, whether it belongs to the region
	group []element // the first one is the identity
	join  [][]uint8 // by two elements, the one that does the second first
	back  []uint8   // by element, its inverse
}

// An element maps the region to itself.
type element struct {
	cells    []uint16          // by cell, where it goes
	symmetry position.Symmetry // the same of a position, if the game is replayed
	swapped  bool              // the colors are exchanged
}

// newShape returns the shape of a board term.
func newShape(board *query.Board) (*shape, error) {
	asked, err := board.Asked()
	if err != nil {
		return nil, err
	}
	s := &shape{board: board, asked: asked}
	pattern := asked.Pattern
	switch goban := asked.Goban(); {
	case asked.Position != nil && goban == nil:
		if _, ok := asked.Game.(game.Replayer); !ok {
			return nil, fmt.Errorf("tree: %w", game.HasRules(asked.Game))
		}
		if _, ok := asked.Position.(game.Partial); ok {
			return nil, errors.New("tree: moves after a part of a position lead to different positions; pos: asks for a whole one")
		}
		imager, ok := asked.Position.(game.Imager)
		if !ok {
			return nil, errors.New("positions of " + asked.Game.About().Name + " have no images")
		}
		s.replayed, s.whole = true, true
		mirror := board.Symmetry == "on" || board.Symmetry == "" && !asked.Game.About().AsIs
		options := game.ImageOptions{Mirror: mirror, Swap: board.SwapColors}
		s.images = imager.Images(options)
		s.group = []element{{symmetry: position.Identity}}
		if symmetric, ok := asked.Position.(game.Symmetric); ok {
			s.group = selvesOf(symmetric, options)
		}
		s.combine()
		return s, nil
	case goban != nil:
		s.whole, pattern = true, position.BoardPattern(goban)
		s.rules = goban.Rules()
	default:
		stones, ok := asked.Game.(game.Stones)
		if !ok {
			return nil, fmt.Errorf("tree: lines below a pattern are not followed in %s, whose pieces do not stay as they are put; ask about a whole position (pos:) instead", asked.Game.About().Name)
		}
		s.rules = stones.Rules()
	}
	s.size = pattern.Size()
	for _, cell := range pattern.Cells {
		s.in = append(s.in, cell != position.Outside)
	}
	s.gather(pattern)
	if len(s.group) == 0 {
		return nil, errors.New("tree: the pattern fits on no board")
	}
	return s, nil
}

// gather makes the group of the images that are equal to the pattern.
func (s *shape) gather(p *position.Pattern) {
	size := s.size
	if !s.whole {
		size = boardFor(p)
	}
	folding := p.Folding(size, position.ImageOptions{NoSymmetry: s.board.Symmetry == "off", SwapColors: s.board.SwapColors, Hexes: s.rules.Hexes})
	for _, image := range folding.Images() {
		e := element{swapped: image.Swapped}
		for cell := range s.size.Area() {
			to := image.Back(position.At(0, 0), position.Change{Point: s.size.At(cell), Color: position.Black}).Point
			e.cells = append(e.cells, uint16(s.size.Index(to)))
		}
		s.group = append(s.group, e)
	}
	s.combine()
}

// selvesOf makes the group of a position of a game that is replayed. Its moves are
// points, whose codes take the place of cells.
func selvesOf(p game.Symmetric, o game.ImageOptions) []element {
	var group []element
	for _, self := range p.Selves(o) {
		e := element{symmetry: self.Symmetry.Inverse(), swapped: self.Swapped}
		for code := range position.Pass {
			e.cells = append(e.cells, uint16(self.Back(code)))
		}
		group = append(group, e)
	}
	return group
}

// combine fills the tables of the group.
func (s *shape) combine() {
	s.back = make([]uint8, len(s.group))
	for i := range s.group {
		row := make([]uint8, len(s.group))
		for k := range s.group {
			row[k] = s.find(i, k)
			if row[k] == 0 {
				s.back[i] = uint8(k)
			}
		}
		s.join = append(s.join, row)
	}
}

// find returns the element that does k first and i after it.
func (s *shape) find(i, k int) uint8 {
	first, second := &s.group[k], &s.group[i]
next:
	for n := range s.group {
		e := &s.group[n]
		if e.swapped != (first.swapped != second.swapped) {
			continue
		}
		for cell, to := range first.cells {
			if e.cells[cell] != second.cells[to] {
				continue next
			}
		}
		return uint8(n)
	}
	panic("study: the images of a pattern are no group")
}

// boardFor returns the board on which a pattern is shown: of the usual size, if it
// fits there.
func boardFor(p *position.Pattern) position.Size {
	usual := position.Square(19)
	if p.Place.Kind == position.AtEdges {
		if p.Place.Edges&(position.East|position.West) == position.East|position.West {
			usual.Cols = p.Cols
		}
		if p.Place.Edges&(position.North|position.South) == position.North|position.South {
			usual.Rows = p.Rows
		}
	}
	for _, size := range []position.Size{usual, p.Size(), position.Square(max(p.Cols, p.Rows))} {
		if len(p.Images(size, position.ImageOptions{})) > 0 {
			return size
		}
	}
	return position.Square(position.MaxSize)
}

// Placed returns a board on which a pattern may be shown, and where its upper left
// lies there: in the corner or at the side where it is drawn, and else in the middle
// of where it may lie.
func Placed(p *position.Pattern) (size position.Size, anchor position.Point) {
	size = boardFor(p)
	images := p.Images(size, position.ImageOptions{NoSymmetry: true})
	if len(images) == 0 {
		return size, position.At(0, 0)
	}
	m := &images[0]
	return size, position.At((m.Left+m.Right+1)/2, (m.Top+m.Bottom)/2)
}

// A stone is a move in the coordinates of a shape.
type stone struct {
	cell  int // noCell for a pass or a move elsewhere, swapsCell for position.SwapsStone
	color position.Color
}

const (
	noCell    = -1
	swapsCell = -2
)

// move returns what others know the stone as.
func (s *shape) move(m stone) Move {
	switch {
	case m.cell == noCell:
		return Move{Color: m.color, Point: position.Pass}
	case m.cell == swapsCell:
		return Move{Color: m.color, Point: position.SwapsStone}
	case s.replayed:
		return Move{Color: m.color, Point: position.Point(m.cell)}
	}
	return Move{Color: m.color, Point: s.size.At(m.cell)}
}

// stone is the inverse of move; ok is false for what is not in the region.
func (s *shape) stone(m Move) (_ stone, ok bool) {
	switch {
	case m.Color != position.Black && m.Color != position.White:
		return stone{}, false
	case s.replayed: // moves are codes, one of which is the number of a pass
		return stone{int(m.Point), m.Color}, true
	case m.Point == position.Pass:
		return stone{noCell, m.Color}, true
	case m.Point == position.SwapsStone && s.rules.Hexes && s.whole:
		return stone{swapsCell, m.Color}, true
	case !s.size.Contains(m.Point):
		return stone{}, false
	}
	cell := s.size.Index(m.Point)
	return stone{cell, m.Color}, s.in[cell]
}

// swaps reports whether a step takes the other's stone over. Scripts set that up, but it
// is a move, which does not end a line as other setup does.
func (s *shape) swaps(step *position.Step) bool {
	return s.whole && s.rules.Reply(step).Point == position.SwapsStone
}

// act maps a stone by an element of the group.
func (s *shape) act(n uint8, m stone) stone {
	e := &s.group[n]
	if m.cell >= 0 && m.cell < len(e.cells) {
		m.cell = int(e.cells[m.cell])
	}
	if e.swapped {
		m.color = m.color.Opponent()
	}
	return m
}

// first reports whether one stone stands for another that means the same: black
// before white, then the rightmost, then the topmost, as [position.Folding.Fold]
// chooses.
func (s *shape) first(a, b stone) bool {
	if a.color != b.color {
		return a.color < b.color
	}
	if a.cell < 0 || b.cell < 0 {
		return false // a pass and a swap are nowhere else
	}
	p, q := s.move(a).Point, s.move(b).Point
	if p.X() != q.X() {
		return p.X() > q.X()
	}
	return p.Y() < q.Y()
}

// A turns is a set of elements of the group, one bit each: those by which a line or
// a position may be turned into the form that stands for it.
type turns uint16

func (s *shape) all() turns { return turns(1<<len(s.group) - 1) }

// lowest returns the first element of a set that is not empty.
func (t turns) lowest() uint8 {
	n := uint8(0)
	for t&1 == 0 {
		t >>= 1
		n++
	}
	return n
}

// fold returns the stone that stands for another under some elements, and those that
// make it of it.
func (s *shape) fold(among turns, m stone) (best stone, by turns) {
	for n := range uint8(len(s.group)) {
		if among>>n&1 == 0 {
			continue
		}
		switch image := s.act(n, m); {
		case by == 0 || s.first(image, best):
			best, by = image, 1<<n
		case image == best:
			by |= 1 << n
		}
	}
	return best, by
}

// A lie is how the shape lies on the board of a game.
type lie struct {
	*shape
	inverse position.Symmetry // from the board to the shape
	size    position.Size     // of the turned region
	anchor  position.Point
	swapped bool

	// If somebody has looked, the cells of all points of the board.
	laid  []int16
	board position.Size
}

func (s *shape) lieAt(p *match.Place) lie {
	return lie{shape: s, inverse: p.Symmetry.Inverse(), size: p.Symmetry.Size(s.size), anchor: p.Anchor, swapped: p.Swapped}
}

// cell returns the cell of a point of the board, noCell for one outside of the region.
func (l *lie) cell(p position.Point) int {
	if l.laid != nil && p != position.Pass && l.board.Contains(p) {
		return int(l.laid[l.board.Index(p)])
	}
	x, y := p.X()-l.anchor.X(), p.Y()-l.anchor.Y()
	if p == position.Pass || x < 0 || y < 0 || x >= l.size.Cols || y >= l.size.Rows {
		return noCell
	}
	cell := l.shape.size.Index(l.inverse.Apply(position.At(x, y), l.size))
	if !l.in[cell] {
		return noCell
	}
	return cell
}

func (l *lie) color(c position.Color) position.Color {
	if l.swapped && c != position.Empty {
		return c.Opponent()
	}
	return c
}

// numbers are drawn once for the cells of the largest board and three colors: sums of
// them only choose which image of a position stands for it, and never say that two
// are the same. Most questions need none of them.
var numbers = sync.OnceValue(func() *[position.MaxSize * position.MaxSize][3]uint64 {
	list := new([position.MaxSize * position.MaxSize][3]uint64)
	r := rand.New(rand.NewPCG(3, 19))
	for i := range list {
		for c := range list[i] {
			list[i][c] = r.Uint64()
		}
	}
	return list
})

// turned returns a content as an element maps it, see content.form.
func (s *shape) turned(text string, n uint8) string {
	if len(text) < contentHead {
		return text
	}
	out := []byte(text[:contentHead])
	if s.group[n].swapped {
		out[2] = out[2]&^3 | byte(position.Color(out[2]&3).Opponent())
	}
	var words []uint16
	for i := contentHead; i+1 < len(text); i += 2 {
		word := uint16(text[i]) | uint16(text[i+1])<<8
		m := s.image(n, int(word>>2), position.Color(word&3))
		words = append(words, uint16(m.cell)<<2|uint16(m.color))
	}
	slices.Sort(words)
	for _, word := range words {
		out = binary.LittleEndian.AppendUint16(out, word)
	}
	return string(out)
}

// contentHead is how many bytes of a content are not about points.
const contentHead = 3
