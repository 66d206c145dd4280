package columns

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
)

// A Tally makes a scan count the moves that follow hits, block by block, instead of reporting
// each hit. Shapes of a stone or two have a hundred hits in each game, and reporting
// a hit takes ten times as long as finding it.
//
// The scan counts the decided hits in plain games of no more than 511 nodes. It reports all
// other candidates as without a tally.
type Tally struct {
	// Replies returns for each image by cell and color (2*cell for black stones,
	// 2*cell+1 for white ones) which reply a next stone there is, and how many
	// there are: all numbers are less. It is called if there is a hit, once in a scan.
	Replies func() (numbers [][]uint16, replies int)
	// Swapped are the images whose hits count as swapped, by their numbers.
	Swapped []bool
	// Apart returns games that are not counted but reported; if it is nil or returns
	// nil, there are none. It is called if there may be a hit, once in a scan.
	Apart func() *roaring.Bitmap
	// Block is called for each block with a counted hit. Its argument is valid until it
	// returns.
	Block func(*BlockCount)
}

// A BlockCount has the counts for the games of a block. Sets of games are sets of
// slots, see Local.
type BlockCount struct {
	Games   uint64 // with hits
	Swapped uint64 // of these, where the first hit is swapped
	Hits    int
	Ended   int          // hits after which no stone was put into the region
	Replies []ReplyCount // by number; those with games are Seen
	Seen    []uint16

	index *Index
	base  int
}

// A ReplyCount is how often a reply was seen in the games of a block.
type ReplyCount struct {
	Games   uint64
	Swapped uint64 // where the first hit that it followed is swapped
	Hits    int
	Tenuki  int // of these, after moves elsewhere
}

// Local returns the number in the segment of the game of a slot.
func (c *BlockCount) Local(slot int) uint16 { return c.index.local(c.base + laneOf(slot)) }

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
	told    bool       // the replies are known
	images  [][]uint16 // then the tally's numbers
	numbers [][]uint16 // by plan, if it has a hit, then by cell of its region and color
	swapped bool       // all images are swapped, unless they are mixed
	mixed   bool       // some images are swapped and others not
	parted  bool       // it is known which games are apart
	apart   []uint64   // empty for none

	begun bool   // the block
	slots uint64 // games of the block that are counted
	sum   BlockCount
	// The least order of the hits so far, by slot, if images are mixed: of all,
	// and by reply that is seen. An order is twice the node, and one more if the hit is
	// swapped; noOrder where there is no hit.
	order  [BlockGames]uint16
	orders [][BlockGames]uint16

	part [BlockGames]uint8 // the chunk of the region that a key is of, if it has several

	replaced uint64 // slots whose key is of a stone that was not the first on its point
	white    uint64 // of these, where it is a white one
	restones restones
}

// begin prepares for a scan.
func (c *counter) begin(t *Tally, plans []plan) {
	c.Tally, c.told, c.parted = t, false, false
	c.numbers = slices.Grow(c.numbers[:0], len(plans))[:len(plans)]
	clear(c.numbers)
	c.mixed, c.swapped = false, t.Swapped[plans[0].image]
	for i := range plans {
		c.mixed = c.mixed || t.Swapped[plans[i].image] != c.swapped
	}
}

// numbersOf returns the numbers of the replies of plan number n.
func (c *counter) numbersOf(n int, p *plan) []uint16 {
	if !c.told {
		var replies int
		c.images, replies = c.Tally.Replies()
		c.sum.Replies = slices.Grow(c.sum.Replies[:0], replies)[:replies]
		clear(c.sum.Replies)
		if c.mixed {
			c.orders = slices.Grow(c.orders[:0], replies)[:replies]
		}
		c.told = true
	}
	if c.numbers[n] == nil {
		all, numbers := c.images[p.image], make([]uint16, 0, 2*len(p.region))
		for _, at := range p.points {
			cell := at.Y()*p.width + at.X()
			numbers = append(numbers, all[2*cell], all[2*cell+1])
		}
		c.numbers[n] = numbers
	}
	return c.numbers[n]
}

// block prepares for the block of a scan, in which there may be a hit, unless it did.
func (c *counter) block(s *scan) {
	if c.begun {
		return
	}
	c.begun = true
	if !c.parted {
		c.parted, c.apart = true, c.apart[:0]
		if c.Apart != nil {
			if apart := c.Apart(); apart != nil && !apart.IsEmpty() {
				c.apart = dense(c.apart, apart)
			}
		}
	}
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
	c.order = noOrders
}

// report passes on the counts of a block.
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
		sum.Replies[n] = ReplyCount{}
	}
	sum.Games, sum.Hits, sum.Ended, sum.Seen = 0, 0, 0, sum.Seen[:0]
}

// noOrder is greater than every order.
const noOrder = 1<<16 - 1

// noOrders are the orders of no hits.
var noOrders = [BlockGames]uint16(slices.Repeat([]uint16{noOrder}, BlockGames))

// swappedOf returns the slots of a set whose order is that of a swapped hit.
func swappedOf(order *[BlockGames]uint16, set uint64) (swapped uint64) {
	for ; set != 0; set &= set - 1 {
		slot := bits.TrailingZeros64(set)
		swapped |= uint64(order[slot]&1) << slot
	}
	return swapped
}

// count counts the hits of a set of slots: an image, of plan number n, at the point
// base. The nodes are those of the matches, of some of the slots as bytes, too.
func (s *scan) count(n int, base int, slots, told uint64) {
	c, p := s.counter, &s.plans[n]
	sum := &c.sum
	swapped := c.Tally.Swapped[p.image]
	if c.mixed {
		lowerOrders(s.matches, &c.order, slots, swapped)
	}
	sum.Games |= slots
	sum.Hits += bits.OnesCount64(slots)
	if told &= slots; told != 0 {
		ended := s.ended(p, base, told)
		sum.Ended += bits.OnesCount64(ended)
		if slots &^= ended; slots == 0 {
			return
		}
	}
	c.replaced = 0
	marked := s.keysOf(p, base, slots)
	if s.times.changed {
		told &= marked
		s.mergeRuns(p, base, marked&^told|s.mergeAgain(p, base, told))
	} else {
		s.mergeRestones(p, base, marked)
	}
	numbers := c.numbersOf(n, p)
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
		if r.Games == 0 {
			sum.Seen = append(sum.Seen, number)
			if c.mixed {
				c.orders[number] = noOrders
			}
		}
		if c.mixed {
			orders := &c.orders[number]
			orders[slot] = min(orders[slot], orderOf(node, swapped))
		}
		r.Games |= 1 << slot
		r.Hits++
		if after > 0 {
			r.Tenuki++
		}
	}
}

// orderOf is the order of a hit.
func orderOf(node uint16, swapped bool) uint16 {
	if swapped {
		return 2*node + 1
	}
	return 2 * node
}

// lowerOrders lowers the orders of a set of slots to those of matches.
func lowerOrders(m *matches, orders *[BlockGames]uint16, slots uint64, swapped bool) {
	if fast {
		lowerAVX2(m, &orders[0], slots, uint64(orderOf(0, swapped)))
		return
	}
	for ; slots != 0; slots &= slots - 1 {
		slot := bits.TrailingZeros64(slots)
		orders[slot] = min(orders[slot], orderOf(m.nodes[slot], swapped))
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
		return nextKeysFast(s.matches, first, region, slots)
	}
	m := s.matches
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
