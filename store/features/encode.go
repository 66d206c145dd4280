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
const version = 4 // 1 had bytes in place of codes, 2 a list of nodes for each kind, 3 longer blocks

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// gamesPerBlock is the number of games of a block of a stream: fewer take more bytes for where the
// blocks begin, more take longer to find a game.
const gamesPerBlock = 4

// A Digest tells definitions of a kind apart: its name, version, words and common values.
type Digest uint64

// DigestOf returns the digest of a kind.
func DigestOf(k *feature.Kind) Digest {
	h := fnv.New64a()
	io.WriteString(h, k.Name+"\x00"+strconv.Itoa(k.Version))
	for i := range k.Words {
		io.WriteString(h, "\x00"+k.Words[i].Name)
	}
	for _, value := range commonValues(k) {
		io.WriteString(h, "\x01"+strconv.Itoa(int(value)))
	}
	return Digest(h.Sum64())
}

// Encode makes an index of the games of a segment, of which there are so many. The parts must be in
// the order of their games. The same games give the same bytes however they are divided into parts.
func Encode(games int, parts []*Part) (directory, columns []byte) {
	all := gathered(parts)
	directory = binary.AppendUvarint(nil, version)
	directory = binary.AppendUvarint(directory, uint64(games))
	directory = binary.AppendUvarint(directory, uint64(len(all)))
	for i := range all {
		g := &all[i]
		directory = binary.AppendUvarint(directory, uint64(g.number))
		directory = binary.AppendUvarint(directory, uint64(len(g.kinds)))
		directory = binary.AppendUvarint(directory, uint64(len(g.streams)))
		for k := range g.streams {
			e := newEncoder(g, &g.streams[k])
			from := len(columns)
			columns = e.appendRows(columns)
			directory = binary.AppendUvarint(directory, uint64(e.games))
			directory = binary.AppendUvarint(directory, e.flags())
			directory = appendBlock(directory, columns[from:])
			directory = binary.AppendUvarint(directory, uint64(bits.OnesCount64(uint64(e.stream.kinds))))
			for kind := range g.kinds {
				if e.stream.kinds.Has(kind) {
					directory, columns = e.appendColumn(directory, columns, games, kind)
				}
			}
		}
	}
	return directory, columns
}

// appendBlock appends what the directory has of a block: its length and checksum.
func appendBlock(b, block []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(block)))
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(block, castagnoli))
}

// An encoder writes one stream with its columns.
type encoder struct {
	game       *gatheredGame
	stream     *gatheredStream
	colors     bool // somebody else than the two players did something
	games      int  // with a row
	columns    [maxKinds]encoderColumn
	dictionary *dictionary

	steps, ranks, values *codeFamily // of steps, of ranks of rows, of values less one
}

// An encoderColumn is what is known of a kind.
type encoderColumn struct {
	games, instances int
	last             int                 // the game counted last, plus one
	sets             map[uint64][]uint16 // games by what happened in them
	bits             int                 // of the stream, for this kind
	values           map[int32]int       // how often they occur
	frequent         map[int32]bool
}

// newEncoder reads the instances to choose their codes.
func newEncoder(g *gatheredGame, s *gatheredStream) *encoder {
	e := &encoder{game: g, stream: s}
	for i := range s.all() {
		c := &e.columns[i.kind]
		if c.last != i.local+1 {
			c.games++
			c.last = i.local + 1
		}
		c.instances++
		e.colors = e.colors || i.By == position.Empty
		if c.sets == nil {
			c.sets, c.values = map[uint64][]uint16{}, map[int32]int{}
		}
		c.values[i.Value]++
		key := uint64(i.Value)<<2 | uint64(i.By)
		if set := c.sets[key]; len(set) == 0 || set[len(set)-1] != uint16(i.local) {
			c.sets[key] = append(set, uint16(i.local))
		}
	}
	for k := range e.columns {
		e.columns[k].findFrequent()
	}
	e.dictionary = newDictionary(e.rows())
	c := codeCounter{counter{}, counter{}, counter{}}
	e.games = e.code(&c)
	e.steps = newFamily(&numberSymbols, c.steps, end)
	e.ranks = newFamily(&rowSymbols, c.ranks, -1)
	e.values = newFamily(&numberSymbols, c.values, -1)
	return e
}

// flags returns 1 if somebody else than the two players did something, or else 0.
func (e *encoder) flags() uint64 {
	if e.colors {
		return 1
	}
	return 0
}

// A sink takes the numbers of a stream, each with its context.
type sink interface {
	begin(local int) // of a game
	step(context, delta int, turns bool, by position.Color)
	rank(context, rank int, slots []slot)
	value(context int, n uint64, kind uint8)
	end(context int) // of a game
}

// code gives the rows to a sink, and returns how many games have any.
func (e *encoder) code(to sink) (games int) {
	var at walk
	var key []byte
	for r := range e.rows() {
		if r.first {
			if games > 0 {
				to.end(at.row)
			}
			games++
			to.begin(r.local)
			at.begin(e.colors)
		}
		delta := r.node - at.node
		turns := at.turns(r.by, delta)
		to.step(at.row, delta, turns, r.by)
		at.step(delta, r.by)
		key = appendSlots(key[:0], r.slots)
		rank := e.dictionary.ranks[string(key)]
		to.rank(at.near, rank, r.slots)
		at.at(rank)
		for i, s := range r.slots {
			if s.word == 0 {
				to.value(at.context(s.kind), uint64(r.values[i]-1), s.kind)
				at.value(s.kind, r.values[i])
			}
		}
	}
	if games > 0 {
		to.end(at.row)
	}
	return games
}

// codeCounter counts what is to be coded.
type codeCounter struct{ steps, ranks, values counter }

func (c *codeCounter) begin(int) {}

func (c *codeCounter) step(context, delta int, turns bool, _ position.Color) {
	if turns {
		c.steps.add(context, turn)
	}
	c.steps.number(&numberSymbols, context, uint64(delta))
}

func (c *codeCounter) rank(context, rank int, _ []slot) {
	c.ranks.number(&rowSymbols, context, uint64(rank))
}

func (c *codeCounter) value(context int, n uint64, _ uint8) {
	c.values.number(&numberSymbols, context, n)
}

func (c *codeCounter) end(context int) { c.steps.add(context, end) }

// A blockWriter writes what is coded in blocks of games.
type blockWriter struct {
	*encoder
	bitWriter
	index, data []byte
	games       int
	local       int // the game written last
	bits        int // of the step that was written last
}

func (w *blockWriter) begin(local int) {
	if w.games%gamesPerBlock == 0 {
		w.flush()
		w.index = binary.LittleEndian.AppendUint16(w.index, uint16(local))
		w.index = binary.LittleEndian.AppendUint32(w.index, uint32(len(w.data)))
	} else {
		w.distance(local - w.local)
	}
	w.local = local
	w.games++
}

func (w *blockWriter) flush() {
	w.data = append(w.data, w.bitWriter.end()...)
	w.bitWriter.b = w.bitWriter.b[:0]
}

func (w *blockWriter) step(context, delta int, turns bool, by position.Color) {
	before := w.length()
	if turns {
		w.symbol(w.steps.book(context), turn)
	}
	w.steps.write(&w.bitWriter, context, uint64(delta))
	if w.colors {
		w.write(uint64(by), 2)
	}
	w.bits = w.length() - before
}

func (w *blockWriter) rank(context, rank int, slots []slot) {
	before := w.length()
	w.ranks.write(&w.bitWriter, context, uint64(rank))
	each := (w.bits + w.length() - before) / len(slots)
	for _, s := range slots {
		w.columns[s.kind].bits += each
	}
}

func (w *blockWriter) value(context int, n uint64, kind uint8) {
	before := w.length()
	w.values.write(&w.bitWriter, context, n)
	w.columns[kind].bits += w.length() - before
}

func (w *blockWriter) end(context int) { w.symbol(w.steps.book(context), end) }

// appendRows appends the stream.
func (e *encoder) appendRows(b []byte) []byte {
	b = e.dictionary.appendTo(b)
	b = e.values.appendTo(e.ranks.appendTo(e.steps.appendTo(b)))
	w := blockWriter{encoder: e}
	e.code(&w)
	w.flush()
	b = binary.LittleEndian.AppendUint32(b, uint32(len(w.index)/blockEntry))
	return append(append(b, w.index...), w.data...)
}

// blockEntry is the length of what says where a block begins.
const blockEntry = 6

// appendColumn appends a kind: its sets to the columns, and what the directory has of it.
func (e *encoder) appendColumn(directory, columns []byte, games, kind int) (d, c []byte) {
	k, column := &e.game.kinds[kind], &e.columns[kind]
	from := len(columns)
	if len(column.sets) > mostSets && len(k.Words) == 0 {
		column.merge()
	}
	columns = column.appendSets(columns, games)
	directory = binary.AppendUvarint(directory, uint64(kind))
	directory = binary.AppendUvarint(directory, uint64(len(k.Name)))
	directory = append(directory, k.Name...)
	directory = binary.LittleEndian.AppendUint64(directory, uint64(DigestOf(k)))
	common := commonValues(k)
	directory = binary.AppendUvarint(directory, uint64(len(common)))
	for _, value := range common {
		directory = binary.AppendUvarint(directory, uint64(value))
	}
	for _, n := range []int{column.games, column.instances, (column.bits + 7) / 8} {
		directory = binary.AppendUvarint(directory, uint64(n))
	}
	return appendBlock(directory, columns[from:]), columns
}

// mostSets is the number of sets of a kind with numbers. If it has more values, its sets are of games
// with any value.
const mostSets = 128

// merge makes one set for each player of those of all values.
func (c *encoderColumn) merge() {
	merged := map[uint64][]uint16{}
	for key, set := range c.sets {
		merged[key&3] = append(merged[key&3], set...)
	}
	for by, set := range merged {
		slices.Sort(set)
		merged[by] = slices.Compact(set)
	}
	c.sets = merged
}

// appendSets appends the games by what happened in them.
func (c *encoderColumn) appendSets(b []byte, games int) []byte {
	b = binary.AppendUvarint(b, uint64(len(c.sets)))
	var data []byte
	before := uint64(0)
	for _, key := range slices.Sorted(maps.Keys(c.sets)) {
		from := len(data)
		data = appendSet(data, c.sets[key], games)
		b = binary.AppendUvarint(b, key-before)
		b = binary.AppendUvarint(b, uint64(len(c.sets[key])))
		b = binary.AppendUvarint(b, uint64(len(data)-from))
		before = key
	}
	return append(b, data...)
}
