package store

import (
	"encoding/binary"
	"hash/crc32"
	"slices"

	"kifudb/store/pages"
)

const (
	// tagPages holds the checksums of the pages of the small sections that are
	// longer than one, tagSums those of the pages of large sections. See format.go.
	tagPages = "pages"
	tagSums  = "sums"

	pageShift      = 14 // 16 KiB
	largePageShift = 12 // 4 KiB: of large sections a question reads a little in many places
	pageBytes      = 1 << pageShift
	onePage        = 62 // of a section that is compared as a whole
)

// appendSums appends the checksums of the pages of a section.
func appendSums(sums, data []byte, shift int) []byte {
	for page := range slices.Chunk(data, 1<<shift) {
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
			sums = appendSums(sums, table[tag], pageShift)
		}
	}
	return sums
}

// largeSums returns the section tagSums of others, nil if none is large.
func largeSums(table map[string]section) []byte {
	var sums []byte
	for _, tag := range sortedTags(table) {
		if hasSums(tag) {
			sums = appendSums(sums, table[tag], largePageShift)
		}
	}
	return sums
}

func hasPages(tag string, length int) bool {
	return !large(tag) && tag != tagPages && length > pageBytes
}

// hasSums reports whether the pages of a section have their checksums in tagSums. Packed texts
// have checksums of their own.
func hasSums(tag string) bool { return large(tag) && tag != tagTexts }

// A checkedSection compares a section with its checksums while it is read. It compares a
// page when its first byte is read, or the whole section if it is short or the file is of
// an older version without checksums of pages. Damaged bytes read as empty, and
// the file then reports damage. So callers must ask for the damage before they give an
// answer away. Large sections in files of older versions are not compared.
//
// A wrong offset never panics: bytes outside the section read as zeros or nothing.
type checkedSection struct {
	file  *sections
	tag   string
	data  section
	shift int // a page has 1<<shift bytes
	sum   func(page int) uint32
	guard *pages.Guard
}

// checked returns a section for reading, an empty one if there is none.
func (s *sections) checked(tag string) *checkedSection {
	t := s.find(tag)
	if t == nil {
		return sound(nil)
	}
	c := &checkedSection{file: s, tag: tag, data: s.data(t), shift: onePage, sum: func(int) uint32 { return t.sum }}
	switch {
	case large(tag):
		first, ok := s.sumsOf(t)
		if !ok {
			return sound(c.data)
		}
		sums := s.largeSums.get(func() *checkedSection { return s.checked(tagSums) })
		c.shift, c.sum = largePageShift, func(page int) uint32 { return uint32(sums.uint32(first + page)) }
	case hasPages(tag, t.length) && s.pagesOf(t) != nil:
		c.shift, c.sum = pageShift, func(page int) uint32 { return binary.LittleEndian.Uint32(t.pages[4*page:]) }
	}
	c.guard = pages.New(len(c.data), c.shift, c.compare)
	return c
}

// sumsOf returns where in tagSums the checksums of a large section begin; false if the file is
// of an older version and has none.
func (s *sections) sumsOf(t *sectionEntry) (first int, ok bool) {
	sums := s.find(tagSums)
	if sums == nil || !hasSums(t.tag) {
		return 0, false
	}
	for i := range s.table {
		if other := &s.table[i]; hasSums(other.tag) && other.tag < t.tag {
			first += pagesIn(other.length, largePageShift)
		}
	}
	if 4*(first+pagesIn(t.length, largePageShift)) > sums.length {
		s.spoil(damaged(s.path, "section %s is cut off", tagSums))
		return 0, false
	}
	return first, true
}

// pagesIn returns how many pages some bytes are.
func pagesIn(length, shift int) int { return (length + 1<<shift - 1) >> shift }

// sound returns a section that is not of a file and is whole.
func sound(data []byte) *checkedSection { return &checkedSection{data: data, shift: onePage} }

// len returns the number of bytes. A nil section has none.
func (c *checkedSection) len() int {
	if c == nil {
		return 0
	}
	return len(c.data)
}

// bytes returns n bytes from an offset, or nil.
func (c *checkedSection) bytes(at, n int) []byte {
	if c == nil {
		return nil
	}
	b := c.data.bytes(at, n)
	if len(b) > 0 && !c.guard.Use(at, n) {
		return nil
	}
	return b
}

// whole returns the bounds of the pages in which n bytes from an offset lie, all of
// which are whole; an empty range if they are not, or lie outside.
func (c *checkedSection) whole(at, n int) (from, to int) {
	if len(c.bytes(at, n)) < n {
		return 0, 0
	}
	if c.shift == onePage {
		return 0, len(c.data)
	}
	return at >> c.shift << c.shift, min(((at+n-1)>>c.shift+1)<<c.shift, len(c.data))
}

// compare reports whether a page is whole.
func (c *checkedSection) compare(page int) bool {
	data := []byte(c.data)
	if c.shift != onePage {
		data = data[page<<c.shift : min((page+1)<<c.shift, len(data))]
	}
	if crc32.Checksum(data, castagnoli) != c.sum(page) {
		c.file.spoil(damaged(c.file.path, "checksum of section %s is wrong", c.tag))
		return false
	}
	return true
}

// uint16 returns the i-th number of a table of 16-bit numbers.
func (c *checkedSection) uint16(i int) int {
	if b := c.bytes(2*i, 2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

// uint32 returns the i-th number of a table of 32-bit numbers.
func (c *checkedSection) uint32(i int) int {
	if b := c.bytes(4*i, 4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// part returns the i-th part of data, which is cut at the offsets of table c.
func (c *checkedSection) part(data *checkedSection, i int) []byte {
	from, to := c.uint32(i), c.uint32(i+1)
	return data.bytes(from, to-from)
}
