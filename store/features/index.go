package features

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"math"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/game"
	"kifudb/position"
	"kifudb/position/feature"
)

// ErrVersion is returned by Open for an index of another version of the layout.
var ErrVersion = errors.New("the index of features is of another version")

// An Index is an open index. It is safe for concurrent use. A nil Index holds no columns.
type Index struct {
	numbers []int    // of SGF, of the games in the segment
	entries []*entry // in the order of the directory

	mu      sync.Mutex // protects what follows
	damaged error
}

// An entry is a column as the directory has it.
type entry struct {
	number int
	name   string
	digest Digest
	column Column
	data   []byte // sets and lists
	sum    uint32

	once  sync.Once
	whole bool
}

// Open opens an index of the games of a segment. The blocks are what [Encode] made, usually in a
// mapped file; the caller has compared the directory with its checksum.
func Open(directory, columns []byte, games int) (*Index, error) {
	r := reader{b: directory}
	if v := r.number(); v != version && !r.short {
		return nil, ErrVersion
	}
	if of := r.number(); of != games && !r.short {
		return nil, fmt.Errorf("the index of features is of %d games, not of %d", of, games)
	}
	x := &Index{}
	for n := r.number(); n > 0 && !r.short; n-- {
		x.numbers = append(x.numbers, r.number())
	}
	for n := r.number(); n > 0 && !r.short; n-- {
		e := &entry{number: r.number(), name: string(r.bytes(r.number())), digest: Digest(r.uint64())}
		c := &e.column
		c.all, c.games, c.instances = games, r.number(), r.number()
		c.colors = r.number() != 0
		largest, sets, lists := r.number(), r.number(), r.number()
		e.sum = r.uint32()
		c.largest = int32(largest)
		if r.short || sets > len(columns) || lists > len(columns)-sets || int(c.largest) != largest {
			r.short = true
			break
		}
		e.data = columns[:sets+lists]
		c.sets, c.lists, columns = columns[:sets], columns[sets:sets+lists], columns[sets+lists:]
		x.entries = append(x.entries, e)
	}
	if r.short || len(r.b) > 0 || len(columns) > 0 {
		return nil, errors.New("the directory of the index of features is damaged")
	}
	return x, nil
}

// Column returns the column of a kind of the game of SGF's number, nil if the index does not hold it
// as the kind is defined now, or if it is damaged.
func (x *Index) Column(number int, k *feature.Kind) *Column {
	e := x.find(number, k.Name)
	if e == nil || e.digest != DigestOf(k) || !x.sound(e) {
		return nil
	}
	return &e.column
}

// Complete reports whether the index has columns for all kinds that an index can hold, as they are
// defined now. observer returns the game of SGF's number, nil if it reports no features. The columns
// are not read.
func (x *Index) Complete(observer func(number int) game.Observer) bool {
	if x == nil {
		return false
	}
	for _, number := range x.numbers {
		o := observer(number)
		if o == nil {
			continue
		}
		kinds := o.Features()
		for k := range kinds {
			if kinds[k].Everywhere {
				continue
			}
			if e := x.find(number, kinds[k].Name); e == nil || e.digest != DigestOf(&kinds[k]) {
				return false
			}
		}
	}
	return true
}

// find returns the entry of a column, nil if there is none.
func (x *Index) find(number int, name string) *entry {
	if x == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(x.entries, name, func(e *entry, name string) int {
		return cmp.Or(cmp.Compare(e.number, number), cmp.Compare(e.name, name))
	})
	if !ok {
		return nil
	}
	return x.entries[i]
}

// sound compares a column with its checksum when it is first used.
func (x *Index) sound(e *entry) bool {
	e.once.Do(func() {
		if e.whole = crc32.Checksum(e.data, castagnoli) == e.sum; !e.whole {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.damaged = cmp.Or(x.damaged, fmt.Errorf("the checksum of column %s of game %d is wrong", e.name, e.number))
		}
	})
	return e.whole
}

// Damage returns the first damage that was met.
func (x *Index) Damage() error {
	if x == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.damaged
}

// Verify compares all columns with their checksums and returns the first damage.
func (x *Index) Verify() error {
	if x == nil {
		return nil
	}
	for _, e := range x.entries {
		x.sound(e)
	}
	return x.Damage()
}

// Differs returns the first kind of which two indexes of the same games have other columns, if both
// hold it by the same definition; false if there is none.
func (x *Index) Differs(y *Index) (kind string, differs bool) {
	for _, e := range x.entries {
		if o := y.find(e.number, e.name); o != nil && o.digest == e.digest && !bytes.Equal(e.data, o.data) {
			return e.name, true
		}
	}
	return "", false
}

// DiffersIn is Differs for the instances of one game. A damaged column does not differ.
func (x *Index) DiffersIn(y *Index, local int) (kind string, differs bool) {
	for _, e := range x.entries {
		if o := y.find(e.number, e.name); o != nil && o.digest == e.digest && x.sound(e) {
			if !slices.Equal(slices.Collect(e.column.Instances(local)), slices.Collect(o.column.Instances(local))) {
				return e.name, true
			}
		}
	}
	return "", false
}

// A Held column is one that an index holds, as the directory says.
type Held struct {
	Game             int // SGF's number
	Kind             string
	Games, Instances int
	Bytes            int
}

// Held yields the columns in the order of games and names.
func (x *Index) Held() iter.Seq[Held] {
	return func(yield func(Held) bool) {
		if x == nil {
			return
		}
		for _, e := range x.entries {
			if !yield(Held{e.number, e.name, e.column.games, e.column.instances, len(e.data)}) {
				return
			}
		}
	}
}

// A Column holds all instances of one kind in the games of a segment. It is safe for concurrent use.
// It shares memory with the file of the index, so it must not be used after that is closed; what its
// methods return does not.
type Column struct {
	all              int // games of the segment
	games, instances int
	colors           bool
	largest          int32 // value
	sets, lists      []byte

	once          sync.Once // for what follows
	steps, values *decodeTable
	index, data   []byte // of the blocks
}

// Games returns the local numbers of the games with an instance that admits accepts; nil accepts all.
// Games that were removed are among them. The caller may change the result.
func (c *Column) Games(admits func(by position.Color, value int32) bool) *roaring.Bitmap {
	words := make([]uint64, (c.all+63)/64)
	found := false
	for s := range c.each() {
		if admits == nil || admits(s.By, s.Value) {
			s.addTo(words, c.all)
			found = true
		}
	}
	if !found {
		return roaring.New()
	}
	if rest := c.all & 63; rest != 0 {
		words[c.all>>6] &= 1<<rest - 1
	}
	return roaring.FromDense(words, false)
}

// A Set is a value and color that occur in a column, and in how many games.
type Set struct {
	By    position.Color
	Value int32
	Games int

	data []byte
}

// Sets yields the values and colors that occur, ascending by value.
func (c *Column) Sets() iter.Seq[Set] {
	return func(yield func(Set) bool) {
		for s := range c.each() {
			s.data = nil
			if !yield(s) {
				return
			}
		}
	}
}

func (c *Column) each() iter.Seq[Set] {
	return func(yield func(Set) bool) {
		head := reader{b: c.sets}
		n := head.number()
		data := head
		for range 3 * n { // they lie behind the numbers
			if data.uvarint(); data.short {
				return
			}
		}
		for range n {
			key, games := head.uvarint(), head.number()
			s := Set{position.Color(key & 3), int32(key >> 2), games, data.bytes(head.number())}
			if head.short || data.short || s.By > position.White || !yield(s) {
				return
			}
		}
	}
}

// addTo adds the games of a set, of which there are at most so many, to a bitmap.
func (s *Set) addTo(words []uint64, games int) {
	if len(s.data) == bitmapBytes(games) {
		for i, b := range s.data {
			words[i>>3] |= uint64(b) << (i & 7 * 8)
		}
		return
	}
	r, next := reader{b: s.data}, 0
	for range s.Games {
		local := next + r.number()
		if r.short || local >= games {
			return
		}
		words[local>>6] |= 1 << (local & 63)
		next = local + 1
	}
}

// Instances yields the instances of a game by its local number, nodes ascending.
func (c *Column) Instances(local int) iter.Seq[Instance] {
	return func(yield func(Instance) bool) {
		r, count := c.list(local)
		from := coder{colors: c.colors}
		for range count {
			i, ok := c.next(&r, &from)
			if !ok || !yield(i) {
				return
			}
		}
	}
}

// next reads an instance.
func (c *Column) next(r *bitReader, from *coder) (i Instance, ok bool) {
	before := from.node
	i = from.decode(r.number(c.steps))
	value := r.number(c.values)
	i.Value = int32(value) + 1
	return i, !r.short() && i.Node >= before && value < uint64(c.largest) && i.By <= position.White
}

// open reads how the lists are coded.
func (c *Column) open() {
	r := reader{b: c.lists}
	c.steps, c.values = readTable(&r), readTable(&r)
	blocks := int(r.uint32())
	if r.short || c.steps == nil || c.values == nil || c.steps.width == 0 || blocks != (c.games+gamesPerBlock-1)/gamesPerBlock || blocks > len(r.b)/blockEntry {
		return // no game has any
	}
	c.index, c.data = r.b[:blockEntry*blocks], r.b[blockEntry*blocks:]
}

// list returns the instances of a game, and how many they are.
func (c *Column) list(local int) (bitReader, int) {
	c.once.Do(c.open)
	le := binary.LittleEndian
	lo, hi := 0, len(c.index)/blockEntry // the first block that begins behind the game
	for lo < hi {
		middle := int(uint(lo+hi) / 2)
		if int(le.Uint16(c.index[blockEntry*middle:])) <= local {
			lo = middle + 1
		} else {
			hi = middle
		}
	}
	if lo == 0 {
		return bitReader{}, 0
	}
	entry := c.index[blockEntry*(lo-1):]
	at := le.Uint32(entry[2:])
	if uint64(at) > uint64(len(c.data)) {
		return bitReader{}, 0
	}
	r, game := reader{b: c.data[at:]}, int(le.Uint16(entry))
	before, count := 0, 0 // instances of games before this one in the block, and its own
	for range min(gamesPerBlock, c.games-gamesPerBlock*(lo-1)) {
		game += r.number()
		n := r.number()
		switch {
		case r.short:
			return bitReader{}, 0
		case game < local:
			before += n
		case game == local:
			count = n
		}
	}
	if count == 0 {
		return bitReader{}, 0
	}
	b := bitReader{b: r.b}
	for range before {
		b.number(c.steps)
		b.number(c.values)
		if b.short() {
			return bitReader{}, 0
		}
	}
	return b, count
}

// A reader reads numbers from bytes. When they end too early, or a number is too large, it is short
// and gives zeros from then on.
type reader struct {
	b     []byte
	short bool
}

func (r *reader) uvarint() uint64 {
	if len(r.b) > 0 && r.b[0] < 0x80 {
		n := r.b[0]
		r.b = r.b[1:]
		return uint64(n)
	}
	n, width := binary.Uvarint(r.b)
	if width <= 0 {
		r.b, r.short = nil, true
		return 0
	}
	r.b = r.b[width:]
	return n
}

func (r *reader) number() int {
	n := r.uvarint()
	if n > math.MaxInt32 {
		r.b, r.short = nil, true
		return 0
	}
	return int(n)
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.b) {
		r.b, r.short = nil, true
		return nil
	}
	b := r.b[:n:n]
	r.b = r.b[n:]
	return b
}

func (r *reader) uint64() uint64 {
	if b := r.bytes(8); len(b) == 8 {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.bytes(4); len(b) == 4 {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}
