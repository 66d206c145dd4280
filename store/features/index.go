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
	entries []*entry // by number of the game, then by name

	mu      sync.Mutex // protects what follows
	damaged error
}

// An entry is a column as the directory has it.
type entry struct {
	number int
	name   string
	digest Digest
	column Column
	sets   block
	bytes  int // of the stream, for this kind
}

// A block is some bytes of the columns with their checksum.
type block struct {
	data []byte
	sum  uint32

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
		number := r.number()
		x.numbers = append(x.numbers, number)
		kinds := r.number()
		if kinds > maxKinds {
			r.short = true
		}
		for streams := r.number(); streams > 0 && !r.short; streams-- {
			s := &stream{kinds: kinds, games: r.number(), colors: r.number() != 0}
			s.block.read(&r, &columns)
			for n := r.number(); n > 0 && !r.short; n-- {
				if e := readEntry(&r, &columns, number, games, s); e != nil {
					x.entries = append(x.entries, e)
				}
			}
		}
	}
	if r.short || len(r.b) > 0 || len(columns) > 0 {
		return nil, errors.New("the directory of the index of features is damaged")
	}
	slices.SortStableFunc(x.entries, func(a, b *entry) int { return a.compare(b.number, b.name) })
	return x, nil
}

// readEntry reads a column of a stream from the directory, nil if it is damaged.
func readEntry(r *reader, columns *[]byte, number, games int, s *stream) *entry {
	e := &entry{number: number}
	kind := r.number()
	e.name, e.digest = string(r.bytes(r.number())), Digest(r.uint64())
	e.column = Column{all: games, stream: s, kind: uint8(kind)}
	for n := r.number(); n > 0 && !r.short; n-- {
		e.column.common = append(e.column.common, int32(r.number()))
	}
	e.column.games, e.column.instances = r.number(), r.number()
	e.bytes = r.number()
	e.sets.read(r, columns)
	if r.short || kind >= s.kinds {
		r.short = true
		return nil
	}
	e.column.sets = e.sets.data
	return e
}

// read reads what the directory has of the next block of the columns.
func (b *block) read(r *reader, columns *[]byte) {
	n := r.number()
	b.sum = r.uint32()
	if r.short || n > len(*columns) {
		r.short = true
		return
	}
	b.data, *columns = (*columns)[:n:n], (*columns)[n:]
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

// Holds reports whether the index has a column for a kind of the game of SGF's number, as the kind is
// defined now, or has no games of that number. The column is not read.
func (x *Index) Holds(number int, k *feature.Kind) bool {
	if x == nil {
		return false
	}
	if !slices.Contains(x.numbers, number) {
		return true
	}
	e := x.find(number, k.Name)
	return e != nil && e.digest == DigestOf(k)
}

// find returns the entry of a column, nil if there is none.
func (x *Index) find(number int, name string) *entry {
	if x == nil {
		return nil
	}
	i, ok := slices.BinarySearchFunc(x.entries, name, func(e *entry, name string) int { return e.compare(number, name) })
	if !ok {
		return nil
	}
	return x.entries[i]
}

// compare orders entries by their number and name.
func (e *entry) compare(number int, name string) int {
	return cmp.Or(cmp.Compare(e.number, number), cmp.Compare(e.name, name))
}

// sound compares a column with its checksums when it is first used.
func (x *Index) sound(e *entry) bool {
	for _, b := range [...]*block{&e.sets, &e.column.stream.block} {
		b.once.Do(func() {
			if b.whole = crc32.Checksum(b.data, castagnoli) == b.sum; !b.whole {
				x.mu.Lock()
				defer x.mu.Unlock()
				x.damaged = cmp.Or(x.damaged, fmt.Errorf("the checksum of column %s of game %d is wrong", e.name, e.number))
			}
		})
		if !b.whole {
			return false
		}
	}
	return true
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
		o := y.find(e.number, e.name)
		if o == nil || o.digest != e.digest {
			continue
		}
		if !bytes.Equal(e.sets.data, o.sets.data) {
			return e.name, true
		}
		// Streams differ also if other kinds of theirs do.
		if bytes.Equal(e.column.stream.block.data, o.column.stream.block.data) {
			continue
		}
		for local := range e.column.all {
			if e.differs(o, local) {
				return e.name, true
			}
		}
	}
	return "", false
}

// DiffersIn is Differs for the instances of one game. A damaged column does not differ.
func (x *Index) DiffersIn(y *Index, local int) (kind string, differs bool) {
	for _, e := range x.entries {
		if o := y.find(e.number, e.name); o != nil && o.digest == e.digest && x.sound(e) && e.differs(o, local) {
			return e.name, true
		}
	}
	return "", false
}

// differs reports whether a game has other instances in another column.
func (e *entry) differs(o *entry, local int) bool {
	return !slices.Equal(slices.Collect(e.column.Instances(local)), slices.Collect(o.column.Instances(local)))
}

// A Held column is one that an index holds, as the directory says.
type Held struct {
	Game             int // SGF's number
	Kind             string
	Games, Instances int
	Bytes            int // with its share of what several kinds have in common
}

// Held yields the columns in the order of games and names.
func (x *Index) Held() iter.Seq[Held] {
	return func(yield func(Held) bool) {
		if x == nil {
			return
		}
		for _, e := range x.entries {
			if !yield(Held{e.number, e.name, e.column.games, e.column.instances, len(e.sets.data) + e.bytes}) {
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
	common           []int32 // values that have games, but no nodes
	sets             []byte

	stream *stream
	kind   uint8
	along  feature.Set // kinds that are read together with this one
}

// Lists reports whether [Column.Instances] yields all instances that admits accepts.
func (c *Column) Lists(admits func(by position.Color, value int32) bool) bool {
	for s := range c.each() {
		for _, value := range c.common {
			if (s.Value == value || s.Value == 0) && admits(s.By, value) {
				return false
			}
		}
	}
	return true
}

// Games returns the local numbers of the games with an instance that admits accepts; nil accepts all.
// Games that were removed are among them. The caller may change the result.
func (c *Column) Games(admits func(by position.Color, value int32) bool) *roaring.Bitmap {
	games, open := c.Known(admits)
	for it := open.Iterator(); it.HasNext(); {
		local := it.Next()
		for instance := range c.Instances(int(local)) {
			if admits(instance.By, instance.Value) {
				games.Add(local)
				break
			}
		}
	}
	return games
}

// Known is Games without reading instances: it returns games that have one, and those of which only
// the instances tell. The caller may change the results.
func (c *Column) Known(admits func(by position.Color, value int32) bool) (games, open *roaring.Bitmap) {
	words, others := make([]uint64, (c.all+63)/64), make([]uint64, (c.all+63)/64)
	for s := range c.each() {
		switch {
		case admits == nil || s.Value > 0 && admits(s.By, s.Value):
			addSet(words, s.data, s.Games, c.all)
		case s.Value == 0:
			addSet(others, s.data, s.Games, c.all)
		}
	}
	for i := range others {
		others[i] &^= words[i]
	}
	return roaring.FromDense(words, false), roaring.FromDense(others, false)
}

// A Set is a value and color that occur in a column, and in how many games.
type Set struct {
	By    position.Color
	Value int32
	Games int

	data []byte
}

// Sets yields the values and colors that occur, ascending by value. Of kinds with very many values it
// yields the colors alone, with value 0.
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
		key := uint64(0)
		for range n {
			key += head.uvarint()
			games := head.number()
			s := Set{position.Color(key & 3), int32(key >> 2), games, data.bytes(head.number())}
			if head.short || data.short || s.By > position.White || s.Value < 0 || games > c.all || !yield(s) {
				return
			}
		}
	}
}

// Instances yields the instances of a game by its local number, nodes ascending. Those of common values,
// see [feature.Kind], are not among them.
func (c *Column) Instances(local int) iter.Seq[Instance] {
	return func(yield func(Instance) bool) { c.stream.of(local, c.kind, c.along, yield) }
}

// Along returns the column as it is read fastest beside other columns of the same game, of which the same
// games are asked for by turns. They must be given the same kinds.
func (c *Column) Along(kinds feature.Set) *Column {
	with := *c
	with.along = kinds
	return &with
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
