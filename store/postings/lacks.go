package postings

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/bits"
	"sort"
	"sync"

	"kifudb/position"
)

// Lacks reports whether an index, with a number of bytes in a file, certainly has no game for
// a key: [Index.Lookup] would find none. It reads four places of the file. It serves callers that ask
// many indexes once, most of which have nothing: mapping a file and touching as many places takes
// several times as long. It returns an error if a place cannot be read, or if the bytes are
// not those of an index.
func Lacks(file io.ReaderAt, size int64, key position.Key) (bool, error) {
	room := rooms.Get().(*[readAtOnce]byte)
	defer rooms.Put(room)
	head := room[:headerSize]
	if err := readAt(file, head, 0); err != nil {
		return false, err
	}
	l, err := layoutOf(head, size)
	if err != nil {
		return false, err
	}
	if shared, err := l.shares(file, uint64(key), room[:]); err != nil || shared {
		return false, err
	}
	n := bucketOf(uint64(key), l.bucketBits)
	line := room[:lineSize]
	if err := readAt(file, line, l.directory.from+int64(n/bucketsPerLine)*lineSize); err != nil {
		return false, err
	}
	first, k := bucketIn(line, n)
	if 3*(first+int64(k)) > l.entries.size {
		return false, ErrFormat
	}
	prints := room[:k]
	if err := readAt(file, prints, l.entries.from+3*first); err != nil {
		return false, err
	}
	return bytes.IndexByte(prints, fingerprintOf(uint64(key), l.bucketBits)) < 0, nil
}

// readAt fills b. That it ends where the file does is no error.
func readAt(file io.ReaderAt, b []byte, at int64) error {
	if n, err := file.ReadAt(b, at); n < len(b) {
		return err
	}
	return nil
}

// readAtOnce is how many bytes of shared keys are read at once, in keys of 8 bytes.
const readAtOnce = 8 << 10

var rooms = sync.Pool{New: func() any { return new([readAtOnce]byte) }}

// shares reports whether a key is a shared one. Keys are as good as chance, so that it
// lies where its share of all numbers is, give or take a few times the root of how many there are;
// if it does not, the rest is searched likewise.
func (l *layout) shares(file io.ReaderAt, key uint64, room []byte) (bool, error) {
	le := binary.LittleEndian
	key >>= 16
	lo, hi := 0, int(l.keys.size/8) // where it may be
	at, _ := bits.Mul64(key<<16, uint64(hi))
	guess := int(at)
	room = room[:min(len(room), 8*(16+4*int(math.Sqrt(float64(hi)))))]
	for lo < hi {
		from := max(lo, min(guess-len(room)/16, hi-len(room)/8))
		to := min(from+len(room)/8, hi)
		part := room[:8*(to-from)]
		if err := readAt(file, part, l.keys.from+8*int64(from)); err != nil {
			return false, err
		}
		i := sort.Search(to-from, func(i int) bool { return le.Uint64(part[8*i:])>>16 >= key })
		switch {
		case i < to-from && le.Uint64(part[8*i:])>>16 == key:
			return true, nil
		case i == 0:
			hi = from
		case i == to-from:
			lo = to
		default:
			return false, nil
		}
		guess = lo + (hi-lo)/2
	}
	return false, nil
}
