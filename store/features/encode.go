package features

import (
	"encoding/binary"
	"hash/crc32"
	"hash/fnv"
	"io"
	"maps"
	"slices"
	"strconv"

	"kifudb/position"
	"kifudb/position/feature"
)

// version is the version of the layout. An index of another version is not used.
const version = 2 // 1 had bytes in place of codes

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// gamesPerBlock is the number of games of a block of lists: fewer take more bytes for where the blocks
// begin, more take longer to find a game.
const gamesPerBlock = 8

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
		for _, n := range []int{e.games, e.instances, colors, int(e.largest), sets, len(columns) - from - sets} {
			directory = binary.AppendUvarint(directory, uint64(n))
		}
		directory = binary.LittleEndian.AppendUint32(directory, crc32.Checksum(columns[from:], castagnoli))
	}
	return directory, columns
}

// A coder writes or reads how far an instance is from the one before it in the game. The node and the
// player become one number: as players alternate, the player nearly always follows from the node, as
// for the instance before.
type coder struct {
	colors bool // somebody else than the two players did something in the column

	node int
	odd  uint64 // 1 if White did the last one at an odd node, or Black at an even one
}

func (c *coder) encode(i Instance) uint64 {
	delta := uint64(i.Node - c.node)
	c.node = i.Node
	if c.colors {
		return delta<<2 | uint64(i.By)
	}
	odd := uint64(i.Node)&1 ^ uint64(i.By)&1
	n := delta<<1 | odd ^ c.odd
	c.odd = odd
	return n
}

func (c *coder) decode(n uint64) (i Instance) {
	if c.colors {
		i.By = position.Color(n & 3)
		n >>= 2
		c.node += int(n)
		i.Node = c.node
		return i
	}
	c.odd ^= n & 1
	c.node += int(n >> 1)
	i.Node, i.By = c.node, position.White
	if uint64(c.node)&1^1 == c.odd {
		i.By = position.Black
	}
	return i
}

// An encoder writes one column.
type encoder struct {
	column           *gatheredColumn
	colors           bool
	largest          int32 // value
	games, instances int

	steps, values *codeBook // of what coder.encode returns, and of values less one
}

// newEncoder reads the instances to choose their codes.
func newEncoder(c *gatheredColumn) *encoder {
	e := &encoder{column: c}
	for i := range c.all() {
		if e.instances++; i.first {
			e.games++
		}
		e.largest = max(e.largest, i.Value)
		e.colors = e.colors || i.By == position.Empty
	}
	var steps, values [symbols]int
	var from coder
	for i := range c.all() {
		if i.first {
			from = coder{colors: e.colors}
		}
		step, _, _ := symbolOf(from.encode(i.Instance))
		value, _, _ := symbolOf(uint64(i.Value - 1))
		steps[step]++
		values[value]++
	}
	steps[symbols-1]++ // never occurs: a step takes a bit at least, which bounds how long reading takes
	e.steps, e.values = newCodeBook(&steps), newCodeBook(&values)
	return e
}

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
	b = e.values.appendTo(e.steps.appendTo(b))
	blocks := (e.games + gamesPerBlock - 1) / gamesPerBlock
	b = binary.LittleEndian.AppendUint32(b, uint32(blocks))
	index := len(b)
	b = append(b, make([]byte, blockEntry*blocks)...)
	data := len(b)
	var heads []gameList // of the block
	var w bitWriter
	block := 0
	end := func() { // of a block
		if len(heads) == 0 {
			return
		}
		entry := b[index+blockEntry*block:]
		binary.LittleEndian.PutUint16(entry, uint16(heads[0].local))
		binary.LittleEndian.PutUint32(entry[2:], uint32(len(b)-data))
		before := heads[0].local
		for _, h := range heads {
			b = binary.AppendUvarint(b, uint64(h.local-before))
			b = binary.AppendUvarint(b, uint64(h.count))
			before = h.local
		}
		b = append(b, w.end()...)
		w.b, heads = w.b[:0], heads[:0]
		block++
	}
	var from coder
	for i := range e.column.all() {
		if i.first {
			if len(heads) == gamesPerBlock {
				end()
			}
			heads = append(heads, gameList{local: i.local})
			from = coder{colors: e.colors}
		}
		heads[len(heads)-1].count++
		w.number(e.steps, from.encode(i.Instance))
		w.number(e.values, uint64(i.Value-1))
	}
	end()
	return b
}
