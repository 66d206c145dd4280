package features

import (
	"cmp"
	"encoding/binary"
	"iter"
	"maps"
	"math/bits"
	"slices"

	"kifudb/position"
	"kifudb/position/feature"
)

// A slot is one instance of a row: all about it but the node, and the value unless that is frequent.
type slot struct {
	kind uint8  // of the game
	turn uint8  // the player, counted from the one of the row's first instance
	word uint16 // the value if it is a word or frequent, 0 if it is written apart
}

// mostSlots is the number of slots of a row at most. A node with more instances has several rows.
const mostSlots = 64

// slotOf returns the slot of an instance in a row of a player's.
func (e *encoder) slotOf(kind int, i Instance, by position.Color) slot {
	s := slot{uint8(kind), uint8((i.By + 3 - by) % 3), 0}
	if i.Value < 1<<15 && (int(i.Value) <= len(e.game.kinds[kind].Words) || e.columns[kind].frequent[i.Value]) {
		s.word = uint16(i.Value)
	}
	return s
}

// frequentShare is how much of the instances of a kind have a value that rows tell apart: one in so
// many. Others are written apart.
const frequentShare = 4

// findFrequent finds the values that rows tell apart.
func (c *encoderColumn) findFrequent() {
	c.frequent = map[int32]bool{}
	for value, n := range c.values {
		if n*frequentShare >= c.instances && n > 1 {
			c.frequent[value] = true
		}
	}
}

// color returns the player of a slot in a row of a player's.
func (s slot) color(by position.Color) position.Color { return (by + position.Color(s.turn)) % 3 }

// A row is what happens at one node, in the order of instances.
type row struct {
	local  int
	first  bool // of its game
	node   int
	by     position.Color // of the first instance
	slots  []slot
	values []int32 // of all slots
}

// rows yields the rows of a stream, without values that are common. A row is valid until the next one.
func (e *encoder) rows() iter.Seq[*row] {
	return func(yield func(*row) bool) {
		common := commonOf(e.game.kinds)
		var r row
		began := -1 // the game of the latest row
		flush := func() bool {
			if len(r.slots) == 0 {
				return true
			}
			r.first = began != r.local
			began = r.local
			ok := yield(&r)
			r.slots, r.values = r.slots[:0], r.values[:0]
			return ok
		}
		for i := range e.stream.all() {
			if slices.Contains(common[i.kind], i.Value) {
				continue
			}
			if i.local != r.local || i.Node != r.node || len(r.slots) == mostSlots {
				if !flush() {
					return
				}
			}
			if len(r.slots) == 0 {
				r.local, r.node, r.by = i.local, i.Node, i.By
			}
			r.slots = append(r.slots, e.slotOf(i.kind, i.Instance, r.by))
			r.values = append(r.values, i.Value)
		}
		flush()
	}
}

// commonOf returns the common values of kinds.
func commonOf(kinds []feature.Kind) [][]int32 {
	common := make([][]int32, len(kinds))
	for k := range kinds {
		common[k] = commonValues(&kinds[k])
	}
	return common
}

// mostCommon is the number of values of a kind that count as common, at most.
const mostCommon = 64

// commonValues returns the common values of a kind.
func commonValues(k *feature.Kind) []int32 { return k.Common[:min(len(k.Common), mostCommon)] }

// appendSlots appends slots as a key of a row.
func appendSlots(b []byte, slots []slot) []byte {
	for _, s := range slots {
		b = append(b, s.kind, s.turn, byte(s.word), byte(s.word>>8))
	}
	return b
}

// A dictionary has the different rows of a stream, the most frequent ones first.
type dictionary struct {
	ranks map[string]int
	rows  [][]slot
}

func newDictionary(rows iter.Seq[*row]) *dictionary {
	counts := map[string]int{}
	var key []byte
	for r := range rows {
		key = appendSlots(key[:0], r.slots)
		counts[string(key)]++
	}
	keys := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	d := &dictionary{ranks: make(map[string]int, len(keys))}
	for rank, key := range keys {
		d.ranks[key] = rank
		slots := make([]slot, len(key)/4)
		for i := range slots {
			k := key[4*i:]
			slots[i] = slot{k[0], k[1], uint16(k[2]) | uint16(k[3])<<8}
		}
		d.rows = append(d.rows, slots)
	}
	return d
}

// appendTo appends the rows.
func (d *dictionary) appendTo(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(d.rows)))
	for _, slots := range d.rows {
		b = binary.AppendUvarint(b, uint64(len(slots)))
		for _, s := range slots {
			b = binary.AppendUvarint(b, uint64(s.kind)*3+uint64(s.turn))
			b = binary.AppendUvarint(b, uint64(s.word))
		}
	}
	return b
}

// readDictionary reads what appendTo has written, for a game with so many kinds; false if it is
// damaged.
func readDictionary(r *reader, kinds int) (rows [][]slot, ok bool) {
	for n := r.number(); n > 0; n-- {
		slots := make([]slot, 0, 4)
		for left := r.number(); left > 0; left-- {
			head, word := r.number(), r.number()
			if r.short || len(slots) == mostSlots || head >= 3*kinds || word >= 1<<15 {
				return nil, false
			}
			slots = append(slots, slot{uint8(head / 3), uint8(head % 3), uint16(word)})
		}
		if len(slots) == 0 {
			return nil, false
		}
		rows = append(rows, slots)
	}
	return rows, !r.short
}

// The contexts of a stream say what its numbers are likely to be, see newFamily.
const (
	// nearRows is the number of rows that are contexts of the next row, each of its own.
	nearRows = 40
	// classes is the number of classes of values that are contexts of the next value.
	classes = 7

	rowContexts = nearRows + 2
)

// valueContexts is the number of contexts of values of some kinds.
func valueContexts(kinds int) int { return kinds * classes * classes }

// A walk goes through the rows of a game, and knows the contexts.
type walk struct {
	colors bool // somebody else than the two players did something in the stream

	node   int
	by     position.Color
	row    int             // context: 0 at first, 1 and the rank of the row before
	near   int             // context of a row: the same if it stands at the node before, else 0
	last   [maxKinds]uint8 // by kind, the class of its value before that was written apart
	kinds  feature.Set     // that have one
	before uint8           // the class of the first such value of the row before, if that stands at the node before
	first  uint8           // the class of the row's first such value so far
}

// maxKinds is the number of kinds of a game at most, see [feature.Set].
const maxKinds = 64

func classOf(value int32) uint8 { return uint8(min(value, classes-1)) }

// begin begins a game. Black would play the first node behind the root.
func (w *walk) begin(colors bool) {
	w.colors, w.node, w.by = colors, 0, position.White
	w.row, w.near, w.before, w.first = 0, 0, 0, 0
	for ; w.kinds != 0; w.kinds &= w.kinds - 1 {
		w.last[bits.TrailingZeros64(uint64(w.kinds))] = 0
	}
}

// follows returns the player who moves after some nodes if players take turns.
func (w *walk) follows(delta int) position.Color {
	if delta&1 == 0 {
		return w.by
	}
	return w.by.Opponent()
}

// turns reports whether a player is not the one who follows.
func (w *walk) turns(by position.Color, delta int) bool { return !w.colors && by != w.follows(delta) }

// step goes on to the node of the next row.
func (w *walk) step(delta int, by position.Color) {
	w.node += delta
	w.by = by
	w.near, w.before = 0, 0
	if delta == 1 {
		w.near, w.before = w.row, w.first
	}
	w.first = 0
}

// at takes in the rank of the row at the node.
func (w *walk) at(rank int) { w.row = 1 + min(rank, nearRows) }

// context returns the context of a kind's value.
func (w *walk) context(kind uint8) int {
	return (int(kind)*classes+int(w.last[kind]))*classes + int(w.before)
}

// value takes in a value that is written apart.
func (w *walk) value(kind uint8, value int32) {
	class := classOf(value)
	w.last[kind] = class
	w.kinds |= 1 << kind
	if w.first == 0 {
		w.first = class
	}
}
