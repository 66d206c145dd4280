package position

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Cell is the set of colors that a pattern allows on one point, one bit each.
type Cell uint8

// The cells with their letters in diagrams. A cell that is Outside belongs to
// the pattern's rectangle but not to its region: anything may lie there, and a
// stone put there is no continuation.
const (
	Outside      Cell = 0                     // _
	OnlyEmpty    Cell = 1 << Empty            // .
	OnlyBlack    Cell = 1 << Black            // X
	OnlyWhite    Cell = 1 << White            // O
	BlackOrEmpty      = OnlyBlack | OnlyEmpty // x
	WhiteOrEmpty      = OnlyWhite | OnlyEmpty // o
	AnyStone          = OnlyBlack | OnlyWhite // !
	Any               = AnyStone | OnlyEmpty  // *
)

// cellLetters are the letters of the cells 0 to 7.
const cellLetters = "_.XxOo!*"

// CellOf returns the cell that admits one color only.
func CellOf(c Color) Cell { return 1 << min(c, White) }

// Admits reports whether a point of that color fits the cell.
func (c Cell) Admits(color Color) bool { return c == Outside || c>>color&1 != 0 }

// SwapColors returns the cell with black and white exchanged.
func (c Cell) SwapColors() Cell { return c&OnlyEmpty | c&OnlyBlack<<1 | c&OnlyWhite>>1 }

// Letter returns the cell as diagrams write it, one of "_.XxOo!*".
func (c Cell) Letter() string { return cellLetters[c&7 : c&7+1] }

// Edges is a set of edges of the board.
type Edges uint8

// The four edges. North is the top of a diagram, row 0.
const (
	North Edges = 1 << iota
	East
	South
	West

	AllEdges = North | East | South | West
)

// PlaceKind says how a pattern's place on the board is given.
type PlaceKind uint8

// The kinds of places.
const (
	Floating    PlaceKind = iota // anywhere
	AtEdges                      // touching just the edges named
	InRectangle                  // its upper left point within a rectangle
	AnyCorner                    // in each of the four corners as it is, before it is turned
	AnySide                      // at each of the four sides likewise, corners excluded
)

// Place says where a pattern may lie.
type Place struct {
	Kind PlaceKind
	// Edges are, for AtEdges, the edges the region touches: two neighboring
	// ones make a corner, one a side (corners excluded), none the center, all
	// four the whole board.
	Edges Edges
	// From and To are, for InRectangle, the first and last point, both
	// included, where the upper left point of the pattern may lie.
	From, To Point
}

// corners and sides are the edges of each, the one that CutPattern takes first.
var (
	corners = [...]Edges{North | West, North | East, South | West, South | East}
	sides   = [...]Edges{North, East, South, West}
)

// each returns the places of which one is meant.
func (p Place) each() []Place {
	var edges []Edges
	switch p.Kind {
	case AnyCorner:
		edges = corners[:]
	case AnySide:
		edges = sides[:]
	default:
		return []Place{p}
	}
	places := make([]Place, len(edges))
	for i, e := range edges {
		places[i] = Place{Kind: AtEdges, Edges: e}
	}
	return places
}

// In returns the place that both the pattern and the question allow: where the
// pattern is drawn if the question names a corner, a side or that very place,
// and the place of the question if the pattern is drawn without a place or may lie
// anywhere. Other places contradict each other.
func (p Place) In(asked Place) (Place, error) {
	switch {
	case p.Kind == Floating, asked.Kind == Floating:
		return asked, nil
	case p == asked, slices.Contains(asked.each(), p):
		return p, nil
	case slices.Contains(p.each(), asked):
		return asked, nil
	}
	return p, fmt.Errorf("the pattern is drawn at %s, which contradicts %s", p.phrase(), asked.phrase())
}

// phrase returns the place in words.
func (p Place) phrase() string {
	switch {
	case p.Kind == AtEdges && p.Edges == AllEdges:
		return "all four edges, a whole board"
	case p.Kind == AtEdges && slices.Contains(corners[:], p.Edges):
		return "the corner " + p.String()
	case p.Kind == AtEdges && slices.Contains(sides[:], p.Edges):
		return "the side " + p.String()
	case p.Kind == AtEdges && p.Edges != 0:
		return "the edges " + p.String()
	case p.Kind == AnyCorner:
		return "a corner"
	case p.Kind == AnySide:
		return "a side"
	case p.Kind == AtEdges:
		return "the center"
	}
	return "the points " + p.String()
}

// anchors returns the rectangle of anchors on a board, all included, and
// whether there are any. If the place may be one of several, the rectangle is that of the
// first.
func (p Place) anchors(size Size, cols, rows int) (left, right, top, bottom int, ok bool) {
	p = p.each()[0]
	left, right = 0, size.Cols-cols
	top, bottom = 0, size.Rows-rows
	if right < 0 || bottom < 0 {
		return 0, 0, 0, 0, false
	}
	switch p.Kind {
	case AtEdges:
		left, right = span(p.Edges&West != 0, p.Edges&East != 0, right)
		top, bottom = span(p.Edges&North != 0, p.Edges&South != 0, bottom)
	case InRectangle:
		left, right = max(left, p.From.X()), min(right, p.To.X())
		top, bottom = max(top, p.From.Y()), min(bottom, p.To.Y())
	}
	return left, right, top, bottom, left <= right && top <= bottom
}

// span returns the first and last anchor along one axis where the board leaves
// room free points beside the pattern.
func span(low, high bool, room int) (first, last int) {
	switch {
	case low && high && room != 0:
		return 1, 0
	case low:
		return 0, 0
	case high:
		return room, room
	}
	return 1, room - 1
}

// placeNames are the names of places in patterns, the canonical one first.
var placeNames = [...]struct {
	name  string
	place Place
}{
	{"", Place{}},
	{"floating", Place{}},
	{"anywhere", Place{}},
	{"nw", Place{Kind: AtEdges, Edges: North | West}},
	{"corner", Place{Kind: AnyCorner}},
	{"ne", Place{Kind: AtEdges, Edges: North | East}},
	{"sw", Place{Kind: AtEdges, Edges: South | West}},
	{"se", Place{Kind: AtEdges, Edges: South | East}},
	{"n", Place{Kind: AtEdges, Edges: North}},
	{"side", Place{Kind: AnySide}},
	{"top", Place{Kind: AtEdges, Edges: North}},
	{"e", Place{Kind: AtEdges, Edges: East}},
	{"right", Place{Kind: AtEdges, Edges: East}},
	{"s", Place{Kind: AtEdges, Edges: South}},
	{"bottom", Place{Kind: AtEdges, Edges: South}},
	{"w", Place{Kind: AtEdges, Edges: West}},
	{"left", Place{Kind: AtEdges, Edges: West}},
	{"center", Place{Kind: AtEdges}},
	{"centre", Place{Kind: AtEdges}},
	{"board", Place{Kind: AtEdges, Edges: AllEdges}},
	{"full", Place{Kind: AtEdges, Edges: AllEdges}},
	{"ns", Place{Kind: AtEdges, Edges: North | South}},
	{"ew", Place{Kind: AtEdges, Edges: East | West}},
	{"nes", Place{Kind: AtEdges, Edges: North | East | South}},
	{"esw", Place{Kind: AtEdges, Edges: East | South | West}},
	{"nsw", Place{Kind: AtEdges, Edges: North | South | West}},
	{"new", Place{Kind: AtEdges, Edges: North | East | West}},
}

// String returns the place's name: "NW", "N", "corner" and "side" for any of
// them, "center", "board", "" for floating, "@cd" for a point and "@cd:ef" for a rectangle.
func (p Place) String() string {
	if p.Kind == InRectangle {
		if p.From == p.To {
			return "@" + p.From.String()
		}
		return "@" + p.From.String() + ":" + p.To.String()
	}
	for _, n := range placeNames {
		if n.place == p {
			if len(n.name) <= 3 {
				return strings.ToUpper(n.name)
			}
			return n.name
		}
	}
	return ""
}

// Pattern is a region of a board, what may lie on each of its points, where
// the region may lie, and possibly the stones that must follow. Diagrams of
// patterns show how they are written; see ParsePattern.
type Pattern struct {
	Cols, Rows int
	Cells      []Cell // row by row, Cols*Rows
	Place      Place
	// Sequence are the stones that must be put into the region next and in
	// this order, once the region is as the cells say. Their points count from
	// the pattern's upper left.
	Sequence []Change
	// Within bounds, if positive, how many moves after the one before (or
	// after the cells first fit) each stone of the sequence may come at the
	// latest: with 1 nobody plays elsewhere.
	Within int
}

// Size returns the pattern's columns and rows.
func (p *Pattern) Size() Size { return Size{p.Cols, p.Rows} }

// At returns the cell of a point, counted from the pattern's upper left, and
// Outside for points beyond it.
func (p *Pattern) At(q Point) Cell {
	if !p.Size().Contains(q) {
		return Outside
	}
	return p.Cells[p.Size().Index(q)]
}

// maxSequence is the longest sequence: one bit each of a 64-bit word, and one
// for the beginning.
const maxSequence = 63

// Check returns an error for a pattern that cannot be searched: one of no or
// too large a size, with the wrong number of cells, a region without points or
// a sequence that is too long or leaves the region.
func (p *Pattern) Check() error {
	if !p.Size().Valid() {
		return fmt.Errorf("pattern: %d columns and %d rows, want 1 to %d", p.Cols, p.Rows, MaxSize)
	}
	if len(p.Cells) != p.Cols*p.Rows {
		return fmt.Errorf("pattern: %d cells, want %d×%d", len(p.Cells), p.Cols, p.Rows)
	}
	region := false
	for i, c := range p.Cells {
		if c > Any {
			return fmt.Errorf("pattern: cell %d is %d, want 0 to 7", i, c)
		}
		region = region || c != Outside
	}
	if !region {
		return fmt.Errorf("pattern: no point belongs to it")
	}
	if len(p.Sequence) > maxSequence {
		return fmt.Errorf("pattern: a sequence of %d stones, want at most %d", len(p.Sequence), maxSequence)
	}
	for i, c := range p.Sequence {
		if p.At(c.Point) == Outside {
			return fmt.Errorf("pattern: stone %d of the sequence is outside of the region", i+1)
		}
		if c.Color != Black && c.Color != White {
			return fmt.Errorf("pattern: stone %d of the sequence has no color", i+1)
		}
	}
	return nil
}

// BoardPattern returns the pattern that a whole board makes, which nothing but
// the same position (or its images) fits.
func BoardPattern(b *Board) *Pattern { return CutPattern(b, Place{AtEdges, AllEdges, 0, 0}, b.size) }

// CutPattern returns what lies on the part of the board where a pattern of the
// given place and size comes to lie first: for a corner the corner, for a side
// the part next to the corner, for a rectangle its upper left.
func CutPattern(b *Board, place Place, size Size) *Pattern {
	size = Size{min(size.Cols, b.size.Cols), min(size.Rows, b.size.Rows)}.Clamp()
	left, _, top, _, ok := place.anchors(b.size, size.Cols, size.Rows)
	if !ok {
		left, top = 0, 0
	}
	p := &Pattern{Cols: size.Cols, Rows: size.Rows, Place: place, Cells: make([]Cell, size.Area())}
	for i := range p.Cells {
		q := size.At(i)
		p.Cells[i] = CellOf(b.At(At(left+q.X(), top+q.Y())))
	}
	return p
}

// String returns the canonical inline form: the place, the size, the rows, and
// the sequence: "NW3x2[..X|.O.] B cc, W aa, within 5".
// ParsePattern reads it back.
func (p *Pattern) String() string {
	var s strings.Builder
	s.WriteString(p.Place.String())
	if name := p.Place.String(); len(name) > 3 || p.Place.Kind == InRectangle {
		s.WriteByte(' ')
	}
	fmt.Fprintf(&s, "%v[", p.Size())
	for i, c := range p.Cells {
		if i > 0 && i%p.Cols == 0 {
			s.WriteByte('|')
		}
		s.WriteString(c.Letter())
	}
	s.WriteByte(']')
	for i, c := range p.Sequence {
		if i > 0 {
			s.WriteByte(',')
		}
		s.WriteString(" " + c.Color.Letter() + " " + c.Point.String())
	}
	if len(p.Sequence) > 0 && p.Within > 0 {
		s.WriteString(", within " + strconv.Itoa(p.Within))
	}
	return s.String()
}
