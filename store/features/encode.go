package features

import (
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"math/bits"
	"slices"
	"strconv"

	"kifudb/position"
	"kifudb/position/feature"
)

// version is the version of the layout. An index of another version is not used.
const version = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// gamesPerBlock is the number of games of a block of lists: fewer take more bytes for where the blocks
// begin, more take longer to find a game.
const gamesPerBlock = 16

// maxBits is the largest number of bits of a value beside a node.
const maxBits = 6

// A Digest tells definitions of a kind apart: its name, version and words.
type Digest uint64

// DigestOf returns the digest of a kind.
func DigestOf(k *feature.Kind) Digest {
	h := fnv.New64a()
	io.WriteString(h, k.Name+"\x00"+strconv.Itoa(k.Version))
	for i := range k.Words {
		io.WriteString(h, "\x00"+k.Words[i].Name)
	}
	return Digest(h.Sum64())
}

// Encode makes an index of the games of a segment, of which there are so many. The parts must be in
// the order of their games. The same games give the same bytes however they are divided into parts.
func Encode(games int, parts []*Part) (directory, columns []byte) {
	all := gathered(parts)
	directory = binary.AppendUvarint(nil, version)
	directory = binary.AppendUvarint(directory, uint64(games))
	here := numbers(parts)
	directory = binary.AppendUvarint(directory, uint64(len(here)))
	for _, number := range here {
		directory = binary.AppendUvarint(directory, uint64(number))
	}
	directory = binary.AppendUvarint(directory, uint64(len(all)))
	for i := range all {
		e := newEncoder(&all[i])
		from := len(columns)
		columns = e.appendSets(columns, games)
		sets := len(columns) - from
		columns = e.appendLists(columns)
		directory = binary.AppendUvarint(directory, uint64(all[i].number))
		directory = binary.AppendUvarint(directory, uint64(len(all[i].kind.Name)))
		directory = append(directory, all[i].kind.Name...)
		directory = binary.LittleEndian.AppendUint64(directory, uint64(DigestOf(all[i].kind)))
		colors := 0
		if e.colors {
			colors = 1
		}
		for _, n := range []int{e.games, e.instances, e.bits<<1 | colors, int(e.largest), sets, len(columns) - from - sets} {
			directory = binary.AppendUvarint(directory, uint64(n))
		}
		directory = binary.LittleEndian.AppendUint32(directory, crc32.Checksum(columns[from:], castagnoli))
	}
	return directory, columns
}

// A layout says how the instances of a column are written.
type layout struct {
	bits    int   // of values beside nodes
	largest int32 // value
	colors  bool  // the player's color in place of a bit
}

// escapes reports whether some values do not fit beside nodes.
func (l layout) escapes() bool { return int64(l.largest) > 1<<l.bits }

// numbers returns the numbers that stand for an instance so many nodes after the one before. The
// second one is written only if more is set.
func (l layout) numbers(delta int, i Instance) (head, rest uint64, more bool) {
	head = uint64(delta)
	switch {
	case l.colors:
		head = head<<2 | uint64(i.By)
	case i.By == position.White:
		head = head<<1 | 1
	default:
		head <<= 1
	}
	value, most := uint64(i.Value-1), uint64(1)<<l.bits-1
	if l.escapes() && value >= most {
		return head<<l.bits | most, value - most, true
	}
	return head<<l.bits | value, 0, false
}

// append appends an instance.
func (l layout) append(b []byte, delta int, i Instance) []byte {
	head, rest, more := l.numbers(delta, i)
	b = binary.AppendUvarint(b, head)
	if more {
		b = binary.AppendUvarint(b, rest)
	}
	return b
}

// An encoder writes one column.
type encoder struct {
	column *gatheredColumn
	layout
	games, instances int
}

// newEncoder reads the instances to choose how to write them.
func newEncoder(c *gatheredColumn) *encoder {
	e := &encoder{column: c}
	for i := range c.all() {
		if e.instances++; i.first {
			e.games++
		}
		e.largest = max(e.largest, i.Value)
		e.colors = e.colors || i.By == position.Empty
	}
	var sizes [maxBits + 1]int // of all instances, by bits
	last := 0
	for i := range c.all() {
		if i.first {
			last = 0
		}
		for b := range sizes {
			l := layout{b, e.largest, e.colors}
			head, rest, more := l.numbers(i.Node-last, i.Instance)
			if sizes[b] += uvarintLen(head); more {
				sizes[b] += uvarintLen(rest)
			}
		}
		last = i.Node
	}
	for b := range sizes {
		if sizes[b] < sizes[e.bits] {
			e.bits = b
		}
	}
	return e
}

func uvarintLen(n uint64) int { return (bits.Len64(n|1) + 6) / 7 }

// appendSets appends the games by what happened in them.
func (e *encoder) appendSets(b []byte, games int) []byte {
	sets := map[uint64][]uint16{}
	for i := range e.column.all() {
		key := uint64(i.Value)<<2 | uint64(i.By)
		if set := sets[key]; len(set) == 0 || set[len(set)-1] != uint16(i.local) {
			sets[key] = append(set, uint16(i.local))
		}
	}
	b = binary.AppendUvarint(b, uint64(len(sets)))
	var data []byte
	for _, key := range slices.Sorted(maps.Keys(sets)) {
		from := len(data)
		data = appendSet(data, sets[key], games)
		b = binary.AppendUvarint(b, key)
		b = binary.AppendUvarint(b, uint64(len(sets[key])))
		b = binary.AppendUvarint(b, uint64(len(data)-from))
	}
	return append(b, data...)
}

// appendSet appends a set of games, ascending.
func appendSet(b []byte, set []uint16, games int) []byte {
	from, next := len(b), 0
	for _, local := range set {
		b = binary.AppendUvarint(b, uint64(int(local)-next))
		next = int(local) + 1
	}
	if len(b)-from < bitmapBytes(games) {
		return b
	}
	bitmap := make([]byte, bitmapBytes(games))
	for _, local := range set {
		bitmap[local>>3] |= 1 << (local & 7)
	}
	return append(b[:from], bitmap...)
}

// bitmapBytes is the length of a bitmap of games.
func bitmapBytes(games int) int { return (games + 7) / 8 }

// blockEntry is the length of what says where a block of lists begins.
const blockEntry = 6

// appendLists appends the instances by game.
func (e *encoder) appendLists(b []byte) []byte {
	blocks := (e.games + gamesPerBlock - 1) / gamesPerBlock
	b = binary.LittleEndian.AppendUint32(b, uint32(blocks))
	index := len(b)
	b = append(b, make([]byte, blockEntry*blocks)...)
	data := len(b)
	game, of, before, node := -1, 0, 0, 0
	var list []byte
	end := func() { // of a game
		if game < 0 {
			return
		}
		if game%gamesPerBlock == 0 {
			entry := b[index+blockEntry*(game/gamesPerBlock):]
			binary.LittleEndian.PutUint16(entry, uint16(of))
			binary.LittleEndian.PutUint32(entry[2:], uint32(len(b)-data))
			before = of
		}
		b = binary.AppendUvarint(b, uint64(of-before))
		b = binary.AppendUvarint(b, uint64(len(list)))
		b = append(b, list...)
		list, before = list[:0], of
	}
	for i := range e.column.all() {
		if i.first {
			end()
			game, of, node = game+1, i.local, 0
		}
		list = e.append(list, i.Node-node, i.Instance)
		node = i.Node
	}
	end()
	return b
}
