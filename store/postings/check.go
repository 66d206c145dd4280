package postings

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math/bits"
)

// Check reads the whole index and reports everything about it that is wrong.
// Each error wraps [ErrFormat].
func (x *Index) Check() iter.Seq[error] {
	return func(yield func(error) bool) {
		_ = x.checkBuckets(yield) && x.checkShared(yield)
	}
}

// checkBuckets reports whether the caller wants to hear more.
func (x *Index) checkBuckets(yield func(error) bool) bool {
	first := 0
	for i := 0; i*lineSize < len(x.directory); i++ {
		line := x.directory[i*lineSize:][:lineSize]
		if got := int(binary.LittleEndian.Uint32(line)); got != first {
			if !yield(fmt.Errorf("%w: directory line %d begins at entry %d instead of %d", ErrFormat, i, got, first)) {
				return false
			}
		}
		for slot, k := range line[4:] {
			n := i*bucketsPerLine + slot
			if n >= 1<<x.bucketBits && k != 0 {
				if !yield(fmt.Errorf("%w: entries in bucket %d of %d", ErrFormat, n, 1<<x.bucketBits)) {
					return false
				}
			}
			first += int(k)
			if !ascending(x.bucket(min(n, 1<<x.bucketBits-1))) {
				if !yield(fmt.Errorf("%w: bucket %d is not in order", ErrFormat, n)) {
					return false
				}
			}
		}
	}
	if got := len(x.entries) / 3; got != first {
		return yield(fmt.Errorf("%w: %d entries, the directory counts %d", ErrFormat, got, first))
	}
	return true
}

// ascending reports whether a bucket is ordered by fingerprint and game.
func ascending(prints, games []byte) bool {
	last := -1
	for i, p := range prints {
		entry := int(p)<<16 | int(binary.LittleEndian.Uint16(games[2*i:]))
		if entry <= last {
			return false
		}
		last = entry
	}
	return true
}

func (x *Index) checkShared(yield func(error) bool) bool {
	at := 0
	for i := range len(x.keys) / 8 {
		if i > 0 && x.sharedKey(i)>>16 <= x.sharedKey(i-1)>>16 {
			if !yield(fmt.Errorf("%w: shared keys %d and %d are not in order", ErrFormat, i-1, i)) {
				return false
			}
		}
		if got := int(binary.LittleEndian.Uint32(x.at[4*i:])); got != at {
			if !yield(fmt.Errorf("%w: list %d begins at %d instead of %d", ErrFormat, i, got, at)) {
				return false
			}
		}
		list := x.list(i)
		at += len(list)
		if !x.listInOrder(i, list) {
			if !yield(fmt.Errorf("%w: list %d of %d games is not in order", ErrFormat, i, x.sharedCount(i))) {
				return false
			}
		}
	}
	if at != len(x.lists) {
		return yield(fmt.Errorf("%w: %d bytes of lists, %d are used", ErrFormat, len(x.lists), at))
	}
	return true
}

// listInOrder reports whether a list ascends, or a bitmap has as many bits as
// its key says.
func (x *Index) listInOrder(i int, list []byte) bool {
	if len(list) == 0 {
		return false
	}
	if x.sharedCount(i) > maxList {
		n := 0
		for _, b := range list {
			n += bits.OnesCount8(b)
		}
		return n == x.sharedCount(i)
	}
	last := -1
	for ; len(list) >= 2; list = list[2:] {
		game := int(binary.LittleEndian.Uint16(list))
		if game <= last {
			return false
		}
		last = game
	}
	return true
}
