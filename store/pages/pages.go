// Package pages notices damage to bytes that are used where they lie, as in a mapped file: the
// first use of a page compares it with its checksum.
package pages

import "sync/atomic"

// A Guard knows which pages of some bytes have been compared with their checksums and are
// whole. A nil Guard guards nothing. It is safe for concurrent use.
type Guard struct {
	shift   int // a page has 1<<shift bytes
	pages   int
	whole   []atomic.Uint32 // a bit for each page
	compare func(page int) bool
}

// New returns a guard of size bytes in pages of 1<<shift bytes, the last of which may be
// shorter. compare reports whether a page is whole. It is called until it has said so once, also
// by several goroutines at the same time.
func New(size, shift int, compare func(page int) bool) *Guard {
	n := (size + 1<<shift - 1) >> shift
	return &Guard{shift: shift, pages: n, whole: make([]atomic.Uint32, (n+31)/32), compare: compare}
}

// Use notes that n bytes from an offset are about to be read, and reports whether their
// pages are whole. Bytes outside of the guarded ones count as whole.
func (g *Guard) Use(at, n int) bool {
	if g == nil || n <= 0 {
		return true
	}
	ok := true
	for page, last := at>>g.shift, (at+n-1)>>g.shift; page <= last; page++ {
		if page < g.pages && g.whole[page>>5].Load()>>(page&31)&1 == 0 {
			ok = g.first(page) && ok
		}
	}
	return ok
}

// first compares a page that is not known to be whole.
func (g *Guard) first(page int) bool {
	if !g.compare(page) {
		return false
	}
	g.whole[page>>5].Or(1 << (page & 31))
	return true
}
