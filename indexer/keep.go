package indexer

import (
	"hash/maphash"
	"unsafe"
)

// A derived game is many small objects that stay until their segment is written. Single
// allocations would cost the allocator and the garbage collector more time than deriving
// does, so they lie together in larger pieces of memory.

// pieceBytes is the size of such a piece: that of some 50 games. The first ones of
// an extractor are smaller, as it may be for one game alone.
const (
	firstPiece = 2 << 10
	pieceBytes = 128 << 10
)

// A keeper copies slices into pieces of memory. A piece is freed with the last
// of its slices.
type keeper[T any] struct {
	free  []T
	bytes int // of the latest piece
}

// room returns an empty slice with a capacity of n, which is never exceeded.
func (k *keeper[T]) room(n int) []T {
	if n > len(k.free) {
		var one T
		size := int(unsafe.Sizeof(one))
		if n*size > pieceBytes/4 {
			return make([]T, 0, n)
		}
		k.bytes = min(max(2*k.bytes, firstPiece, n*size), pieceBytes)
		k.free = make([]T, k.bytes/size)
	}
	s := k.free[:0:n]
	k.free = k.free[n:]
	return s
}

// keep returns a copy of a slice.
func (k *keeper[T]) keep(s []T) []T {
	if len(s) == 0 {
		return nil
	}
	return append(k.room(len(s)), s...)
}

// An interner gives equal short texts the same memory: names, ranks and results
// appear again in most records of a collection.
//
// It remembers the latest text for each hash. A text that it forgets gets its own memory
// next time, which does no harm.
type interner struct {
	seed  maphash.Seed
	texts *[interned]string
}

// The limits of what an interner remembers.
const (
	interned        = 1 << 12 // texts
	maxInternedText = 64      // bytes of one
)

// text returns a string of the bytes.
func (n *interner) text(b []byte) string {
	if len(b) > maxInternedText {
		return string(b)
	}
	if n.texts == nil {
		n.seed, n.texts = maphash.MakeSeed(), new([interned]string)
	}
	known := &n.texts[maphash.Bytes(n.seed, b)%interned]
	if *known != string(b) {
		*known = string(b)
	}
	return *known
}
