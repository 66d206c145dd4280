package disk

import (
	"encoding/binary"
	"hash/crc32"
	"slices"

	"kifudb/store/pages"
)

// TagPages and TagSums are the sections with the checksums of pages, of the small sections that are
// longer than one page and of the large ones. See doc.go.
const (
	TagPages = "pages"
	TagSums  = "sums"
)

// PageBytes are the bytes of a page of a small section.
const (
	PageBytes = 1 << PageShift
	PageShift = 14 // 16 KiB
)

const (
	largePageShift = 12 // 4 KiB: of large sections a question reads a little in many places
	onePage        = 62 // of a section that is compared as a whole
)

// appendSums appends the checksums of the pages of a section.
func appendSums(sums, data []byte, shift int) []byte {
	for page := range slices.Chunk(data, 1<<shift) {
		sums = binary.LittleEndian.AppendUint32(sums, crc32.Checksum(page, Castagnoli))
	}
	return sums
}

// pageSums returns the section TagPages of others, nil if all are short. The
// order of the sections does not matter.
func pageSums(table map[string]raw) []byte {
	var sums []byte
	for _, tag := range sortedTags(table) {
		if hasPages(tag, len(table[tag])) {
			sums = appendSums(sums, table[tag], PageShift)
		}
	}
	return sums
}

// largeSums returns the section TagSums of others, nil if none is large.
func largeSums(table map[string]raw) []byte {
	var sums []byte
	for _, tag := range sortedTags(table) {
		if hasSums(tag) {
			sums = appendSums(sums, table[tag], largePageShift)
		}
	}
	return sums
}

func hasPages(tag string, length int) bool {
	return !Large(tag) && tag != TagPages && length > PageBytes
}

// hasSums reports whether the pages of a section have their checksums in TagSums. Packed texts
// have checksums of their own.
func hasSums(tag string) bool { return Large(tag) && tag != Texts }

// A Section compares its bytes with their checksums while they are read. It compares a
// page when its first byte is read, or the whole section if it is short or the file is of
// an older version without checksums of pages. Damaged bytes read as empty, and
// the file then reports damage. So callers must ask for the damage before they give an
// answer away. Large sections in files of older versions are not compared.
//
// A wrong offset never panics: bytes outside the section read as zeros or nothing.
type Section struct {
	file  *Sections
	tag   string
	Data  []byte
	shift int // a page has 1<<shift bytes
	sum   func(page int) uint32
	Guard *pages.Guard // compares pages for those who read Data themselves
}

// Section returns a section for reading, an empty one if there is none.
func (s *Sections) Section(tag string) *Section {
	t := s.Find(tag)
	if t == nil {
		return Sound(nil)
	}
	c := &Section{file: s, tag: tag, Data: s.data(t), shift: onePage, sum: func(int) uint32 { return t.sum }}
	switch {
	case Large(tag):
		first, ok := s.sumsOf(t)
		if !ok {
			return Sound(c.Data)
		}
		s.sumsOnce.Do(func() { s.largeSums = s.Section(TagSums) })
		sums := s.largeSums
		c.shift, c.sum = largePageShift, func(page int) uint32 { return uint32(sums.Uint32(first + page)) }
	case hasPages(tag, t.Length) && s.pagesOf(t) != nil:
		c.shift, c.sum = PageShift, func(page int) uint32 { return binary.LittleEndian.Uint32(t.pages[4*page:]) }
	}
	c.Guard = pages.New(len(c.Data), c.shift, c.compare)
	return c
}

// sumsOf returns where in TagSums the checksums of a large section begin; false if the file is
// of an older version and has none.
func (s *Sections) sumsOf(t *SectionEntry) (first int, ok bool) {
	sums := s.Find(TagSums)
	if sums == nil || !hasSums(t.Tag) {
		return 0, false
	}
	for i := range s.Table {
		if other := &s.Table[i]; hasSums(other.Tag) && other.Tag < t.Tag {
			first += pagesIn(other.Length, largePageShift)
		}
	}
	if 4*(first+pagesIn(t.Length, largePageShift)) > sums.Length {
		s.Spoil(Damaged(s.Path, "section %s is cut off", TagSums))
		return 0, false
	}
	return first, true
}

// pagesIn returns how many pages some bytes are.
func pagesIn(length, shift int) int { return (length + 1<<shift - 1) >> shift }

// Sound returns a section that is not of a file and is whole.
func Sound(data []byte) *Section { return &Section{Data: data, shift: onePage} }

// Len returns the number of bytes. A nil section has none.
func (c *Section) Len() int {
	if c == nil {
		return 0
	}
	return len(c.Data)
}

// Bytes returns n bytes from an offset, or nil.
func (c *Section) Bytes(at, n int) []byte {
	if c == nil {
		return nil
	}
	b := raw(c.Data).bytes(at, n)
	if len(b) > 0 && !c.Guard.Use(at, n) {
		return nil
	}
	return b
}

// Whole returns the bounds of the pages in which n bytes from an offset lie, all of
// which are whole; an empty range if they are not, or lie outside.
func (c *Section) Whole(at, n int) (from, to int) {
	if len(c.Bytes(at, n)) < n {
		return 0, 0
	}
	if c.shift == onePage {
		return 0, len(c.Data)
	}
	return at >> c.shift << c.shift, min(((at+n-1)>>c.shift+1)<<c.shift, len(c.Data))
}

// compare reports whether a page is whole.
func (c *Section) compare(page int) bool {
	data := c.Data
	if c.shift != onePage {
		data = data[page<<c.shift : min((page+1)<<c.shift, len(data))]
	}
	if crc32.Checksum(data, Castagnoli) != c.sum(page) {
		c.file.Spoil(Damaged(c.file.Path, "checksum of section %s is wrong", c.tag))
		return false
	}
	return true
}

// Uint16 returns the i-th number of a table of 16-bit numbers.
func (c *Section) Uint16(i int) int {
	if b := c.Bytes(2*i, 2); b != nil {
		return int(binary.LittleEndian.Uint16(b))
	}
	return 0
}

// Uint32 returns the i-th number of a table of 32-bit numbers.
func (c *Section) Uint32(i int) int {
	if b := c.Bytes(4*i, 4); b != nil {
		return int(binary.LittleEndian.Uint32(b))
	}
	return 0
}

// Part returns the i-th part of data, which is cut at the offsets of table c.
func (c *Section) Part(data *Section, i int) []byte {
	from, to := c.Uint32(i), c.Uint32(i+1)
	return data.Bytes(from, to-from)
}
