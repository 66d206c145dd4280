package store

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
	"sync/atomic"
)

const (
	// tagPages holds the checksums of the pages of the small sections that are
	// longer than one, see format.go.
	tagPages = "pages"

	pageShift = 14 // 16 KiB
	pageBytes = 1 << pageShift
)

// appendPageSums appends the checksums of a section's pages.
func appendPageSums(sums, data []byte) []byte {
	for page := range slices.Chunk(data, pageBytes) {
		sums = binary.LittleEndian.AppendUint32(sums, crc32.Checksum(page, castagnoli))
	}
	return sums
}

// pageSums returns the section tagPages of others, nil if all are short. The
// order of the sections does not matter.
func pageSums(table map[string]section) []byte {
	var sums []byte
	for _, tag := range sortedTags(table) {
		if hasPages(tag, len(table[tag])) {
			sums = appendPageSums(sums, table[tag])
		}
	}
	return sums
}

func hasPages(tag string, length int) bool {
	return !large(tag) && tag != tagPages && length > pageBytes
}

// A checked section is compared with its checksums as it is read: a page of it
// when the first byte of the page is asked for, or all of it where the file is of
// an older version and has no checksums of pages, or is short. What is damaged
// reads as if it were not there, and the file's damage says so; so an answer must not
// be given away before that was asked. Sections that are large are not compared.
//
// Numbers are damaged or whole, but never a fault: what lies outside reads as zeros
// and nothing.
type checked struct {
	file  *sections
	tag   string
	data  section
	sum   uint32  // of all
	sums  section // of the pages; nil if there is one page, which is all
	shift int     // a page is 1<<shift bytes
	known []atomic.Bool
}

// checked returns a section to be read, an empty one if there is none.
func (s *sections) checked(tag string) *checked {
	t := s.find(tag)
	if t == nil {
		return sound(nil)
	}
	c := &checked{file: s, tag: tag, data: s.data(t), sum: t.sum, shift: 63}
	switch {
	case large(tag):
		return sound(c.data)
	case hasPages(tag, t.length) && s.pagesOf(t) != nil:
		c.sums, c.shift = t.pages, pageShift
		c.known = make([]atomic.Bool, len(c.sums)/4)
	default:
		c.known = make([]atomic.Bool, 1)
	}
	return c
}

// sound returns a section that is not of a file and is whole.
func sound(data []byte) *checked {
	c := &checked{data: data, shift: 63, known: make([]atomic.Bool, 1)}
	c.known[0].Store(true)
	return c
}

// len returns the number of bytes. A nil section has none.
func (c *checked) len() int {
	if c == nil {
		return 0
	}
	return len(c.data)
}

// bytes returns n bytes from an offset, or nil.
func (c *checked) bytes(at, n int) []byte {
	if c == nil {
		return nil
	}
	b := c.data.bytes(at, n)
	if len(b) == 0 {
		return b
	}
	for i := at >> c.shift; i <= (at+n-1)>>c.shift; i++ {
		if !c.known[i].Load() && !c.compare(i) {
			return nil
		}
	}
	return b
}

// whole returns the bounds of the pages in which n bytes from an offset lie, all of
// which are whole; an empty range if they are not, or lie outside.
func (c *checked) whole(at, n int) (from, to int) {
	if len(c.bytes(at, n)) < n {
		return 0, 0
	}
	if c.shift == 63 {
		return 0, len(c.data)
	}
	return at >> c.shift << c.shift, min(((at+n-1)>>c.shift+1)<<c.shift, len(c.data))
}

// compare reports whether a page is whole.
func (c *checked) compare(i int) bool {
	page, sum := []byte(c.data), c.sum
	if c.sums != nil {
		page = page[i<<c.shift : min((i+1)<<c.shift, len(page))]
		sum = binary.LittleEndian.Uint32(c.sums[4*i:])
	}
	if crc32.Checksum(page, castagnoli) != sum {
		c.file.spoil(damaged(c.file.path, "checksum of section %s is wrong", c.tag))
		return false
	}
	c.known[i].Store(true)
	return true
}

// uint16 returns the i-th number of a table of 16-bit numbers.
func (c *checked) uint16(i int) int {
	if b := c.bytes(2*i, 2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

// uint32 returns the i-th number of a table of 32-bit numbers.
func (c *checked) uint32(i int) int {
	if b := c.bytes(4*i, 4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// part returns the i-th part of data, which is cut at the offsets of table c.
func (c *checked) part(data *checked, i int) []byte {
	from, to := c.uint32(i), c.uint32(i+1)
	return data.bytes(from, to-from)
}
