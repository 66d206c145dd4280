package columns

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"kifudb/position"
	"kifudb/store/pages"
)

// A cornerKey lists for each state of a corner, see corner.go, the games that ever had it, in
// variations, too. A scan for a pattern that gives a whole corner looks its images up there and
// compares those games only. Without the key it intersects the bitmaps of every stone of every image.
//
// The key has states of keyFew to keyMany stones. Of those with an odd number it leaves out the ones
// that arose when a single stone was added to a state that it has. So a state of an odd number is
// looked up together with all states that lack one of its stones. That halves the key.
//
// The key proposes, the comparison decides: states share 32 bits of hash, rare ones 8 within a
// bucket.
//
// # Format
//
//	header     28 bytes: magic "kcor", u32 version, u32 columns, u32 rows, u32 bits of a bucket's
//	           number, u32 common states, u32 rare states' games
//	buckets    8 bytes per bucket and one more: u32 the first rare game of the bucket, u32
//	           its first common state
//	common     states that commonGames games have or more, ascending: u32 hash, u32 where in
//	           lists its games end
//	lanes      u16 per game of a rare state: its lane, by bucket, tag and lane
//	tags       u8 per game of a rare state: the bits of the hash after those of the bucket
//	lists      the lanes of common states: uvarint of each less the one before, less one
//
// A bucket is the states with the same first bits. 31,615 games take 70 bytes each. Doing
// without tags would save a third, and every bucket's games would be compared with every image.
type cornerKey struct {
	guard                               *pages.Guard
	data                                []byte
	shift                               uint // of a hash, to its bucket
	states, rare                        int
	buckets, common, lanes, tags, lists int // offsets
}

const (
	keyFew, keyMany = 4, 13 // stones

	keyMagic      = "kcor"
	keyVersion    = 1
	keyHeaderSize = 28
	bucketSize    = 8
	commonSize    = 8
	bucketGames   = 16 // of rare states, about
	commonGames   = 8
	mostKeyBits   = 24 // a tag follows
)

// keyed reports whether the key has states of so many stones.
func keyed(stones int) bool { return keyFew <= stones && stones <= keyMany }

// keyHash returns what the key knows of a state.
func (c *cornerState) keyHash() uint32 { return uint32(c.hash >> 32) }

// enter appends the states of changed corners to the entries of a game, each with the game's lane.
func (c *corners) enter(entries []uint64, lane int, changed uint8) []uint64 {
	for ; changed != 0; changed &= changed - 1 {
		corner := bits.TrailingZeros8(changed)
		s := &c.states[corner]
		grown := c.puts[corner] == 1 && s.stones == c.before[corner]+1
		c.puts[corner], c.before[corner] = 0, s.stones
		if keyed(s.stones) && (s.stones%2 == 0 || !grown || !keyed(s.stones-1)) {
			entries = append(entries, uint64(s.keyHash())<<16|uint64(lane))
		}
	}
	return entries
}

// buildCornerKey makes the key from the entries of all blocks. It is nil on boards whose corners
// overlap.
func buildCornerKey(size position.Size, blocks [][]uint64) []byte {
	if signatures(size) == 0 {
		return nil
	}
	total := 0
	for _, entries := range blocks {
		total += len(entries)
	}
	keyBits := min(bits.Len(uint(total/bucketGames)), mostKeyBits)
	shift := 32 - keyBits
	ends := make([]int, 1<<keyBits+1) // of the buckets, once they are filled
	for _, entries := range blocks {
		for _, e := range entries {
			ends[e>>16>>shift+1]++
		}
	}
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	all := make([]uint64, total)
	for _, entries := range blocks {
		for _, e := range entries {
			bucket := e >> 16 >> shift
			all[ends[bucket]] = e
			ends[bucket]++
		}
	}
	le := binary.LittleEndian
	var common, lists []byte
	begins := make([]byte, 0, bucketSize*len(ends))
	rare := all[:0] // what is read is ahead
	from := 0
	for _, to := range ends[:len(ends)-1] {
		begins = le.AppendUint32(le.AppendUint32(begins, uint32(len(rare))), uint32(len(common)/commonSize))
		bucket := all[from:to]
		from = to
		slices.Sort(bucket)
		for bucket = slices.Compact(bucket); len(bucket) > 0; {
			hash := uint32(bucket[0] >> 16)
			n := 1
			for n < len(bucket) && uint32(bucket[n]>>16) == hash {
				n++
			}
			if n >= commonGames {
				last := -1
				for _, e := range bucket[:n] {
					lists = binary.AppendUvarint(lists, uint64(int(uint16(e))-last-1))
					last = int(uint16(e))
				}
				common = le.AppendUint32(le.AppendUint32(common, hash), uint32(len(lists)))
			} else {
				rare = append(rare, bucket[:n]...)
			}
			bucket = bucket[n:]
		}
	}
	begins = le.AppendUint32(le.AppendUint32(begins, uint32(len(rare))), uint32(len(common)/commonSize))
	data := make([]byte, 0, keyHeaderSize+len(begins)+len(common)+3*len(rare)+len(lists))
	data = append(data, keyMagic...)
	for _, n := range [...]int{keyVersion, size.Cols, size.Rows, keyBits, len(common) / commonSize, len(rare)} {
		data = le.AppendUint32(data, uint32(n))
	}
	data = append(append(data, begins...), common...)
	for _, e := range rare {
		data = le.AppendUint16(data, uint16(e))
	}
	for _, e := range rare {
		data = append(data, tagOf(uint32(e>>16), uint(shift)))
	}
	return append(data, lists...)
}

// tagOf returns the bits of a hash after those of the bucket.
func tagOf(hash uint32, shift uint) uint8 { return uint8(hash << (32 - shift) >> 24) }

// UseCorners takes the bytes of the corner key that [Build] made with the index. Without one,
// scans give the same answers. The guard is as for [Open].
func (x *Index) UseCorners(data []byte, guard *pages.Guard) error {
	if guard.Use(0, min(len(data), keyHeaderSize)); len(data) < keyHeaderSize || string(data[:4]) != keyMagic {
		return fmt.Errorf("%w: no header of corners", ErrFormat)
	}
	var header [6]uint32
	for i := range header {
		header[i] = binary.LittleEndian.Uint32(data[4+4*i:])
	}
	if header[0] != keyVersion {
		return fmt.Errorf("%w: corners of version %d, this program reads %d", ErrFormat, header[0], keyVersion)
	}
	if int(header[1]) != x.size.Cols || int(header[2]) != x.size.Rows || signatures(x.size) == 0 {
		return fmt.Errorf("%w: corners of a board of %d by %d", ErrFormat, header[1], header[2])
	}
	keyBits := header[3]
	if keyBits > mostKeyBits {
		return fmt.Errorf("%w: corners with 2^%d buckets", ErrFormat, keyBits)
	}
	k := &cornerKey{guard: guard, data: data, shift: uint(32 - keyBits), states: int(header[4]), rare: int(header[5])}
	k.buckets = keyHeaderSize
	k.common = k.buckets + bucketSize*(1<<keyBits+1)
	k.lanes = k.common + commonSize*k.states
	k.tags = k.lanes + 2*k.rare
	k.lists = k.tags + k.rare
	if k.lists > len(data) {
		return fmt.Errorf("%w: corners of %d bytes instead of %d", ErrFormat, len(data), k.lists)
	}
	x.key = k
	return nil
}

// used returns n bytes from an offset, and tells the guard.
func (k *cornerKey) used(at, n int) []byte {
	k.guard.Use(at, n)
	return k.data[at:][:n]
}

// find appends the lanes of the games that had a state, and perhaps others, some twice.
func (k *cornerKey) find(found []uint16, hash uint32) []uint16 {
	le := binary.LittleEndian
	bucket := k.used(k.buckets+bucketSize*int(uint64(hash)>>k.shift), 2*bucketSize)
	rare0, rare1 := le.Uint32(bucket), le.Uint32(bucket[bucketSize:])
	common0, common1 := le.Uint32(bucket[4:]), le.Uint32(bucket[bucketSize+4:])
	if rare0 > rare1 || int(rare1) > k.rare || common0 > common1 || int(common1) > k.states {
		return found // it is damaged
	}
	if rare0 < rare1 {
		tag := tagOf(hash, k.shift)
		for i, t := range k.used(k.tags+int(rare0), int(rare1-rare0)) {
			if t == tag {
				found = append(found, le.Uint16(k.used(k.lanes+2*(int(rare0)+i), 2)))
			}
		}
	}
	for i := int(common0); i < int(common1); i++ {
		if state := k.used(k.common+commonSize*i, commonSize); le.Uint32(state) == hash {
			return appendList(found, k.listOf(i))
		}
	}
	return found
}

// listOf returns the list of a common state, empty if it lies outside.
func (k *cornerKey) listOf(i int) []byte {
	from, to := uint32(0), binary.LittleEndian.Uint32(k.used(k.common+commonSize*i+4, 4))
	if i > 0 {
		from = binary.LittleEndian.Uint32(k.used(k.common+commonSize*(i-1)+4, 4))
	}
	if from > to || int(to) > len(k.data)-k.lists {
		return nil
	}
	return k.used(k.lists+int(from), int(to-from))
}

// appendList appends the lanes of a list.
func appendList(found []uint16, list []byte) []uint16 {
	last := -1
	for len(list) > 0 {
		gap, n := uint64(list[0]), 1
		if gap >= 0x80 {
			gap, n = binary.Uvarint(list)
		}
		if n <= 0 || gap >= MaxGames || last+1+int(gap) >= MaxGames {
			return found // it is damaged
		}
		last += 1 + int(gap)
		found, list = append(found, uint16(last)), list[n:]
	}
	return found
}

// check reports what is wrong with the key by itself.
func (k *cornerKey) check(games int) iter.Seq[error] {
	return func(yield func(error) bool) {
		le := binary.LittleEndian
		var last [2]uint32
		for at := k.buckets; at < k.common; at += bucketSize {
			now := [2]uint32{le.Uint32(k.data[at:]), le.Uint32(k.data[at+4:])}
			if now[0] < last[0] || now[1] < last[1] || int(now[0]) > k.rare || int(now[1]) > k.states {
				yield(fmt.Errorf("%w: a bucket of corners begins at %v after %v", ErrFormat, now, last))
				return
			}
			last = now
		}
		if int(last[0]) != k.rare || int(last[1]) != k.states {
			yield(fmt.Errorf("%w: %d and %d states of corners, %v are in buckets", ErrFormat, k.rare, k.states, last))
			return
		}
		var lanes []uint16
		end := 0
		for i := range k.states {
			from := len(lanes)
			lanes = appendList(lanes, k.listOf(i))
			end = int(le.Uint32(k.data[k.common+commonSize*i+4:]))
			if len(lanes)-from < commonGames {
				yield(fmt.Errorf("%w: state %d of corners has %d games", ErrFormat, i, len(lanes)-from))
				return
			}
		}
		if end != len(k.data)-k.lists {
			yield(fmt.Errorf("%w: %d bytes of states of corners, %d are used", ErrFormat, len(k.data)-k.lists, end))
			return
		}
		for at := k.lanes; at < k.tags; at += 2 {
			lanes = append(lanes, le.Uint16(k.data[at:]))
		}
		for _, lane := range lanes {
			if int(lane) >= games {
				yield(fmt.Errorf("%w: a state of a corner in game %d of %d", ErrFormat, lane, games))
				return
			}
		}
	}
}

// keyHashes returns what to look up for an image that lies in one place: states of which a game has
// one, if it has the image. There are none if the image gives no corner with as many stones as
// the key has.
func keyHashes(size position.Size, m *position.Image, left, top int) []uint32 {
	if signatures(size) == 0 {
		return nil
	}
	var best cornerState
	x, y := 0, 0
	for corner := range 4 {
		x0, y0 := cornerStart(size, corner)
		if state, ok := givenCorner(size, m, x0, y0, left, top); ok && keyed(state.stones) && state.stones > best.stones {
			best, x, y = state, x0, y0
		}
	}
	if best.stones == 0 {
		return nil
	}
	hashes := append(make([]uint32, 0, 1+best.stones), best.keyHash())
	if best.stones%2 == 0 || !keyed(best.stones-1) {
		return hashes
	}
	for i := range cornerSide * cornerSide {
		x, y := x+i%cornerSide, y+i/cornerSide
		without := best
		switch m.Cells[(y-top)*m.Cols+x-left] {
		case position.OnlyBlack:
			without.put(y*size.Cols+x, position.Black, -1)
		case position.OnlyWhite:
			without.put(y*size.Cols+x, position.White, -1)
		default:
			continue
		}
		hashes = append(hashes, without.keyHash())
	}
	return hashes
}

// A laneRange is some of the lanes that a scan has looked up.
type laneRange struct{ from, to int }

// lookUp looks up the images in the key. It reports whether it has all of them, so that only
// their lanes matter.
func (s *scan) lookUp() (all bool) {
	s.lanes, s.keyed = s.lanes[:0], s.keyed[:0]
	if s.key == nil || s.near > 0 {
		return false
	}
	all = true
	for i := range s.plans {
		p := &s.plans[i]
		if len(p.keys) == 0 {
			s.keyed, all = append(s.keyed, laneRange{-1, -1}), false
			continue
		}
		from := len(s.lanes)
		for _, hash := range p.keys {
			s.lanes = s.key.find(s.lanes, hash)
		}
		found := s.lanes[from:]
		slices.Sort(found)
		s.lanes = s.lanes[:from+len(slices.Compact(found))]
		s.keyed = append(s.keyed, laneRange{from, len(s.lanes)})
	}
	return all
}

// lookedUp reports whether a plan was looked up, and returns its lanes among some blocks.
func (s *scan) lookedUp(plan, from, to int) (lanes []uint16, ok bool) {
	if len(s.keyed) == 0 || s.keyed[plan].from < 0 {
		return nil, false
	}
	lanes = s.lanes[s.keyed[plan].from:s.keyed[plan].to]
	i, _ := slices.BinarySearch(lanes, uint16(min(from*BlockGames, MaxGames-1)))
	lanes = lanes[i:]
	if to*BlockGames < MaxGames {
		i, _ = slices.BinarySearch(lanes, uint16(to*BlockGames))
		lanes = lanes[:i]
	}
	return lanes, true
}

// anyLookedUp reports whether any plan has lanes among some blocks, where all were looked up.
func (s *scan) anyLookedUp(from, to int) bool {
	for i := range s.plans {
		if lanes, _ := s.lookedUp(i, from, to); len(lanes) > 0 {
			return true
		}
	}
	return false
}
