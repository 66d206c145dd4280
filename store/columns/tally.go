package columns

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// A Tally has a scan count what came next, block by block, instead of reporting
// each hit. Shapes of a stone or two have a hundred hits in each game, and to
// report one takes ten times as long as to find it.
//
// Counted are the decided hits in plain games of no more than 511 nodes; all
// other candidates are reported as without a tally.
type Tally struct {
	// Numbers say of each image, by cell and color (2*cell for black stones,
	// 2*cell+1 for white ones), which reply a next stone there is. They are less
	// than Replies.
	Numbers [][]uint16
	Replies int
	// Swapped are the images whose hits count as swapped, by their numbers.
	Swapped []bool
	// Apart are games that are not counted but reported; nil for none.
	Apart *roaring.Bitmap
	// Block is called for each block in which a hit was counted. What it is given is
	// valid until it returns.
	Block func(*Counted)
}

// Counted is what was counted in the games of a block. Sets of games are sets of
// slots, see Local.
type Counted struct {
	Games   uint64 // with hits
	Swapped uint64 // of these, where the first hit is swapped
	Hits    int
	Ended   int            // hits after which no stone was put into the region
	Replies []CountedReply // by number; those with games are Seen
	Seen    []uint16

	index *Index
	base  int
}

// A CountedReply is how often a reply was seen in the games of a block.
type CountedReply struct {
	Games   uint64
	Swapped uint64 // where the first hit that it followed is swapped
	Hits    int
	Tenuki  int // of these, after moves elsewhere
}

// Local returns the number in the segment of the game of a slot.
func (c *Counted) Local(slot int) uint16 { return c.index.local(c.base + laneOf(slot)) }

// The times of games that are counted fit into keyTime bits, so that one number of
// 16 bits holds how long it took until a stone was put on a point, and which of
// the cells of a region it is: a key. The least key of a game tells what came next.
const (
	keyTime  = 9
	keyCells = 16 - keyTime // bits
	chunk    = 1 << keyCells
	shortest = 1<<keyTime - 1 // more nodes than this no game has that is counted; also the time that stands for none
)

// A counter counts the hits of a scan for a tally.
type counter struct {
	*Tally
	numbers [][]uint16 // by plan, then by cell of its region and color
	swapped bool       // all images are swapped, unless they are mixed
	mixed   bool       // some images are swapped and others not
	apart   []uint64   // empty for none

	slots uint64 // games of the block that are counted
	sum   Counted
	// The least order of the hits so far, by slot, if images are mixed: of all,
	// and by reply. An order is twice the node, and one more if the hit is swapped.
	order  [BlockGames]uint16
	orders [][BlockGames]uint16

	part [BlockGames]uint8 // the chunk of the region that a key is of, if it has several

	replaced uint64 // slots whose key is of a stone that was not the first on its point
	white    uint64 // of these, where it is a white one
	restones restones
}

// begin prepares for a scan.
func (c *counter) begin(t *Tally, plans []plan) {
	c.Tally = t
	c.numbers = c.numbers[:0]
	c.mixed, c.swapped = false, t.Swapped[plans[0].image]
	for i := range plans {
		p := &plans[i]
		numbers := make([]uint16, 0, 2*len(p.region))
		for _, at := range p.points {
			cell := at.Y()*p.width + at.X()
			numbers = append(numbers, t.Numbers[p.image][2*cell], t.Numbers[p.image][2*cell+1])
		}
		c.numbers = append(c.numbers, numbers)
		c.mixed = c.mixed || t.Swapped[p.image] != c.swapped
	}
	c.apart = c.apart[:0]
	if t.Apart != nil && !t.Apart.IsEmpty() {
		c.apart = dense(c.apart, t.Apart)
	}
	c.sum.Replies = slices.Grow(c.sum.Replies[:0], t.Replies)[:t.Replies]
	clear(c.sum.Replies)
	if c.mixed {
		c.orders = slices.Grow(c.orders[:0], t.Replies)[:t.Replies]
	}
}

// block prepares for the block of a scan.
func (c *counter) block(s *scan) {
	c.slots = 0
	c.restones.begin()
	lanes := s.asked & s.plain &^ s.open
	for set := lanes; set != 0; set &= set - 1 {
		lane := bits.TrailingZeros64(set)
		if int(s.nodesOf(s.base+lane)) > shortest {
			continue
		}
		if len(c.apart) > 0 {
			if local := s.local(s.base + lane); c.apart[local/64]>>(local%64)&1 != 0 {
				continue
			}
		}
		c.slots |= 1 << (slot(lane) / 2)
	}
	c.sum.index, c.sum.base = s.Index, s.base
}

// report hands on what was counted in a block.
func (c *counter) report() {
	sum := &c.sum
	if sum.Games == 0 {
		return
	}
	sum.Swapped = 0
	if c.mixed {
		sum.Swapped = swappedOf(&c.order, sum.Games)
	}
	for _, n := range sum.Seen {
		if r := &sum.Replies[n]; c.mixed {
			r.Swapped = swappedOf(&c.orders[n], r.Games)
		}
	}
	if !c.mixed && c.swapped {
		sum.Swapped = sum.Games
		for _, n := range sum.Seen {
			sum.Replies[n].Swapped = sum.Replies[n].Games
		}
	}
	c.Block(sum)
	for _, n := range sum.Seen {
		sum.Replies[n] = CountedReply{}
	}
	sum.Games, sum.Hits, sum.Ended, sum.Seen = 0, 0, 0, sum.Seen[:0]
}

// swappedOf returns the slots of a set whose order is that of a swapped hit.
func swappedOf(order *[BlockGames]uint16, set uint64) (swapped uint64) {
	for ; set != 0; set &= set - 1 {
		slot := bits.TrailingZeros64(set)
		swapped |= uint64(order[slot]&1) << slot
	}
	return swapped
}

// count counts the hits of a set of slots: an image, of plan number n, at the point
// base. The nodes are those of the matches.
func (s *scan) count(n int, base int, slots uint64) {
	c, p := s.counter, &s.plans[n]
	c.replaced = 0
	s.mergeRestones(p, base, s.keysOf(p, base, slots))
	sum := &c.sum
	if c.mixed {
		c.takeOrders(&s.matches, &c.order, sum.Games, slots, c.Tally.Swapped[p.image])
	}
	sum.Games |= slots
	sum.Hits += bits.OnesCount64(slots)
	numbers := c.numbers[n]
	first := s.first[firstSize*base:]
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		node, key := s.matches.nodes[slot], s.matches.cells[slot]
		after := key >> keyCells
		if after >= shortest-1-node {
			sum.Ended++
			continue
		}
		cell := int(key & (chunk - 1))
		if len(p.region) > chunk {
			cell |= int(c.part[slot]) << keyCells
		}
		var color int
		if c.replaced>>slot&1 != 0 {
			color = int(c.white >> slot & 1)
		} else {
			color = int(binary.LittleEndian.Uint16(first[int(p.region[cell])+2*slot:]) >> 14 & 1)
		}
		number := numbers[2*cell+color]
		r := &sum.Replies[number]
		if c.mixed {
			c.takeOrders(&s.matches, &c.orders[number], r.Games, 1<<slot, c.Tally.Swapped[p.image])
		}
		if r.Games == 0 {
			sum.Seen = append(sum.Seen, number)
		}
		r.Games |= 1 << slot
		r.Hits++
		if after > 0 {
			r.Tenuki++
		}
	}
}

// takeOrders lowers the orders of a set of slots to those of hits. Of slots that are
// not among the known ones they mean nothing yet.
func (c *counter) takeOrders(m *matches, orders *[BlockGames]uint16, known, slots uint64, swapped bool) {
	bit := uint16(0)
	if swapped {
		bit = 1
	}
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		if order := 2*m.nodes[slot] + bit; known>>slot&1 == 0 || order < orders[slot] {
			orders[slot] = order
		}
	}
}

// keyOf is the key of a stone, put at a time on a cell of a chunk, after a node.
// It is less than that of none if the stone came after the node, and greater if
// it did not.
func keyOf(time, cell, node uint16) uint16 { return time<<keyCells - (node+1)<<keyCells + cell }

// keysOf sets the cells of the matches, for a set of slots, to the keys of those of the
// first stones on the points of the region that came first after their nodes, and those
// of all other slots to 0. It returns the slots where more happened on a point.
func (s *scan) keysOf(p *plan, base int, slots uint64) (marked uint64) {
	first := s.first[firstSize*base:][:firstSize*p.reach]
	if len(p.region) <= chunk {
		return s.nextKeys(first, p.region, slots)
	}
	c := s.counter
	var least [BlockGames]uint16
	for part := 0; part*chunk < len(p.region); part++ {
		marked |= s.nextKeys(first, p.region[part*chunk:min((part+1)*chunk, len(p.region))], slots)
		for set := slots; set != 0; set &= set - 1 {
			slot := bits.TrailingZeros64(set)
			if key := s.matches.cells[slot]; part == 0 || key>>keyCells < least[slot]>>keyCells {
				least[slot], c.part[slot] = key, uint8(part)
			}
		}
	}
	s.matches.cells = least
	return marked
}

// nextKeys does what keysOf does for a part of a region.
func (s *scan) nextKeys(first []byte, region []int32, slots uint64) (marked uint64) {
	if fast && len(region) > 0 {
		return nextKeysFast(&s.matches, first, region, slots)
	}
	m := &s.matches
	m.cells = [BlockGames]uint16{}
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		after := (m.nodes[slot] + 1) << keyCells
		least, all := ^uint16(0), uint16(0)
		for cell, offset := range region {
			v := binary.LittleEndian.Uint16(first[int(offset)+2*slot:])
			least = min(least, v<<keyCells-after+uint16(cell))
			all |= v
		}
		m.cells[slot] = least
		marked |= uint64(all>>15) << slot
	}
	return marked
}
