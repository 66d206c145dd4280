package postings

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// MaxGames is the number of games a segment can have.
const MaxGames = 1 << 16

// ErrTooMany is returned when a segment has more postings than the format can
// number, 2^32.
var ErrTooMany = errors.New("postings: more than 2^32 postings in a segment")

const (
	magic      = "kpos"
	version    = 1
	headerSize = 32

	lineSize       = 64 // a line of the directory: one cache line
	bucketsPerLine = lineSize - 4

	fingerprintBits = 8
	keyBits         = 48 // of each key, from the top, that the builder keeps
	maxBucketBits   = keyBits - fingerprintBits
	bucketFill      = 16  // the average of entries per bucket lies in (8, 16]
	maxBucket       = 255 // entries of a bucket, counted in a byte

	sharedGames = 16   // a key of so many games is kept apart: from 12 on it is smaller there
	maxList     = 4096 // games of a list; a bitmap is smaller beyond
	bitmapSize  = MaxGames / 8
)

// The builder keeps postings as records of 64 bits, the upper 48 bits of the
// key above the game, so that sorting numbers sorts postings. To be sorted they are
// spread over partitions by their first byte; a partition of
// a full segment is half a megabyte and is sorted within the second-level
// cache.
const partitions = 256

// A Builder collects the postings of one segment. The zero value is ready for
// use. It is not safe for concurrent use; Build itself uses all processors.
type Builder struct {
	games []gameKeys
	n     int
}

// gameKeys are the keys of a game.
type gameKeys struct {
	game uint16
	keys Keys
}

// Add records that a game holds positions with the given keys, which must
// not change until Build has returned. The keys may be in any order and may repeat.
// Adding games in ascending order is fastest.
func (b *Builder) Add(game uint16, keys Keys) {
	b.games = append(b.games, gameKeys{game, keys})
	b.n += len(keys)
}

// Len returns the number of runs of keys added so far.
func (b *Builder) Len() int { return b.n }

// Build returns the index of the added games and empties the builder.
func (b *Builder) Build() ([]byte, error) {
	if uint64(b.n) > math.MaxUint32 {
		return nil, ErrTooMany
	}
	sorted := b.sort()
	*b = Builder{}
	distinct := 0
	for _, part := range sorted {
		distinct += len(part)
	}
	e := newEncoder(distinct)
	for _, part := range sorted {
		for i := 0; i < len(part); {
			end := i + 1
			for end < len(part) && part[end]>>16 == part[i]>>16 {
				end++
			}
			e.key(part[i:end])
			i = end
		}
	}
	return e.finish(), nil
}

// sort returns the distinct records in ascending order, partition by
// partition.
func (b *Builder) sort() [][]uint64 {
	sorted := b.spread()
	var next atomic.Int32
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), partitions) {
		wg.Go(func() {
			var s sorter
			for {
				i := int(next.Add(1)) - 1
				if i >= partitions {
					return
				}
				sorted[i] = s.sort(sorted[i])
			}
		})
	}
	wg.Wait()
	return sorted
}

// spread makes the records of each partition, in the order in which they were added.
func (b *Builder) spread() [][]uint64 {
	var counts [partitions]int
	for _, g := range b.games {
		for _, k := range g.keys {
			counts[k>>56]++
		}
	}
	all := make([]uint64, b.n)
	parts := make([][]uint64, partitions)
	at := 0
	for i, n := range counts {
		parts[i] = all[at : at+n]
		counts[i] = at
		at += n
	}
	for _, g := range b.games {
		game := uint64(g.game)
		for _, k := range g.keys {
			i := k >> 56
			all[counts[i]] = k&^0xFFFF | game
			counts[i]++
		}
	}
	return parts
}

// An encoder writes the sections of an index in one pass over the sorted keys.
type encoder struct {
	bucketBits int
	buf        []byte // header, directory and entries
	entries    int
	postings   uint64

	bucket  int      // the bucket being filled
	pending []uint32 // its entries: fingerprint above game

	keys  []byte // of the shared section
	at    []byte
	lists []byte
}

func newEncoder(postings int) *encoder {
	e := &encoder{
		bucketBits: min(bits.Len(uint(max(postings-1, 0)/bucketFill)), maxBucketBits),
		pending:    make([]uint32, 0, maxBucket),
	}
	lines := int(directoryLines(e.bucketBits))
	e.buf = make([]byte, headerSize+lines*lineSize, headerSize+lines*lineSize+3*postings)
	return e
}

// directoryLines returns the number of lines that 2^bits buckets fill.
func directoryLines(bits int) int64 {
	return (1<<bits + bucketsPerLine - 1) / bucketsPerLine
}

// key takes the records of one key, ascending and distinct.
func (e *encoder) key(recs []uint64) {
	e.postings += uint64(len(recs))
	bucket := bucketOf(recs[0], e.bucketBits)
	if bucket != e.bucket {
		e.flush()
		e.bucket = bucket
	}
	if len(recs) >= sharedGames || len(e.pending)+len(recs) > maxBucket {
		e.share(recs)
		return
	}
	high := uint32(fingerprintOf(recs[0], e.bucketBits)) << 16
	for _, r := range recs {
		e.pending = append(e.pending, high|uint32(r&0xFFFF))
	}
}

// flush writes the entries of the finished bucket.
func (e *encoder) flush() {
	// Keys that share a fingerprint have to be merged into one ascending list.
	if !slices.IsSorted(e.pending) {
		slices.Sort(e.pending)
	}
	e.pending = slices.Compact(e.pending)

	line, slot := e.bucket/bucketsPerLine, e.bucket%bucketsPerLine
	e.buf[headerSize+line*lineSize+4+slot] = uint8(len(e.pending))
	for _, p := range e.pending {
		e.buf = append(e.buf, uint8(p>>16))
	}
	for _, p := range e.pending {
		e.buf = binary.LittleEndian.AppendUint16(e.buf, uint16(p))
	}
	e.entries += len(e.pending)
	e.pending = e.pending[:0]
}

// share writes a key of many games.
func (e *encoder) share(recs []uint64) {
	key := recs[0]&^0xFFFF | uint64(len(recs)-1)
	e.keys = binary.LittleEndian.AppendUint64(e.keys, key)
	e.at = binary.LittleEndian.AppendUint32(e.at, uint32(len(e.lists)))
	if len(recs) <= maxList {
		for _, r := range recs {
			e.lists = binary.LittleEndian.AppendUint16(e.lists, uint16(r))
		}
		return
	}
	start := len(e.lists)
	e.lists = append(e.lists, make([]byte, bitmapSize)...)
	for _, r := range recs {
		e.lists[start+int(uint16(r)>>3)] |= 1 << (r & 7)
	}
}

func (e *encoder) finish() []byte {
	e.flush()
	le := binary.LittleEndian
	first := uint32(0)
	for i := range directoryLines(e.bucketBits) {
		line := e.buf[headerSize+i*lineSize:][:lineSize]
		le.PutUint32(line, first)
		for _, k := range line[4:] {
			first += uint32(k)
		}
	}
	copy(e.buf, magic)
	le.PutUint32(e.buf[4:], version)
	le.PutUint32(e.buf[8:], uint32(e.bucketBits))
	le.PutUint32(e.buf[12:], uint32(e.entries))
	le.PutUint32(e.buf[16:], uint32(len(e.at)/4))
	le.PutUint32(e.buf[20:], uint32(len(e.lists)))
	le.PutUint64(e.buf[24:], e.postings)
	return slices.Concat(e.buf, e.keys, e.at, e.lists)
}

// bucketOf returns the bucket of a key or record.
func bucketOf(key uint64, bucketBits int) int { return int(key >> (64 - bucketBits)) }

// fingerprintOf returns the bits of a key or record that follow its bucket.
func fingerprintOf(key uint64, bucketBits int) uint8 {
	return uint8(key << bucketBits >> (64 - fingerprintBits))
}
