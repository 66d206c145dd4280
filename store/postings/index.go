package postings

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"sort"

	"kifudb/position"
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
}

// Open takes the bytes of an index. It checks that the sections fit together,
// in constant time; [Index.Check] reads everything. Whatever the bytes are,
// lookups in an opened index do not panic.
func Open(data []byte) (*Index, error) {
	if len(data) < headerSize || string(data[:4]) != magic {
		return nil, fmt.Errorf("%w: no header", ErrFormat)
	}
	le := binary.LittleEndian
	if v := le.Uint32(data[4:]); v != version {
		return nil, fmt.Errorf("%w: version %d, this program reads %d", ErrFormat, v, version)
	}
	bucketBits := le.Uint32(data[8:])
	if bucketBits > maxBucketBits {
		return nil, fmt.Errorf("%w: 2^%d buckets", ErrFormat, bucketBits)
	}
	x := &Index{bucketBits: int(bucketBits), postings: le.Uint64(data[24:]), data: data}
	shared := uint64(le.Uint32(data[16:]))
	lines := ((uint64(1) << bucketBits) + bucketsPerLine - 1) / bucketsPerLine
	rest := data[headerSize:]
	for _, section := range []struct {
		bytes *[]byte
		size  uint64
	}{
		{&x.directory, lines * lineSize},
		{&x.entries, 3 * uint64(le.Uint32(data[12:]))},
		{&x.keys, 8 * shared},
		{&x.at, 4 * shared},
		{&x.lists, uint64(le.Uint32(data[20:]))},
	} {
		if section.size > uint64(len(rest)) {
			return nil, fmt.Errorf("%w: %d bytes are too few", ErrFormat, len(data))
		}
		*section.bytes, rest = rest[:section.size:section.size], rest[section.size:]
	}
	if len(rest) != 0 {
		return nil, fmt.Errorf("%w: %d bytes after the end", ErrFormat, len(rest))
	}
	return x, nil
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

// bucket returns the fingerprints and the games of a bucket, both empty if the
// directory points outside the entries.
func (x *Index) bucket(n int) (prints, games []byte) {
	line := x.directory[n/bucketsPerLine*lineSize:][:lineSize]
	slot := n % bucketsPerLine
	first := int(binary.LittleEndian.Uint32(line))
	for _, k := range line[4 : 4+slot] {
		first += int(k)
	}
	k := int(line[4+slot])
	if 3*(first+k) > len(x.entries) {
		return nil, nil
	}
	b := x.entries[3*first : 3*(first+k)]
	return b[:k], b[k:]
}

// findShared returns the number of a shared key.
func (x *Index) findShared(key uint64) (int, bool) {
	key >>= 16
	n := len(x.keys) / 8
	i := sort.Search(n, func(i int) bool { return x.sharedKey(i)>>16 >= key })
	return i, i < n && x.sharedKey(i)>>16 == key
}

func (x *Index) sharedKey(i int) uint64 { return binary.LittleEndian.Uint64(x.keys[8*i:]) }
func (x *Index) sharedCount(i int) int  { return int(x.sharedKey(i)&0xFFFF) + 1 }

// list returns the bytes of a shared key's list or bitmap, empty if it points
// outside the lists.
func (x *Index) list(i int) []byte {
	at := int(binary.LittleEndian.Uint32(x.at[4*i:]))
	size := bitmapSize
	if n := x.sharedCount(i); n <= maxList {
		size = 2 * n
	}
	if at+size > len(x.lists) {
		return nil
	}
	return x.lists[at : at+size]
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
