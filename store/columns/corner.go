package columns

import (
	"math/bits"

	"kifudb/position"
)

// The corners of the board go through states: the contents of their 7×7 points.
// A pattern that gives all points of a corner asks for one state. States of up to 10
// stones are recorded, in a signature per game of 512 bits: each state sets four of
// them, a game some 130. A game without one of the four never had the state. Of the games
// that never had it one in 200 passes (with two bits for each state one in 50, with
// three one in 120); the comparison removes them. With half the bits a corner of a few
// stones takes a fifth to a third longer.
//
// The signatures are stored by bit, so that one word covers a block's games. They take 64
// bytes per game, and find a rare corner of a few stones some ten times faster. More stones
// need no signature, because few games ever have all of them on their points. Where an index
// has a corner key, see cornerkey.go, signatures only serve states that the key does not have.
const (
	cornerSide   = 7
	cornerStones = 10

	signatureBits = 512
	stateBits     = 4 // that a state sets
)

// signatures returns how many bits the signatures of games on boards of a size
// have. On small boards the corners would overlap, and there are none.
func signatures(size position.Size) int {
	if min(size.Cols, size.Rows) < 2*cornerSide {
		return 0
	}
	return signatureBits
}

// cornerOf returns in which corner a point lies, from 0 to 3, or -1.
func cornerOf(size position.Size, p position.Point) int {
	corner := 0
	switch {
	case p.X() >= size.Cols-cornerSide:
		corner = 1
	case p.X() >= cornerSide:
		return -1
	}
	switch {
	case p.Y() >= size.Rows-cornerSide:
		corner |= 2
	case p.Y() >= cornerSide:
		return -1
	}
	return corner
}

// cornerStart returns a corner's upper left point.
func cornerStart(size position.Size, corner int) (x, y int) {
	return corner & 1 * (size.Cols - cornerSide), corner >> 1 * (size.Rows - cornerSide)
}

// A cornerState is the state of one corner: a hash of its stones, by exclusive
// or.
type cornerState struct {
	hash   uint64
	stones int
}

// put adds a stone, or takes it away if delta is -1.
func (c *cornerState) put(point int, color position.Color, delta int) {
	if color == position.Empty {
		return
	}
	c.hash ^= stoneHash(point, color)
	c.stones += delta
}

// stoneHash returns the hash of a stone.
func stoneHash(point int, color position.Color) uint64 {
	// The finalizer of splitmix64, a bijection.
	z := uint64(2*point+int(color)) * 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// recorded reports whether games with this state have the bits of it.
func (c *cornerState) recorded() bool { return 0 < c.stones && c.stones <= cornerStones }

// signature returns the bits of the state.
func (c *cornerState) signature() (signature [stateBits]int) {
	for i := range signature {
		signature[i] = int(c.hash >> (16 * i) % signatureBits)
	}
	return signature
}

// corners follows the corners through the main lines of games on boards of a size.
type corners struct {
	size   position.Size
	points []cornerPoint // by Size.Index
	colors []position.Color
	states [8]cornerState // of the corners, and of the rest of the board

	// For the key, see enter.
	before [8]int // stones when it was last entered
	puts   [8]int // since then
}

// rest numbers, after the corners, the points that are in none. They have a state like the
// others, which nobody asks for: to tell them apart takes longer, as half of the stones
// are there, in no order.
const rest = 4

// A cornerPoint is what corners needs to know of a point.
type cornerPoint struct {
	corner uint8                      // or rest
	bit    uint8                      // of the corner in a set; none for the rest
	hashes [position.White + 1]uint64 // of stones on it, by color; 0 for Empty
}

// reset begins a game.
func (c *corners) reset(size position.Size) {
	if c.size != size {
		*c = corners{size: size, points: make([]cornerPoint, size.Area()), colors: make([]position.Color, size.Area())}
		for i := range c.points {
			p := &c.points[i]
			p.corner = rest
			if corner := cornerOf(size, size.At(i)); corner >= 0 {
				p.corner, p.bit = uint8(corner), 1<<corner
			}
			p.hashes[position.Black], p.hashes[position.White] = stoneHash(i, position.Black), stoneHash(i, position.White)
		}
	}
	clear(c.colors)
	clear(c.states[:])
	clear(c.before[:])
	clear(c.puts[:])
}

// put takes in that a point now holds a color, and adds the point's corner to changed, a
// set of bits.
func (c *corners) put(point int, color position.Color, changed *uint8) {
	p := &c.points[point]
	s, old := &c.states[p.corner%8], c.colors[point]
	c.colors[point] = color
	s.hash ^= p.hashes[old] ^ p.hashes[color]
	c.puts[p.corner%8]++
	s.stones += int(color+1)/2 - int(old+1)/2 // one if there is a color
	*changed |= p.bit
}

// sign adds lanes to the signatures, words by bit, for the states of changed corners, those
// that are recorded.
func (c *corners) sign(signed []uint64, lanes uint64, changed uint8) {
	for ; changed != 0; changed &= changed - 1 {
		s := &c.states[bits.TrailingZeros8(changed)]
		if !s.recorded() {
			continue
		}
		for _, bit := range s.signature() {
			signed[bit] |= lanes
		}
	}
}

// cornerStates returns the states that games must have had, and that are recorded, for an
// image at one anchor: those of the corners that it gives completely.
func cornerStates(size position.Size, m *position.Image, left, top int) []cornerState {
	if signatures(size) == 0 {
		return nil
	}
	var all []cornerState
	for corner := range 4 {
		x0, y0 := cornerStart(size, corner)
		if state, ok := givenCorner(size, m, x0, y0, left, top); ok && state.recorded() {
			all = append(all, state)
		}
	}
	return all
}

// givenCorner returns the state of the corner that begins at a point, and whether
// the image gives all of it.
func givenCorner(size position.Size, m *position.Image, x0, y0, left, top int) (state cornerState, ok bool) {
	if left > x0 || top > y0 || left+m.Cols < x0+cornerSide || top+m.Rows < y0+cornerSide {
		return state, false
	}
	for i := range cornerSide * cornerSide {
		x, y := x0+i%cornerSide, y0+i/cornerSide
		point := y*size.Cols + x
		switch m.Cells[(y-top)*m.Cols+x-left] {
		case position.OnlyEmpty:
		case position.OnlyBlack:
			state.put(point, position.Black, +1)
		case position.OnlyWhite:
			state.put(point, position.White, +1)
		default:
			return state, false
		}
	}
	return state, true
}
