package study

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"

	"kifudb/game"
	"kifudb/position"
)

// Mistakes are alike if the board, or a part of it, was the same before them. These parts are its
// regions, from the largest to the smallest. A region that is missing, or has too few stones to say
// anything, makes no mistakes alike.
//
//	board     the whole board
//	corner    9 or 7 lines of the corner that the move is in, whatever the move
//	around    9, 7 or 5 lines around the move, as far as the board goes; of a move in a corner of 7
//	          lines only 5
//
// Positions are the same if they are when turned and mirrored as the rules and the shape of the
// board allow. With
// colors exchanged the player who moves is always Black, but not where the rules forbid one
// player what they allow the other, and not in games of pieces that move, of which only the whole
// board counts.

// A RegionKind is a kind of region.
type RegionKind uint8

// The kinds, from the largest to the smallest.
const (
	WholeRegion RegionKind = iota
	Corner9
	Corner7
	Around9
	Around7
	Around5

	regionKinds = 6
)

// reach is how many lines of a corner belong to a region, or how many lines around a move.
func (k RegionKind) reach() int { return [regionKinds]int{0, 9, 7, 4, 3, 2}[k] }

// IsCorner reports whether the region is a corner.
func (k RegionKind) IsCorner() bool { return k == Corner9 || k == Corner7 }

// leastStones is how many stones a region needs.
func (k RegionKind) leastStones() int { return [regionKinds]int{0, 2, 2, 3, 3, 4}[k] }

// noRegion is the key of a region that is missing.
const noRegion = 0

// A regionKey tells regions apart, and how a move lies in one: turned as the region's
// key is, counted from its upper left.
type regionKey struct {
	key    uint64
	played position.Point
}

// A MistakeRegion is a region as it lies in a game, and turned as all of its like.
type MistakeRegion struct {
	Kind    RegionKind
	Rules   position.Rules
	Size    position.Size // of the region as it is turned
	Edges   position.Edges
	Cells   []position.Color // row by row, as it is turned
	Board   position.Size    // as it is turned
	Swapped bool             // the colors are exchanged
	// Exchanged is set if the same with colors exchanged is the same region.
	Exchanged bool
	Mover     position.Color // as it is turned: Black, where colors are exchanged at all

	turns []regionTurn  // all that make it so
	ways  int           // in which the board can be turned: of oblong boards fewer
	from  position.Size // the board in the game
}

// A regionTurn turns the board in a game so that the region lies as all of its like.
type regionTurn struct {
	position.Orientation
	at position.Point // of the board as it is turned, the region's upper left
}

// Pattern returns the region as a pattern.
func (r *MistakeRegion) Pattern() *position.Pattern {
	p := &position.Pattern{Cols: r.Size.Cols, Rows: r.Size.Rows, Place: position.Place{Kind: position.AtEdges, Edges: r.Edges}}
	for _, c := range r.Cells {
		p.Cells = append(p.Cells, position.CellOf(c))
	}
	return p
}

// Point returns where a point of the board in the game lies in the region, counted from its
// upper left; false if it is outside. A pass stays a pass.
func (r *MistakeRegion) Point(p position.Point) (position.Point, bool) {
	best, found := p, false
	for _, turn := range r.turns {
		q, ok := r.under(turn, p)
		if ok && (!found || before(q, best)) {
			best, found = q, true
		}
	}
	return best, found
}

// Beside returns where a point of the board lies if a move lies where [MistakeRegion.Point] has it: in
// a region that is its own image the other move is then the other one.
func (r *MistakeRegion) Beside(move, p position.Point) (position.Point, bool) {
	at, known := r.Point(move)
	best, found := p, false
	for _, turn := range r.turns {
		if m, ok := r.under(turn, move); ok != known || known && m != at {
			continue
		}
		if q, ok := r.under(turn, p); ok && (!found || before(q, best)) {
			best, found = q, true
		}
	}
	return best, found
}

// Turn returns the first orientation that turns the board of the game as the region.
func (r *MistakeRegion) Turn() position.Orientation { return r.turns[0].Orientation }

// Anchor returns where the upper left of the region lies on the board as it is turned.
func (r *MistakeRegion) Anchor() position.Point { return r.turns[0].at }

func (r *MistakeRegion) under(turn regionTurn, p position.Point) (position.Point, bool) {
	if p >= position.SwapsStone {
		return p, r.Kind == WholeRegion
	}
	if !r.from.Contains(p) {
		return p, false
	}
	q := turn.Symmetry.Apply(p, r.from)
	x, y := q.X()-turn.at.X(), q.Y()-turn.at.Y()
	if x < 0 || y < 0 || x >= r.Size.Cols || y >= r.Size.Rows {
		return p, false
	}
	return position.At(x, y), true
}

// before puts the point that stands for others that mean the same first: the rightmost, of
// these the topmost.
func before(p, q position.Point) bool {
	if p >= position.SwapsStone || q >= position.SwapsStone {
		return p < q
	}
	return p.X() > q.X() || p.X() == q.X() && p.Y() < q.Y()
}

// appendText appends what the key is made of.
func (r *MistakeRegion) appendText(text []byte) []byte {
	text = binary.LittleEndian.AppendUint16(text, uint16(r.Rules.Number()))
	text = append(text, byte(r.Kind), byte(r.Size.Cols), byte(r.Size.Rows), byte(r.Edges), byte(r.Mover), byte(r.ways))
	for _, c := range r.Cells {
		text = append(text, byte(c))
	}
	return text
}

// A regionReader finds regions on the boards of one game after the other.
type regionReader struct {
	rules    position.Rules
	exchange bool // colors may be exchanged
	size     position.Size
	turns    [3][]position.Orientation // by who moves
	lanes    *boardLanes
	tables   map[position.Size]*laneTable
}

// ofGame prepares for a game on boards of a size.
func (v *regionReader) ofGame(g game.Stones, size position.Size) {
	rules := g.Rules()
	_, ruled := g.(game.Ruled)
	if v.lanes != nil && v.rules == rules && v.size == size {
		v.lanes.clear()
		return
	}
	v.rules, v.exchange, v.size = rules, !ruled, size
	v.turns = [3][]position.Orientation{}
	for _, o := range rules.Orientations(size, v.exchange) {
		mover := position.Black
		if o.Swapped {
			mover = position.White
		}
		v.turns[mover] = append(v.turns[mover], o)
	}
	if len(v.turns[position.White]) == 0 { // colors are never exchanged
		v.turns[position.White] = v.turns[position.Black]
	}
	v.lanes = newBoardLanes(v.table(size))
}

// exchanged reports whether White's regions are shown as Black's.
func (v *regionReader) exchanged() bool { return v.turns[position.White][0].Swapped }

// mostTables bounds the sizes of boards of which tables are kept.
const mostTables = 4

func (v *regionReader) table(size position.Size) *laneTable {
	t := v.tables[size]
	if t == nil || t.seed != position.KeySeed(v.rules.Number(), size) {
		if v.tables == nil || len(v.tables) >= mostTables {
			v.tables = map[position.Size]*laneTable{}
		}
		t = newLaneTable(v.rules, size)
		v.tables[size] = t
	}
	return t
}

// moverAs returns who moves on a board as it is turned.
func moverAs(turn position.Orientation, mover position.Color) position.Color {
	if turn.Swapped {
		return mover.Opponent()
	}
	return mover
}

// A regionSet says which kinds of regions are wanted.
type regionSet [regionKinds]bool

// everyRegion is all kinds.
var everyRegion = regionSet{true, true, true, true, true, true}

// keys returns the regions of a move. The lanes have followed the board.
func (v *regionReader) keys(b *position.Board, m position.Move, wanted *regionSet) (list [regionKinds]regionKey) {
	for k := range RegionKind(regionKinds) {
		switch {
		case !wanted[k]:
			continue
		case k == WholeRegion:
			list[k] = v.whole(m)
			continue
		}
		if r := v.region(b, m, k); r != nil {
			list[k] = r.keyed(m.Point)
		}
	}
	return list
}

func (r *MistakeRegion) keyed(p position.Point) (k regionKey) {
	sum := sha256.Sum256(r.appendText(make([]byte, 0, 8+mostCells)))
	k.key = max(binary.LittleEndian.Uint64(sum[:]), 1)
	k.played, _ = r.Point(p)
	return k
}

// whole returns the whole board, from its hashes.
func (v *regionReader) whole(m position.Move) (k regionKey) {
	turns := v.turns[m.Color]
	least := ^uint64(0)
	for _, o := range turns {
		least = min(least, v.lanes.hash(o))
	}
	for i, o := range turns {
		if v.lanes.hash(o) != least {
			continue
		}
		p := m.Point
		if v.size.Contains(p) {
			p = o.Symmetry.Apply(p, v.size)
		}
		if k.key == noRegion || before(p, k.played) {
			k = regionKey{max(uint64(position.KeyOf(least, v.lanes.seed+uint64(moverAs(turns[i], m.Color)))), 1), p}
		}
	}
	return k
}

// wholeBoard returns the whole board, from its stones, as whole turns it.
func (v *regionReader) wholeBoard(b *position.Board, m position.Move) *MistakeRegion {
	v.lanes.clear()
	for i := range v.size.Area() {
		p := v.size.At(i)
		if c := b.At(p); c != position.Empty {
			v.lanes.set(p, c)
		}
	}
	r := &MistakeRegion{Kind: WholeRegion, Rules: v.rules, Edges: position.AllEdges, Exchanged: v.exchanged(), from: v.size}
	least := ^uint64(0)
	for _, o := range v.turns[m.Color] {
		switch h := v.lanes.hash(o); {
		case h < least:
			least, r.turns = h, []regionTurn{{o, 0}}
		case h == least:
			r.turns = append(r.turns, regionTurn{o, 0})
		}
	}
	turn := r.Turn()
	r.Board, r.Swapped, r.Mover = turn.Symmetry.Size(v.size), turn.Swapped, moverAs(turn, m.Color)
	r.Size = r.Board
	r.Cells = make([]position.Color, r.Size.Area())
	turned(b, turn, position.At(0, 0), r.Size, r.Cells)
	return r
}

// turned sets cells to what lies on a part of a board as it is turned.
func turned(b *position.Board, turn position.Orientation, from position.Point, size position.Size, cells []position.Color) {
	back, board := turn.Symmetry.Inverse(), turn.Symmetry.Size(b.Size())
	for y := range size.Rows {
		for x := range size.Cols {
			c := b.At(back.Apply(position.At(from.X()+x, from.Y()+y), board))
			if turn.Swapped {
				c = c.Opponent()
			}
			cells[y*size.Cols+x] = c
		}
	}
}

// region returns a part of the board, nil if it is missing or has too few stones.
func (v *regionReader) region(b *position.Board, m position.Move, k RegionKind) *MistakeRegion {
	if k == WholeRegion {
		return v.wholeBoard(b, m)
	}
	if !v.size.Contains(m.Point) {
		return nil
	}
	left, right, ok := v.span(m.Point.X(), v.size.Cols, k)
	top, bottom, ok2 := v.span(m.Point.Y(), v.size.Rows, k)
	if !ok || !ok2 || (k == Around9 || k == Around7) && v.inCorner(m.Point) {
		return nil
	}
	if left == 0 && top == 0 && right == v.size.Cols-1 && bottom == v.size.Rows-1 {
		return nil // the whole board
	}
	stones := 0
	for y := top; y <= bottom; y++ {
		for x := left; x <= right; x++ {
			if b.At(position.At(x, y)) != position.Empty {
				stones++
			}
		}
	}
	if stones < k.leastStones() {
		return nil
	}
	r := &MistakeRegion{Kind: k, Rules: v.rules, Exchanged: v.exchanged(), ways: len(v.turns[m.Color]), from: v.size}
	var cells, best [mostCells]position.Color
	for _, o := range v.turns[m.Color] {
		board := o.Symmetry.Size(v.size)
		p, q := o.Symmetry.Apply(position.At(left, top), v.size), o.Symmetry.Apply(position.At(right, bottom), v.size)
		at := position.At(min(p.X(), q.X()), min(p.Y(), q.Y()))
		size := position.Size{Cols: max(p.X(), q.X()) - at.X() + 1, Rows: max(p.Y(), q.Y()) - at.Y() + 1}
		edges := edgesOf(board, at, size)
		c := -1
		if len(r.turns) > 0 {
			c = cmp.Or(cmp.Compare(edgesFirst(edges), edgesFirst(r.Edges)), cmp.Compare(size.Cols, r.Size.Cols))
		}
		if c > 0 {
			continue
		}
		area := size.Area()
		turned(b, o, at, size, cells[:area])
		if c == 0 {
			c = slices.Compare(cells[:area], best[:area])
		}
		switch {
		case c < 0:
			best = cells
			r.Size, r.Edges, r.Board = size, edges, board
			r.Swapped, r.Mover, r.turns = o.Swapped, moverAs(o, m.Color), append(r.turns[:0], regionTurn{o, at})
		case c == 0:
			r.turns = append(r.turns, regionTurn{o, at})
		}
	}
	r.Cells = slices.Clone(best[:r.Size.Area()])
	return r
}

// mostCells is how many cells a part of the board has at most.
const mostCells = 9 * 9

// span returns the lines of a region in one direction; ok is false if it has none.
func (v *regionReader) span(x, lines int, k RegionKind) (from, to int, ok bool) {
	reach := k.reach()
	if !k.IsCorner() {
		return max(x-reach, 0), min(x+reach, lines-1), true
	}
	switch other := lines - 1 - x; {
	case lines <= reach || x == other:
		return 0, 0, false
	case x < other:
		return 0, reach - 1, x < reach
	default:
		return lines - reach, lines - 1, other < reach
	}
}

// inCorner reports whether a point is in a corner of seven lines.
func (v *regionReader) inCorner(p position.Point) bool {
	_, _, ok := v.span(p.X(), v.size.Cols, Corner7)
	_, _, ok2 := v.span(p.Y(), v.size.Rows, Corner7)
	return ok && ok2
}

// edgesOf returns the edges of a board that a part of it touches.
func edgesOf(board position.Size, at position.Point, size position.Size) (edges position.Edges) {
	if at.Y() == 0 {
		edges |= position.North
	}
	if at.X() == 0 {
		edges |= position.West
	}
	if at.Y()+size.Rows == board.Rows {
		edges |= position.South
	}
	if at.X()+size.Cols == board.Cols {
		edges |= position.East
	}
	return edges
}

// edgesFirst orders edges, so that corners are shown as the upper right one, and sides as the top.
func edgesFirst(edges position.Edges) int {
	switch edges {
	case position.North | position.East:
		return 0
	case position.North:
		return 1
	}
	return 2 + int(edges)
}

// A laneTable has the numbers of which hashes of boards of a size are made, and where each symmetry
// puts each point.
type laneTable struct {
	seed       uint64
	size       position.Size
	symmetries int
	numbers    []uint64 // of black stones, then of white ones
	moved      [8][]uint16
}

func newLaneTable(rules position.Rules, size position.Size) *laneTable {
	t := &laneTable{seed: position.KeySeed(rules.Number(), size), size: size, symmetries: position.Symmetries(size)}
	t.numbers = position.KeyNumbers(t.seed, size.Area())
	for s := range t.symmetries {
		to := position.Symmetry(s).Size(size)
		t.moved[s] = make([]uint16, size.Area())
		for i := range t.moved[s] {
			t.moved[s][i] = uint16(to.Index(position.Symmetry(s).Apply(size.At(i), size)))
		}
	}
	return t
}

// boardLanes follow a board with its hashes under all symmetries. The exclusive or of the numbers of
// the black stones, and that of the white ones turned by a bit, is a hash, as [position.Key]
// has it.
type boardLanes struct {
	*laneTable
	colors       []position.Color
	black, white [8]uint64
}

func newBoardLanes(t *laneTable) *boardLanes {
	return &boardLanes{laneTable: t, colors: make([]position.Color, t.size.Area())}
}

func (l *boardLanes) clear() {
	clear(l.colors)
	l.black, l.white = [8]uint64{}, [8]uint64{}
}

// set puts a color on a point.
func (l *boardLanes) set(p position.Point, c position.Color) {
	if !l.size.Contains(p) {
		return
	}
	i := l.size.Index(p)
	l.toggle(i, l.colors[i])
	l.colors[i] = c
	l.toggle(i, c)
}

func (l *boardLanes) toggle(i int, c position.Color) {
	lanes := &l.black
	switch c {
	case position.White:
		lanes = &l.white
	case position.Black:
	default:
		return
	}
	for s := range l.symmetries {
		lanes[s] ^= l.numbers[l.moved[s][i]]
	}
}

// hash returns the hash of the board in an orientation.
func (l *boardLanes) hash(o position.Orientation) uint64 {
	black, white := l.black[o.Symmetry], l.white[o.Symmetry]
	if o.Swapped {
		black, white = white, black
	}
	return black ^ bits.RotateLeft64(white, 1)
}

// RegionOf returns a region of a move, as the board was before it; nil if it has none of the kind.
func RegionOf(g game.Stones, b *position.Board, m position.Move, k RegionKind) *MistakeRegion {
	var v regionReader
	v.ofGame(g, b.Size())
	return v.region(b, m, k)
}

// Turned returns the whole board of the game, turned and with colors exchanged as the region is.
func (r *MistakeRegion) Turned(b *position.Board) *position.Board {
	to := r.Rules.NewBoard(r.Board)
	cells := make([]position.Color, r.Board.Area())
	turned(b, r.Turn(), position.At(0, 0), r.Board, cells)
	for i, c := range cells {
		to.Set(r.Board.At(i), c)
	}
	to.SetToPlay(r.Mover)
	return to
}
