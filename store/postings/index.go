package postings

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"sort"

	"kifudb/position"
	"kifudb/store/pages"
)

// ErrFormat is wrapped by every error about the bytes of an index.
var ErrFormat = errors.New("postings: damaged index")

// An Index answers lookups from the bytes a [Builder] made, without copying
// them. It is safe for concurrent use as long as the bytes are not changed.
type Index struct {
	bucketBits int
	postings   uint64
	data       []byte
	directory  []byte
	entries    []byte
	keys       []byte
	at         []byte
	lists      []byte

	places layout // of these
	guard  *pages.Guard
}

// Open takes the bytes of an index. It checks that the sections fit together,
// in constant time; [Index.Check] reads everything. Lookups in an opened index do not
// panic, even on damaged bytes. The guard, which may be nil, learns of all bytes
// that a lookup is about to read; its owner must ask for damage before giving an answer away.
func Open(data []byte, guard *pages.Guard) (*Index, error) {
	guard.Use(0, min(len(data), headerSize))
	l, err := layoutOf(data, int64(len(data)))
	if err != nil {
		return nil, err
	}
	cut := func(s span) []byte { return data[s.from : s.from+s.size : s.from+s.size] }
	return &Index{
		bucketBits: l.bucketBits, postings: l.postings, data: data,
		directory: cut(l.directory), entries: cut(l.entries), keys: cut(l.keys), at: cut(l.at), lists: cut(l.lists),
		places: l, guard: guard,
	}, nil
}

// used returns n bytes of a part, and tells the guard.
func (x *Index) used(part []byte, place span, at, n int64) []byte {
	x.guard.Use(int(place.from+at), int(n))
	return part[at:][:n]
}

// A layout says where the parts of an index lie in its bytes.
type layout struct {
	bucketBits                          int
	postings                            uint64
	directory, entries, keys, at, lists span
}

// A span is a run of bytes.
type span struct{ from, size int64 }

// layoutOf reads the header at the beginning of an index of a size, and checks that the parts
// fit together.
func layoutOf(head []byte, size int64) (layout, error) {
	if len(head) < headerSize || string(head[:4]) != magic {
		return layout{}, fmt.Errorf("%w: no header", ErrFormat)
	}
	le := binary.LittleEndian
	if v := le.Uint32(head[4:]); v != version {
		return layout{}, fmt.Errorf("%w: version %d, this program reads %d", ErrFormat, v, version)
	}
	bucketBits := le.Uint32(head[8:])
	if bucketBits > maxBucketBits {
		return layout{}, fmt.Errorf("%w: 2^%d buckets", ErrFormat, bucketBits)
	}
	l := layout{bucketBits: int(bucketBits), postings: le.Uint64(head[24:])}
	shared, at := int64(le.Uint32(head[16:])), int64(headerSize)
	for _, part := range []struct {
		span *span
		size int64
	}{
		{&l.directory, directoryLines(l.bucketBits) * lineSize},
		{&l.entries, 3 * int64(le.Uint32(head[12:]))},
		{&l.keys, 8 * shared},
		{&l.at, 4 * shared},
		{&l.lists, int64(le.Uint32(head[20:]))},
	} {
		if part.size > size-at {
			return layout{}, fmt.Errorf("%w: %d bytes are too few", ErrFormat, size)
		}
		*part.span = span{at, part.size}
		at += part.size
	}
	if at != size {
		return layout{}, fmt.Errorf("%w: %d bytes after the end", ErrFormat, size-at)
	}
	return l, nil
}

// Lookup appends the candidates for a canonical key to dst, ascending and
// without repetition: every game that holds the key, and rarely others.
func (x *Index) Lookup(dst []uint16, key position.Key) []uint16 {
	if i, ok := x.findShared(uint64(key)); ok {
		return x.appendShared(dst, i)
	}
	prints, games := x.bucket(bucketOf(uint64(key), x.bucketBits))
	want := fingerprintOf(uint64(key), x.bucketBits)
	for i, p := range prints {
		if p == want {
			dst = append(dst, binary.LittleEndian.Uint16(games[2*i:]))
		}
	}
	return dst
}

// Count returns the number of candidates that Lookup would append, for
// planning, without reading long lists.
func (x *Index) Count(key position.Key) int {
	if i, ok := x.findShared(uint64(key)); ok {
		return x.sharedCount(i)
	}
	prints, _ := x.bucket(bucketOf(uint64(key), x.bucketBits))
	want := fingerprintOf(uint64(key), x.bucketBits)
	n := 0
	for _, p := range prints {
		if p == want {
			n++
		}
	}
	return n
}

// bucketIn returns the number of a bucket's first entry, and how many it has, from its line of the
// directory.
func bucketIn(line []byte, n int) (first int64, k int) {
	slot := n % bucketsPerLine
	first = int64(binary.LittleEndian.Uint32(line))
	for _, k := range line[4 : 4+slot] {
		first += int64(k)
	}
	return first, int(line[4+slot])
}

// bucket returns the fingerprints and the games of a bucket, both empty if the
// directory points outside the entries.
func (x *Index) bucket(n int) (prints, games []byte) {
	first, k := bucketIn(x.used(x.directory, x.places.directory, int64(n/bucketsPerLine)*lineSize, lineSize), n)
	end := 3 * (first + int64(k))
	if end > int64(len(x.entries)) {
		return nil, nil
	}
	b := x.used(x.entries, x.places.entries, 3*first, end-3*first)
	return b[:k], b[k:]
}

// findShared returns the number of a shared key.
func (x *Index) findShared(key uint64) (int, bool) {
	key >>= 16
	n := len(x.keys) / 8
	i := sort.Search(n, func(i int) bool { return x.sharedKey(i)>>16 >= key })
	return i, i < n && x.sharedKey(i)>>16 == key
}

func (x *Index) sharedKey(i int) uint64 {
	return binary.LittleEndian.Uint64(x.used(x.keys, x.places.keys, int64(8*i), 8))
}
func (x *Index) sharedCount(i int) int { return int(x.sharedKey(i)&0xFFFF) + 1 }

// list returns the bytes of a shared key's list or bitmap, empty if it points
// outside the lists.
func (x *Index) list(i int) []byte {
	at := int64(binary.LittleEndian.Uint32(x.used(x.at, x.places.at, int64(4*i), 4)))
	size := int64(bitmapSize)
	if n := x.sharedCount(i); n <= maxList {
		size = int64(2 * n)
	}
	if at+size > int64(len(x.lists)) {
		return nil
	}
	return x.used(x.lists, x.places.lists, at, size)
}

func (x *Index) appendShared(dst []uint16, i int) []uint16 {
	list := x.list(i)
	if x.sharedCount(i) <= maxList {
		for ; len(list) >= 2; list = list[2:] {
			dst = append(dst, binary.LittleEndian.Uint16(list))
		}
		return dst
	}
	for base := 0; len(list) >= 8; base, list = base+64, list[8:] {
		for w := binary.LittleEndian.Uint64(list); w != 0; w &= w - 1 {
			dst = append(dst, uint16(base+bits.TrailingZeros64(w)))
		}
	}
	return dst
}

// sharedGame returns the n-th game of a shared key's list.
func (x *Index) sharedGame(i, n int) (int, bool) {
	list := x.list(i)
	if x.sharedCount(i) <= maxList {
		if 2*n+2 > len(list) {
			return 0, false
		}
		return int(binary.LittleEndian.Uint16(list[2*n:])), true
	}
	for base := 0; len(list) >= 8; base, list = base+64, list[8:] {
		w := binary.LittleEndian.Uint64(list)
		if k := bits.OnesCount64(w); n >= k {
			n -= k
			continue
		}
		for ; n > 0; n-- {
			w &= w - 1
		}
		return base + bits.TrailingZeros64(w), true
	}
	return 0, false
}

// Bytes returns the index as it is stored.
func (x *Index) Bytes() []byte { return x.data }

// Stats tells what an index holds and what it costs.
type Stats struct {
	Postings   int // pairs of a game and a key in it
	Entries    int // of these, in buckets
	Buckets    int
	SharedKeys int // keys kept apart because many games hold them
	Bytes      int
}

// Stats returns the figures of the index.
func (x *Index) Stats() Stats {
	return Stats{
		Postings:   int(x.postings),
		Entries:    len(x.entries) / 3,
		Buckets:    1 << x.bucketBits,
		SharedKeys: len(x.keys) / 8,
		Bytes:      len(x.data),
	}
}
