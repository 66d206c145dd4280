package duplicate

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"

	"kifudb/store"
)

// This is the second part of the file, which questions do not read. Numbers are
// uvarints unless noted:
//
//	foundMagic 8 bytes
//	segments, and for each
//	  stamp      bytes, and the text
//	  base       id of its first game
//	  live games stretches of games that were compared, and for each the games left out
//	             before it and its length
//	  numbers    1 byte: 1 if they follow, for each live game, u64 each: digest, and
//	             nearKeys; 0 if their sum follows, u64
//	exact classes, by their first games, and for each the number of its games and their
//	             ids, as differences
//	edges, by pairs, and for each the differences of the first id to that of the edge
//	             before, of the second id to the first; u8 kinds, u8 by which nearKeys,
//	             words that differ
//
// The same games give the same bytes.

// foundMagic begins the second part. With another number there were no sums, or games of the same
// players and day met in another order.
const foundMagic = "found 3\n"

// append writes the second part.
func (r *found) append(b []byte) []byte {
	uvarint := func(n int) { b = binary.AppendUvarint(b, uint64(n)) }
	b = append(b, foundMagic...)
	uvarint(len(r.segments))
	for i := range r.segments {
		s := &r.segments[i]
		uvarint(len(s.stamp))
		b = append(b, s.stamp...)
		uvarint(int(s.base))
		var bounds []int
		for it := s.live.Iterator(); it.HasNext(); {
			local := int(it.Next())
			if n := len(bounds); n > 0 && bounds[n-1] == local {
				bounds[n-1]++
			} else {
				bounds = append(bounds, local, local+1)
			}
		}
		uvarint(len(bounds) / 2)
		at := 0
		for _, bound := range bounds {
			uvarint(bound - at)
			at = bound
		}
		if s.numbers == nil {
			b = binary.LittleEndian.AppendUint64(append(b, 0), s.sum)
			continue
		}
		b = append(b, 1)
		for _, n := range s.numbers {
			b = binary.LittleEndian.AppendUint64(b, n.digest)
			for _, key := range n.near {
				b = binary.LittleEndian.AppendUint64(b, key)
			}
		}
	}
	uvarint(len(r.same))
	for _, first := range slices.Sorted(maps.Keys(r.same)) {
		class := r.same[first]
		uvarint(len(class))
		before := store.GameID(0)
		for _, id := range class {
			uvarint(int(id - before))
			before = id
		}
	}
	uvarint(len(r.edges))
	pairs := slices.SortedFunc(maps.Keys(r.edges), func(a, b pair) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	before := store.GameID(0)
	for _, p := range pairs {
		e := r.edges[p]
		uvarint(int(p[0] - before))
		uvarint(int(p[1] - p[0]))
		before = p[0]
		b = append(b, byte(e.kind), e.by)
		uvarint(e.cost)
	}
	return b
}

// A foundReader reads the second part.
type foundReader struct {
	rest []byte
	err  error
}

func (r *foundReader) fault() {
	if r.rest = nil; r.err == nil {
		r.err = fmt.Errorf("%w: what was found makes no sense", store.ErrCorrupt)
	}
}

// bytes reads n bytes.
func (r *foundReader) bytes(n int) []byte {
	if n < 0 || n > len(r.rest) {
		r.fault()
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *foundReader) byte() byte {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// uvarint reads a number up to a bound.
func (r *foundReader) uvarint(most int) int {
	n, size := binary.Uvarint(r.rest)
	if size <= 0 || n > uint64(most) {
		r.fault()
		return 0
	}
	r.rest = r.rest[size:]
	return int(n)
}

// id reads an id as the difference to another.
func (r *foundReader) id(before store.GameID) store.GameID {
	return before + store.GameID(r.uvarint(int(min(math.MaxUint32-uint64(before), math.MaxInt))))
}

// decodeFound reads the second part. The error wraps [ErrStale] if another version of the program
// wrote it.
func decodeFound(b []byte) (*found, error) {
	rest, ok := bytes.CutPrefix(b, []byte(foundMagic))
	if !ok {
		return nil, ErrStale
	}
	r := &foundReader{rest: rest}
	f := &found{same: map[store.GameID][]store.GameID{}, edges: map[pair]edge{}}
	all := roaring.New() // the games that were compared
	for range r.uvarint(len(r.rest)) {
		s := comparedSegment{stamp: string(r.bytes(r.uvarint(len(r.rest)))), live: roaring.New()}
		s.base = r.id(0)
		at := 0
		for range r.uvarint(len(r.rest)) {
			from := at + r.uvarint(1<<16)
			if at = from + r.uvarint(1<<16); at > 1<<16 {
				r.fault()
				break
			}
			s.live.AddRange(uint64(from), uint64(at))
			all.AddRange(uint64(s.base)+uint64(from), uint64(s.base)+uint64(at))
		}
		if r.byte() == 0 {
			if sum := r.bytes(8); sum != nil {
				s.sum = binary.LittleEndian.Uint64(sum)
			}
		} else {
			s.numbers = make([]numbers, s.live.GetCardinality())
			for i := range s.numbers {
				n := &s.numbers[i]
				packed := r.bytes(8 * (1 + len(n.near)))
				if packed == nil {
					break
				}
				n.digest = binary.LittleEndian.Uint64(packed)
				for k := range n.near {
					n.near[k] = binary.LittleEndian.Uint64(packed[8*(k+1):])
				}
			}
		}
		f.segments = append(f.segments, s)
	}
	compared := func(id store.GameID) {
		if !all.Contains(uint32(id)) {
			r.fault()
		}
	}
	for range r.uvarint(len(r.rest)) {
		class := make([]store.GameID, r.uvarint(len(r.rest)))
		before := store.GameID(0)
		for i := range class {
			class[i] = r.id(before)
			before = class[i]
			compared(before)
		}
		if len(class) < 2 {
			r.fault()
			break
		}
		f.same[class[0]] = class
	}
	before := store.GameID(0)
	for range r.uvarint(len(r.rest)) {
		p := pair{r.id(before)}
		p[1] = r.id(p[0])
		before = p[0]
		compared(p[0])
		compared(p[1])
		f.edges[p] = edge{kind: Kinds(r.byte()), by: r.byte(), cost: r.uvarint(math.MaxInt32)}
		if r.err != nil {
			break
		}
	}
	if len(r.rest) > 0 {
		r.fault()
	}
	return f, r.err
}
